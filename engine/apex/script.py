"""The part of a record below its tags (section 11): lines of the program behind `*`, and a line for each decision.

    * APEX players=3 mode=standard
    * GALAXY A1=N08 A2=N20 ...
    P1 HUM@H3
    P2 SHE@H2
    P3 MIN@H1
    * DEAL 1 HUM=3,7,... SHE=... MIN=... OUT=12,13
    HUM 3W
    SHE 7C
    MIN 22X
    HUM H2,C2
    SHE D1
    MIN MOVE B1>A1 x6/PROD H1/-

`HUM F` is a surrender; what the defaults then play for its player leaves no line. A war with `,` at its end, or an
expansion without `/-`, is not over yet. The names of the players are in the tags `P1`, `P2`, ….
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.apex.grammar import plain, spread
from engine.apex.notes import MARK, UNKNOWN
from engine.apex.players import FORFEIT, Table
from engine.apex.rules import EXPLORATION, MODES
from engine.apex.writing import ACTIONS, BATTLES, CLOSING, join
from engine.errors import RecordError, Where
from engine.info import Setup
from engine.script import Drawn, Entry, Note, Script
from engine.seat import Seat
from engine.source import Line, lines_of
from engine.text import say, say_n, shortened

_SEALED = "??"
_HEAD = re.compile(r"\*\s*APEX\b(?P<pairs>.*)", re.IGNORECASE)
_PAIR = re.compile(r"\b(?P<key>\w+)\s*=\s*(?P<value>[^\s=,]*(?:\s*,\s*[^\s=,]+)*)")
_GALAXY = re.compile(r"\*\s*GALAXY\b(?P<pairs>.*)", re.IGNORECASE)
_DEAL = re.compile(r"\*\s*DEAL\s+(?P<age>[0-9]+)\b(?P<pairs>.*)", re.IGNORECASE)
_MOVE = re.compile(r"(?P<actor>[A-Za-z]{3}|[Pp][0-9])\s+(?P<text>\S.*)")


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a line says of a player: whose, in answer to what (`Table.kind`), the text and its place in the line."""

    line: Line
    seat: Seat
    kind: str
    text: str
    offset: int


