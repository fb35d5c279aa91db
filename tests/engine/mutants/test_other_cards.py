"""Abilities that no card of this box has, but that an owner of the box may find on a card and write into the data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.mutants.abilities import Attack, Cycle, Discard, Draw, Effect, Force, Freeze, Gain, Points, Take, Trigger
from engine.mutants.components import components
from engine.mutants.duels import Empowered, ForceMoved, PointsGained
from engine.mutants.events import Frozen
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from tests.engine.mutants.tables import THREE, Laid, answers, asked, force, play, revolt, table, told


def with_card(state: State, code: str, **fields: Any) -> State:
    """Return a position in which a basic mutant has other fields."""
    box = components()
    basics = tuple(replace(card, **fields) if card.code == code else card for card in box.basics)
    return replace(state, rules=replace(state.rules, components=replace(box, basics=basics)))


def test_a_mutant_that_must_freeze_itself_leaves_its_zone() -> None:  # M42
    state = with_card(table({"hand": "ROB ZOM"}, {}), "ROB", deploy=(Freeze("self"),))
    after = play(state, "D ROB").sides[0]
    assert (after.arena[0], after.freezer) == ("", ("ROB",))


@pytest.mark.parametrize(
    ("what", "laid"),
    [
        ("hand", {"hand": "ROB ZOM"}),
        ("discard", {"hand": "ROB LYC", "discard": "ZOM"}),
        ("arena", {"hand": "ROB LYC", "L": "ZOM"}),
    ],
)
def test_what_must_be_frozen_and_is_the_only_card_is_not_asked_about(what: str, laid: Laid) -> None:  # N6
    state = with_card(table(laid, {}), "ROB", deploy=(Freeze(what),))
    after = play(state, "D ROB")
    assert after.sides[0].freezer == ("ZOM",)
    assert asked(after).endswith("2")


def test_an_attack_hits_those_who_are_dominated() -> None:  # M43
    state = with_card(
        table({"hand": "ROB ZOM"}, {}, {}, force={1: 6, 2: 4, 3: 8}), "ROB", deploy=(Attack("dominated", (Force(-2),)),)
    )
    assert force(play(state, "D ROB")) == {1: 6, 2: 2, 3: 8}


def test_an_attack_asks_of_each_effect_whether_it_happens() -> None:  # M34, M44
    effects = (Force(-1, condition="fury"), Force(-2))
    state = with_card(table({"hand": "ROB ZOM"}, {}), "ROB", deploy=(Attack("all", effects),))
    assert force(play(state, "D ROB"))[2] == 4


def test_a_permanent_gains_points_and_loses_force_on_its_condition() -> None:  # M48
    effects = (Points(1), Force(-1), Force(2, condition="fury"))
    state = with_card(table({"hand": "ZOM LYC", "L": "ROB"}, {}), "ROB", permanent=(Trigger("deploy", effects),))
    _, events = told(state, "D ZOM")
    found = [event for event in events if isinstance(event, PointsGained | ForceMoved)]
    assert [type(event) for event in found[:2]] == [PointsGained, ForceMoved]
    assert str(found[1].text()).startswith("Player 1 loses 1 force")


def test_who_discards_by_an_own_card_is_told_so() -> None:
    state = with_card(table({"hand": "ROB ZOM LYC"}, {}), "ROB", deploy=(Discard(1),))
    after = play(state, "D ROB")
    prompt = MUTANTS.view(after, 1).prompt
    assert prompt is not None
    assert (asked(after), str(prompt.why)) == ("discard 1", "Robot: Player 1 discards 1 card.")


def test_a_boss_that_a_breeding_beats_sees_nothing_deployed() -> None:  # M61, M66
    top = next(card.code for card in components().advanced if card.genes == "AE")
    state = revolt({"hand": "ROB ALN ZOM", "reserve": (top, "", "")}, {"A": "FAT"}, health=1)
    after, events = told(state, f"B ROB+ALN>{top}")
    assert (after.over, after.health) == ("W", 0)
    assert [event for event in events if isinstance(event, Frozen | ForceMoved)] == []


@pytest.mark.parametrize("effect", [Gain("hand"), Take(1), Draw(1), Cycle(1), Freeze("hand")])
def test_what_takes_a_hand_or_a_reserve_comes_to_nothing_for_a_boss(effect: Effect) -> None:  # M67
    state = revolt({"hand": "ROB ZOM", "reserve": THREE}, {"A": "HDE"})
    boss = state.rules.boss
    assert boss is not None
    powers = replace(boss, power=(Trigger("turn", (effect, Force(1))),))
    state = replace(state, rules=replace(state.rules, boss=powers))
    after, events = told(state, "D ROB")
    while MUTANTS.to_act(after) and not any(isinstance(each, Empowered) for each in events):
        after, more = told(after, answers(after)[0])
        events += more
    assert any(isinstance(each, Empowered) for each in events)
    assert after.sides[1].hand == after.sides[1].freezer == ()
