"""`/help`: the steps, what waits, what is not possible here, and the way to the rules."""

from __future__ import annotations

from contextlib import nullcontext

import discord
import pytest
import simcord

from cogs.info.cog import MOST_WAITING
from hosting.match.model import Place
from locales.pseudo import Pseudo
from tests.catalogues import everything_in
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
    assert "Waiting for you" not in text
    assert "can't do" not in text
    message = message_of(result)
    answer = await world.eve.select(message, [menu(message)["APEX"]], custom_id=menus(message)[0]["custom_id"])
    assert texts(message_of(answer))[0] == "### APEX: The goal and your first turn"


async def test_help_lists_matches_that_wait_for_the_person_alone(world: World) -> None:
    await world.begin()

    assert "**Your turn**" in words(await world.ann.slash(world.channel, "help"))
    assert "Waiting for you" not in words(await world.bob.slash(world.channel, "help"))


async def test_help_says_what_is_not_possible_for_want_of_permissions(world: World) -> None:
    take(world, "create_public_threads")

    text = words(await world.eve.slash(world.channel, "help"))
    assert "Open a thread for each match." in text
    assert "Post boards" not in text


async def test_of_many_matches_that_wait_the_most_urgent_are_listed(world: World) -> None:
    tables, ann, bob = world.bot.arena.tables, world.named("ann"), world.named("bob")
    for number in range(MOST_WAITING + 3):
        room = world.guild.create_text_channel(f"room-{number}")
        table = await tables.open(world.guild.id, room.id, ann, "replicants", "2", where="here")
        table = await tables.join(table.id, bob)
        await world.as_bot(tables.start(table.id, ann.person_id, (Place("board", room.id),)))
    for result in (await world.ann.slash(world.channel, "help"), await world.ann.user.slash("help")):
        text = words(result)
        assert text.count("**Your turn**") == MOST_WAITING
        assert "More matches are waiting for you" in text
    for number in range(3, MOST_WAITING + 3):
        await world.as_bot(world.bot.arena.matches.forfeit(number + 1, world.person("bob")))
    text = words(await world.ann.slash(world.channel, "help"))
    assert text.count("**Your turn**") == 3
    assert "Others wait" not in text


async def test_help_in_a_thread_asks_for_what_threads_take(world: World) -> None:
    match = await world.begin(where="thread")
    thread = world.place(match.channel_id)
    assert "can't do" not in words(await world.ann.slash(thread, "help"))
    take(world, "send_messages_in_threads")
    assert "What I can't do here" in words(await world.ann.slash(thread, "help"))


async def test_help_in_direct_messages_tells_of_no_permissions(world: World) -> None:
    take(world, "create_public_threads", "send_messages")
    assert "can't do" not in words(await world.ann.user.slash("help"))


@pytest.mark.parametrize("language", [None, Pseudo(70)])
async def test_help_finds_room_for_all_of_it_where_nothing_is_allowed(world: World, language: Pseudo | None) -> None:
    await world.begin()
    kept = {"use_application_commands", "read_messages"}
    take(world, *(name for name, _ in discord.Permissions.all() if name not in kept))
    with nullcontext() if language is None else everything_in(language):
        text = words(await world.ann.slash(world.channel, "help"))
    if language is None:
        assert "What I can't do here" in text
        assert "**Your turn**" in text


async def test_help_in_a_silent_teams_channel_is_seen_by_nobody_else(world: World) -> None:
    # R29
    match = await world.begin_silent()
    place = match.place("team:0")
    assert place is not None
    channel = world.place(place.channel_id)
    before = [each.id for each in channel.history(viewer=world.cleo)]
    assert f"/{channel.id})" in words(await world.ann.slash(channel, "help"))
    assert [each.id for each in channel.history(viewer=world.cleo)] == before
