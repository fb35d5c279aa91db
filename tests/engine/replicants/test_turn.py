"""R7, R8, R10 to R16, R20 and R21: what a turn consists of, arcs and creation apart."""

from __future__ import annotations

import pytest

from engine.replicants.events import Charged, Destroyed, Moved, Rotated, Skipped, Struck
from engine.replicants.game import REPLICANTS
from engine.replicants.state import State
from engine.turn import complete_turn
from tests.engine.replicants.positions import FAR, arrange, do, hexes, legal_texts, play, refused, side, start, targets
from tests.engine.replicants.test_position import PRINTED
from tests.engine.replicants.test_second_action import creating

# R11: a turn completed action by action


@pytest.mark.parametrize("typed", ["E/5", "e / 5", "5"])
def test_r11_a_half_typed_turn_completes_to_every_legal_continuation(typed: str) -> None:
    state = start("2", PRINTED)
    after = legal_texts(play(state, "E"))
    beginning = [f"E/{text}/" for text in after if text.startswith("5")]
    containing = [f"E/{text}/" for text in after if "5" in text and not text.startswith("5")]
    assert len(beginning) > 1
    assert complete_turn(REPLICANTS, state, 1, typed, limit=999) == beginning + containing


def test_r11_nothing_completes_what_no_action_fits() -> None:
    state = start("2", PRINTED)
    for typed in ("q", "E/q", "K", "E/5E3/Z", "5E3/"):
        assert complete_turn(REPLICANTS, state, 1, typed) == []


# R7, R8: moving


@pytest.mark.parametrize(
    ("army", "value", "reached"),
    [
        ("2E5:0", 2, "E6 F6 D5 E4"),
        ("2E5:1", 2, "F6 F5 E6 D4"),
        ("3E5:0", 3, "F6 G7 D5 C5 E4"),
        ("4E5:0", 4, "E6 E4 E7 F7 D6 G6 C4"),
        ("5E5:0", 5, "G7 C5 E3"),
        ("6E5:0", 6, "E6 F6 D5 G7 C5 F7 D6 F4 D3 E3"),
        ("7E5:0", 7, "E6 E7 F6 G7 D5 C5 E4 G6 C4 G5 C3 E3"),
    ],
)
def test_r7_charts_turn_with_the_heading(army: str, value: int, reached: str) -> None:
    state = arrange("2", f"1A3:0 3A2:3 3B1:3 {army}", "1I7:0 2I8:0 2H8:0 2G9:0")
    assert targets(state, value, army[1:3]) == set(reached.split())


def test_r7_moving_does_not_turn_a_replicant() -> None:
    state = arrange("2", "1E8:3 2D7:4 2F8:3 3D8:3", FAR)
    assert "2D6:4" in hexes(play(state, "2D7D6"), 1)


def test_r7_nobody_leaves_the_arena_or_lands_on_their_own() -> None:
    state = arrange("2", "1E8:3 2D8:0 2F8:3 3D7:3", FAR)
    # The 2 on D8 faces the edge: D9, E9 (a missing corner) and C8 are outside, behind it stands a 3.
    assert targets(state, 2, "D8") == set()
    assert refused(state, "2D8D7").code == "own-piece"
    assert refused(state, "2E9").code == "no-such-hex"


def test_r8_a_walk_is_blocked_and_a_leap_is_not() -> None:
    # The 6 walks straight to G7 and C5 and leaps to F7 and D6.
    free = arrange("2", "1A3:0 3A2:3 3B1:3 6E5:0", "1I7:0 2I8:0 2H8:0 2G9:0")
    assert {"G7", "C5", "F7"} <= targets(free, 6)
    own = arrange("2", "1A3:0 3A2:3 3F6:3 6E5:0", "1I7:0 2I8:0 2H8:0 2G9:0")
    assert targets(own, 6) == targets(free, 6) - {"F6", "G7"}
    enemy = arrange("2", "1A3:0 3A2:3 3B1:3 6E5:0", "1I7:0 2I8:0 2H8:0 2F6:0")
    assert targets(enemy, 6) == targets(free, 6) - {"G7"}
    error = refused(enemy, "6G7")
    assert (error.code, error.rule) == ("blocked", "R8")
    assert "F6" in str(error)
    assert "6F6x" in error.suggestions


# R10 to R13: order, energy, overload


@pytest.mark.parametrize(("mode", "seats"), [("2", 2), ("3", 3), ("4", 4), ("teams", 4)])
def test_r10_seats_play_in_order(mode: str, seats: int) -> None:
    state = start(mode)
    for round_ in (1, 2):
        for seat in range(1, seats + 1):
            assert REPLICANTS.to_act(state) == {seat}
            assert REPLICANTS.turn(state) == (round_ - 1) * seats + seat
            assert REPLICANTS.view(state, None).turn == round_
            state = play(state, *[legal_texts(state)[0]])
            assert REPLICANTS.turn(state) == (round_ - 1) * seats + seat
            while REPLICANTS.to_act(state) == {seat}:
                state = play(state, legal_texts(state)[0])


