"""Opening a table by `/new`, by Challenge or like an earlier one; its message; from the table to the match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import app_commands

from cogs.channels.places import choose_free, granted_in, posting, require, require_no_partners, thread_parent
from cogs.core.access import can_view, guild_of, is_silenced, link, match_for, member_of, person, server_reader, whoami
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.components import ArenaModal
from cogs.core.custom_ids import TableId
from cogs.core.errors import BROKEN, Refusal, holds, tell
from cogs.core.messages import accounts_of, channel_of, custom_ids, find_own, only
from cogs.core.permissions import labels
from cogs.core.text import DIALOG_LIMIT, OPTION_LIMIT, Locale, cut, locale_of, mark, plain
from cogs.lobby.new import USUAL, NewTable
from cogs.silence.channels import warnings
from cogs.ui.lobby import lobby_content, lobby_view, mode_of
from cogs.ui.pictures import draw_board
from engine import registry
from engine.chance import Chance
from engine.errors import ArenaError
from engine.game import GameInfo, Mode, Setup
from engine.session import Session
from engine.text import Text, say
from hosting.lobby.tables import terms_of
from hosting.match.model import Match, Person, Table, Where
from hosting.match_terms import Terms

# From a table to its match, at a press.


async def start_match(interaction: Interaction, table: Table, message_id: int) -> Match:
    """Start a table that is ready; if that fails, what was made for it is removed and the table stays open."""
    arena = interaction.client.arena
    start, names = arena.tables.agreed(table, await whoami(interaction))
    return await arena.starter.start(replace(start, message_id=message_id), names)


log = logging.getLogger(__name__)


async def open_table(interaction: Interaction, wish: NewTable) -> None:
    """Open a table and show it to everybody; begin a complete one-player match at once."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise AssertionError("commands are allowed in servers only")
    bot = interaction.client
    running = await bot.arena.matches.running_in(interaction.channel_id)
    if running is not None and is_silenced(running, interaction.channel_id):
        raise Refusal(
            say(
                "Nobody can post in this channel while its match is running (R29): please open the table in "
                "another one."
            ),
            code="hushed",
        )
    check_opponents(interaction, wish.opponents)
    channel = interaction.channel
    if channel is None:
        raise AssertionError("a command comes from a channel")
    granted, mode = interaction.app_permissions, wish.mode
    where = await choose_free(bot, channel, granted, wish.where, silent=mode.silent, alone=mode.alone)
    table = await bot.arena.tables.open(
        interaction.guild_id,
        interaction.channel_id,
        await person(bot, member_of(interaction)),
        wish.game.key,
        wish.mode.key,
        options=wish.options,
        where=where,
        opponents=[await person(bot, member) for member in wish.opponents],
        position=wish.position,
        terms=wish.terms,
        computers=wish.computers,
    )
    # Should the answer be lost, the table's message is posted by itself (`hosting.outbox`): not before.
    holds(interaction, say("Your table is open. If you can't see its message yet, it's on its way."))
    tables = bot.arena.tables
    async with tables.hold(table.id, alone=False):  # a press on the message can come before its id
        if wish.loadout not in ("", USUAL):
            await _with_loadout(bot, table, wish.loadout)
        table = await tables.get(table.id)
        message_id = table.message_id
        if message_id is None:
            try:
                message_id = await _answer(interaction, wish, table)
            except (discord.HTTPException, *BROKEN):
                message_id = await _arrived(interaction, table)
                if message_id is None:
                    raise
            table = await tables.set_message(table.id, message_id, rev=table.rev)
        else:  # its message was posted before it was held
            address = f"{link(table.guild_id, table.channel_id)}/{message_id}"
            await tell(interaction, say("Your table is open. [Go to the table]({link})", link=address))
    if wish.at_once:
        await _begin(interaction, table, message_id)


async def _answer(interaction: Interaction, wish: NewTable, table: Table) -> int:
    bot = interaction.client
    if wish.mode.silent or wish.at_once:
        # Members are fetched to find who could bypass the silence, or a thread is made: either may take longer than
        # Discord waits.
        await interaction.response.defer()
    content, view = await layout(bot, interaction.guild, table)
    mentions = only(member.id for member in wish.opponents)
    # The match's own board follows at once.
    files = [] if wish.at_once else await _start_board(bot, table)
    if interaction.response.is_done():
        sent = await interaction.followup.send(content, view=view, files=files, allowed_mentions=mentions, wait=True)
        return sent.id
    await interaction.response.send_message(content, view=view, files=files, allowed_mentions=mentions)
    return (await interaction.original_response()).id


