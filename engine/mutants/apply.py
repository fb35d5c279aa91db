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
from engine.mutants.duels import Boxed
from engine.mutants.legal import usual
from engine.mutants.moves import Choose, Copied, Move, Pick, Say, Top, Zone
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


def apply_moves(state: State, moves: Mapping[Seat, Move]) -> Step[State]:
    table = Table(state)
    carry_out(table, moves)
    return table.step()


def carry_out(table: Table, moves: Mapping[Seat, Move]) -> None:
    """Carry out the decisions of all who had to make one, up to the next prompt."""
    if isinstance(table.stack[-1], Picking):
        picked(table, {seat: move.card for seat, move in moves.items() if isinstance(move, Pick)})
    else:
        _answer(table, next(iter(moves.values())))
    run(table)


def forfeit(state: State, seat: Seat) -> Step[State]:
    """Return the result of a resignation (M54)."""
    if state.over:
        raise IllegalMoveError(say("The game is over; players can no longer resign."), code="game-over", rule="M54")
    if seat in state.gone:
        raise IllegalMoveError(say("This player has already resigned."), code="gone", rule="M54")
    table = Table(state)
    table.events.append(Surrendered(seat))
    table.barrier = True
    table.gone += (seat,)
    if len(table.gone) >= table.rules.seats - 1:
        table.end("F")
    else:
        table.pending += (seat,)
        run(table)
    return table.step()


def run(table: Table) -> None:
    """Resolve the stack until a seat must decide, or the game is over."""
    stack = table.stack
    while stack:
        if table.pending and not _resolves(table):
            _remove(table)
            continue
        frame = stack.pop()
        if _HANDLERS[type(frame)](table, frame):
            return


def _ask(table: Table, ask: Ask) -> bool:
    """Wait for an answer; M77 gives that of a player who has resigned (M54)."""
    table.stack.append(ask)
    if ask.seat not in table.gone:
        return True
    move = usual(table.packed(), ask.seat)
    if move is None:
        raise AssertionError(f"{ask} cannot be answered")
    _answer(table, move)
    return False


def _pick(table: Table, frame: Picking) -> bool:
    """Wait for the picks of a draft, unless all have resigned."""
    table.stack.append(frame)
    if len(table.gone) < table.rules.seats:
        return True
    end_draft(table)
    return False


def asked_anew(state: State) -> list[tuple[Frame, ...]]:
    """Return the possible stacks if the frame below the open prompt asked once more.

    In a reachable position one of them is the real one; a K.O. has several, as its prompt does not record the zones
    that could be chosen.
    """
    *rest, frame, _ = state.stack
    if isinstance(frame, KnockingOut):
        choices: list[Callable[[Table], object]] = [
            partial(resolve.knock, victim=frame.seat, what=what, zone="", by=frame.by) for what in ("one", "flank")
        ]
    else:
        before = frame.at(frame.index - 1) if isinstance(frame, Ability) else frame
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
    table.pending = ()


def _answer(table: Table, move: Move) -> None:
    ask, frame = table.stack.pop(), table.stack.pop()
    if not isinstance(ask, Ask):
        raise AssertionError(f"{ask} asks nothing")
    _ANSWERS[type(frame)](table, ask, frame, move)


def _answer_mulligan(table: Table, ask: Ask, frame: Mulligans, move: Say) -> None:
    table.stack.append(frame)
    rounds.mulligan(table, ask.seat, done=move.yes)


def _answer_attack(table: Table, _: Ask, frame: Attacking, move: Zone) -> None:
    table.stack.append(frame.at(-1, frame.victims[1:]))
    resolve.parry(table, frame.victims[0], move.zone)


def _answer_copy(table: Table, _: Ask, frame: Ability, move: Copied) -> None:
    table.stack.append(frame)
    resolve.copied(table, frame, resolve.copy_effect(table, frame), move.place, move.half)


def _answer_drawing(table: Table, _: Ask, frame: Drawing, move: Choose) -> None:
    table.stack.append(frame)
    (card,) = move.cards
    resolve.freeze_to_draw(table, frame.seat, card)


def _answer_taking(table: Table, _: Ask, frame: Taking, move: Choose) -> None:
    (card,) = move.cards
    resolve.take(table, frame.seat, card)


def _answer_gaining(table: Table, _: Ask, frame: Gaining, move: Say | Top) -> None:
    if isinstance(move, Top):
        resolve.gain(table, frame, move.pile)
    elif move.yes:
        table.stack += [Gaining(frame.seat, frame.zone, 0, may=False), Discarding(frame.seat, frame.cost, "cost")]


def _answer_freezing(table: Table, _: Ask, frame: Freezing, move: Say | Choose | Zone) -> None:
    if isinstance(move, Zone):
        resolve.freeze_zone(table, frame.seat, move.zone)
    elif isinstance(move, Choose):
        (card,) = move.cards
        resolve.freeze_card(table, frame.seat, frame.what, card)
    elif move.yes and isinstance(acting := table.stack[-1], Ability):
        resolve.freeze_self(table, acting)


_ANSWERS: dict[type[Any], Callable[[Table, Ask, Any, Any], None]] = {
    Mulligans: _answer_mulligan,
    Moving: lambda table, _, frame, move: rounds.shift(table, frame.seat, move.zone),
    Acting: lambda table, _, frame, move: rounds.act(table, frame.seat, move),
    KnockingOut: lambda table, _, frame, move: resolve.knock_out(table, frame.seat, move.zone, frame.by),
    Flipping: lambda table, _, frame, move: resolve.flip(table, frame.seat, move.zone),
    Attacking: _answer_attack,
    Ability: _answer_copy,
    Drawing: _answer_drawing,
    Discarding: lambda table, _, frame, move: resolve.discarded(table, frame, move.cards),
    Taking: _answer_taking,
    Gaining: _answer_gaining,
    Freezing: _answer_freezing,
}
"""The function that carries out the answer to each kind of frame that asks."""

_HANDLERS: dict[type[Any], Callable[[Table, Any], bool | None]] = {
    **rounds.HANDLERS,
    **resolve.HANDLERS,
    Ask: _ask,
    Picking: _pick,
}
"""The function that resumes each kind of frame, once it is popped; it returns whether a seat must decide."""
