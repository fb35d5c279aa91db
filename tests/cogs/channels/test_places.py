"""The places of matches when Discord refuses: a match starts or not, and what was made in vain goes."""

from __future__ import annotations

from unittest.mock import AsyncMock

import pytest

from cogs.channels.housing import HousingCog
from cogs.core.errors import Refusal
from engine.text import say
from tests.cogs.channels.test_housing import delete, elsewhere, now
from tests.cogs.conftest import World, private


@pytest.mark.parametrize(
    ("where", "refused", "left"),
    [
        ("here", {}, 0),
        ("thread", {}, 0),
        ("thread", {"DELETE": (404, 10003)}, 1),
        ("thread", {"DELETE": (403, 50013)}, 1),
        ("thread", {"DELETE": (403, 50013), "PATCH": (403, 50013)}, 1),
    ],
)
async def test_a_start_that_fails_is_told_as_it_is(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str, refused: dict[str, tuple[int, int]], left: int
) -> None:
    message = await world.lobby(where=where)
    await world.press("bob", message, "Join")
    failing = AsyncMock(side_effect=Refusal(say("No."), code="no"))
    for method, (status, code) in refused.items():
        world.env.inject_error(method, f"/channels/{message.id}", status=status, code=code)
    with monkeypatch.context() as patch:
        patch.setattr(type(world.bot.arena.starter), "begin", failing)
        assert private(await world.press("ann", message, "Start")) == "No."
    threads = world.channel.threads
    assert len(threads) == left
    await world.press("ann", message, "Start")
    assert (await world.table()).status == "started"
    assert (await world.bot.arena.matches.get(1)).channel_id == (world.channel.id if where == "here" else message.id)


async def test_without_a_thread_it_is_not_played_where_the_bot_may_not_write(world: World) -> None:
    message = await world.lobby(where="thread")
    await world.press("bob", message, "Join")
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages/*/threads", status=400, code=160006)
    assert "as many active threads as Discord allows (1,000)" in private(await world.press("ann", message, "Start"))
    assert (await world.table()).status == "open"


async def test_who_cannot_be_added_to_a_thread_finds_it_all_the_same(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    world.env.inject_error("PUT", "/channels/*/thread-members/*", status=403, code=50001, times=2)
    assert "goes on in" in private(await world.ann.slash(await elsewhere(world), "match move-to"))
    await world.settle()
    thread = world.place((await now(world)).channel_id)
    assert not {world.ann.id, world.bob.id} & thread._channel.thread_members.keys()
    assert world.pings(world.own(thread)[-1]) == [world.ann.id]


async def test_where_the_notice_of_an_interruption_is_refused_players_are_told_in_private(world: World) -> None:
    match = await world.begin(where="thread")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    await delete(world, match.channel_id)
    for name in ("ann", "bob"):
        user = world.people[name].user
        (told,) = user.dm_channel.history(viewer=user)
        assert "is interrupted" in told.content


async def test_a_server_that_the_bot_is_let_into_again_is_looked_at(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.begin()
    guild, cog = world.bot.get_guild(world.guild.id), world.bot.get_cog("HousingCog")
    assert guild is not None
    assert isinstance(cog, HousingCog)
    with monkeypatch.context() as outside:
        outside.setattr(world.bot, "get_guild", lambda _: None)
        for _ in range(2):  # of a match that is interrupted already, nothing changes
            await world.as_bot(cog.on_guild_remove(guild))
            assert (await now(world)).status == "parked"
    await world.as_bot(cog.on_guild_join(guild))
    assert (await now(world, match.id)).status == "running"
