"""`/match move-to`, and its button: a new place for a match that was interrupted because it lost its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, TypeAlias

import discord
from discord import app_commands

from cogs.channels.places import WEEK, choose, discard, welcome
from cogs.channels.resume import resume_if_open
from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.checks import looks_after
from cogs.core.choices import Choices, Completed, offered
from cogs.core.context import entered, guild_of, playable
from cogs.core.errors import Refusal, tell
from cogs.core.language import locale_of
from cogs.core.limits import CHANNEL_LIMIT
from cogs.core.messages import channel_of
from cogs.core.text import called, cut, mark
from cogs.silence.channels import remake_places, remaking, undo_places
from engine.text import Text, listed, say
from hosting.channels.housing import SILENCE, UNHOUSED
from hosting.match.errors import MatchOver
from hosting.match.model import Match, Place, Where
from hosting.silence.policy import SPECTATORS

MOST_NAMED = 10

Undo = Callable[[], Awaitable[object]]


async def _interrupted(interaction: Interaction) -> Sequence[Match]:
    """Return the matches without a place that a person plays in, hosts or looks after."""
    bot = interaction.client
    found = await playable(bot, await bot.arena.lists.parked(interaction.guild_id or 0))
    return [
        each
        for each in found
        if each.parked is not None and each.parked.code in UNHOUSED | {SILENCE} and await looks_after(interaction, each)
    ]


async def _choices(interaction: Interaction, current: str) -> Choices[int]:
    found = await _interrupted(interaction)
    locale = locale_of(interaction)
    return offered([(f"{each.id}: {', '.join(called(each.names, locale))}", each.id) for each in found], current)


Number: TypeAlias = app_commands.Transform[int, Completed(_choices)]


class Rehouse(ArenaCog):
    """Gives matches new channels."""

    under = "match"

    @app_commands.command(
        name="move-to", description=mark("Give an interrupted match a new place here: a thread, or this channel")
    )
    @app_commands.describe(
        match=mark("Which match; only needed if several of yours are interrupted"),
        where=mark("In a thread of its own, or in this channel; matches of silent teams get channels"),
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name=mark("thread"), value="thread"),
            app_commands.Choice(name=mark("here"), value="here"),
        ]
    )
    async def rehouse(
        self,
        interaction: Interaction,
        match: Number | None = None,
        where: str | None = None,
    ) -> None:
        """Move an interrupted match here, and let it go on."""
        await self._rehouse(interaction, await self._which(interaction, match), where)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Move an interrupted match to where the button stands, as the command does; one that goes on stays."""
        try:
            found = await self._which(interaction, match_id)
        except Refusal:
            found = await match_for(interaction, match_id)
            if found.over or found.parked is not None or not await looks_after(interaction, found):
                raise
            await tell(interaction, _goes_on(found))
            return
        await self._rehouse(interaction, found, None)

    async def _rehouse(self, interaction: Interaction, found: Match, where: str | None) -> None:
        guild = guild_of(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with remaking(found.id):
            found = await self.bot.arena.matches.get(found.id)
            if found.over:
                raise MatchOver
            # Another press may have done it since.
            if found.parked is not None and not await resume_if_open(self.bot, guild, found):
                if found.silent:
                    await self._remake(interaction, guild, found)
                else:
                    wish: Where | None = "here" if where == "here" else None if where is None else "thread"
                    await self._move(interaction, guild, found, wish)
        after = await self.bot.arena.matches.get(found.id)
        if after.parked is not None:
            await tell(interaction, say("The match is still interrupted: {reason}", reason=after.parked.text))
            return
        await tell(interaction, _goes_on(after))

    async def _which(self, interaction: Interaction, number: int | None) -> Match:
        mine = await _interrupted(interaction)
        chosen = [each for each in mine if number in (None, each.id)]
        here = [each for each in chosen if any(place.channel_id == interaction.channel_id for place in each.places)]
        if len(chosen) == 1 or here:
            return (here or chosen)[0]
        if not chosen:
            raise Refusal(
                say(
                    "There is no such interrupted match that you play in, host, or look after as an organiser. "
                    "`/matches` shows yours."
                ),
                code="nothing-to-rehouse",
            )
        numbers = listed((each.id for each in chosen[:MOST_NAMED]), "comma")
        raise Refusal(say("Several are interrupted; name one of them: {numbers}", numbers=numbers), code="which-match")

    async def _move(self, interaction: Interaction, guild: discord.Guild, match: Match, wish: Where | None) -> None:
        """Give a match a thread in this channel, or the channel itself."""
        if match.alone:
            await self._require_privacy(interaction, match, wish)
            wish = wish or "thread"
        where = await choose(interaction, wish, silent=False, alone=match.alone)
        board, undo = await self._open(interaction, match, where)
        spectators = match.place(SPECTATORS)
        lost = spectators is not None and await channel_of(guild, spectators.channel_id) is None

        await self._settle(interaction, match, (board,), undo, without=SPECTATORS if lost else None)
        await resume_if_open(self.bot, guild, await self.bot.arena.matches.get(match.id))
        if board.channel_id != interaction.channel_id:
            await welcome(board.channel_id, self.bot, [seat.person_id for seat in match.seats])

    async def _require_privacy(self, interaction: Interaction, match: Match, wish: Where | None) -> None:
        """Refuse a place where others could look at a match that is played alone, unless its player asks for it."""
        if wish == "here":
            if match.seat_of(await entered(interaction)) is None:
                raise Refusal(
                    say("Only its player can have this match go on where others can look at it."), code="played-alone"
                )
            return
        if not isinstance(interaction.channel, discord.TextChannel) or not interaction.app_permissions.view_channel:
            private = False
        else:
            private = interaction.app_permissions.create_private_threads
        if not private:
            raise Refusal(
                say(
                    "This match is played alone, and I can't open a private thread for it here: that takes a text "
                    "channel and `Create Private Threads`. Use `/match move-to` elsewhere, or, if its player doesn't "
                    "mind that others look at it, with `where:here`."
                ),
                code="no-private-thread",
            )

    async def _open(self, interaction: Interaction, match: Match, where: str) -> tuple[Place, Undo]:
        if where == "here" or not isinstance(interaction.channel, discord.TextChannel):
            return Place("board", interaction.channel_id or 0), _nothing
        names = ", ".join(called(match.names, await self.bot.language(match.guild_id)))
        name = cut(f"{match.session.game.info.name}: {names}", CHANNEL_LIMIT)
        kind: Literal[discord.ChannelType.private_thread, discord.ChannelType.public_thread]
        kind = discord.ChannelType.private_thread if match.alone else discord.ChannelType.public_thread
        thread = await interaction.channel.create_thread(name=name, type=kind, auto_archive_duration=WEEK)
        return Place("board", thread.id), lambda: discard(thread)

    async def _remake(self, interaction: Interaction, guild: discord.Guild, match: Match) -> None:
        """Make the channels of a silent match anew that were deleted; it goes on once they are found to be silent."""
        made = await remake_places(self.bot, match, guild)

        if made:
            await self._settle(interaction, match, made, lambda: undo_places(self.bot, guild, made))
        await self.bot.silence.check(match.id, patient=False)
        await resume_if_open(self.bot, guild, await self.bot.arena.matches.get(match.id))

    async def _settle(
        self, interaction: Interaction, match: Match, places: Sequence[Place], undo: Undo, *, without: str | None = None
    ) -> None:
        """Write where a match lives now; what was made for it goes if it is not wanted any more."""
        try:
            after = await self.bot.arena.housing.move(match.id, places, await entered(interaction), without=without)
        except BaseException:
            await undo()
            raise
        if not {*places} <= {*after.places}:
            await undo()


def _goes_on(match: Match) -> Text:
    return say("The match goes on in {channel}.", channel=f"<#{match.channel_id}>")


async def _nothing() -> None:
    return
