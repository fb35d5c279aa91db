"""The part of a record below its tags: `T0..(red.yellow)`, then a line for each turn (N2, N6, R30).

    T21..E/5E3/E3-..E/xE3.3G3/G3-
    T23..E/!4E7/E7+..#F3(R.red)

A line holds a place for each seat; a place is empty where the seat had no turn, before the start of a set-up position
or between the last turn and a surrender.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.errors import RecordError, Where
from engine.game import Setup
from engine.outcome import Outcome
from engine.replicants.outcome import result_text, safe_name
from engine.replicants.position import When, read_when
from engine.replicants.rules import MODES
from engine.script import Entry, Script, Source, unmarked
from engine.seat import Seat
from engine.text import Player, Text, say, say_n

_LINE = re.compile(r"(?:(?<=\s)|^)[Tt](?P<number>[0-9]{1,6})\s*\.\.")
_RESULT = re.compile(r"\([^()]*\)\s*$")
_FORFEIT = "F"
_FORBIDDEN_IN_NAME = ",=()/"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line `T7..…`: its number, the start of its places and their contents."""

    number: int
    offset: int
    places: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """A seat's turn in a line, and its place in the file."""

    turn: int
    seat: Seat
    offset: int
    text: str


def read_script(text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
    """Read the part of a record below its tags; without a mode in `setup`, the number of names decides."""
    when = read_when(setup.position)
    source = Source(text, first_line)
    lines = list(_lines(source))
    names = _names(source, lines)
    if not setup.mode:
        setup = replace(setup, mode=_mode_for(source, lines[0], len(names)))
    seats = next(mode.seats for mode in MODES if mode.key == setup.mode)
    if len(names) != seats:
        reason = say_n(
            "There's {count} name for {players}.",
            "There are {count} names for {players}.",
            len(names),
            players=say_n("{count} player", "{count} players", seats),
        )
        raise _error(source, lines[0].offset, "names-count", reason)
    result, offset, places = _split_result(list(_places(source, lines[1:], seats, when)))
    return setup, Script(names, tuple(_entries(source, places, when)), result, source.where(offset))


def write_script(setup: Setup, script: Script, outcome: Outcome | None) -> str:
    """Return the part of a record below its tags; names must differ in the notation's characters (`RecordError`)."""
    names = tuple(safe_name(name) for name in script.names)
    if (name := _twice(names)) is not None:
        raise RecordError(_equal(name), code="names-equal", where=Where(), rule="N7")
    when = read_when(setup.position)
    lines: dict[int, list[str]] = {}
    number, seat, action = when.round, when.seat, when.action
    for entry in script.entries:
        if entry.forfeit and entry.seat != seat:
            number, seat = number + (entry.seat < seat), entry.seat  # R30: in the place of the player's next turn
        elif entry.seat != seat:
            raise ValueError(f"{entry.text} is a move of seat {entry.seat} in the turn of seat {seat}")
        _add(lines, number, seat, _FORFEIT if entry.forfeit else entry.text)
        action += 1
        if action > 3:
            number, seat, action = number + (seat == len(names)), seat % len(names) + 1, 1
    if lines:
        lines.setdefault(when.round, [])  # R30: a player who resigns may have had their turn before a set-up position
    if outcome is not None:
        if not lines:
            _add(lines, number, seat, "")
        lines[max(lines)][-1] += result_text(outcome, names)
    return "".join(
        f"{line}\n"
        for line in (f"T0..({'.'.join(names)})", *(f"T{each}..{'..'.join(lines[each])}" for each in sorted(lines)))
    )


def _add(lines: dict[int, list[str]], number: int, seat: Seat, text: str) -> None:
    """Put an action into its place; empty places before it belong to seats without a turn."""
    places = lines.setdefault(number, [])
    if len(places) == seat:
        places[-1] = f"{places[-1]}/{text}"
        return
    places += [""] * (seat - 1 - len(places))
    places.append(text)


def _lines(source: Source) -> Iterator[_Line]:
    """Yield the lines `T0..`, `T1..`, …; each goes on until the next one begins."""
    heads = list(_LINE.finditer(source.text))
    if not heads or source.text[: heads[0].start()].strip():
        reason = say("A transcript begins with the names, like T0..(red.yellow).")
        raise _error(source, 0, "no-transcript", reason)
    ends = [head.start() for head in heads[1:]] + [len(source.text)]
    for head, end in zip(heads, ends, strict=True):
        places = []
        offset = head.end()
        for part in source.text[offset:end].split(".."):
            places.append((offset + len(part) - len(part.lstrip()), part.strip()))
            offset += len(part) + 2
        yield _Line(int(head["number"]), head.start(), tuple(places))


def _names(source: Source, lines: Sequence[_Line]) -> tuple[str, ...]:
    first = lines[0]
    offset, text = first.places[0]
    if first.number != 0 or len(first.places) > 1 or not (text.startswith("(") and text.endswith(")")):
        raise _error(source, first.offset, "names", say("A transcript begins with the names, like T0..(red.yellow)."))
    names = tuple(" ".join(name.split()) for name in text[1:-1].split("."))
    for name in names:
        wrong = next((sign for sign in _FORBIDDEN_IN_NAME if sign in name), None)
        if wrong is not None:
            reason = say("The name {name} contains {sign}, which the notation can't hold.", name=name, sign=wrong)
            raise _error(source, offset, "names", reason)
        if not name:
            raise _error(source, offset, "names", say("A name is empty."))
    if (twice := _twice(names)) is not None:
        raise _error(source, offset, "names-equal", _equal(twice))
    return names


def _twice(names: Sequence[str]) -> str | None:
    counts = Counter(names)
    return next((name for name in names if counts[name] > 1), None)


def _equal(name: str) -> Text:
    return say("Two players are called {name}.", name=name)


def _mode_for(source: Source, line: _Line, names: int) -> str:
    if names in (2, 3):
        return str(names)
    if names == 4:
        reason = say(
            'Four players can play alone or in teams, and the text doesn\'t say which: add the tag `[Mode "4"]` '
            'or `[Mode "teams"]`.'
        )
        raise _error(source, line.offset, "mode-missing", reason)
    reason = say_n(
        "There's {count} name; Replicants is for 2, 3 or 4 players.",
        "There are {count} names; Replicants is for 2, 3 or 4 players.",
        names,
    )
    raise _error(source, line.offset, "names-count", reason)


def _split_result(places: Sequence[_Place]) -> tuple[str | None, int, list[_Place]]:
    rest = list(places)
    while rest and not rest[-1].text:
        rest.pop()
    found = _RESULT.search(rest[-1].text) if rest else None
    if found is None:
        return None, 0, rest
    last = rest.pop()
    rest.append(replace(last, text=last.text[: found.start()].rstrip()))
    return found[0].strip(), last.offset + found.start(), rest


def _places(source: Source, lines: Sequence[_Line], seats: int, when: When) -> Iterator[_Place]:
    """Yield a place for each seat in each line, including those omitted at the end of a line."""
    for expected, line in enumerate(lines, when.round):
        if line.number != expected:
            reason = say("T{expected} should come here, not T{found}.", expected=expected, found=line.number)
            raise _error(source, line.offset, "turn-number", reason, turn=line.number)
        if len(line.places) > seats + 1 or any(text for _, text in line.places[seats:]):  # `..` behind the last turn
            reason = say_n(
                "This line has {count} place for {players}.",
                "This line has {count} places for {players}.",
                len(line.places),
                players=say_n("{count} player", "{count} players", seats),
            )
            raise _error(source, line.places[seats][0], "places", reason, turn=line.number)
        for seat in range(1, seats + 1):
            offset, text = line.places[seat - 1] if seat <= len(line.places) else (line.places[-1][0], "")
            yield _Place(line.number, seat, offset, text)


def _entries(source: Source, places: Sequence[_Place], when: When) -> Iterator[Entry]:
    gap: _Place | None = None
    for place in places:
        early = (place.turn, place.seat) < (when.round, when.seat)
        if early and place.text:
            reason = say("The position starts with {player}; this place comes before that.", player=Player(when.seat))
            raise _error(source, place.offset, "place-early", reason, turn=place.turn, seat=place.seat)
        if not place.text:
            gap = gap or (None if early else place)
            continue
        if gap is not None and unmarked(place.text).upper() != _FORFEIT:  # R30
            reason = say("{player}'s turn is missing.", player=Player(gap.seat))
            raise _error(source, gap.offset, "place-empty", reason, turn=gap.turn, seat=gap.seat)
        offset = place.offset
        for part in place.text.split("/"):
            text, start = unmarked(part.strip()), offset + len(part) - len(part.lstrip())
            if not text:
                reason = say("An action is missing between the slashes.")
                raise _error(source, start, "action-empty", reason, turn=place.turn, seat=place.seat)
            forfeit = text.upper() == _FORFEIT
            yield Entry(place.turn, place.seat, _FORFEIT if forfeit else text, forfeit, source.where(start))
            offset += len(part) + 1


def _error(source: Source, offset: int, code: str, reason: Text, *, turn: int = 0, seat: Seat = 0) -> RecordError:
    return RecordError(reason, code=code, where=source.where(offset), turn=turn, seat=seat, rule="N2")
