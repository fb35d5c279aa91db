"""What single Replicants can do, beside the legal moves that they make up."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.chance import Chance
from engine.game import Setup
from engine.replicants.game import REPLICANTS
from engine.replicants.moves import Arcs
from engine.replicants.state import State
from tests.volume import many

PRINTED = "T21.1.1 | e4 h2 r34 1E8:3 2D7:3 2F8:3 3D8:3 3F9:3 5G5:3 6E4:3 | e7 h3 r3 1E2:0 2D3:0 2F2:0 3G4:0 5D2:0 6F3:0"


def _start(mode: str = "2", position: str = "") -> State:
    return REPLICANTS.initial(Setup(mode, position=position), Chance.from_text("reach"))


def _second_actions(mode: str, seed: int) -> Iterator[State]:
    """Yield every position of a random game in which a second action comes next."""
    rng = random.Random(seed)
    state = _start(mode)
    while seats := REPLICANTS.to_act(state):
        (seat,) = seats
        if state.action == 2:
            yield state
        move = rng.choice(REPLICANTS.legal(state, seat))
        state = REPLICANTS.apply(state, {seat: move}).state


def _all_moves(state: State) -> set[str]:
    reaches = [REPLICANTS.reach(state, state.seat, choice.key) for choice in REPLICANTS.subjects(state, state.seat)]
    owner = f"Player {state.seat}:"
    own = [reach for reach in reaches if reach is not None and str(reach.subject.text).startswith(owner)]
    return {move for reach in own for move in reach.moves}


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_the_pieces_of_a_seat_make_up_its_legal_moves(mode: str) -> None:
    for seed in range(many(1, 3)):
        for state in _second_actions(mode, seed):
            legal = REPLICANTS.legal(state, state.seat)
            volleys = {
                ".".join(part for part in REPLICANTS.format(state, state.seat, move).split(".") if part[0] == "x")
                for move in legal
                if isinstance(move, Arcs)
            }
            plain = {REPLICANTS.format(state, state.seat, move) for move in legal if not isinstance(move, Arcs)}
            assert _all_moves(state) == (plain | {f"{volley}.…" for volley in volleys}) - {"0"}


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_marks_are_apart_and_captures_are_where_enemies_stand(mode: str) -> None:
    for state in _second_actions(mode, 7):
        view = REPLICANTS.view(state, None)
        standing = {piece.hex: piece.seat for piece in view.pieces}
        for choice in REPLICANTS.subjects(state, None):
            reach = REPLICANTS.reach(state, None, choice.key)
            assert reach is not None
            assert reach.subject == choice
            assert f"{choice.key[0]}{reach.origin}" == choice.key
            kinds = [reach.walks, reach.leaps, reach.captures, reach.threatened - reach.captures]
            assert sum(map(len, kinds)) == len(frozenset().union(*kinds))
            assert not (reach.walks | reach.leaps) & standing.keys()
            owner = standing[reach.origin]
            assert all(standing[place] != owner for place in reach.captures | reach.arcs)


def test_own_pieces_come_first_and_only_a_seat_may_create() -> None:
    state = _start("3")
    keys = [choice.key for choice in REPLICANTS.subjects(state, 2)]
    assert keys[0] == "1H5"
    assert keys[6] == "!"
    assert len(keys) == 19
    assert "!" not in [choice.key for choice in REPLICANTS.subjects(state, None)]
    assert REPLICANTS.reach(state, None, "!") is None


def test_a_piece_that_is_not_there_reaches_nothing() -> None:
    assert REPLICANTS.reach(_start(), 1, "7E5") is None


def test_walks_leaps_and_captures_are_told_apart() -> None:
    # R8, R9, R15: the red 6 of the printed ending walks to E3 and F4 but not past D3, and leaps over what is beside it.
    reach = REPLICANTS.reach(_start(position=PRINTED), 1, "6E4")
    assert reach is not None
    assert reach.origin == "E4"
    assert reach.walks == {"E3", "F4"}
    assert reach.leaps == {"D5", "E6", "F6"}
    assert reach.captures == {"D3", "D2", "F3", "G4"}
    assert reach.moves == ("6D2x", "6D3x", "6D5", "6E3", "6E6", "6F3x", "6F4", "6F6", "6G4x")


def test_a_matrix_is_shown_what_is_closed_to_it() -> None:
    # R16: the yellow matrix may not step to E3, which the red 6 reaches.
    reach = REPLICANTS.reach(_start(position=PRINTED), 1, "1E2")
    assert reach is not None
    assert reach.walks == {"D1"}
    assert reach.threatened == {"E3"}


def test_volleys_are_named_without_the_move_that_follows() -> None:
    # R17: once red's 5 stands on E3, yellow's 5 on D2 reaches it, as it does the 6 on E4.
    reach = REPLICANTS.reach(_start(position=PRINTED.replace("5G5:3", "5E3:3")), 2, "5D2")
    assert reach is not None
    assert reach.arcs == {"E3", "E4"}
    assert {"xE3.…", "xE4.…", "xE4.xE3.…"} < set(reach.moves)


def test_a_charge_comes_before_the_creation() -> None:
    # R12, R19: red's energy of 4 will be 5, which pays for the 4 as well as for the 3.
    for seat, values in ((1, {"3", "4"}), (2, {"3"})):
        reach = REPLICANTS.reach(_start(position=PRINTED), seat, "!")
        assert reach is not None
        assert {move[1] for move in reach.moves} == values
        assert {move[2:] for move in reach.moves} == reach.walks
    poor = REPLICANTS.reach(_start(position=PRINTED.replace("| e4", "| e1")), 1, "!")
    assert poor is not None
    assert poor.moves == ()


def test_nothing_is_shown_once_it_is_over() -> None:
    state = REPLICANTS.forfeit(_start(), 1).state
    assert REPLICANTS.subjects(state, 1) == ()
    assert REPLICANTS.reach(state, 1, "1E8") is None
