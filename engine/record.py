"""Record files: tag pairs as in PGN, a blank line, then the game's own notation.

    [Game "replicants"]
    [Mode "2"]
    [Charts "1"]
    [Termination "rules"]

    T0..(red.yellow)
    T1..E/2E7/E..E/2E3/E

The record is the truth: a state is a replay of it. Tags nobody here knows are kept and ignored. A record made
elsewhere may have no tags at all, as long as its text shows which game and mode it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import registry
from engine.chance import Chance
from engine.errors import MoveError, RecordError, SetupError, Where
from engine.game import Entry, Game, Script, Setup
from engine.session import Session
from engine.text import Text, say

_TAG = re.compile(r'\s*\[\s*(?P<key>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]\s*')


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read; `replay` gives it life.

    Attributes:
        game: Whose notation it is.
        setup: What the game starts from.
        script: Names, moves and result.
        tags: Every tag pair of the file, known or not.
    """

    game: Game[Any, Any, Any]
    setup: Setup
    script: Script
    tags: Mapping[str, str] = field(default_factory=dict)


def read(text: str) -> Record:
    """Read a record.

    Raises:
        RecordError: It is no record; says in which line and column, and why.
    """
    tags, body, first_line = _read_tags(text)
    if "Game" in tags:
        try:
            game = registry.get(tags["Game"].casefold())
        except SetupError as error:
            raise RecordError(
                error.text, code=error.code, where=_tag_place(text, "Game"), suggestions=error.suggestions
            ) from error
        setup, script = game.read_script(body, first_line, _setup(game, tags, text))
    else:
        game, setup, script = _recognise(body, first_line, tags, text)
    return Record(game, _completed(game, setup, tags, text), script, tags)


def replay(record: Record) -> Session:
    """Play a record from its start and return where it leads.

    Raises:
        RecordError: A move is illegal or out of turn, or the result is not what the moves come to; says where and why.
    """
    try:
        session = Session.start(record.game, record.setup, _chance(record.tags))
    except SetupError as error:
        raise RecordError(error.text, code=error.code, where=Where(), suggestions=error.suggestions) from error
    for entry in record.script.entries:
        session = _replayed(session, entry)
    _check_result(session, record.script)
    return session


def write(session: Session, names: Sequence[str], tags: Mapping[str, str] | None = None, *, reveal: bool = True) -> str:
    """Return the record of a session.

    Args:
        session: What was played.
        names: Of the players, for seat 1, 2, ….
        tags: Further tag pairs; they cannot replace the ones that the game needs.
        reveal: Write the seed. False while the match runs: it would show what is still hidden.
    """
    info, setup, outcome = session.game.info, session.setup, session.outcome
    own = {"Game": info.key, "Mode": setup.mode}
    if setup.options:
        own["Options"] = " ".join(f"{key}={value}" for key, value in setup.options)
    own[info.data_tag] = setup.data or info.data_version
    if setup.position:
        own["Position"] = setup.position
    if info.uses_chance and reveal:
        own["Seed"] = session.chance.seed.hex()
    if outcome is not None:
        own["Termination"] = outcome.termination.value
    extra = {key: value for key, value in (tags or {}).items() if key not in own and key != "Seed"}
    head = "".join(f'[{key} "{_escaped(value)}"]\n' for key, value in {**own, **extra}.items())
    return f"{head}\n{session.game.write_script(setup, Script(tuple(names), session.entries), outcome)}"


def _replayed(session: Session, entry: Entry) -> Session:
    game, seat = session.game, entry.seat
    try:
        if entry.forfeit:
            return session.forfeit(seat)
        if seat not in session.to_act:
            raise _out_of_turn(session, entry)
        return session.move(seat, entry.text)
    except MoveError as error:
        raise RecordError(
            error.text,
            code=error.code,
            where=entry.where,
            turn=entry.turn,
            seat=seat,
            action=entry.text,
            rule=error.rule,
            position=error.position or game.write_position(session.state),
            suggestions=error.suggestions,
        ) from error


def _out_of_turn(session: Session, entry: Entry) -> MoveError:
    waiting = sorted(session.to_act)
    if not waiting:
        return MoveError(say("The game is over before this move."), code="game-over", given=entry.text)
    return MoveError(
        say("It is the turn of seat {waiting}, not of seat {seat}.", waiting=waiting[0], seat=entry.seat),
        code="not-to-act",
        given=entry.text,
    )


