"""Whether a position that was read can be one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest

from engine.mutants.frames import Leaving, Mulligans, NewRound, Picking, Reset, Turns
from engine.mutants.rules import MOST_COPIES, PACK, PICKS, RESERVE_SIZE, Rules
from engine.mutants.state import BOSS, ZONES, Side, State
from engine.mutants.waiting import can_resolve
from engine.text import Text, say

_PILES = 3
_ROUNDS = 5
_OVER = ("", "V", "F", "W", "L")
_MOST_COUNTED = 9_999
"""Turns, points and health at most: far more than any game comes to, and short enough to be shown."""

_MOST_SHUFFLES = 99
"""Of one side: far more than the turns of a game, each of which needs one at most."""


def wrong_with(state: State) -> Text | None:
    """Return what is wrong with a position, or None for one that can be played."""
    checks: tuple[Callable[[State], Text | None], ...] = (_kinds, _cards, _piles, _tracks, _moment, _draft, _stack)
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
        all(type(each) is int and 0 <= each <= _MOST_COUNTED for each in counts)
        and all(_all_of(each, int) for each in seats)
        and all(_all_of(each, str) for each in (state.boxed, *state.packs, *state.picks))
        and state.over in _OVER
        and len(state.sides) == state.rules.sides
        and all(map(_is_side, state.sides))
    )
    return None if right else say("A field of the position is of the wrong kind.")


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
        and 0 <= side.shuffles <= _MOST_SHUFFLES
        and all(mark <= side.shuffles for mark in (*side.hand_marks, *side.deck_marks, *side.freezer_marks))
        and _all_of((side.buried,), bool)
        and not any(down and not card for card, down in zip(side.arena, side.down, strict=True))
    )


def _all_of(values: object, kind: type) -> bool:
    return isinstance(values, tuple) and all(type(value) is kind for value in values)


def _cards(state: State) -> Text | None:
    box = state.rules.components
    for code in _codes(state):
        if code not in box.cards:
            return say("There's no card {code}.", code=code)
    for side in state.sides:
        if side.hand != box.sorted(side.hand):
            return say("Hands are written in the order of the data file.")
    return None


def _piles(state: State) -> Text | None:
    """Check that nobody has a card that is not theirs, or more of one than there are (M2, M3, M7, M13)."""
    rules, mutants = state.rules, range(state.rules.seats)
    leaving = [frame for frame in state.stack if isinstance(frame, Leaving) and not frame.frozen]
    for place, side in enumerate(state.sides):
        cards = Counter(_lying(side))
        cards.update(frame.card for frame in leaving if frame.seat == place + 1)
        reserve = [code for pile in side.piles for code in pile] + ([side.incubator] if side.incubator else [])
        right = _of_player(rules, cards, reserve) if place in mutants else _of_boss(state, cards)
        if not right:
            return say("Some cards can't lie there, or there are too many of one.")
    return say("Only a boss's cards go to the box.") if state.boxed and not rules.solo else None


def _of_player(rules: Rules, cards: Counter[str], reserve: list[str]) -> bool:
    box = rules.components
    advanced = {card.code for card in rules.allowed}
    return (
        set(cards) <= advanced | {card.code for card in box.basics}
        and set(reserve) <= advanced
        and all(count <= MOST_COPIES for count in cards.values())
        and sum(count for code, count in cards.items() if code in advanced) <= RESERVE_SIZE
    )


def _of_boss(state: State, cards: Counter[str]) -> bool:
    boss, side = state.rules.boss, state.sides[BOSS - 1]
    copies = {card.code: card.copies for card in boss.cards} if boss is not None else {}
    cards.update(state.boxed)
    return not (side.hand or side.freezer or side.incubator or any(side.piles)) and all(
        count <= copies.get(code, 0) for code, count in cards.items()
    )


def _lying(side: Side) -> Iterator[str]:
    yield from (*side.hand, *side.deck, *side.discard, *side.freezer)
    yield from (code for code in (*side.arena, side.incubator) if code)
    for pile in side.piles:
        yield from pile


def _codes(state: State) -> Iterator[str]:
    for side in state.sides:
        yield from _lying(side)
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
        and all(0 <= points <= _MOST_COUNTED for points in state.points)
    )
    return None if right else say("The markers can't be on their tracks like that.")


def _ascending(values: Iterable[int]) -> bool:
    listed = list(values)
    return listed == sorted(listed)


def _moment(state: State) -> Text | None:
    rules = state.rules
    seats = range(1, rules.seats + 1)
    right = (
        state.round <= _ROUNDS
        and 0 <= state.first <= rules.sides
        and 0 <= state.active <= rules.sides
        and all(seat in seats for seat in (*state.gone, *state.pending))
        and len(set(state.gone)) == len(state.gone)
        and set(state.pending) <= set(state.gone)
        and bool(state.over) == (not state.stack)
        and (not rules.solo or state.over == "W" or state.health > 0)
        and (_at_the_end(state) if state.over else _on_the_way(state))
    )
    return None if right else say("No game can reach that moment.")


def _at_the_end(state: State) -> bool:
    """Return whether a game can end like that: by points, a boss, or everybody but one having left (M54)."""
    left = len(state.gone) >= max(state.rules.seats - 1, 1)
    if state.over == "F":
        return left
    return not left and (state.over == "V") != state.rules.solo and sorted(state.line) == _staying(state)


def _on_the_way(state: State) -> bool:
    """Return whether what has still to resolve is of a moment at which there are such a round, turn and markers."""
    lowest, rules = state.stack[0], state.rules
    if len(state.gone) >= max(rules.seats - 1, 1):
        return False
    if not state.round and any(state.points):
        return False
    if isinstance(lowest, Picking):
        return not (state.round or state.active or state.first or state.line)
    placed = sorted({*_staying(state), *state.pending})
    begun = isinstance(lowest, Turns | Reset)
    return (
        bool(state.round) == begun
        and not (state.active and isinstance(lowest, NewRound | Reset))
        and not (isinstance(lowest, Mulligans) and state.active not in _staying(state))
        and not (isinstance(lowest, Reset) and state.round == _ROUNDS)
        and sorted(state.line) == placed
        and state.first in placed
        and state.active in (0, *placed)
    )


def _draft(state: State) -> Text | None:
    """Check what was picked, and what can be (M11)."""
    rules, box = state.rules, state.rules.components
    every = [code for cards in (*state.packs, *state.picks) for code in cards]
    drafting = bool(state.stack) and isinstance(state.stack[0], Picking)
    if rules.reserve != "draft":
        right = not (every or state.seen or drafting)
    else:
        # Of a game that everybody left in the draft, the packs are still there.
        sizes = {(len(picks), len(pack)) for picks, pack in zip_longest(state.picks, state.packs, fillvalue=())}
        under_way = sizes <= {(count, PACK - count) for count in range(PICKS)} and len(sizes) == 1
        right = (
            len(state.picks) == len(state.seen) == rules.seats
            and (under_way and (drafting or bool(state.over)) if state.packs else sizes == {(PICKS, 0)})
            and drafting <= bool(state.packs)
            and len(set(every)) == len(every)
            and set(every) <= {card.code for card in box.advanced}
            and all(pack == box.sorted(pack) for pack in state.packs)
            and all(bits >= 0 for bits in state.seen)
        )
    return None if right else say("No draft can reach that.")


def _staying(state: State) -> list[int]:
    return [seat for seat in range(1, state.rules.sides + 1) if seat not in state.gone]


def _stack(state: State) -> Text | None:
    if state.over or can_resolve(state):
        return None
    return say("What's still to be resolved can't happen in this game.")
