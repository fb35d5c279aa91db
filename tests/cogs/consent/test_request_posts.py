"""The messages of requests: found again after a crash, closed wherever they are, and buttons that nobody gave out."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from cogs.core.context import server_reader
from cogs.core.delivery import Occasion
from hosting.match.model import Match, Post
from store.tables.values import Subject
from tests.cogs.conftest import World, private
from tests.cogs.consent.test_consent import asked


async def test_a_post_that_was_made_before_a_crash_is_found_again(world: World) -> None:
    match = await world.begin()
    message = await asked(world, "ann", "match end")
    occasion = await again(world, match, {"request": 1})
    delivery = world.bot.deliveries["request"]
    assert await delivery.sent_before(occasion) == message.id
    other = replace(occasion, post=replace(occasion.post, payload={"request": 11}))
    assert await delivery.sent_before(other) is None
    assert await delivery.sent_before(await again(world, match, {"request": 1, "edit": True})) is None
    assert await delivery.sent_before(await again(world, match, {"welcome": world.person("eve"), "seat": 2})) is None
    welcome = await world.show(discord.ui.View(), world.channel.id, f"<@{world.eve.id}>, you are asked to play on.")
    assert (
        await delivery.sent_before(await again(world, match, {"welcome": world.person("eve"), "seat": 2})) == welcome.id
    )


async def again(world: World, match: Match, payload: dict[str, int]) -> Occasion:
    """Return a post of the channel as the outbox hands it on after a crash."""
    post = Post(1, Subject.of_match(match.id), 0, "request", world.channel.id, payload, 1, match.started_at)
    return Occasion(post, match, match.session, await server_reader(world.bot, match.guild_id))


async def test_a_request_that_was_decided_before_it_was_posted_is_not_posted(world: World) -> None:
    match = await world.begin()
    await asked(world, "ann", "match end")
    await world.bot.arena.requests.withdraw(1, world.person("ann"))
    assert await world.bot.deliveries["request"].send(await again(world, match, {"request": 1})) is None


async def test_a_request_whose_message_is_nowhere_is_closed_all_the_same(world: World) -> None:
    match = await world.begin()
    message = await asked(world, "ann", "match end")
    delivery, edit = world.bot.deliveries["request"], await again(world, match, {"request": 1, "edit": True})
    unposted = replace(edit, post=replace(edit.post, channel_id=1))
    assert await delivery.send(unposted) is None
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=503, code=0)
    with pytest.raises(discord.HTTPException, match="503"):
        await delivery.send(edit)
    await message.delete()
    assert await delivery.send(edit) is None


async def test_a_button_that_no_version_had_does_nothing(world: World) -> None:
    await world.begin()
    await asked(world, "ann", "match end")
    forged = await world.forge("q:1:dance")
    assert "no longer works" in private(await world.bob.click(forged, custom_id="q:1:dance"))
