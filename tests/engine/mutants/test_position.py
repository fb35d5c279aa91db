"""Positions in one line: whole ones, what is refused, and what a reader is shown."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.errors import SetupError
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.stack import read_frame, write_frame
from engine.mutants.state import State
from tests.engine.mutants.tables import THREE, asked, play, revolt, table

READY = Setup("2", (("reserve", "ready"),))
DECK = "ALN ZOM LYC"
LAID = {
    "A": "ZOM",
    "L": "KRU",
    "R": "SUP",
    "discard": "WAR",
    "freezer": "ROB",
    "incubator": "TRI",
    "reserve": THREE,
    "deck": DECK,
}


def again(state: State) -> State:
    setup = Setup(state.rules.mode.key, state.rules.options, position=MUTANTS.write_position(state))
    return MUTANTS.initial(setup, state.chance)


def test_in_the_middle_of_a_copied_copy() -> None:
    """What has still to resolve is part of the position."""
    state = play(table({**LAID, "L": "KRU", "R": "SUP", "A": "ALN"}, {"L": "rob", "deck": DECK}), "L", "R.L")
    assert asked(state) == "copy 1"
    there = again(state)
    assert there.stack == state.stack
    assert there.sides == state.sides
    assert MUTANTS.legal(there, 1) == MUTANTS.legal(state, 1)
    for frame in state.stack:
        assert read_frame(write_frame(frame)) == frame


def test_a_revolt() -> None:
    laid = {"hand": "ARM ROB ZOM", "L": "rob", "deck": DECK}
    state = play(revolt(laid, {"A": "EVH", "L": "EVH", "R": "hde", "deck": "FAT"}, it=10), "D ARM")
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
    assert refused(table({"L": "rob", "reserve": THREE, "deck": DECK}, {"deck": DECK}), old, new).startswith("position")


def refused(state: State, old: str, new: str) -> str:
    """Return why a position is refused that is well as it is, with one thing in it changed."""
    again(state)
    text = MUTANTS.write_position(state)
    assert old in text
    setup = Setup(state.rules.mode.key, state.rules.options, position=text.replace(old, new, 1))
    with pytest.raises(SetupError) as caught:
        MUTANTS.initial(setup, Chance.from_text("x"))
    return caught.value.code


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("h=ROB1,DEM1", "h=ROB1,DEM1,DEM1,DEM1"),  # three of a kind
        ("h=ROB1,DEM1", "h=ROB1,HDE1"),  # a boss's card
        ("p=TRI,NOB", "p=ZOM,NOB"),  # a basic mutant in the reserve
        ("p=TRI,NOB", "p=TRI,NOB,BIO,BIO,AND,AND,AUT,AUT,WRE"),  # 13 advanced mutants
        ("a=-,ROB!,-", "a=-,ROB!,FAT"),
        ("h=ROB1,DEM1", "h=ROB1,DEM2"),  # of a shuffle that there was not
        ("s=1", "s=1000"),
        ("points=0,0", "points=0,99999"),
        ("turn=1", "turn=100000"),
        ("active=1", "active=2"),
        ("first=1", "first=0"),
        ("round=1 ", ""),
        ("turn=1", "turn=1 gone=2"),  # its markers are still there, and one player is left
        ("turn=1", "turn=1 seen=1,1"),
        ("turn=1", "turn=1 picks=TRI/NOB"),
        ("turn=1", "turn=1 boxed=EVH"),
        ("Turns:2", "Turns:2 NewRound"),
        ("Turns:2", "Turns:2 Mulligans:7"),
        ("Turns:2 Acting:1 Ask:act:1:1:1:n:", "Turns:2 Ask:act:1:1:1:n:"),
        ("Turns:2 Acting:1 Ask:act:1:1:1:n:", "Mulligans:2 Ask:mulligan:1:1:1:n:"),
        ("Acting:1 Ask:act:1:1:1:n:", "Acting:2 Ask:act:1:1:1:n:"),
        ("Acting:1 Ask:act:1:1:1:n:", "Acting:1 Moving:1 Ask:flank:1:1:1:n:L,R"),  # there is nothing to move
    ],
)
def test_contents_that_contradict_each_other_are_refused(old: str, new: str) -> None:
    state = table({"L": "rob", "reserve": THREE, "deck": DECK}, {"deck": DECK})
    assert refused(state, old, new) == "position-wrong"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Discarding:1:9:cycle Ask:cycle:1:1:9:n:"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Discarding:1:2:cycle Ask:cycle:1:1:9:n:"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Discarding:1:2:discard Ask:discard:1:1:2:n:"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Discarding:2:2:cycle Ask:cycle:2:2:2:n:"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Gaining:1:hand:0:n Ask:gain:1:1:1:n:1"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Drawing:1:2:0:cycle Ask:freeze-empty:1:1:1:n:"),
        ("Ability:1:BIO:A:BIO:deploy", "Ability:1:BIO:A:AND:deploy"),
        ("Ability:1:BIO:A:BIO:deploy", "Ability:1:BIO:A:BIO:leave"),
        ("Ability:1:BIO:A:BIO:deploy:2", "Ability:1:BIO:A:BIO:deploy:7"),
    ],
)
def test_what_resolves_is_what_the_data_says(old: str, new: str) -> None:
    """Counts come from the card: with any number of cards to choose of a hand, legal moves would have no end."""
    laid = {"hand": "BIO ROB DEM WAR", "deck": DECK}
    state = play(table(laid, {"deck": DECK}), "D BIO")
    assert refused(state, old, new) == "position-wrong"


def test_a_prompt_is_what_its_frame_asks() -> None:
    """Zones, piles and cards to choose are those of the position."""
    hit = play(table({"hand": "BON ROB", "deck": DECK}, {"L": "DEV", "R": "DEV", "deck": DECK}), "D BON")
    assert refused(hit, "Ask:ko:2:2:1:n:L,R", "Ask:ko:2:2:1:n:A,L") == "position-wrong"
    assert refused(hit, "Ask:ko:2:2:1:n:L,R", "Ask:ko:1:2:1:n:L,R") == "position-wrong"
    gain = play(table({"hand": "RHI ROB", "reserve": THREE, "deck": DECK}, {"deck": DECK}), "D RHI")
    assert refused(gain, "Ask:gain:1:1:1:n:1,2,3", "Ask:gain:1:1:1:n:1,2,7") == "position-wrong"
    copied = play(table({"A": "LYC", "L": "ALN", "R": "ZOM", "deck": "ALN"}, {"deck": DECK}), "L")
    assert (
        refused(copied, "Ask:copy:1:1:1:n:A.deploy,R.deploy", "Ask:copy:1:1:1:n:A.deploy,L.deploy") == "position-wrong"
    )


def test_a_mutant_that_is_turned_up_was_down() -> None:
    flip = play(table({"hand": "EVA ROB", "L": "rob", "R": "zom", "deck": DECK}, {"deck": DECK}), "D EVA")
    assert refused(flip, "Ask:flip:1:1:1:n:L,R", "Ask:flip:1:1:1:n:A,L") == "position-wrong"


@pytest.mark.parametrize("over", ["V", "W"])
def test_who_is_left_alone_has_not_won_by_points_or_over_a_boss(over: str) -> None:  # M54
    end = MUTANTS.forfeit(table({"L": "rob", "reserve": THREE, "deck": DECK}, {"deck": DECK}), 2).state
    assert refused(end, "over=F", f"over={over}") == "position-wrong"


@pytest.mark.parametrize("power", ["power9", "setup"])
def test_a_boss_has_no_other_power(power: str) -> None:
    state = revolt({"hand": "ROB ZOM", "deck": DECK}, {"A": "HDE"})
    assert refused(state, "Acting:1", f"Ability:2:wizard:::{power}:0:n::n Acting:1") == "position-wrong"


def test_a_draft_that_no_game_comes_to_is_refused() -> None:
    """M11: packs and picks together are the cards that were dealt, and packs get smaller by one."""
    state = MUTANTS.initial(Setup("2", (("reserve", "draft"),)), Chance.from_text("x"))
    pack = ",".join(state.packs[0])
    for new in (pack[:-4], pack[4:] + ",ZOM", f"{pack[4:]},{state.packs[1][0]}", f"{pack[4:]},{pack[:3]}"):
        assert refused(state, pack, new) == "position-wrong"
    assert refused(state, "points=0,0", "points=0,1") == "position-wrong"
    assert refused(state, "picks=-/-", "picks=-") == "position-wrong"


@pytest.mark.parametrize("text", ["nonsense", "a | b", "x" * 9_000])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(SetupError) as caught:
        MUTANTS.initial(Setup("2", READY.options, position=text), Chance.from_text("x"))
    assert caught.value.code.startswith("position")


def test_a_reader_is_shown_what_they_know() -> None:
    state = table({**LAID, "A": ""}, {"deck": DECK})
    own, other = MUTANTS.masked_position(state, 1), MUTANTS.masked_position(state, 2)
    assert own != other
    assert "h=ROB+DEM" in own
    assert "h=ROB+DEM" in other  # seat 2 has the same hand
    assert other.split(" | ")[3].endswith("h2 d3 x1:WAR f1")
    assert own.split(" | ")[3].endswith("f1:ROB")
