"""Record files: tag pairs as in PGN, a blank line, then the game's notation and notes.

    [Game "replicants"]
    [Mode "2"]
    [Charts "1"]

    T0..(red.yellow)
    T1..E/2E6/E..E/2E4/E

The record is authoritative: a state is a replay of it. Unknown tags are stored and otherwise ignored. A record made
elsewhere may have no tags at all, as long as its text shows its game and mode. Comments as in PGN (`{…}`, `;` to the
end of the line, `$1`) and marks after an action (`!?`) are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engine import registry
from engine.chance import Chance, Draw, DrawError
from engine.errors import MoveError, RecordError, SetupError, Where
from engine.game import HIDDEN, Game, GameInfo, Setup, chosen_options, masked_loadouts
from engine.outcome import RULINGS, Termination, ruling
from engine.script import CommentError, Entry, Note, Script, Source, uncommented
from engine.seat import Seat
from engine.session import Session
from engine.text import Text, say, shortened

# The tag pairs above a record, and the setup in them.


# The value is read in runs: a choice for each of its characters would take a hundred times its length in memory.
_TAG = re.compile(r'\s*\[\s*(?P<key>\w+)\s+"(?P<value>[^"\\]*(?:\\.[^"\\]*)*)"\s*\]\s*')


@dataclass(frozen=True, slots=True)
class Head:
    """The tag pairs of a file, the places of their values, the text below them, and the number of its first line."""

    tags: Mapping[str, str]
    places: Mapping[str, Where]
    body: str
    first_line: int


def read_tags(text: str) -> Head:
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
                say('This isn\'t a tag pair. Tag pairs look like `[Mode "2"]`.'),
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
            say("This comment is never closed: {text}", text=begun), code="comment-open", where=where, action=begun
        ) from error


def setup_of(game: Game[Any, Any, Any], head: Head) -> Setup:
    """Return the setup that the tags name; without a mode where they name none."""
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


def _options(info: GameInfo, mode: str, text: str, head: Head) -> tuple[tuple[str, str], ...]:
    """Return the options of the tag `Options`; of a record without a mode, those that any mode has."""
    options: list[tuple[str, str]] = []
    for pair in text.split():
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
    """Return a record's version of the rules; 0 for the current one, where it names none."""
    info = game.info
    number = head.tags.get("Rules")
    if number is None:
        return 0
    if re.fullmatch(r"[0-9]{1,4}", number) is None or not 1 <= int(number) <= info.rules_version:
        raise RecordError(
            say(
                "There's no version {rules} of the rules of {game} here; the latest is {latest}.",
                game=info.name,
                rules=shortened(number),
                latest=info.rules_version,
            ),
            code="unknown-rules",
            where=head.places["Rules"],
        )
    return int(number)


def tag_at_fault(game: Game[Any, Any, Any], setup: Setup, error: SetupError, places: Mapping[str, Where]) -> Where:
    key = {setup.position: "Position", setup.data: game.info.data_tag}.get(error.given, "Mode")
    if error.given in dict(setup.options):
        key = "Options"
    return places.get(key, Where())


def located(error: SetupError, where: Where) -> RecordError:
    return RecordError(error.text, code=error.code, where=where, rule=error.rule, suggestions=error.suggestions)


# The notes of a record, for games with draws and scores worth writing down (`Game.notes`).
#
# A note follows from a position and the one before it, so it is not stored: writing a record computes the notes,
# and reading one checks them.


class ReplayPoint(NamedTuple):
    """A game at one moment of its replay.

    Attributes:
        entries: The number of entries so far.
        drawn: The draws since the moment before (`engine.game.Step.drawn`).
    """

    entries: int
    state: Any
    drawn: tuple[Draw, ...] = ()


def stage_of(session: Session) -> ReplayPoint:
    return ReplayPoint(len(session.entries), session.state, session.drawn)


