"""What holds in every position that a game can come to."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.replicants.board import value_of
from engine.replicants.charts import RESERVE_VALUES, souls
from engine.replicants.events import Created, Destroyed, Struck
from engine.replicants.game import REPLICANTS
from engine.replicants.state import State, occupied
from tests.engine.replicants.positions import legal_texts, start
from tests.volume import many

modes = st.sampled_from(["2", "3", "4", "teams"])
picks = st.lists(st.integers(0, 10**6), min_size=0, max_size=150)
quick = settings(max_examples=many(20, 40))


def walk(mode: str, numbers: list[int]) -> list[State]:
    """Return the positions of a game in which each number picks a legal action; prefers to destroy and create."""
    state, states = start(mode), []
    for number in numbers:
        states.append(state)
        moves = REPLICANTS.legal(state, state.seat)
        if not moves:
            break
        texts = legal_texts(state)
        sharp = [move for move, text in zip(moves, texts, strict=True) if "x" in text or text.startswith("!")]
        chosen = sharp if sharp and number % 3 else moves
        state = REPLICANTS.apply(state, {state.seat: chosen[number % len(chosen)]}).state
    return states


@quick
@given(modes, picks)
def test_souls_and_hearts_are_conserved(mode: str, numbers: list[int]) -> None:
    total = 15 * len(start(mode).sides)
    for state in walk(mode, numbers):
        for each in state.sides:
            values = Counter(map(value_of, each.pieces))
            assert len(each.pieces) + each.hearts == state.rules.hearts
            assert each.mask.bit_count() == len(each.pieces)
            assert each.mask & ~state.rules.board.mask == 0
            assert each.pieces == tuple(sorted(each.pieces))
            for value in RESERVE_VALUES:
                assert 0 <= values[value] + each.reserve[value - 2] <= souls().souls[value - 1]
            assert each.energy in (0, 1, 2, 3, 4, 5, 6, 7, 9)
        assert occupied(state.sides).bit_count() == sum(len(each.pieces) for each in state.sides)
        left = sum(len(each.pieces) + sum(each.reserve) for each in state.sides)
        assert left <= total  # souls only ever leave the game
        assert sum(len(each.trophies) for each in state.sides) <= 15 * len(state.sides) - left
        total = left


@quick
@given(modes, picks)
def test_events_tell_every_change_of_the_arena(mode: str, numbers: list[int]) -> None:
    for state in walk(mode, numbers)[-3:]:
        for move in REPLICANTS.legal(state, state.seat):
            step = REPLICANTS.apply(state, {state.seat: move})
            assert step.events
            assert not step.barrier
            lost = sum(isinstance(event, Destroyed | Struck) for event in step.events)
            made = sum(isinstance(event, Created) for event in step.events)
            before, after = (sum(len(each.pieces) for each in each_.sides) for each_ in (state, step.state))
            assert after == before - lost + made
            assert all(str(event.text()).endswith(".") for event in step.events)


@quick
@given(modes, picks)
def test_r31_every_turn_charges_overloads_or_ends_the_game(mode: str, numbers: list[int]) -> None:
    """The first action alone makes games finite: energy rises, or a soul is lost, and only creations lower it."""
    for state in walk(mode, numbers):
        if state.action == 1:
            for move in REPLICANTS.legal(state, state.seat):
                mine = state.sides[state.seat - 1]
                after = REPLICANTS.apply(state, {state.seat: move}).state.sides[state.seat - 1]
                assert after.energy > mine.energy or len(after.pieces) < len(mine.pieces)
