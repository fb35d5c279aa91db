"""Moves as text (N3 to N5, N7): read without a position, written the one canonical way."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import assert_never

from engine.errors import NotationError
from engine.replicants.attacks import shots
from engine.replicants.board import MATRIX, NAMES, targets_in_order, value_of
from engine.replicants.moves import Arcs, Charge, Create, Go, Move, Rotate, Skip, Strike
from engine.replicants.state import State, occupied, owner_of, piece_on
from engine.text import Text, say

_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_TIMES = re.compile("[\u00d7\u2715\u2716\u2717\u2718]")

_HEX = r"[A-Z][0-9]+"
_GO = rf"(?P<value>[0-9])(?P<origin>{_HEX})?(?P<target>{_HEX})(?P<mark>X?)"
_PATTERNS = {
    "strike": re.compile(rf"#(?P<hex>{_HEX})"),
    "create": re.compile(rf"!(?P<value>[0-9])(?P<hex>{_HEX})"),
    "rotate": re.compile(rf"(?P<hex>{_HEX})(?P<turn>[-+])"),
    "go": re.compile(_GO),
    "arcs": re.compile(rf"(?P<targets>X{_HEX}(\.X{_HEX})*)(\.{_GO})?"),
}


@dataclass(frozen=True, slots=True)
class WrittenCharge:
    """`E`."""


@dataclass(frozen=True, slots=True)
class WrittenSkip:
    """`0`."""


@dataclass(frozen=True, slots=True)
class WrittenStrike:
    """`#C7`."""

    hex: str


@dataclass(frozen=True, slots=True)
class WrittenGo:
    """`4E7`, `4G8E7`, `6H5x`; the origin is empty if omitted."""

    value: int
    origin: str
    target: str
    captures: bool


@dataclass(frozen=True, slots=True)
class WrittenArcs:
    """`xG8.xG7.4E6`; the companion may be absent."""

    targets: tuple[str, ...]
    companion: WrittenGo | None


@dataclass(frozen=True, slots=True)
class WrittenCreate:
    """`!6D2`."""

    value: int
    hex: str


@dataclass(frozen=True, slots=True)
class WrittenRotate:
    """`D2-` or `D2+`; `by` is -1 or +1."""

    hex: str
    by: int


Written = WrittenCharge | WrittenSkip | WrittenStrike | WrittenGo | WrittenArcs | WrittenCreate | WrittenRotate


def read_move(text: str) -> Written:
    plain = _TIMES.sub("X", _DASHES.sub("-", "".join(text.split()))).upper()
    if plain == "E":
        return WrittenCharge()
    if plain == "0":
        return WrittenSkip()
    for kind, pattern in _PATTERNS.items():
        found = pattern.fullmatch(plain)
        if found is not None:
            return _shape(kind, found, text)
    if not plain:
        raise NotationError(say("There's no action here."), code="empty", rule="N2", given=text)
    if plain == "F":
        raise NotationError(
            say("F means you resign; you can't use it as an action within a turn."),
            code="forfeit",
            rule="R30",
            given=text,
        )
    raise NotationError(
        say("{text} isn't an action. Actions look like E, #C7, 4E7, 6H5x, xG8.4E6, !6D2, D2- or D2+.", text=text),
        code="unreadable",
        rule="N2",
        given=text,
    )


def _shape(kind: str, found: re.Match[str], text: str) -> Written:
    if kind == "strike":
        return WrittenStrike(found["hex"])
    if kind == "create":
        return WrittenCreate(int(found["value"]), found["hex"])
    if kind == "rotate":
        return WrittenRotate(found["hex"], -1 if found["turn"] == "-" else +1)
    if kind == "go":
        return _go(found)
    targets = tuple(target.removeprefix("X") for target in found["targets"].split("."))
    counts = Counter(targets)
    twice = next((target for target in targets if counts[target] > 1), None)
    if twice is not None:
        raise NotationError(
            say("{hex} is listed twice as a target of the arcs.", hex=twice),
            code="arcs-target-twice",
            rule="N7",
            given=text,
        )
    return WrittenArcs(targets, _go(found) if found["target"] else None)


def _go(found: re.Match[str]) -> WrittenGo:
    return WrittenGo(int(found["value"]), found["origin"] or "", found["target"], bool(found["mark"]))


# Writing moves in the official notation, the one canonical way (N3 to N5, N7).


def format_move(state: State, move: Move) -> str:
    match move:
        case Go():
            # With the origin only if another legal move needs it (N4).
            blocked = occupied(state.sides)
            origin = "" if _alone(state, move, blocked, []) else NAMES[move.origin]
            mark = "x" if blocked >> move.target & 1 else ""
            return f"{move.value}{origin}{NAMES[move.target]}{mark}"
        case Rotate(cell, by):
            return f"{NAMES[cell]}{'+' if by > 0 else '-'}"
        case Charge():
            return "E"
        case Strike(cell):
            return f"#{NAMES[cell]}"
        case Create(value, cell):
            return f"!{value}{NAMES[cell]}"
        case Arcs(targets, None):
            return targets_text(targets)
        case Arcs(targets, Go() as companion):
            return f"{targets_text(targets)}.{_companion_text(state, targets, companion)}"
        case Skip():
            return "0"
    raise AssertionError(move)


def targets_text(targets: int) -> str:
    """Return the targets of a volley: by column, then by falling line (N7)."""
    return ".".join([f"x{NAMES[cell]}" for cell in targets_in_order(targets)])


def _companion_text(state: State, targets: int, move: Go) -> str:
    shooters = shots(state)[targets]
    excluded = shooters if len(shooters) == 1 else []
    alone = _alone(state, move, occupied(state.sides) & ~targets, excluded)
    return f"{move.value}{'' if alone else NAMES[move.origin]}{NAMES[move.target]}"


def _alone(state: State, move: Go, blocked: int, excluded: list[int]) -> bool:
    """Return whether no other Replicant of the same value may go to the same cell.

    The other conditions of R7 to R28 on a plain move depend on its target alone, so reach decides.
    """
    board = state.rules.board
    return not any(
        board.reach[code][blocked & board.stops[code]] >> move.target & 1
        for code in state.sides[state.seat - 1].pieces
        if code >> 10 == move.value and code >> 3 & 127 != move.origin and code not in excluded
    )


# Moves in few words, for the buttons that play them.


def brief(state: State, move: Move) -> Text:
    """Return a legal move in few words: "2 E7 → E6"."""
    match move:
        case Charge():
            return say("charge", context="in few words")
        case Skip():
            return say("nothing", context="in few words")
        case Strike(cell):
            return say("strike {piece}", piece=_piece(state, cell), context="in few words")
        case Rotate(cell, by):
            if by < 0:
                return say("rotate {hex} left", hex=NAMES[cell])
            return say("rotate {hex} right", hex=NAMES[cell])
        case Create(value, cell):
            return say("create {value} on {hex}", value=value, hex=NAMES[cell])
        case Go():
            return _brief_go(state, move)
        case Arcs(targets, companion):
            struck = " ".join(NAMES[cell] for cell in targets_in_order(targets))
            volley = say("arcs on {hexes}", hexes=struck)
            return volley if companion is None else say("{one}, {next}", one=volley, next=_brief_go(state, companion))
        case _:
            assert_never(move)


def _brief_go(state: State, move: Go) -> Text:
    piece, target = _piece(state, move.origin), NAMES[move.target]
    if owner_of(state, move.target) is None:
        return say("{piece} → {hex}", piece=piece, hex=target)
    return say("{piece} × {hex}", piece=piece, hex=target)


def _piece(state: State, cell: int) -> Text:
    """Return the label of one's own Replicant on a cell: "2 E7"."""
    code = piece_on(state.sides[state.seat - 1], cell)
    if code is None:
        raise AssertionError(f"no own Replicant on {NAMES[cell]}")
    if value_of(code) == MATRIX:
        return say("matrix {hex}", hex=NAMES[cell])
    return say("{value} {hex}", value=value_of(code), hex=NAMES[cell])
