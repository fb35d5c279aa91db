"""The places of matches that the program starts, and what a process that died left of them."""

from __future__ import annotations

from dataclasses import fields, replace
from unittest.mock import AsyncMock, patch

import discord
import pytest
import simcord
from sqlalchemy import update

from cogs.core.errors import MissingPermission, Refusal
from cogs.core.messages import custom_ids
from cogs.lobby.building import Building, NotInServer
from hosting.clock import Quiet, read_clock
from hosting.lobby.model import NoSuchTable
from hosting.lobby.rematch import LAPSES
from hosting.lobby.starter import ARCHIVE_AFTER, StartQueue
from hosting.match.model import Match, Ordered, Place, Post, Start, Where
from hosting.match_terms import Terms
from store.schema import rematches
from store.tables.values import Subject
from tests.cogs.conftest import World, private, take
from tests.cogs.league.playing import begin
from tests.cogs.lobby.test_loadouts import panel, type_in
from tests.cogs.playing import labels, message_of
from tests.grove import GROVE

NAMES = ("ann", "bob", "cleo", "dan")


class Died(BaseException):
    """The process ends before it can note what it has made."""


class Maker:
    """Asks for places as the starter does; it dies when it would note the thing after so many."""

    def __init__(self, world: World, start: Start) -> None:
        self.world, self.start = world, start
        self.made: list[tuple[str, int]] = []
        self.notes = 100

    @property
    def ordered(self) -> Ordered:
        """What is stored of the start."""
        now = self.world.clock.now()
        return Ordered(7, self.start, "building", now, made=tuple(self.made), began_at=now)

    async def _note(self, what: str, made: int) -> None:
        if len(self.made) == self.notes:
            raise Died
        if (what, made) not in self.made:
            self.made.append((what, made))

    async def build(self, *, again: bool = False) -> tuple[Place, ...]:
        """Have the places made."""
        since = self.world.clock.now() if again else None
        names = [name for name in NAMES if self.world.person(name) in self.start.people]
        building = Building(self.world.bot)
        return (await self.world.as_bot(building.build(self.ordered, names, self._note, since))).places

    async def die(self, notes: int) -> None:
        """Have places made by a process that dies after so many notes."""
        self.notes = notes
        with pytest.raises(Died):
            await self.build()
        await self.world.settle()
        self.notes = 100

    async def undo(self) -> tuple[tuple[str, int], ...]:
        """Have taken back what was made."""
        return await self.world.as_bot(Building(self.world.bot).undo(self.ordered))


def a_start(world: World, *people: str, where: Where = "thread", mode: str = "2", game: str = "replicants") -> Start:
    seats = {seat: world.person(name) for seat, name in enumerate(people or ("ann", "bob"), 1)}
    return Start(world.guild.id, world.channel.id, where, game, mode, (), seats, "test:1")


def threads(world: World) -> list[int]:
    return [each.id for each in world.env.backend.active_threads(world.guild.id)]


def announced(world: World) -> list[discord.Message]:
    """Return what the bot posted, without what the simulation says of threads."""
    return [each for each in world.own(world.channel) if each.type is discord.MessageType.default]


def channels(world: World) -> int:
    return len(world.env.backend.get_guild(world.guild.id).channel_ids)


def in_forum(world: World) -> Start:
    return replace(a_start(world), channel_id=world.guild.create_forum_channel("matches").id)


@pytest.mark.parametrize("notes", [0, 1])
async def test_a_thread_of_the_programs_own_message_is_found_again(world: World, notes: int) -> None:
    maker = Maker(world, a_start(world))
    await maker.die(notes)
    (place,) = await maker.build(again=True)
    assert threads(world) == [place.channel_id]
    (message,) = announced(world)
    assert message.id == place.channel_id
    assert message.content == (f"A match of Replicants is starting here: {world.ann.mention}, {world.bob.mention}.")
    assert world.pings(message) == []
    assert maker.made == [("message", message.id), ("thread", message.id)]
    assert await maker.undo() == ()
    assert (threads(world), announced(world)) == ([], [])


