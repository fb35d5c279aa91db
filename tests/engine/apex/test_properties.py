"""What holds in every position of every game."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.apex import events as happened
from engine.apex.game import APEX
from engine.apex.state import Phase, State, controller, pawns
from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.session import Session
from tests.volume import many

modes = st.sampled_from(["2", "3", "4", "5", "6"])
seeds = st.integers(0, 10**6)


def game(mode: str, seed: int, *, exploration: bool = False) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield every position of a random game and what led to it."""
    choose = random.Random(seed)
    options = (("mode", "exploration"),) if exploration else ()
    state = APEX.initial(Setup(mode, options), Chance.from_text(str(seed)))
    yield state, ()
    while APEX.outcome(state) is None:
        moves = {seat: choose.choice(APEX.legal(state, seat)) for seat in sorted(APEX.to_act(state))}
        step = APEX.apply(state, moves)
        state = step.state
        yield state, step.events


@settings(max_examples=many(13, 40))
@given(mode=modes, seed=seeds, exploration=st.booleans())
def test_pawns_cards_and_levels_stay_within_bounds(mode: str, seed: int, exploration: bool) -> None:
    for state, _ in game(mode, seed, exploration=exploration):
        colonies = [slot for side in state.sides for slot in side.colonies]
        assert len(set(colonies)) == len(colonies)
        for side in state.sides:
            assert sum(side.ships) <= 20  # A53
            assert min(side.ships) >= 0
            assert len(side.colonies) <= 3  # A42
            assert all(0 <= level <= 5 for level in side.levels)  # A41
        cards = [*state.undealt, *state.spent, *(card for side in state.sides for card in side.hand)]
        if state.age and state.phase is not Phase.OVER:
            assert sorted(cards) == list(state.rules.deck)
        for slot in range(len(state.rules.slots)):
            holder = controller(state, slot)
            assert holder is None or pawns(state.sides[holder - 1], slot)  # A30
            if state.hidden >> slot & 1:
                assert not any(pawns(side, slot) for side in state.sides)  # A74


@settings(max_examples=many(13, 40))
@given(mode=modes, seed=seeds)
def test_points_add_up(mode: str, seed: int) -> None:
    points = [0] * int(mode)
    for state, events in game(mode, seed):
        for event in events:
            if isinstance(event, happened.Battle) and event.winner is not None:
                points[event.winner - 1] += 1
            if isinstance(event, happened.Scored):
                points[(event.seat or 0) - 1] += event.sectors + event.bonus
                assert points[(event.seat or 0) - 1] == event.points
        assert points == [side.points for side in state.sides]


@settings(max_examples=many(10, 30))
@given(mode=modes, seed=seeds, order=st.randoms(use_true_random=False))
def test_the_order_of_arrival_has_no_effect(mode: str, seed: int, order: random.Random) -> None:
    """Two games with the same choices that arrive, and are changed, in different orders."""
    options = Setup(mode)
    one = two = Session.start(APEX, options, Chance.from_text(str(seed)))
    choose = random.Random(seed)
    while one.to_act and one.view(None).age < 2:
        seats = sorted(one.to_act)
        texts = {seat: APEX.format(one.state, seat, choose.choice(APEX.legal(one.state, seat))) for seat in seats}
        shuffled = list(seats)
        order.shuffle(shuffled)
        for seat in seats:
            one = one.move(seat, texts[seat])
        if len(seats) > 1:
            first = shuffled[0]
            two = two.move(first, APEX.format(two.state, first, APEX.legal(two.state, first)[-1]))
        for seat in shuffled:
            two = two.move(seat, texts[seat])
        assert (one.state, one.entries, one.last) == (two.state, two.entries, two.last)


@settings(max_examples=many(10, 30))
@given(mode=modes, seed=seeds)
def test_the_same_moves_with_other_names_come_to_the_same(mode: str, seed: int) -> None:
    """Who sits where at the table has no effect on a battle or on control: only pawns and levels have."""
    for state, _ in list(game(mode, seed))[::9]:
        for slot in range(len(state.rules.slots)):
            turned = state.but(sides=state.sides[::-1])
            one, two = controller(state, slot), controller(turned, slot)
            assert one == (None if two is None else len(state.sides) + 1 - two)


@settings(max_examples=many(8, 25))
@given(mode=modes, seed=seeds, exploration=st.booleans())
def test_every_game_ends_after_fifteen_rounds(mode: str, seed: int, exploration: bool) -> None:
    states = [state for state, _ in game(mode, seed, exploration=exploration)]
    assert (states[-1].age, states[-1].round) == (3, 5)
    outcome = APEX.outcome(states[-1])
    assert outcome is not None
    assert 1 in outcome.ranks
    assert outcome.points == tuple(side.points for side in states[-1].sides)
