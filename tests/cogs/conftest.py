"""A simulated server with the bot and some people in it, for the tests of everything that Discord shows."""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast
from unittest.mock import patch

import discord
import pytest
import pytest_asyncio
import simcord
from simcord.backend.models import Overwrite
from simcord.backend.ops.commands import COMMAND_FIELDS
from simcord.enums import OverwriteType
from sqlalchemy import URL, insert

import locales
from bot import make_bot
from cogs import FEATURES
from cogs.core.bot import ArenaBot, ArenaTree
from cogs.core.custom_ids import TableId
from cogs.core.errors import cause_of
from cogs.core.messages import custom_ids
from cogs.lobby.cog import new_command
from engine import registry
from engine.errors import ArenaError
from engine.session import Session
from engine.turn import SEPARATOR
from hosting import outages
from hosting.arena import Arena
from hosting.match.model import Match, Person, Place, Table, Where
from hosting.match_terms import Terms
from render.registry import RENDERERS
from render.renderer import Renderer
from settings import Settings
from store import schema
from store.schema.base import checked
from tests.cogs.simulation import SimClock, Simulation, apart
from tests.cogs.sketches import sketches
from tests.databases import of_kind
from tests.engine.kit import AnyGame
from tests.engine.parlour.game import PARLOUR
from tests.entropy import pinned
from tests.grove import GROVE, GroveRenderer
from tests.render.parlour import ParlourRenderer
from tests.volume import THOROUGH

T = TypeVar("T")

PEOPLE = ("ann", "bob", "cleo", "dan", "eve")
SELDOM = timedelta(days=1)
"""How often signs of life are noted: the simulation stops at each of them."""


def unhurried(settings: Settings, clock: SimClock) -> ArenaBot:
    """Return the bot, at whose tables no clock runs unless a test names one."""
    bot = make_bot(settings, clock)
    bot.default_clock = None
    return bot


