"""R7, R8, R10 to R16, R20 and R21: what a turn consists of, arcs and creation apart."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.chance import Chance
from engine.game import Setup
from engine.replicants.events import Charged, Created, Destroyed, Moved, Rotated, Skipped, Struck
from engine.replicants.game import REPLICANTS
from engine.replicants.moves import Arcs
from engine.replicants.state import State
from engine.turn import complete_turn
from tests.engine.replicants.kit import (
    FAR,
    arrange,
    crowded,
    do,
    hexes,
    legal_texts,
    play,
    refused,
    side,
    start,
    targets,
)
from tests.engine.replicants.test_position import PRINTED as PRINTED_POSITIONS
from tests.volume import many

# R17 to R19: arcs and creation.


# R17, R18: arcs


def shooting(red: str = "1D7:3 2D8:3 2F9:3 5E5:0", yellow: str = "1A2:0 2A3:0 2B2:0 3A4:0 2E7:0 3F7:0") -> State:
    """Return a position where red's 5 on E5 reaches E7 and F7, among others, with its arcs."""
    return arrange("2", red, yellow)


def test_r17_any_of_the_targets_then_another_replicant() -> None:
    state = shooting()
    volleys = {text.rpartition(".")[0] for text in legal_texts(state) if text.startswith("x")}
    assert volleys == {"xE7", "xF7", "xE7.xF7"}
    arcs = [move for move in REPLICANTS.legal(state, 1) if isinstance(move, Arcs)]
    assert {str(REPLICANTS.step(state, REPLICANTS.choices(state, 1, move)[:1])) for move in arcs} == {
        "Choose what to destroy."
    }
    companions = {text.rpartition(".")[2][0] for text in legal_texts(state) if text.startswith("x")}
    assert companions == {"1", "2"}
    step = do(state, "xE7.xF7.2C7")
    assert step.events == (
        Destroyed(1, owner=2, value=2, hex="E7", by_arcs=True),
        Destroyed(1, owner=2, value=3, hex="F7", by_arcs=True),
        Moved(1, 2, "D8", "C7"),
    )
    assert "5E5:0" in hexes(step.state, 1)
    assert (len(hexes(step.state, 2)), side(step.state, 2).hearts) == (4, 5)
    assert step.state.action == 3


def test_r17_the_5_that_fires_does_not_move() -> None:
    error = refused(shooting(), "xE7.5C5")
    assert (error.code, error.rule) == ("arcs-same-five", "R17")
    assert error.suggestions
    assert all(text.startswith("xE7.") for text in error.suggestions)


def test_r17_one_5_that_does_not_move_reaches_all_targets() -> None:
    # E7 lies on the arcs of the 5 on E5 alone, E6 on those of the 5 on F5 alone, F7 on both.
    state = arrange("2", "1A3:0 2A2:3 5E5:0 5F5:0", "1I7:0 2I8:0 2H8:0 3G9:0 2E7:3 3F7:3 3E6:0")
    fives = {text for text in legal_texts(state) if text.startswith("x") and ".5" in text}
    assert {text for text in fives if text.startswith("xF7.5")} == {
        "xF7.5G7",
        "xF7.5C5",
        "xF7.5E3",
        "xF7.5H7",
        "xF7.5F3",
    }
    assert {text for text in fives if text.startswith("xE7.xF7")} == {"xE7.xF7.5H7", "xE7.xF7.5F3"}
    assert refused(state, "xE7.xF7.5C5").rule == "R7"
    assert refused(state, "xE7.xF7.5E5C5").code == "arcs-same-five"
    error = refused(state, "xE7.xE6.1A4")
    assert (error.code, error.rule) == ("arcs-not-one", "R17")


def test_r17_the_companion_goes_to_a_free_hex_and_hexes_just_emptied_are_free() -> None:
    # The 2 on E6 stands before E7.
    state = shooting("1D7:3 2E6:0 2F9:3 5E5:0")
    assert "xE7.2E7" in legal_texts(state)
    assert "xF7.2E7" not in legal_texts(state)
    error = refused(state, "xF7.2E7")
    assert (error.code, error.rule) == ("arcs-not-free", "R17")
    assert refused(state, "xE7.2E7x").code == "arcs-capture"


