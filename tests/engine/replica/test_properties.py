"""What holds in every position that a game can come to."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.replica.board import NAMES, RAYS
from engine.replica.events import Captured, Jumped, Stepped, Transformed
from engine.replica.game import REPLICA
from engine.replica.moves import Go, Transform
from engine.replica.rules import AHEAD
from engine.replica.state import State
from tests.engine.replica.positions import EVERY_OPTION, start
from tests.volume import many

options = st.sampled_from(EVERY_OPTION)
picks = st.lists(st.integers(0, 10**6), min_size=0, max_size=160)
quick = settings(max_examples=many(20, 60))


def walk(option: tuple[str, str], numbers: list[int]) -> list[State]:
    """Return the positions of a game in which each number picks a legal move; prefers those that do not end it."""
    state, states = start(sight=option[0], power=option[1]), []
    for number in numbers:
        states.append(state)
        after = [REPLICA.apply(state, {state.seat: move}).state for move in REPLICA.legal(state, state.seat)]
        chosen = [each for each in after if each.end is None] or after
        if not chosen:
            break
        state = chosen[number % len(chosen)]
    return states or [state]


def advance(state: State) -> int:
    """Return how far all pieces have come, in steps along ranks and files."""
    total = 0
    for square in range(64):
        file, rank = square % 8, square // 8
        total += (file + rank) * (state.white >> square & 1) + (14 - file - rank) * (state.black >> square & 1)
    return total


def progress(state: State) -> tuple[int, int, int, int]:
    """Return what no move lets fall, compared in this order: captures, advance, kings, turns closed (P8)."""
    pieces = (state.white | state.black).bit_count()
    return -pieces, advance(state), state.kings.bit_count(), -state.moved.bit_count()


@quick
@given(options, picks)
def test_p8_every_move_brings_the_end_nearer(option: tuple[str, str], numbers: list[int]) -> None:
    """A capture lowers the pieces for good; else a step or jump raises the advance; else a transform adds a king."""
    for state in walk(option, numbers)[-4:]:
        for move in REPLICA.legal(state, state.seat):
            after = REPLICA.apply(state, {state.seat: move}).state
            assert progress(after) > progress(state)
            if isinstance(move, Go) and progress(after)[0] == progress(state)[0]:
                assert advance(after) > advance(state)
            assert isinstance(move, Transform) or after.kings.bit_count() <= state.kings.bit_count()


@quick
@given(options, picks)
def test_p3_everything_goes_forward_but_backward_captures(option: tuple[str, str], numbers: list[int]) -> None:
    for state in walk(option, numbers)[-4:]:
        for move in REPLICA.legal(state, state.seat):
            if isinstance(move, Go):
                ahead = any(RAYS[way][move.origin] >> move.target & 1 for way in AHEAD[state.seat - 1])
                king, captures = state.kings >> move.origin & 1, state.theirs >> move.target & 1
                assert ahead or (option[1] == "backward_capture" and king and captures)


@quick
@given(options, picks)
def test_events_tell_every_change_of_the_board(option: tuple[str, str], numbers: list[int]) -> None:
    for state in walk(option, numbers)[-3:]:
        for move in REPLICA.legal(state, state.seat):
            step = REPLICA.apply(state, {state.seat: move})
            assert step.events
            assert not step.barrier
            men = {piece.square: (piece.seat, piece.king) for piece in REPLICA.view(state, None).pieces}
            for event in step.events:
                assert str(event.text()).endswith(".")
                match event:
                    case Captured(_, owner, square, king):
                        assert (owner, king) == (3 - state.seat, bool(state.kings >> NAMES.index(square) & 1))
                    case Stepped(_, origin, target, _) | Jumped(_, origin, target, _, _):
                        men[target] = men.pop(origin)
                    case Transformed(_, square, seers):
                        men[square] = (state.seat, True)
                        assert seers
            assert men == {piece.square: (piece.seat, piece.king) for piece in REPLICA.view(step.state, None).pieces}
