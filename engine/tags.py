"""The tag pairs above a record, and what they say of the setup."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import RecordError, SetupError, Where
from engine.game import Game
from engine.info import GameInfo, Setup
from engine.setups import chosen_options
from engine.source import Source
from engine.text import say, shortened
from engine.typed import CommentError, uncommented

# The value is read in runs: a choice for each of its characters would take a hundred times its length in memory.
_TAG = re.compile(r'\s*\[\s*(?P<key>\w+)\s+"(?P<value>[^"\\]*(?:\\.[^"\\]*)*)"\s*\]\s*')


@dataclass(frozen=True, slots=True)
class Head:
    """The tag pairs of a file, where their values stand, the text below them, and the number of its first line."""

    tags: Mapping[str, str]
    places: Mapping[str, Where]
    body: str
    first_line: int


def read_tags(text: str) -> Head:
    """Read the tag pairs of a file, and set apart what stands below them.

    Raises:
        RecordError: A line is no tag pair, a tag stands there twice, or nothing stands below them and they do not name
            the game and its mode, which are enough for its beginning.
    """
    tags: dict[str, str] = {}
    places: dict[str, Where] = {}
    lines = text.removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines, 1):
        start = line.lstrip()
        if not start or start.startswith(";"):
            continue
        if not start.startswith("["):
            return Head(tags, places, _without_comments("\n".join(lines[number - 1 :]), number), number)
        found = _TAG.fullmatch(line)
        if found is None:
            raise RecordError(
                say('This isn\'t a tag pair; one looks like [Mode "2"].'),
                code="tag",
                where=Where(number),
                action=shortened(start),
            )
        key = found["key"]
        if key in tags:
            raise RecordError(
                say("The tag {tag} appears twice.", tag=shortened(key)),
                code="tag-twice",
                where=Where(number),
            )
        tags[key] = re.sub(r"\\(.)", r"\1", found["value"])
        places[key] = Where(number, found.start("value") + 1)
    if "Game" in tags and "Mode" in tags:
        return Head(tags, places, "", len(lines) + 1)
    raise RecordError(say("There are no moves in this record."), code="empty", where=Where(max(1, len(lines))))


def _without_comments(body: str, first_line: int) -> str:
    try:
        return uncommented(body)
    except CommentError as error:
        where = Source(body, first_line).where(error.offset)
        begun = shortened(body[error.offset :])
        raise RecordError(
            say("This comment never ends: {text}", text=begun), code="comment-open", where=where, action=begun
        ) from error


def setup_of(game: Game[Any, Any, Any], head: Head) -> Setup:
    """Return what the tags say of the setup; without a mode where they name none.

    Raises:
        RecordError: The game has no such mode, option or version of its rules.
    """
    tags, info = head.tags, game.info
    mode = tags.get("Mode", "")
    if "Mode" in tags and info.mode(mode) is None:
        raise RecordError(
            say("{game} has no mode {mode}.", game=info.name, mode=shortened(mode)),
            code="unknown-mode",
            where=head.places["Mode"],
            suggestions=tuple(each.key for each in info.modes),
        )
    options = _options(info, mode, tags.get("Options", ""), head)
    return Setup(mode, options, tags.get(info.data_tag, ""), tags.get("Position", ""), _rules(game, head))


def _options(info: GameInfo, mode: str, told: str, head: Head) -> tuple[tuple[str, str], ...]:
    """Return what the tag `Options` says; of a record that does not name its mode, what any mode may have."""
    options: list[tuple[str, str]] = []
    for pair in told.split():
        key, equals, value = pair.partition("=")
        known = any(option.key == key and value in option.choices for option in info.options)
        if not equals or not known:
            raise RecordError(
                say("{game} has no option {option}.", game=info.name, option=shortened(pair)),
                code="unknown-option",
                where=head.places["Options"],
            )
        if key in (each for each, _ in options):
            raise RecordError(
                say("The option {option} appears twice.", option=key),
                code="option-twice",
                where=head.places["Options"],
            )
        options.append((key, value))
    if mode:
        try:
            chosen_options(info, mode, dict(options))
        except SetupError as error:
            raise located(error, head.places["Options"]) from error
    return tuple(options)


def _rules(game: Game[Any, Any, Any], head: Head) -> int:
    """Return the version of the rules that a record was made under; 0 for the current one, where it says none."""
    info = game.info
    told = head.tags.get("Rules")
    if told is None:
        return 0
    if re.fullmatch(r"[0-9]{1,4}", told) is None or not 1 <= int(told) <= info.rules_version:
        raise RecordError(
            say(
                "{game} has no version {rules} of its rules here; the latest is {latest}.",
                game=info.name,
                rules=shortened(told),
                latest=info.rules_version,
            ),
            code="unknown-rules",
            where=head.places["Rules"],
        )
    return int(told)


def tag_at_fault(game: Game[Any, Any, Any], setup: Setup, error: SetupError, places: Mapping[str, Where]) -> Where:
    """Return where the tag stands whose value the error is about."""
    key = {setup.position: "Position", setup.data: game.info.data_tag}.get(error.given, "Mode")
    if error.given in dict(setup.options):
        key = "Options"
    return places.get(key, Where())


def located(error: SetupError, where: Where) -> RecordError:
    """Return what is wrong with a setup as an error of a place in the file."""
    return RecordError(error.text, code=error.code, where=where, rule=error.rule, suggestions=error.suggestions)