def test_r17_the_matrix_may_be_the_companion_under_r16() -> None:
    # The yellow 3 on E7 (heading 3) threatens E8; once it is destroyed the matrix may go there.
    state = arrange("2", "1D8:3 2A2:3 2A3:3 5E5:0", "1I7:0 2I8:0 2H8:0 2G9:0 3E7:3 3F7:5")
    assert refused(state, "1E8").rule == "R16"
    assert "xE7.1E8" in legal_texts(state)
    error = refused(state, "xF7.1E8")
    assert (error.code, error.rule) == ("matrix-threatened", "R16")


def test_r17_no_arcs_where_nobody_else_can_move() -> None:
    # The 5 on C1 reaches C2 with its arcs; but the matrix and the 2 are shut in, and the 3 can only destroy.
    state = arrange("2", "1B2:4 2B1:5 3A2:2 5C1:5", "1B5:0 2E5:3 4C2:2 4C5:2 6B3:2")
    assert legal_texts(state) == ["3B3x"]
    error = refused(state, "xC2")
    assert (error.code, error.rule, error.suggestions) == ("arcs-nobody-moves", "R17", ("3B3x",))


def test_r17_a_volley_that_ends_the_game_has_no_companion() -> None:
    last = shooting(yellow="1A2:0 2A3:0 2B2:0 2E7:0")
    assert "xE7" in legal_texts(last)
    assert not any(text.startswith("xE7.") for text in legal_texts(last))
    error = refused(last, "xE7.2C7")
    assert (error.code, error.rule, error.suggestions) == ("arcs-over", "R17", ("xE7",))
    goes_on = shooting()
    error = refused(goes_on, "xE7")
    assert (error.code, error.rule) == ("arcs-unfinished", "R17")
    assert all(text.startswith("xE7.") for text in error.suggestions)


def test_r17_what_arcs_cannot_strike() -> None:
    state = shooting()
    assert refused(state, "xD6.2C7").code == "arcs-empty"
    assert refused(state, "xF9.2C7").code == "arcs-own"
    assert refused(state, "xA2.2C7").code == "arcs-out-of-reach"
    assert refused(arrange("2", "1E8:3 2D8:3 2F9:3 4E5:0", "1A2:0 2A3:0 2B2:0 2E7:0"), "xE7.1D7").code == "arcs-no-five"


def test_r18_arcs_leave_everyone_three() -> None:
    five = shooting(yellow="1A2:0 2A3:0 3B2:0 2E7:0 3F7:0")
    assert {"xE7.xF7"} <= set(legal_texts(five))  # exactly three left, and the game is over
    assert REPLICANTS.outcome(play(five, "xE7.xF7")) is not None
    four = shooting(yellow="1A2:0 2A3:0 2E7:0 3F7:0")
    assert {"xE7", "xF7"} <= set(legal_texts(four))
    error = refused(four, "xE7.xF7")
    assert (error.code, error.rule) == ("arcs-below-three", "R18")
    assert "Player 2" in str(error)


def test_r18_arcs_leave_everyone_three_with_a_matrix_among_the_targets_too() -> None:
    state = shooting(yellow="2A2:0 2A3:0 1E7:0 3F7:0")
    assert {"xE7", "xF7"} <= set(legal_texts(state))
    error = refused(state, "xE7.xF7")
    assert (error.code, error.rule) == ("arcs-below-three", "R18")
    more = shooting(yellow="2A2:0 2A3:0 2A4:0 1E7:0 3F7:0")
    outcome = REPLICANTS.outcome(play(more, "xE7.xF7"))
    assert outcome is not None
    assert (outcome.code, outcome.winners) == ("M", (1,))


# R19, creation of Replicants


def creating(energy: int = 9, reserve: str = "3467", yellow: str = FAR) -> State:
    return arrange("2", "1E8:4 2D8:3 2F9:3 3F8:3", yellow, energy=(energy, 0), reserve=(reserve, ""))


def created(state: State) -> set[str]:
    return {text for text in legal_texts(state) if text.startswith("!")}


