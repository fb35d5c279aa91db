"""The places of matches that the program starts, and what a process that died left of them."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import AsyncMock, patch

import discord
import pytest

from cogs.core.errors import MissingPermission, Refusal
from cogs.lobby.building import Building, NotInServer
from hosting.lobby.rematch import TALK
from hosting.match.model import Ordered, Place, Start, Where
from tests.cogs.conftest import World, take
from tests.cogs.league.playing import begin
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
    assert message.content == f"A match of Replicants starts here: {world.ann.mention}, {world.bob.mention}."
    assert world.pings(message) == []
    assert maker.made == [("message", message.id), ("thread", message.id)]
    assert await maker.undo() == ()
    assert (threads(world), announced(world)) == ([], [])


async def test_starts_that_are_alike_take_a_message_each(world: World) -> None:
    first, second = Maker(world, a_start(world)), Maker(world, a_start(world))
    await first.die(0)
    await second.build(again=True)
    noted = [frozenset({message for what, message in second.made})] * 2
    with patch.object(world.bot.arena.starter.orders, "noted", AsyncMock(side_effect=lambda _: noted[0])):
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
    started = await world.cleo.slash(world.place(maker.start.message_id), "new replicants", where="here")
    assert started.response is not None
    await world.press("dan", started.response.message, "Join")
    await world.press("cleo", started.response.message, "Start")
    await world.settle()
    with pytest.raises(Refusal, match="already has one"):
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
    async with world.bot.arena.db.write() as connection:
        await world.bot.arena.starter.orders.add(connection, a_start(world))
    world.bot.arena.starter.orders.noticed()
    await world.settle()
    (match,) = [await world.bot.arena.matches.get(1)]
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("ann")))
    await world.env.advance_time(TALK.total_seconds() - 60)
    await world.ann.send(world.place(match.channel_id), "Well played.")
    await world.settle()
    await world.env.advance_time(120)
    await world.settle()
    assert threads(world) == [match.channel_id]
    await world.env.advance_time(TALK.total_seconds())
    await world.settle()
    assert threads(world) == []
