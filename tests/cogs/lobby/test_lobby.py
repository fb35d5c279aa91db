"""Tables on Discord: opening, joining, challenges, seats, starting once, and what survives a restart."""

from __future__ import annotations

import itertools
import logging
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from simcord import interactions

from cogs.core.custom_ids import TableId
from cogs.core.messages import custom_ids
from cogs.core.text import MESSAGE_LIMIT, MOST_OPTIONS, plain
from cogs.lobby.blocks import _messages
from cogs.lobby.building import Building
from cogs.lobby.opening import NAME, _games
from cogs.lobby.seeks import modes_of, read_mode, read_options
from cogs.ui.lobby import PRESET_TEXTS
from engine import registry
from engine.text import say
from hosting.lobby import blocks
from hosting.match.model import Match, Start, Table, Where
from hosting.match_terms import QUICK, USUAL_CLOCK, Terms
from locales import languages, translator
from tests.catalogues import everything_in
from tests.cogs.conftest import World, private, take
from tests.cogs.playing import labels, message_of, texts


def seats(table: Table) -> list[int | None]:
    return [seat.person_id for seat in table.seats]


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
    message = await world.lobby(drawn=True, where="here")
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
    assert [bool(each.attachments) for each in posted] == [True]
    assert {world.ann.id, world.bob.id} <= set(world.env.backend.get_channel(thread.id).thread_members)


async def test_a_thread_is_named_as_the_servers_language_writes_it(world: World) -> None:
    french = translator("fr")
    with everything_in(french):
        table = await world.lobby(where="thread")
        for name, label in (("bob", "Join"), ("ann", "Start")):
            await world.press(name, table, say(label, context="button").render(french))
        await world.settle()
    (thread,) = world.channel.threads
    assert thread.name == "Replicants\u00a0: ann, bob"


async def test_start_here_plays_in_the_channel(world: World) -> None:
    match = await world.begin(where="here")

    assert match.channel_id == world.channel.id
    assert len(world.channel.history()) == 2  # the lobby and the board


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
    (entry,) = [record for record in world.logged.records if record.levelname == "ERROR"]
    known = vars(entry)
    assert (known["cause"], known["shard"], entry.message) == ("error", 0, f"unexpected error {known['number']}")
    assert f"`{known['number']}`" in private(reply)
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
    message = await world.lobby(drawn=True)
    await world.restart()

    await world.press("bob", message, "Join")
    await world.press("ann", message, "Start")

    assert (await world.table()).status == "started"
    assert world.bot.get_cog("Lobby") is not None


async def test_a_voice_channel_cannot_hold_a_thread(world: World) -> None:
    voice = world.guild.create_voice_channel("lounge")
    opened = message_of(await world.eve.slash(voice, "new replicants"))
    panel = message_of(await world.eve.click(opened, label="Terms"))
    asked = await world.eve.click(panel, label="Place")
    told = private(await world.eve.submit_modal(asked, {"seats": "joined", "where": "thread"}))
    assert "I can't open a thread here" in told