def notes(session: Session, seat: Seat | None, *, whole: bool) -> tuple[Note, ...]:
    game = session.game
    if not game.info.notes:
        return ()
    here = Session.start(game, session.setup, session.chance)
    stages = [stage_of(here)]
    for entry in session.entries:
        here = here.forfeit(entry.seat) if entry.forfeit else here.move(entry.seat, entry.text)
        stages.append(stage_of(here))
    return _noted(game, stages, seat, whole=whole)


def check_notes(written: tuple[Note, ...], session: Session, stages: Sequence[ReplayPoint]) -> None:
    game = session.game
    if not written or not game.info.notes:
        return
    right: dict[int, list[str]] = {}
    for note in _noted(game, stages, None, whole=True):
        right.setdefault(note.after, []).append(note.text)
    for note in written:
        here = right.get(note.after, [])
        fitting = next((text for text in here if game.same_note(note.text, text)), None)
        if fitting is None:
            raise RecordError(
                say("The record says {note}, but the moves don't lead to that.", note=shortened(note.text)),
                code="note-wrong",
                rule=session.game.info.turn_rules.record,
                where=note.where,
                action=shortened(note.text),
                suggestions=tuple(here),
            )
        here.remove(fitting)


def _noted(
    game: Game[Any, Any, Any], stages: Sequence[ReplayPoint], seat: Seat | None, *, whole: bool
) -> tuple[Note, ...]:
    now = stages[-1].state
    found: list[Note] = []
    before, count = None, -1
    for entries, state, drawn in stages:
        if entries > count:
            texts = game.notes(before, state, now, seat, whole=whole, drawn=drawn)
            found += [Note(entries, text) for text in texts]
            before, count = state, entries
    return tuple(found)


RECONSTRUCTED = "Reconstructed"
"""The tag that names the reconstructed part of the data; for people who read the file, not for the program."""


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record; `places` has the place of each tag's value in the file."""

    game: Game[Any, Any, Any]
    setup: Setup
    script: Script
    tags: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Where] = field(default_factory=dict)


def read(text: str) -> Record:
    """Read a record; a `RecordError` has line, column and reason."""
    head = read_tags(text)
    if "Game" not in head.tags:
        return _recognised(head)
    try:
        game = registry.get(head.tags["Game"].casefold())
    except SetupError as error:
        raise located(error, head.places["Game"]) from error
    return _read_as(game, head)


def replay(record: Record) -> Session:
    """Play a record to its end; a `RecordError` has the place and reason of a wrong move or result."""
    game, setup = record.game, record.setup
    try:
        session = Session.start(game, setup, _chance(record))
    except SetupError as error:
        raise located(error, tag_at_fault(game, setup, error, record.places)) from error
    except DrawError as error:
        raise _wrong_draw(error, record) from error
    late = record.tags.get("Termination") == Termination.TIME
    stages = [stage_of(session)]
    try:
        for index, entry in enumerate(record.script.entries, 1):
            # The notation writes every surrender alike; the tag marks the last one as a timeout.
            session = _replayed(session, entry, late=late and index == len(record.script.entries))
            stages.append(stage_of(session))
        session = _closed(session)
        stages.append(stage_of(session))
    except DrawError as error:
        wrong = _wrong_draw(error, record)
        check_notes(_before(wrong, record.script.notes), session, stages)
        raise wrong from error
    except RecordError as error:
        check_notes(_before(error, record.script.notes), session, stages)
        raise
    session = _ruled(session, record)
    check_notes(record.script.notes, session, stages)
    _check_result(session, record.script)
    return session


