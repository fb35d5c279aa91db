"""Tables on Discord: `/new` opens one, its buttons fill it, and Start turns it into a match."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

import discord
from discord.ext import commands

from cogs.channels.places import choose, open_places, welcome
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.checks import looks_into, organises
from cogs.core.components import EARLIER
from cogs.core.context import hushed
from cogs.core.custom_ids import TableId
from cogs.core.errors import Refusal
from cogs.core.readers import server_reader
from cogs.lobby.new import Wish, new_group
from cogs.silence.channels import warnings
from cogs.ui import lobby as ui
from cogs.ui.lobby import LobbyControl, is_drawn, lobby_content, lobby_view, mode_of
from cogs.ui.pictures import draw_board
from engine import registry
from engine.chance import Chance
from engine.errors import ArenaError
from engine.game import Seat, Setup
from engine.session import Session
from engine.text import Text, say
from hosting.lobby.errors import NoSuchTable, TableClosed, TooFewPlayers
from hosting.match.errors import NotSeated
from hosting.match.model import Match, Person, Table

log = logging.getLogger(__name__)


class Lobby(commands.Cog):
    """Opens tables and answers their controls."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Add the command and the controls."""
        self.bot.tree.add_command(new_group((game.info for game in registry.games()), self.open_table))
        self.bot.add_dynamic_items(LobbyControl)
        self.bot.table_press = self.pressed

    async def cog_unload(self) -> None:
        """Take them away."""
        self.bot.tree.remove_command("new")
        self.bot.remove_dynamic_items(LobbyControl)

    async def open_table(self, interaction: Interaction, wish: Wish) -> None:
        """Open a table and show it to everybody."""
        if interaction.guild_id is None or interaction.channel_id is None:
            raise AssertionError("commands are allowed in servers only")
        running = await self.bot.arena.matches.running_in(interaction.channel_id)
        if running is not None and hushed(running, interaction.channel_id):
            raise Refusal(
                say("Nobody may post here while the match runs (R29): please open the table in another channel."),
                code="hushed",
            )
        _check_opponents(interaction, wish.opponents)
        where = await choose(interaction, wish.where, silent=wish.mode.silent)
        table = await self.bot.arena.tables.open(
            interaction.guild_id,
            interaction.channel_id,
            person(interaction.user),
            wish.game.key,
            wish.mode.key,
            options=wish.options,
            where=where,
            opponents=[person(member) for member in wish.opponents],
            position=wish.position,
            terms=wish.terms,
        )
        if wish.mode.silent:
            # Members are fetched to find who could bypass the silence: that may take longer than Discord waits.
            await interaction.response.defer()
        content, view = await self._layout(interaction, table, drawn=wish.drawn)
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=list(wish.opponents))
        files = await self._start_board(table)
        if interaction.response.is_done():
            sent = await interaction.followup.send(
                content, view=view, files=files, allowed_mentions=mentions, wait=True
            )
            message_id = sent.id
        else:
            await interaction.response.send_message(content, view=view, files=files, allowed_mentions=mentions)
            message_id = (await interaction.original_response()).id
        await self.bot.arena.tables.set_message(table.id, message_id)

    async def pressed(self, interaction: Interaction, pressed: TableId, values: Sequence[str]) -> None:
        """Do what a control says, and show the table as it is then: also when nothing came of it."""
        tables = self.bot.arena.tables
        # A lobby is pressed where it stands; the number in an id could be that of any other one.
        if (await tables.get(pressed.table)).channel_id != interaction.channel_id:
            raise NoSuchTable
        lock = tables.lock(pressed.table)
        if lock.locked() or pressed.action in (ui.START, ui.DRAW):
            await interaction.response.defer()
        async with lock:
            try:
                table = await self._do(interaction, pressed, values)
            except ArenaError:
                await self._show(interaction, await tables.get(pressed.table))
                raise
            await self._show(interaction, table)

    async def _do(self, interaction: Interaction, pressed: TableId, values: Sequence[str]) -> Table:
        tables, table_id, user = self.bot.arena.tables, pressed.table, interaction.user
        match pressed.action:
            case ui.JOIN:
                return await tables.join(table_id, person(user))
            case ui.LEAVE:
                return await self._leave(table_id, user.id)
            case ui.ACCEPT:
                return await tables.accept(table_id, person(user))
            case ui.DECLINE:
                return await tables.decline(table_id, user.id)
            case ui.SEAT:
                return await self._sit(table_id, person(user), _seat(values))
            case ui.SHUFFLE:
                return await tables.shuffle(table_id, user.id)
            case ui.CANCEL:
                return await tables.cancel(table_id, user.id, organiser=await organises(self.bot, user))
            case ui.START | ui.DRAW:
                return await self._start(interaction, pressed)
        raise Refusal(EARLIER, code="unknown-button")

    async def _leave(self, table_id: int, user_id: int) -> Table:
        tables = self.bot.arena.tables
        seat = (await tables.get(table_id)).seat_of(user_id)
        if seat is not None and seat.invited:
            return await tables.decline(table_id, user_id)
        return await tables.leave(table_id, user_id)

    async def _sit(self, table_id: int, who: Person, seat: int) -> Table:
        tables = self.bot.arena.tables
        sitting = (await tables.get(table_id)).seat_of(who.user_id)
        if sitting is not None and sitting.taken:
            return await tables.move(table_id, who.user_id, seat)
        return await tables.join(table_id, who, seat)

    async def _start(self, interaction: Interaction, pressed: TableId) -> Table:
        tables = self.bot.arena.tables
        table = await tables.get(pressed.table)
        self._require_startable(table, interaction.user.id)
        if table.rev != pressed.rev:
            raise Refusal(say("The table has changed meanwhile: look again before you start."), code="stale-table")
        if pressed.action == ui.DRAW:
            table = await tables.shuffle(table.id, table.host.user_id)
        if interaction.message is None:
            raise AssertionError("a button belongs to a message")
        opened = await open_places(interaction, table, interaction.message)
        try:
            match = await tables.start(table.id, interaction.user.id, opened.places)
        except BaseException:
            await opened.undo()
            raise
        if opened.note is not None:
            await self.bot.arena.outbox.notice(match.id, match.seq, match.channel_id, opened.note)
        await self._greet(table, match)
        return await tables.get(table.id)

    def _require_startable(self, table: Table, user_id: int) -> None:
        """Find out before channels are made whether the match could start at all."""
        if table.status != "open":
            raise TableClosed(started=table.status == "started")
        seat = table.seat_of(user_id)
        if seat is None or not seat.taken:
            raise NotSeated
        if not self.bot.arena.tables.ready(table):
            raise TooFewPlayers(sum(not seat.taken for seat in table.seats))

    async def _greet(self, table: Table, match: Match) -> None:
        if table.where == "thread" and match.channel_id != table.channel_id:
            await welcome(match.channel_id, self.bot, [seat.user_id for seat in match.seats])

    async def _show(self, interaction: Interaction, table: Table) -> None:
        if table.status == "open" and mode_of(table).silent and not interaction.response.is_done():
            # As when the table was opened, members are fetched.
            await interaction.response.defer()
        content, view = await self._layout(interaction, table, drawn=_drawn(interaction.message))
        none = discord.AllowedMentions.none()
        if interaction.response.is_done():
            await interaction.edit_original_response(content=content, view=view, allowed_mentions=none)
        else:
            await interaction.response.edit_message(content=content, view=view, allowed_mentions=none)

    async def _layout(self, interaction: Interaction, table: Table, *, drawn: bool) -> tuple[str, discord.ui.View]:
        locale = await self.bot.language(table.guild_id)
        channel_id: int | None = None
        if table.match_id is not None:
            channel_id = (await self.bot.arena.matches.get(table.match_id)).channel_id
        content = lobby_content(
            table, locale, drawn=drawn, warnings=await self._warnings(interaction, table), channel_id=channel_id
        )
        return content, lobby_view(table, locale, drawn=drawn, ready=self.bot.arena.tables.ready(table))

    async def _start_board(self, table: Table) -> list[discord.File]:
        """Return a picture of where the match will start, unless that is where the game always does."""
        if not table.position:
            return []
        game = registry.get(table.game)
        setup = Setup(table.mode, table.options, game.info.data_version, table.position)
        session = Session.start(game, setup, Chance.from_text(""))
        board = await draw_board(table.game, session.view(None), (), (), await server_reader(self.bot, table.guild_id))
        return board.files

    async def _warnings(self, interaction: Interaction, table: Table) -> Sequence[Text]:
        if table.status != "open" or not mode_of(table).silent or interaction.guild is None:
            return ()
        return await warnings(self.bot, table, interaction.guild)


