"""`/rules` of Mutants: every topic fits a page, in longer languages as well, and the aid card is a picture."""

from __future__ import annotations

import pytest

from cogs.core.limits import EMBED_LIMIT, OPTION_LIMIT
from cogs.core.reader import Reader
from cogs.ui.rules import body
from engine.help import Topic
from engine.mutants.help import TOPICS
from render.theme import Theme
from tests.cogs.conftest import World
from tests.cogs.mutants.matches import begin
from tests.cogs.playing import menu, message_of, pick


@pytest.mark.parametrize("topic", TOPICS, ids=lambda each: each.key)
def test_a_topic_fits_an_embed(topic: Topic) -> None:
    assert 0 < len(body(topic, Reader(None, Theme()))) <= EMBED_LIMIT
    assert len(str(topic.title)) <= OPTION_LIMIT


async def test_topics_numbers_and_words_are_found(world: World) -> None:
    await begin(world, reserve="ready")
    shown = message_of(await world.eve.slash(world.channel, "rules"))
    assert shown.ephemeral
    assert shown.embeds[0].title == "Mutants: The game in short"
    assert "not the published values" in (shown.embeds[0].description or "")
    assert list(menu(shown)) == [str(topic.title) for topic in TOPICS]
    turned = await pick(world.eve, shown, "Notation")
    assert "`B ZOM+TRI>ORI`" in (turned.embeds[0].description or "")
    rule = message_of(await world.eve.slash(world.channel, "rules", topic="m66"))
    assert rule.embeds[0].title == "Mutants: Rule M66"
    found = message_of(await world.eve.slash(world.channel, "rules", topic="Devourer"))
    assert "(DEV)" in (found.embeds[0].description or "")


async def test_the_aid_card_is_a_picture_and_words(world: World) -> None:
    # M72
    await begin(world, "solo")
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="aid"))
    (picture,) = shown.attachments
    assert (await picture.read()).startswith(b"\x89PNG")
    assert picture.description
    assert "(M72, M40)" in (shown.embeds[0].description or "")
