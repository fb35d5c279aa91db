"""Answers in advance (M79)."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.errors import NotationError
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from tests.engine.mutants.tables import play, revolt, table

FORCE = {1: 5, 2: 12}


def given(state: State, **answers: str) -> str | None:
    (seat,) = MUTANTS.to_act(state)
    move = MUTANTS.prepared(state, seat, {key.replace("_", "-"): text for key, text in answers.items()})
    return None if move is None else MUTANTS.format(state, seat, move)


@pytest.mark.parametrize(
    ("key", "text", "canonical"),
    [
        ("mulligan", "y", "Y"),
        ("parry", "lra", "L R A"),
        ("ko", "R, A", "R A"),
        ("flip", "A", "A"),
        ("discard", "zom rob", "ZOM ROB"),
        ("discard", "Big Bo$$, Tricéra-Tank", "BOS TRI"),
        ("freeze-empty", "ZOM+Robot", "ZOM ROB"),
    ],
)
def test_answers_are_read(key: str, text: str, canonical: str) -> None:
    assert MUTANTS.parse_prepared(key, text) == canonical == MUTANTS.parse_prepared(key, canonical)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("mulligan", "maybe"),
        ("parry", ""),
        ("ko", "L L"),
        ("flip", "X"),
        ("discard", ""),
        ("discard", "ZOM ZOM"),
        ("discard", "XXX"),
        ("freeze-empty", "ZOM,,ROB"),
        ("act", "D ZOM"),
        ("discard", "ZOM " * 200),
    ],
)
def test_what_is_no_answer(key: str, text: str) -> None:
    with pytest.raises(NotationError, match="M79"):
        MUTANTS.parse_prepared(key, text)


def test_each_has_an_example() -> None:
    for each in MUTANTS.preparations:
        assert MUTANTS.parse_prepared(each.key, each.example) == each.example


def test_a_mulligan() -> None:
    state = MUTANTS.initial(Setup("2", (("reserve", "ready"),)), Chance.from_text("x"))
    assert [given(state, mulligan="Y"), given(state, mulligan="N"), given(state, ko="L")] == ["Y", "N", None]


def test_an_order_of_zones() -> None:
    state = play(table({"hand": "TYR ROB"}, {"A": "DEM", "L": "BRI", "R": "inf"}, force=FORCE), "D TYR")
    assert [given(state, parry="R L A"), given(state, parry="A"), given(state, parry="R")] == ["L", "A", None]
    state = play(table({"hand": "BON ROB"}, {"A": "ROB", "L": "DEV", "R": "DEV"}, force=FORCE), "D BON")
    assert [given(state, ko="A R L"), given(state, ko="A")] == ["R", None]
    state = play(table({"hand": "EVA ROB", "L": "rob", "R": "zom"}, {}), "D EVA")
    assert given(state, flip="R L") == "R"


def test_an_order_of_cards() -> None:
    state = play(table({"hand": "RAK ROB"}, {"hand": "ZOM WAR WAR"}, force=FORCE), "D RAK")
    assert [given(state, discard="LYC WAR ZOM"), given(state, discard="LYC")] == ["WAR", None]
    state = play(table({"hand": "ROB DEM", "deck": "", "discard": "ROB WAR WAR"}, {}), "D ROB")
    assert [given(state, freeze_empty="ZOM WAR"), given(state, freeze_empty="ZOM")] == ["WAR", None]


def test_own_discards_are_not_answered() -> None:
    """Only what an attack makes discard is."""
    state = play(table({"hand": "ROB WAR DEM", "deck": "ZOM"}, {}), "D ROB")
    assert given(state, discard="ZOM WAR DEM") is None


def test_nothing_is_answered_for_the_boss() -> None:
    state = play(revolt({"hand": "ARM ROB ROB"}, {"A": "EVH", "L": "EVH", "deck": "EVH"}, it=10), "D ARM")
    assert given(state, ko="A L R") is None
