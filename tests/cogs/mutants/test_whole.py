"""Whole games by menus and buttons alone, from the lobby to the opened freezers, with all that happens on the way."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot import make_bot
from cogs.core.bot import Reader
from cogs.core.text import LAYOUT_LIMIT, OPTION_LIMIT
from cogs.ui.rules import body, parts_of
from engine import record
from engine.game import Topic
from engine.mutants.game import MUTANTS
from engine.mutants.teaching import TOPICS
from engine.session import Session
from render.theme import Theme
from settings import Settings
from tests.cogs.conftest import World
from tests.cogs.mutants.menus import Menus, begin, start, told
from tests.cogs.playing import Shown, labels, leave, menu, menus, message_of, parts, pick, posts, refreshed, said, texts
from tests.cogs.seeing import seen_by
from tests.wire.match import open_here, ready
from tests.wire.stage import arena_double

LATE_S = 25 * 3600
"""Longer than anybody has for a decision."""
VIEWS_LIVE_S = 1000
"""By then private messages have lost their controls; the simulation looks through all that have some."""


async def test_three_people_draft_and_play_to_the_end(world: World) -> None:
    table = await start(world, "bob", "cleo", players=3, reserve="draft", clock="1d")
    for number in range(6):
        late = number == 2
        for name in ("ann", "bob", "cleo")[: 2 if late else 3]:
            await table.answer(name)
        if late:  # the third pick of cleo is made for her, and nobody else is told
            await world.env.advance_time(LATE_S)
            await world.settle()
    assert "didn't decide in time" not in told(world)
    own = [said(message) for message in world.cleo.user.dm_channel.history(viewer=world.cleo.user)]
    assert any("You didn't decide in time" in each for each in own)

    for number in range(400):
        if (await _match(world)).outcome is not None:
            break
        await world.env.advance_time(VIEWS_LIVE_S)
        (name,) = table.called()
        if number == 10:
            await world.restart()
        elif number == 20:  # a default: what was asked is answered by the rules
            await world.env.advance_time(LATE_S)
            await world.settle()
            continue
        elif number == 30:
            await _hand_over(world, "cleo", "dan")
            continue
        await table.answer(name, _keen)
    assert "**dan** plays on for cleo." in told(world)
    assert "didn't decide in time" in told(world)
    assert "parries" in told(world)
    assert table.waits, "nobody was asked inside another player's turn"
    assert table.longest <= 25
    await _finished(world)


async def test_one_person_plays_a_revolt_to_the_end(world: World) -> None:
    table = await start_alone(world)
    for _ in range(400):
        if (await _match(world)).outcome is not None:
            break
        await world.env.advance_time(VIEWS_LIVE_S)
        await table.answer("ann", _keen)
    outcome = (await _match(world)).outcome
    assert outcome is not None
    assert outcome.alone
    await _finished(world)


async def start_alone(world: World, seed: int = 7) -> Menus:
    """Have ann begin a Revolt, which starts at once."""
    await world.open_table(world.ann, world.channel, "mutants", players=1, where="here", loadout="usual")
    await world.settle()
    return Menus(world, random.Random(seed))


def _keen(_content: str, ways: Sequence[str]) -> str | None:
    """Breed and deploy what attacks or parries, as then most is asked."""
    return next((way for way in ("Warrior", "Demon", "Breed", "Deploy") if way in ways), None)


async def _match(world: World) -> Session:
    return (await world.bot.arena.matches.get(1)).session


async def _hand_over(world: World, name: str, to: str) -> None:
    """Have a player leave their seat to another person."""
    await leave(world.people[name], world.channel)
    await world.settle()
    call = posts(world, "Take over this seat")[-1]
    question = message_of(await world.people[to].click(call, label="Take over this seat"))
    await world.people[to].click(question, label="Take over")
    await world.settle()


async def _finished(world: World) -> None:
    """Check that the end is told, with a record that replays."""
    (last,) = [message for message in posts(world)[-3:] if "The match is over" in message.content]
    assert not {"Play", "Answer", "Choose"} & set(labels(last))
    text = await _record(last)
    assert record.replay(record.read(text)).entries == (await _match(world)).entries


async def _record(message: discord.Message) -> str:
    (found,) = [
        file
        for file in message.attachments
        if file.filename.startswith("mutants-") and file.filename.endswith(".record")
    ]
    return (await found.read()).decode()


# Answers in advance of Mutants (M79): picked from menus, changed, and taken back.


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
    assert "**Which of your mutants parries**: not set" in refreshed(world.bob, shown).content


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


# The aid card (M72) is one press from the hand and from each decision.


async def _aid(world: World, name: str, shown: Shown) -> simcord.ResponseMessage:
    """Press the button under a private message; nobody else sees what it answers."""
    answer = message_of(await world.people[name].click(shown, label="Aid card"))
    assert [each for each, person in world.people.items() if seen_by(world, person, answer)] == [name]
    title, words, more = texts(answer)
    assert title == "**Mutants: Aid card**"
    assert "Breed: discard two cards" in words
    assert more == "-# `/rules` has all rules by topic."
    ((picture,),) = (part["items"] for part in parts(answer) if part["type"] == 12)
    assert picture["media"]["url"].endswith("/sheet.png")
    assert picture["description"]
    return answer


async def test_it_is_beside_the_hand_and_beside_each_decision(world: World) -> None:
    # M72
    table = await start(world, "bob", players=2, reserve="ready", decks="34")
    (name,) = table.called()
    for each in ("ann", "bob"):
        await _aid(world, each, await table.hand(each))
    for _ in range(3):  # the mulligans, then an action
        (name,) = table.called()
        shown = await table.open(name)
        await _aid(world, name, shown)
        assert "Cancel" in labels(shown), "what was built stays as it is"
        await table.answer(name)


async def test_an_old_message_will_do_after_the_end_and_a_restart(world: World) -> None:
    match = await begin(world, reserve="ready")
    hand = message_of(await world.ann.click(posts(world, "Your hand")[-1], label="Your hand"))
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    await world.restart()
    await _aid(world, "ann", hand)


async def test_games_without_one_say_so(world: World) -> None:
    match = await world.begin()
    forged = await world.forge(f"m:{match.id}:0:aid")
    assert said(message_of(await world.ann.click(forged, label="forged"))) == "Replicants has no aid card."


# `/rules` of Mutants: every topic fits its pages, and the aid card is a picture.


READER = Reader(None, Theme())


@pytest.mark.parametrize("topic", TOPICS, ids=lambda each: each.key)
def test_a_topic_fits_its_pages(topic: Topic) -> None:
    shown = parts_of(topic, READER)
    assert [point for part in shown for point in part] == list(topic.points)
    assert all(0 < len(body(part, READER)) <= LAYOUT_LIMIT for part in shown)
    assert len(str(topic.title)) <= OPTION_LIMIT


async def test_topics_numbers_and_words_are_found(world: World) -> None:
    await begin(world, reserve="ready")
    opened = message_of(await world.eve.slash(world.channel, "rules"))
    assert opened.ephemeral
    assert texts(opened)[0] == "### Mutants: The goal and your first turn"
    shown = await pick(world.eve, opened, "All topics")
    assert texts(shown)[0] == "### Mutants: The game in short"
    assert "not the published values" in texts(shown)[1]
    assert list(menu(shown)) == [str(topic.title) for topic in TOPICS if topic.key != "rulings"]
    turned = await pick(world.eve, shown, "Notation")
    assert "`B ZOM+TRI>ORI`" in texts(turned)[1]
    rule = message_of(await world.eve.slash(world.channel, "rules", topic="m66"))
    assert texts(rule)[0] == "### Mutants: Rule M66"
    found = message_of(await world.eve.slash(world.channel, "rules", topic="Devourer"))
    assert "(DEV)" in texts(found)[1]


async def test_the_aid_card_is_a_picture_and_words(world: World) -> None:
    # M72
    await begin(world, "solo")
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="aid"))
    (picture,) = shown.attachments
    assert (await picture.read()).startswith(b"\x89PNG")
    ((item,),) = (part["items"] for part in parts(shown) if part["type"] == 12)
    assert item["description"]
    assert texts(shown)[-1].startswith("-# Rules M72, ")


# Hands and prompts of Mutants over real sockets: every request is held against Discord's OpenAPI document.


COMPONENTS_V2 = 1 << 15
EPHEMERAL = 1 << 6


async def test_a_hand_of_components_and_a_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    double = arena_double()
    guild = double.add_guild("Arena")
    channel = guild.add_channel("general")
    ann, bob = (double.add_user(name, guild) for name in ("ann", "bob"))
    bot = make_bot(Settings(database=tmp_path / "arena.db", discord_token=None, pace=0))
    async with double, double.connect(bot):
        lobby = await open_here(double, ann, channel, "mutants", players=2)
        await bob.press(lobby, "Join")
        await ready(double, lobby)
        await (await ann.press(lobby, "Start")).until(lambda _: "has started" in lobby.content)
        await bot.arena.idle()
        board, _hashes = bob.visible_messages(channel)[-2:]
        hand = (await (await ann.press(board, "Your hand")).until(lambda it: it.messages)).message
        assert hand.flags & COMPONENTS_V2
        assert hand.flags & EPHEMERAL
        assert hand not in bob.visible_messages(channel)
        (seat,) = (await bot.arena.matches.get(1)).session.to_act
        prompt = (await (await (ann, bob)[seat - 1].press(board, "Play")).until(lambda it: it.messages)).message
        assert prompt.flags & EPHEMERAL
        assert "Mulligan" in str(prompt.components)
        await bot.arena.idle()
    assert double.violations == []
    assert not double.unknown_routes


# `/match cards name:` of Mutants: cards and pages of them in any channel, and copies as far as the asker may know.


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
    assert "Known: French name, English name, genes and parry; partly known: deploy." in words(shown)
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
    assert "It's all reconstructed." in words(card)
    assert len(card.attachments) == 1
    assert "Glacier (GLA)" in menu(card)
    deck = await pick(world.eve, card, "Ready deck 2: Heart of Ice")
    assert "Rakshasa (RAK), Zoomorph and Saber." in words(deck)
    assert "Two of each." in words(deck)


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
    assert "Mutants has no card with that name." in unknown.content
    assert "seven" not in unknown.content
    several = await looked_up(world.eve, world, name="Mutants Avancés")
    assert "Several Mutants cards match that name." in several.content
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
    assert "The next card you draw has: Cyber 17%" in words(shown)
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