async def _arrived(interaction: Interaction, table: Table) -> int | None:
    """Return a table's message that Discord took as the answer though it did not say so, or None."""
    try:
        answer = await interaction.original_response()
    except (discord.HTTPException, *BROKEN):
        return None
    return answer.id if is_shown_by(answer, table) else None


def is_shown_by(message: discord.Message, table: Table) -> bool:
    found = (TableId.parse(custom_id) for custom_id in custom_ids(message))
    return any(each is not None and each.table == table.id for each in found)


async def _with_loadout(bot: ArenaBot, table: Table, wanted: str) -> None:
    """Choose a loadout for the host of a table, by its saved name or in notation."""
    person_id, arena = table.host.person_id, bot.arena
    saved = {each.name.casefold(): each.text for each in await arena.saved_loadouts.of(person_id, table.game)}
    try:
        await arena.loadouts.choose(table.id, person_id, saved.get(wanted.casefold(), wanted))
    except ArenaError:
        await arena.tables.cancel(table.id, person_id)
        raise


async def _begin(interaction: Interaction, table: Table, message_id: int) -> None:
    """Start the match of a table with nobody to wait for.

    If that fails, the table stays with its button Start, and the host is told why.
    """
    async with interaction.client.arena.tables.hold(table.id):
        await start_match(interaction, table, message_id)


async def layout(bot: ArenaBot, guild: discord.Guild | None, table: Table) -> tuple[str, discord.ui.View]:
    locale = await bot.language(table.guild_id)
    channel_id: int | None = None
    if table.match_id is not None:
        channel_id = (await bot.arena.matches.get(table.match_id)).channel_id
    choosing = bot.arena.loadouts.seats(table)
    content = lobby_content(
        table,
        locale,
        accounts=await accounts_of(bot, (each.person_id for each in table.seats if each.person_id is not None)),
        warnings=await _warnings(bot, guild, table),
        channel_id=channel_id,
        choosing=choosing,
        place=await _place(bot, guild, table, channel_id),
        computers=bot.arena.core.computers_offered,
    )
    ready, offered = bot.arena.tables.ready(table), bot.arena.core.computers_offered
    return content, lobby_view(table, locale, ready=ready, choosing=bool(choosing), computers=offered)


async def _place(bot: ArenaBot, guild: discord.Guild | None, table: Table, channel_id: int | None) -> Text | None:
    """Return where the match of a table is played, if another match keeps it from the table's place."""
    channel = None if guild is None else guild.get_channel_or_thread(table.channel_id)
    home = thread_parent(channel)
    if table.where == "channels" or home is None:
        return None
    if table.status == "started" and table.where == "here" and channel_id not in (None, table.channel_id):
        where = f"<#{channel_id}>"
        return say(
            "Another match was running here, so this one has started in its own thread: {channel}", channel=where
        )
    if table.status != "open":
        return None
    busy = await bot.arena.matches.running_in(table.channel_id) is not None
    if busy and home.id == table.channel_id:
        return say("A match is already running in this channel, so this one will be played in its own thread.")
    if busy:
        return say(
            "A match is already running in this thread, so this one will be played in another thread of {channel}.",
            channel=home.mention,
        )
    if table.where == "thread" and home.id != table.channel_id:
        return say("The match will be played in a thread of {channel}.", channel=home.mention)
    return None


async def post_table(bot: ArenaBot, table_id: int, *, gone: int | None = None, calls: bool = True) -> Table:
    """Post the message of a table that was only just opened, or whose message is `gone`, unless it has another one."""
    async with bot.arena.tables.hold(table_id):
        table = await bot.arena.tables.get(table_id)
        called = [each.person_id for each in table.seats if each.person_id is not None] if calls else []
        return table if table.message_id != gone else await _post(bot, table, called)


async def post_missing(bot: ArenaBot, table: Table) -> None:
    """Post a table's message whose answer was lost, unless it exists; the table is held.

    It mentions invited people, as the answer would have.
    """
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    found = await find_own(bot, channel, lambda message: is_shown_by(message, table))
    if found is not None:
        await edit_table(bot, table, found.id)
        await bot.arena.tables.set_message(table.id, found.id, rev=table.rev)
    else:
        await _post(bot, table, [each.person_id for each in table.seats if each.invited and each.person_id])


