"""Keeping a match silent (R29) when Discord refuses, does not answer, or tells of what changes nothing."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest
import simcord

from cogs.core.errors import MissingPermission, Refusal
from cogs.silence import channels, keeper
from cogs.silence.channels import remake_places
from cogs.silence.keeper import SOON
from cogs.silence.notices import call_aside, organisers_channel, set_organisers_channel
from hosting import silence
from hosting.housing import FORBIDDEN, SHUT
from tests.cogs.conftest import private
from tests.cogs.silence.conftest import Silent
from tests.cogs.silence.test_check import HOUR, silent


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
            assert "isn't answering" in str(parked.text)
            await w.env.advance_time(SOON.total_seconds() + 1)
            await w.settle()
        assert (await w.codes(match)).count("unanswered") == 1
        assert any("isn't answering" in text for text in w.whispers("ann"))
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
    monkeypatch.setattr(keeper, "LOOK_BACK", 1)
    await w.play(match)
    assert left.id in w.env.backend.messages[channel.id]
    assert "removed" not in await w.codes(match)
    monkeypatch.undo()
    await w.env.advance_time(SOON.total_seconds() + 1)
    await w.settle()
    assert left.id not in w.env.backend.messages[channel.id]
    assert (await w.codes(match)).count("removed") == 1