def write(
    session: Session,
    names: Sequence[str],
    tags: Mapping[str, str] | None = None,
    *,
    reveal: bool = True,
    reader: Seat | None = None,
) -> str:
    """Return the record of a session.

    Args:
        session: The game.
        names: Of the players, for seat 1, 2, ….
        tags: Further tag pairs; they cannot replace those that the game needs.
        reveal: Write the seed, all draws and every move. False during the match: `??` then stands for moves and
            loadouts hidden from the reader, and the record cannot be replayed.
        reader: The reader's seat where not everything is revealed; None for a spectator.
    """
    info, setup, outcome = session.game.info, session.setup, session.outcome
    own = {"Game": info.key, "Mode": setup.mode, **dict(zip(info.name_tags, names, strict=False))}
    if setup.options:
        own["Options"] = " ".join(f"{key}={value}" for key, value in setup.options)
    if info.data_tag:
        own[info.data_tag] = setup.data or info.data_version
    if (reconstructed := info.reconstruction(setup.data)) is not None:
        own[RECONSTRUCTED] = str(reconstructed).removeprefix(f"{RECONSTRUCTED}: ")
    if info.rules_version > 1:
        own["Rules"] = str(setup.rules or info.rules_version)
    if setup.position:
        own["Position"] = setup.position if reveal else _masked(session, reader)
    if info.uses_chance and reveal and session.chance.recorded is None:
        own["Seed"] = session.chance.seed.hex()
    if outcome is not None:
        own["Termination"] = outcome.termination.value
    if session.ruling is not None:
        own["Ranks"] = " ".join(map(str, session.ruling.ranks))
    extra = {key: value for key, value in (tags or {}).items() if key not in own and key != "Seed"}
    head = "".join(f'[{key} "{_escaped(value)}"]\n' for key, value in {**own, **extra}.items())
    entries = tuple(_for_reader(entry, reader, whole=reveal) for entry in session.entries)
    script = Script(tuple(names), entries, notes=notes(session, reader, whole=reveal))
    by_rules = None if session.ruling is not None else outcome  # no game has a notation for rulings
    known = setup if reveal else masked_loadouts(setup, reader)
    return f"{head}\n{session.game.write_script(known, script, by_rules)}"


def _for_reader(entry: Entry, reader: Seat | None, *, whole: bool) -> Entry:
    return entry if entry.shown(reader, over=whole) == entry.text else replace(entry, text=HIDDEN)


def _masked(session: Session, reader: Seat | None) -> str:
    start = Session.start(session.game, session.setup, session.chance)
    return start.setup.position if start.game.info.open else start.game.masked_position(start.state, reader)


def _closed(session: Session) -> Session:
    """Return the session with its last turn closed, if that is an open list that takes no more moves."""
    for seat in session.to_act:
        listed = session.game.listing(session.state, seat)
        if listed is not None and listed.done and not listed.whole:
            return session.move(seat, listed.close)
    return session


def _ruled(session: Session, record: Record) -> Session:
    given, ranks = record.tags.get("Termination", ""), record.tags.get("Ranks", "")
    if session.outcome is not None or given not in {each.value for each in RULINGS}:
        return session
    try:
        return session.rule(ruling(Termination(given), [int(rank) for rank in ranks.split()]))
    except ValueError as error:
        raise RecordError(
            say("These aren't ranks. Ranks look like {example}.", example="1 2"),
            code="ranks",
            where=record.places.get("Ranks", record.places["Termination"]),
            action=shortened(ranks),
        ) from error


def _replayed(session: Session, entry: Entry, *, late: bool) -> Session:
    game, seat = session.game, entry.seat
    if entry.text == HIDDEN:
        reason = say("This record was made during the match, for one reader: what it shows as ?? was still hidden.")
        raise RecordError(reason, code="masked", where=entry.where, turn=entry.turn, seat=seat, action=HIDDEN)
    try:
        if entry.forfeit:
            return session.forfeit(seat, late=late)
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
            action=shortened(entry.text),
            rule=error.rule,
            position=error.position or game.write_position(session.state),
            suggestions=error.suggestions,
        ) from error


def _wrong_draw(error: DrawError, record: Record) -> RecordError:
    script, rule = record.script, record.game.info.turn_rules.record
    if error.index >= len(script.draws):
        text = say("The record has neither the seed nor the next draw, so it can't be replayed.")
        where = script.draws[-1].where if script.draws else Where()
        return RecordError(text, code="draw-missing", where=where, rule=rule)
    drawn = script.draws[error.index]
    given = shortened(",".join(map(str, drawn.values)))
    return RecordError(
        say("This can't have been drawn: {draw}", draw=given), code="draw", where=drawn.where, action=given, rule=rule
    )


