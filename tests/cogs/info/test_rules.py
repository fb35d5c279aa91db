"""`/rules`: every topic of every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.replicants
from cogs.core.reader import Reader
from cogs.ui.rules import body
from engine.extras import Explained
from engine.registry import games
from render.theme import Theme
from tests.cogs.conftest import World, private
from tests.cogs.playing import menu, message_of, pick


def test_every_topic_fits_an_embed() -> None:
    explained = [game for game in games() if isinstance(game, Explained)]
    assert explained
    for game in explained:
        for topic in game.topics:
            text = body(topic, Reader(None, Theme()))
            assert 0 < len(text) <= 4096
            assert len(str(topic.title)) <= 100


async def test_the_rules_open_at_the_overview_with_a_menu(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules"))
    assert shown.ephemeral
    assert shown.embeds[0].title == "Replicants: The game in short"
    assert "(R11)" in (shown.embeds[0].description or "")
    assert shown.attachments == []
    assert "Notation" in menu(shown)
    turned = await pick(world.eve, shown, "Notation")
    assert "`E/5E3/E3-`" in (turned.embeds[0].description or "")


async def test_the_charts_come_with_their_sheet(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="charts"))
    (sheet,) = shown.attachments
    assert (await sheet.read()).startswith(b"\x89PNG")
    assert sheet.description
    turned = await pick(world.eve, shown, "What is reconstructed")
    assert turned.attachments == []
    assert "may differ from your box" in (turned.embeds[0].description or "")


async def test_topics_complete_and_can_be_typed(world: World) -> None:
    offered = await world.eve.autocomplete(world.channel, "rules", "topic", "arc")
    assert {choice["value"] for choice in offered} == {"arcs"}
    typed = message_of(await world.eve.slash(world.channel, "rules", topic="Forbidden DESTRUCTION"))
    assert typed.embeds[0].title == "Replicants: Forbidden destruction"
    unknown = message_of(await world.eve.slash(world.channel, "rules", topic="cooking"))
    assert unknown.ephemeral
    assert "no such topic" in unknown.content
    assert "cooking" not in unknown.content


async def test_words_can_be_looked_up(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="SHERAIS", game="apex"))
    assert shown.embeds[0].title == "APEX: “SHERAIS”"
    points = (shown.embeds[0].description or "").splitlines()
    assert points
    assert all("sherais" in point.casefold() for point in points)
    turned = await pick(world.eve, shown, "Strategy cards")
    assert turned.embeds[0].title == "APEX: Strategy cards"


async def test_short_words_are_not_looked_for_and_long_pages_are_cut(world: World) -> None:
    assert "no such topic" in message_of(await world.eve.slash(world.channel, "rules", topic="an")).content
    many = message_of(await world.eve.slash(world.channel, "rules", topic="the"))
    assert 2500 < len(many.embeds[0].description or "") <= 4096


async def test_a_rule_can_be_looked_up_by_its_number(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic=" r16 "))
    assert shown.embeds[0].title == "Replicants: Rule R16"
    points = (shown.embeds[0].description or "").splitlines()
    assert len(points) == 4
    assert all("R16" in point for point in points)
    assert message_of(await world.eve.slash(world.channel, "rules", topic="R9")).attachments, "the charts"
    offered = await world.eve.autocomplete(world.channel, "rules", "topic", "r16")
    assert offered == [{"name": "Rule R16", "value": "R16"}]
    turned = await pick(world.eve, shown, "Creating")
    assert turned.embeds[0].title == "Replicants: Creating"


def test_every_rule_that_an_error_names_is_in_the_help() -> None:
    folder = Path(engine.replicants.__file__).parent
    sources = [path.read_text() for path in (*folder.glob("refusals*.py"), folder / "notation.py")]
    named = {rule for source in sources for rule in re.findall(r'"([RN]\d+)"', source)}
    (game,) = (game for game in games() if game.info.key == "replicants")
    assert isinstance(game, Explained)
    told = {rule for topic in game.topics for point in topic.points for rule in point.rules}
    assert len(named) > 10
    assert named <= told


async def test_the_menu_survives_a_restart(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", game="replicants"))
    await world.restart()
    turned = await pick(world.eve, shown, "Creating")
    assert turned.embeds[0].title == "Replicants: Creating"


async def test_the_menu_of_data_that_is_gone_says_so(world: World) -> None:
    forged = await world.forge("r:apex:0.0.1", "cards")
    told = private(await world.eve.select(forged, ["cards"], custom_id="r:apex:0.0.1"))
    assert told.startswith("These rules belong to another version of me")


@pytest.mark.usefixtures("grove")
async def test_a_game_without_rules_to_show_says_so(world: World) -> None:
    lobby = await world.lobby(game="grove", players=2, where="here")
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    told = private(await world.eve.slash(world.channel, "rules"))
    assert told == "Grove has no rules to show here."


STATEMENTS = [
    ("replicants", "energy", "R12", "Your energy starts at 0."),
    ("replicants", "energy", "R13", "you choose one of your own Replicants in the arena"),
    ("replicants", "moves", "R16", "The English booklet says through it; the French and the German one say to it"),
    ("replicants", "notation", "N4", "the x of arcs is needed"),
    ("replicants", "reconstructed", "R16", "We decided how a matrix is threatened"),
    ("replicants", "reconstructed", "R17", "We also decided that hexes emptied by arcs are free at once"),
    ("replicants", "reconstructed", "R18", "under version 1 of our rules go on with an older reading"),
    ("replicants", "reconstructed", "R25", "Which hexes are safe for a matrix because nobody is allowed to destroy it"),
    ("replicants", "reconstructed", "N6", "a matrix destroyed and three left at once are written M"),
    ("replica", "house-rules", "P9", "kings may also capture in the three directions towards their own corner"),
    ("replica", "moves", "P9", "house rule by which they also capture backwards"),
]
"""Game, topic, number of the rule, and what `/rules` says of it there."""


async def test_what_the_rules_say_stands_beside_the_number_of_the_rule(world: World) -> None:
    for game, topic, number, statement in STATEMENTS:
        shown = message_of(await world.eve.slash(world.channel, "rules", topic=topic, game=game))
        points = (shown.embeds[0].description or "").splitlines()
        (point,) = [each for each in points if statement in each]
        assert re.search(rf"[(, ]{number}[,)][^(]*$", point), (statement, point)
