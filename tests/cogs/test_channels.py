"""Matches that lose their channels, and servers that the bot is thrown out of: parked, told of once, and repaired."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest
import simcord
from simcord.backend import serializers

from cogs.channels.housing import (
    CHECK,
    EVERY,
    FRESH,
    LATER,
    ROUND,
    SOON,
    AbsentPlayers,
    HousingCog,
    Rehouse,
    Resumption,
)
from cogs.core.errors import Refusal, cause_of
from cogs.silence.notices import set_organisers_channel
from cogs.ui.pictures import picture_name
from engine.text import say
from hosting.consent.agreements import LEFT
from hosting.housing import DELETED, FORBIDDEN, GONE, KICKED, REFUSED, SHUT, SILENCE
from hosting.match.events import substitute
from hosting.match.model import Match, Person
from hosting.match_terms import Terms
from hosting.outbox import DELIVERY_FAILED
from hosting.runtime import Since
from locales import translator
from tests.catalogues import everything_in
from tests.cogs.conftest import World, bits, private, some_turn, take
from tests.cogs.playing import SHORT_GAME, labels, more, play, posts, turn_message
from tests.cogs.test_moderation import begin_another, spoil


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
    message = (await world.open_table(world.cleo, world.channel, "replicants", where="here")).response
    assert message is not None
    await world.press("dan", message.message, "Join")
    await world.press("cleo", message.message, "Start")
    await world.settle()
    assert "A match is already running in this channel" in private(
        await world.ann.slash(world.channel, "match move-to", where="here")
    )
    assert (await now(world)).status == "parked"


async def test_who_may_give_it_a_new_place(world: World) -> None:
    match = await world.begin(where="thread")
    room = await elsewhere(world)
    assert "such an interrupted match" in private(await world.ann.slash(room, "match move-to"))
    await delete(world, match.channel_id)
    assert "such an interrupted match" in private(await world.eve.slash(room, "match move-to"))
    assert await world.eve.autocomplete(room, "match move-to", "match", "") == []
    assert [each["value"] for each in await world.ann.autocomplete(room, "match move-to", "match", "bob")] == [1]
    with everything_in(translator("fr")):
        (offer,) = await world.ann.autocomplete(room, "match move-to", "match", "bob")
    assert offer["name"] == "1\u00a0: ann, bob"
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


async def test_a_player_who_could_not_be_told_is_told_when_the_bot_starts_again(world: World) -> None:
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
    await cog.on_shard_ready(0)
    monkeypatch.undo()
    match = await now(world)
    assert match.parked is not None
    assert match.parked.code == KICKED
    await cog.on_shard_ready(0)
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
    assert "`/match move-to` to recreate" in private(await world.ann.slash(world.channel, "matches"))

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


# `/match move-to` and its button: what is meant where that is not plain, and a new place that nothing needs.


async def test_which_of_several_is_meant_has_to_be_said(world: World) -> None:
    await world.begin()
    await begin_another(world)
    for number in (1, 2):
        await world.bot.arena.matches.park(number, DELETED, GONE)
    told = private(await world.organiser().slash(await elsewhere(world), "match move-to"))
    assert told == "Several matches are interrupted. Choose one of these: 2, 1"


async def test_a_match_that_can_go_on_where_it_is_stays_there(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.park(match.id, SHUT, FORBIDDEN)
    told = private(await world.ann.slash(await elsewhere(world), "match move-to"))
    assert told == f"The match goes on in <#{world.channel.id}>."
    assert (await now(world)).status == "running"


async def test_a_match_that_ends_meanwhile_gets_no_new_place(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    room, which = await elsewhere(world), Rehouse._which

    async def slow(*args: Any) -> Match:
        found = await which(*args)
        await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
        return found

    monkeypatch.setattr(Rehouse, "_which", slow)
    assert private(await world.ann.slash(room, "match move-to")) == "This match is over."
    assert room.threads == []


@pytest.mark.parametrize("where", ["thread", "here"])
async def test_a_new_place_that_is_not_taken_is_removed(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    room, lost = await elsewhere(world), await now(world)
    for answer in (Refusal(say("No."), code="no"), lost):
        monkeypatch.setattr(type(world.bot.arena.housing), "move", AsyncMock(side_effect=[answer]))
        told = private(await world.ann.slash(room, "match move-to", where=where))
        assert told == "No." if isinstance(answer, Refusal) else "still interrupted" in told
        assert room.threads == []
    assert (await now(world)).places == lost.places
    assert room.id in world.env.backend.channels


async def test_the_notice_has_a_button_for_it(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    notice = world.own(world.channel)[-1]
    assert notice.content.endswith("to move it there. Or press **Play on here**.")
    assert labels(notice) == ["Play on here"]
    await world.restart()
    assert private(await world.press("eve", notice, "Play on here")) == "There's no such match."
    assert (await now(world)).status == "parked"
    told = private(await world.press("bob", notice, "Play on here"))
    match = await now(world)
    assert told == f"The match goes on in <#{match.channel_id}>."
    assert world.place(match.channel_id)._channel.parent_id == world.channel.id
    before = len(world.channel.threads)
    assert private(await world.press("ann", await world.as_it_was(notice), "Play on here")) == told, (
        "a second press opens no other place"
    )
    assert len(world.channel.threads) == before
    assert "such an interrupted match" in private(
        await world.press("eve", await world.as_it_was(notice), "Play on here")
    )


async def test_a_forged_button_moves_nothing(world: World) -> None:
    match = await world.begin()
    forged = await world.forge(f"m:{match.id}:0:rehouse", channel=await elsewhere(world))
    told = private(await world.ann.click(forged, label="forged"))
    assert told == f"The match goes on in <#{world.channel.id}>."
    assert (await now(world)).channel_id == world.channel.id
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    assert "such an interrupted match" in private(await world.ann.click(forged, label="forged"))
    forged = await world.forge("m:99:0:rehouse")
    assert private(await world.ann.click(forged, label="forged")) == "There's no such match."


async def test_the_organisers_channel_is_no_place_for_a_match(world: World) -> None:
    room = await elsewhere(world)
    await set_organisers_channel(world.bot, world.guild.id, room.id)
    await world.begin()
    await delete(world, world.channel.id)
    notice = world.own(room)[-1]
    assert "`/match move-to`" in notice.content
    assert labels(notice) == []


async def test_organisers_can_have_the_channels_of_silent_teams_made_anew(world: World) -> None:
    # R29
    room, boss = await elsewhere(world), world.organiser()
    await set_organisers_channel(world.bot, world.guild.id, room.id)
    match = await world.begin_silent()
    team = match.place("team:0")
    assert team is not None
    world.env.backend.delete_channel(team.channel_id)
    await world.settle()
    (notice,) = [each for each in world.own(room) if labels(each)]
    assert labels(notice) == ["Recreate the channels"]
    assert "The match goes on" in private(await boss.click(notice, label="Recreate the channels"))
    await world.settle()
    assert (await now(world)).status == "running"


async def test_the_notice_loses_its_button_when_the_match_goes_on(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    notice = world.own(world.channel)[-1]
    assert labels(notice) == ["Play on here"]
    await world.ann.slash(await elsewhere(world), "match move-to")
    await world.settle()
    assert (await now(world)).status == "running"
    assert labels(world.latest(notice)) == []


async def test_the_notice_loses_its_button_when_the_match_ends(world: World) -> None:
    match = await world.begin(where="thread")
    await delete(world, match.channel_id)
    notice = world.own(world.channel)[-1]
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("ann")))
    assert labels(world.latest(notice)) == []


@pytest.mark.usefixtures("grove")
@pytest.mark.parametrize("how", ["command", "button"])
async def test_a_match_played_alone_stays_private(world: World, how: str) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()
    await delete(world, (await now(world)).channel_id)
    if how == "command":
        await world.ann.slash(await elsewhere(world), "match move-to")
    else:
        await world.press("ann", world.own(world.channel)[-1], "Play on here")
    await world.settle()
    match = await now(world)
    assert match.status == "running"
    guild = world.bot.get_guild(world.guild.id)
    thread = None if guild is None else guild.get_channel_or_thread(match.channel_id)
    assert isinstance(thread, discord.Thread)
    assert thread.is_private()
    for command in ("board", "match record"):
        told = private(await world.bob.slash(world.channel, command, match=1)).casefold()
        assert "no such match" in told, command


@pytest.mark.usefixtures("grove")
async def test_a_match_played_alone_is_made_public_by_its_player_alone(world: World) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()
    await delete(world, (await now(world)).channel_id)
    room = await elsewhere(world)
    organiser = world.organiser()
    assert "Only the player of a solo match" in private(
        await organiser.slash(room, "match move-to", match=1, where="here")
    )
    take(world, "create_private_threads")
    for player in (world.ann, organiser):
        assert "where:here" in private(await player.slash(room, "match move-to", match=1))
        assert (await now(world)).status == "parked"
    private(await world.ann.slash(room, "match move-to", match=1, where="here"))
    await world.settle()
    assert (await now(world)).channel_id == room.id


@pytest.mark.usefixtures("grove")
@pytest.mark.parametrize("first", ["thread", "match"])
async def test_a_match_played_alone_stays_private_when_it_is_over_and_its_thread_is_gone(
    world: World, first: str
) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()
    match = await now(world)
    if first == "thread":
        await delete(world, match.channel_id)
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("ann")))
    if first == "match":
        await delete(world, match.channel_id)
    organiser = world.organiser()
    for command in ("board", "match record", "match replay"):
        for who, may in ((world.ann, True), (organiser, True), (world.bob, False)):
            told = private(await who.slash(world.channel, command, match=match.id)).casefold()
            assert ("no such match" not in told) is may, (command, who.name)


# A match that was interrupted because the bot might not post goes on when it may.


EVERYONE = discord.Permissions(
    view_channel=True, send_messages=True, attach_files=True, read_message_history=True, use_application_commands=True
)


@pytest.fixture
async def parked(world: World) -> Match:
    """A match whose first turn could not be posted."""
    match = await world.begin()
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages")
    match = await world.play(match)
    assert match.status == "parked"
    return match


async def test_nothing_is_posted_meanwhile(world: World, parked: Match) -> None:
    assert boards(world, world.channel.id) == [picture_name(parked, 0)]
    assert "interrupted" in private(await world.bob.slash(world.channel, "move", turn="E"))


async def test_a_change_of_the_channel_is_enough(world: World, parked: Match) -> None:
    allow(world, world.channel)
    await world.settle()

    assert (await world.bot.arena.matches.get(parked.id)).status == "running"
    assert boards(world, world.channel.id) == [picture_name(parked, 0), picture_name(parked, 1)]
    assert world.pings(world.own(world.channel)[-1]) == [world.bob.id]


async def test_another_change_is_not(world: World, parked: Match) -> None:
    world.deny(world.channel, world.eve.id, "add_reactions")
    await world.settle()

    assert (await world.bot.arena.matches.get(parked.id)).status == "parked"


async def test_a_role_that_permits_it_is_enough(world: World) -> None:
    match = await world.begin()
    take(world, "send_messages")
    match = await world.play(match)
    assert match.status == "parked"

    backend, everyone = world.env.backend, world.guild.default_role.id
    backend.edit_role(world.guild.id, everyone, {"permissions": EVERYONE.value})
    await world.settle()

    assert (await world.bot.arena.matches.get(match.id)).status == "running"


async def test_a_role_for_the_bot_is_enough(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.park(match.id, say("Nobody knows why."), FORBIDDEN)
    guild, cog = world.bot.get_guild(world.guild.id), world.bot.get_cog("Resumption")
    assert guild is not None
    assert isinstance(cog, Resumption)

    await cog.on_member_update(guild.me, guild.me)
    assert (await world.bot.arena.matches.get(match.id)).status == "parked", "nothing has changed"

    # SimCord keeps even the bot's own updates to those with the intent for members; Discord does not.
    await cog.on_member_update(cast("discord.Member", SimpleNamespace(roles=[])), guild.me)
    assert (await world.bot.arena.matches.get(match.id)).status == "running"


async def test_a_thread_that_is_unlocked_is_enough(world: World) -> None:
    match = await world.begin(where="thread")
    thread = await world.bot.fetch_channel(match.channel_id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True, locked=True)
    await world.bot.arena.matches.park(match.id, say("Nobody may write here."), FORBIDDEN)
    await world.settle()
    assert (await world.bot.arena.matches.get(match.id)).status == "parked"

    await thread.edit(archived=False, locked=True)
    await world.settle()
    assert (await world.bot.arena.matches.get(match.id)).status == "parked"

    await thread.edit(locked=False)
    await world.settle()

    assert (await world.bot.arena.matches.get(match.id)).status == "running"


@pytest.mark.parametrize("code", [FORBIDDEN, REFUSED, DELIVERY_FAILED])
async def test_the_doctor_resumes_what_can_go_on(world: World, code: str) -> None:
    match = await world.begin()
    await world.bot.arena.matches.park(match.id, say("Nobody knows why."), code)

    assert "running again" in private(await world.ann.slash(world.channel, "doctor"))
    assert (await world.bot.arena.matches.get(match.id)).status == "running"
    assert "running again" not in private(await world.ann.slash(world.channel, "doctor"))


async def test_what_was_interrupted_for_another_reason_stays_so(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.park(match.id, say("Somebody talks."), "silence")

    assert "running again" not in private(await world.ann.slash(world.channel, "doctor"))
    assert (await world.bot.arena.matches.get(match.id)).status == "parked"


# The places of matches when Discord refuses: a match starts or not, and what was made in vain goes.


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
    for method, (number, code) in refused.items():
        world.env.inject_error(method, f"/channels/{message.id}", status=number, code=code)
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
    assert "Discord's limit of 1,000 active threads" in private(await world.press("ann", message, "Start"))
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


# Players who leave the server: their match is paused, and goes on when they are back or replaced.


HOUR, DAY = 3600, 86400


async def absent_now(world: World) -> Match:
    return await world.bot.arena.matches.get(1)


async def leave(world: World, name: str) -> None:
    world.guild.remove_member(world.people[name])
    await world.env.advance_time(DAY)
    await world.settle()


async def come_back(world: World, name: str) -> None:
    user = world.people[name].user
    world.people[name] = world.guild.add_member(user)
    await world.settle()


def said(world: World, channel: simcord.ChannelHandle | None = None) -> str:
    return world.own(channel or world.channel)[-1].content


def asked(world: World) -> int:
    """Return how often the bot asked for a member."""
    return sum(each.method == "GET" and "/members/" in each.path for each in world.env.http_requests)


async def test_it_is_noticed_when_it_becomes_their_turn(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    assert (await absent_now(world)).paused is None, "nobody tells the bot before"
    match = await world.play(match)
    assert match.paused is not None
    assert (match.paused.code, match.paused.person_id) == (LEFT, world.person("bob"))
    assert "bob left the server, so the match is paused" in said(world)
    assert [message.attachments[0].filename for message in world.own(world.channel) if message.attachments][
        -1
    ].endswith("-1-1.png"), "the board is posted all the same"
    assert "paused" in private(await world.ann.slash(world.channel, "move", turn="E"))


async def test_a_player_in_the_server_is_not_asked_for_again_and_again(world: World) -> None:
    match = await world.begin(where="here")
    before = asked(world)
    for _ in range(4):
        match = await world.play(match)
    assert asked(world) == before, "they have just pressed something"
    await world.env.advance_time(HOUR)
    await world.settle()
    assert asked(world) == before + 1, "for those who leave after that, once"
    await world.play(match)
    assert asked(world) == before + 2


async def test_who_comes_back_and_does_something_is_let_in(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    await world.play(match)
    await come_back(world, "bob")
    assert (await absent_now(world)).paused is not None
    private(await world.bob.slash(world.channel, "matches"))
    await world.settle()
    match = await absent_now(world)
    assert match.paused is None
    assert "bob is back" in said(world)
    assert (await world.play(match)).seq == 2


async def test_who_comes_back_is_noticed_within_the_hour(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    await world.play(match)
    await world.env.advance_time(2 * 3600)
    await world.settle()
    assert (await absent_now(world)).paused is not None
    await come_back(world, "bob")
    await world.env.advance_time(3700)
    await world.settle()
    assert (await absent_now(world)).paused is None


async def test_who_comes_back_is_noticed_after_a_restart(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    await world.play(match)
    await world.restart()
    await come_back(world, "bob")
    private(await world.bob.slash(world.channel, "matches"))
    await world.settle()
    assert (await absent_now(world)).paused is None


async def test_a_substitute_lets_it_go_on(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    match = await world.play(match)
    await world.bot.arena.organiser.replace(match.id, 0, 2, world.named("eve"))
    await world.settle()
    match = await absent_now(world)
    assert match.paused is None
    assert world.pings(world.own(world.channel)[-1]) == [world.eve.id]
    assert (await world.play(match)).seq == match.seq + 1


async def test_a_substitute_is_sought_where_the_table_says_so(world: World) -> None:
    match = await world.begin()
    arena = world.bot.arena
    arena.matches._cache.put(match.id, replace(match, terms=Terms(timeout="substitute")))
    await leave(world, "bob")
    await world.play(match)
    (call,) = await arena.requests.open_of(match.id)
    assert call.seat == 2


async def test_a_match_goes_on_in_its_own_time_when_discord_does_not_answer(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    world.env.inject_error("GET", "/guilds/*/members/*", status=500, code=0, times=1)
    match = await world.play(match)
    assert match.paused is None, "nobody knows"
    await world.env.advance_time(3700)
    await world.settle()
    assert (await absent_now(world)).paused is not None


async def test_who_leaves_right_after_acting_is_noticed_soon(world: World) -> None:
    match = await world.begin(where="here")
    world.guild.remove_member(world.people["bob"])  # he has just pressed Join
    assert (await world.play(match)).paused is None, "who has just been here is not asked for at once"
    await world.env.advance_time(2 * FRESH.total_seconds() + 1)
    await world.settle()
    paused = (await absent_now(world)).paused
    assert paused is not None
    assert (paused.code, paused.person_id) == (LEFT, world.person("bob"))


async def test_who_leaves_right_after_acting_is_noticed_after_a_restart(world: World) -> None:
    match = await world.begin()
    world.guild.remove_member(world.people["bob"])
    await world.play(match)
    await world.restart()
    await world.env.advance_time(2 * FRESH.total_seconds() + 1)
    await world.settle()
    assert (await absent_now(world)).paused is not None


async def test_who_leaves_during_their_own_turn_is_noticed_within_a_day(world: World) -> None:
    match = await world.begin()
    await world.play(match)
    await world.env.advance_time(HOUR)
    await world.settle()
    world.guild.remove_member(world.people["bob"])
    await world.env.advance_time(HOUR)
    await world.settle()
    assert (await absent_now(world)).paused is None
    await world.env.advance_time(DAY)
    await world.settle()
    assert (await absent_now(world)).paused is not None


async def test_who_left_is_noticed_when_they_are_reminded(world: World) -> None:
    match = await world.begin(clock="1d")
    await world.play(match)
    await world.env.advance_time(HOUR)
    await world.settle()
    world.guild.remove_member(world.people["bob"])
    await world.env.advance_time(DAY / 2)
    await world.settle()
    assert (await absent_now(world)).paused is not None


async def test_nobody_is_looked_for_before_discord_has_told_of_its_servers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.begin()
    cog, at, before = world.bot.get_cog("AbsentPlayers"), world.bot.clock.now(), asked(world)
    assert isinstance(cog, AbsentPlayers)
    monkeypatch.setattr(type(world.bot), "is_ready", lambda _: False)
    await world.as_bot(cog.again("1", None))
    await world.as_bot(cog.round("", None))
    await world.as_bot(cog.later("", Since(at).dump()))
    for kind, key in ((CHECK, "1"), (ROUND, ""), (LATER, "")):
        assert await world.bot.arena.schedule.due_at(kind, key) == at + SOON, kind
    assert asked(world) == before


async def test_a_match_that_cannot_be_read_is_looked_at_again(world: World) -> None:
    match = await world.begin()
    await leave(world, "bob")
    await world.play(match)
    spoil(world, match)
    await world.restart()
    cog = world.bot.get_cog("AbsentPlayers")
    assert isinstance(cog, AbsentPlayers)
    await world.as_bot(cog.again("1", None))
    assert await world.bot.arena.schedule.due_at(CHECK, "1") == world.bot.clock.now() + EVERY
    world.logged.clear()


@pytest.mark.usefixtures("grove")
async def test_nobody_is_looked_for_who_plays_alone(world: World) -> None:
    await world.open_table(world.ann, world.channel, "grove", players=1, where="here", loadout="usual")
    await world.settle()
    assert (await absent_now(world)).alone
    before = asked(world)
    await leave(world, "ann")
    assert asked(world) == before
    assert (await absent_now(world)).paused is None, "nobody waits for them"


async def test_a_player_who_thinks_is_asked_for_once_and_then_twice_a_day(world: World) -> None:
    match = await world.begin()
    before = asked(world)
    await world.play(match)
    await world.env.advance_time(HOUR)
    await world.settle()
    assert asked(world) == before + 1
    for _ in range(24):
        await world.env.advance_time(HOUR)
        await world.settle()
    assert before + 2 <= asked(world) <= before + 3


# The spectators' place of a match: who is let in, who can read it, and what becomes of it.


WATCH, READ = "Watch with others", "Read what spectators said"


async def match_now(world: World, match_id: int = 1) -> Match:
    return await world.bot.arena.matches.get(match_id)


async def press(world: World, name: str) -> str:
    """Have a person watch the match in the channel from the menu More, or by its button; return what they are told."""
    menu, button = await more(world.people[name], turn_message(world)), "m:1:1:spectate"
    if WATCH in labels(menu):
        told = private(await world.people[name].click(menu, label=WATCH))
    else:  # players are not offered it: one who presses it all the same has kept an old message
        told = private(await world.people[name].click(await world.forge(button), custom_id=button))
    await world.settle()
    return told


async def place(world: World, match_id: int = 1) -> simcord.ChannelHandle:
    found = (await match_now(world, match_id)).place("spectators")
    assert found is not None
    return world.place(found.channel_id)


def reads(world: World, who: simcord.MemberActor, channel: simcord.ChannelHandle) -> bool:
    """Return whether a player can read a private thread, as Discord documents it."""
    thread = channel._channel
    bits = discord.Permissions(world.env.backend.compute_permissions(world.guild.id, who.id, thread.parent_id))
    return bits.view_channel and (who.id in thread.thread_members or bits.manage_threads)


async def test_a_player_who_presses_is_let_in_and_players_are_not(world: World) -> None:
    await world.begin()
    assert "Spectators talk in" in await press(world, "eve")
    thread = await place(world)
    assert thread._channel.type == discord.ChannelType.private_thread.value
    assert thread._channel.parent_id == world.channel.id

    for name in ("ann", "bob"):
        assert "You're playing in this match" in await press(world, name)
    assert [name for name, who in world.people.items() if reads(world, who, thread)] == ["eve"]

    await world.cleo.slash(world.channel, "match spectate")
    assert [name for name, who in world.people.items() if reads(world, who, thread)] == ["cleo", "eve"]
    await world.eve.send(thread, "Bob is lost.")
    assert (await place(world)).id == thread.id, "one place for all"
    for name in ("ann", "bob", "dan"):
        with pytest.raises((simcord.SetupError, simcord.BackendError)):
            thread.history(viewer=world.people[name])


async def test_spectators_cannot_let_players_in(world: World) -> None:
    await world.begin()
    await press(world, "eve")
    path = f"/channels/{world.channel.id}/threads"
    made = [each.json or {} for each in world.env.http_requests if each.path == path]
    assert [body["invitable"] for body in made] == [False]


async def test_the_place_says_what_it_is_for(world: World) -> None:
    await world.begin()
    await press(world, "eve")
    (first,) = world.own(await place(world))
    assert "The players can't read it" in first.content
    assert world.pings(first) == []
    assert "can still read this thread: members" not in first.content


async def test_a_match_in_a_thread_has_its_place_in_the_same_channel(world: World) -> None:
    match = await world.begin(where="thread")
    board = world.place(match.channel_id)
    private(await world.eve.slash(board, "match spectate"))
    assert (await place(world))._channel.parent_id == world.channel.id


async def test_players_who_can_read_it_anyway_are_named(world: World) -> None:
    role = world.guild.create_role("moderators", permissions=discord.Permissions(manage_threads=True))
    world.env.backend.add_member_role(world.guild.id, world.bob.id, role.id)
    await world.begin()
    told = await press(world, "eve")
    thread = await place(world)
    assert reads(world, world.bob, thread)
    for text in (told, world.own(thread)[0].content):
        assert "bob is playing and can still read this thread: members" in text
        assert "ann plays, and" not in text


async def test_what_is_missing_is_said(world: World) -> None:
    await world.begin()
    take(world, "create_private_threads")
    assert "`Create Private Threads`" in await press(world, "eve")
    assert (await match_now(world)).place("spectators") is None
    assert "`Create Private Threads`" in private(await world.eve.slash(world.channel, "doctor"))


async def test_a_substitute_is_removed(world: World) -> None:
    match = await world.begin()
    await press(world, "eve")
    thread = await place(world)
    await replace_bob(world, match, "eve")
    assert not reads(world, world.eve, thread)
    assert "You're playing in this match" in await press(world, "eve")
    assert "Spectators talk in" in await press(world, "bob"), "who plays no more may watch"
    before = len(world.env.http_requests)
    await world.play(await match_now(world))
    again = [each for each in world.env.http_requests[before:] if "thread-members" in each.path]
    assert again == [], "once is enough"


async def test_a_player_who_takes_a_seat_while_being_let_in_is_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.begin()
    await press(world, "cleo")
    add = discord.Thread.add_user

    async def slow(thread: discord.Thread, user: discord.abc.Snowflake) -> None:
        await world.bot.arena.organiser.replace(match.id, 0, 2, world.named("eve"))
        await add(thread, user)

    monkeypatch.setattr(discord.Thread, "add_user", slow)
    assert "You're playing in this match" in await press(world, "eve")
    assert not reads(world, world.eve, await place(world))


async def test_a_substitute_who_cannot_be_removed_is_named(world: World) -> None:
    match = await world.begin()
    await press(world, "eve")
    take(world, "manage_threads")
    await replace_bob(world, match, "eve")
    assert "eve is playing now and can still read this thread" in world.own(await place(world))[-1].content


async def test_a_substitute_is_removed_even_if_the_bot_was_away(world: World) -> None:
    match = await world.begin()
    await press(world, "eve")
    thread = await place(world)
    world.bot.arena.matches._listeners.clear()
    await replace_bob(world, match, "eve")
    assert reads(world, world.eve, thread)
    await world.restart()
    await world.play(await match_now(world))
    assert not reads(world, world.eve, thread)


async def replace_bob(world: World, match: Match, name: str) -> None:
    async def decide(match: Match) -> object:
        return substitute(match, 2, Person(world.person(name), name), world.person(name), world.bot.clock.now())

    await world.bot.arena.matches.change(match.id, decide)  # type: ignore[arg-type]
    await world.settle()


async def test_after_the_end_everybody_may_come_in(world: World) -> None:
    await world.begin()
    await press(world, "eve")
    thread = await place(world)
    await play(world, *SHORT_GAME)
    await world.settle()

    (opened,) = posts(world, READ)
    assert "Everyone can come in now" in opened.content
    assert opened.id == posts(world)[-1].id, "after the result"
    assert world.pings(opened) == []
    assert not reads(world, world.ann, thread)
    private(await world.ann.click(opened, label=READ))
    assert reads(world, world.ann, thread)
    assert "The match is over" in world.own(thread)[-1].content
    assert (await world.bot.fetch_channel(thread.id)).invitable  # type: ignore[union-attr]


async def test_a_match_that_nobody_watched_ends_without_a_word_of_it(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    assert posts(world, READ) == []
    assert "had no place of their own" in private(await world.eve.slash(world.channel, "match spectate"))


async def test_a_place_that_was_deleted_is_made_anew(world: World) -> None:
    await world.begin()
    await press(world, "eve")
    old = await place(world)
    world.env.backend.delete_channel(old.id)
    await world.settle()
    match = await match_now(world)
    assert match.place("spectators") is None
    assert match.status == "running", "a match does not need it"
    await press(world, "eve")
    assert (await place(world)).id != old.id


async def test_a_place_that_is_deleted_as_the_match_ends_stays_noted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.begin()
    await press(world, "eve")
    change = type(world.bot.arena.matches).change

    async def late(matches: Any, match_id: int, decide: Any) -> Match:
        monkeypatch.undo()
        await matches.forfeit(match.id, world.person("bob"))
        return await change(matches, match_id, decide)

    monkeypatch.setattr(type(world.bot.arena.matches), "change", late)
    old = await place(world)
    world.env.backend.delete_channel(old.id)
    await world.settle()
    after = await match_now(world)
    noted = after.place("spectators")
    assert after.over
    assert noted is not None
    assert noted.channel_id == old.id


async def test_a_place_that_was_deleted_while_the_bot_was_away_is_made_anew(world: World) -> None:
    await world.begin()
    await press(world, "eve")
    old = await place(world)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    world.env.backend.channels.pop(old.id)
    guild._threads.pop(old.id, None)
    await press(world, "eve")
    assert (await place(world)).id != old.id


async def test_an_archived_place_opens_again(world: World) -> None:
    await world.begin()
    await press(world, "eve")
    thread = await world.bot.fetch_channel((await place(world)).id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True)
    await world.settle()
    await press(world, "cleo")
    assert reads(world, world.cleo, await place(world))


async def test_where_there_are_no_private_threads_it_is_said(world: World) -> None:
    voice = world.guild.create_voice_channel("lounge")
    message = (await world.open_table(world.ann, voice, "replicants", where="here")).response
    assert message is not None
    await world.bob.click(message, label="Join")
    fresh = next(each for each in voice.history() if each.id == message.id)
    await world.ann.click(fresh, label="Start")
    await world.settle()
    assert "no place for spectators" in private(await world.eve.slash(voice, "match spectate"))


async def test_a_silent_match_has_its_place_from_the_start(world: World) -> None:
    # R29
    match = await world.begin_silent()
    found = match.place("spectators")
    assert found is not None
    board = world.place(match.channel_id)
    assert f"<#{found.channel_id}>" in private(await world.eve.slash(board, "match spectate"))
    for name in ("ann", "bob", "cleo", "dan"):
        assert "You're playing in this match" in private(await world.people[name].slash(board, "match spectate"))
    assert world.place(found.channel_id).threads == []


async def test_a_silent_match_gets_its_place_back(world: World) -> None:
    # R29
    match = await world.begin_silent()
    old = match.place("spectators")
    assert old is not None
    world.env.backend.delete_channel(old.channel_id)
    await world.settle()
    board = world.place(match.channel_id)
    told = private(await world.eve.slash(board, "match spectate"))
    new = (await match_now(world)).place("spectators")
    assert new is not None
    assert new != old
    assert f"<#{new.channel_id}>" in told
    for name, sees in (("ann", False), ("bob", False), ("cleo", False), ("dan", False), ("eve", True)):
        held = world.env.backend.compute_permissions(world.guild.id, world.people[name].id, new.channel_id)
        assert discord.Permissions(held).view_channel is sees, name


async def test_a_match_that_one_cannot_see_cannot_be_watched(world: World) -> None:
    await world.begin()
    elsewhere = world.guild.create_text_channel("elsewhere")
    world.deny(world.channel, world.eve.id, "view_channel")
    assert "There's no such match" in private(await world.eve.slash(elsewhere, "match spectate", match=1))
    assert "Spectators talk in" in private(await world.dan.slash(elsewhere, "match spectate", match=1))


async def test_commands_about_the_match_work_in_its_spectators_place(world: World) -> None:
    await world.begin()
    await press(world, "eve")
    reply = await world.eve.slash(await place(world), "board")
    assert reply.response is not None
    assert "E" in reply.response.content or reply.response.attachments


@pytest.mark.parametrize("how", ["ended", "failed"])
async def test_a_place_made_in_vain_is_removed(world: World, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    match = await world.begin()
    change = type(world.bot.arena.matches).change

    async def late(matches: Any, match_id: int, decide: Any) -> Match:
        if how == "failed":
            raise Refusal(say("No."), code="no")
        monkeypatch.undo()
        await matches.forfeit(match.id, world.person("bob"))
        return await change(matches, match_id, decide)

    monkeypatch.setattr(type(world.bot.arena.matches), "change", late)
    told = private(await world.eve.slash(world.channel, "match spectate"))
    assert told == "No." if how == "failed" else "had no place of their own" in told
    assert world.channel.threads == []


async def test_a_place_that_discord_shuts_is_left_alone(world: World) -> None:
    """What players and spectators are told of it is not worth more than a line in the log."""
    match = await world.begin()
    await press(world, "eve")
    thread = await place(world)
    world.env.inject_error("DELETE", f"/channels/{thread.id}/thread-members/*", status=404, code=10007, times=1)
    await replace_bob(world, match, "cleo")
    world.env.inject_error("PATCH", f"/channels/{thread.id}", status=503, code=0, times=1)
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    assert posts(world, READ) == []
    assert (await match_now(world)).over


async def test_a_place_that_cannot_be_reached_holds_nothing_up(world: World) -> None:
    match = await world.begin()
    await press(world, "eve")
    thread = await place(world)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    world.env.backend.channels.pop(thread.id)
    guild._threads.pop(thread.id, None)
    await replace_bob(world, match, "cleo")
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    assert (await match_now(world)).over
    assert posts(world, READ) == []
    assert "had no place of their own" in private(await world.eve.slash(world.channel, "match spectate"))


async def test_no_room_for_another_thread_is_said(world: World) -> None:
    await world.begin()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/threads", status=400, code=160006)
    reply = await world.eve.slash(world.channel, "match spectate")
    world.foreseen.append(cause_of(world.env.errors[-1]))
    assert "Discord's limit of 1,000 active threads" in private(reply)
