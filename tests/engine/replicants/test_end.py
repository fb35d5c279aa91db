"""R22 to R31: how a game ends and who wins."""

from __future__ import annotations

import pytest

from engine.errors import IllegalMoveError
from engine.events import Surrendered
from engine.outcome import Outcome, Termination
from engine.replicants.game import REPLICANTS
from engine.replicants.state import State
from tests.engine.replicants.positions import arrange, legal_texts, play, refused, start, targets

RED = "1E8:3 2D8:3 2F8:3 3D7:3"
YELLOW = "1E2:0 2F2:0 2D2:0 2D1:0"


def result(state: State) -> Outcome:
    outcome = REPLICANTS.outcome(state)
    assert outcome is not None
    assert not REPLICANTS.to_act(state)
    assert not REPLICANTS.legal(state, state.seat)
    assert str(outcome.reason).endswith(".")
    return outcome


# R22, two players


def test_r22_destroying_the_matrix_wins() -> None:
    outcome = result(play(arrange("2", f"{RED} 6E5:3", "1E4:0 2F2:0 2D2:0 2D1:0 3C1:0 3B1:0"), "6E4x"))
    assert (outcome.ranks, outcome.code, outcome.by, outcome.points) == ((1, 2), "M", 1, ())
    assert outcome.termination is Termination.RULES
    assert str(outcome.reason) == "Player 1 destroyed Player 2's matrix."


def test_r22_leaving_three_wins() -> None:
    outcome = result(play(arrange("2", f"{RED} 6E5:3", "1E2:0 2E4:0 2D2:0 2D1:0"), "6E4x"))
    assert (outcome.ranks, outcome.code, outcome.by) == ((1, 2), "R", 1)


def test_r22_four_left_is_not_the_end() -> None:
    after = play(arrange("2", f"{RED} 6E5:3", "1E2:0 2E4:0 2D2:0 2D1:0 3C1:0"), "6E4x")
    assert REPLICANTS.outcome(after) is None


def test_r22_ones_own_overload_loses() -> None:
    outcome = result(play(arrange("2", RED, YELLOW, when="T5.1.1", energy=(9, 9)), "#D8"))
    assert (outcome.ranks, outcome.code, outcome.by) == ((2, 1), "R", 1)


# R23, R24: three players. The 7 on E5 stands before both matrices, on G7 (player 2) and C5 (player 3).

ADRIEN = "1E2:0 2D2:0 2F2:0 2D1:0 7E5:0"
BART = "1G7:3 2G8:3 2H8:3 2H9:3 3F9:3"
CAROLE = "1C5:1 2B5:1 2B4:1 2A4:1 3A3:1"
FOURTH = "1J5:0 2J6:0 2K6:0 2K5:0"


def contest(trophies: tuple[str, str, str] = ("34", "3355", "33446"), *, adrien: str = ADRIEN) -> State:
    return arrange("3", adrien, BART, CAROLE, trophies=trophies)


def test_r24_the_worked_example() -> None:
    """With 2, 4 and 5 points Adrien may destroy Carole's matrix, and may not destroy Bart's."""
    state = contest()
    assert "7C5x" in legal_texts(state)
    assert "7G7x" not in legal_texts(state)
    error = refused(state, "7G7x")
    assert (error.code, error.rule) == ("forbidden-destruction", "R24")
    assert "4.5 points for you and 5 for Player 3" in str(error)
    outcome = result(play(state, "7C5x"))
    assert outcome.points == (4.5, 4.0, 5.0)
    assert (outcome.ranks, outcome.code) == ((1, 2, 3), "M")
    assert REPLICANTS.result_text(outcome, ("Adrien", "Bart", "Carole")) == "(M.Adrien.4,5.Bart.4)"


def test_r23_points_of_souls_matrix_and_the_end() -> None:
    # A soul: 1. The last soul of somebody with four: 1.5. A matrix: 2.5.
    view = REPLICANTS.view(play(arrange("3", ADRIEN, f"{BART} 3E6:0", CAROLE), "7E6x"), None)
    assert [side.half_points for side in view.sides] == [2, 0, 0]
    four = arrange("3", ADRIEN, "1G7:3 2G8:3 2H8:3 3E6:3", CAROLE)
    outcome = result(play(four, "7E6x"))
    assert (outcome.points, outcome.ranks, outcome.code) == ((1.5, 0.0, 0.0), (1, 3, 2), "R")
    assert result(play(contest(("", "", "")), "7C5x")).points == (2.5, 0.0, 0.0)


