"""Ways to start a silent match in a simulated server, to disturb it, and to see what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord
import pytest_asyncio
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.core.bot import ArenaBot
from cogs.silence import channels
from cogs.silence.channels import held
from hosting.consent.requests import EVERY
from hosting.lobby.model import start_of
from hosting.match.model import Match, Person, Place, SilenceEntry, Table
from store.tables import people
from tests.cogs.conftest import World, bits, some_turn, take

PLAYERS = ("ann", "bob", "cleo", "dan")
"""In the order of play: ann and cleo are partners, bob and dan are (R28); eve watches."""


class Silent:
    """A simulated server in which silent matches are played."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.env, self.guild, self.general, self.people = world.env, world.guild, world.channel, world.people
        self.voice = world.guild.create_voice_channel("lounge")

    @property
    def bot(self) -> ArenaBot:
        return self.world.bot

    @property
    def me(self) -> discord.ClientUser:
        """The bot's own user."""
        assert self.bot.user is not None
        return self.bot.user

    @property
    def seen(self) -> discord.Guild:
        """The server as the bot sees it."""
        guild = self.bot.get_guild(self.guild.id)
        assert guild is not None
        return guild

    def person(self, name: str) -> Person:
        return Person(self.number(name), name.title())

    def number(self, name: str) -> int:
        """One of the people as hosting knows them."""
        return self.world.person(name)

    async def table(self) -> Table:
        """Open a table for a silent match, with everybody seated."""
        tables = self.bot.arena.tables
        table = await tables.open(
            self.guild.id, self.general.id, self.person("ann"), "replicants", "teams", where="channels"
        )
        for name in PLAYERS[1:]:
            table = await tables.join(table.id, self.person(name))
        return table

    async def create(self, table: Table) -> Sequence[Place]:
        return await self.world.as_bot(channels.create_places(self.bot, self.seen, start_of(table), table.id))

    async def start(self) -> Match:
        """Start a silent match, as the lobby does."""
        table = await self.table()
        places = await self.create(table)
        return await self.world.as_bot(self.bot.arena.tables.start(table.id, table.host.person_id, places))

    async def play(self, match: Match) -> Match:
        """Play some turn for the player who is next, as a command does."""
        return await self.world.as_bot(self.bot.arena.matches.play(match.id, match.to_act[0], some_turn(match.session)))

    async def announced(self) -> None:
        """Wait until what players asked for is announced."""
        await self.env.advance_time(EVERY.total_seconds())
        await self.settle()

    async def resign(self, match: Match, name: str) -> Match:
        return await self.world.as_bot(self.bot.arena.matches.forfeit(match.id, self.number(name)))

    def set_organiser(self, match: Match, name: str) -> None:
        """Make a player the organiser of a match."""
        changed = replace(match, organiser_id=self.number(name))
        self.bot.arena.matches._cache.put(match.id, changed)

    def on_board(self, match: Match) -> list[str]:
        """What was posted on the board."""
        return [message.content for message in self.world.place(match.channel_id).history()]

    async def settle(self) -> None:
        await self.world.settle()

    async def log(self, match: Match) -> list[SilenceEntry]:
        return await self.bot.arena.silence_log.of_match(match.id)

    async def codes(self, match: Match) -> list[str]:
        return [entry.code for entry in await self.log(match)]

    def channel(self, match: Match, role: str) -> simcord.ChannelHandle:
        """One of the match's channels, no matter who can see it."""
        place = match.place(role)
        assert place is not None
        return self.world.place(place.channel_id)

    def exists(self, channel_id: int) -> bool:
        return channel_id in self.env.backend.channels

    def can(self, name: str, channel: simcord.ChannelHandle) -> frozenset[str]:
        """What a player can do in a channel; nothing if they do not see it."""
        bits = self.env.backend.compute_permissions(self.guild.id, self.people[name].id, channel.id)
        able = held(discord.Permissions(bits))
        return able if "view_channel" in able else frozenset()

    def overwrite(
        self, channel: simcord.ChannelHandle, target_id: int, *, allow: str = "", deny: str = "", told: bool = True
    ) -> None:
        """Set an overwrite for a member or a role, as an administrator can.

        Args:
            channel: Where.
            target_id: For whom.
            allow: Names of permissions.
            deny: Names of permissions.
            told: Whether the bot is told of it, as it is while it is connected.
        """
        roles = self.env.backend.get_guild(self.guild.id).roles
        kind = OverwriteType.ROLE if target_id in roles else OverwriteType.MEMBER
        overwrite = Overwrite(target_id, kind, bits(allow.split()), bits(deny.split()))
        if told:
            self.env.backend.set_overwrite(channel.id, overwrite)
            return
        stored = self.env.backend.get_channel(channel.id)
        stored.overwrites = [*(each for each in stored.overwrites if each.target_id != target_id), overwrite]

    def give(self, name: str, permissions: str) -> simcord.RoleHandle:
        """Give a player a new role with permissions; the bot is not told of it."""
        role = self.guild.create_role(f"role of {name}", permissions=discord.Permissions(bits(permissions.split())))
        self.env.backend.add_member_role(self.guild.id, self.people[name].id, role.id)
        return role

    def bot_lacks(self, permissions: str) -> None:
        """Take permissions from the bot's own role and from everybody's."""
        take(self.world, *permissions.split())

    def whispers(self, name: str) -> list[str]:
        """The private messages that a player got."""
        user = self.people[name].user
        return [message.content for message in user.dm_channel.history(viewer=user)]


@pytest_asyncio.fixture
async def w(world: World) -> Silent:
    """A server in which a silent match can be started and disturbed; its people write their names with a capital."""
    async with world.bot.arena.db.write() as connection:
        for name, number in world.persons.items():
            await people.remember(connection, world.guild.id, number, name.title())
    return Silent(world)
