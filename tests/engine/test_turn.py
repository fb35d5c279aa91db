from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.chance import Chance
from engine.errors import TurnError
from engine.game import Setup, Step
from engine.seat import Seat
from engine.turn import complete_turn, parse_turn
from tests.engine.toys import DUEL, Duel, DuelState


@pytest.fixture
def start() -> DuelState:
    return DUEL.initial(Setup("2"), Chance.from_text("toy"))


def test_a_whole_turn_is_read_and_applied_to_a_copy(start: DuelState) -> None:
    turn = parse_turn(DUEL, start, 1, " go / end ")
    assert (turn.text, turn.over, turn.barrier) == ("go/end", True, False)
    assert turn.state.round == 1
    assert start.round == 0


def test_half_a_turn_is_not_over(start: DuelState) -> None:
    assert not parse_turn(DUEL, start, 1, "go").over
    assert not parse_turn(DUEL, start, 1, "go/").over
    assert parse_turn(DUEL, start, 1, "").moves == ()


def test_an_error_names_the_move_inside_the_turn(start: DuelState) -> None:
    with pytest.raises(TurnError) as caught:
        parse_turn(DUEL, start, 1, "go/ 7")
    error = caught.value
    assert (error.index, error.column, error.action, error.code) == (1, 4, "7", "notation")


def test_moves_after_the_end_of_the_turn_are_an_error(start: DuelState) -> None:
    with pytest.raises(TurnError) as caught:
        parse_turn(DUEL, start, 1, "go/end/1")
    assert (caught.value.code, caught.value.index) == ("turn-over", 2)


def test_another_seat_may_not_act(start: DuelState) -> None:
    with pytest.raises(TurnError) as caught:
        parse_turn(DUEL, start, 2, "go")
    assert caught.value.code == "not-to-act"


def test_nobody_sees_past_a_barrier(start: DuelState) -> None:
    turn = parse_turn(DUEL, start, 1, "roll")
    assert turn.barrier
    assert turn.state == start
    assert turn.events == ()
    assert parse_turn(DUEL, start, 1, "roll", past_barrier=True).state != start
    with pytest.raises(TurnError) as caught:
        parse_turn(DUEL, start, 1, "roll/end")
    assert caught.value.code == "barrier"
    assert complete_turn(DUEL, start, 1, "roll/") == []


def test_a_simultaneous_choice_is_one_move_and_a_barrier(start: DuelState) -> None:
    both = parse_turn(DUEL, start, 1, "go/end").state
    turn = parse_turn(DUEL, both, 2, "3")
    assert turn.over
    assert turn.barrier
    assert turn.state == both


def test_completion_goes_one_move_further(start: DuelState) -> None:
    assert complete_turn(DUEL, start, 1, "") == ["go/", "roll"]
    assert complete_turn(DUEL, start, 1, "G") == ["go/"]
    assert complete_turn(DUEL, start, 1, "go/") == ["go/end", "go/stay"]
    assert complete_turn(DUEL, start, 1, "go/t") == ["go/stay"]
    assert complete_turn(DUEL, start, 1, "go/", limit=1) == ["go/end"]
    assert complete_turn(DUEL, start, 1, "nonsense/") == []
    assert complete_turn(DUEL, start, 1, "go/end/") == []
    assert complete_turn(DUEL, start, 2, "") == []


class Walk(Duel):
    """One goes, and goes on."""

    def apply(self, state: DuelState, moves: Mapping[Seat, str]) -> Step[DuelState]:
        return Step(state, ())


def test_a_turn_without_end_is_cut_off(start: DuelState) -> None:
    assert len(parse_turn(Walk(), start, 1, "/".join(["go"] * 300)).moves) == 300
    with pytest.raises(TurnError) as caught:
        parse_turn(Walk(), start, 1, "/".join(["go"] * 400))
    assert (caught.value.code, caught.value.index) == ("too-long", 334)
