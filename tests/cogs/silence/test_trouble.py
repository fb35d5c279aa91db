"""Keeping a match silent (R29) when Discord refuses, does not answer, or tells of what changes nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest
import pytest_asyncio
import simcord

from bot import make_bot
from cogs.core.bot import ArenaBot
from cogs.core.errors import MissingPermission, Refusal
from cogs.core.permissions import FEATURES, wanted
from cogs.silence import channels, keeper
from cogs.silence.channels import AWAY, ORPHANED_AFTER, held, remake_places
from cogs.silence.cog import delete_channels
from cogs.silence.keeper import SOON
from cogs.silence.notices import call_aside, organisers_channel, set_organisers_channel
from hosting import silence
from hosting.housing import FORBIDDEN, SHUT
from hosting.lobby.model import start_of
from hosting.match.model import Match, ServerSettings, SilenceEntry
from hosting.silence import NEEDED, READING, WORDS, SilenceLog
from settings import Settings
from tests.cogs.conftest import private
from tests.cogs.silence.conftest import PLAYERS, Silent
from tests.cogs.silence.test_signals import HOUR, silent
from tests.wire.double import Channel, Double, Guild, perms
from tests.wire.double.model import Overwrite
from tests.wire.double.users import User
from tests.wire.stage import arena_double


async def test_players_who_can_write_although_nothing_drifted_interrupt_the_match(
    w: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await w.start()

    def breaches(place: str, _cast: object, person_id: int, _held: object) -> tuple[str, ...]:
        return ("send_messages",) if (place, person_id) == ("board", w.number("ann")) else ()

    monkeypatch.setattr(silence, "overwrite_breaches", breaches)
    for _ in range(2):
        await w.env.advance_time(HOUR + 1)
        await w.settle()
    entries = [entry for entry in await w.log(match) if entry.code == "breach"]
    assert [(entry.person_id, entry.detail["permissions"]) for entry in entries] == [
        (w.number("ann"), ["send_messages"])
    ]
    parked = (await w.bot.arena.matches.get(match.id)).parked
    assert parked is not None
    assert "Players could write in the channel" in str(parked.text)


async def test_a_category_that_drifts_is_put_right(w: Silent) -> None:
    match = await w.start()
    category = w.channel(match, "category")
    w.env.backend.delete_overwrite(category.id, w.me.id)
    match = await w.play(match)
    assert [(entry.code, entry.channel_id) for entry in await w.log(match)][-1] == ("repaired", category.id)
    w.env.inject_error("PATCH", f"/channels/{category.id}", status=403, code=50013, times=9)
    w.env.backend.delete_overwrite(category.id, w.me.id)
    await w.play(match)
    assert "refused" in await w.codes(match)
    assert (await w.bot.arena.matches.get(match.id)).status == "running", "nobody writes in a category"


async def test_a_channel_that_goes_while_it_is_put_right_is_noted(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    w.env.inject_error("PATCH", f"/channels/{channel.id}", status=404, code=10003, times=1)
    w.overwrite(channel, w.people["ann"].id, allow="send_messages")
    await w.settle()
    assert (await w.codes(match))[-1] == "gone"
    assert (await w.bot.arena.matches.get(match.id)).status == "parked"


async def test_a_look_that_discord_does_not_answer_is_taken_again(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    w.env.inject_error("PATCH", f"/channels/{channel.id}", status=503, code=0, times=1)
    w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages")
    await w.settle()
    assert not silent(w, "ann", channel.id)
    await w.env.advance_time(SOON.total_seconds() + 1)
    await w.settle()
    assert silent(w, "ann", channel.id)


async def test_a_look_that_is_due_before_discord_has_told_of_its_servers_waits(
    w: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    monkeypatch.setattr(w.bot.get_cog("Silence"), "_channel_changed", AsyncMock())
    w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages")
    monkeypatch.setattr(type(w.bot), "is_ready", lambda _: False)
    await w.env.advance_time(HOUR + 1)
    await w.settle()
    assert await w.codes(match) == ["started"]
    monkeypatch.undo()
    await w.env.advance_time(SOON.total_seconds() + 1)
    await w.settle()
    assert (await w.codes(match))[-1] == "repaired"


async def test_messages_that_cannot_be_read_keep_nothing_else_from_being_looked_at(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    w.env.inject_error("GET", f"/channels/{w.channel(match, 'board').id}/messages", status=403, code=50013, times=9)
    left = w.env.backend.create_message(channel.id, w.people["ann"].id, content="left!")
    await w.env.settle()
    await w.play(match)
    assert left.id not in w.env.backend.messages[channel.id]


async def test_what_is_no_change_for_the_silence_is_not_looked_at(w: Silent) -> None:
    match = await w.start()
    await w.settle()
    before = len(w.env.http_requests)
    w.env.backend.edit_guild(w.guild.id, {"name": "Another name"})
    await w.settle()
    assert len(w.env.http_requests) == before
    role = w.give("eve", "")
    w.overwrite(w.channel(match, "team:0"), role.id, allow="view_channel", told=False)
    w.env.backend.delete_role(w.guild.id, role.id)
    await w.settle()
    assert not w.can("eve", w.channel(match, "team:0"))


async def test_who_can_be_called_nowhere_now_is_called_later_and_who_left_is_not(w: Silent) -> None:
    match = await w.start()
    cleo = w.number("cleo")
    w.env.inject_error("PUT", "/channels/*/thread-members/*", status=503, code=0, times=1)
    with pytest.raises(discord.HTTPException, match="503"):
        await w.world.as_bot(call_aside(w.bot, match, cleo, "Your turn."))
    w.env.inject_error("PUT", "/channels/*/thread-members/*", status=404, code=10013, times=2)
    assert await w.world.as_bot(call_aside(w.bot, match, cleo, "Your turn.")) is None
    assert await w.world.as_bot(call_aside(w.bot, match, cleo, "Your turn.")) is not None


async def test_channels_are_made_anew_only_where_they_can_be_silent(w: Silent, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await w.start()
    for role in ("team:0", "team:1"):
        w.env.backend.delete_channel(w.channel(match, role).id)
    await w.settle()
    before = len(w.seen.channels)
    with monkeypatch.context() as full:
        full.setattr(channels, "SERVER_LIMIT", before + 1)
        with pytest.raises(Refusal, match="channels"):
            await w.world.as_bot(remake_places(w.bot, match, w.seen))
    with monkeypatch.context() as second:
        create, made = w.env.backend.create_channel, 0

        def failing(*args: object, **fields: object) -> object:
            nonlocal made
            made += 1
            if made == 2:
                raise simcord.BackendError(403, 50013, "Missing Permissions")
            return create(*args, **fields)  # type: ignore[arg-type]

        second.setattr(w.env.backend, "create_channel", failing)
        with pytest.raises(discord.Forbidden):
            await w.world.as_bot(remake_places(w.bot, match, w.seen))
    await w.settle()
    assert len(w.seen.channels) == before
    w.bot_lacks("manage_webhooks")
    await w.env.settle()
    with pytest.raises(MissingPermission):
        await w.world.as_bot(remake_places(w.bot, match, w.seen))


async def test_a_match_that_cannot_be_made_silent_stays_interrupted(w: Silent) -> None:
    match = await w.start()
    w.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=100)
    w.overwrite(w.channel(match, "team:0"), w.people["ann"].id, allow="view_channel send_messages")
    await w.settle()
    told = private(await w.people["ann"].slash(w.general, "match move-to"))
    assert told.startswith("The match is still interrupted: ")


CUT = aiohttp.ServerDisconnectedError()


def lose(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, failure: Exception, *, done: bool) -> None:
    """Have each call of a method fail until the patch is undone, after it was carried out or before."""
    original = getattr(owner, name)

    async def failing(self: object, *args: object, **fields: object) -> object:
        if done:
            await original(self, *args, **fields)
        raise failure

    monkeypatch.setattr(owner, name, failing)


def trouble(kind: str) -> Exception:
    """Return a failure in which what was asked for may have been done."""
    if kind == "cut":
        return CUT
    if kind == "reset":
        return ConnectionResetError("reset by peer")
    if kind == "late":
        return TimeoutError()
    response = Mock(status=503, reason="Service Unavailable", headers={})
    return discord.DiscordServerError(response, "upstream")


@pytest.mark.parametrize("kind", ["cut", "reset", "late", "503"])
async def test_a_repair_that_fails_interrupts_the_match_and_is_tried_again_within_a_minute(
    w: Silent, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    role = w.give("eve", "")
    with monkeypatch.context() as patch:
        lose(patch, discord.TextChannel, "edit", trouble(kind), done=False)
        w.overwrite(channel, role.id, allow="view_channel send_messages")
        await w.settle()
        for _ in range(3):
            parked = (await w.bot.arena.matches.get(match.id)).parked
            assert parked is not None
            assert "didn't answer" in str(parked.text)
            await w.env.advance_time(SOON.total_seconds() + 1)
            await w.settle()
        assert (await w.codes(match)).count("unanswered") == 1
        assert any("didn't answer" in text for text in w.whispers("ann"))
        w.env.backend.create_message(channel.id, w.people["eve"].id, content="E7, then charge!")
    await w.env.advance_time(SOON.total_seconds() + 1)
    await w.settle()
    assert not w.can("eve", channel)
    assert (await w.bot.arena.matches.get(match.id)).status == "running"
    assert (await w.codes(match))[-2:] == ["repaired", "removed"]
    written = [each for each in w.env.backend.messages[channel.id].values() if each.author_id == w.people["eve"].id]
    assert written == []


@pytest.mark.parametrize("kind", ["cut", "503"])
async def test_a_repair_that_was_carried_out_though_its_answer_was_lost_is_logged(
    w: Silent, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    role = w.give("eve", "")
    with monkeypatch.context() as patch:
        lose(patch, discord.TextChannel, "edit", trouble(kind), done=True)
        w.overwrite(channel, role.id, allow="view_channel send_messages")
        await w.settle()
    await w.env.advance_time(SOON.total_seconds() + 1)
    await w.settle()
    assert not w.can("eve", channel)
    assert (await w.codes(match))[1:] == ["unanswered", "mended"]
    assert (await w.bot.arena.matches.get(match.id)).status == "running"


@pytest.mark.parametrize("done", [True, False])
@pytest.mark.parametrize("kind", ["cut", "503"])
async def test_a_message_whose_removal_is_not_answered_is_gone_and_logged_once_within_a_minute(
    w: Silent, monkeypatch: pytest.MonkeyPatch, kind: str, *, done: bool
) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    left = w.env.backend.create_message(channel.id, w.people["ann"].id, content="left!")
    await w.env.settle()
    with monkeypatch.context() as patch:
        lose(patch, discord.Message, "delete", trouble(kind), done=done)
        await w.play(match)
    for _ in range(2):
        await w.env.advance_time(SOON.total_seconds() + 1)
        await w.settle()
    assert left.id not in w.env.backend.messages[channel.id]
    assert (await w.codes(match))[1:] == ["removing", "removed"]


@pytest.mark.parametrize("who", ["eve", "ann"])
async def test_however_much_was_written_while_words_could_pass_it_goes(
    w: Silent, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    match = await w.start()
    channel, author = w.channel(match, "team:0"), w.people[who].id
    role = w.give("eve", "")
    with monkeypatch.context() as patch:
        lose(patch, discord.TextChannel, "edit", trouble("cut"), done=False)
        w.overwrite(channel, role.id, allow="view_channel send_messages")
        await w.settle()
        for number in range(keeper.AT_ONCE + 3):
            w.env.backend.create_message(channel.id, author, content=f"E{number}!")
        await w.env.settle()
    for left in (3, 0):
        await w.env.advance_time(SOON.total_seconds() + 1)
        await w.settle()
        assert sum(each.author_id == author for each in w.env.backend.messages[channel.id].values()) <= left
    assert (await w.bot.arena.matches.get(match.id)).status == "running"


async def test_moderators_words_stay_in_a_team_channel_and_a_strangers_go(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    moderator = w.guild.add_member(w.env.create_user("mona"))
    role = w.guild.create_role("moderators", permissions=discord.Permissions(administrator=True))
    w.env.backend.add_member_role(w.guild.id, moderator.id, role.id)
    stays = w.env.backend.create_message(channel.id, moderator.id, content="Please wait.")
    goes = w.env.backend.create_message(channel.id, w.people["eve"].id, content="E7!")
    await w.env.settle()
    await w.play(match)
    assert stays.id in w.env.backend.messages[channel.id]
    assert goes.id not in w.env.backend.messages[channel.id]


async def test_organisers_hear_once_that_their_channel_is_gone(w: Silent) -> None:
    await w.start()
    room = w.guild.create_text_channel("organisers")
    await set_organisers_channel(w.bot, w.guild.id, room.id)
    w.env.backend.delete_channel(room.id)
    await w.settle()
    assert await organisers_channel(w.bot, w.guild.id) is None
    await w.world.restart()
    owner = w.env.backend.get_guild(w.guild.id).owner_id
    told = [each.content for each in w.env.backend.messages[w.env.backend.get_dm_channel(owner).id].values()]
    assert [text.startswith("The channel where I told organisers") for text in told] == [True]


@pytest.mark.parametrize("answered", [True, False])
async def test_the_organisers_channel_stays_while_discord_does_not_say_that_it_is_gone(
    w: Silent, answered: bool
) -> None:
    room, other = (w.guild.create_text_channel(name) for name in ("organisers", "other"))
    await w.settle()
    await w.world.as_bot(set_organisers_channel(w.bot, w.guild.id, room.id))
    w.seen._remove_channel(w.seen.get_channel(room.id))  # type: ignore[arg-type]
    if not answered:
        w.env.inject_error("GET", f"/channels/{room.id}", status=400, code=0, times=1)
    w.env.backend.delete_channel(other.id)
    await w.settle()
    assert await w.world.as_bot(organisers_channel(w.bot, w.guild.id)) == room.id


async def test_two_who_look_at_once_tell_of_an_interruption_once(w: Silent) -> None:
    match = await w.start()
    w.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=100)
    await w.world.as_bot(w.bot.arena.matches.park(match.id, SHUT, FORBIDDEN))
    w.overwrite(w.channel(match, "team:0"), w.people["ann"].id, allow="view_channel send_messages")
    await w.settle()
    match = await w.bot.arena.matches.get(match.id)

    async def both() -> tuple[bool, bool]:
        one, two = await asyncio.gather(w.bot.silence.may_go_on(match), w.bot.silence.may_go_on(match))
        return one, two

    assert await w.world.as_bot(both()) == (False, False)
    assert len(w.whispers("ann")) == 1


async def test_an_author_who_is_not_known_keeps_no_other_words_standing(
    w: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    mona = w.guild.add_member(w.env.create_user("mona"))
    first = w.env.backend.create_message(channel.id, w.people["eve"].id, content="E7!")
    last = w.env.backend.create_message(channel.id, mona.id, content="And charge!")
    await w.env.settle()
    fetch = discord.Guild.fetch_member

    async def failing(guild: discord.Guild, member_id: int) -> discord.Member:
        if member_id == mona.id:
            raise trouble("503")
        return await fetch(guild, member_id)

    with monkeypatch.context() as patch:
        patch.setattr(discord.Guild, "fetch_member", failing)
        await w.play(match)
    standing = w.env.backend.messages[channel.id]
    assert (first.id in standing, last.id in standing) == (False, True)
    await w.env.advance_time(SOON.total_seconds() + 1)
    await w.settle()
    assert last.id not in standing


async def test_what_lies_too_far_back_to_be_seen_is_not_said_to_be_removed(
    w: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    left = w.env.backend.create_message(channel.id, w.people["ann"].id, content="left!")
    await w.env.settle()
    with monkeypatch.context() as patch:
        lose(patch, discord.Message, "delete", trouble("503"), done=False)
        match = await w.play(match)
    monkeypatch.setattr(keeper, "MESSAGES_CHECKED", 1)
    await w.play(match)
    assert left.id in w.env.backend.messages[channel.id]
    assert "removed" not in await w.codes(match)
    monkeypatch.undo()
    await w.env.advance_time(SOON.total_seconds() + 1)
    await w.settle()
    assert left.id not in w.env.backend.messages[channel.id]
    assert (await w.codes(match)).count("removed") == 1


# The channels of a silent match (R29): how they are made, what is said before, and what happens if it fails.


def channel_count(w: Silent) -> int:
    return len(w.env.backend.get_guild(w.guild.id).channel_ids)


async def test_r29_who_can_do_what_in_which_channel(w: Silent) -> None:
    match = await w.start()
    assert [place.role for place in match.places] == ["board", "category", "spectators", "team:0", "team:1"]
    board, spectators = w.channel(match, "board"), w.channel(match, "spectators")
    for team, mine, others in (("team:0", "ann cleo", "bob dan"), ("team:1", "bob dan", "ann cleo")):
        channel = w.channel(match, team)
        for name in mine.split():
            assert w.can(name, channel) >= READING
            assert not w.can(name, channel) & WORDS
            assert w.can(name, board) >= READING
            assert not w.can(name, board) & WORDS
            assert not w.can(name, spectators)
        for name in (*others.split(), "eve"):
            assert not w.can(name, channel)
    assert {"view_channel", "read_message_history"} <= w.can("eve", board)
    assert "send_messages" not in w.can("eve", board)
    assert "send_messages" in w.can("eve", spectators)


async def test_every_channel_is_created_with_its_overwrites_in_one_call(w: Silent) -> None:
    await w.start()
    calls = [call for call in w.env.http_requests if call.path.endswith("/channels") and call.method == "POST"]
    assert [bool((call.json or {})["permission_overwrites"]) for call in calls] == [True] * 5
    assert not any("/permissions/" in call.path for call in w.env.http_requests)


async def test_names_and_topics_hold_nothing_that_a_player_chose(w: Silent) -> None:
    match = await w.start()
    for place in match.places:
        channel = w.seen.get_channel(place.channel_id)
        shown = f"{channel} {channel.topic if isinstance(channel, discord.TextChannel) else ''}".lower()
        assert not w.people.keys() & set(re.findall(r"\w+", shown))


async def test_a_server_that_hides_its_channels_from_newcomers_hides_the_board_too(w: Silent) -> None:
    everyone = w.guild.default_role
    w.env.backend.edit_role(w.guild.id, everyone.id, {"permissions": 0})
    match = await w.start()
    assert not w.can("eve", w.channel(match, "board"))
    assert w.can("ann", w.channel(match, "board")) >= READING


def test_what_the_bot_asks_for_is_what_the_policy_takes() -> None:
    feature = next(feature for feature in FEATURES if feature.key == "silent teams")
    assert held(wanted([feature])) == NEEDED


async def test_missing_permissions_are_named_and_nothing_is_made(w: Silent) -> None:
    w.bot_lacks("manage_webhooks pin_messages")
    await w.env.settle()
    table, before = await w.table(), channel_count(w)
    with pytest.raises(MissingPermission) as caught:
        await w.create(table)
    assert caught.value.permissions == ("manage_webhooks", "pin_messages")
    assert channel_count(w) == before
    said = "\n".join(map(str, await channels.warnings(w.bot, table, w.seen)))
    assert "Manage Webhooks" in said
    assert "Pin Messages" in said


async def test_the_limit_of_channels_is_spoken_of_before_it_is_reached(w: Silent) -> None:
    table = await w.table()
    plain = await channels.warnings(w.bot, table, w.seen)
    while channel_count(w) < 476:
        w.guild.create_text_channel("more")
    await w.env.settle()
    assert [str(text) for text in await channels.warnings(w.bot, table, w.seen)] == [
        *map(str, plain),
        "This server has 476 of the 500 channels Discord allows, and the match needs 5 more.",
    ]
    while channel_count(w) < 496:
        w.guild.create_text_channel("more")
    await w.env.settle()
    refusal = "The match can't start: it needs 5 channels, and this server has 496 of at most 500."
    assert refusal in map(str, await channels.warnings(w.bot, table, w.seen))
    with pytest.raises(Refusal, match="it needs 5 channels"):
        await w.create(table)
    assert channel_count(w) == 496


@pytest.mark.parametrize("nth", [1, 2, 5])
async def test_if_discord_refuses_midway_nothing_is_left(w: Silent, monkeypatch: pytest.MonkeyPatch, nth: int) -> None:
    table, before = await w.table(), channel_count(w)
    create, made = w.env.backend.create_channel, 0

    def failing(*args: Any, **fields: Any) -> Any:
        nonlocal made
        made += 1
        if made == nth:
            raise simcord.BackendError(400, 30013, "Maximum number of guild channels reached (500)")
        return create(*args, **fields)

    monkeypatch.setattr(w.env.backend, "create_channel", failing)
    with pytest.raises(Refusal):
        await w.create(table)
    await w.env.settle()
    assert channel_count(w) == before


async def test_channels_can_be_undone_also_if_someone_was_faster(w: Silent) -> None:
    table, before = await w.table(), channel_count(w)
    places = await w.create(table)
    w.env.backend.delete_channel(places[2].channel_id)
    await w.env.settle()
    await channels.undo_places(w.bot, w.seen, places)
    await w.env.settle()
    assert channel_count(w) == before


async def test_channels_of_a_match_that_never_started_are_removed_later(w: Silent) -> None:
    table, before = await w.table(), channel_count(w)
    await w.create(table)
    w.seen.unavailable = True
    await w.env.advance_time(ORPHANED_AFTER.total_seconds() + 1)
    await w.settle()
    assert channel_count(w) == before + 5, "what else is in the category cannot be seen"
    w.seen.unavailable = False
    await w.env.advance_time(AWAY.total_seconds() + 1)
    await w.settle()
    assert channel_count(w) == before


async def test_channels_that_another_match_of_the_table_left_are_removed_later(w: Silent) -> None:
    table, before = await w.table(), channel_count(w)
    await w.create(table)  # the start failed, and so did undoing it
    places = await w.create(table)
    await w.world.as_bot(w.bot.arena.tables.start(table.id, table.host.person_id, places))
    await w.env.advance_time(ORPHANED_AFTER.total_seconds() + 1)
    await w.settle()
    assert channel_count(w) == before + 5
    assert all(w.exists(place.channel_id) for place in places)


async def test_a_failure_midway_that_cannot_be_undone_is_told_as_it_is(
    w: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, before = await w.table(), channel_count(w)
    create, made = w.env.backend.create_channel, 0

    def failing(*args: Any, **fields: Any) -> Any:
        nonlocal made
        made += 1
        if made == 3:
            raise simcord.BackendError(403, 50013, "Missing Permissions")
        return create(*args, **fields)

    monkeypatch.setattr(w.env.backend, "create_channel", failing)
    w.env.inject_error("DELETE", "/channels/*", status=403, code=50013, times=1)
    with pytest.raises(discord.Forbidden):
        await w.create(table)
    await w.env.settle()
    assert channel_count(w) == before + 1
    assert "could not remove channel" in w.world.logged.text


async def test_channels_of_a_match_that_started_stay(w: Silent) -> None:
    match = await w.start()
    await w.env.advance_time(ORPHANED_AFTER.total_seconds() + 1)
    await w.settle()
    assert all(w.exists(place.channel_id) for place in match.places)


@pytest.mark.parametrize(
    ("permissions", "said"),
    [("administrator", "is an administrator"), ("manage_roles", "can manage roles"), ("manage_channels", None)],
)
async def test_players_who_could_bypass_the_silence_are_named_before_the_start(
    w: Silent, permissions: str, said: str | None
) -> None:
    table = await w.table()
    before = await channels.warnings(w.bot, table, w.seen)
    assert len(before) == 1, "only what no bot can close"
    w.give("cleo", permissions)
    w.give("eve", "administrator")
    warnings = [str(text) for text in (await channels.warnings(w.bot, table, w.seen))[1:]]
    if said is None:
        assert warnings == []
    else:
        assert len(warnings) == 1
        assert w.people["cleo"].mention in warnings[0]
        assert said in warnings[0]


async def test_the_owner_is_named_too(w: Silent) -> None:
    table = await w.table()
    w.env.backend.edit_guild(w.guild.id, {"owner_id": w.people["dan"].id})
    await w.env.settle()
    warnings = [str(text) for text in await channels.warnings(w.bot, table, w.seen)]
    assert f"{w.people['dan'].mention} owns this server" in warnings[1]


@pytest.mark.parametrize("blocks", [False, True])
async def test_a_server_decides_whether_that_keeps_the_match_from_starting(w: Silent, blocks: bool) -> None:
    await w.bot.arena.settings.change_server(w.guild.id, lambda _: ServerSettings(silence_blocks_start=blocks))
    table, before = await w.table(), channel_count(w)
    w.give("cleo", "administrator")
    said = [str(text) for text in await channels.warnings(w.bot, table, w.seen)]
    assert ("This server doesn't allow silent matches to start like this." in said) is blocks
    if blocks:
        with pytest.raises(Refusal, match="get around the silence") as caught:
            await w.create(table)
        assert w.people["cleo"].mention in str(caught.value)
        assert channel_count(w) == before
    else:
        assert len(await w.create(table)) == 5


async def test_a_player_who_presses_a_lobby_of_silent_teams_is_answered_before_members_are_fetched(w: Silent) -> None:
    message = await w.world.lobby(mode="teams")
    joined = await w.world.press("bob", message, "Join")
    assert joined.deferred
    assert f"Seat 2, team B: <@{w.people['bob'].id}>" in w.world.latest(message).content


# Silent matches where Discord's rules for bots hold: what may be set in overwrites, and what requests look like.


@dataclass
class Wire:
    """A silent match on the wire double; the bot has the permissions that its invitation asks for."""

    double: Double
    bot: ArenaBot
    guild: Guild
    people: dict[str, User]
    match: Match
    noted: list[str]

    def channel(self, role: str) -> Channel:
        place = self.match.place(role)
        assert place is not None
        return self.guild.channels[place.channel_id]

    def overwrite(self, channel: Channel, overwrite: Overwrite) -> None:
        """Set an overwrite as the server's owner can."""
        channel.overwrites[overwrite.id] = overwrite
        self.guild.update_channel(channel)

    async def until_noted(self, code: str) -> None:
        """Wait until the silence log has a line, and for what follows from it."""
        await self.double.until(lambda: code in self.noted)
        await self.bot.arena.idle()