@dataclass
class World:
    """What a test plays with.

    Attributes:
        env: SimCord's environment.
        bot: The bot as it runs now; `restart` replaces it.
        settings: What it was made with.
        guild: The server; its owner is none of the others.
        channel: An ordinary text channel.
        people: Ordinary members by name: ann, bob, cleo, dan, eve.
        logged: What the bot has logged so far.
        clock: Where the bot takes its time from.
        foreseen: Errors that a test made on purpose.
        persons: The number by which hosting knows each of the people.
    """

    env: simcord.Env
    bot: ArenaBot
    settings: Settings
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, simcord.MemberActor]
    logged: pytest.LogCaptureFixture
    clock: SimClock
    foreseen: list[BaseException] = field(default_factory=list)
    persons: dict[str, int] = field(default_factory=dict)

    def __getattr__(self, name: str) -> simcord.MemberActor:
        try:
            return self.people[name]
        except KeyError:
            raise AttributeError(name) from None

    def person(self, who: str | simcord.MemberActor) -> int:
        """Return the person that hosting knows a player as: no member's account."""
        name = who if isinstance(who, str) else next(name for name, each in self.people.items() if each.id == who.id)
        return self.persons[name]

    def player(self, person_id: int) -> simcord.MemberActor:
        """Return one of the people by their number."""
        return next(self.people[name] for name, number in self.persons.items() if number == person_id)

    def accounts(self, person_ids: Iterable[int]) -> list[int]:
        """Return the accounts of some of the people."""
        return [self.player(each).id for each in person_ids]

    async def come(self, *names: str) -> None:
        """Have more people come into the server, and the bot know them."""
        new = {name: self.guild.add_member(self.env.create_user(name)) for name in names}
        self.people |= new
        self.persons |= await acquaint(self.bot.arena, self.guild.id, new, FIRST + len(self.persons))

    def named(self, who: str) -> Person:
        """Return one of the people, as hosting takes who sits down."""
        return Person(self.person(who), who)

    async def restart(self) -> None:
        """Let the process die and start another one on the same database."""
        old, self.bot = self.bot, unhurried(self.settings, self.clock)
        await old.arena.close()
        await self.env.restart_bot(self.bot)
        await old.close()
        await self.settle()

    async def settle(self) -> None:
        """Wait until the bot and the simulation have nothing left to do."""
        await self.bot.arena.tasks.idle()
        await self.env.settle()
        await self.bot.arena.tasks.idle()

    async def as_bot(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something as the bot does it, so that what it starts lives in simulated time; wait until all is done."""
        with self.env._bot_scope():
            task = asyncio.ensure_future(work)
        done = await task
        await self.settle()
        return done

    def place(self, channel_id: int) -> simcord.ChannelHandle:
        """Return a channel or thread by its id."""
        return simcord.ChannelHandle(self.env, self.guild, self.env.backend.get_channel(channel_id))

    async def lobby(self, *, game: str = "replicants", **options: Any) -> discord.Message:
        """Ann opens a table; return its message."""
        reply = await self.open_table(self.ann, self.channel, game, **options)
        assert reply.response is not None
        return self.latest(reply.response.message)

    async def open_table(
        self,
        host: simcord.MemberActor,
        channel: simcord.ChannelHandle,
        game: str,
        *,
        where: Where | None = None,
        **options: Any,
    ) -> simcord.InteractionResult:
        """Have a player open a table by `/new`, then change what the command does not ask for; return its answer.

        Args:
            host: Who opens it.
            channel: Where they do.
            game: By key.
            where: Where a match is played by default meanwhile.
            options: Those of `/new`; terms by the field of `Terms`; options of the game by key.
        """
        names = {each.name for each in fields(Terms)} - {"clock"}
        terms = {key: options.pop(key) for key in names & set(options)}
        keys = dict.fromkeys(each.key for each in registry.get(game).info.options)
        chosen = {key: options.pop(key) for key in keys if key in options}
        with patch.object(self.bot, "default_where", where or self.bot.default_where):
            reply = await host.slash(channel, f"new {game}", **options)
        if terms or chosen:
            assert reply.response is not None
            (table_id,) = table_ids(reply.response.message)
            await self.as_bot(self._revise(table_id, self.person(host), terms, chosen))
        return reply

    async def _revise(self, table_id: int, host: int, terms: Mapping[str, Any], chosen: Mapping[str, str]) -> None:
        tables = self.bot.arena.tables
        if terms:
            await tables.revise(table_id, host, terms=lambda before: replace(before, **terms))
        for key, value in chosen.items():
            await tables.choose(table_id, host, key, value)
        self.bot.arena.outbox.drain()

    def latest(self, message: discord.Message) -> discord.Message:
        """Return a message as it is now."""
        return self.message(message.channel.id, message.id)

    def message(self, channel_id: int, message_id: int) -> discord.Message:
        """Return a message by its id; the history of a channel copies all of them."""
        return simcord.ResponseMessage(self.env, self.env.backend.get_message(channel_id, message_id)).message

    async def press(self, name: str, message: discord.Message, label: str) -> simcord.InteractionResult:
        """Have a player press a button of a message as it is now."""
        return await self.people[name].click(self.latest(message), label=label)

    def promote(self, member: simcord.MemberActor) -> simcord.MemberActor:
        """Let a player use the commands for organisers."""
        role = self.guild.create_role("organisers", permissions=discord.Permissions(manage_guild=True))
        self.env.backend.add_member_role(self.guild.id, member.id, role.id)
        return member

    def organiser(self) -> simcord.MemberActor:
        """Have a player come who may use the commands for organisers."""
        return self.promote(self.guild.add_member(self.env.create_user("olaf")))

    def deny(self, channel: simcord.ChannelHandle, member_id: int, *permissions: str) -> None:
        """Deny a player permissions in a channel, as an administrator can."""
        self.env.backend.set_overwrite(channel.id, Overwrite(member_id, OverwriteType.MEMBER, 0, bits(permissions)))

    async def as_it_was(self, message: discord.Message) -> discord.Message:
        """Return a message with the controls that another one had: a player's screen that was not updated yet."""
        rows = [row.to_dict() for row in message.components if isinstance(row, discord.ActionRow)]
        return await self._show(rows, message.channel.id)

    async def forge(
        self, custom_id: str, *values: str, channel: simcord.ChannelHandle | None = None
    ) -> discord.Message:
        """Return a message with a button, or a menu of these values, with an id that the bot never gave out."""
        view = discord.ui.View(timeout=None)
        options = [discord.SelectOption(label="forged", value=value) for value in values]
        view.add_item(
            discord.ui.Select[Any](custom_id=custom_id, options=options)
            if options
            else discord.ui.Button[Any](label="forged", custom_id=custom_id)
        )
        return await self.show(view, (channel or self.channel).id, "forged")

    async def show(self, view: discord.ui.View, channel_id: int, content: str = "") -> discord.Message:
        """Have a message stand in a channel with controls that the bot does not know of."""
        return await self._show(view.to_components(), channel_id, content)

    async def _show(self, rows: list[Any], channel_id: int, content: str = "") -> discord.Message:
        backend = self.env.backend
        stored = backend.create_message(
            channel_id, backend.bot_user.id, content, components=rows, flags=V2 if len(rows) > ROWS else 0
        )
        await self.env.settle()
        return self.message(channel_id, stored.id)

    async def table(self, number: int = 1) -> Table:
        return await self.bot.arena.tables.get(number)

    async def begin(self, **options: Any) -> Match:
        """Begin a match of Ann against Bob right here; with options, they go through the lobby, which takes longer."""
        if not options:
            return await self.as_bot(self._begin())
        message = await self.lobby(**{"where": "here", **options})
        await self.press("bob", message, "Join")
        await self.press("ann", message, "Start")
        await self.settle()
        found = [await self.bot.arena.matches.get((await self.table()).match_id or 0)]
        return found[0]

    async def _begin(self) -> Match:
        tables, ann, bob = self.bot.arena.tables, self.named("ann"), self.named("bob")
        table = await tables.open(self.guild.id, self.channel.id, ann, "replicants", "2", where="here")
        async with tables.hold(table.id):  # so that it gets no message
            await tables.join(table.id, bob)
            match = await tables.start(table.id, ann.person_id, (Place("board", self.channel.id),))
        await self.bot.arena.tasks.idle()
        return await self.bot.arena.matches.get(match.id)

    async def begin_silent(self) -> Match:
        """Play through the lobby of a silent match: ann and cleo against bob and dan."""
        message = await self.lobby(players=4, mode="teams")
        for name in ("bob", "cleo", "dan"):
            await self.press(name, message, "Join")
        await self.press("ann", message, "Start")
        await self.settle()
        return await self.bot.arena.matches.get(1)

    async def play(self, match: Match, role: str = "board") -> Match:
        """Have the player who is next play some turn by command; return the match after it."""
        name, place = match.names[min(match.session.to_act) - 1], match.place(role)
        assert place is not None
        await self.people[name].slash(self.place(place.channel_id), "move", turn=some_turn(match.session))
        await self.settle()
        return await self.bot.arena.matches.get(match.id)

    def own(self, channel: simcord.ChannelHandle) -> list[discord.Message]:
        """Return what the bot posted for everybody in a channel, the oldest first."""
        stored, bot = self.env.backend.messages.get(channel.id, {}), self.env.backend.bot_user.id
        own = [each.id for each in stored.values() if each.author_id == bot and not each.is_ephemeral]
        return [self.message(channel.id, number) for number in sorted(own)]

    def pings(self, message: discord.Message) -> list[int]:
        """Return who was called by a message."""
        return list(self.env.backend.get_message(message.channel.id, message.id).ping_user_ids)


def table_ids(message: discord.Message) -> set[int]:
    """Return the tables whose controls a message has."""
    found = [TableId.parse(custom_id) for custom_id in custom_ids(message)]
    return {each.table for each in found if each is not None}


def open_to_all(env: simcord.Env, guild: simcord.GuildHandle) -> None:
    """Show everybody in a server the commands for organisers: whom the bot itself refuses is what tests ask.

    Only `/silence` leaves it to Discord, and to those who open it, who sees it.
    """
    everyone = guild.roles["@everyone"]
    for command in env.backend.commands[None].values():
        if command.get("default_member_permissions") is not None and command["name"] != "silence":
            guild.set_command_permissions(int(command["id"]), {everyone: True})


def bits(permissions: Iterable[str]) -> int:
    return discord.Permissions(**dict.fromkeys(permissions, True)).value


def take(world: World, *permissions: str) -> None:
    """Take permissions from everybody, the bot included."""
    backend = world.env.backend
    for role in backend.get_guild(world.guild.id).roles.values():
        backend.edit_role(world.guild.id, role.id, {"permissions": role.permissions & ~bits(permissions)})


def some_turn(session: Session) -> str:
    """Return a whole legal turn of the player who must act."""
    game, state, seat = session.game, session.state, min(session.to_act)
    turn, moves = game.turn(state), []
    while seat in game.to_act(state) and game.turn(state) == turn:
        move = game.legal(state, seat)[0]
        moves.append(game.format(state, seat, move))
        state = game.apply(state, {seat: move}).state
    return SEPARATOR.join(moves)


def private(reply: simcord.InteractionResult) -> str:
    """Return the one private text that answered an interaction."""
    texts = [each for each in ([reply.response] if reply.response else []) + reply.followups if each.ephemeral]
    assert len(texts) == 1, reply
    return texts[0].content or "\n".join(part["content"] for part in texts[0].components if part["type"] == 10)


ROWS, V2 = 5, 1 << 15
"""Rows of controls that a message has, and how one is marked that may have more: it is made of components alone."""

FIRST = 101
"""The number of the first person in a world: no seat has it, and no account."""


async def acquaint(
    arena: Arena, guild_id: int, people: Mapping[str, simcord.MemberActor], first: int = FIRST
) -> dict[str, int]:
    """Have the bot know people, as if each had sat down once; return the numbers by which it does."""
    numbers = {name: number for number, name in enumerate(people, first)}
    if not numbers:
        return numbers
    rows = [
        checked("people", {"id": numbers[name], "account": each.id, "kind": "human", "created_at": arena.clock.now()})
        for name, each in people.items()
    ]
    names = [{"guild_id": guild_id, "person_id": numbers[name], "name": name} for name in people]
    async with arena.db.write() as connection:
        await connection.execute(insert(schema.people), rows)
        await connection.execute(insert(schema.member_names), names)
    return numbers


_registered: dict[tuple[str, ...], list[dict[str, Any]]] = {}
"""The bot's commands with these games, which Discord knows from the second time on that it starts."""


async def _as_before(_tree: ArenaTree) -> bool:
    """Register no commands: they are those of a bot before. To compare them takes a tenth of the time of a start."""
    return False


@asynccontextmanager
async def simulated(
    path: Path,
    caplog: pytest.LogCaptureFixture,
    names: Sequence[str] = PEOPLE,
    database: Path | URL | None = None,
) -> AsyncIterator[World]:
    """A server with the bot in it; afterwards nothing may have gone wrong that was not foreseen.

    Args:
        path: A folder for its store.
        caplog: Keeps what the bot logs.
        names: Who is a member.
        database: Its store where that is no file in the folder.
    """
    settings = Settings.model_construct(
        database=database or path / "arena.db", discord_token=None, pace=0, backup="off"
    )
    clock = SimClock()
    bot = unhurried(settings, clock)
    env = clock.env = Simulation(bot)
    with patch.object(Arena, "open", partial(Arena.open, entropy=pinned())), patch.object(outages, "PULSE", SELDOM):
        try:
            offered = tuple(game.info.key for game in registry.games())
            env.backend.register_commands(None, _registered.get(offered, []))
            usual = Path(locales.__file__).parent == locales.HERE
            known = usual and offered in _registered
            with patch.object(ArenaTree, "sync_if_changed", _as_before) if known else nullcontext():
                await env.start()
            if usual:
                _registered[offered] = [
                    {key: value for key, value in command.items() if key in COMMAND_FIELDS}
                    for command in env.backend.commands[None].values()
                ]
            with env.time_context(), apart(env.backend):
                guild = env.create_guild("Arena", owner=env.create_user("olga"))
                open_to_all(env, guild)
                channel = guild.create_text_channel("general")
                people = {name: guild.add_member(env.create_user(name)) for name in names}
            with env.time_context():
                world = World(env, bot, settings, guild, channel, people, caplog, clock)
                world.persons |= await acquaint(bot.arena, guild.id, people)
                await world.settle()
            yield world
            bot = world.bot
            await world.settle()
        finally:
            await env.shutdown()
            await bot.close()
    causes = [cause_of(error) for error in env.errors]
    assert [error for error in causes if not isinstance(error, ArenaError) and error not in world.foreseen] == []


@pytest.fixture
def pictures() -> None:
    """Have boards drawn as they are, for a test that looks at them."""


@pytest.fixture(autouse=True)
def sketched(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have stand-ins drawn where nobody looks at the pictures."""
    with nullcontext() if THOROUGH or "pictures" in request.fixturenames else sketches():
        yield


@contextmanager
def also(monkeypatch: pytest.MonkeyPatch, game: AnyGame, artist: Renderer[Any]) -> Iterator[None]:
    """Have one more game among the games."""
    for feature in FEATURES:
        importlib.import_module(feature)  # once, as choices of some commands are made at the import
    monkeypatch.setattr(registry, "_GAMES", (*registry.games(), game))
    monkeypatch.setitem(cast("dict[str, Renderer[Any]]", RENDERERS), game.info.key, artist)
    new_command.cache_clear()
    yield
    new_command.cache_clear()


@pytest.fixture
def grove(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the small game of `tests.grove` among the games, for tests that ask for it before `world`."""
    with also(monkeypatch, GROVE, GroveRenderer()):
        yield


@pytest.fixture
def parlour(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the game of `tests.engine.parlour` among the games, for tests that ask for it before `world`."""
    with also(monkeypatch, PARLOUR, ParlourRenderer()):
        yield


@pytest_asyncio.fixture
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Path | URL]:
    """Where the bot of `world` has its store: in a file, but for a test with `tests.databases.with_databases`."""
    async with of_kind(getattr(request, "param", "sqlite"), tmp_path) as address:
        yield address


@pytest_asyncio.fixture
async def world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, database: Path | URL
) -> AsyncIterator[World]:
    """A server with the bot in it, which may log no error."""
    monkeypatch.chdir(tmp_path)
    async with simulated(tmp_path, caplog, database=database) as here:
        yield here
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