async def test_starts_that_are_alike_take_a_message_each(world: World) -> None:
    first, second = Maker(world, a_start(world)), Maker(world, a_start(world))
    await first.die(0)
    await second.build(again=True)
    noted = [frozenset({message for what, message in second.made})] * 2
    with patch.object(StartQueue, "noted", AsyncMock(side_effect=lambda _: noted[0])):
        await first.build(again=True)
    assert len(threads(world)) == len({*first.made, *second.made}) // 2 == 2
    assert {each.id for each in announced(world)} == {*threads(world)}


async def test_the_thread_of_a_league_is_found_by_its_name_and_adds_no_line(world: World) -> None:
    await begin(world, world.organiser(), *NAMES, format="knockout", clock="1d")
    view = await world.bot.arena.leagues.view(1)
    before, lines = {*threads(world)}, len(world.own(world.channel))
    maker = Maker(world, replace(a_start(world), origin=f"league:{view.fixtures[0].id}:2"))
    await maker.die(0)
    (lost,) = {*threads(world)} - before
    assert await maker.build(again=True) == (Place("board", lost),)
    assert world.place(lost).name == "Winter · Semi-final: ann, bob"
    assert len(world.own(world.channel)) == lines
    assert await maker.undo() == ()
    assert {*threads(world)} == before


@pytest.mark.parametrize("notes", [0, 1])
async def test_what_nobody_noted_is_taken_back(world: World, notes: int) -> None:
    maker = Maker(world, a_start(world))
    await maker.die(notes)
    assert announced(world)
    assert await maker.undo() == ()
    assert (threads(world), announced(world)) == ([], [])


async def test_a_thread_of_a_table_is_found_by_its_message(world: World) -> None:
    lobby = await world.lobby()
    maker = Maker(world, replace(a_start(world), message_id=lobby.id))
    await maker.die(0)
    assert await maker.build(again=True) == (Place("board", lobby.id),)
    assert threads(world) == [lobby.id]
    assert await maker.undo() == ()
    assert threads(world) == []
    assert world.latest(lobby).id == lobby.id


async def with_a_thread(world: World) -> Maker:
    """Return what makes the place of a table on whose message a member has opened a thread, as Discord answers then."""
    lobby = await world.lobby()
    thread = await world.as_bot(lobby.create_thread(name="What is this?"))
    world.env.backend.channels[thread.id].owner_id = world.eve.id
    await world.restart()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages/{lobby.id}/threads", status=400, code=160004)
    return Maker(world, replace(a_start(world), message_id=lobby.id))


async def test_a_thread_that_a_member_has_opened_on_the_message_is_played_in(world: World) -> None:
    maker = await with_a_thread(world)
    assert await maker.build() == (Place("board", maker.start.message_id or 0),)
    assert await maker.undo() == ()
    assert threads(world) == [maker.start.message_id], "what the bot did not open it does not take back"


async def test_a_thread_in_which_another_match_is_played_is_refused_with_what_to_do(world: World) -> None:
    maker = await with_a_thread(world)
    assert maker.start.message_id is not None
    started = await world.open_table(world.cleo, world.place(maker.start.message_id), "replicants", where="here")
    assert started.response is not None
    await world.press("dan", started.response.message, "Join")
    await world.press("cleo", started.response.message, "Start")
    await world.settle()
    with pytest.raises(Refusal, match="already has a thread"):
        await maker.build()
    assert threads(world) == [maker.start.message_id]


@pytest.mark.usefixtures("grove")
async def test_a_private_thread_is_found_by_its_name(world: World) -> None:
    mode = next(mode.key for mode in GROVE.info.modes if mode.alone)
    maker = Maker(world, a_start(world, "ann", mode=mode, game=GROVE.info.key))
    await maker.die(0)
    (lost,) = threads(world)
    assert await maker.build(again=True) == (Place("board", lost),)
    other = Maker(world, a_start(world, "bob", mode=mode, game=GROVE.info.key))
    await other.build(again=True)
    assert len(threads(world)) == 2
    maker.made.clear()
    assert await maker.undo() == ()


async def test_a_post_of_a_forum_is_opened_and_found_again(world: World) -> None:
    maker = Maker(world, in_forum(world))
    await world.settle()
    await maker.die(0)
    (lost,) = threads(world)
    assert await maker.build(again=True) == (Place("board", lost),)
    assert world.place(lost).name == "Replicants: ann, bob"
    assert await maker.undo() == ()
    assert threads(world) == []


