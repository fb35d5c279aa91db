"""The spectators' place of a match: who is let in, who can read it, and what becomes of it."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from cogs.core.errors import Refusal, cause_of
from engine.text import say
from hosting.match.events import substitute
from hosting.match.model import Match, Person
from tests.cogs.conftest import World, private, take
from tests.cogs.playing import SHORT_GAME, labels, more, play, posts, status

WATCH, READ = "Watch with others", "Read what spectators said"


async def match_now(world: World, match_id: int = 1) -> Match:
    return await world.bot.arena.matches.get(match_id)


async def press(world: World, name: str) -> str:
    """Have a person watch the match in the channel from the menu More, or by its button; return what they are told."""
    menu, button = await more(world.people[name], status(world)), "m:1:1:spectate"
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
    """Return whether somebody can read a private thread, as Discord documents it."""
    thread = channel._channel
    bits = discord.Permissions(world.env.backend.compute_permissions(world.guild.id, who.id, thread.parent_id))
    return bits.view_channel and (who.id in thread.thread_members or bits.manage_threads)


async def test_whoever_presses_is_let_in_and_players_are_not(world: World) -> None:
    await world.begin()
    assert "Spectators talk in" in await press(world, "eve")
    thread = await place(world)
    assert thread._channel.type == discord.ChannelType.private_thread.value
    assert thread._channel.parent_id == world.channel.id

    for name in ("ann", "bob"):
        assert "You play in this match" in await press(world, name)
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
    assert "can still read here: members" not in first.content


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
        assert "bob plays and can still read here: members" in text
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
    assert "You play in this match" in await press(world, "eve")
    assert "Spectators talk in" in await press(world, "bob"), "who plays no more may watch"
    before = len(world.env.http_requests)
    await world.play(await match_now(world))
    again = [each for each in world.env.http_requests[before:] if "thread-members" in each.path]
    assert again == [], "once is enough"


async def test_whoever_takes_a_seat_while_being_let_in_is_not(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.begin()
    await press(world, "cleo")
    add = discord.Thread.add_user

    async def slow(thread: discord.Thread, user: discord.abc.Snowflake) -> None:
        await world.bot.arena.organiser.replace(match.id, 0, 2, world.named("eve"))
        await add(thread, user)

    monkeypatch.setattr(discord.Thread, "add_user", slow)
    assert "You play in this match" in await press(world, "eve")
    assert not reads(world, world.eve, await place(world))


async def test_a_substitute_who_cannot_be_removed_is_named(world: World) -> None:
    match = await world.begin()
    await press(world, "eve")
    take(world, "manage_threads")
    await replace_bob(world, match, "eve")
    assert "eve is playing now and can still read here" in world.own(await place(world))[-1].content


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
    message = (await world.ann.slash(voice, "new replicants", where="here")).response
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
        assert "You play in this match" in private(await world.people[name].slash(board, "match spectate"))
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
    assert "as many active threads as Discord allows (1,000)" in private(reply)
