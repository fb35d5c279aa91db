"""The cases that every implementation must pass, all from the rulebook (C1 to C10)."""

from __future__ import annotations

import pytest

from engine.mutants.components import components
from engine.mutants.duels import Attacked, ForceMoved, Parried, Triggered
from engine.mutants.outcome import freezer_values
from tests.engine.mutants.tables import answers, arena, asked, force, play, revolt, table, told


def test_c1_variable_freeze_values() -> None:
    """C1, M52."""
    freezer = ["DEV", "DEV", "ZOM", "ZOM", "NOB", "TRI", "WAR"]
    assert freezer_values(components(), freezer) == (6, 6, 1, 1, 3, 4, 1)


@pytest.mark.parametrize(
    ("hand", "fitting", "others"), [("ZOM TRI", "NOB BIO TRI ORI", "DEV GOR"), ("ROB ZOM", "BBB", "DEV GOR KRU")]
)
def test_c2_what_two_cards_breed(hand: str, fitting: str, others: str) -> None:
    """C2, M24."""
    for top in [*fitting.split(), *others.split()]:
        bred = [text for text in answers(table({"hand": hand, "reserve": (top, "", "")}, {})) if text.startswith("B")]
        assert bred == ([f"B {'+'.join(hand.split())}>{top}"] if top in fitting else [])


def test_c3_the_turn_of_the_example() -> None:
    """C3, M20, M21, M49, M51."""
    laid = {"hand": "ROB WAR DEM", "deck": "ZOM", "A": "LYC", "L": "ALN", "R": "ZOM", "reserve": ("TRI AND", "NOB", "")}
    state = play(table(laid, {}), "L")
    assert (asked(state), answers(state)) == ("copy 1", ["A", "R"])
    state = play(state, "A", "Y", "ROB+WAR")
    assert (asked(state), answers(state)) == ("gain 1", ["TRI", "NOB"])
    assert state.sides[0].discard == ("ROB", "WAR")
    state = play(state, "TRI")
    assert state.sides[0].discard == ("ROB", "WAR", "ALN")
    assert (arena(state, 1), state.sides[0].hand) == ("- LYC ZOM", ("DEM", "TRI"))
    state = play(state, "D TRI")
    assert force(state)[1] == 7
    assert (asked(state), answers(state)) == ("cycle 1", ["ZOM", "DEM"])


def test_c4_who_is_attacked() -> None:
    """C4, M43, M45."""
    laid = {"A": "ROB", "L": "WAR", "R": "ROB"}
    sarah, john, ted = {"A": "DEV", "L": "DEV"}, {"A": "DEV", "R": "DEV"}, {"L": "DEV", "R": "DEV"}
    state, events = told(table(laid, sarah, john, ted, force={2: 4, 1: 5, 3: 7, 4: 8}), "L")
    assert [event.victims for event in events if isinstance(event, Attacked)] == [(4,)]
    assert [arena(state, seat) for seat in (2, 3, 4)] == ["DEV DEV -", "DEV - DEV", "- dev DEV"]


def test_c5_tech_tao() -> None:
    """C5, M46: the mutant on its way out cannot be taken."""
    state = play(table({"hand": "TAO LYC ALN", "deck": "ZOM ROB", "discard": "WAR DEM"}, {}), "D TAO")
    assert (asked(state), answers(state)) == ("take 1", ["WAR", "DEM"])
    state = play(state, "WAR", "LYC")
    assert (arena(state, 1), force(state)[1]) == ("ZOM - -", 7)
    assert state.sides[0].discard == ("DEM", "LYC", "TAO")
    assert state.sides[0].hand == ("WAR", "ALN")


def test_c6_xeleroth() -> None:
    """C6, M40, M46."""
    laid = {"hand": "XEL ROB ROB", "deck": "", "L": "WAR", "discard": "ALN ALN"}
    state, events = told(table(laid, {}), "D XEL")
    assert [event.change for event in events if isinstance(event, ForceMoved)] == [-1, 2]
    assert (asked(state), answers(state)) == ("freeze-empty 1", ["ALN", "XEL"])
    state = play(state, "XEL")
    assert arena(state, 1) == "ALN WAR -"
    assert force(state)[1] == 7
    assert state.sides[0].deck == ("ALN",)


def test_c7_who_parries() -> None:
    """C7, M43, M44."""
    demon = {"L": "DEM"}
    state, events = told(table({"hand": "TYR ROB ROB"}, demon, demon, force={3: 4, 1: 5, 2: 8}), "D TYR")
    assert [event.seat for event in events if isinstance(event, Parried)] == [2]
    assert [arena(state, seat) for seat in (2, 3)] == ["- dem -", "- DEM -"]
    assert force(state) == {3: 4, 1: 8, 2: 9}


def test_c8_permanents_add_up() -> None:
    """C8, M48."""
    for right, gained in (("NOB", 4), ("nob", 2)):
        state, events = told(table({"hand": "ROB ROB ROB", "A": "NOB", "L": "ZOM", "R": right}, {}), "L", "Y")
        assert force(state)[1] == 5 + gained
        acted = [str(event.text()) for event in events if isinstance(event, Triggered)]
        assert acted == ["Lord Blood's permanent acts for Player 1."] * (gained // 2)


def test_c9_a_copier_freezes_itself() -> None:
    """C9, M49."""
    state = play(table({"A": "ROB", "L": "ZOM", "R": "SUP"}, {}), "R", "L.L")
    assert asked(state) == "freeze-self 1"
    state = play(state, "Y")
    assert state.sides[0].freezer == ("SUP",)
    assert state.sides[0].discard == ()


def test_c10_arrows() -> None:
    """C10, M64."""
    its = {"A": "HDE", "L": "EVH", "deck": "EVH"}
    state = play(revolt({"hand": "ROB ROB ZOM ZOM"}, its, it=3), "D ZOM")
    assert arena(state, 2) == "EVH HDE -"
    assert state.sides[1].discard == ("EVH",)