@pytest_asyncio.fixture
async def wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wire]:
    monkeypatch.chdir(tmp_path)
    noted: list[str] = []
    add = SilenceLog.add

    async def heard(self: SilenceLog, match_id: int, code: str, **about: Any) -> SilenceEntry:
        noted.append(code)
        return await add(self, match_id, code, **about)

    monkeypatch.setattr(SilenceLog, "add", heard)
    double = arena_double()
    guild = double.add_guild("Arena")
    general = guild.add_channel("general")
    people = {name: double.add_user(name, guild) for name in (*PLAYERS, "eve")}
    bot = make_bot(Settings(database=tmp_path / "arena.db", discord_token=None, pace=0))
    async with double, double.connect(bot):
        tables, seen = bot.arena.tables, bot.get_guild(guild.id)
        assert seen is not None
        persons = [await bot.arena.people.enter(people[name].id, guild.id, name) for name in PLAYERS]
        table = await tables.open(guild.id, general.id, persons[0], "replicants", "teams", where="channels")
        for person in persons[1:]:
            table = await tables.join(table.id, person)
        places = await channels.create_places(bot, seen, start_of(table), table.id)
        match = await tables.start(table.id, persons[0].person_id, places)
        await bot.arena.idle()
        yield Wire(double, bot, guild, people, match, noted)
        await bot.arena.idle()
    assert double.violations == []
    assert not double.unknown_routes