def test_r19_a_7_costs_7_of_9() -> None:
    state = creating()
    step = do(state, "!7E7")
    assert step.events == (Created(1, 7, "E7", 4),)
    assert "7E7:4" in hexes(step.state, 1)  # heading of the matrix
    after = side(step.state, 1)
    assert (after.energy, after.hearts, after.reserve) == (2, side(state, 1).hearts - 1, (0, 1, 1, 0, 1, 0))


def test_r19_only_what_can_be_paid_for() -> None:
    assert created(creating(energy=6)) == {f"!{value}{name}" for value in (3, 4, 6) for name in ("E7", "D7")}
    error = refused(creating(energy=6), "!7E7")
    assert (error.code, error.rule) == ("create-energy", "R19")
    assert "1 short" in str(error)
    assert refused(creating(), "!5E7").code == "create-no-soul"
    assert refused(creating(), "!1E7").code == "create-matrix"


def test_r19_no_creation_without_a_heart() -> None:
    army = "1E8:4 2D8:3 2F9:3 3F8:3 2C5:3 3C4:3 3B4:3 4A4:3 5A3:3"
    state = arrange("2", army, FAR, energy=(9, 0), reserve=("67", ""))
    assert side(state, 1).hearts == 0
    assert not created(state)
    assert refused(state, "!6E7").code == "create-no-heart"


def test_r19_on_a_free_hex_beside_the_matrix() -> None:
    assert {text[2:] for text in created(creating())} == {"E7", "D7"}
    error = refused(creating(), "!7E6")
    assert (error.code, error.suggestions) == ("create-far", ("!7E7", "!7D7"))
    assert refused(creating(), "!7D8").code == "create-occupied"


def test_r19_not_under_threat() -> None:
    # A yellow 3 on E6, heading up, walks to F7 G8 D6 C6 E5; heading 5 to E7 and E8.
    state = creating(yellow="1E2:0 2E3:0 2D2:0 2D1:0 3E6:5")
    assert {text[2:] for text in created(state)} == {"D7"}
    error = refused(state, "!7E7")
    assert (error.code, error.rule) == ("create-threatened", "R19")
    assert "Player 2's 3 on E6" in str(error)


# R11: a turn completed action by action


@pytest.mark.parametrize("typed", ["E/5", "e / 5", "5"])
def test_r11_a_half_typed_turn_completes_to_every_legal_continuation(typed: str) -> None:
    state = start("2", PRINTED_POSITIONS)
    after = legal_texts(play(state, "E"))
    beginning = [f"E/{text}/" for text in after if text.startswith("5")]
    containing = [f"E/{text}/" for text in after if "5" in text and not text.startswith("5")]
    assert len(beginning) > 1
    assert complete_turn(REPLICANTS, state, 1, typed, limit=999) == beginning + containing


def test_r11_nothing_completes_what_no_action_fits() -> None:
    state = start("2", PRINTED_POSITIONS)
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


# The order of legal moves, and the way to each of them by picking.


def test_the_order_at_the_start_is_pinned() -> None:
    state = play(start("2"), "E")
    assert " ".join(legal_texts(state)) == "2C6 2D7D6 2E7D6 2E6 2E7F7 2F8F7 2G8 3B6 3C7 3G9 3H9"


def test_the_order_of_first_actions_is_pinned() -> None:
    state = arrange("2", "1E8:3 7D8:3 2F8:3 3D7:3 2D6:3", "1E2:0 2E3:0 2D2:0 2D1:0", when="T5.1.1", energy=(9, 0))
    assert legal_texts(state) == ["#D6", "#F8", "#D7", "#D8"]


def test_the_order_of_second_actions_is_pinned() -> None:
    state = arrange(
        "2",
        "1D7:3 2C7:3 5E5:0 4C5:3",
        "1A2:0 2A3:0 2B2:0 3E7:0 3F7:0 2E6:3",
        energy=(4, 0),
        reserve=("34", ""),
    )
    moves = "1C6 1D6 1D8 1E8 2B6 2C6 4A4 4B3 4C3 4C4 4C6 4D4"
    volleys = [f"{targets}.{text}" for targets in ("xE7", "xE7.xF7", "xF7") for text in moves.split()]
    creations = "!3C6 !3D6 !3D8 !3E8 !4C6 !4D6 !4D8 !4E8"
    assert " ".join(legal_texts(state)) == f"{moves} 4E6x 5E3 5G7 {' '.join(volleys)} {creations}"


