"""Set-up positions in one line, so that games and puzzles can start anywhere.

    position = when " | " side { " | " side } [ " | " end ]
    when     = "T" round "." seat "." action                        T21.1.1: turn 21, player 1, first action
    side     = energy hearts souls [trophies] replicant { replicant }   in the order of seats, separated by spaces
    energy   = "e" ( 0 to 7 | 9 )                                   e4
    hearts   = "h" number                                           h2: hearts in the reserve
    souls    = "r" ( value { value } | "-" )                        r3344: souls in the reserve
    trophies = "t" ( value { value } | "-" )                        t27: enemies destroyed, in order; with points only
    replicant = value hex ":" heading                               1E8:3: headings 0 to 5, clockwise, 0 is line + 1
    end      = "end " ( "M" | "R" | "F" ) " by " seat " out " seat { "." seat }     only once the game is over

Points follow from the trophies. Mode and chart set are outside the position, in `Setup` or in the record's tags.
Example, the last turns of the printed game:

    T21.1.1 | e4 h2 r34 1E8:3 2D7:3 2F8:3 3D8:3 3F9:3 5G5:3 6E4:3 | e7 h3 r3 1E2:0 2D3:0 2F2:0 3G4:0 5D2:0 6F3:0
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from engine.errors import SetupError
from engine.replicants.board import MATRIX, NAMES, RESERVE_VALUES, VALUES, heading_of, piece, place_of, souls, value_of
from engine.replicants.rules import Rules
from engine.replicants.state import LEAST, End, Side, State, side
from engine.script import refuse_long_position
from engine.seat import Seat
from engine.text import Text, say, say_n, shortened

_WHEN = re.compile(r"T(?P<round>[1-9][0-9]{0,5})\.(?P<seat>[0-9])\.(?P<action>[0-9])", re.IGNORECASE | re.ASCII)
_REPLICANT = re.compile(r"(?P<value>[0-9])(?P<hex>[A-Z][0-9]):(?P<heading>[0-9])", re.IGNORECASE | re.ASCII)
_FIELD = re.compile(r"(?P<name>[ehrt])(?P<digits>[0-9]{1,60}|-)", re.IGNORECASE | re.ASCII)
_END = re.compile(
    r"end\s+(?P<code>[MRF])\s+by\s+(?P<by>[0-9])\s+out\s+(?P<out>[0-9](\.[0-9])*)", re.IGNORECASE | re.ASCII
)
_MOST = 2_000
"""Characters of a position; four sides at their fullest, with all their trophies, take about 550."""
_ENERGIES = (0, 1, 2, 3, 4, 5, 6, 7, 9)


@dataclass(frozen=True, slots=True)
class When:
    """The moment of a position: round from 1, seat, action 1 to 3."""

    round: int
    seat: Seat
    action: int


def write_position(state: State) -> str:
    parts = [f"T{state.round}.{state.seat}.{state.action}"]
    for each in state.sides:
        reserve = "".join(str(value) * count for value, count in zip(RESERVE_VALUES, each.reserve, strict=True))
        fields = [f"e{each.energy}", f"h{each.hearts}", f"r{reserve or '-'}"]
        if state.rules.counts_points:
            fields.append(f"t{''.join(map(str, each.trophies)) or '-'}")
        fields += [f"{value_of(code)}{NAMES[place_of(code)]}:{heading_of(code)}" for code in each.pieces]
        parts.append(" ".join(fields))
    if state.end is not None:
        end = state.end
        parts.append(f"end {end.code} by {end.by} out {'.'.join(map(str, end.out))}")
    return " | ".join(parts)


def read_when(text: str) -> When:
    """Return only the moment of a position; the start's if `text` is empty."""
    if not text:
        return When(1, 1, 1)
    refuse_long_position(text, _MOST)
    first = text.split("|", maxsplit=1)[0].strip()
    found = _WHEN.fullmatch(first)
    if found is None:
        raise _wrong(
            text,
            "position-when",
            say(
                "{text} isn't a point in the game. Write one like T21.1.1: turn, player, action.", text=shortened(first)
            ),
        )
    return When(int(found["round"]), int(found["seat"]), int(found["action"]))


