"""What comes to light ends what can be tried out or taken back (N7): each way in which a card is shown."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.game import Setup, Step
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.session import Session
from tests.engine.mutants.tables import Laid, play, revolt, table


def step(state: State, text: str) -> Step[State]:
    (seat,) = MUTANTS.to_act(state)
    return MUTANTS.apply(state, {seat: MUTANTS.parse(state, seat, text)})


@pytest.mark.parametrize(("pile", "barrier"), [("TRI BOS", True), ("TRI", False)])
def test_a_reserve_card_that_is_turned_up(pile: str, barrier: bool) -> None:
    """M26; an empty pile shows nothing."""
    assert step(table({"hand": "ROB ZOM", "reserve": (pile, "", "")}, {}), "I ZOM>TRI").barrier is barrier


@pytest.mark.parametrize(("text", "barrier"), [("Y", True), ("N", False)])
def test_tops_of_a_mulligan(text: str, barrier: bool) -> None:
    """M15."""
    state = MUTANTS.initial(Setup("2", (("reserve", "ready"),)), Chance.from_text("barriers"))
    assert step(state, text).barrier is barrier


@pytest.mark.parametrize(("hand", "texts"), [("ROB ZOM", ["D ROB"]), ("TAO ROB", ["D TAO", "ROB"])])
def test_a_card_that_is_drawn(hand: str, texts: list[str]) -> None:
    """M39, M46: into the hand, or into the arena."""
    *before, last = texts
    state = play(table({"hand": hand, "deck": "DEM ALN", "discard": "LYC"}, {}), *before)
    assert step(state, last).barrier


def test_packs_that_are_passed() -> None:
    """M11."""
    state = MUTANTS.initial(Setup("3"), Chance.from_text("barriers"))
    for _ in range(6):
        picked = MUTANTS.apply(state, {seat: MUTANTS.legal(state, seat)[0] for seat in MUTANTS.to_act(state)})
        assert picked.barrier
        state = picked.state


@pytest.mark.parametrize(
    "state",
    [
        table({"hand": "ZOM", "reserve": ("TRI", "", "")}, {"hand": ""}, round_=5),
        revolt({"hand": "ZOM", "reserve": ("TRI", "", "")}, {"A": "EVH"}, round_=5),
    ],
    ids=["freezers", "defeat"],
)
def test_the_end(state: State) -> None:
    """M60: then all may be shown."""
    last = step(state, "D ZOM")
    assert last.state.over
    assert last.barrier


def test_a_barrier_is_where_taking_back_ends() -> None:
    """N7: up to the last one a turn can be taken back, whether it was played at once or move by move."""
    laid = {"hand": "ROB ZOM LYC", "deck": "DEM", "reserve": ("TRI BOS", "", ""), "A": "WAR", "L": "LYC", "R": "DEM"}
    line = MUTANTS.write_position(table(laid, {"deck": "ALN"}))
    start = Session.start(MUTANTS, Setup("2", (("reserve", "ready"),), position=line), Chance.from_text("floor"))
    moved = start.move(1, "R")
    assert (len(moved.entries), moved.floor) == (1, 0)
    for after in (moved.move(1, "I ZOM>TRI"), start.play(1, "R/I ZOM>TRI")):
        assert (len(after.entries), after.floor) == (2, 2)


COPIES: Laid = {"hand": "NEB ROB", "discard": "TRI ROB WAR", "reserve": ("TRI BOS", "", "")}


def test_a_copy_of_a_hidden_card_marks_no_reserve_top_that_is_like_it() -> None:
    """M59: a reserve top is marked for all to see where reserve tops are chosen from, and nowhere else."""
    asked = step(table(COPIES, {}), "D NEB").state
    seen = MUTANTS.view(asked, None).prompt
    assert seen is not None
    assert "TRI" in [MUTANTS.format(asked, 1, move) for move in MUTANTS.legal(asked, 1)]
    assert (seen.kind, seen.zones, seen.piles) == ("copy", (), ())