async def _post(bot: ArenaBot, table: Table, called: Sequence[int]) -> Table:
    content, view = await layout(bot, bot.get_guild(table.guild_id), table)
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    files = await _start_board(bot, table)
    # Should the process die before the message is noted, Discord posts it no second time within some minutes.
    sent = await channel.send(
        content,
        view=view,
        files=files,
        nonce=f"table-{table.id}",
        allowed_mentions=(await accounts_of(bot, called)).only(),
    )
    return await bot.arena.tables.set_message(table.id, sent.id, rev=table.rev)


async def edit_table(bot: ArenaBot, table: Table, message_id: int) -> None:
    content, view = await layout(bot, bot.get_guild(table.guild_id), table)
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    message = channel.get_partial_message(message_id)
    await message.edit(content=content, view=view, allowed_mentions=discord.AllowedMentions.none())


async def _start_board(bot: ArenaBot, table: Table) -> list[discord.File]:
    """Return a picture of the start, or of a possible one if it is drawn by lot.

    Empty where the start depends on loadouts.
    """
    if bot.arena.loadouts.seats(table):
        return []
    game = registry.get(table.game)
    setup = Setup(table.mode, table.options, game.info.data_version, table.position)
    session = Session.start(game, setup, Chance.from_text(""))
    board = await draw_board(table.game, session.view(None), (), (), await server_reader(bot, table.guild_id))
    return board.files


async def _warnings(bot: ArenaBot, guild: discord.Guild | None, table: Table) -> Sequence[Text]:
    if table.status != "open" or not mode_of(table).silent or guild is None:
        return ()
    return await warnings(bot, table, guild)


def check_opponents(interaction: Interaction, opponents: Sequence[discord.Member]) -> None:
    """Raise Refusal if a challenged person could not accept or play."""
    guild, channel_id = interaction.guild, interaction.channel_id or 0
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    # Discord tells nobody who was let into a private thread.
    open_to = None if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()) else channel
    for index, member in enumerate(opponents):
        if member.bot:
            raise Refusal(say("{player} is a bot and doesn't play.", player=member.mention), code="bot-opponent")
        if member == interaction.user:
            raise Refusal(say("You're already at your own table: challenge another player."), code="own-opponent")
        if member in opponents[:index]:
            raise Refusal(say("You named {player} twice.", player=member.mention), code="same-opponent")
        if open_to is not None and not can_view(open_to, member):
            raise Refusal(
                say(
                    "{player} can't see this channel, so they couldn't accept or play. Open the table in a "
                    "channel they can see, or have someone give them the permission {permissions} here.",
                    player=member.mention,
                    permissions=labels(("view_channel",)),
                ),
                code="unseeing-opponent",
            )


# The button New table under a result: a table on the terms of that match, with its seats open, for who presses it.
# Computers that sat in the match have seats there again.
#
# Anybody who sees the result may press, as anybody may use `/new`. A person has one open table on the same terms: a
# second press leads there.


Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread
"""A channel that can have a table."""