def read_position(rules: Rules, text: str) -> State:
    """Return a position in the form of `write_position`; pieces and fields of a side may be in any order."""
    when = read_when(text)
    seats = rules.mode.seats
    parts = [part.strip() for part in text.split("|")][1:]
    end = None
    if parts and parts[-1].casefold().startswith("end"):
        end = _read_end(rules, text, parts.pop())
    if not 1 <= when.seat <= seats or not 1 <= when.action <= 3:
        raise _wrong(text, "position-when", say("Players are numbered 1 to {seats} and actions 1 to 3.", seats=seats))
    if len(parts) != seats:
        raise _wrong(
            text,
            "position-sides",
            say_n(
                "The position has {count} side, but this mode has {seats}.",
                "The position has {count} sides, but this mode has {seats}.",
                len(parts),
                seats=seats,
            ),
        )
    sides = tuple(_read_side(rules, text, seat, part) for seat, part in enumerate(parts, 1))
    state = State(rules, when.round, when.seat, when.action, sides, end)
    _check_cells(state, text)
    for seat in range(1, seats + 1):
        _check_side(state, text, seat)
    _check_trophies(state, text)
    _check_end(state, text)
    return state


def _read_side(rules: Rules, text: str, seat: Seat, part: str) -> Side:
    fields: dict[str, str] = {}
    pieces: list[int] = []
    for word in part.split():
        replicant, entry = _REPLICANT.fullmatch(word), _FIELD.fullmatch(word)
        if replicant is not None:
            pieces.append(_read_replicant(rules, text, seat, replicant))
        elif entry is not None and entry["name"].lower() not in fields:
            fields[entry["name"].lower()] = entry["digits"]
        else:
            raise _wrong(
                text, "position-word", say("Side {seat}: {word} can't be read here.", seat=seat, word=shortened(word))
            )
    wanted = "ehrt" if rules.counts_points else "ehr"
    for name in wanted:
        if name not in fields:
            raise _wrong(text, "position-field", say("Side {seat}: the field {name} is missing.", seat=seat, name=name))
    if "t" in fields and not rules.counts_points:
        raise _wrong(text, "position-field", say("Side {seat}: this mode doesn't count trophies.", seat=seat))
    energy, hearts = (int(fields[name]) if fields[name].isdigit() else -1 for name in "eh")
    if energy not in _ENERGIES:
        raise _wrong(text, "position-energy", say("Side {seat}: energy is 0 to 7, or 9.", seat=seat), "R12")
    reserve = Counter(_values(fields["r"]))
    if not set(reserve) <= set(RESERVE_VALUES):
        raise _wrong(text, "position-reserve", say("Side {seat}: souls in the reserve are 2 to 7.", seat=seat), "R6")
    return side(
        pieces,
        energy=energy,
        hearts=hearts,
        reserve=tuple(reserve[value] for value in RESERVE_VALUES),
        trophies=tuple(_values(fields.get("t", "-"))),
    )


def _read_replicant(rules: Rules, text: str, seat: Seat, found: re.Match[str]) -> int:
    value, heading = int(found["value"]), int(found["heading"])
    cell = rules.board.cells.get(found["hex"].upper())
    if value not in VALUES:
        raise _wrong(text, "position-value", say("Side {seat}: there's no soul {value}.", seat=seat, value=value), "R6")
    if cell is None:
        raise _wrong(
            text, "position-hex", say("Side {seat}: {hex} isn't in the arena.", seat=seat, hex=found["hex"]), "R2"
        )
    if heading > 5:
        raise _wrong(text, "position-heading", say("Side {seat}: headings go from 0 to 5.", seat=seat), "R1")
    return piece(value, cell, heading)


def _read_end(rules: Rules, text: str, part: str) -> End:
    found = _END.fullmatch(part)
    seats = rules.mode.seats
    if found is None:
        raise _wrong(
            text, "position-end", say("{text} isn't an end. Ends look like: end R by 2 out 2", text=shortened(part))
        )
    by, out = int(found["by"]), tuple(sorted({int(seat) for seat in found["out"].split(".")}))
    if not all(1 <= seat <= seats for seat in (by, *out)):
        raise _wrong(text, "position-end", say("Players are numbered 1 to {seats}.", seats=seats))
    return End(found["code"].upper(), by, out)


