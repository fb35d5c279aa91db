"""Tables on Discord: opening, joining, challenges, seats, starting once, and what survives a restart."""

from __future__ import annotations

import itertools
import logging
from typing import Any

import discord
import pytest
import simcord

from cogs.core.custom_ids import TableId
from cogs.lobby.building import Building
from hosting.match.model import Match, Start, Table
from tests.cogs.conftest import World, private, take
from tests.cogs.playing import labels, message_of, texts


def seats(table: Table) -> list[int | None]:
    return [seat.person_id for seat in table.seats]


def custom_ids(message: discord.Message) -> list[str]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [str(getattr(item, "custom_id", "")) for row in rows for item in row.children]


async def test_a_table_shows_its_seats_and_controls(world: World) -> None:
    message = await world.lobby()

    assert "Replicants" in message.content
    assert f"Seat 1: <@{world.ann.id}>" in message.content
    assert "Seat 2: free" in message.content
    assert labels(message, disabled=True) == labels(message) == ["Join", "Terms", "Rules", "Cancel"]
    assert all(TableId.parse(each) for each in custom_ids(message) if each != "f:of:replicants")
    assert (await world.table()).message_id == message.id


async def test_a_table_says_what_it_invites_to(world: World) -> None:
    message = await world.lobby()
    assert "hex arena" in message.content
    assert "The picture is an example" not in message.content
    (start,) = message.attachments
    assert start.description is not None
    assert "E7" in start.description or "matrix" in start.description
    opened = message_of(await world.press("eve", message, "Rules"))
    assert opened.ephemeral
    assert texts(opened)[0] == "### Replicants: The goal and your first turn"
    # Joining changes the words and leaves the picture.
    await world.press("bob", message, "Join")
    assert [each.id for each in world.latest(message).attachments] == [start.id]


async def test_a_start_that_is_drawn_by_lot_is_shown_as_an_example(world: World) -> None:
    message = message_of(await world.ann.slash(world.channel, "new apex", players=3))
    assert "The picture is an example" in message.content
    assert len(message.attachments) == 1


async def test_joining_and_leaving_edit_the_message(world: World) -> None:
    message = await world.lobby()

    await world.press("bob", message, "Join")
    assert f"Seat 2: <@{world.bob.id}>" in world.latest(message).content
    assert "Start" in labels(world.latest(message))
    assert "Join" not in labels(world.latest(message))

    await world.press("bob", message, "Leave")
    assert "Seat 2: free" in world.latest(message).content
    assert len(world.channel.history()) == 1


async def test_the_host_hands_the_table_over_and_the_last_one_closes_it(world: World) -> None:
    message = await world.lobby()
    await world.press("bob", message, "Join")

    forged = await world.forge("t:1:0:seat", "x")
    assert "no such seat" in private(await world.ann.select(forged, ["x"]))
    await world.press("ann", message, "Leave")
    assert (await world.table()).host.person_id == world.person("bob")
    alone = await world.forge("t:1:3:leave")  # whom others have left is offered Cancel instead
    await world.bob.click(alone, label="forged")

    assert "cancelled" in world.latest(alone).content
    assert not world.latest(alone).components


async def test_only_the_host_cancels(world: World) -> None:
    message = await world.lobby()

    reply = await world.press("bob", message, "Cancel")
    assert "host" in private(reply)
    assert (await world.table()).status == "open"

    await world.press("ann", message, "Cancel")
    assert (await world.table()).status == "cancelled"


async def test_a_second_press_changes_nothing_and_says_so(world: World) -> None:
    message = await world.lobby()
    early = await world.as_it_was(message)
    await world.press("bob", message, "Join")
    table = await world.table()

    reply = await world.bob.click(early, label="Join")

    assert "seat" in private(reply)
    assert await world.table() == table
    assert f"Seat 2: <@{world.bob.id}>" in world.latest(early).content


async def test_all_others_at_a_table_of_six_can_be_challenged(world: World) -> None:
    fay = world.guild.add_member(world.env.create_user("fay"))
    asked = [world.bob, world.cleo, world.dan, world.eve, fay]
    named = {f"opponent{number}" if number > 1 else "opponent": who for number, who in enumerate(asked, 1)}
    message = await world.lobby(game="apex", players=6, **named)
    for seat, who in enumerate(asked, 2):
        assert f"Seat {seat}: <@{who.id}> is invited" in message.content
    assert world.pings(message) == [who.id for who in asked]


