"""`/undo`, `/match end`, `pause`, `more-time`, `abort` and the buttons by which the others answer."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
import simcord

from cogs.core.access import server_reader
from cogs.core.bot import PostContext
from engine.game import GameInfo
from hosting.match.model import Match, Place, Post
from hosting.match_terms import Terms
from hosting.outbox import Content, load
from store.tables.values import Subject
from tests.cogs.conftest import World, private
from tests.cogs.playing import (
    SHORT_GAME,
    controls,
    labels,
    latest,
    leave,
    menu,
    message_of,
    pick,
    play,
    posts,
    refreshed,
    said,
    turn_message,
)

FIRST = SHORT_GAME[0]


async def asked(world: World, name: str, command: str, **options: object) -> discord.Message:
    """Have a player ask for something; return the message with the buttons."""
    told = private(await world.people[name].slash(world.channel, command, **options))
    assert "I've asked the others" in told
    await world.settle()
    return posts(world, "Agree")[-1]


async def answer(world: World, name: str, message: discord.Message, label: str) -> str:
    result = await world.people[name].click(message, label=label)
    await world.settle()
    return private(result)


async def test_an_undo_is_asked_for_and_agreed_to(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    message = await asked(world, "ann", "undo")
    assert said(message) == f"**ann** would like to take back their turn.\nWaiting for: <@{world.bob.id}>"
    assert labels(message) == ["Agree", "Refuse", "Withdraw"]
    assert world.pings(message) == [world.bob.id]
    assert "so it's done" in await answer(world, "bob", message, "Agree")
    match = await latest(world)
    assert match.session.entries == ()
    assert "✅" in said(refreshed(world.bob, message))
    assert labels(refreshed(world.bob, message)) == []
    board = turn_message(world)
    assert board.content.startswith("**ann** took back a turn; the match goes on from here.")
    assert "Press **Play**" in turn_message(world).content
    assert world.pings(turn_message(world)) == [world.ann.id]
    shown = message_of(await world.eve.slash(world.channel, "board"))
    assert said(shown) == "It's ann's turn."
    record = await message_of(await world.bob.slash(world.channel, "match record")).attachments[0].read()
    assert FIRST.encode() not in record
    await play(world, FIRST)


async def test_a_message_that_discord_does_not_let_edit_stays(world: World) -> None:
    await world.begin()
    message = await asked(world, "ann", "match end")
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=400, code=50083)
    await world.bot.arena.requests.withdraw(1, world.person("ann"))
    await world.settle()
    assert "was withdrawn" in await answer(world, "bob", message, "Agree")
    assert labels(refreshed(world.bob, message)) == []


async def test_a_free_undo_is_done_at_once(world: World) -> None:
    tables = world.bot.arena.tables
    table = await tables.open(
        world.guild.id,
        world.channel.id,
        world.named("ann"),
        "replicants",
        "2",
        where="here",
        terms=Terms(undo="free"),
    )
    await tables.join(table.id, world.named("bob"))
    await tables.start(table.id, world.person("ann"), (Place("board", world.channel.id),))
    await world.settle()
    await play(world, FIRST)
    assert private(await world.ann.slash(world.channel, "undo")) == "Your turn has been taken back."
    await world.settle()
    assert (await latest(world)).session.entries == ()
    assert posts(world, "Agree") == []


async def test_a_free_undo_is_a_button_under_the_answer(world: World) -> None:
    await world.begin(undo="free")
    played = message_of(await world.ann.slash(world.channel, "move", turn=FIRST))
    assert labels(played) == ["Take back"]
    await world.restart()
    await world.ann.click(played, label="Take back")
    await world.settle()
    after = refreshed(world.ann, played)
    assert (said(after), labels(after)) == ("Your turn has been taken back.", [])
    assert (await latest(world)).session.entries == ()
    assert "Press **Play**" in turn_message(world).content

    played = message_of(await world.ann.slash(world.channel, "move", turn=FIRST))
    await play(world, SHORT_GAME[1])
    await world.ann.click(played, label="Take back")
    await world.settle()
    assert "has moved on. `/undo`" in said(refreshed(world.ann, played))
    assert labels(refreshed(world.ann, played)) == []
    assert len((await latest(world)).history) == 2
    assert posts(world, "Agree") == []


async def test_a_turn_built_from_menus_has_the_button_too(world: World) -> None:
    await world.begin(undo="free", game="replica")
    building = await pick(world.ann, message_of(await world.ann.click(turn_message(world), label="Play")), "Move")
    while "Confirm" not in labels(building):
        building = await pick(world.ann, building, next(iter(menu(building) or labels(building))))
    after = await pick(world.ann, building, "Confirm")
    assert labels(after) == ["Take back"]
    assert labels(await pick(world.ann, after, "Take back")) == []
    await world.settle()
    assert (await latest(world)).session.entries == ()


@pytest.mark.parametrize("undo", ["consent", "never"])
async def test_no_button_where_it_takes_more_than_a_press(world: World, undo: str) -> None:
    await world.begin(undo=undo)
    assert labels(message_of(await world.ann.slash(world.channel, "move", turn=FIRST))) == []


async def test_only_play_stands_under_a_turn_that_is_answered_at_once(world: World) -> None:
    await world.begin(undo="free")
    await world.bob.slash(world.channel, "match plan", add="; ".join(SHORT_GAME[:2]))
    assert labels(message_of(await world.ann.slash(world.channel, "move", turn=FIRST))) == ["Play"]
    assert len((await latest(world)).history) == 2


async def test_a_refusal_changes_nothing_and_says_so(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    message = await asked(world, "ann", "undo")
    assert "You refused" in await answer(world, "bob", message, "Refuse")
    assert (await latest(world)).seq == 1
    assert "❌" in said(refreshed(world.bob, message))
    assert "recently" in private(await world.ann.slash(world.channel, "undo"))


async def test_who_asked_takes_it_back(world: World) -> None:
    await world.begin()
    message = await asked(world, "ann", "match end")
    assert "Only the player who asked" in await answer(world, "bob", message, "Withdraw")
    assert "the others have to agree" in await answer(world, "ann", message, "Agree")
    assert "You've withdrawn it." in await answer(world, "ann", message, "Withdraw")
    assert "↩️" in said(refreshed(world.bob, message))


async def test_onlookers_have_no_say(world: World) -> None:
    await world.begin()
    message = await asked(world, "ann", "match end")
    assert "Only this match's players" in await answer(world, "eve", message, "Agree")
    assert not (await latest(world)).over


async def test_the_next_turn_takes_the_buttons_away(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    message = await asked(world, "ann", "undo")
    stale = await world.as_it_was(message)
    await play(world, SHORT_GAME[1])
    assert labels(refreshed(world.bob, message)) == []
    assert "moved on before everyone had answered" in said(refreshed(world.bob, message))
    assert "out of date" in await answer(world, "bob", stale, "Agree")
    assert labels(refreshed(world.bob, stale)) == [], "a press on what is closed puts it right"
    assert (await latest(world)).seq == 2


async def test_an_agreed_end_has_no_winner(world: World) -> None:
    await world.begin()
    message = await asked(world, "ann", "match end")
    assert "nobody wins and nobody loses" in said(message)
    assert "it's done" in private(await world.bob.slash(world.channel, "match end"))
    await world.settle()
    ended = posts(world, "Rematch")[-1].content
    assert "**The match is over.** The players agreed to end the match without a winner." in ended
    assert rf"1\. <@{world.ann.id}>" in ended
    assert rf"1\. <@{world.bob.id}>" in ended, "no list, whose second item would be 2"
    assert "The match is over.** The players agreed" in said(message_of(await world.eve.slash(world.channel, "board")))


async def test_a_pause_and_its_end(world: World) -> None:
    await world.begin()
    # Not two days: after so long without a turn players are reminded, and a look for that is due at the same instant as
    # the end of such a pause. Which of them comes first is open.
    await answer(world, "bob", await asked(world, "ann", "match pause", days=3), "Agree")
    paused = said(posts(world)[-1])
    assert "The match is paused. The players agreed on a pause until <t:" in paused
    refused = private(await world.ann.slash(world.channel, "move", turn=FIRST))
    assert "This match is paused" in refused
    assert "already paused" in private(await world.bob.slash(world.channel, "match pause", days=5))
    assert "end the pause" in (await asked(world, "bob", "match pause")).content
    await world.env.advance_time(3 * 86400 + 1)
    await world.settle()
    assert "the match goes on" in said(posts(world)[-1])
    await play(world, FIRST)


async def test_time_is_not_asked_for_without_a_clock(world: World) -> None:
    await world.begin()
    assert "has no clock" in private(await world.ann.slash(world.channel, "match more-time", hours=5))
    assert "Only this match's players" in private(await world.eve.slash(world.channel, "match more-time"))
    offered = await world.ann.autocomplete(world.channel, "match more-time", "player", "b")
    assert offered == [{"name": "bob", "value": "2"}]
    assert (
        await world.eve.autocomplete(world.guild.create_text_channel("other"), "match more-time", "player", "b") == []
    )


async def test_the_buttons_outlive_a_restart(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    message = await asked(world, "ann", "undo")
    await world.restart()
    await answer(world, "bob", message, "Agree")
    assert (await latest(world)).session.entries == ()
    assert labels(refreshed(world.bob, message)) == []


async def test_who_wants_no_mentions_is_named(world: World) -> None:
    await world.begin()
    await world.bob.slash(world.channel, "settings mine", calls="don't ping me")
    message = await asked(world, "ann", "match end")
    assert said(message).endswith("Waiting for: bob")
    assert world.pings(message) == []


async def test_three_must_all_agree_and_see_who_has(world: World) -> None:
    lobby = await world.lobby(where="here", players=3)
    for name in ("bob", "cleo"):
        await world.press(name, lobby, "Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    message = await asked(world, "bob", "match end")
    assert "others haven't all answered" in await answer(world, "ann", message, "Agree")
    assert said(refreshed(world.bob, message)).endswith("Waiting for: cleo\nAgreed: ann")
    await answer(world, "cleo", refreshed(world.cleo, message), "Agree")
    assert (await latest(world)).over


async def test_a_match_is_called_off_after_being_asked(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    question = message_of(await world.bob.slash(world.channel, "match abort"))
    assert question.ephemeral
    assert labels(question) == ["Call it off", "Play on"]
    await world.bob.click(question, label="Play on")
    assert not (await latest(world)).over
    question = message_of(await world.bob.slash(world.channel, "match abort"))
    await world.bob.click(question, label="Call it off")
    await world.settle()
    assert "You've called the match off." in refreshed(world.bob, question).content
    ended = posts(world, "Rematch")[-1].content
    assert "bob called the match off before everyone had moved" in ended
    assert "1." not in ended, "a match that doesn't count has no ranks"


@pytest.mark.parametrize("again", [False, True])
async def test_calling_off_comes_too_late(world: World, again: bool) -> None:
    await world.begin()
    await play(world, FIRST)
    question = message_of(await world.bob.slash(world.channel, "match abort"))
    await play(world, SHORT_GAME[1])
    if again:
        assert "Everyone has moved" in private(await world.bob.slash(world.channel, "match abort"))
    else:
        await world.bob.click(question, label="Call it off")
        assert "out of date" in said(refreshed(world.bob, question))
    assert not (await latest(world)).over


@pytest.mark.parametrize("command", ["undo", "match end", "match abort", "match leave", "resign"])
async def test_a_match_elsewhere_is_named_by_its_number(world: World, command: str) -> None:
    match = await world.begin()
    elsewhere = world.guild.create_text_channel("elsewhere")
    offered = await world.ann.autocomplete(elsewhere, command, "match", "rep")
    assert offered == [{"name": "Replicants, 2 players: ann, bob", "value": match.id}]
    assert "Only this match's players" in private(await world.eve.slash(elsewhere, command, match=match.id))
    assert "There's no such match." in private(await world.ann.slash(elsewhere, command, match=77))


async def test_a_draw_is_offered_where_the_game_has_draws(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameInfo, "draws", True)
    await world.begin()
    message = await asked(world, "ann", "match end")
    assert said(message).startswith("**ann** offers a draw.")


async def test_more_time_is_asked_for_oneself(world: World) -> None:
    await world.begin(clock="1d")
    message = await asked(world, "ann", "match more-time", hours=5)
    assert said(message).startswith("**ann** would like 5 more hours to decide.")


# leaving


# /leave: a call for a substitute, who may take the seat over, and what comes of it.


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
    assert world.pings(turn_message(world)) == [world.cleo.id]
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
    assert f"[Go to the match](https://discord.com/channels/{world.guild.id}/{thread.id})" in outside.content
    await taken(world, "cleo", outside)
    for each in (message, outside):
        after = world.latest(each)
        assert "✅ The seat has a new player." in after.content
        assert labels(after) == []
    added = [each.path for each in world.env.http_requests if each.path.endswith(f"/thread-members/{world.cleo.id}")]
    assert len(added) == 1


async def test_a_player_who_does_not_see_the_match_takes_no_seat(world: World) -> None:
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
    assert controls(turn_message(world))


# The messages of requests: found again after a crash, closed wherever they are, and buttons that nobody gave out.


async def test_a_post_that_was_made_before_a_crash_is_found_again(world: World) -> None:
    match = await world.begin()
    message = await asked(world, "ann", "match end")
    context = await again(world, match, {"request": 1})
    delivery = world.bot.deliveries["request"]
    assert await delivery.sent_before(context) == message.id
    assert await delivery.sent_before(await again(world, match, {"request": 11})) is None
    assert await delivery.sent_before(await again(world, match, {"request": 1, "edit": True})) is None
    assert await delivery.sent_before(await again(world, match, {"welcome": world.person("eve"), "seat": 2})) is None
    welcome = await world.show(discord.ui.View(), world.channel.id, f"<@{world.eve.id}>, you are asked to play on.")
    assert (
        await delivery.sent_before(await again(world, match, {"welcome": world.person("eve"), "seat": 2})) == welcome.id
    )


async def again(world: World, match: Match, payload: dict[str, int]) -> PostContext[Content]:
    """Return a post of the channel as the outbox hands it on after a crash."""
    post = Post(1, Subject.of_match(match.id), 0, "request", world.channel.id, payload, 1, match.started_at)
    content = load(post.kind, payload)
    return PostContext(post, content, match, match.session, await server_reader(world.bot, match.guild_id))


async def test_a_request_that_was_decided_before_it_was_posted_is_not_posted(world: World) -> None:
    match = await world.begin()
    await asked(world, "ann", "match end")
    await world.bot.arena.requests.withdraw(1, world.person("ann"))
    assert await world.bot.deliveries["request"].send(await again(world, match, {"request": 1})) is None


async def test_a_request_whose_message_is_nowhere_is_closed_all_the_same(world: World) -> None:
    match = await world.begin()
    message = await asked(world, "ann", "match end")
    delivery, edit = world.bot.deliveries["request"], await again(world, match, {"request": 1, "edit": True})
    unposted = replace(edit, post=replace(edit.post, channel_id=1))
    assert await delivery.send(unposted) is None
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=503, code=0)
    with pytest.raises(discord.HTTPException, match="503"):
        await delivery.send(edit)
    await message.delete()
    assert await delivery.send(edit) is None


async def test_a_button_that_no_version_had_does_nothing(world: World) -> None:
    await world.begin()
    await asked(world, "ann", "match end")
    forged = await world.forge("q:1:dance")
    assert "no longer works" in private(await world.bob.click(forged, custom_id="q:1:dance"))