def _check_cells(state: State, text: str) -> None:
    seen: set[int] = set()
    for each in state.sides:
        for code in each.pieces:
            cell = place_of(code)
            if cell in seen:
                raise _wrong(text, "position-hex-twice", say("There are two Replicants on {hex}.", hex=NAMES[cell]))
            seen.add(cell)


def _check_side(state: State, text: str, seat: Seat) -> None:
    each, data = state.sides[seat - 1], souls()
    in_arena = Counter(map(value_of, each.pieces))
    for value, owned in zip(VALUES, data.souls, strict=True):
        used = in_arena[value] + (each.reserve[value - 2] if value != MATRIX else 0)
        if used > owned:
            reason = say_n(
                "Side {seat}: {count} soul of value {value}, but a player owns {owned}.",
                "Side {seat}: {count} souls of value {value}, but a player owns {owned}.",
                used,
                seat=seat,
                value=value,
                owned=owned,
            )
            raise _wrong(text, "position-souls", reason, "R6")
    hearts = state.rules.hearts - len(each.pieces)
    if each.hearts != hearts:
        reason = say_n(
            "Side {seat}: {count} Replicant in the arena leaves {hearts} in the reserve.",
            "Side {seat}: {count} Replicants in the arena leave {hearts} in the reserve.",
            len(each.pieces),
            seat=seat,
            hearts=say_n("{count} heart", "{count} hearts", hearts),
        )
        raise _wrong(text, "position-hearts", reason, "R6")
    if state.end is None or seat not in state.end.out:
        if not in_arena[MATRIX]:
            raise _wrong(text, "position-matrix", say("Side {seat}: the matrix is missing.", seat=seat), "R6")
        if len(each.pieces) <= LEAST:
            reason = say_n(
                "Side {seat}: with {count} Replicant the game is over.",
                "Side {seat}: with {count} Replicants the game is over.",
                len(each.pieces),
                seat=seat,
            )
            raise _wrong(text, "position-few", reason, "R22")


def _check_end(state: State, text: str) -> None:
    """Check that an end names the seats that resigned, lost their matrix, or have three or fewer left."""
    end = state.end
    if end is None:
        return
    lost = [seat for seat in end.out if MATRIX not in map(value_of, state.sides[seat - 1].pieces)]
    few = [seat for seat in end.out if len(state.sides[seat - 1].pieces) <= LEAST]
    if end.code == "F":
        fits = end.out == (end.by,) and not lost and not few
    elif end.code == "M":
        fits = bool(lost) and {*lost, *few} == set(end.out) and end.by not in end.out
    else:
        fits = not lost and few == list(end.out) and (end.by not in end.out or len(end.out) == 1)
    if not fits:
        raise _wrong(text, "position-end", say("The end doesn't match what's in the arena."), "R22")


def _check_trophies(state: State, text: str) -> None:
    """Check that every trophy is a soul that left the game, and not the destroyer's own (R15)."""
    gone: list[Counter[int]] = []
    for each in state.sides:
        missing = Counter(dict(zip(VALUES, souls().souls, strict=True)))
        missing.subtract(map(value_of, each.pieces))
        missing.subtract(dict(zip(RESERVE_VALUES, each.reserve, strict=True)))
        gone.append(missing)
    taken = Counter(value for each in state.sides for value in each.trophies)
    for value, count in taken.items():
        total = sum(missing[value] for missing in gone)
        for seat, each in enumerate(state.sides, 1):
            if each.trophies.count(value) > total - gone[seat - 1][value] or count > total:
                reason = say(
                    "Side {seat}: it can't have destroyed that many enemies of value {value}.", seat=seat, value=value
                )
                raise _wrong(text, "position-trophies", reason, "R15")


def _values(digits: str) -> list[int]:
    return [] if digits == "-" else [int(digit) for digit in digits]


def _wrong(given: str, code: str, text: Text, rule: str = "") -> SetupError:
    return SetupError(text, code=code, rule=rule, given=given)
