"""Silent matches where Discord's rules for bots hold: what may be set in overwrites, and what requests look like."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot import make_bot
from cogs.core.bot import ArenaBot
from cogs.silence import channels
from cogs.silence.cog import delete_channels
from hosting.lobby.model import start_of
from hosting.match.model import Match, SilenceEntry
from hosting.silence import SilenceLog
from settings import Settings
from tests.cogs.silence.conftest import PLAYERS
from tests.wire.double import Channel, Double, Guild, perms
from tests.wire.double.permissions import Overwrite
from tests.wire.double.users import User
from tests.wire.stage import arena_double


@dataclass
class Wire:
    """A silent match on the wire double; the bot has the permissions that its invitation asks for."""

    double: Double
    bot: ArenaBot
    guild: Guild
    people: dict[str, User]
    match: Match
    noted: list[str]

    def channel(self, role: str) -> Channel:
        place = self.match.place(role)
        assert place is not None
        return self.guild.channels[place.channel_id]

    def overwrite(self, channel: Channel, overwrite: Overwrite) -> None:
        """Set an overwrite as the server's owner can."""
        channel.overwrites[overwrite.id] = overwrite
        self.guild.update_channel(channel)

    async def until_noted(self, code: str) -> None:
        """Wait until the silence log has a line, and for what follows from it."""
        await self.double.until(lambda: code in self.noted)
        await self.bot.arena.idle()


@pytest_asyncio.fixture
async def wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wire]:
    monkeypatch.chdir(tmp_path)
    noted: list[str] = []
    add = SilenceLog.add

    async def heard(self: SilenceLog, match_id: int, code: str, **about: Any) -> SilenceEntry:
        noted.append(code)
        return await add(self, match_id, code, **about)

    monkeypatch.setattr(SilenceLog, "add", heard)
    double = arena_double()
    guild = double.add_guild("Arena")
    general = guild.add_channel("general")
    people = {name: double.add_user(name, guild) for name in (*PLAYERS, "eve")}
    bot = make_bot(Settings(database=tmp_path / "arena.db", discord_token=None, pace=0))
    async with double, double.connect(bot):
        tables, seen = bot.arena.tables, bot.get_guild(guild.id)
        assert seen is not None
        persons = [await bot.arena.people.enter(people[name].id, guild.id, name) for name in PLAYERS]
        table = await tables.open(guild.id, general.id, persons[0], "replicants", "teams", where="channels")
        for person in persons[1:]:
            table = await tables.join(table.id, person)
        places = await channels.create_places(bot, seen, start_of(table), table.id)
        match = await tables.start(table.id, persons[0].person_id, places)
        await bot.arena.idle()
        yield Wire(double, bot, guild, people, match, noted)
        await bot.arena.idle()
    assert double.violations == []
    assert not double.unknown_routes


async def test_the_channels_are_made_with_what_the_invitation_asks_for(wire: Wire) -> None:
    ann, bob, eve = (wire.people[name] for name in ("ann", "bob", "eve"))
    team = wire.channel("team:0")
    assert ann.can(team, "VIEW_CHANNEL READ_MESSAGE_HISTORY USE_APPLICATION_COMMANDS")
    assert not ann.may(team) & {"SEND_MESSAGES", "ADD_REACTIONS", "CREATE_PUBLIC_THREADS", "SEND_POLLS"}
    assert not bob.can_see(team)
    assert not eve.can_see(team)
    assert not ann.can_see(wire.channel("spectators"))
    assert eve.can(wire.channel("spectators"), "SEND_MESSAGES")
    assert ann.visible_messages(team)
    assert wire.noted == ["started"]


async def test_drift_is_repaired_although_overwrites_hold_what_the_bot_may_not_set(wire: Wire) -> None:
    team, ann, eve = wire.channel("team:0"), wire.people["ann"], wire.people["eve"]
    role = wire.guild.add_role("friends", members=[eve])
    wire.overwrite(team, Overwrite.of(role, allow="VIEW_CHANNEL SEND_MESSAGES MANAGE_ROLES MUTE_MEMBERS"))
    assert eve.can(team, "SEND_MESSAGES")
    await wire.until_noted("repaired")
    assert not eve.can_see(team)
    assert team.overwrites[role.id].allow == perms("MANAGE_ROLES MUTE_MEMBERS")
    wire.overwrite(team, Overwrite.of(ann, allow="VIEW_CHANNEL SEND_MESSAGES"))
    assert ann.can(team, "SEND_MESSAGES")
    await wire.double.until(lambda: not ann.can(team, "SEND_MESSAGES"))
    await wire.bot.arena.idle()
    assert (await wire.bot.arena.matches.get(wire.match.id)).status == "running"


async def test_without_the_right_to_set_permissions_the_match_is_interrupted(wire: Wire) -> None:
    team, ann = wire.channel("team:0"), wire.people["ann"]
    for role in wire.guild.roles.values():
        role.permissions &= ~perms("MANAGE_ROLES")
    wire.overwrite(team, Overwrite.of(ann, allow="VIEW_CHANNEL SEND_MESSAGES"))
    await wire.until_noted("refused")
    assert (await wire.bot.arena.matches.get(wire.match.id)).status == "parked"


async def test_the_channels_open_at_the_end_and_are_deleted_in_time(wire: Wire) -> None:
    ann, general = wire.people["ann"], next(iter(wire.guild.channels.values()))
    await wire.bot.arena.matches.forfeit(wire.match.id, wire.match.seats[0].person_id)
    await wire.until_noted("opened")
    for role in ("board", "spectators", "team:0"):
        assert ann.can(wire.channel(role), "VIEW_CHANNEL SEND_MESSAGES")
    assert not ann.can_see(wire.channel("team:1"))
    files = [file.filename for message in ann.visible_messages(general) for file in message.attachments]
    assert f"replicants-{wire.match.id}-transcript.txt" in files
    await delete_channels(wire.bot, str(wire.match.id), None)
    assert list(wire.guild.channels.values()) == [general]