@pytest.mark.parametrize(("mine", "theirs", "legal"), [("", "3", True), ("", "33", False), ("4", "33", True)])
def test_r24_leaving_three_must_win_too(mine: str, theirs: str, legal: bool) -> None:
    # Destroying player 2's fourth brings 1.5 points.
    state = arrange("3", ADRIEN, "1G7:3 2G8:3 2H8:3 3E6:3", CAROLE, trophies=(mine, "", theirs))
    assert ("7E6x" in legal_texts(state)) is legal
    if not legal:
        assert refused(state, "7E6x").rule == "R24"


def test_r24_holds_for_arcs() -> None:
    # The 5 on E6, heading up, reaches player 2's matrix on F8 and a soul of player 3 on D7.
    armies = ("1E2:0 2D2:0 2F2:0 2D1:0 5E6:0", "1F8:3 2G8:3 2H8:3 2H9:3 3F9:3", "1C5:1 2B5:1 2B4:1 2A4:1 3D7:1")
    behind = arrange("3", *armies, trophies=("", "", "333"))
    assert "xF8" not in legal_texts(behind)
    assert refused(behind, "xF8").rule == "R24"
    assert "xF8.xD7" not in legal_texts(behind)  # written by column
    assert "xD7.xF8" in legal_texts(behind)  # 2 and 1 and 0.5 beat 3
    outcome = result(play(behind, "xF8.xD7"))
    assert (outcome.points, outcome.code) == ((3.5, 0.0, 3.0), "M")


def test_r24_holds_for_a_matrix_that_nothing_would_threaten() -> None:
    armies = ("1F6:0 2D2:0 2F2:0 2D1:0 7A3:0", "1G7:3 2H9:3 2H8:3 3G9:3", CAROLE)
    state = arrange("3", *(army.replace("3A3:1", "3B6:1") for army in armies), trophies=("34", "3355", "33446"))
    assert refused(state, "1G7x").code == "forbidden-destruction"


def test_r24_does_not_hold_in_teams() -> None:
    assert "7G7x" in legal_texts(team_game())
    assert "7G7x" not in legal_texts(arrange("4", ADRIEN, BART, CAROLE, FOURTH, trophies=("", "", "", "333")))


# R25: player 2's matrix, on F6, and the hex G7, which player 1's 7 on E5 threatens.


def entering(trophies: tuple[str, str, str], first: str = ADRIEN, third: str = CAROLE) -> State:
    return arrange("3", first, "1F7:3 2G9:3 2H8:3 2H9:3 3F9:3", third, when="T5.2.2", trophies=trophies)


def test_r25_a_matrix_may_enter_where_only_forbidden_players_threaten() -> None:
    # Destroying player 2's matrix would leave player 1 at 2.5, behind player 3's 3.
    assert "G7" in targets(entering(("", "", "333")), 1)
    # At 3.5 player 1 would win.
    error = refused(entering(("4", "", "333")), "1G7")
    assert (error.code, error.rule) == ("matrix-threatened", "R16")


def test_r25_everybody_who_threatens_must_be_forbidden() -> None:
    # Player 3's 4 on G5, heading up, leaps to G7 and may destroy there.
    assert refused(entering(("", "", "333"), third=f"{CAROLE} 4G5:0"), "1G7").rule == "R16"


def test_r25_a_5_that_can_strike_more_is_not_forbidden() -> None:
    # The 5 on G5, heading up, sends arcs to G7 and H7, among others.
    five = "1E2:0 2D2:0 2F2:0 2D1:0 5G5:0"
    assert "G7" in targets(entering(("", "", "333"), first=five), 1)
    with_more = entering(("", "", "333"), first=five, third="1C5:1 2B5:1 2B4:1 2A4:1 3A3:1 3H7:1")
    assert refused(with_more, "1G7").rule == "R16"  # 2 and 1 and 0.5 beat 3


def test_r25_further_targets_may_eliminate_the_leader() -> None:
    five = "1E2:0 2D2:0 2F2:0 2D1:0 5G5:0"
    safe = entering(("", "", "3333"), first=five, third="1C5:1 2B5:1 2B4:1 2A4:1 3H7:1")
    assert "G7" in targets(entering(("", "", "3333"), first=five), 1)
    last = entering(("", "", "3333"), first=five, third="1C5:1 2B5:1 2B4:1 3H7:1")
    assert "G7" in targets(safe, 1)  # 3.5 against 4
    assert refused(last, "1G7").rule == "R16"  # player 3 would be out as well