@pytest.mark.parametrize("notes", [0, 1, 4])
async def test_channels_of_silent_teams_are_made_anew(
    world: World, monkeypatch: pytest.MonkeyPatch, notes: int
) -> None:
    before = channels(world)
    maker = Maker(world, a_start(world, *NAMES, where="channels", mode="teams"))
    with monkeypatch.context() as patch:
        patch.setattr("cogs.silence.channels.undo_places", AsyncMock())  # the dead take nothing back
        await maker.die(notes)
    assert channels(world) == before + notes + 1
    places = await maker.build(again=True)
    assert channels(world) == before + len(places)
    assert {place.channel_id for place in places} <= world.env.backend.channels.keys()
    assert await maker.undo() == ()
    assert channels(world) == before


async def test_what_cannot_be_taken_back_stays_noted(world: World) -> None:
    maker = Maker(world, a_start(world))
    (place,) = await maker.build()
    world.env.inject_error("*", f"/channels/{place.channel_id}", status=403, code=50013, times=None)
    assert await maker.undo() == (("message", place.channel_id), ("thread", place.channel_id))
    world.env.backend.faults.clear()
    assert await maker.build(again=True) == (place,)
    assert len(threads(world)) == 1


async def test_the_thread_of_a_match_is_never_taken_back(world: World) -> None:
    match = await world.begin(where="thread")
    table = await world.table()
    maker = Maker(world, replace(a_start(world), message_id=table.message_id))
    await maker.undo()
    assert threads(world) == [match.channel_id]


@pytest.mark.parametrize(
    ("permission", "named"),
    [
        ("create_public_threads", "`Create Public Threads`"),
        ("send_messages", "`Send Messages`"),
        ("send_messages_in_threads", "`Send Messages In Threads`"),
        ("read_message_history", "`Read Message History`"),
    ],
)
async def test_a_permission_that_is_missing_is_named_with_who_can_give_it(
    world: World, permission: str, named: str
) -> None:
    maker = Maker(world, a_start(world))
    take(world, permission)
    await world.settle()
    with pytest.raises(MissingPermission) as refused:
        await maker.build()
    told = str(Building(world.bot).words(maker.start, refused.value))
    assert named in told
    assert "Ask a member who manages permissions there" in told
    assert (threads(world), announced(world)) == ([], [])


async def test_players_who_are_not_there_are_named_to_who_asks_alone(world: World) -> None:
    building, start = Building(world.bot), a_start(world)
    assert await world.as_bot(building.check(start)) == {world.person("ann"): "ann", world.person("bob"): "bob"}
    world.deny(world.channel, world.bob.id, "view_channel")
    for code in ("unseeing", "absent"):
        with pytest.raises(NotInServer) as refused:
            await world.as_bot(building.check(start))
        assert (refused.value.code, str(world.bob.id) in str(refused.value)) == (code, True)
        assert str(world.bob.id) not in str(building.words(start, refused.value))
        assert building.missing(refused.value) == ({world.person("bob")} if code == "absent" else set())
        if code == "unseeing":
            world.env.backend.remove_member(world.guild.id, world.bob.id)
    with pytest.raises(Refusal, match="is gone"):
        await world.as_bot(building.check(replace(start, channel_id=4711)))


async def test_a_thread_of_the_program_is_put_away_a_day_after_the_last_word(world: World) -> None:
    async def begin() -> None:
        async with world.bot.arena.db.write() as connection:
            await world.bot.arena.starter.queue.add(connection, a_start(world))

    await world.as_bot(begin())
    await world.settle()
    (match,) = [await world.bot.arena.matches.get(1)]
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("ann")))
    await world.env.advance_time(ARCHIVE_AFTER.total_seconds() - 60)
    await world.ann.send(world.place(match.channel_id), "Well played.")
    await world.settle()
    await world.env.advance_time(120)
    await world.settle()
    assert threads(world) == [match.channel_id]
    await world.env.advance_time(ARCHIVE_AFTER.total_seconds())
    await world.settle()
    assert threads(world) == []