class Reopening:
    """Opens tables on the terms of finished matches."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Open a table on the terms of a match, or link to the one that its host has opened already."""
        match = await match_for(interaction, match_id)
        _check(match)
        # Members are fetched for silent teams, and the start is drawn: that may take longer than Discord waits.
        await interaction.response.defer(ephemeral=True, thinking=True)
        host = await person(self._bot, member_of(interaction))
        async with self._locks.setdefault(host.person_id, asyncio.Lock()):
            table = await self._bot.arena.tables.like(match, host.person_id)
            if table is not None and await self._stands(table):
                await tell(
                    interaction,
                    say("You already have a table like this open. [Go to the table]({link})", link=_address(table)),
                )
                return
            table = await self._open(interaction, match, host, table)
        await tell(interaction, say("Your table is open. [Go to the table]({link})", link=_address(table)))

    async def _open(self, interaction: Interaction, match: Match, host: Person, table: Table | None) -> Table:
        """Open a table and post it; if it is open and has no message, only post it."""
        tables = self._bot.arena.tables
        if table is None:
            channel = await self._channel(interaction, match)
            await require_no_partners(self._bot, channel.id)
            granted = granted_in(channel)
            require(granted, *posting(channel))
            table = await tables.open(
                match.guild_id,
                channel.id,
                host,
                match.game,
                match.setup.mode,
                options=match.setup.options,
                where=await self._where(match, channel, granted),
                terms=terms_of(match),
                position=match.setup.position,
                computers=tables.levels_like(match),
            )
        try:
            return await post_table(self._bot, table.id, gone=table.message_id, calls=False)
        except discord.HTTPException:
            await tables.cancel(table.id, host.person_id)
            raise

    async def _where(self, match: Match, channel: Place, granted: discord.Permissions) -> Where:
        """Return where the next match is to be played: as this one was, or the table's default."""
        wish, silent = await self._bot.arena.tables.place_of(match), match.mode.silent
        if wish is not None:
            with suppress(Refusal):  # there are no threads here
                return await choose_free(self._bot, channel, granted, wish, silent=silent)
        return await choose_free(self._bot, channel, granted, None, silent=silent)

    async def _stands(self, table: Table) -> bool:
        """Return whether a table's message exists, as far as that is known."""
        if table.message_id is None:
            return False
        try:
            await self._bot.get_partial_messageable(table.channel_id).fetch_message(table.message_id)
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            log.info("could not check whether table %d still has its message: %s", table.id, error)
        return True

    async def _channel(self, interaction: Interaction, match: Match) -> Place:
        """Return the channel for the table: where the member could use `/new`, and where others see it.

        That is this channel. From the thread of a match it is the channel above, and from the channels of silent teams
        the one in which their table was opened, if the member may use commands there.
        """
        guild, user, here = guild_of(interaction), member_of(interaction), interaction.channel
        others: list[int | None] = []
        if match.silent:
            others.append(await self._bot.arena.housing.home(match))
        elif isinstance(here, discord.Thread):
            others.append(here.parent_id)
        for channel_id in filter(None, others):
            channel = await channel_of(guild, channel_id)
            seen = isinstance(channel, Place) and can_view(channel, user)
            if isinstance(channel, Place) and seen and channel.permissions_for(user).use_application_commands:
                return channel
        if not isinstance(here, Place) or not interaction.permissions.use_application_commands:
            raise Refusal(_NOT_HERE, code="no-commands")
        return here


_NOT_HERE = say("You can't use commands here, so you can't open a table. Use `/new` where you can.")


def _check(match: Match) -> None:
    """Refuse matches that offer no rematch table. Raises Refusal."""
    if not match.over:
        raise Refusal(say("The match is still on. To open another table, use `/new`."), code="still-played")
    if match.alone:
        text: Text = say("This is a game for one, so there's nobody to invite. To start another match, use `/new`.")
        raise Refusal(text, code="played-alone")


def _address(table: Table) -> str:
    return f"{link(table.guild_id, table.channel_id)}/{table.message_id}"


# Challenge, in the menu of a member: a table with an invitation, as `/new` opens it, for a game that is picked.


NAME = mark("Challenge")


def challenge_menu() -> app_commands.ContextMenu:
    return app_commands.ContextMenu(name=NAME, callback=challenge)


def _games() -> dict[str, tuple[Text, tuple[GameInfo, Mode]]]:
    return {
        f"{game.info.key}:{mode.key}": (say("{game}: {mode}", game=game.info.name, mode=mode.name), (game.info, mode))
        for game in registry.games()
        for mode in game.info.modes
        if not mode.alone
    }


async def challenge(interaction: Interaction, member: discord.Member) -> None:
    """Ask for the game, unless this member cannot be challenged here."""
    if not isinstance(member, discord.Member):
        raise Refusal(say("{player} has left this server.", player=member.mention), code="absent")
    check_opponents(interaction, (member,))
    await ChallengeDialog(member, locale_of(interaction)).open(interaction)


class ChallengeDialog(ArenaModal):
    """Asks for the game; everything else is `/new`'s default."""

    def __init__(self, opponent: discord.Member, locale: Locale) -> None:
        super().__init__(title=cut(plain(say("Challenge", context="title"), locale), DIALOG_LIMIT))
        self._opponent = opponent
        self.game: discord.ui.Select[Any] = discord.ui.Select(
            custom_id="game",
            options=[
                discord.SelectOption(label=cut(plain(text, locale), OPTION_LIMIT), value=value)
                for value, (text, _) in _games().items()
            ],
        )
        self.add_item(
            discord.ui.Label(
                text=cut(plain(say("Which game?"), locale), DIALOG_LIMIT),
                description=cut(
                    plain(say("Set the clock and everything else with **Terms** at the table."), locale), OPTION_LIMIT
                ),
                component=self.game,
            )
        )

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        _, found = _games().get("".join(self.game.values), (None, None))
        if found is None:
            raise Refusal(say("There's no such game."), code="no-such-game")
        info, mode = found
        terms = Terms(interaction.client.default_clock)
        wish = NewTable(info, mode, info.opening(mode.key), opponents=(self._opponent,), terms=terms)
        await open_table(interaction, wish)