def test_r25_is_for_the_matrix_alone() -> None:
    state = arrange(
        "3",
        ADRIEN,
        "1F7:3 2G9:3 2H8:3 2H9:3 3F9:3",
        CAROLE,
        when="T5.2.2",
        energy=(1, 9, 1),
        reserve=("", "6", ""),
        trophies=("", "", "333"),
    )
    assert "G7" in targets(state, 1)
    assert "!6G8" in legal_texts(state)
    assert refused(state, "!6G7").code == "create-threatened"


def test_r25_does_not_hold_with_two_players() -> None:
    state = arrange("2", ADRIEN, "1F7:3 2G9:3 2H8:3 2H9:3 3F9:3", when="T5.2.2")
    assert refused(state, "1G7").rule == "R16"


# R26, overloads


def test_r26_an_overload_may_end_the_game_without_half_a_point() -> None:
    state = arrange("3", YELLOW, BART, CAROLE, when="T5.1.1", energy=(9, 0, 0), trophies=("33", "3", "34"))
    outcome = result(play(state, "#D1"))
    assert (outcome.code, outcome.by, outcome.points) == ("R", 1, (2.0, 1.0, 2.0))
    assert outcome.ranks == (3, 2, 1)


def test_r26_an_overload_may_end_in_a_tie() -> None:
    state = arrange(
        "3",
        BART,
        YELLOW,
        CAROLE,
        when="T5.2.1",
        energy=(0, 9, 0),
        trophies=("33333", "", "33444"),
    )
    outcome = result(play(state, "#D1"))
    assert outcome.ranks == (1, 3, 1)
    assert outcome.winners == (1, 3)
    assert REPLICANTS.result_text(outcome, ("Eric", "Lucy", "Paul")) == "(R.Paul=Eric.5)"


# R27: four players individually


def test_r27_three_are_ranked() -> None:
    state = arrange("4", ADRIEN, BART, CAROLE, FOURTH, trophies=("44", "3", "", "33"))
    outcome = result(play(state, "7C5x"))
    assert (outcome.points, outcome.ranks) == ((4.5, 1.0, 0.0, 2.0), (1, 3, 4, 2))
    names = ("Eric", "Lucy", "Paul", "Carole")
    assert REPLICANTS.result_text(outcome, names) == "(M.Eric.4,5.Carole.2.Lucy.1)"


def test_r27_arcs_may_finish_several_players() -> None:
    armies = ("1E2:0 2D2:0 2F2:0 2D1:0 5E6:0", "1G7:3 2F8:3 2H8:3 2H9:3", "1C5:1 2B5:1 2B4:1 3D7:1")
    state = arrange("4", *armies, FOURTH, trophies=("", "", "", "33"))
    outcome = result(play(state, "xD7.xF8"))
    assert (outcome.points, outcome.code) == ((2.5, 0.0, 0.0, 2.0), "R")
    assert outcome.ranks == (1, 3, 3, 2)
    assert REPLICANTS.result_text(outcome, ("a", "b", "c", "d")) == "(R.a.2,5.d.2)"
    assert [side.out for side in REPLICANTS.view(play(state, "xD7.xF8"), None).sides] == [False, True, True, False]
    # Either alone would leave the leader ahead.
    assert refused(state, "xD7").rule == refused(state, "xF8").rule == "R24"


def test_r27_finishing_everybody_wins() -> None:
    armies = ("1E2:0 2D2:0 2F2:0 2D1:0 5E6:0", "1G7:3 2F8:3 2H8:3 2H9:3", "1C5:1 2B5:1 2B4:1 3D7:1")
    state = arrange("3", *armies, trophies=("", "33333", "33333"))
    outcome = result(play(state, "xD7.xF8"))
    assert outcome.ranks == (1, 2, 2)
    assert REPLICANTS.result_text(outcome, ("a", "b", "c")) == "(R.a.2,5)"


# R28, teams


def team_game(third: str = FOURTH) -> State:
    return arrange("teams", ADRIEN, BART, third, "1C5:1 2B5:1 2B4:1 2A4:1 3A3:1")