def _check_opponents(interaction: Interaction, opponents: Sequence[discord.Member]) -> None:
    guild, channel_id = interaction.guild, interaction.channel_id or 0
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    # Discord tells nobody who was let into a private thread.
    open_to = None if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()) else channel
    for index, member in enumerate(opponents):
        if member.bot:
            raise Refusal(say("{player} is a bot and does not play.", player=member.mention), code="bot-opponent")
        if member == interaction.user:
            raise Refusal(say("You sit at your table already: challenge somebody else."), code="own-opponent")
        if member in opponents[:index]:
            raise Refusal(say("You named {player} twice.", player=member.mention), code="same-opponent")
        if open_to is not None and not looks_into(open_to, member):
            raise Refusal(
                say(
                    "{player} cannot look into this channel, so they could neither accept nor play. Open the table in "
                    "a channel that they see, or have View Channel given to them here.",
                    player=member.mention,
                ),
                code="unseeing-opponent",
            )


def person(user: discord.User | discord.Member) -> Person:
    """Return a user as hosting knows people: by the name that this server shows."""
    return Person(user.id, user.display_name)


def _seat(values: Sequence[str]) -> Seat:
    """Return the seat that was picked. Raises Refusal for what no menu offers."""
    if len(values) != 1 or not re.fullmatch("[1-9]", values[0]):
        raise Refusal(say("There is no such seat."), code="no-such-seat")
    return int(values[0])


def _drawn(message: discord.Message | None) -> bool:
    if message is None:
        return False
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return is_drawn(str(getattr(item, "custom_id", "")) for row in rows for item in row.children)