def read_script(text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
    """Read the part of a record below its tags.

    Args:
        text: That part.
        first_line: The number of its first line in the file.
        setup: From the tags; without a mode, the line `* APEX` tells it.

    Raises:
        SetupError: There is no such setup.
        RecordError: It is no record of APEX, or one of a running match with things hidden in it.
    """
    lines = list(lines_of(text, first_line))
    setup = _setup(lines, first_line, setup)
    table = Table(setup)
    read: list[Line | _Answer] = []
    draws: list[Drawn] = []
    for line in lines:
        if line.text.startswith(MARK):
            read.append(line)
            draws += _drawn(line, table, positioned=bool(setup.position))
            continue
        answer = _answer(line, table)
        if answer.text != _SEALED:
            table.note(answer.seat, answer.text)
            read.append(answer)
    entries: list[Entry] = []
    notes: list[Note] = []
    for index, each in enumerate(read):
        if isinstance(each, Line):
            notes.append(Note(len(entries), each.text, each.where()))
        else:
            entries += _entries(each, read, index)
    names = tuple(f"P{seat}" for seat in range(1, table.rules.seats + 1))
    return setup, Script(names, tuple(entries), draws=tuple(draws), notes=tuple(notes))


def write_script(setup: Setup, script: Script) -> str:
    """Return the part of a record below its tags; the end stands in its notes."""
    table, notes, lines = Table(setup), list(script.notes), []
    rest = list(script.entries)
    while True:
        while notes and notes[0].after <= len(script.entries) - len(rest):
            lines.append(notes.pop(0).text)
        if not rest:
            return "".join(f"{line}\n" for line in lines)
        turn = [rest.pop(0)]
        while rest and _together(turn[-1], rest[0]):
            turn.append(rest.pop(0))
        seat, texts = turn[0].seat, [entry.text for entry in turn]
        lines.append(f"{table.name(seat)} {_written(texts, table.kind(seat, texts[0]))}")
        table.note(seat, texts[0])


def _together(one: Entry, other: Entry) -> bool:
    """Return whether two entries stand in one line."""
    return not (one.forfeit or other.forfeit) and (one.turn, one.seat) == (other.turn, other.seat)


def _written(texts: list[str], kind: str) -> str:
    """Return the moves of a turn as one text; behind a war that is not over stands a comma."""
    return join(texts) + (BATTLES if kind == "W" and texts[-1] != CLOSING else "")


def _setup(lines: list[Line], first_line: int, setup: Setup) -> Setup:
    """Return the setup with what the first line says of it, where the tags do not."""
    head = _HEAD.fullmatch(lines[0].text) if lines else None
    pairs = dict(_pairs(head["pairs"])) if head else {}
    if not setup.mode:
        players = pairs.get("PLAYERS", "")
        if players not in {mode.key for mode in MODES}:
            reason = say("A record of APEX begins with a line like: * APEX players=3 mode=standard")
            raise RecordError(reason, code="no-record", where=lines[0].where() if lines else Where(first_line))
        setup = replace(setup, mode=players)
    told = pairs.get("MODE", "").lower()
    if told == EXPLORATION.choices[1] and EXPLORATION.key not in dict(setup.options):
        setup = replace(setup, options=(*setup.options, (EXPLORATION.key, told)))
    return setup


def _answer(line: Line, table: Table) -> _Answer:
    found = _MOVE.fullmatch(line.text)
    if found is None:
        reason = say(
            "A line names a player and what they do, for example HUM 3W; lines that begin with * are the program's."
        )
        raise RecordError(reason, code="line", where=line.where(), action=shortened(line.text))
    seat = table.seat(found["actor"])
    if seat is None:
        reason = say("Nobody is called {name} here.", name=found["actor"])
        raise RecordError(reason, code="no-such-player", where=line.where(), action=found["actor"], rule="A2")
    return _Answer(line, seat, table.kind(seat, found["text"]), found["text"], found.start("text"))


def _entries(answer: _Answer, read: Sequence[Line | _Answer], index: int) -> Iterator[Entry]:
    """Yield the moves of a line, the one at an index of those that were read, and the `-` that it leaves out."""
    if answer.kind not in "WX":
        yield _entry(answer, answer.text, 0)
        return
    offset, last, open_end = 0, "", False
    for part in re.split("[,/]" if answer.kind == "W" else ACTIONS, answer.text):
        text = part.strip()
        open_end = not text
        if text:
            start = offset + len(part) - len(part.lstrip())
            for last in spread(text) if answer.kind == "X" else (text,):
                yield _entry(answer, last, start)
        offset += len(part) + 1
    closed = plain(last) == CLOSING
    if not closed and (not open_end if answer.kind == "W" else _is_closed_by(answer, read, index)):
        yield _entry(answer, CLOSING, len(answer.text))


def _is_closed_by(answer: _Answer, read: Sequence[Line | _Answer], index: int) -> bool:
    """Return whether what follows an expansion shows that it was over, though it does not say so."""
    surrenders = False
    for place in range(index + 1, len(read)):
        each = read[place]
        if isinstance(each, _Answer) and each.seat == answer.seat:
            return each.kind not in "XF"
        if isinstance(each, Line) or each.kind != "F":
            return isinstance(each, _Answer) or not surrenders
        surrenders = True
    return False


def _entry(answer: _Answer, text: str, offset: int) -> Entry:
    forfeit = answer.kind == "F"
    where = answer.line.where(answer.offset + offset)
    return Entry(0, answer.seat, FORFEIT if forfeit else text, forfeit, where)


def _drawn(line: Line, table: Table, *, positioned: bool) -> Iterator[Drawn]:
    """Yield what a line says was drawn."""
    galaxy, deal = _GALAXY.fullmatch(line.text), _DEAL.fullmatch(line.text)
    if galaxy is not None and not positioned:
        slots = table.rules.slots[table.rules.seats :]
        yield Drawn(_values(line, galaxy, slots), line.where())
    elif deal is not None:
        hands = {}
        for name, value in _pairs(deal["pairs"]):
            seat = table.seat(name)
            hands["OUT" if name == "OUT" else str(seat)] = value
        keys = [*map(str, range(1, table.rules.seats + 1)), *(["OUT"] if "OUT" in hands else [])]
        cards: list[str | int] = []
        for key in keys:
            listed = hands.get(key, "")
            numbers = [] if listed == CLOSING else [number.strip() for number in listed.split(",")]
            if UNKNOWN in listed:
                raise _masked(line)
            count = table.rules.dealt if key != "OUT" else len(numbers)
            if len(numbers) != count or not all(re.fullmatch("[0-9]{1,2}", number) for number in numbers):
                reason = say_n(
                    "In this deal every hand has {count} card.",
                    "In this deal every hand has {count} cards.",
                    table.rules.dealt,
                )
                raise RecordError(reason, code="deal", where=line.where(), action=shortened(line.text), rule="A16")
            cards += map(int, numbers)
        yield Drawn(tuple(cards), line.where())


def _values(line: Line, found: re.Match[str], slots: tuple[str, ...]) -> tuple[str, ...]:
    pairs = dict(_pairs(found["pairs"]))
    missing = next((slot for slot in slots if slot not in pairs), None)
    if missing is not None or len(pairs) != len(slots):
        reason = say("The galaxy must name a neutral sector for each of {slots}.", slots=" ".join(slots))
        raise RecordError(reason, code="galaxy", where=line.where(), action=shortened(line.text), rule="A11")
    if UNKNOWN in pairs.values():
        raise _masked(line)
    return tuple(re.sub(r"^N(\d)$", r"N0\1", pairs[slot]) for slot in slots)


def _masked(line: Line) -> RecordError:
    reason = say("This record was written for a player during the match: what it shows as ? was hidden.")
    return RecordError(reason, code="masked", where=line.where(), action=shortened(line.text))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for found in _PAIR.finditer(text):
        yield found["key"].upper(), "".join(found["value"].split()).upper()