async def test_only_what_the_command_declares_is_read(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    build = interactions.build_options

    def with_more(*given: Any, **named: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        options, resolved = build(*given, **named)
        more = {"undo": "never", "where": "here", "reserve": "draft"}
        return options + [{"name": key, "type": 3, "value": value} for key, value in more.items()], resolved

    await world.lobby(game="mutants", players=2)
    with monkeypatch.context() as patch:
        patch.setattr(interactions, "build_options", with_more)
        await world.lobby(game="mutants", players=2)
    plain, more = await world.table(1), await world.table(2)
    assert (more.terms, more.where, more.options) == (plain.terms, plain.where, plain.options)


async def _started(world: World, message: discord.Message, host: str, guest: str) -> Match:
    """Have a table's guest join and its host start it; return its match, the second one of the world."""
    await world.press(guest, message, "Join")
    await world.press(host, message, "Start")
    await world.settle()
    return await world.bot.arena.matches.get(2)


async def _opened(world: World, place: simcord.ChannelHandle, **options: Any) -> discord.Message:
    answer = (await world.open_table(world.cleo, place, "replica", **options)).response
    assert answer is not None
    return answer.message


@pytest.mark.parametrize("where", [None, "here"])
async def test_where_a_match_is_running_the_next_has_a_thread(world: World, where: str | None) -> None:
    world.bot.default_where = "here"
    await world.begin()
    message = await _opened(world, world.channel, **({} if where is None else {"where": where}))
    assert "A match is already running in this channel, so this one will be played in its own thread" in message.content
    match = await _started(world, message, "cleo", "dan")
    assert match.channel_id == message.id, "the thread is attached to the table"
    assert f"<#{match.channel_id}>" in world.latest(message).content


async def test_in_a_thread_the_next_match_has_a_thread_of_the_channel_above(world: World) -> None:
    thread = world.place((await world.begin(where="thread")).channel_id)
    message = await _opened(world, thread)
    assert (
        f"running in this thread, so this one will be played in another thread of <#{world.channel.id}>"
        in message.content
    )
    match = await _started(world, message, "cleo", "dan")
    assert world.place(match.channel_id)._channel.parent_id == world.channel.id
    assert match.channel_id != thread.id
    assert any("A match of Replica is starting here" in each.content for each in world.own(world.channel))


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
    assert f"I'm missing permissions for that in <#{world.channel.id}>: `Send Messages`" in told


async def test_where_there_are_no_threads_a_second_match_is_refused(world: World) -> None:
    lounge = world.guild.create_voice_channel("lounge")
    for number in (1, 2):
        answer = await world.cleo.slash(lounge, "new replica")
        if number == 2:
            assert "I can't open a thread here for another one" in private(answer)
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
    assert f"Another match was running here, so this one has started in its own thread: <#{thread.id}>" in told
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
    world: World, permission: str, where: Where, named: str
) -> None:
    take(world, permission)

    assert named in private(await world.open_table(world.ann, world.channel, "replicants", where=where))


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
        ({"opponent": world.bob, "opponent2": world.cleo, "players": 2}, "make 3 players, but there's room for 2."),
    ):
        assert words in private(await world.open_table(world.ann, world.channel, "replicants", **options))


async def test_the_lobby_shows_who_is_the_host(world: World) -> None:
    message = await world.lobby()
    await world.press("bob", message, "Join")
    assert f"<@{world.ann.id}> (host)" in world.latest(message).content
    await world.press("ann", message, "Leave")
    assert f"<@{world.bob.id}> (host)" in world.latest(message).content
    assert "Only the table's host, bob," in private(await world.press("ann", message, "Cancel"))


async def test_a_mode_that_does_not_exist_is_refused_with_those_that_do(world: World) -> None:
    text = private(await world.ann.slash(world.channel, "new replicants", players=3, mode="teams"))

    assert "has no such mode" in text
    assert "Possible here" in text


@pytest.mark.parametrize("language", languages()[1:])
async def test_what_is_possible_instead_is_named_in_the_language_of_who_asked(world: World, language: str) -> None:
    await world.ann.slash(world.channel, "settings language", mine=language)
    info = registry.get("replicants").info
    two = plain(info.modes[0].name, language)
    assert two != str(info.modes[0].name)
    for command, options, possible in (
        ("new replicants", {"players": 3, "mode": "teams"}, two),
        ("new replicants", {"clock": "soon"}, plain(PRESET_TEXTS[QUICK][0], language)),
        ("seek create", {"game": "replicants", "mode": "solitaire"}, two),
    ):
        assert f"`{possible}`" in private(await world.ann.slash(world.channel, command, **options))


@pytest.mark.parametrize("language", languages())
def test_what_is_typed_can_be_said_in_the_readers_language(language: str) -> None:
    for game in registry.games():
        for mode in modes_of(game.info):
            assert read_mode(game.info, plain(mode.name, language), language) == mode.key
        for option in game.info.options:
            for value in option.choices:
                typed = f"{option.key}={plain(option.label(value), language)}"
                if not set(",;") & set(typed):
                    assert read_options(game.info, typed, language) == ((option.key, value),)


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
    reply = await world.cleo.slash(world.channel, "new replicants")
    assert reply.response is not None
    lobby = reply.response.message
    await world.press("dan", lobby, "Join")
    pressed = await world.press("cleo", lobby, "Start")
    assert "Discord's limit of 1,000 active threads" in private(pressed)
    assert "Play in this channel instead (under **Terms**)" in private(pressed)
    assert (await world.table(2)).status == "open"
    assert not [each for each in world.logged.records if each.levelno >= logging.ERROR]


async def test_an_opponent_who_cannot_look_into_the_channel_is_not_challenged(world: World) -> None:
    world.deny(world.channel, world.bob.id, "view_channel")
    told = private(await world.open_table(world.ann, world.channel, "replicants", opponent=world.bob, where="here"))
    assert told.startswith(f"{world.bob.mention} can't see this channel")
    assert world.own(world.channel) == []
    other = world.guild.create_text_channel("other")
    await world.open_table(world.ann, other, "replicants", opponent=world.bob, where="here")
    assert world.own(other)