async def test_the_channels_are_made_with_what_the_invitation_asks_for(wire: Wire) -> None:
    ann, bob, eve = (wire.people[name] for name in ("ann", "bob", "eve"))
    team = wire.channel("team:0")
    assert ann.can(team, "VIEW_CHANNEL READ_MESSAGE_HISTORY USE_APPLICATION_COMMANDS")
    assert not ann.may(team) & {"SEND_MESSAGES", "ADD_REACTIONS", "CREATE_PUBLIC_THREADS", "SEND_POLLS"}
    assert not bob.can_see(team)
    assert not eve.can_see(team)
    assert not ann.can_see(wire.channel("spectators"))
    assert eve.can(wire.channel("spectators"), "SEND_MESSAGES")
    assert ann.visible_messages(team)
    assert wire.noted == ["started"]


async def test_drift_is_repaired_although_overwrites_hold_what_the_bot_may_not_set(wire: Wire) -> None:
    team, ann, eve = wire.channel("team:0"), wire.people["ann"], wire.people["eve"]
    role = wire.guild.add_role("friends", members=[eve])
    wire.overwrite(team, Overwrite.of(role, allow="VIEW_CHANNEL SEND_MESSAGES MANAGE_ROLES MUTE_MEMBERS"))
    assert eve.can(team, "SEND_MESSAGES")
    await wire.until_noted("repaired")
    assert not eve.can_see(team)
    assert team.overwrites[role.id].allow == perms("MANAGE_ROLES MUTE_MEMBERS")
    wire.overwrite(team, Overwrite.of(ann, allow="VIEW_CHANNEL SEND_MESSAGES"))
    assert ann.can(team, "SEND_MESSAGES")
    await wire.double.until(lambda: not ann.can(team, "SEND_MESSAGES"))
    await wire.bot.arena.idle()
    assert (await wire.bot.arena.matches.get(wire.match.id)).status == "running"


