"""Tables on Discord: `/new` opens one, its buttons fill it, and Start turns it into a match."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.bot import ArenaCog, Interaction
from cogs.core.checks import organises
from cogs.core.components import EARLIER
from cogs.core.context import member_of, person, whoami
from cogs.core.custom_ids import TableId
from cogs.core.errors import Refusal, holds
from cogs.lobby.kept import choosing_games
from cogs.lobby.loadouts import offer_loadout
from cogs.lobby.new import new_group
from cogs.lobby.opening import layout, open_table, show_lobby
from cogs.lobby.starting import start_match
from cogs.lobby.terms_panel import offer_terms
from cogs.ui import lobby as ui
from cogs.ui.lobby import mode_of
from engine import registry
from engine.errors import ArenaError
from engine.seat import Seat
from engine.text import say
from hosting.clock.control import Terms
from hosting.lobby.errors import NoSuchTable, TableChanged, TableClosed, TooFewPlayers
from hosting.match.errors import NotSeated
from hosting.match.model import Person, Table


@cache
def new_command() -> app_commands.Group:
    """Return `/new`, made once like the commands that are written out in a class."""
    choosing = frozenset(info.key for info in choosing_games())
    return new_group((game.info for game in registry.games()), open_table, choosing)


class Lobby(ArenaCog):
    """Offers `/new` and answers the controls of tables."""

    async def cog_load(self) -> None:
        """Add the command."""
        self.bot.tree.add_command(new_command())

    async def cog_unload(self) -> None:
        """Take it away."""
        self.bot.tree.remove_command("new")

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Go on with matches that were about to begin when the process ended, and show tables as they are."""
        await self.bot.arena.starter.orders.resume()
        await self.bot.arena.showing.resume()

    async def pressed(self, interaction: Interaction, pressed: TableId, values: Sequence[str]) -> None:
        """Do what a control says, and show the table as it is then: also when nothing came of it."""
        tables = self.bot.arena.tables
        # A lobby is pressed where it stands; the number in an id could be that of any other one.
        found = await tables.get(pressed.table)
        if found.channel_id != interaction.channel_id:
            raise NoSuchTable
        if found.message_id is None and interaction.message is not None:
            # The answer that is its message arrived, but the process did not hear of that.
            found = await tables.set_message(found.id, interaction.message.id, rev=pressed.rev)
        if pressed.action == ui.TERMS:
            await offer_terms(interaction, found)
            return
        if pressed.action == ui.LOADOUT:
            await offer_loadout(interaction, found)
            return
        lock = tables.lock(pressed.table)
        if lock.locked() or pressed.action in (ui.START, ui.DRAW):
            await interaction.response.defer()
        async with lock:
            try:
                table = await self._do(interaction, pressed, values)
            except ArenaError:
                await self._show(interaction, await tables.get(pressed.table))
                raise
            holds(interaction, say("Done: the table shows it."))
            await self._show(interaction, table)
        # No longer under the lock: the next press need not wait for it.
        if interaction.message is not None and table.message_id not in (None, interaction.message.id):
            await show_lobby(interaction, table)  # pressed at an earlier message, which could not be found again
        else:
            await self.bot.arena.showing.shown(table)

    async def _do(self, interaction: Interaction, pressed: TableId, values: Sequence[str]) -> Table:
        tables, table_id, user = self.bot.arena.tables, pressed.table, member_of(interaction)
        match pressed.action:
            case ui.JOIN:
                return await tables.join(table_id, await person(self.bot, user), seen=pressed.mark or None)
            case ui.LEAVE:
                return await self._leave(table_id, await whoami(interaction))
            case ui.ACCEPT:
                return await tables.accept(table_id, await person(self.bot, user), seen=pressed.mark or None)
            case ui.DECLINE:
                return await tables.decline(table_id, await whoami(interaction))
            case ui.SEAT:
                return await self._sit(pressed, await person(self.bot, user), _seat(values))
            case ui.SHUFFLE:
                return await tables.shuffle(table_id, await whoami(interaction))
            case ui.CANCEL:
                organiser = await organises(self.bot, user)
                return await tables.cancel(table_id, await whoami(interaction), organiser=organiser)
            case ui.START | ui.DRAW:
                return await self._start(interaction, pressed)
        raise Refusal(EARLIER, code="unknown-button")

    async def _leave(self, table_id: int, person_id: int) -> Table:
        tables = self.bot.arena.tables
        seat = (await tables.get(table_id)).seat_of(person_id)
        if seat is not None and seat.invited:
            return await tables.decline(table_id, person_id)
        return await tables.leave(table_id, person_id)

    async def _sit(self, pressed: TableId, who: Person, seat: int) -> Table:
        tables = self.bot.arena.tables
        sitting = (await tables.get(pressed.table)).seat_of(who.person_id)
        if sitting is not None and sitting.taken:
            return await tables.move(pressed.table, who.person_id, seat)
        return await tables.join(pressed.table, who, seat, seen=pressed.mark or None)

    async def _start(self, interaction: Interaction, pressed: TableId) -> Table:
        tables = self.bot.arena.tables
        table = await tables.get(pressed.table)
        self._require_startable(table, await whoami(interaction))
        if table.rev != pressed.rev:
            raise TableChanged
        if pressed.action == ui.DRAW or Terms.load(table.terms).drawn:
            table = await tables.shuffle(table.id, table.host.person_id)
        if interaction.message is None:
            raise AssertionError("a button belongs to a message")
        await start_match(interaction, table, interaction.message.id)
        return await tables.get(table.id)

    def _require_startable(self, table: Table, person_id: int) -> None:
        """Check that the match could start at all, before channels are made."""
        if table.status != "open":
            raise TableClosed(table)
        seat = table.seat_of(person_id)
        if seat is None or not seat.taken:
            raise NotSeated
        if not self.bot.arena.tables.ready(table):
            raise TooFewPlayers(sum(not seat.taken for seat in table.seats))

    async def _show(self, interaction: Interaction, table: Table) -> None:
        if table.status == "open" and mode_of(table).silent and not interaction.response.is_done():
            # As when the table was opened, members are fetched.
            await interaction.response.defer()
        content, view = await layout(self.bot, interaction.guild, table)
        none = discord.AllowedMentions.none()
        if interaction.response.is_done():
            await interaction.edit_original_response(content=content, view=view, allowed_mentions=none)
        else:
            await interaction.response.edit_message(content=content, view=view, allowed_mentions=none)


def _seat(values: Sequence[str]) -> Seat:
    """Return the seat that was picked. Raises Refusal for what no menu offers."""
    if len(values) != 1 or not re.fullmatch("[1-9]", values[0]):
        raise Refusal(say("There is no such seat."), code="no-such-seat")
    return int(values[0])
