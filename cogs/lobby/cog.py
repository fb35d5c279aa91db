"""Tables on Discord: buttons fill one, Start turns it into a match; expiry, missing messages, old threads."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.access import link, member_of, organises, person, table_here, whoami
from cogs.core.bot import ArenaBot, ArenaCog, Interaction
from cogs.core.components import EARLIER
from cogs.core.custom_ids import TableId
from cogs.core.errors import Refusal, holds, retrying
from cogs.core.messages import Accounts, accounts_of, find_own, whisper
from cogs.core.text import MESSAGE_LIMIT, cut, shown
from cogs.lobby.loadouts import choosing_games, offer_loadout
from cogs.lobby.new import new_group
from cogs.lobby.opening import edit_table, layout, open_table, post_missing, start_match
from cogs.lobby.terms_panel import offer_computers, offer_terms
from cogs.ui import lobby as ui
from cogs.ui.lobby import mode_of
from engine import registry
from engine.errors import ArenaError
from engine.game import Json
from engine.seat import Seat
from engine.text import say
from hosting.errors import HostingError
from hosting.lobby.model import TABLE_CHANGED, NoSuchTable
from hosting.lobby.starter import ARCHIVE_AFTER, ARCHIVING
from hosting.match.model import NoSuchMatch, Person, Post, Table
from hosting.match_terms import Terms


@cache
def new_command(*, computers: bool = True) -> app_commands.Group:
    """Return `/new`, made once like the commands that are written out in a class; without options where they're off."""
    choosing = frozenset(info.key for info in choosing_games())
    return new_group((game.info for game in registry.games()), open_table, choosing, computers=computers)


class Lobby(ArenaCog):
    """Answers the controls of tables, and resumes what a restart interrupted."""

    @commands.Cog.listener()
    async def on_shard_ready(self, _shard: int) -> None:
        # Matches that were about to begin when the process ended go on.
        await self.bot.arena.starter.queue.resume()

    async def pressed(self, interaction: Interaction, pressed: TableId, values: Sequence[str]) -> None:
        """Handle a control, and show the table's current state even if that fails."""
        tables = self.bot.arena.tables
        found = await table_here(interaction, pressed.table)
        if found.message_id is None and interaction.message is not None:
            # The answer that is its message arrived, but the process did not hear of that.
            found = await tables.set_message(found.id, interaction.message.id, rev=pressed.rev)
        if pressed.action == ui.TERMS:
            await offer_terms(interaction, found)
            return
        if pressed.action in (ui.COMPUTER, ui.REMOVE):
            await offer_computers(interaction, found)
            return
        if pressed.action == ui.LOADOUT:
            await offer_loadout(interaction, found)
            return
        if tables.is_held(pressed.table) or pressed.action in (ui.START, ui.DRAW):
            await interaction.response.defer()
        async with tables.hold(pressed.table, alone=False):
            async with tables.hold(pressed.table):
                try:
                    table = await self._do(interaction, pressed, values)
                except ArenaError:
                    await self._show(interaction, await tables.get(pressed.table))
                    raise
                holds(interaction, say("Done: the table shows it."))
                await self._show(interaction, table)
            # No longer alone: the next press need not wait for it.
            # Pressed at an earlier message, which could not be found again, the one that is known is still to be shown.
            if interaction.message is None or table.message_id in (None, interaction.message.id):
                await tables.shown(table)

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
        tables.agreed(table, await whoami(interaction))  # before seats are drawn, or channels made
        if table.rev != pressed.rev:
            raise HostingError(*TABLE_CHANGED)
        if pressed.action == ui.DRAW or Terms.load(table.terms).drawn:
            table = await tables.shuffle(table.id, table.host.person_id)
        if interaction.message is None:
            raise AssertionError("a button belongs to a message")
        await start_match(interaction, table, interaction.message.id)
        return await tables.get(table.id)

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
    if len(values) != 1 or not re.fullmatch("[1-9]", values[0]):
        raise Refusal(say("There's no such seat."), code="no-such-seat")
    return int(values[0])


# What players are told of tables that lapse: a notice in the table's channel.


log = logging.getLogger(__name__)


