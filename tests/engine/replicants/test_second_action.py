"""R17 to R19: arcs and creation."""

from __future__ import annotations

from engine.replicants.events import Created, Destroyed, Moved
from engine.replicants.game import REPLICANTS
from engine.replicants.moves import Arcs
from engine.replicants.state import State
from tests.engine.replicants.positions import FAR, arrange, do, hexes, legal_texts, play, refused, side

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