async def test_an_organiser_cancels_a_table_that_its_host_left_open(world: World) -> None:
    message = await world.lobby(where="here")
    assert "Only the table's host, ann," in private(await world.press("bob", message, "Cancel"))
    world.promote(world.eve)
    await world.press("eve", message, "Cancel")
    assert (await world.bot.arena.tables.get(1)).status == "cancelled"


# `/settings block` on Discord: what it keeps apart, what each side is told, and that nobody else learns of it.


NOBODY = "You haven't blocked anyone. To keep a player away from your tables, use `/settings block add:`."


async def block(world: World, who: str, other: str) -> str:
    return private(await world.people[who].slash(world.channel, "settings block", add=world.people[other]))


async def test_a_block_is_added_listed_and_removed(world: World) -> None:
    told = await block(world, "ann", "bob")
    assert told.startswith(f"You've blocked <@{world.bob.id}>.")
    assert "aren't told" in told
    assert "leagues" in told
    assert "already" in await block(world, "ann", "bob")
    await block(world, "ann", "cleo")
    await world.restart()
    listed = private(await world.ann.slash(world.channel, "settings block"))
    assert listed == f"You've blocked 2 players: <@{world.bob.id}> <@{world.cleo.id}>"
    assert private(await world.bob.slash(world.channel, "settings block")) == NOBODY
    removed = private(await world.ann.slash(world.channel, "settings block", remove=world.bob))
    assert removed == f"You've unblocked <@{world.bob.id}>. They aren't told."
    assert "`/settings block` shows" in private(
        await world.ann.slash(world.channel, "settings block", remove=world.bob)
    )
    assert (
        private(await world.ann.slash(world.channel, "settings block"))
        == f"You've blocked one player: <@{world.cleo.id}>"
    )
    assert world.channel.history() == []


