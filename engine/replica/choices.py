"""Menus for moves: kind, piece, target."""

from __future__ import annotations

from collections.abc import Sequence

from engine.choices import Choice
from engine.replica.board import NAMES
from engine.replica.moves import Go, Move, Transform
from engine.replica.state import State
from engine.text import Text, say

_MOVE = Choice("move", say("Move", context="kind of action"))
_TRANSFORM = Choice("transform", say("Make a king"))
_CLOSE = Choice("close", say("End the turn"))


def choices(state: State, move: Move) -> tuple[Choice, ...]:
    match move:
        case Go(origin, target):
            return (_MOVE, piece(state, origin), _target(state, target))
        case Transform(square):
            return (_TRANSFORM, piece(state, square))
        case _:
            return (_CLOSE,)


def step(chosen: Sequence[Choice]) -> Text:
    if not chosen:
        return say("Choose what to do.")
    if len(chosen) > 1:
        return say("Choose where it goes.")
    return say("Choose a piece to make a king.") if chosen[0] == _TRANSFORM else say("Choose a piece.")


def piece(state: State, square: int) -> Choice:
    name = NAMES[square]
    if state.kings >> square & 1:
        return Choice(name, say("King on {square}", square=name))
    return Choice(name, say("Piece on {square}", square=name))


def _target(state: State, square: int) -> Choice:
    name = NAMES[square]
    if not state.theirs >> square & 1:
        return Choice(name, say("{square}", square=name))
    if state.kings >> square & 1:
        return Choice(name, say("{square}: capture the king", square=name))
    return Choice(name, say("{square}: capture", square=name))