def _before(error: RecordError, written: Sequence[Note]) -> tuple[Note, ...]:
    """Return the notes before an error in a record: the first wrong one of them is reported instead."""
    line = error.where.line
    return tuple(note for note in written if note.where.line < line)


def _out_of_turn(session: Session, entry: Entry) -> MoveError:
    waiting = sorted(session.to_act)
    if not waiting:
        return MoveError(
            say("The game is over before this move."),
            code="game-over",
            rule=session.game.info.turn_rules.end,
            given=shortened(entry.text),
        )
    begun = bool(session.entries) and session.entries[-1].turn == session.game.turn(session.state)
    return MoveError(
        say("Seat {waiting} hadn't finished its turn before this move.", waiting=waiting[0])
        if begun
        else say("It's seat {waiting}'s turn, not seat {seat}'s.", waiting=waiting[0], seat=entry.seat),
        code="not-to-act",
        rule=session.game.info.turn_rules.content if begun else session.game.info.turn_rules.order,
        given=shortened(entry.text),
    )


def _check_result(session: Session, script: Script) -> None:
    if script.result is None:
        return
    outcome = session.outcome
    if outcome is None:
        raise RecordError(
            say("The record gives the result {result}, but the game isn't over.", result=shortened(script.result)),
            code="result-early",
            rule=session.game.info.turn_rules.end,
            where=script.result_where,
            action=shortened(script.result),
        )
    if not session.game.same_result(script.result, outcome, script.names):
        right = session.game.result_text(outcome, script.names)
        raise RecordError(
            say(
                "The record gives the result {result}, but the moves lead to {right}.",
                result=shortened(script.result),
                right=right,
            ),
            code="result-wrong",
            rule=session.game.info.turn_rules.end,
            where=script.result_where,
            action=shortened(script.result),
            suggestions=(right,),
        )


def _read_as(game: Game[Any, Any, Any], head: Head) -> Record:
    setup = setup_of(game, head)
    try:
        setup, script = game.read_script(head.body, head.first_line, setup)
    except SetupError as error:
        raise located(error, tag_at_fault(game, setup, error, head.places)) from error
    if game.info.name_tags:
        tagged = zip(game.info.name_tags, script.names, strict=False)
        script = replace(script, names=tuple(head.tags.get(tag) or name for tag, name in tagged))
    return Record(game, setup, script, head.tags, head.places)


def _recognised(head: Head) -> Record:
    """Read a record without a game tag as one of the game that can read it.

    Raises:
        RecordError: None can. It is the error of the game whose notation the moves are in, or that gets furthest.
    """
    best: tuple[bool, int, int] | None = None
    found = RecordError(_NO_GAME, code="unknown-game", where=Where(head.first_line))
    for game in registry.games():
        try:
            return _read_as(game, head)
        except RecordError as error:
            progress = (_is_notation_of(game, head), error.where.line, error.where.column)
            if best is None or progress > best:
                best, found = progress, error
    raise found


def _is_notation_of(game: Game[Any, Any, Any], head: Head) -> bool:
    """Return whether the text below the tags is in this game's notation, whatever the tags say."""
    try:
        game.read_script(head.body, head.first_line, Setup(""))
    except (RecordError, SetupError):
        return False
    return True


_NO_GAME: Text = say("This isn't the notation of any game here.")


def _chance(record: Record) -> Chance:
    """Return the chance of the `Seed` tag; a game without draws gets a fixed one that it never uses."""
    seed = record.tags.get("Seed")
    if not record.game.info.uses_chance:
        return Chance.from_text("")
    if seed is None:
        return Chance.scripted([drawn.values for drawn in record.script.draws])
    try:
        return Chance(bytes.fromhex(seed))
    except ValueError as error:
        raise RecordError(
            say("The seed has to be a number with 32 to 128 hexadecimal digits."),
            code="seed",
            where=record.places.get("Seed", Where()),
            action=shortened(seed),
        ) from error


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
