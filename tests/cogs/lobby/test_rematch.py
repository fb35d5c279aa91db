"""Rematch, pressed under a result, on a simulated Discord."""

from __future__ import annotations

import discord
import pytest
import simcord

from cogs.core.messages import custom_ids
from hosting.lobby.rematch import LAPSES
from hosting.match.model import Match
from tests.cogs.conftest import World, private, take
from tests.cogs.lobby.test_loadouts import panel, type_in
from tests.cogs.playing import labels


async def end(world: World, match: Match, label: str = "Rematch") -> discord.Message:
    """Have a match end; return its result, which has a button with this label."""
    while not match.over:
        match = await world.as_bot(world.bot.arena.matches.forfeit(match.id, match.to_act[0]))
    return next(each for each in reversed(world.own(world.place(match.channel_id))) if label in labels(each))


def offered(world: World, match: Match) -> discord.Message:
    """Return the message of the offer."""
    return [each for each in world.own(world.place(match.channel_id)) if "emat" in each.content][-1]


async def newest(world: World) -> Match:
    (summary,) = await world.bot.arena.matches.in_guild(world.guild.id)
    return await world.bot.arena.matches.get(summary.id)


async def test_one_offers_the_other_accepts_and_the_seats_are_changed(world: World) -> None:
    first = await world.begin(where="thread")
    result = await end(world, first)
    assert "It starts once everyone else has accepted" in private(await world.press("ann", result, "Rematch"))
    offer = offered(world, first)
    assert world.pings(offer) == [world.bob.id]
    assert f"Seat 1: <@{world.bob.id}> is asked" in offer.content
    assert f"Seat 2: <@{world.ann.id}> has accepted" in offer.content
    await world.restart()
    assert "it's starting" in private(await world.press("bob", offer, "Accept"))
    await world.settle()
    again = await newest(world)
    assert again.names == ("bob", "ann")
    thread = world.place(again.channel_id)
    assert thread.is_thread
    assert {world.ann.id, world.bob.id} <= set(world.env.backend.get_channel(thread.id).thread_members)
    offer = world.latest(offer)
    assert offer.content == f"The rematch has started: <#{again.channel_id}>"
    assert not offer.components
    announced = world.message(world.channel.id, again.channel_id)
    assert f"<@{world.bob.id}>, <@{world.ann.id}>" in announced.content
    assert world.pings(announced) == []
    assert f"<#{again.channel_id}>" in private(await world.press("ann", result, "Rematch"))


async def test_pressing_under_the_result_is_accepting_and_it_is_played_where_its_match_was(world: World) -> None:
    first = await world.begin()
    result = await end(world, first)
    for name in ("ann", "ann", "bob", "bob"):
        await world.press(name, result, "Rematch")
    await world.settle()
    again = await newest(world)
    assert again.names == ("bob", "ann")
    assert again.channel_id == world.channel.id


async def test_where_seats_were_drawn_the_offer_says_that_they_are_drawn_anew(world: World) -> None:
    first = await world.begin(seats="random")
    result = await end(world, first)
    await world.press("ann", result, "Rematch")
    offer = offered(world, first)
    head, *seats = offer.content.splitlines()[:3]
    assert head == f"<@{world.ann.id}> offers a rematch. Seats are drawn when it starts."
    assert sorted(seats) == sorted([f"<@{world.ann.id}> has accepted", f"<@{world.bob.id}> is asked"])
    await world.press("bob", offer, "Accept")
    await world.settle()
    assert sorted((await newest(world)).names) == ["ann", "bob"]


async def test_others_neither_offer_nor_accept(world: World) -> None:
    result = await end(world, await world.begin())
    assert "Only this match's players" in private(await world.press("eve", result, "Rematch"))
    await world.press("ann", result, "Rematch")
    offer = offered(world, await world.bot.arena.matches.get(1))
    for label in ("Accept", "Decline"):
        assert "Only this match's players" in private(await world.press("eve", offer, label))


async def test_it_is_declined_or_lapses(world: World) -> None:
    first = await world.begin()
    result = await end(world, first)
    await world.press("ann", result, "Rematch")
    offer = offered(world, first)
    assert "declined" in private(await world.press("bob", offer, "Decline"))
    assert world.latest(offer).content == "The rematch was declined."
    assert "can offer it again" in private(await world.press("ann", result, "Rematch"))
    await world.env.advance_time(2 * 24 * 3600)
    await world.settle()
    await world.press("bob", result, "Rematch")
    offer = offered(world, first)
    await world.env.advance_time(LAPSES.total_seconds())
    await world.settle()
    assert world.latest(offer).content == "The rematch offer has expired."
    assert custom_ids(world.latest(offer)) == []


@pytest.mark.parametrize("why", ["left", "blocked"])
async def test_whoever_cannot_be_asked_all_are_told_the_same(world: World, why: str) -> None:
    result = await end(world, await world.begin())
    if why == "left":
        world.env.backend.remove_member(world.guild.id, world.bob.id)
    else:
        await world.as_bot(world.bot.arena.blocks.add(world.person("bob"), world.person("ann")))
    before = len(world.own(world.channel))
    assert private(await world.press("ann", result, "Rematch")) == (
        "This match can't have a rematch: the offer expired, or a player can't be asked."
    )
    assert len(world.own(world.channel)) == before