class ExpiryNotices:
    """Tells players that a table lapses (`hosting.lobby.tables.ExpiryAnnouncer`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot

    async def warn(self, table: Table, at: datetime) -> None:
        """Post that a table lapses, without a sound; its players are mentioned."""
        accounts = await self._seated(table)
        content = await self._notice(table, at, accounts)
        with _reaching(table):
            await self._channel(table).send(
                content,
                nonce=f"lapse:{table.id}",
                silent=True,
                suppress_embeds=True,
                allowed_mentions=accounts.only(),
            )

    async def warned(self, table: Table, at: datetime) -> bool:
        content, found = await self._notice(table, at, await self._seated(table)), None
        with _reaching(table):
            found = await find_own(self._bot, self._channel(table), lambda message: message.content == content)
        return found is not None

    async def _seated(self, table: Table) -> Accounts:
        seated = [seat.person_id for seat in table.seats if seat.taken and seat.person_id is not None]
        return await accounts_of(self._bot, seated)

    async def _notice(self, table: Table, at: datetime, accounts: Accounts) -> str:
        address = link(table.guild_id, table.channel_id)
        text = say(
            "{players}: nobody has started the match at your {game} table yet ({link}). The table expires "
            "{when} unless someone presses Start.",
            players=accounts.mentions(_in_order(table, accounts), "and"),
            game=registry.name_of(table.game),
            link=address if table.message_id is None else f"{address}/{table.message_id}",
            when=discord.utils.format_dt(at, "R"),
        )
        return cut(shown(text, await self._bot.language(table.guild_id)), MESSAGE_LIMIT)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def _in_order(table: Table, accounts: Accounts) -> list[int]:
    return [seat.person_id for seat in table.seats if seat.person_id is not None and seat.person_id in accounts.known]


@contextmanager
def _reaching(table: Table) -> Iterator[None]:
    # Failures that may pass are tried again; after Discord's final refusals the table is left alone.
    try:
        with retrying():
            yield
    except discord.HTTPException as error:
        log.info("could not say in channel %d that table %d has expired: %s", table.channel_id, table.id, error)


# The message of a table that no press shows: in private it was changed, a player was deleted, or the process died.


async def show_table(bot: ArenaBot, post: Post) -> None:
    """Update or post the message of a table (`cogs.core.bot.Show`).

    A table that can have no message is cancelled: nobody could see or cancel it.
    """
    try:
        table = await bot.arena.tables.get(post.subject.id)
    except NoSuchTable:
        return
    if registry.mode_of(table.game, table.mode) is None:
        return  # this version does not know its game
    bot.require_server(table.guild_id)
    try:
        with retrying():
            if table.message_id is not None:
                await edit_table(bot, table, table.message_id)
            elif table.status == "open":
                await post_missing(bot, table)
    except discord.HTTPException as error:
        if table.message_id is not None:
            log.info("could not update the message of table %d in channel %d: %s", table.id, table.channel_id, error)
            return
        log.info("closed table %d, because its message can't be posted: %s", table.id, error)
        await bot.arena.tables.cancel(table.id, table.host.person_id)
        text = say(
            "I can't post your table's message in {channel}, so I've closed the table. Use `/doctor` there "
            "to see which permissions I'm missing.",
            channel=f"<#{table.channel_id}>",
        )
        await whisper(bot, table.guild_id, table.host.person_id, text)


# Threads of matches that the program started are put away a day after the end: a server has room for 1,000.


async def archive_thread(bot: ArenaBot, key: str, _payload: Json) -> None:
    """Archive the thread of a finished match, unless people still talk there; for appointments."""
    try:
        match = await bot.arena.matches.get(int(key))
    except NoSuchMatch:
        return
    guild = bot.get_guild(match.guild_id)
    try:
        # What is kept of a thread does not know of messages: to hear of them takes an intent that the bot has not.
        thread = None if guild is None else await guild.fetch_channel(match.channel_id)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        return
    if not isinstance(thread, discord.Thread) or thread.archived:
        return
    last = discord.utils.snowflake_time(thread.last_message_id or thread.id)
    if last + ARCHIVE_AFTER > bot.clock.now():
        await bot.arena.schedule.set(ARCHIVING, key, last + ARCHIVE_AFTER)
        return
    try:
        await thread.edit(archived=True)
    except discord.HTTPException as error:
        # Discord puts it away by itself when nobody has written for a week.
        log.info("could not archive the thread of match %d: %s", match.id, error)