def test_r11_three_actions_in_order() -> None:
    state = start("2")
    assert refused(state, "2D6").rule == "R11"
    state = play(state, "E")
    assert refused(state, "E").rule == "R11"
    assert refused(state, "E8+").rule == "R11"
    state = play(state, "2D7D6")
    assert refused(state, "2E6").rule == "R11"
    assert refused(play(state, "E"), "0").rule == "R11"


def test_r12_the_energy_bar_has_no_8() -> None:
    seen = []
    for energy in (0, 1, 2, 3, 4, 5, 6, 7):
        state = arrange("2", "1E8:3 2D7:3 2F8:3 3D8:3", FAR, when="T5.1.1", energy=(energy, 0))
        step = do(state, "E")
        seen.append(side(step.state, 1).energy)
        assert step.events == (Charged(1, seen[-1]),)
    assert seen == [1, 2, 3, 4, 5, 6, 7, 9]


def test_r13_the_overload_strikes_one_of_ones_own() -> None:
    state = arrange("2", "1E8:3 2D7:3 2F8:3 3D8:3 7E5:2", FAR, when="T5.1.1", energy=(9, 9))
    assert legal_texts(state) == ["#D7", "#F8", "#D8", "#E5"]
    error = refused(state, "E")
    assert (error.code, error.rule, error.suggestions) == ("overload", "R13", ("#D7", "#F8", "#D8", "#E5"))
    assert refused(state, "#E8").code == "strike-matrix"
    assert refused(state, "#E3").code == refused(state, "#E6").code == "strike-foreign"
    step = do(state, "#E5")
    assert step.events == (Struck(1, 7, "E5"),)
    assert (side(step.state, 1).energy, side(step.state, 1).hearts) == (9, 5)
    assert side(step.state, 1).reserve == (0,) * 6
    assert step.state.action == 2


def test_r13_no_overload_below_9() -> None:
    state = arrange("2", "1E8:3 2D7:3 2F8:3 3D8:3", FAR, when="T5.1.1", energy=(7, 9))
    error = refused(state, "#D7")
    assert (error.code, error.rule, error.suggestions) == ("no-overload", "R13", ("E",))


# R14 to R16: moves


def test_r15_the_attacker_stays_and_the_heart_goes_home() -> None:
    state = arrange("2", "1E8:3 2D7:3 2F8:3 3D8:3 6E5:0", "1E2:0 2E3:0 2D2:0 2D1:0 7E6:1")
    step = do(state, "6E6x")
    assert step.events == (
        Moved(1, 6, "E5", "E6"),
        Destroyed(1, owner=2, value=7, hex="E6", by_arcs=False),
    )
    assert "6E6:0" in hexes(step.state, 1)
    assert "7E6:1" not in hexes(step.state, 2)
    assert side(step.state, 2).hearts == side(state, 2).hearts + 1
    assert side(step.state, 2).reserve == (0,) * 6
    assert side(step.state, 1).trophies == ()


def test_r15_with_points_the_soul_is_a_trophy() -> None:
    state = arrange("3", "1E8:3 2D7:3 2F8:3 3D8:3 6E5:0", "1H5:0 2H6:0 2I6:0 2I7:0 7E6:1", "1B2:0 2B3:0 2C3:0 2C2:0")
    after = play(state, "6E6x")
    assert side(after, 1).trophies == (7,)
    assert side(after, 1).half_points == 2


def test_r15_a_2_or_a_matrix_destroys_anything() -> None:
    state = arrange("2", "1E8:3 2D7:3 2F8:3 3D8:3", "1E2:0 2E3:0 2D2:0 2D1:0 7D6:3 6E7:0")
    assert {"1E7x", "2D6x"} <= set(legal_texts(state))


GUARD = "2D8:3 2F9:3 3F8:3"


def test_r16_a_matrix_does_not_enter_a_threatened_hex() -> None:
    # The yellow 3 on E5 heads down: it walks to D4, C3, F5, G5 and E6.
    state = arrange("2", f"1E7:3 {GUARD}", "1E2:0 2E3:0 2D2:0 3E5:3")
    assert targets(state, 1) == {"E8", "F7", "D6", "D7"}
    error = refused(state, "1E6")
    assert (error.code, error.rule) == ("matrix-threatened", "R16")
    assert "Player 2's 3 on E5" in str(error)
    assert set(error.suggestions) == {"1E8", "1F7", "1D6", "1D7"}


