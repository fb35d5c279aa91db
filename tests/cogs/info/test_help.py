"""`/help`: the steps, what waits, what is not possible here, and the way to the rules."""

from __future__ import annotations

import simcord

from tests.cogs.conftest import World, take
from tests.cogs.playing import menu, menus, message_of, texts


def words(result: simcord.InteractionResult) -> str:
    """Return all texts of an answer that is made of components."""
    message = message_of(result)
    assert message.ephemeral
    return "\n".join(texts(message))


async def test_help_says_how_to_begin_and_leads_to_the_rules(world: World) -> None:
    result = await world.eve.slash(world.channel, "help")

    text = words(result)
    assert "`/new`" in text
    assert "**Play**" in text
    assert "You are waited for" not in text
    assert "cannot do" not in text
    message = message_of(result)
    answer = await world.eve.select(message, [menu(message)["APEX"]], custom_id=menus(message)[0]["custom_id"])
    assert texts(message_of(answer))[0] == "### APEX: The goal and a first turn"


async def test_help_lists_matches_that_wait_for_the_person_alone(world: World) -> None:
    await world.begin()

    assert "**It is your turn**" in words(await world.ann.slash(world.channel, "help"))
    assert "You are waited for" not in words(await world.bob.slash(world.channel, "help"))


async def test_help_says_what_is_not_possible_for_want_of_permissions(world: World) -> None:
    take(world, "create_public_threads")

    text = words(await world.eve.slash(world.channel, "help"))
    assert "Open a thread for each match." in text
    assert "Post boards" not in text
