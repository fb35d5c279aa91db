"""A corrected data file changes the game, and only games that begin under it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import resources

import pytest

from engine import record
from engine.chance import Chance
from engine.errors import IllegalMoveError, RecordError
from engine.game import Setup
from engine.mutants import components as data
from engine.mutants import game as game_module
from engine.mutants import loadouts as codes_module
from engine.mutants import rules as rules_module
from engine.mutants.components import read_components
from engine.mutants.game import MUTANTS
from engine.mutants.loadouts import code_of
from engine.mutants.state import State
from engine.session import Session
from tests.engine.mutants.kit import tables_play

FILE = resources.files("engine.mutants").joinpath("data", "mutants.toml").read_text(encoding="utf-8")
CORRECTIONS = (
    ('version = "1"', 'version = "2"'),
    ("spaces = 13\nchallenger = 6", "spaces = 20\nchallenger = 9"),
    ("deploy = [{force = 2}]\nleave = [{freeze", 'deploy = [{force = 7}, {gain = "deck"}]\nleave = [{freeze'),
    ("first = [4,", "first = [9,"),
    ("health = 42", "health = 50"),
    (
        "deploy = [{cycle = 1}, {force = 1}]",
        'deploy = [{copy = {what = "deploy", from = "arena"}}, {copy = {what = "deploy", from = "arena"}}]',
    ),
    ('code = "INF"', 'code = "HEL"'),
    ('permanent = [{when = "cycle"', 'permanent = [{when = "deploy"'),
)


@pytest.fixture(autouse=True)
def corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a corrected data file beside the current one."""
    text = FILE
    for old, new in CORRECTIONS:
        assert old in text
        text = text.replace(old, new, 1)
    every = {"2": read_components(text), **data.editions()}  # the current one comes first
    monkeypatch.setattr(data, "editions", lambda: every)
    monkeypatch.setattr(rules_module, "editions", lambda: every)
    monkeypatch.setattr(codes_module, "editions", lambda: every)
    # What is kept of these rules goes with the test; what other tests keep stays, as rules are compared by identity.
    kept = cache(rules_module.rules.__wrapped__)
    monkeypatch.setattr(rules_module, "rules", kept)
    monkeypatch.setattr(game_module, "rules", kept)


def begun(mode: str, version: str) -> State:
    options = (("reserve", "ready"),) if mode == "2" else ()
    state = MUTANTS.initial(Setup(mode, options, data=version), Chance.from_text("x"))
    while state.ask is not None and state.ask.kind == "mulligan":
        state = tables_play(state, "N")
    return state


def test_values_are_read_from_the_version_of_the_game() -> None:
    old, new = begun("2", "1"), begun("2", "2")
    assert sorted(old.spaces) == [5, 6]
    assert sorted(new.spaces) == [8, 9]
    (seat,) = MUTANTS.to_act(new)
    assert tables_play(old, "D ZOM").spaces[old.first - 1] == 7
    after = tables_play(new, "D ZOM")
    assert after.spaces[new.first - 1] == 15
    assert after.ask is not None
    assert (after.ask.kind, after.ask.seat) == ("gain", seat)
    assert MUTANTS.view(new, None).red[0] == 9


def test_copies_in_one_resolution_when_a_mutant_copies_as_it_comes() -> None:
    """M49, M50: never itself, and nothing twice, also not what a copied copy has copied."""
    state = begun("2", "2")
    (seat,) = MUTANTS.to_act(state)
    start = state.spaces[seat - 1]

    def deployed(left: str, right: str) -> State:
        mine = replace(state.sides[seat - 1], hand=("ROB", "DEM"), hand_marks=(0, 0), arena=("", left, right))
        return tables_play(
            replace(state, sides=tuple(mine if at == seat - 1 else s for at, s in enumerate(state.sides))), "D ROB"
        )

    both = deployed("ALN", "WAR")  # force 1 and 2
    assert both.ask is not None
    assert both.ask.places == ("L.deploy", "R.deploy")
    assert tables_play(both, "L").spaces[seat - 1] == start + 3
    chain = tables_play(deployed("ROB", "WAR"), "L")  # it copies the Warrior, and nothing else is left
    assert (chain.spaces[seat - 1], MUTANTS.owner(chain)) == (start + 2, 3 - seat)


def test_a_permanent_of_deploying_does_not_act_on_itself() -> None:
    """M48: another mutant, as the vocabulary says; no card of the shipped data has such a permanent."""
    state = begun("2", "2")
    (seat,) = MUTANTS.to_act(state)
    mine = replace(state.sides[seat - 1], hand=("ROB", "DEM", "AND"), hand_marks=(0, 0, 0))
    spread = replace(mine, deck=("ROB",) * 9, deck_marks=(1,) * 9)
    idle = replace(state.sides[2 - seat], hand=(), hand_marks=())
    sides = (spread, idle) if seat == 1 else (idle, spread)
    start = state.spaces[seat - 1]
    once = tables_play(replace(state, sides=sides), "D AND", "ROB+ROB")
    assert once.spaces[seat - 1] == start + 3
    twice = tables_play(once, "L", "D DEM")
    assert twice.spaces[seat - 1] == start + 4


def test_a_record_replays_under_the_version_that_it_names() -> None:
    """Without a version it is the current one: a match that begins now."""
    session = Session.start(MUTANTS, Setup("2", (("reserve", "ready"),), data="1"), Chance.from_text("x"))
    for _ in range(40):
        (seat,) = session.to_act
        session = session.move(seat, MUTANTS.format(session.state, seat, MUTANTS.legal(session.state, seat)[0]))
    text = record.write(session, ("Ann", "Bob"))
    assert '[Data "1"]' in text
    again = record.replay(record.read(text))
    assert again.state == session.state
    for newer in (text.replace('[Data "1"]', '[Data "2"]'), text.replace('[Data "1"]\n', "")):
        with pytest.raises(RecordError):
            record.replay(record.read(newer))
    assert begun("2", "").rules.data == "2"


def test_a_shared_code_of_other_data_says_what_is_missing() -> None:
    """M13: a card that has another code since."""
    setup = Setup("2", (("reserve", "constructed"),), data="1")
    newer = replace(setup, data="2")
    kept, gone = code_of(["AND", "AUT"] * 2, "1"), code_of(["INF", "GOR"] * 2, "1")
    assert MUTANTS.parse_loadout(setup, 1, code_of(["INF", "GOR", "AND", "AUT", "WRE", "BIO"] * 2, "1"))
    with pytest.raises(IllegalMoveError, match="has 12 cards; this one has 4"):
        MUTANTS.parse_loadout(newer, 1, kept)
    with pytest.raises(IllegalMoveError, match="Data 2 has no card INF"):
        MUTANTS.parse_loadout(newer, 1, gone)


def test_a_boss_is_corrected_too() -> None:
    assert (begun("solo", "1").rules.health, begun("solo", "2").rules.health) == (42, 50)


def test_an_old_game_goes_on_under_its_own() -> None:
    old = begun("2", "1")
    assert MUTANTS.load(MUTANTS.dump(old)) == old
    assert MUTANTS.load(MUTANTS.dump(old)).rules.data == "1"
