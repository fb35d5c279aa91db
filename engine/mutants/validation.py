"""Whether a position that was read can be one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from engine.mutants.frames import (
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
    Leaving,
    Moving,
    Mulligans,
    NewRound,
    Picking,
    Reset,
    Taking,
    Turns,
)
from engine.mutants.legal import legal
from engine.mutants.rules import Rules
from engine.mutants.state import ZONES, Side, State, to_act
from engine.text import Text, say

_PILES = 3
_ROUNDS = 5
_OVER = ("", "V", "F", "W", "L")
_LOWEST = (Picking, Mulligans, NewRound, Turns, Reset)
"""Frames that go on when everything else has resolved."""
_ASKING: dict[str, type[Any]] = {
    "mulligan": Mulligans,
    "flank": Moving,
    "act": Acting,
    "freeze-empty": Drawing,
    **dict.fromkeys(("freeze-self", "freeze-hand", "freeze-discard", "freeze-arena"), Freezing),
    **dict.fromkeys(("cycle", "discard", "cost", "take-discard"), Discarding),
    **dict.fromkeys(("offer", "gain"), Gaining),
    "take": Taking,
    "copy": Ability,
    "ko": KnockingOut,
    "flip": Flipping,
    "parry": Attacking,
}
"""Which frame gets the answer to each kind of prompt."""


def wrong_with(state: State) -> Text | None:
    """Return what is wrong with a position, or None for one that can be played."""
    checks: tuple[Callable[[State], Text | None], ...] = (_kinds, _cards, _tracks, _moment, _stack)
    for check in checks:
        wrong = check(state)
        if wrong is not None:
            return wrong
    return None


def _kinds(state: State) -> Text | None:
    """Check that fields are of their kinds, before anything looks into them."""
    counts = (state.first, state.active, state.round, state.turn, state.health)
    seats = (state.spaces, state.line, state.points, state.standing, state.gone, state.pending, state.seen)
    right = (
        all(type(each) is int and each >= 0 for each in counts)
        and all(_all_of(each, int) for each in seats)
        and all(_all_of(each, str) for each in (state.boxed, *state.packs, *state.picks))
        and state.over in _OVER
        and len(state.sides) == state.rules.sides
        and all(map(_is_side, state.sides))
    )
    return None if right else say("A field of the position is of another kind.")


def _is_side(side: Side) -> bool:
    piles = side.piles
    return (
        all(_all_of(each, str) for each in (side.hand, side.deck, side.discard, side.freezer, side.arena))
        and all(_all_of(each, int) for each in (side.hand_marks, side.deck_marks, side.freezer_marks))
        and _all_of(side.down, bool)
        and len(side.arena) == len(side.down) == len(ZONES)
        and (len(side.hand), len(side.deck), len(side.freezer))
        == (len(side.hand_marks), len(side.deck_marks), len(side.freezer_marks))
        and _all_of((side.incubator,), str)
        and _all_of(piles, tuple)
        and len(piles) == _PILES
        and all(_all_of(each, str) for each in piles)
        and _all_of((side.ready, side.shuffles), int)
        and _all_of((side.buried,), bool)
        and not any(down and not card for card, down in zip(side.arena, side.down, strict=True))
    )


def _all_of(values: object, kind: type) -> bool:
    return isinstance(values, tuple) and all(type(value) is kind for value in values)


def _cards(state: State) -> Text | None:
    box = state.rules.components
    for code in _codes(state):
        if code not in box.cards:
            return say("There is no card {code}.", code=code)
    for side in state.sides:
        if side.hand != box.sorted(side.hand):
            return say("Hands are written in the order of the data file.")
    return None


def _codes(state: State) -> Iterator[str]:
    for side in state.sides:
        yield from (*side.hand, *side.deck, *side.discard, *side.freezer)
        yield from (code for code in (*side.arena, side.incubator) if code)
        for pile in side.piles:
            yield from pile
    for cards in (state.boxed, *state.packs, *state.picks):
        yield from cards


def _tracks(state: State) -> Text | None:
    rules, placed = state.rules, [seat for seat, space in enumerate(state.spaces, 1) if space >= 0]
    spaces = rules.components.track.spaces
    right = (
        len(state.spaces) == rules.sides
        and all(-1 <= space < spaces for space in state.spaces)
        and sorted(state.line) == placed
        and _ascending(state.spaces[seat - 1] for seat in state.line)
        and len(state.points) == (0 if rules.solo else rules.seats)
        and sorted(state.standing) == ([] if rules.solo else placed)
        and _ascending(state.points[seat - 1] for seat in state.standing)
        and all(points >= 0 for points in state.points)
    )
    return None if right else say("The markers do not stand on their tracks like that.")


def _ascending(values: Iterable[int]) -> bool:
    listed = list(values)
    return listed == sorted(listed)


def _moment(state: State) -> Text | None:
    rules = state.rules
    seats = range(1, rules.seats + 1)
    drafting = bool(state.packs)
    right = (
        state.round <= _ROUNDS
        and 0 <= state.first <= rules.sides
        and 0 <= state.active <= rules.sides
        and all(seat in seats for seat in (*state.gone, *state.pending))
        and len(set(state.gone)) == len(state.gone)
        and set(state.pending) <= set(state.gone)
        and drafting == (len(state.stack) == 1 and isinstance(state.stack[-1], Picking))
        and (
            not drafting
            or (len(state.packs) == len(state.picks) == len(state.seen) == rules.seats and all(state.packs))
        )
        and bool(state.over) == (not state.stack)
        and (drafting or bool(state.over) or (state.first > 0 and all(seat in state.line for seat in _staying(state))))
        and (not rules.solo or state.over == "W" or state.health > 0)
    )
    return None if right else say("No game comes to such a moment.")


def _staying(state: State) -> list[int]:
    return [seat for seat in range(1, state.rules.sides + 1) if seat not in state.gone]


def _stack(state: State) -> Text | None:
    """Check that what has still to resolve can resolve, and ends in a prompt that has answers."""
    if state.over:
        return None
    asks = [frame for frame in state.stack if isinstance(frame, Ask)]
    try:
        right = (
            (isinstance(state.stack[-1], Picking) or (asks == [state.stack[-1]] and len(state.stack) > 1))
            and isinstance(state.stack[0], _LOWEST)
            and all(_fits(below, frame) for below, frame in pairwise(state.stack))
            and all(_resolves(state.rules, frame) for frame in state.stack)
            and bool(to_act(state))
            and all(legal(state, seat) for seat in to_act(state))
        )
    except (TypeError, ValueError, LookupError):
        right = False
    return None if right else say("What has still to resolve is none of this game.")


def _fits(below: Frame, frame: Frame) -> bool:
    """Return whether a frame can wait for the one on top of it."""
    if isinstance(frame, Ask):
        return isinstance(below, _ASKING.get(frame.kind, ()))
    return not isinstance(frame, Freezing) or isinstance(below, Ability)


def _resolves(rules: Rules, frame: Frame) -> bool:
    """Return whether a frame speaks of seats, cards and abilities that there are."""
    seats = range(1, rules.sides + 1)
    seat = getattr(frame, "seat", 1)
    if seat not in seats:
        return False
    if isinstance(frame, Ask):
        return frame.about in seats and _all_of((frame.kind, *frame.places), str)
    if isinstance(frame, Leaving):
        return frame.card in rules.components.cards and frame.zone in tuple(ZONES)
    if isinstance(frame, Ability | Attacking):
        return 0 <= frame.index <= len(rules.ability(frame.source, frame.half))
    return True
