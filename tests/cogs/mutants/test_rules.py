"""`/rules` of Mutants: every topic fits its pages, and the aid card is a picture."""

from __future__ import annotations

import pytest

from cogs.core.delivery import Reader
from cogs.core.text import LAYOUT_LIMIT, OPTION_LIMIT
from cogs.ui.rules import body, parts_of
from engine.mutants.teaching.help import TOPICS
from engine.teaching import Topic
from render.theme import Theme
from tests.cogs.conftest import World
from tests.cogs.mutants.matches import begin
from tests.cogs.playing import menu, message_of, parts, pick, texts

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