def _check_result(session: Session, script: Script) -> None:
    if script.result is None:
        return
    outcome = session.outcome
    if outcome is None:
        raise RecordError(
            say("The record gives the result {result}, but the game is not over.", result=script.result),
            code="result-early",
            where=script.result_where,
            action=script.result,
        )
    if not session.game.same_result(script.result, outcome, script.names):
        right = session.game.result_text(outcome, script.names)
        raise RecordError(
            say("The record gives the result {result}; the moves come to {right}.", result=script.result, right=right),
            code="result-wrong",
            where=script.result_where,
            action=script.result,
            suggestions=(right,),
        )


def _read_tags(text: str) -> tuple[dict[str, str], str, int]:
    """Return the tag pairs, the text below them, and the number of that text's first line."""
    tags: dict[str, str] = {}
    lines = text.removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if not line.lstrip().startswith("["):
            return tags, "\n".join(lines[number - 1 :]), number
        found = _TAG.fullmatch(line)
        if found is None:
            raise RecordError(
                say('This is no tag pair; one looks like [Mode "2"].'),
                code="tag",
                where=Where(number),
                action=line.strip(),
            )
        if found["key"] in tags:
            raise RecordError(
                say("The tag {tag} stands here a second time.", tag=found["key"]), code="tag-twice", where=Where(number)
            )
        tags[found["key"]] = re.sub(r"\\(.)", r"\1", found["value"])
    raise RecordError(say("There are no moves in this record."), code="empty", where=Where(max(1, len(lines))))


def _setup(game: Game[Any, Any, Any], tags: Mapping[str, str], text: str) -> Setup | None:
    """Return what the tags say of the setup; None without a mode, which then shows in the moves' text."""
    if "Mode" not in tags:
        return None
    if game.info.mode(tags["Mode"]) is None:
        modes = tuple(mode.key for mode in game.info.modes)
        raise RecordError(
            say("{game} has no mode {mode}.", game=game.info.name, mode=tags["Mode"]),
            code="unknown-mode",
            where=_tag_place(text, "Mode"),
            suggestions=modes,
        )
    return _completed(game, Setup(tags["Mode"]), tags, text)


def _completed(game: Game[Any, Any, Any], setup: Setup, tags: Mapping[str, str], text: str) -> Setup:
    """Return the setup with what the tags say of options, data version and position."""
    options: list[tuple[str, str]] = []
    for pair in tags.get("Options", "").split():
        key, equals, value = pair.partition("=")
        known = next((option for option in game.info.options if option.key == key), None)
        if not equals or known is None or value not in known.choices:
            raise RecordError(
                say("{game} has no option {option}.", game=game.info.name, option=pair),
                code="unknown-option",
                where=_tag_place(text, "Options"),
            )
        options.append((key, value))
    return replace(
        setup, options=tuple(options), data=tags.get(game.info.data_tag, ""), position=tags.get("Position", "")
    )


def _recognise(
    body: str, first_line: int, tags: Mapping[str, str], text: str
) -> tuple[Game[Any, Any, Any], Setup, Script]:
    """Return whose notation a text without a game tag is: the game that can read it, or that gets furthest."""
    furthest: RecordError | None = None
    for game in registry.games():
        try:
            setup, script = game.read_script(body, first_line, _setup(game, tags, text))
        except RecordError as error:
            if furthest is None or (error.where.line, error.where.column) > (
                furthest.where.line,
                furthest.where.column,
            ):
                furthest = error
        else:
            return game, setup, script
    if furthest is None:
        raise RecordError(_NO_GAME, code="unknown-game", where=Where(first_line))
    raise furthest


_NO_GAME: Text = say("This is no game's notation.")


def _chance(tags: Mapping[str, str]) -> Chance:
    """Return the chance of the `Seed` tag; a game that draws nothing gets a fixed one that it never uses."""
    seed = tags.get("Seed")
    if seed is None:
        return Chance.from_text("")
    try:
        return Chance(bytes.fromhex(seed))
    except ValueError as error:
        raise RecordError(
            say("The seed is not a number of at least 32 hexadecimal digits."), code="seed", where=Where(), action=seed
        ) from error


def _tag_place(text: str, key: str) -> Where:
    for number, line in enumerate(text.splitlines(), 1):
        found = _TAG.fullmatch(line)
        if found is not None and found["key"] == key:
            return Where(number, found.start("value") + 1)
    return Where()


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