# Rematch, pressed under a result, on a simulated Discord.


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
    assert "It starts once everyone else has accepted" in private(await world.press("ann", result, "Rematch"))
    offer = offered(world, first)
    assert world.pings(offer) == [world.bob.id]
    assert f"Seat 1: <@{world.bob.id}> hasn't answered yet" in offer.content
    assert f"Seat 2: <@{world.ann.id}> has accepted" in offer.content
    await world.restart()
    assert "it's starting" in private(await world.press("bob", offer, "Accept"))
    await world.settle()
    again = await newest(world)
    assert again.names == ("bob", "ann")
    thread = world.place(again.channel_id)
    assert thread.is_thread
    assert {world.ann.id, world.bob.id} <= set(world.env.backend.get_channel(thread.id).thread_members)
    offer = world.latest(offer)
    assert offer.content == f"The rematch has started: <#{again.channel_id}>"
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


async def test_where_seats_were_drawn_the_offer_says_that_they_are_drawn_anew(world: World) -> None:
    first = await world.begin(drawn=True)
    result = await end(world, first)
    await world.press("ann", result, "Rematch")
    offer = offered(world, first)
    head, *seats = offer.content.splitlines()[:3]
    assert head == f"<@{world.ann.id}> offers a rematch. Seats are drawn when it starts."
    assert sorted(seats) == sorted([f"<@{world.ann.id}> has accepted", f"<@{world.bob.id}> hasn't answered yet"])
    await world.press("bob", offer, "Accept")
    await world.settle()
    assert sorted((await newest(world)).names) == ["ann", "bob"]


async def test_others_neither_offer_nor_accept(world: World) -> None:
    result = await end(world, await world.begin())
    assert "Only this match's players" in private(await world.press("eve", result, "Rematch"))
    await world.press("ann", result, "Rematch")
    offer = offered(world, await world.bot.arena.matches.get(1))
    for label in ("Accept", "Decline"):
        assert "Only this match's players" in private(await world.press("eve", offer, label))


async def test_it_is_declined_or_lapses(world: World) -> None:
    first = await world.begin()
    result = await end(world, first)
    await world.press("ann", result, "Rematch")
    offer = offered(world, first)
    assert "declined" in private(await world.press("bob", offer, "Decline"))
    assert world.latest(offer).content == "The rematch was declined."
    assert "can offer it again" in private(await world.press("ann", result, "Rematch"))
    await world.env.advance_time(2 * 24 * 3600)
    await world.settle()
    await world.press("bob", result, "Rematch")
    offer = offered(world, first)
    await world.env.advance_time(LAPSES.total_seconds())
    await world.settle()
    assert world.latest(offer).content == "The rematch offer has expired."
    assert custom_ids(world.latest(offer)) == []


async def test_an_offer_that_discord_cannot_show_just_now_is_shown_later(world: World) -> None:
    first = await world.begin()
    result, path = await end(world, first), f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=429, code=0, times=9)
    count = len(world.own(world.channel))
    await world.press("ann", result, "Rematch")
    assert len(world.own(world.channel)) == count
    await trouble_passes(world)
    assert len(world.own(world.channel)) == count + 1
    offer = offered(world, first)
    assert "offers a rematch" in offer.content
    world.env.inject_error("PATCH", f"{path}/{offer.id}", status=429, code=0, times=9)
    await world.press("bob", offer, "Decline")
    assert world.latest(offer).content == offer.content
    await trouble_passes(world)
    assert world.latest(offer).content == "The rematch was declined."


async def trouble_passes(world: World) -> None:
    for _ in range(9):
        await world.env.advance_time(15 * 60)
        await world.settle()


async def test_an_offer_that_was_posted_by_a_process_that_died_is_found_again(world: World) -> None:
    first = await world.begin()
    result = await end(world, first)
    await world.press("ann", result, "Rematch")
    offer, subject = offered(world, first), Subject("rematch", first.id)
    count, now = len(world.own(world.channel)), world.bot.clock.now()
    async with world.bot.arena.db.write() as connection:
        await connection.execute(update(rematches).values(message_id=None))
    await world.bot.shows["rematch"](Post(99, subject, 0, "refresh", subject.lane, {}, 1, now))
    assert len(world.own(world.channel)) == count
    found = await world.bot.arena.rematches.find(first.id)
    assert found is not None
    assert found.message_id == offer.id