async def test_what_is_missing_is_told_where_the_rematch_was_offered(world: World) -> None:
    first = await world.begin(where="thread")
    result = await end(world, first)
    take(world, "create_public_threads")
    for name in ("ann", "bob"):
        await world.press(name, result, "Rematch")
    for minutes in (0, 1, 5, 30, 360, 1440):
        await world.env.advance_time(60 * minutes + 1)
        await world.settle()
    told = offered(world, first).content
    assert "`Create Public Threads`" in told
    assert f"<#{world.channel.id}>" in told
    assert not await world.bot.arena.matches.in_guild(world.guild.id)
    assert len(world.channel.threads) == 1


async def test_a_silent_match_is_played_again_in_channels_of_its_own(world: World) -> None:
    first = await world.begin_silent()
    result = await end(world, first)
    for name in ("ann", "bob", "cleo", "dan"):
        await world.press(name, result, "Rematch")
    await world.settle()
    again = await newest(world)
    assert again.silent
    assert again.names == ("bob", "ann", "dan", "cleo")
    assert {place.channel_id for place in again.places}.isdisjoint(place.channel_id for place in first.places)


@pytest.mark.usefixtures("grove")
async def test_who_plays_alone_begins_again_with_one_press(world: World) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, where="here", beast="bear", loadout="xxy")
    await world.settle()
    first = await world.bot.arena.matches.get(1)
    result = await end(world, first, "Play again")
    assert "is starting" in private(await world.press("ann", result, "Play again"))
    await world.settle()
    again = await newest(world)
    assert (again.names, again.setup.options) == (("ann",), first.setup.options)
    assert again.setup.loadouts == first.setup.loadouts == ("xxy",)
    held = [(await world.bot.arena.loadouts.held(each.id))[0].digest for each in (first, again)]
    assert len({*held}) == 2
    assert all(held)
    assert "has already started" in private(await world.press("ann", result, "Play again"))
    assert not [each for each in world.own(world.channel) if "emat" in each.content]


async def test_where_another_match_is_played_by_then_the_rematch_gets_a_thread(world: World) -> None:
    result = await end(world, await world.begin())
    other = await world.cleo.slash(world.channel, "new replicants", where="here")
    assert other.response is not None
    await world.press("dan", other.response.message, "Join")
    await world.press("cleo", other.response.message, "Start")
    for name in ("ann", "bob"):
        await world.press(name, result, "Rematch")
    await world.settle()
    again = await world.bot.arena.matches.get(3)
    assert (again.names, world.place(again.channel_id).is_thread) == (("bob", "ann"), True)


async def grown(world: World, channel: simcord.ChannelHandle) -> tuple[Match, discord.Message]:
    """Have ann and bob play a match that began with choices in private; return it and its result."""
    lobby = await opened(world, channel)
    table = await world.table()
    await world.as_bot(world.bot.arena.loadouts.choose(table.id, world.person("ann"), "xxy"))
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    return match, await end(world, match)


async def opened(world: World, channel: simcord.ChannelHandle) -> discord.Message:
    """Have ann open a table for two."""
    reply = await world.ann.slash(channel, "new grove", players=2, paths="open")
    assert reply.response is not None
    return reply.response.message


@pytest.mark.usefixtures("grove")
async def test_what_is_chosen_in_private_is_chosen_anew_at_a_table(world: World) -> None:
    first, result = await grown(world, world.channel)
    await world.press("ann", result, "Rematch")
    offer = offered(world, first)
    assert "each choose again in private" in offer.content
    told = private(await world.press("bob", offer, "Accept"))
    lobby = next(each for each in reversed(world.own(world.channel)) if "Start" in labels(each))
    assert f"/{world.channel.id}/{lobby.id}" in told
    assert f"/{world.channel.id}/{lobby.id}" in world.latest(offer).content
    assert not world.latest(offer).components
    assert sorted(world.pings(lobby)) == sorted([world.ann.id, world.bob.id])
    shown = await panel(world, "bob", lobby)
    assert "You haven't chosen, so you get the usual setup" in shown.content
    for name in ("ann", "bob"):
        assert f"/{lobby.id}" in private(await world.press(name, result, "Rematch"))
    assert len([each for each in world.own(world.channel) if "Start" in labels(each)]) == 1
    await type_in(world, "bob", shown, "uvv")
    await world.press("ann", world.latest(lobby), "Start")
    await world.settle()
    again = await newest(world)
    assert (again.names, again.setup.loadouts[0]) == (("bob", "ann"), "uvv")
    assert f"<#{again.channel_id}>" in private(await world.press("ann", result, "Rematch"))


@pytest.mark.usefixtures("grove")
async def test_a_table_that_discord_refuses_is_said_and_can_be_asked_for_again(world: World) -> None:
    first, result = await grown(world, world.channel)
    await world.press("ann", result, "Rematch")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    told = private(await world.press("bob", result, "Rematch"))
    assert "won't let me create a place" in told
    assert "couldn't start" in offered(world, first).content
    assert (await world.table(2)).status == "cancelled"
    for name in ("ann", "bob"):
        await world.press(name, result, "Rematch")
    assert (await world.table(3)).message_id is not None


@pytest.mark.usefixtures("grove")
async def test_in_a_forum_the_table_stands_in_the_post(world: World) -> None:
    forum = world.guild.create_forum_channel("matches")
    found = world.bot.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    post = (await world.as_bot(found.create_thread(name="ours", content="Here we play."))).thread
    first, result = await grown(world, world.place(post.id))
    for name in ("ann", "bob"):
        await world.press(name, result, "Rematch")
    table = await world.table(2)
    assert (table.channel_id, table.where) == (first.channel_id, "here")
