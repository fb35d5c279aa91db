"""`/rules`: topics, numbers and words that are looked up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.replicants
from cogs.core.delivery import Reader
from cogs.core.text import LAYOUT_LIMIT
from cogs.ui.rules import body, parts_of, rule_of
from engine.extras import Explained
from engine.registry import games, get
from render.theme import Theme
from tests.cogs.conftest import World, private
from tests.cogs.playing import labels, menu, message_of, pick, texts

READER = Reader(None, Theme())


def test_every_topic_fits_its_pages() -> None:
    explained = [game for game in games() if isinstance(game, Explained)]
    assert explained
    for game in explained:
        for topic in game.topics:
            shown = parts_of(topic, READER)
            assert [point for part in shown for point in part] == list(topic.points)
            assert all(0 < len(body(part, READER)) <= LAYOUT_LIMIT for part in shown)
            assert len(str(topic.title)) <= 100


async def test_a_topic_has_its_words_and_below_them_the_numbers_of_its_rules(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="turn"))
    assert shown.ephemeral
    title, words, numbers = texts(shown)
    assert title == "### Replicants: A turn"
    assert "First action: charge." in words
    assert "R11" not in words
    assert numbers == "-# Rules R11, R12, R13, R14, R20, R21"
    assert "Notation" in menu(shown)
    turned = await pick(world.eve, shown, "Notation")
    assert "`E/5E3/E3-`" in texts(turned)[1]


async def test_the_charts_come_with_their_sheet(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="charts"))
    (sheet,) = shown.attachments
    assert (await sheet.read()).startswith(b"\x89PNG")
    assert sheet.description
    turned = await pick(world.eve, shown, "What's reconstructed")
    assert turned.attachments == []
    assert "may differ from your box" in texts(turned)[1]


async def test_topics_complete_and_can_be_typed(world: World) -> None:
    offered = await world.eve.autocomplete(world.channel, "rules", "topic", "electric")
    assert {choice["value"] for choice in offered} == {"arcs"}
    pages = await world.eve.autocomplete(world.channel, "rules", "topic", "first turn")
    assert pages == [{"name": "The goal and your first turn", "value": "how-to-play"}]
    typed = message_of(await world.eve.slash(world.channel, "rules", topic="Forbidden DESTRUCTION"))
    assert texts(typed)[0] == "### Replicants: Forbidden destruction"
    unknown = message_of(await world.eve.slash(world.channel, "rules", topic="cooking"))
    assert unknown.ephemeral
    assert "no such topic" in unknown.content
    assert "cooking" not in unknown.content


async def test_words_can_be_looked_up(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="SHERAIS", game="apex"))
    assert texts(shown)[0] == "### APEX: “SHERAIS”"
    points = texts(shown)[1].splitlines()
    assert points
    assert all("sherais" in point.casefold() for point in points)
    turned = await pick(world.eve, shown, "Strategy cards")
    assert texts(turned)[0] == "### APEX: Strategy cards"


async def test_short_words_are_not_looked_for_and_long_pages_are_cut(world: World) -> None:
    assert "no such topic" in message_of(await world.eve.slash(world.channel, "rules", topic="an")).content
    many = message_of(await world.eve.slash(world.channel, "rules", topic="the"))
    assert 2500 < len(texts(many)[1]) <= LAYOUT_LIMIT
    assert "Next" not in labels(many)


async def test_a_rule_can_be_looked_up_by_its_number(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic=" r21 "))
    assert texts(shown)[0] == "### Replicants: Rule R21"
    assert len(texts(shown)[1].splitlines()) == 3
    assert message_of(await world.eve.slash(world.channel, "rules", topic="R9")).attachments, "the charts"
    offered = await world.eve.autocomplete(world.channel, "rules", "topic", "r16")
    assert offered == [{"name": "Rule R16", "value": "R16"}]
    turned = await pick(world.eve, shown, "Creating")
    assert texts(turned)[0] == "### Replicants: Creating"


async def test_a_rule_comes_with_the_picture_of_a_page_on_it(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="R17"))
    (picture,) = shown.attachments
    assert "xD5.…" in (picture.description or "")


async def test_long_topics_have_parts(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="rulings", game="mutants"))
    assert "Back" not in labels(shown)
    assert "Rulings" not in labels(shown)
    assert texts(shown)[-1].startswith("-# Part 1 of 2 · Rules M6, ")
    turned = await pick(world.eve, shown, "Next")
    assert texts(turned)[-1].startswith("-# Part 2 of 2 · Rules ")
    assert "Next" not in labels(turned)
    begun = await pick(world.eve, turned, "From the beginning")
    assert texts(begun)[0] == "### Mutants: The goal and your first turn"


def test_every_rule_that_an_error_names_is_in_the_help() -> None:
    folder = Path(engine.replicants.__file__).parent
    named = set(re.findall(r'"([RN]\d+)"', (folder / "parse.py").read_text()))
    (game,) = (game for game in games() if game.info.key == "replicants")
    assert isinstance(game, Explained)
    told = {rule for topic in game.topics for point in topic.points for rule in point.rules}
    assert len(named) > 10
    assert named <= told


async def test_the_controls_survive_a_restart(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", game="replicants"))
    await world.restart()
    turned = await pick(world.eve, shown, "A hex under threat")
    assert texts(turned)[0] == "### Replicants: A hex under threat"
    await world.restart()
    turned = await pick(world.eve, turned, "Back")
    assert texts(turned)[0] == "### Replicants: Arcs of a 5"


@pytest.mark.parametrize("custom_id", ["r:apex:0.0.1", "r:apex:0.0.1:at:cards:0"])
async def test_data_that_is_gone_says_so(world: World, custom_id: str) -> None:
    forged = await world.forge(custom_id, *(["cards"] if ":at:" not in custom_id else []))
    pressed = world.eve.click(forged, label="forged") if ":at:" in custom_id else None
    told = private(await (pressed or world.eve.select(forged, ["cards"], custom_id=custom_id)))
    assert told.startswith("I've been updated since these rules were shown")


@pytest.mark.usefixtures("grove")
async def test_a_game_without_rules_to_show_says_so(world: World) -> None:
    lobby = await world.lobby(game="grove", players=2, where="here")
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    told = private(await world.eve.slash(world.channel, "rules"))
    assert told == "Grove has no rules to show here."


STATEMENTS = [
    ("replicants", "R12", "Your energy starts at 0."),
    ("replicants", "R13", "you choose one of your own Replicants in the arena"),
    ("replicants", "R16", "The English booklet says through it; the French and German ones say to it"),
    ("replicants", "N4", "arcs need their x"),
    ("replicants", "R16", "We decided how a matrix is threatened"),
    ("replicants", "R17", "We also decided that hexes emptied by arcs are free at once"),
    ("replicants", "R25", "A hex can be safe for a matrix because nobody is allowed to destroy it"),
    ("replicants", "N6", "a matrix destroyed and three left at once are written M"),
    ("replica", "P9", "kings may also capture in the three directions towards their own corner"),
    ("replica", "P9", "house rule that lets them capture backwards"),
    ("replica", "P7", "wins when you flip it there"),
    ("apex", "A12", "Seat 1 stands for the youngest player"),
    ("mutants", "M15", "You put all three tops under their piles, or none"),
]
"""Game, number of a rule, and what `/rules` says of it."""


def test_what_the_rules_say_is_found_by_the_number_of_the_rule() -> None:
    for game, number, statement in STATEMENTS:
        topic = rule_of(get(game), number)
        assert topic is not None
        assert statement in body(topic.points, READER), statement