@pytest.mark.parametrize("why", ["left", "blocked"])
async def test_all_are_told_the_same_of_a_player_who_cannot_be_asked(world: World, why: str) -> None:
    result = await end(world, await world.begin())
    if why == "left":
        world.env.backend.remove_member(world.guild.id, world.bob.id)
    else:
        await world.as_bot(world.bot.arena.blocks.add(world.person("bob"), world.person("ann")))
    before = len(world.own(world.channel))
    assert private(await world.press("ann", result, "Rematch")) == (
        "This match can't have a rematch: the offer has expired, or a player can't be asked."
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
    lobby = message_of(await world.open_table(world.ann, world.channel, "grove", players=1, where="here", beast="bear"))
    await type_in(world, "ann", await panel(world, "ann", lobby.message), "xxy")
    await world.press("ann", lobby.message, "Start")
    await world.settle()
    first = await world.bot.arena.matches.get(1)
    result = await end(world, first, "Play again")
    assert "is starting" in private(await world.press("ann", result, "Play again"))
    await world.settle()
    again = await newest(world)
    assert (again.names, again.setup.options) == (("ann",), first.setup.options)
    assert again.setup.loadouts == first.setup.loadouts == ("xxy",)
    held = [(await world.bot.arena.loadouts.held(each.id))[0].digest for each in (first, again)]
    assert len({*held}) == 2
    assert all(held)
    assert "has already started" in private(await world.press("ann", result, "Play again"))
    assert not [each for each in world.own(world.channel) if "emat" in each.content]


async def test_where_another_match_is_played_by_then_the_rematch_gets_a_thread(world: World) -> None:
    result = await end(world, await world.begin())
    other = await world.open_table(world.cleo, world.channel, "replicants", where="here")
    assert other.response is not None
    await world.press("dan", other.response.message, "Join")
    await world.press("cleo", other.response.message, "Start")
    for name in ("ann", "bob"):
        await world.press(name, result, "Rematch")
    await world.settle()
    again = await world.bot.arena.matches.get(3)
    assert (again.names, world.place(again.channel_id).is_thread) == (("bob", "ann"), True)


async def grown(world: World, channel: simcord.ChannelHandle) -> tuple[Match, discord.Message]:
    """Have ann and bob play a match that began with choices in private; return it and its result."""
    lobby = await opened(world, channel)
    table = await world.table()
    await world.as_bot(world.bot.arena.loadouts.choose(table.id, world.person("ann"), "xxy"))
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    return match, await end(world, match)


async def opened(world: World, channel: simcord.ChannelHandle) -> discord.Message:
    """Have ann open a table for two."""
    reply = await world.open_table(world.ann, channel, "grove", players=2, paths="open")
    assert reply.response is not None
    return reply.response.message


@pytest.mark.usefixtures("grove")
async def test_what_is_chosen_in_private_is_chosen_anew_at_a_table(world: World) -> None:
    first, result = await grown(world, world.channel)
    await world.press("ann", result, "Rematch")
    offer = offered(world, first)
    assert "each choose again in private" in offer.content
    told = private(await world.press("bob", offer, "Accept"))
    lobby = next(each for each in reversed(world.own(world.channel)) if "Start" in labels(each))
    assert f"/{world.channel.id}/{lobby.id}" in told
    assert f"/{world.channel.id}/{lobby.id}" in world.latest(offer).content
    assert not world.latest(offer).components
    assert sorted(world.pings(lobby)) == sorted([world.ann.id, world.bob.id])
    shown = await panel(world, "bob", lobby)
    assert "You haven't chosen, so you get the usual setup" in shown.content
    for name in ("ann", "bob"):
        assert f"/{lobby.id}" in private(await world.press(name, result, "Rematch"))
    assert len([each for each in world.own(world.channel) if "Start" in labels(each)]) == 1
    await type_in(world, "bob", shown, "uvv")
    await world.press("ann", world.latest(lobby), "Start")
    await world.settle()
    again = await newest(world)
    assert (again.names, again.setup.loadouts[0]) == (("bob", "ann"), "uvv")
    assert f"<#{again.channel_id}>" in private(await world.press("ann", result, "Rematch"))


@pytest.mark.usefixtures("grove")
async def test_a_table_that_discord_refuses_is_said_and_can_be_asked_for_again(world: World) -> None:
    first, result = await grown(world, world.channel)
    await world.press("ann", result, "Rematch")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    told = private(await world.press("bob", result, "Rematch"))
    assert "won't let me create a place" in told
    assert "couldn't start" in offered(world, first).content
    assert (await world.table(2)).status == "cancelled"
    for name in ("ann", "bob"):
        await world.press(name, result, "Rematch")
    assert (await world.table(3)).message_id is not None


@pytest.mark.usefixtures("grove")
async def test_in_a_forum_the_table_stands_in_the_post(world: World) -> None:
    forum = world.guild.create_forum_channel("matches")
    found = world.bot.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    post = (await world.as_bot(found.create_thread(name="ours", content="Here we play."))).thread
    first, result = await grown(world, world.place(post.id))
    for name in ("ann", "bob"):
        await world.press(name, result, "Rematch")
    table = await world.table(2)
    assert (table.channel_id, table.where) == (first.channel_id, "here")


# New table, pressed under a result, on a simulated Discord.


PRESSED = "New table"


async def result_of(world: World, match: Match) -> discord.Message:
    """Have a match end; return its result."""
    return await end(world, match, PRESSED)


async def test_anybody_who_sees_a_result_opens_a_table_on_its_terms(world: World) -> None:
    over = await world.begin(clock="2d", undo="never", rated=False)
    result = await result_of(world, over)
    await world.restart()
    told = private(await world.press("eve", result, PRESSED))
    table = await world.table(2)
    assert told.startswith("Your table is open. [Go to the table](")
    assert told.endswith(f"/{table.message_id})")
    assert (table.host.person_id, table.game, table.mode) == (world.person("eve"), "replicants", "2")
    assert table.terms == over.terms.dump()
    assert [seat.taken for seat in table.seats] == [True, False]
    message = world.message(table.channel_id, table.message_id or 0)
    assert world.pings(message) == []
    assert message.attachments, "it shows the start, as `/new` does"
    await world.press("dan", message, "Join")
    await world.press("eve", message, "Start")
    await world.settle()
    assert (await world.bot.arena.matches.get(2)).names == ("eve", "dan")


UNUSUAL = Terms(
    clock=read_clock("1d+6h/2d"),
    timeout="random",
    undo="never",
    vacation=False,
    weekend=True,
    rests=False,
    automatic=True,
    quiet=Quiet("Europe/Berlin", 22 * 60, 7 * 60),
    shows_chosen=True,
    rated=False,
    pauses=False,
    agreed_ends=False,
    drawn=True,
)
"""Terms none of which is as usual."""


@pytest.mark.parametrize("where", ["here", "thread"])
async def test_a_table_offers_and_shows_all_that_the_first_one_did(world: World, where: Where) -> None:
    kept = [each.name for each in fields(Terms) if getattr(UNUSUAL, each.name) == getattr(Terms(), each.name)]
    assert kept == ["league"], "every term but that of leagues is another one than usual"
    lobby = await world.lobby(game="replica", king_power="all_kings", where=where)
    first = await world.bot.arena.tables.revise(1, world.person("ann"), terms=lambda _: UNUSUAL)
    await world.press("bob", lobby, "Join")  # what it shows now has changed
    await world.press("bob", lobby, "Join")
    offered = world.latest(lobby).content
    await world.press("ann", lobby, "Start")
    await world.settle()
    over = await world.bot.arena.matches.get(1)
    assert over.terms == UNUSUAL
    result = await result_of(world, over)
    await world.press("ann", result, PRESSED)
    table = await world.table(2)
    assert (Terms.load(table.terms), table.options, table.where) == (UNUSUAL, first.options, where)
    message = world.message(table.channel_id, table.message_id or 0)
    await world.press("bob", message, "Join")
    assert world.latest(message).content == offered, "it shows the same as the first table did"


async def test_two_presses_are_one_table_and_another_person_has_their_own(world: World) -> None:
    result = await result_of(world, await world.begin())
    assert "Your table is open" in private(await world.press("eve", result, PRESSED))
    await world.restart()
    assert "already" in private(await world.press("eve", result, PRESSED))
    assert "Your table is open" in private(await world.press("ann", result, PRESSED))
    tables = [await world.table(number) for number in (2, 3)]
    assert [each.host.person_id for each in tables] == [world.person("eve"), world.person("ann")]
    assert len([each for each in world.own(world.channel) if "Join" in labels(each)]) == 2


async def test_a_table_on_other_terms_is_another_one(world: World) -> None:
    result = await result_of(world, await world.begin())
    await world.open_table(world.eve, world.channel, "replicants", rated=False)
    assert "Your table is open" in private(await world.press("eve", result, PRESSED))
    await world.eve.slash(world.channel, "new replicants")
    assert "already" in private(await world.press("eve", result, PRESSED))


async def test_a_table_whose_message_is_missing_is_posted_again(world: World) -> None:
    result = await result_of(world, await world.begin())
    await world.press("eve", result, PRESSED)
    first = (await world.table(2)).message_id or 0
    await world.as_bot(world.message(world.channel.id, first).delete())
    assert "Your table is open" in private(await world.press("eve", result, PRESSED))
    again = (await world.table(2)).message_id or 0
    assert again != first
    assert "Join" in labels(world.message(world.channel.id, again))


async def test_after_a_thread_it_stands_in_the_channel_above(world: World) -> None:
    over = await world.begin(where="thread")
    result = await result_of(world, over)
    await world.press("eve", result, PRESSED)
    assert (await world.table(2)).channel_id == world.channel.id


async def test_after_silent_teams_it_stands_where_their_table_was(world: World) -> None:
    over = await world.begin_silent()
    result = await result_of(world, over)
    await world.press("ann", result, PRESSED)
    table = await world.table(2)
    assert (table.channel_id, table.mode, table.where) == (world.channel.id, over.setup.mode, "channels")


async def test_who_may_use_no_commands_opens_no_table(world: World) -> None:
    result = await result_of(world, await world.begin())
    world.deny(world.channel, world.eve.id, "use_application_commands")
    assert "can't use commands here" in private(await world.press("eve", result, PRESSED))
    take(world, "send_messages")
    assert "`Send Messages`" in private(await world.press("ann", result, PRESSED))
    with pytest.raises(NoSuchTable):
        await world.table(2)


async def test_a_forged_press_opens_nothing(world: World) -> None:
    running = await world.begin()
    forged = await world.forge(f"m:{running.id}:0:newtable")
    assert "still on" in private(await world.eve.click(forged, label="forged"))
    forged = await world.forge("m:99:0:newtable")
    assert private(await world.eve.click(forged, label="forged")) == "There's no such match."
    with pytest.raises(NoSuchTable):
        await world.table(2)


@pytest.mark.usefixtures("grove")
async def test_who_plays_alone_has_no_seats_to_offer(world: World) -> None:
    await world.open_table(world.ann, world.channel, "grove", players=1, where="here", loadout="xxy")
    await world.settle()
    result = await end(world, await world.bot.arena.matches.get(1), "Play again")
    assert PRESSED not in labels(result)
    forged = await world.forge("m:1:0:newtable")
    assert "a game for one" in private(await world.eve.click(forged, label="forged"))


async def test_a_match_of_a_league_leaves_the_league(world: World) -> None:
    over = await world.begin()
    result = await result_of(world, over)
    fixture = replace(over, terms=replace(over.terms, league=7))
    await world.press("eve", result, PRESSED)
    found = await world.bot.arena.tables.like(fixture, world.person("eve"))
    assert found is not None
    assert found.id == 2


async def test_where_the_place_is_taken_by_another_match_the_table_is_for_a_thread(world: World) -> None:
    world.bot.default_where = "thread"
    result = await result_of(world, await world.begin(rated=False))
    other = await world.open_table(world.cleo, world.channel, "replicants", where="here")
    assert other.response is not None
    await world.press("dan", other.response.message, "Join")
    await world.press("cleo", other.response.message, "Start")
    await world.press("ann", result, PRESSED)
    assert (await world.table(3)).where == "thread"


async def test_a_rematch_is_played_where_its_match_was_and_so_is_the_table_after_it(world: World) -> None:
    result = await result_of(world, await world.begin(where="thread", drawn=True))
    for name in ("ann", "bob"):
        await world.press(name, result, "Rematch")
    await world.settle()
    again = await world.bot.arena.matches.get(2)
    assert again.terms.drawn
    result = await result_of(world, again)
    await world.press("ann", result, PRESSED)
    table = await world.table(2)
    assert (Terms.load(table.terms).drawn, table.where) == (True, "thread")
