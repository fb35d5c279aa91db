"""Moves as text: read without a position, written the one canonical way (P10)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import NotationError
from engine.replica.board import NAMES
from engine.replica.moves import Go, Move, Transform
from engine.replica.state import State
from engine.text import Text, say

_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]|->|\u2192")
_TIMES = re.compile("[\u00d7\u2715\u2716\u2717\u2718:]")

_SQUARE = r"[a-z][0-9]+"
_GO = re.compile(rf"(?P<origin>{_SQUARE})(?P<mark>[-x]?)(?P<target>{_SQUARE})")
_TRANSFORM = re.compile(rf"(?P<square>{_SQUARE})=?k")
_TARGET = re.compile(rf"(?P<mark>x?)(?P<target>{_SQUARE})")


@dataclass(frozen=True, slots=True)
class WrittenGo:
    """`b2-c3` or `b2xc3`; the origin is empty if omitted, as in `c3`."""

    origin: str
    target: str
    captures: bool


@dataclass(frozen=True, slots=True)
class WrittenTransform:
    """`a3=K`."""

    square: str


@dataclass(frozen=True, slots=True)
class WrittenClose:
    """`-`."""


Written = WrittenGo | WrittenTransform | WrittenClose


def read_move(text: str) -> Written:
    plain = _TIMES.sub("x", _DASHES.sub("-", "".join(text.split()))).casefold()
    if plain == "-":
        return WrittenClose()
    found = _GO.fullmatch(plain)
    if found is not None:
        return WrittenGo(found["origin"], found["target"], found["mark"] == "x")
    found = _TRANSFORM.fullmatch(plain)
    if found is not None:
        return WrittenTransform(found["square"])
    found = _TARGET.fullmatch(plain)
    if found is not None:
        return WrittenGo("", found["target"], found["mark"] == "x")
    if not plain:
        raise NotationError(say("A move is missing here."), code="empty", rule="P10", given=text)
    if plain == "f":
        raise NotationError(
            say("F means resigning; it isn't a move in a turn."), code="forfeit", rule="P10", given=text
        )
    raise NotationError(
        say("{text} isn't a move. Moves look like b2-c3, b2xc3 or a3=K.", text=text),
        code="unreadable",
        rule="P10",
        given=text,
    )


# Writing moves, the one canonical way (P10).


CLOSING = "-"


def format_move(state: State, move: Move) -> str:
    """Return the canonical text of a legal move: `b2-c3`, `b2xc3`, `a3=K` or `-`."""
    match move:
        case Go(origin, target):
            mark = "x" if state.theirs >> target & 1 else "-"
            return f"{NAMES[origin]}{mark}{NAMES[target]}"
        case Transform(square):
            return f"{NAMES[square]}=K"
        case _:
            return CLOSING


# Moves in few words, for the buttons that play them.


def brief(state: State, move: Move) -> Text:
    match move:
        case Go(origin, target):
            if state.theirs >> target & 1:
                return say("{origin} × {target}", origin=NAMES[origin], target=NAMES[target])
            return say("{origin} → {target}", origin=NAMES[origin], target=NAMES[target])
        case Transform(square):
            return say("make {square} a king", square=NAMES[square])
        case _:
            return say("end the turn", context="in few words")
