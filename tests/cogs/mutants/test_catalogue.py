"""`/match cards name:` of Mutants: cards and pages of them in any channel, and copies as far as the asker may know."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from tests.cogs.conftest import World
from tests.cogs.mutants.matches import begin
from tests.cogs.playing import Shown, menu, menus, message_of, pick
from tests.cogs.seeing import seen_by

RECONSTRUCTED = "Reconstructed: most abilities and values of cards"


async def looked_up(person: simcord.MemberActor, world: World, **options: Any) -> simcord.ResponseMessage:
    answer = message_of(await person.slash(world.channel, "match cards", **options))
    assert answer.ephemeral
    return answer


def words(shown: Shown) -> str:
    return shown.embeds[0].description or ""


async def offered(world: World, typed: str) -> dict[str, str]:
    found = await world.eve.autocomplete(world.channel, "match cards", "name", typed)
    return {str(each["name"]): str(each["value"]) for each in found}


@pytest.mark.parametrize("name", ["DEM", "demonette", "Démonette", " demon "])
async def test_a_card_is_looked_up_where_nothing_is_played(world: World, name: str) -> None:
    shown = await looked_up(world.eve, world, name=name)
    assert shown.embeds[0].title == "Mutants: Demon (DEM)"
    assert words(shown).startswith(RECONSTRUCTED)
    assert "Parry: K.O. this mutant; gain 1 force." in words(shown)
    assert "Known: French name, English name, genes and parry; in part: deploy." in words(shown)
    assert "Copies" not in words(shown)
    (picture,) = shown.attachments
    assert (await picture.read()).startswith(b"\x89PNG")
    assert (picture.description or "").startswith(RECONSTRUCTED)
    assert "Demon (DEM), basic mutant, Mythic." in (picture.description or "")
    assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.eve]


async def test_without_a_name_the_first_page_opens_where_nothing_is_played(world: World) -> None:
    shown = await looked_up(world.eve, world)
    assert shown.embeds[0].title == "Mutants: Basic mutants"
    pages, cards = (each["options"] for each in menus(shown))
    assert [each["label"] for each in pages][:5] == [
        "Basic mutants",
        *(f"Advanced mutants, {part} of 3" for part in (1, 2, 3)),
        "Mutants with Cyber",
    ]
    assert [each["label"] for each in pages][-3:] == [
        "Ready deck 4: Wild Pogo",
        "Boss: Singularity Wizard",
        "Boss: Jack Ice",
    ]
    assert [each["value"] for each in cards] == ["ROB", "ZOM", "WAR", "LYC", "DEM", "ALN"]


async def test_menus_lead_from_page_to_page_and_to_cards_also_after_a_restart(world: World) -> None:
    shown = await looked_up(world.eve, world)
    await world.restart()
    boss = await pick(world.eve, shown, "Boss: Jack Ice")
    assert "Special power: when a round begins" in words(boss)
    assert "Known: English name and number of cards." in words(boss)
    card = await pick(world.eve, boss, "Ice Wall (IWL)")
    assert card.embeds[0].title == "Mutants: Ice Wall (IWL)"
    assert "All of it is reconstructed." in words(card)
    assert len(card.attachments) == 1
    assert "Glacier (GLA)" in menu(card)
    deck = await pick(world.eve, card, "Ready deck 2: Heart of Ice")
    assert "Rakshasa (RAK), Zoomorph and Saber." in words(deck)
    assert "Each of them twice." in words(deck)


async def test_names_are_completed_in_french_and_english(world: World) -> None:
    assert len(await offered(world, "")) == 25
    assert await offered(world, "tricéra") == await offered(world, "tric")
    assert await offered(world, "tric") == {"Tricera-Tank (TRI) · Tricéra-Tank": "TRI"}
    assert await offered(world, "guerr") == {"Warrior (WAR) · Guerrier": "WAR"}
    assert next(iter((await offered(world, "bos")).values())) == "BOS"
    assert "gene-C" in (await offered(world, "sabreur")).values()
    assert await offered(world, "nothing of the kind") == {}


async def test_what_is_called_otherwise_is_refused_in_private(world: World) -> None:
    unknown = await looked_up(world.eve, world, name="meet me at seven")
    assert "Mutants has no card of that name." in unknown.content
    assert "seven" not in unknown.content
    several = await looked_up(world.eve, world, name="Mutants Avancés")
    assert "Several cards of Mutants match." in several.content
    assert "Advanced mutants, 1 of 3" in several.content


async def test_copies_are_told_to_each_as_far_as_they_may_know(world: World) -> None:
    match = await begin(world, reserve="ready", decks="12")
    for person in (world.ann, world.bob):
        told = words(await looked_up(person, world, name="zombie"))
        seat = match.seat_of(world.person(person))
        assert seat is not None
        assert told.endswith(f"**Copies in match {match.id}**\n{match.names[seat - 1]}: 1 in hand, 1 in the deck.")
    assert words(await looked_up(world.eve, world, name="zombie")).endswith(
        "You don't know of any copy of it in this match."
    )


async def test_without_a_name_a_match_tells_where_all_cards_are(world: World) -> None:
    await begin(world, "solo", boss="jack")
    shown = await looked_up(world.ann, world)
    assert shown.embeds[0].title == "Mutants: Before the first round"
    assert words(shown).startswith(RECONSTRUCTED)
    assert "**Your hand** (6)\n`ROB` Robot, Cyber. Deploy: cycle 1; gain 1 force. Leave: gain 1 force." in words(shown)
    assert "**Your deck, in no particular order** (6): ROB, ZOM, WAR, LYC, DEM, ALN" in words(shown)
    assert "The next card you draw has: Cyber 17 %" in words(shown)
    assert "Your" not in words(await looked_up(world.eve, world))


async def test_menus_tell_of_copies_too(world: World) -> None:
    await begin(world, "solo", boss="jack")
    shown = await looked_up(world.ann, world, name="basic mutants")
    turned = await pick(world.ann, shown, "Zombie (ZOM)")
    assert "ann: 1 in hand, 1 in the deck." in words(turned)


async def test_readers_of_text_boards_get_no_picture(world: World) -> None:
    await world.eve.slash(world.channel, "settings mine", boards="text")
    shown = await looked_up(world.eve, world, name="zom")
    assert shown.attachments == []
    assert "Leave: you may freeze this mutant." in words(shown)


async def test_a_page_of_an_older_release_says_so(world: World) -> None:
    shown = await looked_up(world.eve, world)
    (first, *_) = menus(shown)
    for custom_id, value in (
        (first["custom_id"].replace(":1:", ":99:").replace("::", ":99:"), "ROB"),
        (first["custom_id"], "XXX"),
    ):
        message = await world.forge(custom_id, value, channel=world.channel)
        answer = message_of(await world.eve.select(message, [value], custom_id=custom_id))
        assert "been updated since these cards were shown" in answer.content
