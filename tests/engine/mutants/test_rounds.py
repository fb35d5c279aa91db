"""The end of a round and of the game (M28 to M33, M53)."""

from __future__ import annotations

import pytest

from engine.mutants.duels import ForceMoved, FreezerOpened, RoundScored, ZonesOpened
from engine.mutants.events import Hatched
from engine.mutants.game import MUTANTS
from tests.engine.mutants.tables import Laid, arena, asked, force, play, table, told

LAST = {"hand": "ZOM", "incubator": "TRI", "deck": "ROB WAR LYC DEM ALN ZOM ROB"}
"""Of who plays the last card of the round, without a question."""
DONE = {"hand": "", "deck": "ROB WAR LYC DEM ALN ZOM ROB"}


def ended(*sides: Laid, force: dict[int, int], round_: int = 1, first: int = 1) -> tuple[object, ...]:
    """Return the points and the score track after the end of a round."""
    state = table(*sides, force=force, round_=round_, first=first)
    return state.points, state.standing


@pytest.mark.parametrize(
    ("round_", "points"), [(1, (4, 2, 0)), (2, (5, 2, 0)), (3, (6, 3, 0)), (4, (7, 3, 0)), (5, (8, 4, 0))]
)
def test_force_scoring(round_: int, points: tuple[int, ...]) -> None:
    """M28, M29: the first gains the red value, the last nothing, others the black value."""
    assert ended(LAST, DONE, DONE, force={3: 3, 2: 5, 1: 7}, round_=round_)[0] == points


def test_on_one_space_who_is_above_is_ahead() -> None:
    """M5, M28."""
    assert ended(DONE, LAST, force={2: 5, 1: 7}, first=2)[0] == (0, 4)  # the Zombie goes on top


def test_score_markers_move_clockwise_from_the_first_player() -> None:
    """M28, M6: who moves last lies on top."""
    laid = [{**DONE, "points": 0}, {**LAST, "points": 0}, {**DONE, "points": 2}]
    state = table(*laid, force={3: 3, 1: 5, 2: 7}, turn=2, first=3)
    assert state.points == (2, 4, 2)
    assert state.standing == (3, 1, 2)  # 3 gains 0 and does not move; 1 comes on top of it
    laid = [{**LAST, "points": 2}, {**DONE, "points": 0}, {**DONE, "points": 0}]
    state = table(*laid, force={2: 3, 1: 4, 3: 9}, turn=1, first=1)
    assert state.points == (4, 0, 4)
    assert state.standing == (2, 1, 3)  # not by rank: 1 moves before 3, who is ahead


def test_a_round_ends_when_nobody_has_a_card() -> None:
    """M16, M29 to M32, in this order."""
    state = table(LAST, DONE, force={2: 5, 1: 7})
    assert (state.round, asked(state)) == (2, "flank 1")
    assert [len(side.hand) for side in state.sides] == [6, 6]


def test_the_incubated_mutant_is_drawn_first() -> None:
    """M30, M31."""
    _, events = told(table({**LAST, "hand": "ZOM ROB", "A": "", "incubator": ""}, DONE), "D ROB")
    assert not [event for event in events if isinstance(event, Hatched)]
    state = table({**LAST, "deck": "ROB WAR LYC DEM ALN"}, DONE, force={2: 5, 1: 7})
    assert "TRI" in state.sides[0].hand
    assert state.sides[0].incubator == ""


def test_reset_and_the_next_first_player() -> None:
    """M32: the lowest score on Challenger, each higher one directly left; the highest begins."""
    state = table({**LAST, "points": 9}, {**DONE, "points": 0}, {**DONE, "points": 3}, force={3: 3, 2: 5, 1: 7})
    assert state.points == (13, 2, 3)
    assert force(state) == {1: 4, 3: 5, 2: 6}
    assert (state.first, asked(state)[-1]) == (1, "1")


def test_of_equal_scores_the_lower_marker_is_lower() -> None:
    """M32."""
    state = table({**LAST, "points": 0}, {**DONE, "points": 4}, force={2: 5, 1: 7})
    assert (state.points, state.standing) == ((4, 4), (2, 1))
    assert force(state) == {1: 5, 2: 6}


def test_mutants_stay_in_the_arena() -> None:
    """M33: K.O. ones stay K.O."""
    state = table({**LAST, "L": "dev", "R": "DEM"}, {**DONE, "A": "rob"}, force={2: 5, 1: 7})
    assert arena(state, 1) == "ZOM dev DEM"
    assert arena(state, 2) == "rob - -"


