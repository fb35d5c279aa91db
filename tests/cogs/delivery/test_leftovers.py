"""Messages that say whose turn it was go in time, whatever Discord answers when they are to be removed."""

from __future__ import annotations

from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest

from engine.text import say
from hosting.housing import FORBIDDEN, SHUT
from hosting.match.model import Match
from hosting.notify.status import FIRST, LEFTOVER, MOST_TRIES
from store.tables import deadlines
from tests.cogs.conftest import World
from tests.cogs.playing import labels

DAY = 86400.0


def fail(world: World, times: int, status: int = 503, code: int = 0) -> None:
    path = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("DELETE", path, status=status, code=code, times=times)


def living(world: World) -> list[discord.Message]:
    """Return the messages with which somebody could play."""
    return [message for message in world.own(world.channel) if "Play" in labels(message)]


def removals(world: World) -> int:
    path = f"/channels/{world.channel.id}/messages/"
    return sum(each.method == "DELETE" and each.path.startswith(path) for each in world.env.http_requests)


async def appointments(world: World) -> int:
    later = world.bot.clock.now().replace(year=3000)
    async with world.bot.arena.db.read() as connection:
        return len(await deadlines.due(connection, {LEFTOVER}, later))


async def wait(world: World, seconds: float) -> None:
    await world.env.advance_time(seconds)
    await world.settle()


async def test_an_old_status_that_could_not_be_removed_goes_later(world: World) -> None:
    match = await world.begin()
    fail(world, 1)
    match = await world.play(match)
    assert len(living(world)) == 2
    await world.play(match)
    assert len(living(world)) == 2, "the next turn removes the one before it"
    await wait(world, FIRST.total_seconds() + 1)
    assert len(living(world)) == 1
    assert await appointments(world) == 0


async def test_it_goes_later_too_if_the_connection_breaks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.begin()
    with monkeypatch.context() as broken:
        broken.setattr(
            discord.PartialMessage, "delete", AsyncMock(side_effect=aiohttp.ClientConnectionError("reset by peer"))
        )
        await world.play(match)
    assert len(living(world)) == 2
    await wait(world, FIRST.total_seconds() + 1)
    assert len(living(world)) == 1
    assert await appointments(world) == 0


async def test_it_goes_after_a_restart_too(world: World) -> None:
    match = await world.begin()
    fail(world, 1)
    await world.play(match)
    await world.restart()
    await wait(world, FIRST.total_seconds() + 1)
    assert len(living(world)) == 1


async def test_several_go_however_often_discord_fails(world: World) -> None:
    match = await world.begin()
    fail(world, 9)
    for _ in range(3):
        match = await world.play(match)
    assert len(living(world)) == 4
    await wait(world, DAY)
    (left,) = living(world)
    assert left.id == world.own(world.channel)[-1].id
    assert await appointments(world) == 0


async def test_an_ordinary_turn_makes_no_appointment(world: World) -> None:
    match = await world.begin()
    for _ in range(3):
        match = await world.play(match)
    assert await appointments(world) == 0
    assert removals(world) == 3


async def test_it_is_given_up_after_some_days(world: World) -> None:
    match = await world.begin()
    fail(world, 1000)
    await world.play(match)
    before = removals(world)
    for _ in range(4):
        await wait(world, DAY)
    assert removals(world) == before + MOST_TRIES
    assert await appointments(world) == 0


async def test_what_is_gone_is_not_tried_again(world: World) -> None:
    match = await world.begin()
    fail(world, 1, 404, 10008)
    await world.play(match)
    assert await appointments(world) == 0
    await wait(world, DAY)
    assert removals(world) == 1


@pytest.mark.parametrize("code", [50001, 50013])
async def test_what_may_not_be_removed_waits_for_the_right_and_is_not_asked_for_meanwhile(
    world: World, code: int
) -> None:
    match = await world.begin()
    fail(world, 1, 403, code)
    await world.play(match)
    await wait(world, DAY)
    assert removals(world) == 1
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "view_channel")
    await world.settle()
    assert removals(world) == 1, "it does not see the channel"
    world.env.backend.delete_overwrite(world.channel.id, me.id)
    await world.settle()
    assert len(living(world)) == 1
    assert await appointments(world) == 0


async def test_whose_turn_it_was_goes_when_the_match_cannot_be_posted_any_more(world: World) -> None:
    match = await world.begin()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    match = await world.play(match)
    assert (await now(world)).parked is not None
    await wait(world, FIRST.total_seconds() + 1)
    assert living(world) == []


async def test_a_match_that_is_interrupted_during_a_turn_keeps_its_status(world: World) -> None:
    match = await world.play(await world.begin())
    await world.bot.arena.matches.park(match.id, say("It is odd."), "odd")
    await wait(world, DAY)
    assert len(living(world)) == 1
    await world.bot.arena.matches.unpark(match.id)
    await world.settle()
    assert len(living(world)) == 1


async def test_the_channel_that_a_match_left_keeps_nothing_to_play_with(world: World) -> None:
    match = await world.begin()
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages", "send_messages_in_threads")
    await world.bot.arena.matches.park(match.id, SHUT, FORBIDDEN)
    assert len(living(world)) == 1
    other = world.guild.create_text_channel("other")
    await world.ann.slash(other, "match move-to", match=match.id, where="here")
    await world.settle()
    assert (await now(world)).channel_id == other.id
    await wait(world, FIRST.total_seconds() + 1)
    assert living(world) == []
    assert ["Play" in labels(message) for message in world.own(other)].count(True) == 1


async def test_a_match_that_ends_where_the_bot_may_not_post_leaves_nothing_to_play_with(world: World) -> None:
    match = await world.begin()
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages", "send_messages_in_threads")
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    assert (await now(world)).over
    assert living(world) == []


async def now(world: World) -> Match:
    return await world.bot.arena.matches.get(1)
