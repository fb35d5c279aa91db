"""Carrying out a step: the effects of legal moves and resignations (M54), up to the next prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engine.errors import IllegalMoveError
from engine.events import Surrendered
from engine.game import Step
from engine.mutants import resolve, rounds
from engine.mutants import resolve as resolving
from engine.mutants.duels import Boxed
from engine.mutants.legal import usual
from engine.mutants.moves import Breed, Choose, Copied, Deploy, Flank, Incubate, Move, Pick, Say, Top, Zone
from engine.mutants.resolve import copy_effect
from engine.mutants.setup import end_draft, picked
from engine.mutants.stack import (
    FLOW,
    Ability,
    Acting,
    Ask,
    Attacking,
    Discarding,
    Drawing,
    Flipping,
    Frame,
    Freezing,
    Gaining,
    KnockingOut,
    Moving,
    Mulligans,
    Picking,
    Taking,
    Turns,
)
from engine.mutants.state import State
from engine.mutants.table import Table
from engine.seat import Seat
from engine.text import say

_HANDLERS: dict[type[Any], Callable[[Table, Any], None]] = {**rounds.HANDLERS, **resolving.HANDLERS}


def apply_moves(state: State, moves: Mapping[Seat, Move]) -> Step[State]:
    table = Table(state)
    if isinstance(table.stack[-1], Picking):
        picked(table, {seat: move.card for seat, move in moves.items() if isinstance(move, Pick)})
    else:
        _answer(table, next(iter(moves.values())))
    run(table)
    return table.step()


def forfeit(state: State, seat: Seat) -> Step[State]:
    """Return the result of a resignation (M54)."""
    if state.over:
        raise IllegalMoveError(say("The game is over; players can no longer resign."), code="game-over", rule="M54")
    if seat in state.gone:
        raise IllegalMoveError(say("This player has already resigned."), code="gone", rule="M54")
    table = Table(state)
    table.events.append(Surrendered(seat))
    table.barrier = True
    table.gone.append(seat)
    if len(table.gone) >= table.rules.seats - 1:
        table.end("F")
    else:
        table.pending.append(seat)
        run(table)
    return table.step()


def run(table: Table) -> None:
    """Resolve the stack until a seat must decide, or the game is over."""
    stack = table.stack
    while stack:
        if table.pending and not _resolves(table):
            _remove(table)
            continue
        top = stack[-1]
        if isinstance(top, Ask):
            if top.seat not in table.gone:
                return
            move = usual(table.packed(), top.seat)  # M54: M77 answers for resigned players
            if move is None:
                raise AssertionError(f"{top} cannot be answered")
            _answer(table, move)
        elif isinstance(top, Picking):
            if any(seat not in table.gone for seat in range(1, table.rules.seats + 1)):
                return
            end_draft(table)
        else:
            stack.pop()
            _HANDLERS[type(top)](table, top)


def asked_anew(state: State) -> list[tuple[Frame, ...]]:
    """Return the possible stacks if the frame below the open prompt asked once more.

    In a reachable position one of them is the real one; a K.O. has several, as its prompt does not record the zones
    that could be chosen.
    """
    *rest, frame, _ = state.stack
    if isinstance(frame, KnockingOut):
        choices: list[Callable[[Table], None]] = [
            partial(resolve.knock, victim=frame.seat, what=what, zone="", by=frame.by) for what in ("one", "flank")
        ]
    else:
        before = replace(frame, index=frame.index - 1) if isinstance(frame, Ability) else frame
        choices = [lambda table: _HANDLERS[type(before)](table, before)]
    found = []
    for ask in choices:
        table = Table(replace(state, stack=tuple(rest)))
        ask(table)
        found.append(tuple(table.stack))
    return found


def _resolves(table: Table) -> bool:
    """Return whether an ability is being resolved (M54)."""
    return any(
        not isinstance(each, (*FLOW, Ask)) and not (isinstance(each, Drawing) and each.purpose == "round")
        for each in table.stack
    )


def _remove(table: Table) -> None:
    """Remove resigned players from the game: hand, arena, incubator and markers; their turn ends (M54)."""
    for seat in table.pending:
        side = table.side(seat)
        side.hand, side.hand_marks = [], []
        side.arena, side.down, side.incubator = ["", "", ""], [False, False, False], ""
        table.spaces[seat - 1] = -1
        for markers in (table.line, table.standing):
            if seat in markers:
                markers.remove(seat)
        if not isinstance(table.stack[-1], Picking):
            table.tell(Boxed, seat)
    if table.first in table.pending:  # the next one counts as first
        table.first = next(iter(table.clockwise(table.first)), 0)
    top = table.stack[-1]
    if isinstance(top, Ask) and top.seat in table.pending:
        table.stack.pop()
        if isinstance(table.stack[-1], Drawing):
            table.stack.pop()
    if table.active in table.pending:
        while not isinstance(table.stack[-1], Turns | Mulligans):
            table.stack.pop()
    table.pending.clear()


def _answer(table: Table, move: Move) -> None:
    ask, frame = table.stack.pop(), table.stack.pop()
    match frame, move:
        case Mulligans(), Say(yes) if isinstance(ask, Ask):
            table.stack.append(frame)
            rounds.mulligan(table, ask.seat, done=yes)
        case Moving(seat), Flank(zone):
            rounds.shift(table, seat, zone)
        case Acting(seat), Deploy() | Breed() | Incubate():
            rounds.act(table, seat, move)
        case KnockingOut(seat, by), Zone(zone):
            resolve.knock_out(table, seat, zone, by)
        case Flipping(seat), Zone(zone):
            resolve.flip(table, seat, zone)
        case Attacking(), Zone(zone):
            table.stack.append(replace(frame, victims=frame.victims[1:], step=-1))
            resolving.parry(table, frame.victims[0], zone)
        case Ability(), Copied(place, half):
            table.stack.append(frame)
            resolving.copied(table, frame, copy_effect(table, frame), place, half)
        case _:
            _answer_piles(table, frame, move)


def _answer_piles(table: Table, frame: Frame, move: Move) -> None:
    match frame, move:
        case Drawing(seat), Choose((card,)):
            table.stack.append(frame)
            resolve.freeze_to_draw(table, seat, card)
        case Discarding(), Choose(cards):
            resolve.discarded(table, frame, cards)
        case Taking(seat), Choose((card,)):
            resolve.take(table, seat, card)
        case Gaining(), Say(yes):
            if yes:
                table.stack += [replace(frame, cost=0, may=False), Discarding(frame.seat, frame.cost, "cost")]
        case Gaining(), Top(pile):
            resolve.gain(table, frame, pile)
        case Freezing(), Say(yes):
            acting = table.stack[-1]
            if yes and isinstance(acting, Ability):
                resolve.freeze_self(table, acting)
        case Freezing(seat, what), Choose((card,)):
            resolve.freeze_card(table, seat, what, card)
        case Freezing(seat), Zone(zone):
            resolve.freeze_zone(table, seat, zone)
        case _:
            raise AssertionError(f"{move!r} is no answer for {frame}")
