"""/leave: a call for a substitute, who may take the seat over, and what comes of it."""

from __future__ import annotations

import discord
import simcord

from tests.cogs.conftest import World, private
from tests.cogs.consent.test_consent import FIRST, answer
from tests.cogs.playing import controls, labels, latest, leave, message_of, posts, refreshed, status


async def called(world: World, name: str) -> discord.Message:
    assert "You asked for a substitute in" in (await leave(world.people[name], world.channel)).content
    await world.settle()
    return posts(world, "Take over this seat")[-1]


async def taken(world: World, name: str, message: discord.Message) -> simcord.InteractionResult:
    question = message_of(await world.people[name].click(message, label="Take over this seat"))
    assert question.ephemeral
    assert labels(question) == ["Take over"]
    result = await world.people[name].click(question, label="Take over")
    await world.settle()
    return result


async def test_a_seat_is_sought_for_and_taken(world: World) -> None:
    await world.begin()
    message = await called(world, "ann")
    assert message.content.startswith("**ann** would like to leave and asks for a substitute: Seat 1 in Replicants")
    assert world.pings(message) == []
    await taken(world, "cleo", message)
    match = await latest(world)
    assert match.names == ("cleo", "bob")
    assert "✅ The seat has a new player." in refreshed(world.bob, message).content
    assert "**ann** would like to leave" in refreshed(world.bob, message).content
    assert labels(refreshed(world.bob, message)) == []
    assert [post.content for post in posts(world) if post.content.startswith("**cleo** plays on for ann.")]
    assert world.pings(status(world)) == [world.cleo.id]
    assert "Only this match's players" in private(await world.ann.slash(world.channel, "resign"))
    assert private(await world.cleo.slash(world.channel, "move", turn=FIRST)).startswith(f"Played `{FIRST}`.")
    await world.settle()
    assert "You aren't in any match" in private(await world.ann.slash(world.channel, "matches"))
    assert "cleo, bob" in private(await world.cleo.slash(world.channel, "matches"))
    record = await message_of(await world.bob.slash(world.channel, "match record")).attachments[0].read()
    assert b'[Substitutes "seat 1: ann up to turn 0"]' in record


async def test_players_and_the_slow_do_not_get_the_seat(world: World) -> None:
    await world.begin()
    message = await called(world, "ann")
    assert "already in this match" in private(await world.bob.click(message, label="Take over this seat"))
    slow = message_of(await world.dan.click(message, label="Take over this seat"))
    stale = await world.as_it_was(message)
    await taken(world, "cleo", message)
    assert "That seat is already taken." in private(await world.dan.click(slow, label="Take over"))
    assert "already" in private(await world.dan.click(stale, label="Take over this seat"))
    assert (await latest(world)).names == ("cleo", "bob")


async def test_a_call_is_taken_back_by_who_made_it(world: World) -> None:
    await world.begin()
    message = await called(world, "ann")
    assert "Only the player who asked" in await answer(world, "bob", message, "Withdraw")
    assert "You've withdrawn it." in await answer(world, "ann", message, "Withdraw")
    assert "The call for a substitute was withdrawn" in refreshed(world.bob, message).content


async def test_a_new_player_gets_into_the_thread(world: World) -> None:
    lobby = await world.lobby(where="thread")
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    thread = world.place(match.channel_id)
    await leave(world.ann, thread)
    await world.settle()
    (message,) = [each for each in thread.history() if "Take over this seat" in labels(each)]
    outside = posts(world, "Take over this seat")[-1]
    assert outside.content == message.content, "nobody else reads the thread"
    assert f"[To the match](https://discord.com/channels/{world.guild.id}/{thread.id})" in outside.content
    await taken(world, "cleo", outside)
    for each in (message, outside):
        after = world.latest(each)
        assert "✅ The seat has a new player." in after.content
        assert labels(after) == []
    added = [each.path for each in world.env.http_requests if each.path.endswith(f"/thread-members/{world.cleo.id}")]
    assert len(added) == 1


async def test_whoever_does_not_see_the_match_takes_no_seat(world: World) -> None:
    await world.begin()
    message = await called(world, "ann")
    other = world.guild.create_text_channel("other")
    stale = await world.as_it_was(message)
    world.deny(world.channel, world.dan.id, "view_channel")
    await world.settle()
    copy = await world.show(discord.ui.View.from_message(stale), other.id)
    told = private(await world.dan.click(copy, label="Take over this seat"))
    assert told == "That request doesn't exist."
    assert (await latest(world)).names == ("ann", "bob")


async def test_names_do_no_harm(world: World) -> None:
    await world.begin()
    world.env.backend.edit_member(world.guild.id, world.cleo.id, {"nick": "**@everyone** `x`"})
    message = await called(world, "ann")
    await taken(world, "cleo", message)
    note = next(post.content for post in posts(world) if "plays on for" in post.content)
    assert "@everyone" not in note.replace("@\u200beveryone", "")
    assert "\\*\\*" in note
    assert controls(status(world))