async def test_a_challenge_can_be_declined_and_accepted(world: World) -> None:
    message = await world.lobby(players=3, opponent=world.bob, opponent2=world.cleo)

    assert f"Seat 2: <@{world.bob.id}> is invited" in message.content
    assert {"Accept", "Decline"} <= set(labels(message))
    assert world.env.backend.get_message(world.channel.id, message.id).ping_user_ids == [world.bob.id, world.cleo.id]

    assert "invitation" in private(await world.press("dan", message, "Accept"))
    await world.press("bob", message, "Accept")
    await world.press("cleo", message, "Leave")

    assert seats(await world.table()) == [world.person("ann"), world.person("bob"), None]
    assert "Accept" not in labels(world.latest(message))
    await world.press("dan", message, "Join")
    assert seats(await world.table()) == [world.person("ann"), world.person("bob"), world.person("dan")]


async def test_an_edit_pings_nobody(world: World) -> None:
    message = await world.lobby(players=3, opponent=world.bob)
    await world.press("cleo", message, "Join")

    assert world.cleo.id not in world.env.backend.get_message(world.channel.id, message.id).ping_user_ids


async def test_bots_are_not_challenged(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))

    reply = await world.ann.slash(world.channel, "new replicants", opponent=robot)

    assert "is a bot" in private(reply)


async def test_a_seat_can_be_chosen_and_changed(world: World) -> None:
    message = await world.lobby(players=4)
    menu = next(each for each in custom_ids(message) if ":seat:" in each)

    await world.bob.select(message, ["4"], custom_id=menu)
    assert seats(await world.table()) == [world.person("ann"), None, None, world.person("bob")]

    menu = next(each for each in custom_ids(world.latest(message)) if ":seat:" in each)
    await world.ann.select(world.latest(message), ["2"], custom_id=menu)
    assert seats(await world.table()) == [None, world.person("ann"), None, world.person("bob")]


async def test_teams_are_shown_with_their_seats(world: World) -> None:
    message = await world.lobby(mode="teams")

    assert "Seat 1, team A" in message.content
    assert "Seat 2, team B" in message.content
    assert "teammates" in message.content.lower()


async def test_drawn_seats_offer_shuffle_and_are_drawn_at_the_start(world: World) -> None:
    message = await world.lobby(seats="random", where="here")
    assert labels(message) == ["Join", "Shuffle", "Terms", "Rules", "Cancel"]
    await world.press("bob", message, "Join")
    assert labels(world.latest(message)) == ["Leave", "Start", "Shuffle", "Rules", "Cancel"]
    assert "drawn" in world.latest(message).content

    assert "host" in private(await world.press("bob", message, "Shuffle"))
    await world.press("ann", message, "Shuffle")
    before = (await world.table()).rev
    await world.press("bob", message, "Start")

    table = await world.table()
    assert table.status == "started"
    assert table.rev == before + 2  # the draw, and the start
    assert set(seats(table)) == {world.person("ann"), world.person("bob")}


async def test_start_opens_a_thread_with_the_first_board(world: World) -> None:
    match = await world.begin(where="thread")

    message = world.latest(world.channel.history()[0])
    assert match.channel_id == message.id
    assert f"<#{match.channel_id}>" in message.content
    assert not message.components
    thread = world.place(match.channel_id)
    assert thread.is_thread
    assert thread.name == "Replicants: ann, bob"
    posted = [each for each in thread.history() if each.author == world.bot.user]
    assert [bool(each.attachments) for each in posted] == [True, False]
    assert {world.ann.id, world.bob.id} <= set(world.env.backend.get_channel(thread.id).thread_members)


async def test_start_here_plays_in_the_channel(world: World) -> None:
    match = await world.begin(where="here")

    assert match.channel_id == world.channel.id
    assert len(world.channel.history()) == 3  # lobby, board, status


async def test_a_second_start_makes_no_second_match(world: World) -> None:
    message = await world.lobby()
    await world.press("bob", message, "Join")
    early = await world.as_it_was(world.latest(message))
    await world.press("ann", message, "Start")

    reply = await world.bob.click(early, label="Start")

    assert "has started" in private(reply)
    assert len(world.channel.threads) == 1
    assert len(await world.bot.arena.matches.in_guild(world.guild.id)) == 1


