"""Matches that lose their channels, and servers that the bot is thrown out of: parked, told of once, and repaired."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord
from simcord.backend import serializers

from cogs.ui.pictures import picture_name
from hosting.housing import FORBIDDEN, GONE, KICKED, SILENCE
from hosting.match.model import Match
from tests.cogs.conftest import World, bits, private, some_turn


async def now(world: World, match_id: int = 1) -> Match:
    return await world.bot.arena.matches.get(match_id)


async def delete(world: World, channel_id: int) -> None:
    """Delete a channel with its threads, as Discord does."""
    backend = world.env.backend
    for thread in [each for each in backend.channels.values() if each.parent_id == channel_id and each.is_thread]:
        backend.channels.pop(thread.id)
    backend.delete_channel(channel_id)
    await world.settle()


async def elsewhere(world: World, name: str = "elsewhere") -> simcord.ChannelHandle:
    return world.guild.create_text_channel(name)


def boards(world: World, channel_id: int) -> list[str]:
    return [file.filename for message in world.own(world.place(channel_id)) for file in message.attachments]


def attempts(world: World, channel_id: int) -> int:
    """Return how often the bot tried to post in a channel."""
    path = f"/channels/{channel_id}/messages"
    return sum((each.method, each.path) == ("POST", path) for each in world.env.http_requests)


def forbid(world: World, channel: simcord.ChannelHandle) -> None:
    me = world.guild.me
    assert me is not None
    world.deny(channel, me.id, "send_messages", "send_messages_in_threads")


def allow(world: World, channel: simcord.ChannelHandle) -> None:
    me = world.guild.me
    assert me is not None
    world.env.backend.delete_overwrite(channel.id, me.id)


async def test_a_match_whose_thread_is_deleted_is_parked_and_people_are_told_where_it_was_opened(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    match = await now(world)
    assert match.parked is not None
    assert match.parked.code == GONE
    notice = world.own(world.channel)[-1]
    assert "Match 1 of Replicants is interrupted" in notice.content
    assert "`/match move-to`" in notice.content
    assert sorted(world.pings(notice)) == sorted([world.ann.id, world.bob.id])


async def test_a_match_whose_channel_is_deleted_is_parked_and_its_players_are_told_in_private(world: World) -> None:
    await world.begin()
    await delete(world, world.channel.id)
    match = await now(world)
    assert match.parked is not None
    assert match.parked.code == GONE
    for name in ("ann", "bob"):
        user = world.people[name].user
        (told,) = user.dm_channel.history(viewer=user)
        assert "is interrupted" in told.content


async def test_it_goes_on_in_another_place(world: World) -> None:
    match = await world.play(await world.begin(where="thread"))
    await delete(world, match.channel_id)
    room = await elsewhere(world)
    told = private(await world.bob.slash(room, "match move-to"))
    await world.settle()

    match = await now(world)
    assert match.status == "running"
    assert f"<#{match.channel_id}>" in told
    thread = world.place(match.channel_id)
    assert thread._channel.parent_id == room.id
    assert {world.ann.id, world.bob.id} <= thread._channel.thread_members.keys()
    assert boards(world, match.channel_id) == [picture_name(match, 1)]
    assert world.pings(world.own(thread)[-1]) == [world.bob.id]
    match = await world.play(match)
    assert match.seq == 2
    assert boards(world, match.channel_id) == [picture_name(match, 1), picture_name(match, 2)]


async def test_it_goes_on_in_a_channel_itself(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    room = await elsewhere(world)
    private(await world.ann.slash(room, "match move-to", where="here"))
    await world.settle()
    match = await now(world)
    assert match.channel_id == room.id
    assert boards(world, room.id) == [picture_name(match, 0)]


async def test_it_does_not_go_on_where_another_match_is_played(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    message = (await world.cleo.slash(world.channel, "new replicants", where="here")).response
    assert message is not None
    await world.press("dan", message.message, "Join")
    await world.press("cleo", message.message, "Start")
    await world.settle()
    assert "A match is running in this channel already" in private(
        await world.ann.slash(world.channel, "match move-to", where="here")
    )
    assert (await now(world)).status == "parked"


async def test_who_may_give_it_a_new_place(world: World) -> None:
    match = await world.begin(where="thread")
    room = await elsewhere(world)
    assert "no such interrupted match" in private(await world.ann.slash(room, "match move-to"))
    await delete(world, match.channel_id)
    assert "no such interrupted match" in private(await world.eve.slash(room, "match move-to"))
    assert await world.eve.autocomplete(room, "match move-to", "match", "") == []
    assert [each["value"] for each in await world.ann.autocomplete(room, "match move-to", "match", "bob")] == [1]
    assert "goes on in" in private(await world.organiser().slash(room, "match move-to", match=1))


async def test_where_the_bot_may_not_open_a_thread_it_says_so(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    room = await elsewhere(world)
    me = world.guild.me
    assert me is not None
    world.deny(room, me.id, "create_public_threads")
    assert "`Create Public Threads`" in private(await world.ann.slash(room, "match move-to"))
    assert (await now(world)).status == "parked"


async def test_the_spectators_place_goes_with_its_channel_and_stays_otherwise(world: World) -> None:
    match = await world.begin()
    private(await world.eve.slash(world.channel, "match spectate"))
    await delete(world, world.channel.id)
    room = await elsewhere(world)
    private(await world.ann.slash(room, "match move-to"))
    await world.settle()
    match = await now(world)
    assert match.status == "running"
    assert match.place("spectators") is None


async def test_permissions_that_are_lost_are_told_of_once_and_matches_go_on_by_themselves(world: World) -> None:
    match = await world.begin(where="thread")
    thread = world.place(match.channel_id)
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages", "send_messages_in_threads")
    before = attempts(world, thread.id)
    await world.ann.slash(thread, "move", turn=some_turn(match.session))
    await world.settle()
    match = await now(world)
    assert match.parked is not None
    assert match.parked.code == FORBIDDEN
    for _ in range(3):
        assert "I'm missing `Send Messages In Threads` there" in private(
            await world.bob.slash(thread, "move", turn="E")
        )
        await world.env.advance_time(3600)
        await world.settle()
    assert attempts(world, thread.id) == before + 1, "one refused post, and no more"
    told = [user for user in (world.ann.user, world.bob.user) if user.dm_channel.history(viewer=user)]
    assert len(told) == 2, "everything in the channel and its threads is shut, so in private"
    allow(world, world.channel)
    await world.settle()
    assert (await now(world)).status == "running"
    assert boards(world, match.channel_id) == [picture_name(match, 0), picture_name(match, 1)]


async def test_a_second_interruption_is_told_of_again(world: World) -> None:
    match = await world.begin()
    for count in (1, 2):
        forbid(world, world.channel)
        match = await world.play(match)
        assert match.status == "parked"
        user = world.ann.user
        assert len(user.dm_channel.history(viewer=user)) == count
        allow(world, world.channel)
        await world.settle()
        match = await now(world)
        assert match.status == "running"


async def test_whoever_could_not_be_told_is_told_when_the_bot_starts_again(world: World) -> None:
    match = await world.begin()
    world.bot.arena.matches._listeners.clear()
    forbid(world, world.channel)
    match = await world.play(match)
    user = world.ann.user
    assert match.status == "parked"
    assert not user.dm_channel.history(viewer=user)
    await world.restart()
    assert len(user.dm_channel.history(viewer=user)) == 1
    await world.restart()
    assert len(user.dm_channel.history(viewer=user)) == 1, "once"


async def test_a_channel_that_is_deleted_while_the_bot_is_away_is_noticed(world: World) -> None:
    match = await world.begin(where="thread")
    world.env.backend.channels.pop(match.channel_id)
    world.env.backend.get_guild(world.guild.id).thread_ids.remove(match.channel_id)
    await world.restart()
    match = await now(world)
    assert match.parked is not None
    assert match.parked.code == GONE


async def test_an_archived_thread_is_not_taken_for_gone(world: World) -> None:
    match = await world.begin(where="thread")
    thread = await world.bot.fetch_channel(match.channel_id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True)
    await world.settle()
    await world.restart()
    assert (await now(world)).status == "running"


def throw_out(world: World) -> None:
    """Tell the bot that it is not in the server any more; the server itself stays as it is."""
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})


def invite(world: World) -> None:
    backend = world.env.backend
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(world.guild.id)))


async def test_the_bot_is_thrown_out_and_comes_back(world: World) -> None:
    match = await world.begin()
    throw_out(world)
    await world.settle()
    match = await now(world)
    assert match.parked is not None
    assert match.parked.code == KICKED
    before = len(world.env.http_requests)
    await world.env.advance_time(86400)
    await world.settle()
    asked = [f"{each.method} {each.path}" for each in world.env.http_requests[before:]]
    assert asked == [], "nothing is asked of a server that the bot is not in"

    invite(world)
    await world.settle()
    match = await now(world)
    assert match.status == "running"
    assert (await world.play(match)).seq == 1


async def test_a_silent_match_waits_for_the_bot_and_stays_silent(world: World) -> None:
    # R29
    match = await world.begin_silent()
    throw_out(world)
    await world.settle()
    assert (await now(world)).status == "parked"
    invite(world)
    await world.settle()
    match = await now(world)
    assert match.status == "running"
    team = match.place("team:0")
    assert team is not None
    for name in ("ann", "cleo"):
        held = world.env.backend.compute_permissions(world.guild.id, world.people[name].id, team.channel_id)
        assert not held & bits(["send_messages"]), name
    assert (await world.play(match, "team:0")).seq == 1


async def test_a_channel_that_is_deleted_meanwhile_is_noticed_when_the_bot_comes_back(world: World) -> None:
    match = await world.begin(where="thread")
    throw_out(world)
    await world.settle()
    world.env.backend.channels.pop(match.channel_id)
    world.env.backend.get_guild(world.guild.id).thread_ids.remove(match.channel_id)
    invite(world)
    await world.settle()
    assert (await now(world)).status == "parked"
    assert "is interrupted" in world.own(world.channel)[-1].content
    private(await world.ann.slash(await elsewhere(world), "match move-to"))
    assert (await now(world)).status == "running"


async def test_a_server_that_the_bot_lost_while_it_was_away(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.begin()
    cog: Any = world.bot.get_cog("HousingCog")
    monkeypatch.setattr(world.bot, "get_guild", lambda _: None)
    await cog.on_ready()
    monkeypatch.undo()
    match = await now(world)
    assert match.parked is not None
    assert match.parked.code == KICKED
    await cog.on_ready()
    assert (await now(world)).status == "running"


async def test_a_server_that_is_out_of_reach_parks_nothing(world: World) -> None:
    await world.begin()
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.settle()
    assert (await now(world)).status == "running"
    invite(world)
    await world.settle()
    assert (await now(world)).status == "running"


async def test_what_is_interrupted_is_listed_with_what_to_do(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    for command in ("matches", "doctor"):
        told = private(await world.ann.slash(world.channel, command))
        assert "match's channel is gone" in told
        assert "`/match move-to`" in told
    assert "interrupted" not in private(await world.eve.slash(world.channel, "doctor"))


async def test_the_channels_of_a_silent_match_are_made_anew(world: World) -> None:
    # R29
    match = await world.begin_silent()
    team = match.place("team:0")
    assert team is not None
    world.env.backend.delete_channel(team.channel_id)
    await world.settle()
    match = await now(world)
    assert match.parked is not None
    assert match.parked.code == SILENCE
    assert "`/match move-to` makes" in private(await world.ann.slash(world.channel, "matches"))

    assert "goes on" in private(await world.cleo.slash(world.channel, "match move-to"))
    await world.settle()
    match = await now(world)
    assert match.status == "running"
    new = match.place("team:0")
    assert new is not None
    assert new != team
    assert boards(world, new.channel_id) == [picture_name(match, 0)]
    for name, sees in (("ann", True), ("cleo", True), ("bob", False), ("dan", False), ("eve", False)):
        held = world.env.backend.compute_permissions(world.guild.id, world.people[name].id, new.channel_id)
        assert bool(held & bits(["view_channel"])) is sees, name
        assert not (sees and held & bits(["send_messages"])), name
    match = await world.play(match, "team:0")
    assert boards(world, new.channel_id) == [picture_name(match, 0), picture_name(match, 1)]


async def test_a_silent_match_without_any_channel_gets_all_of_them_again(world: World) -> None:
    # R29
    match = await world.begin_silent()
    for place in sorted(match.places, key=lambda place: place.role == "category"):
        world.env.backend.delete_channel(place.channel_id)
    await world.settle()
    before = match
    assert (await now(world)).status == "parked"
    private(await world.ann.slash(world.channel, "match move-to"))
    await world.settle()
    match = await now(world)
    assert match.status == "running"
    assert [place.role for place in match.places] == [place.role for place in before.places]
    assert not {place.channel_id for place in match.places} & {place.channel_id for place in before.places}
    category = match.place("category")
    assert category is not None
    for place in match.places:
        if place.role != "category":
            assert world.place(place.channel_id)._channel.parent_id == category.channel_id
        if place.shows_boards:
            assert boards(world, place.channel_id) == [picture_name(match, 0)]
    spectators = match.place("spectators")
    assert spectators is not None
    for name in ("ann", "bob", "cleo", "dan"):
        held = world.env.backend.compute_permissions(world.guild.id, world.people[name].id, spectators.channel_id)
        assert not held & bits(["view_channel"]), name