def test_r28_allies_cannot_be_destroyed() -> None:
    state = team_game(f"{FOURTH} 3E6:0")
    assert "E6" not in targets(state, 7)
    error = refused(state, "7E6x")
    assert (error.code, error.rule) == ("ally", "R28")
    arcs = arrange("teams", "1E2:0 2D2:0 2F2:0 2D1:0 5E5:0", BART, f"{FOURTH} 3E7:0", CAROLE)
    assert not any(text.startswith("x") for text in legal_texts(arcs))
    assert refused(arcs, "xE7.2D3").rule == "R28"


def test_r28_allies_do_not_threaten() -> None:
    enemy = arrange("4", "1F7:3 2G9:3 2H8:3 2H9:3", "1A2:1 2A3:1 2B2:1 2B3:1", ADRIEN, FOURTH)
    ally = arrange("teams", "1F7:3 2G9:3 2H8:3 2H9:3", "1A2:1 2A3:1 2B2:1 2B3:1", ADRIEN, FOURTH)
    assert "G7" not in targets(enemy, 1)
    assert "G7" in targets(ally, 1)


def test_r28_a_team_wins_with_a_matrix_or_three_left() -> None:
    outcome = result(play(team_game(), "7G7x"))
    assert (outcome.ranks, outcome.points, outcome.code) == ((1, 2, 1, 2), (), "M")
    names = ("Eric", "Lucy", "Paul", "Carole")
    assert REPLICANTS.result_text(outcome, names) == "(M.Eric.Paul)"
    overload = arrange("teams", YELLOW, BART, FOURTH, CAROLE, when="T5.1.1", energy=(9,) * 4)
    outcome = result(play(overload, "#D1"))
    assert (outcome.ranks, outcome.code) == ((2, 1, 2, 1), "R")
    assert REPLICANTS.result_text(outcome, names) == "(R.Lucy.Carole)"


def test_r28_no_points_in_teams() -> None:
    view = REPLICANTS.view(play(team_game(), "7C5x"), None)
    assert not view.counts_points
    assert all(side.half_points == 0 and side.trophies == () for side in view.sides)
    assert [side.team for side in view.sides] == [0, 1, 0, 1]


def test_r29_the_team_mode_is_silent() -> None:
    assert {mode.key: mode.silent for mode in REPLICANTS.info.modes} == {
        "2": False,
        "3": False,
        "4": False,
        "teams": True,
    }


# R30: giving up


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_r30_any_seat_may_give_up_at_any_time(mode: str) -> None:
    state = start(mode)
    for _ in range(4):
        for seat in range(1, len(state.sides) + 1):
            step = REPLICANTS.forfeit(state, seat)
            assert step.events == (Surrendered(seat),)
            outcome = result(step.state)
            assert (outcome.code, outcome.by, outcome.termination) == ("F", seat, Termination.FORFEIT)
            assert outcome.ranks[seat - 1] == max(outcome.ranks) > 1
            if mode == "teams":
                assert outcome.ranks == ((2, 1, 2, 1) if seat in (1, 3) else (1, 2, 1, 2))
        state = play(state, legal_texts(state)[0])


def test_r30_brings_nobody_half_a_point() -> None:
    outcome = result(REPLICANTS.forfeit(contest(), 2).state)
    assert (outcome.points, outcome.ranks) == ((2.0, 4.0, 5.0), (2, 3, 1))
    assert REPLICANTS.result_text(outcome, ("a", "b", "c")) == "(F.c.5.a.2)"


def test_r30_nobody_gives_up_twice_or_after_the_end() -> None:
    over = REPLICANTS.forfeit(start("3"), 2).state
    for seat in (1, 2, 3):
        with pytest.raises(IllegalMoveError) as caught:
            REPLICANTS.forfeit(over, seat)
        assert (caught.value.code, caught.value.rule) == ("game-over", "R30")
        with pytest.raises(IllegalMoveError):
            REPLICANTS.parse(over, seat, "E")


# R31


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_r31_a_game_without_destructions_ends_by_overloads(mode: str) -> None:
    """Nobody ever destroys anything, everybody creates when they can: the longest kind of game ends all the same."""
    state, actions = start(mode), 0
    while REPLICANTS.outcome(state) is None:
        texts = legal_texts(state)
        peaceful = [text for text in texts if "x" not in text] or texts
        creations = [text for text in peaceful if text.startswith("!")]
        state, actions = play(state, (creations or peaceful)[-1]), actions + 1
        # 9 souls to create at most, 15 to lose; every two turns bring an overload or pay for a creation.
        assert actions < 3 * len(state.sides) * 100
    assert result(state).code == "R"
