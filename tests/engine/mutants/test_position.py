"""Positions in one line: whole ones, what is refused, and what a reader is shown."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.errors import SetupError
from engine.info import Setup
from engine.mutants.frames import read_frame, write_frame
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from tests.engine.mutants.tables import THREE, asked, play, revolt, table

READY = Setup("2", (("reserve", "ready"),))
LAID = {"A": "ZOM", "L": "KRU", "R": "SUP", "discard": "WAR", "freezer": "ROB", "incubator": "TRI", "reserve": THREE}


def again(state: State) -> State:
    setup = Setup(state.rules.mode.key, state.rules.options, position=MUTANTS.write_position(state))
    return MUTANTS.initial(setup, state.chance)


def test_in_the_middle_of_a_copied_copy() -> None:
    """What has still to resolve is part of the position."""
    state = play(table({**LAID, "L": "KRU", "R": "SUP", "A": "ALN"}, {"L": "rob"}), "L", "R.L")
    assert asked(state) == "copy 1"
    there = again(state)
    assert there.stack == state.stack
    assert there.sides == state.sides
    assert MUTANTS.legal(there, 1) == MUTANTS.legal(state, 1)
    for frame in state.stack:
        assert read_frame(write_frame(frame)) == frame


def test_a_revolt() -> None:
    laid = {"hand": "ARM ROB ROB", "L": "rob"}
    state = play(revolt(laid, {"A": "EVH", "L": "EVH", "R": "evh", "deck": "EVH"}, it=10), "D ARM")
    assert asked(state) == "ko 1"
    assert (again(state).stack, again(state).sides, again(state).health) == (state.stack, state.sides, state.health)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("round=1", "round=9"),
        ("round=1", "round=x"),
        ("round=1", "rounds=1"),
        ("spaces=5,6", "spaces=5,16"),
        ("spaces=5,6", "spaces=5"),
        ("line=1,2", "line=2,1"),
        ("standing=1,2", "standing=1"),
        ("points=0,0", "points=0"),
        ("h=ROB1,DEM1", "h=DEM1,ROB1"),
        ("h=ROB1,DEM1", "h=ROB1,XXX1"),
        ("h=ROB1,DEM1", "h=ROB1,dem"),
        ("h=ROB1,DEM1", "h=ROB1 h=DEM1"),
        ("a=-,ROB!,-", "a=-,-!,-"),
        ("a=-,ROB!,-", "a=-,ROB!"),
        ("p=TRI,NOB/RHI,KRU/ORI,AST", "p=TRI,NOB/RHI,KRU"),
        ("Turns:2", "Turns:9"),
        ("Turns:2", "Turn:2"),
        ("Turns:2", "Turns:2:3"),
        ("Turns:2 ", ""),
        ("Ask:act", "Ask:ask"),
        ("Ask:act", "Ask:mulligan"),
        ("Ask:act", "Ask:cycle"),
        ("Ask:act:1:1:1:n:", "Ask:act:1:1:1:maybe:"),
        ("Ask:act:1:1:1:n:", "Ask:act:3:1:1:n:"),
        ("Ask:act:1:1:1:n:", "Acting:1"),
        ("Ask:act:1:1:1:n:", "Ability:1:ZOM:A:XXX:deploy:0:n::n Ask:act:1:1:1:n:"),
        (" | ", " "),
    ],
)
def test_what_no_game_comes_to_is_refused(old: str, new: str) -> None:
    state = table({"L": "rob", "reserve": THREE}, {})
    text = MUTANTS.write_position(state)
    assert old in text
    with pytest.raises(SetupError) as caught:
        MUTANTS.initial(Setup("2", READY.options, position=text.replace(old, new, 1)), Chance.from_text("x"))
    assert caught.value.code.startswith("position")


@pytest.mark.parametrize("text", ["nonsense", "a | b", "x" * 9_000])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(SetupError) as caught:
        MUTANTS.initial(Setup("2", READY.options, position=text), Chance.from_text("x"))
    assert caught.value.code.startswith("position")


def test_a_reader_is_shown_what_they_know() -> None:
    state = table({**LAID, "A": ""}, {})
    own, other = MUTANTS.masked_position(state, 1), MUTANTS.masked_position(state, 2)
    assert own != other
    assert "h=ROB+DEM" in own
    assert "h=ROB+DEM" in other  # seat 2 has the same hand
    assert other.split(" | ")[3].endswith("h2 d9 x1:WAR f1")
    assert own.split(" | ")[3].endswith("f1:ROB")
