"""Answers in advance of Mutants (M79): picked from menus, changed, and taken back."""

from __future__ import annotations

from engine.mutants.game import MUTANTS
from tests.cogs.conftest import World
from tests.cogs.mutants.menus import start
from tests.cogs.playing import menu, message_of, refreshed


async def test_an_order_of_zones_is_picked_and_taken_back(world: World) -> None:
    table = await start(world, "bob", players=2, reserve="ready")
    hand = await table.hand("bob")
    shown = message_of(await world.bob.click(hand, label="Answer in advance"))
    assert set(menu(shown).values()) == {each.key for each in MUTANTS.preparations}
    await world.bob.select(shown, ["parry"])
    answers = refreshed(world.bob, shown)
    assert len(menu(answers)) == 7
    assert menu(answers)["left flank, right flank, active zone"] == "L R A"
    await world.bob.select(answers, ["L R A"])
    stored = refreshed(world.bob, shown)
    assert "**Which of your mutants parries**: `L R A`." in stored.content
    await world.bob.select(stored, ["parry"])
    await world.bob.select(refreshed(world.bob, shown), ["ask"])
    assert "**Which of your mutants parries**: nothing" in refreshed(world.bob, shown).content


async def test_a_mulligan_is_answered_before_it_is_asked(world: World) -> None:
    table = await start(world, "bob", players=2, reserve="ready")
    (name,) = table.called()
    other = "bob" if name == "ann" else "ann"
    person = world.people[other]
    shown = message_of(await person.click(await table.hand(other), label="Answer in advance"))
    await person.select(shown, ["mulligan"])
    await person.select(refreshed(person, shown), ["N"])
    await table.answer(name)
    assert "Round 1 of 5" in table.call().content, "nobody had to be asked"


def test_what_can_be_picked_is_what_can_be_typed() -> None:
    for each in MUTANTS.preparations:
        assert len(each.answers) <= 24
        for answer in each.answers:
            assert MUTANTS.parse_prepared(each.key, answer.key) == answer.key