def test_the_order_of_third_actions_is_pinned() -> None:
    state = arrange("2", "1E8:3 7D8:3 2F8:3 3D7:3", "1E2:0 2E3:0 2D2:0 2D1:0", when="T5.1.3")
    assert legal_texts(state) == ["E", "E8-", "E8+", "F8-", "F8+", "D7-", "D7+", "D8-", "D8+"]


# Picking


def paths(state: State) -> dict[tuple[str, ...], str]:
    """Return the paths of keys to all legal moves, with the canonical text of each."""
    seat = state.seat
    return {
        tuple(choice.key for choice in REPLICANTS.choices(state, seat, move)): REPLICANTS.format(state, seat, move)
        for move in REPLICANTS.legal(state, seat)
    }


def test_the_way_to_each_kind_of_move() -> None:
    second = arrange(
        "2",
        "1D7:3 2C7:3 5E5:0 4C5:3",
        "1A2:0 2A3:0 2B2:0 3E7:0 3F7:0 2E6:3",
        energy=(4, 0),
        reserve=("34", ""),
    )
    found = {text: path for path, text in paths(second).items()}
    assert found["2C6"] == ("move", "2C7", "C6")
    assert found["4E6x"] == ("destroy", "4C5", "E6")
    assert found["xE7.xF7.4D4"] == ("arcs", "xE7.xF7", "4C5", "D4")
    assert found["!4C6"] == ("create", "4", "C6")
    third = arrange("2", "1E8:3 7D8:3 2F8:3 3D7:3", "1E2:0 2E3:0 2D2:0 2D1:0", when="T5.1.3")
    assert {("charge",), ("rotate", "1E8", "left"), ("rotate", "7D8", "right")} <= set(paths(third))
    overload = arrange("2", "1E8:3 7D8:3 2F8:3 3D7:3", "1E2:0 2E3:0 2D2:0 2D1:0", when="T5.1.1", energy=(9, 0))
    assert set(paths(overload)) == {("strike", "2F8"), ("strike", "3D7"), ("strike", "7D8")}
    last = arrange("2", "1D7:3 2C7:3 5E5:0 4C5:3", "1A2:0 2A3:0 2B2:0 3E7:0")
    assert ("arcs", "xE7") in paths(last)


def test_the_labels_of_the_way() -> None:
    state = arrange("2", "1D7:3 2C7:3 5E5:0 4C5:3", "1E7:0 2A3:0 2B2:0 3A4:0 3F7:0")
    labels = {
        REPLICANTS.format(state, 1, move): [str(choice.text) for choice in REPLICANTS.choices(state, 1, move)]
        for move in REPLICANTS.legal(state, 1)
    }
    assert labels["1E7x"] == ["Move and destroy", "Matrix on D7", "E7: Player 2's matrix"]
    assert labels["xE7"] == ["Electric arcs", "Destroy xE7"]
    assert labels["4C4"] == ["Move", "4 on C5", "C4"]


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_ways_are_unique_short_and_narrow(mode: str) -> None:
    draw = random.Random(f"choices {mode}")
    for _ in range(60):
        state = start(mode, crowded(mode, draw))
        found = paths(state)
        assert len(found) == len(REPLICANTS.legal(state, state.seat))
        siblings: dict[tuple[str, ...], set[str]] = {}
        for path in found:
            assert path not in {other[: len(path)] for other in found if len(other) > len(path)}
            for depth, key in enumerate(path):
                assert 0 < len(key) <= 40
                siblings.setdefault(path[:depth], set()).add(key)
        for path, keys in siblings.items():
            assert len(keys) <= (25 if path != ("arcs",) else 70)


# What single Replicants can do, beside the legal moves that they make up.


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