async def test_oneself_and_bots_are_not_blocked(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert await block(world, "ann", "ann") == "You can't block yourself."
    assert "is a bot" in private(await world.ann.slash(world.channel, "settings block", add=robot))
    assert private(await world.ann.slash(world.channel, "settings block")) == NOBODY


async def test_one_block_too_many_is_refused_with_what_to_do(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 1)
    await block(world, "ann", "bob")
    told = await block(world, "ann", "cleo")
    assert told.startswith("You've already blocked 1 players")
    assert "/settings block remove:" in told
    assert (
        private(await world.ann.slash(world.channel, "settings block"))
        == f"You've blocked one player: <@{world.bob.id}>"
    )


async def test_the_blocked_are_refused_in_private_and_without_a_reason(world: World) -> None:
    message = await world.lobby(players=3)
    await block(world, "ann", "bob")
    before = world.latest(message).content
    assert private(await world.press("bob", message, "Join")) == "You can't join this table. Open your own with `/new`."
    assert world.latest(message).content == before
    assert "Join" in labels(world.latest(message))
    told = private(await world.bob.slash(world.channel, "new replicants", players=2, opponent=world.ann))
    assert told == "You can't challenge ann to this match. Open the table without naming them: others can join."
    assert len(world.channel.history()) == 1  # the first table
    await world.press("cleo", message, "Join")
    assert f"<@{world.cleo.id}>" in world.latest(message).content


async def test_who_blocks_is_reminded_of_it(world: World) -> None:
    message = await world.lobby()
    await block(world, "bob", "ann")
    assert private(await world.press("bob", message, "Join")) == (
        "You've blocked ann. To unblock them, use `/settings block remove:`."
    )
    told = private(await world.bob.slash(world.channel, "new replicants", opponent=world.ann))
    assert told == "You've blocked ann. To unblock them, use `/settings block remove:`."
    assert len(world.channel.history()) == 1


def test_a_long_list_takes_several_messages() -> None:
    mentions = [f"<@{10**18 + number}>" for number in range(100)]
    texts = _messages("You've blocked 100 players:", mentions)
    assert len(texts) == 2
    assert all(len(text) <= MESSAGE_LIMIT for text in texts)
    assert " ".join(texts).split()[4:] == mentions


# Challenge, in the menu of a member.


async def challenge(world: World, player: simcord.MemberActor, game: str) -> simcord.InteractionResult:
    shown = await world.ann.context_menu(world.channel, NAME, player)
    return await world.ann.submit_modal(shown, {"game": [game]})


async def test_a_challenge_opens_a_table_with_an_invitation_as_new_does(world: World) -> None:
    answer = await challenge(world, world.bob, "apex:3")
    assert answer.response is not None
    lobby = answer.response.message
    assert not lobby.flags.ephemeral
    assert world.pings(lobby) == [world.bob.id]
    table = await world.table()
    assert (table.game, table.mode, table.where) == ("apex", "3", "thread")
    assert [(seat.person_id, seat.invited) for seat in table.seats] == [
        (world.person("ann"), False),
        (world.person("bob"), True),
        (None, False),
    ]
    await world.press("bob", lobby, "Accept")
    assert (await world.table()).seats[1].taken


async def test_who_cannot_be_challenged_is_refused_before_a_game_is_asked_for(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    world.deny(world.channel, world.cleo.id, "view_channel")
    for player, why in (
        (world.ann, "challenge another player"),
        (robot, "is a bot and doesn't play"),
        (world.cleo, "can't see this channel"),
    ):
        assert why in private(await world.ann.context_menu(world.channel, NAME, player))
    assert world.own(world.channel) == []


async def test_the_same_is_looked_at_when_the_game_is_picked(world: World) -> None:
    shown = await world.ann.context_menu(world.channel, NAME, world.bob)
    world.deny(world.channel, world.bob.id, "view_channel")
    assert "can't see" in private(await world.ann.submit_modal(shown, {"game": ["replicants:2"]}))
    await world.as_bot(world.bot.arena.blocks.add(world.person("dan"), world.person("ann")))
    assert private(await challenge(world, world.dan, "replicants:2"))
    assert world.own(world.channel) == []


async def test_teams_that_may_not_talk_are_challenged_too(world: World) -> None:
    await challenge(world, world.bob, "replicants:teams")
    table = await world.table()
    assert (table.mode, table.where) == ("teams", "channels")
    (lobby,) = world.own(world.channel)
    assert "Teammates mustn't communicate" in lobby.content


def test_every_game_for_more_than_one_is_there_and_the_menu_holds_them() -> None:
    others = [mode for game in registry.games() for mode in game.info.modes if not mode.alone]
    assert 0 < len(_games()) == len(others) <= MOST_OPTIONS


async def test_a_challenge_has_the_usual_clock(world: World) -> None:
    world.bot.default_clock = USUAL_CLOCK
    await challenge(world, world.bob, "replica:2")
    assert Terms.load((await world.table()).terms).clock == USUAL_CLOCK


async def test_a_challenge_to_mutants_opens_with_ready_decks(world: World) -> None:  # M71
    await challenge(world, world.bob, "mutants:2")
    assert (await world.table()).options == (("reserve", "ready"),)


# Tables that lapse, on Discord: one quiet notice, then a message without controls, also after a restart.


DAY = 86400.0


async def shortest(world: World) -> None:
    """Have tables lapse after two days: each day of simulated time takes a while."""
    change = world.bot.arena.settings.change_server(world.guild.id, lambda each: replace(each, table_days=2))
    await world.as_bot(change)


async def days(world: World, count: float) -> None:
    await world.env.advance_time(count * DAY)
    await world.settle()


async def test_the_players_are_told_once_and_quietly_and_a_day_later_the_table_is_closed(world: World) -> None:
    await shortest(world)
    message = await world.lobby(players=3, opponent=world.cleo)
    await world.press("bob", message, "Join")
    early = await world.as_it_was(world.latest(message))
    await days(world, 1)
    notice = world.own(world.channel)[-1]
    assert notice.id != message.id
    assert notice.content.startswith(f"<@{world.ann.id}> and <@{world.bob.id}>: nobody has started")
    assert f"/{world.guild.id}/{world.channel.id}/{message.id}" in notice.content
    assert notice.flags.suppress_notifications
    assert notice.flags.suppress_embeds
    assert set(world.pings(notice)) == {world.ann.id, world.bob.id}  # Cleo was asked and has not answered
    await world.restart()
    await days(world, 1)
    closed = world.latest(message)
    assert "this table has expired" in closed.content
    assert not closed.components
    assert (await world.table()).status == "cancelled"
    assert "has expired" in private(await world.bob.click(early, label="Leave"))
    assert [each.id for each in world.own(world.channel) if "nobody has started" in each.content] == [notice.id]


async def test_a_table_lapses_where_nothing_can_be_said(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await shortest(world)
    message = await world.lobby()
    take(world, "send_messages", "view_channel")
    with caplog.at_level("INFO"):
        await days(world, 2)
    assert (await world.table()).lapsed
    assert "could not say in channel" in caplog.text
    assert labels(world.latest(message))  # as it was: Discord did not let the bot say more


async def test_a_message_that_is_gone_keeps_no_table(world: World) -> None:
    await shortest(world)
    message = await world.lobby()
    world.env.backend.delete_message(world.channel.id, message.id)
    await days(world, 2)
    assert (await world.table()).lapsed
    async with world.bot.arena.db.read() as connection:
        assert (await connection.exec_driver_sql("SELECT 1 FROM deadlines WHERE kind = 'lapse'")).all() == []


async def test_a_notice_that_arrived_is_found_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await shortest(world)
    await world.lobby()
    send = discord.abc.Messageable.send

    async def cut_off(*args: object, **given: object) -> None:
        await send(*args, **given)  # type: ignore[call-overload]
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(discord.abc.Messageable, "send", cut_off)
        await days(world, 1)
    await days(world, 600 / DAY)
    assert len([each for each in world.own(world.channel) if "nobody has started" in each.content]) == 1
    await days(world, 1)
    assert (await world.table()).lapsed


async def test_managers_choose_how_long_tables_wait(world: World) -> None:
    await world.lobby()
    mod = world.organiser()
    shown = private(await mod.slash(world.channel, "settings server"))
    assert "Open tables expire after 14 days" in shown
    assert "manage the server" in private(await world.ann.slash(world.channel, "settings server", table_days=3))
    assert "after 3 days" in private(await mod.slash(world.channel, "settings server", table_days=3))
    due = await world.bot.arena.schedule.due_at("lapse", "1")
    assert due is not None
    assert (due - (await world.table()).created_at).days == 2


# `/seek` on Discord: seeks that only their makers see, and matches that are announced, declined, begun.


async def seek(world: World, name: str, **options: object) -> str:
    """Have a player make an offer; return what they are told."""
    given = {"game": "replicants", "mode": "2", **options}
    told = private(await world.people[name].slash(world.channel, "seek create", **given))
    await world.settle()
    return told


def announced(world: World) -> list[discord.Message]:
    return [each for each in world.own(world.channel) if "you've been matched" in each.content]


async def test_two_offers_make_a_match_in_a_thread_of_its_announcement(world: World) -> None:
    told = await seek(world, "ann", clock="3d", lowest=1200, highest=1700, at_once=2, can_decline=False)
    assert "**Replicants, 2 players (seek 1)**" in told
    assert "3d per turn" in told
    assert "rated 1200 to 1700.\n2 matches at a time." in told
    assert announced(world) == []
    await seek(world, "bob")
    (message,) = announced(world)
    match = await world.bot.arena.matches.get(1)
    assert {seat.person_id for seat in match.seats} == {world.person("ann"), world.person("bob")}
    assert {seat.name for seat in match.seats} == {"ann", "bob"}
    assert match.channel_id == message.id, "its thread"
    assert message.content.endswith(f"The match has started: <#{match.channel_id}>")
    assert not message.components


async def test_players_step_back_by_the_button_if_their_offer_asks(world: World) -> None:
    await seek(world, "ann", can_decline=True)
    await seek(world, "bob")
    (message,) = announced(world)
    assert f"Until then <@{world.ann.id}> can decline" in message.content
    assert labels(message) == ["Decline"]
    assert set(world.pings(message)) == {world.ann.id, world.bob.id}
    assert "aren't one of the players in this match" in private(await world.press("eve", message, "Decline"))
    assert "For time to decline" in private(await world.press("bob", message, "Decline"))
    await world.restart()
    early = await world.as_it_was(world.latest(message))
    await world.press("ann", message, "Decline")
    await world.settle()
    assert "declined" in world.latest(message).content
    assert not world.latest(message).components
    assert "too late" in private(await world.ann.click(early, label="Decline"))
    await world.env.advance_time(1200)
    await world.settle()
    assert await world.bot.arena.matches.in_guild(world.guild.id) == []


async def test_the_match_begins_after_ten_minutes(world: World) -> None:
    await seek(world, "ann", can_decline=True)
    await seek(world, "bob")
    await world.restart()
    await world.env.advance_time(601)
    await world.settle()
    assert len(await world.bot.arena.matches.in_guild(world.guild.id)) == 1
    assert "has started" in announced(world)[0].content


async def test_offers_are_listed_and_cancelled_by_their_makers_alone(world: World) -> None:
    assert "You have no seeks here" in private(await world.ann.slash(world.channel, "seek list"))
    await seek(world, "ann")
    await seek(world, "ann", mode="3", expires="2099-01-01")
    listed = private(await world.ann.slash(world.channel, "seek list"))
    assert "**Replicants, 2 players (seek 1)**" in listed
    assert "Opponents of any rating.\nOne match at a time." in listed
    assert "If nobody names one: 3d each" in listed
    assert "You have no seeks here" in private(await world.bob.slash(world.channel, "seek list"))
    offered = await world.ann.autocomplete(world.channel, "seek cancel", "seek", "")
    assert [each["value"] for each in offered] == [1]
    assert await world.bob.autocomplete(world.channel, "seek cancel", "seek", "") == []
    assert "no such seek" in private(await world.bob.slash(world.channel, "seek cancel", seek=1))
    assert "has ended" in private(await world.ann.slash(world.channel, "seek cancel", seek=1))
    assert "no such seek" in private(await world.ann.slash(world.channel, "seek cancel", seek=1))
    await seek(world, "bob")
    assert announced(world) == []


async def test_what_could_never_come_to_a_match_is_refused_in_a_sentence(
    world: World, subtests: pytest.Subtests
) -> None:
    for options, words in (
        ({"mode": "solitaire"}, "has no mode"),
        ({"lowest": 1700, "highest": 1300}, "put the lower rating first"),
        ({"lowest": -1}, "Ratings go from"),
        ({"highest": 4001}, "Ratings go from"),
        ({"expires": "2020-01-01"}, "choose a day in the future"),
        ({"expires": "9999-12-31"}, "366 days at most"),
        ({"expires": "soon"}, "as a day"),
        ({"clock": "a while"}, "as a clock"),
        ({"options": "fast"}, "isn't an option"),
        ({"options": "a=b"}, "no option"),
        ({"game": "mutants", "mode": "solo"}, "alone"),
        ({"game": "mutants", "mode": "2", "options": "reserve=constructed"}, "in private"),
    ):
        with subtests.test(**options):
            told = await seek(world, "ann", **options)
            assert words in told
            assert "went wrong" not in told
    assert "You have no seeks here" in private(await world.ann.slash(world.channel, "seek list"))


async def test_what_is_typed_is_completed(world: World) -> None:
    modes = await world.ann.autocomplete(world.channel, "seek create", "mode", "", game="replicants")
    assert "2" in [each["value"] for each in modes]
    clocks = await world.ann.autocomplete(world.channel, "seek create", "clock", "", game="replicants")
    assert "3d" in [each["value"] for each in clocks]
    assert "own" not in [each["value"] for each in clocks]
    first = await world.ann.autocomplete(world.channel, "seek create", "options", "", game="replica")
    known = first[0]["value"]
    more = await world.ann.autocomplete(world.channel, "seek create", "options", f"{known}; ", game="replica")
    key = str(known).partition("=")[0]
    assert all(str(each["value"]).startswith(f"{known}; ") for each in more)
    assert not any(f"; {key}=" in str(each["value"]) for each in more)


async def test_a_match_is_announced_only_where_all_players_look(world: World) -> None:
    hidden = world.guild.create_text_channel("hidden")
    world.deny(hidden, world.bob.id, "view_channel")
    await world.settle()
    await world.ann.slash(hidden, "seek create", game="replicants", mode="2")
    await world.settle()
    await seek(world, "bob")
    assert [each for each in world.own(hidden) if "offers" in each.content] == []
    assert len(announced(world)) == 1, "in the channel of the other offer"


async def test_who_left_the_server_is_not_brought_together(world: World) -> None:
    await seek(world, "ann")
    world.env.backend.remove_member(world.guild.id, world.ann.id)
    await world.settle()
    await seek(world, "bob")
    assert announced(world) == []
    await seek(world, "cleo")
    assert len(announced(world)) == 1


async def test_offers_of_four_make_a_match_of_silent_teams_in_its_own_channels(world: World) -> None:
    for name in ("ann", "bob", "cleo", "dan"):
        await seek(world, name, mode="teams")
    (message,) = announced(world)
    match = await world.bot.arena.matches.get(1)
    assert match.silent
    assert {place.role for place in match.places} >= {"board", "team:0", "team:1"}
    assert message.content.endswith(f"The match has started: <#{match.channel_id}>")
    assert match.channel_id not in {message.id, world.channel.id}