def test_decisions_while_drawing_are_made_clockwise_from_the_first_player() -> None:
    """M31, M40."""
    empty = {"hand": "", "deck": "", "discard": "ROB WAR WAR"}
    state = table({**empty, "hand": "ZOM"}, empty, force={2: 5, 1: 7}, first=2)
    assert asked(state) == "freeze-empty 2"
    assert MUTANTS.owner(state) is None
    assert "empty deck" in str(MUTANTS.asked(state, 2))
    turn = MUTANTS.turn(state)
    state = play(state, "WAR")
    assert asked(state) == "freeze-empty 1"
    assert MUTANTS.turn(state) > turn
    state = play(state, "ROB")
    assert (state.round, len(state.sides[0].hand), len(state.sides[1].hand)) == (2, 2, 2)


def test_permanents_between_rounds() -> None:
    """M36: the old first player counts as active; the markers go back behind it (M32)."""
    empty = {"hand": "", "deck": "", "discard": "ROB WAR WAR", "L": "NOB"}
    state, _ = told(table({**empty, "hand": "ZOM"}, DONE, force={2: 5, 1: 7}), "WAR")
    assert force(state) == {1: 5, 2: 6}
    idle = {**DONE, "hand": ""}
    _, events = told(table({**empty, "hand": "ZOM"}, idle, idle, force={2: 5, 3: 7, 1: 11}, first=3), "WAR")
    assert [event.seat for event in events if isinstance(event, ForceMoved) and event.pushed] == [3, 2]


def over(*sides: Laid, force: dict[int, int]) -> object:
    state = table(*sides, force=force, round_=5)
    assert state.over == "V"
    return MUTANTS.outcome(state)


def test_the_highest_total_wins() -> None:
    """M53, M74."""
    result = MUTANTS.outcome(table({**LAST, "freezer": "DEV ZOM"}, {**DONE, "points": 5}, force={2: 5, 1: 7}, round_=5))
    assert result is not None
    assert (result.ranks, result.points, result.code) == ((1, 2), (11, 5), "V")
    assert "World Champion" in str(result.reason)


def test_a_tie_goes_to_the_fewest_points_of_the_freezer() -> None:
    """M53."""
    sides = ({**LAST, "points": 0, "freezer": "TRI"}, {**DONE, "points": 12})
    result = MUTANTS.outcome(table(*sides, force={2: 5, 1: 7}, round_=5))
    assert result is not None
    assert (result.ranks, result.points, result.code) == ((2, 1), (12, 12), "VF")


def test_then_to_who_is_ahead_on_the_force_track() -> None:
    """M53."""
    sides = ({**LAST, "points": 0, "freezer": "TRI"}, {**DONE, "points": 8, "freezer": "TRI"})
    result = MUTANTS.outcome(table(*sides, force={2: 5, 1: 7}, round_=5))
    assert result is not None
    assert (result.ranks, result.points, result.code) == ((1, 2), (12, 12), "VT")


def test_freezers_are_opened_at_the_end() -> None:
    """M53, M74: with the points of each card."""
    sides = ({**LAST, "hand": "ZOM DEM", "freezer": "DEV ZOM DEV"}, {**DONE, "freezer": ""})
    state, events = told(table(*sides, force={2: 5, 1: 7}, round_=5), "D ZOM", "R")
    opened = [event for event in events if isinstance(event, FreezerOpened)]
    assert [(event.cards, event.values) for event in opened] == [(("ZOM", "DEV", "DEV"), (1, 3, 3)), ((), ())]
    assert [event.round for event in events if isinstance(event, RoundScored)] == [5]
    assert MUTANTS.view(state, None).sides[0].freezer == ("ZOM", "DEV", "DEV")


def test_what_is_left_of_decks_and_reserves_is_opened_at_the_end() -> None:
    """M60: in the words of the last turn, before the freezers, which a text that is too short tells last."""
    mine = {**LAST, "hand": "ZOM DEM", "deck": "WAR ROB WAR", "reserve": ("TRI NOB", "", "TRI")}
    _, events = told(table(mine, {**DONE, "deck": "", "discard": ""}, force={2: 5, 1: 7}, round_=5), "D ZOM", "R")
    texts = [str(event.text()) for event in events if isinstance(event, ZonesOpened | FreezerOpened)]
    assert texts[0].startswith("Player 1 reveals: hand –; deck ROB WAR×2; discard ")
    assert texts[0].endswith("; reserve NOB TRI×2.")
    assert [text.split()[2] for text in texts[-2:]] == ["freezer", "freezer"]


def test_who_resigns_against_one_opponent_opens_what_the_other_holds() -> None:
    """M54, M60."""
    state = table({"hand": "ZOM DEM"}, {"hand": "LYC"})
    step = MUTANTS.forfeit(state, 1)
    (opened,) = [event for event in step.events if isinstance(event, ZonesOpened)]
    assert (opened.seat, opened.hand) == (2, ("LYC",))
    over = MUTANTS.outcome(step.state)
    assert over is not None
    assert str(over.reason) == "Player 1 resigned."
