"""Menus for moves: kind, Replicant, target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.choices import Choice
from engine.replicants.board import MATRIX, NAMES, value_of
from engine.replicants.moves import Arcs, Charge, Create, Go, Move, Rotate, Skip, Strike
from engine.replicants.notation import targets_text
from engine.replicants.state import State, owner_of, piece_on
from engine.text import Player, Text, say

_CHARGE = Choice("charge", say("Charge the matrix"))
_STRIKE = Choice("strike", say("Overload: strike one of your own Replicants"))
_MOVE = Choice("move", say("Move", context="kind of action"))
_CAPTURE = Choice("destroy", say("Move and destroy"))
_ARCS = Choice("arcs", say("Electric arcs"))
_CREATE = Choice("create", say("Create", context="kind of action"))
_ROTATE = Choice("rotate", say("Rotate", context="kind of action"))
_SKIP = Choice("skip", say("Nothing to move or create"))
_LEFT = Choice("left", say("To the left"))
_RIGHT = Choice("right", say("To the right"))


def choices(state: State, move: Move) -> tuple[Choice, ...]:
    match move:
        case Charge():
            return (_CHARGE,)
        case Skip():
            return (_SKIP,)
        case Strike(cell):
            return (_STRIKE, _replicant(state, cell))
        case Rotate(cell, by):
            return (_ROTATE, _replicant(state, cell), _LEFT if by < 0 else _RIGHT)
        case Create(value, cell):
            return (_CREATE, Choice(str(value), say("Soul {value}", value=value)), _hex(cell))
        case Go(_, origin, target):
            victim = _victim(state, target)
            what, where = (_MOVE, _hex(target)) if victim is None else (_CAPTURE, Choice(NAMES[target], victim))
            return (what, _replicant(state, origin), where)
        case Arcs(targets, companion):
            struck = targets_text(targets)
            volley = (_ARCS, Choice(struck, say("Destroy {targets}", targets=struck)))
            if companion is None:
                return volley
            return (*volley, _replicant(state, companion.origin), _hex(companion.target))
        case _:
            assert_never(move)


def step(chosen: Sequence[Choice]) -> Text:
    if not chosen:
        return say("Choose an action.")
    what, behind = chosen[0], len(chosen) - 1
    if what == _ARCS:
        behind -= 1
        if behind < 0:
            return say("Choose what to destroy.")
    if behind == 0:
        return say("Choose a soul.") if what == _CREATE else say("Choose a Replicant.")
    return say("Choose a direction.") if what == _ROTATE else say("Choose a hex.")


def _hex(cell: int) -> Choice:
    return Choice(NAMES[cell], say("{hex}", hex=NAMES[cell]))


def _replicant(state: State, cell: int) -> Choice:
    code = piece_on(state.sides[state.seat - 1], cell)
    if code is None:
        raise AssertionError(f"no own Replicant on {NAMES[cell]}")
    value, name = value_of(code), NAMES[cell]
    label = say("Matrix on {hex}", hex=name) if value == MATRIX else say("{value} on {hex}", value=value, hex=name)
    return Choice(f"{value}{name}", label)


def _victim(state: State, cell: int) -> Text | None:
    owner = owner_of(state, cell)
    if owner is None:
        return None
    code = piece_on(state.sides[owner - 1], cell)
    if code is None:
        raise AssertionError(f"nothing stands on {NAMES[cell]}")
    value = value_of(code)
    if value == MATRIX:
        return say("{hex}: {player}'s matrix", hex=NAMES[cell], player=Player(owner))
    return say("{hex}: {player}'s {value}", hex=NAMES[cell], player=Player(owner), value=value)