async def test_start_is_refused_on_an_outdated_message(world: World) -> None:
    message = await world.lobby()
    await world.press("bob", message, "Join")
    early = await world.as_it_was(world.latest(message))
    await world.press("bob", message, "Leave")
    await world.press("cleo", message, "Join")

    reply = await world.ann.click(early, label="Start")

    assert "changed" in private(reply)
    await world.press("cleo", message, "Leave")
    assert "player is needed" in private(await world.ann.click(early, label="Start"))
    assert (await world.table()).status == "open"


async def test_onlookers_do_not_start(world: World) -> None:
    message = await world.lobby()
    await world.press("bob", message, "Join")

    assert "Only this match's players" in private(await world.press("eve", message, "Start"))


async def test_a_failed_start_leaves_no_thread_behind(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    message = await world.lobby()
    await world.press("bob", message, "Join")

    async def broken(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(type(world.bot.arena.starter), "begin", broken)
        reply = await world.press("ann", message, "Start")

    assert "went wrong on my side" in private(reply)
    assert "disk full" not in private(reply)
    assert world.channel.threads == []
    assert [record.message for record in world.logged.records if record.levelname == "ERROR"]
    world.logged.clear()

    await world.press("ann", message, "Start")
    assert (await world.table()).status == "started"


async def test_a_thread_left_by_a_dead_process_is_used(world: World) -> None:
    message = await world.lobby()
    await world.press("bob", message, "Join")
    left = await world.latest(message).create_thread(name="left behind")
    await world.env.settle()

    await world.press("ann", message, "Start")

    assert (await world.bot.arena.matches.get(1)).channel_id == left.id


async def test_buttons_survive_a_restart(world: World) -> None:
    message = await world.lobby(seats="random")
    await world.restart()

    await world.press("bob", message, "Join")
    await world.press("ann", message, "Start")

    assert (await world.table()).status == "started"
    assert world.bot.get_cog("Lobby") is not None


async def test_a_thread_cannot_hold_a_thread(world: World) -> None:
    match = await world.begin(where="thread")
    thread = world.place(match.channel_id)

    assert "I can't open a thread here" in private(await world.eve.slash(thread, "new replicants", where="thread"))


async def _started(world: World, message: discord.Message, host: str, guest: str) -> Match:
    """Have a table's guest join and its host start it; return its match, the second one of the world."""
    await world.press(guest, message, "Join")
    await world.press(host, message, "Start")
    await world.settle()
    return await world.bot.arena.matches.get(2)


async def _opened(world: World, place: simcord.ChannelHandle, **options: Any) -> discord.Message:
    answer = (await world.cleo.slash(place, "new replica", **options)).response
    assert answer is not None
    return answer.message


@pytest.mark.parametrize("where", [None, "here"])
async def test_where_a_match_is_running_the_next_has_a_thread(world: World, where: str | None) -> None:
    world.bot.default_where = "here"
    await world.begin()
    message = await _opened(world, world.channel, **({} if where is None else {"where": where}))
    assert "A match is running in this channel already, so this one will be played in a thread" in message.content
    match = await _started(world, message, "cleo", "dan")
    assert match.channel_id == message.id, "the thread is attached to the table"
    assert f"<#{match.channel_id}>" in world.latest(message).content


async def test_in_a_thread_the_next_match_has_a_thread_of_the_channel_above(world: World) -> None:
    thread = world.place((await world.begin(where="thread")).channel_id)
    message = await _opened(world, thread)
    assert f"in this thread already, so this one will be played in a thread of <#{world.channel.id}>" in message.content
    match = await _started(world, message, "cleo", "dan")
    assert world.place(match.channel_id)._channel.parent_id == world.channel.id
    assert match.channel_id != thread.id
    assert any("A match of Replica starts here" in each.content for each in world.own(world.channel))


async def test_who_plays_alone_in_a_thread_begins_another_match_in_a_thread_of_its_own(world: World) -> None:
    for number in (1, 2):
        place = world.channel if number == 1 else world.place((await world.bot.arena.matches.get(1)).channel_id)
        await world.ann.slash(place, "new mutants", players=1, loadout="usual")
        await world.settle()
        match = await world.bot.arena.matches.get(number)
        thread = world.place(match.channel_id)._channel
        assert (thread.parent_id, thread.type) == (world.channel.id, discord.ChannelType.private_thread.value)


async def test_where_the_next_match_can_have_no_thread_the_missing_permission_is_named(world: World) -> None:
    world.bot.default_where = "here"
    await world.begin()
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "create_public_threads")
    assert "`Create Public Threads`" in private(await world.cleo.slash(world.channel, "new replica"))


async def test_in_a_thread_the_permission_is_named_with_the_channel_that_lacks_it(world: World) -> None:
    thread = world.place((await world.begin(where="thread")).channel_id)
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages")
    told = private(await world.cleo.slash(thread, "new replica"))
    assert f"I lack a permission for that in <#{world.channel.id}>: `Send Messages`" in told


async def test_where_there_are_no_threads_a_second_match_is_refused(world: World) -> None:
    lounge = world.guild.create_voice_channel("lounge")
    for number in (1, 2):
        answer = await world.cleo.slash(lounge, "new replica")
        if number == 2:
            assert "no thread can be opened here for another one" in private(answer)
            break
        message = message_of(answer).message
        await world.press("dan", message, "Join")
        await world.press("cleo", message, "Start")
        await world.settle()


async def test_in_a_post_of_a_forum_the_next_match_has_a_post_of_its_own(world: World) -> None:
    forum = world.bot.get_channel(world.guild.create_forum_channel("games").id)
    assert isinstance(forum, discord.ForumChannel)
    post = (await world.as_bot(forum.create_thread(name="ours", content="Here we play."))).thread
    first, second = await _opened(world, world.place(post.id)), await _opened(world, world.place(post.id))
    for message in (first, second):
        await world.press("dan", message, "Join")
        await world.press("cleo", message, "Start")
        await world.settle()
    found = [(await world.bot.arena.matches.get(number)).channel_id for number in (1, 2)]
    assert found[0] == post.id
    assert found[1] != post.id
    assert world.place(found[1])._channel.parent_id == forum.id


@pytest.mark.parametrize("inside", [False, True])
async def test_a_channel_that_became_busy_before_start_has_the_match_in_a_thread(world: World, *, inside: bool) -> None:
    world.bot.default_where = "here"
    place = world.channel
    if inside:
        general = world.bot.get_channel(world.channel.id)
        assert isinstance(general, discord.TextChannel)
        talk = general.create_thread(name="talk", type=discord.ChannelType.public_thread)
        place = world.place((await world.as_bot(talk)).id)
    first, second = await _opened(world, place), await _opened(world, place)
    for message in (first, second):
        await world.press("dan", message, "Join")
        await world.press("cleo", message, "Start")
        await world.settle()
    found = [(await world.bot.arena.matches.get(number)).channel_id for number in (1, 2)]
    assert found[0] == place.id
    assert found[1] != place.id
    thread = world.place(found[1])
    assert thread._channel.parent_id == world.channel.id
    told = world.latest(second).content
    assert f"Another match was running here, so this one has started in a thread of its own: <#{thread.id}>" in told
    assert {world.cleo.id, world.dan.id} <= thread._channel.thread_members.keys()


async def test_where_another_start_was_faster_the_match_has_a_thread(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The channel is free when it is looked at, and busy when the match is to begin there."""
    slow, fast = await world.lobby(where="here"), await _opened(world, world.channel, where="here")
    place, looks = Building.place, itertools.count()

    async def too_early(self: Building, start: Start) -> Start:
        return await place(self, start) if next(looks) else start

    await world.press("bob", slow, "Join")
    await world.press("dan", fast, "Join")
    await world.press("cleo", fast, "Start")
    monkeypatch.setattr(Building, "place", too_early)
    await world.press("ann", slow, "Start")
    await world.settle()
    assert next(looks) == 2
    assert (await world.table(1)).status == "started"
    assert (await world.bot.arena.matches.get(2)).channel_id == slow.id


@pytest.mark.parametrize(
    ("permission", "where", "named"),
    [
        ("attach_files", "here", "Attach Files"),
        ("create_public_threads", "thread", "Create Public Threads"),
        ("send_messages_in_threads", "thread", "Send Messages In Threads"),
    ],
)
async def test_a_missing_permission_is_named_before_a_table_is_opened(
    world: World, permission: str, where: str, named: str
) -> None:
    take(world, permission)

    assert named in private(await world.ann.slash(world.channel, "new replicants", where=where))


@pytest.mark.parametrize(
    ("permission", "where", "named"),
    [
        ("send_messages", "here", "Send Messages"),
        ("read_message_history", "thread", "Read Message History"),
        ("attach_files", "thread", "Attach Files"),
    ],
)
async def test_a_permission_that_went_missing_is_named_before_the_match_starts(
    world: World, permission: str, where: str, named: str
) -> None:
    message = await world.lobby(where=where)
    await world.press("bob", message, "Join")
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, permission)

    assert f"`{named}`" in private(await world.ann.click(message, label="Start"))
    assert (await world.table()).status == "open"
    assert world.channel.threads == []


async def test_a_challenge_makes_sense(world: World) -> None:
    for options, words in (
        ({"opponent": world.ann}, "challenge another player"),
        ({"opponent": world.bob, "opponent2": world.bob}, f"You named <@{world.bob.id}> twice."),
        ({"opponent": world.bob, "opponent2": world.cleo, "players": 2}, "that makes 3 players, not 2"),
    ):
        assert words in private(await world.ann.slash(world.channel, "new replicants", **options))


async def test_the_lobby_shows_who_is_the_host(world: World) -> None:
    message = await world.lobby()
    await world.press("bob", message, "Join")
    assert f"<@{world.ann.id}> (host)" in world.latest(message).content
    await world.press("ann", message, "Leave")
    assert f"<@{world.bob.id}> (host)" in world.latest(message).content
    assert "Only the table's host, bob," in private(await world.press("ann", message, "Cancel"))


async def test_a_mode_that_does_not_exist_is_refused_with_those_that_do(world: World) -> None:
    text = private(await world.ann.slash(world.channel, "new replicants", players=3, mode="teams"))

    assert "isn't played like that" in text
    assert "Possible here" in text


async def test_more_opponents_than_a_game_for_two_holds_choose_a_larger_one(world: World) -> None:
    await world.lobby(opponent=world.bob, opponent2=world.cleo)

    assert len((await world.table()).seats) == 3


async def test_without_room_for_another_thread_the_match_is_played_where_its_table_is(world: World) -> None:
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages/*/threads", status=400, code=160006)
    match = await world.begin(where="thread")
    assert match.channel_id == world.channel.id
    told = [each.content for each in world.own(world.channel)]
    (why,) = [each for each in told if "Discord's limit of 1,000 active threads" in each]
    assert why.endswith("so the match is played in this channel.")
    assert any(f"<@{world.ann.id}>: charge" in each for each in told)


async def test_where_no_thread_and_no_channel_is_free_it_is_said_what_works(world: World) -> None:
    await world.begin()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages/*/threads", status=400, code=160006)
    reply = await world.cleo.slash(world.channel, "new replicants", where="thread")
    assert reply.response is not None
    lobby = reply.response.message
    await world.press("dan", lobby, "Join")
    pressed = await world.press("cleo", lobby, "Start")
    assert "as many active threads as Discord allows (1,000)" in private(pressed)
    assert "Play in this channel instead (under **Terms**)" in private(pressed)
    assert (await world.table(2)).status == "open"
    assert not [each for each in world.logged.records if each.levelno >= logging.ERROR]


async def test_an_opponent_who_cannot_look_into_the_channel_is_not_challenged(world: World) -> None:
    world.deny(world.channel, world.bob.id, "view_channel")
    told = private(await world.ann.slash(world.channel, "new replicants", opponent=world.bob, where="here"))
    assert told.startswith(f"{world.bob.mention} can't see this channel")
    assert world.own(world.channel) == []
    other = world.guild.create_text_channel("other")
    await world.ann.slash(other, "new replicants", opponent=world.bob, where="here")
    assert world.own(other)


async def test_an_organiser_cancels_a_table_that_its_host_left_open(world: World) -> None:
    message = await world.lobby(where="here")
    assert "Only the table's host, ann," in private(await world.press("bob", message, "Cancel"))
    world.promote(world.eve)
    await world.press("eve", message, "Cancel")
    assert (await world.bot.arena.tables.get(1)).status == "cancelled"
