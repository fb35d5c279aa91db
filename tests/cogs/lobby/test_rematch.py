"""Rematch, pressed under a result, on a simulated Discord."""

from __future__ import annotations

import discord
import pytest

from cogs.core.messages import custom_ids
from hosting.lobby.rematch import LAPSES
from hosting.match.model import Match
from tests.cogs.conftest import World, private, take
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
    assert "It begins when all others have accepted" in private(await world.press("ann", result, "Rematch"))
    offer = offered(world, first)
    assert world.pings(offer) == [world.bob.id]
    assert f"Seat 1: <@{world.bob.id}> is asked" in offer.content
    assert f"Seat 2: <@{world.ann.id}> wants it" in offer.content
    await world.restart()
    assert "it begins now" in private(await world.press("bob", offer, "Accept"))
    await world.settle()
    again = await newest(world)
    assert again.names == ("bob", "ann")
    thread = world.place(again.channel_id)
    assert thread.is_thread
    assert {world.ann.id, world.bob.id} <= set(world.env.backend.get_channel(thread.id).thread_members)
    offer = world.latest(offer)
    assert offer.content == f"The rematch has begun: <#{again.channel_id}>"
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


async def test_others_neither_offer_nor_accept(world: World) -> None:
    result = await end(world, await world.begin())
    assert "Only the players" in private(await world.press("eve", result, "Rematch"))
    await world.press("ann", result, "Rematch")
    offer = offered(world, await world.bot.arena.matches.get(1))
    for label in ("Accept", "Decline"):
        assert "Only the players" in private(await world.press("eve", offer, label))


async def test_it_is_declined_or_lapses(world: World) -> None:
    first = await world.begin()
    result = await end(world, first)
    await world.press("ann", result, "Rematch")
    offer = offered(world, first)
    assert "declined" in private(await world.press("bob", offer, "Decline"))
    assert world.latest(offer).content == "The rematch was declined."
    assert "can be offered again" in private(await world.press("ann", result, "Rematch"))
    await world.env.advance_time(2 * 24 * 3600)
    await world.settle()
    await world.press("bob", result, "Rematch")
    offer = offered(world, first)
    await world.env.advance_time(LAPSES.total_seconds())
    await world.settle()
    assert world.latest(offer).content == "The offer of a rematch has lapsed."
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
        "There is no rematch of this match: it lapsed, or a player cannot be asked."
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
    assert "begins now" in private(await world.press("ann", result, "Play again"))
    await world.settle()
    again = await newest(world)
    assert (again.names, again.setup.options) == (("ann",), first.setup.options)
    assert again.setup.loadouts == first.setup.loadouts == ("xxy",)
    held = [(await world.bot.arena.loadouts.held(each.id))[0].digest for each in (first, again)]
    assert len({*held}) == 2
    assert all(held)
    assert "begun already" in private(await world.press("ann", result, "Play again"))
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