async def test_without_the_right_to_set_permissions_the_match_is_interrupted(wire: Wire) -> None:
    team, ann = wire.channel("team:0"), wire.people["ann"]
    for role in wire.guild.roles.values():
        role.permissions &= ~perms("MANAGE_ROLES")
    wire.overwrite(team, Overwrite.of(ann, allow="VIEW_CHANNEL SEND_MESSAGES"))
    await wire.until_noted("refused")
    assert (await wire.bot.arena.matches.get(wire.match.id)).status == "parked"


async def test_the_channels_open_at_the_end_and_are_deleted_in_time(wire: Wire) -> None:
    ann, general = wire.people["ann"], next(iter(wire.guild.channels.values()))
    await wire.bot.arena.matches.forfeit(wire.match.id, wire.match.seats[0].person_id)
    await wire.until_noted("opened")
    for role in ("board", "spectators", "team:0"):
        assert ann.can(wire.channel(role), "VIEW_CHANNEL SEND_MESSAGES")
    assert not ann.can_see(wire.channel("team:1"))
    files = [file.filename for message in ann.visible_messages(general) for file in message.attachments]
    assert f"replicants-{wire.match.id}-transcript.txt" in files
    await delete_channels(wire.bot, str(wire.match.id), None)
    assert list(wire.guild.channels.values()) == [general]