def test_r16_arcs_threaten_too() -> None:
    # The yellow 5 on E5 heads up: its arcs reach F6, D5, E7, F7 and D6.
    state = arrange("2", f"1E8:3 {GUARD}", "1E2:0 2E3:0 2D2:0 5E5:0")
    assert targets(state, 1) == {"D7"}
    assert refused(state, "1E7").code == "matrix-threatened"


def test_r16_the_board_after_the_move_counts() -> None:
    # The yellow 7 on E4 walks to E6 over E5, where the matrix stands now: leaving it opens that line.
    state = arrange("2", f"1E5:3 {GUARD}", "1A2:0 2E2:0 2D1:0 7E4:0")
    assert targets(state, 1) == {"F6", "D5", "E4"}
    assert refused(state, "1E6").rule == "R16"
    # Behind another Replicant E6 is safe.
    assert "E6" in targets(arrange("2", f"1D6:3 2E5:3 {GUARD}", "1A2:0 2E2:0 2D1:0 7E4:0"), 1)


def test_r16_a_defended_enemy_cannot_be_destroyed_by_the_matrix() -> None:
    defended = arrange("2", f"1E7:3 {GUARD}", "1A2:0 2A3:0 3B2:0 2E6:3 2E5:0 3A4:0")
    error = refused(defended, "1E6x")
    assert error.rule == "R16"
    assert "Player 2's 2 on E5" in str(error)
    alone = arrange("2", f"1E7:3 {GUARD}", "1A2:0 2A3:0 3B2:0 2E6:3 2B3:0 3A4:0")
    assert "1E6x" in legal_texts(alone)


def test_r16_a_destruction_that_ends_the_game_may_be_made_under_threat() -> None:
    last = arrange("2", f"1E7:3 {GUARD}", "1A2:0 2A3:0 2E6:3 2E5:0")
    assert "1E6x" in legal_texts(last)
    matrix = arrange("2", f"1E7:3 {GUARD}", "1E6:0 2A3:0 2B2:0 2E5:0 3B3:0 3A4:0")
    assert "1E6x" in legal_texts(matrix)


def test_r16_the_enemy_matrix_threatens_even_where_it_could_not_go() -> None:
    # Yellow's matrix could not destroy on E6, which red's 2 on E7 guards; it threatens E6 all the same.
    state = arrange("2", "1D6:3 2E7:3 2F9:3 3D8:3", "1E5:0 2A3:0 2B2:0 2A4:0")
    assert refused(state, "1E6").rule == "R16"


# R20, R21: third action, and none


def test_r20_charge_or_rotate() -> None:
    state = arrange("2", "1E8:0 2D7:5 2F8:3 3D8:3", FAR, when="T5.1.3", energy=(6, 0))
    assert legal_texts(state) == ["E", "E8-", "E8+", "D7-", "D7+", "F8-", "F8+", "D8-", "D8+"]
    left, right = do(state, "E8-"), do(state, "D7+")
    assert "1E8:5" in hexes(left.state, 1)
    assert left.events == (Rotated(1, 1, "E8", -1, 5),)
    assert "2D7:0" in hexes(right.state, 1)
    assert right.events == (Rotated(1, 2, "D7", +1, 0),)
    assert side(play(state, "E"), 1).energy == 7


@pytest.mark.parametrize("energy", [7, 9])
def test_r20_no_charge_at_7_or_9(energy: int) -> None:
    state = arrange("2", "1E8:0 2D7:5 2F8:3 3D8:3", FAR, when="T5.1.3", energy=(energy, 0))
    assert "E" not in legal_texts(state)
    error = refused(state, "E")
    assert (error.code, error.rule) == ("charge-full", "R20")
    assert refused(state, "E3+").code == "rotate-foreign"
    assert refused(state, "E5+").code == "rotate-empty"


def test_r20_the_replicant_just_created_may_turn() -> None:
    state = play(creating(), "!7E7")
    assert {"E7-", "E7+"} <= set(legal_texts(state))


def test_r21_with_nothing_to_do_the_second_action_is_skipped() -> None:
    # Each red Replicant faces the edge or its own, and what the matrix could enter is under threat.
    state = shut_in()
    assert legal_texts(state) == ["0"]
    assert REPLICANTS.count_legal(state, 1) == 1
    step = do(state, "0")
    assert step.events == (Skipped(1),)
    assert str(step.events[0].text()) == "Player 1 has nothing to move or create."
    ((choice,),) = [REPLICANTS.choices(state, 1, move) for move in REPLICANTS.legal(state, 1)]
    assert str(choice.text) == "Nothing to move or create"
    assert step.state.action == 3
    assert refused(state, "1A3").rule in ("R7", "R16")
    error = refused(creating(), "0")
    assert (error.code, error.rule) == ("skip", "R21")


def shut_in() -> State:
    return arrange("2", "1C1:2 3B1:1 5A4:5 5B2:5", "1B4:5 2A3:3 2C2:1 2D2:4 3E5:5 7B3:4")
