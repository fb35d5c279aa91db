"""Keeping a match silent: look at it, put right what drifted, and interrupt it where that cannot be done."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta

from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot
from cogs.core.rehousing import rehouse_view
from cogs.silence.diary import Diary, Inspection
from cogs.silence.names import Names
from cogs.silence.notices import on_board, tell_organisers, tell_players
from cogs.silence.players import check_players
from cogs.silence.repairs import Repairs
from cogs.silence.talk import check_messages, check_voices
from engine.text import Text, say
from hosting.match.model import Match
from hosting.silence.cast import Cast

CHECK = "silence-check"
"""The appointment at which a match is looked at although nothing happened; its key is the match."""
SOON = timedelta(minutes=1)
"""How soon a look is taken again in which Discord did not answer."""
PARKED = "silence"
"""Why a match is interrupted whose channels cannot be made silent."""


class Keeper:
    """Looks after the silence of all matches (`cogs.core.silence.Silence`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._names = Names(bot)
        self._repairs = Repairs(bot)
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    def lock(self, match_id: int) -> asyncio.Lock:
        """Return the lock that is held while something is done about a match's silence."""
        return self._locks[match_id]

    async def renamed(self, match: Match) -> frozenset[int]:
        """Return the players whose name is not that of the start, as far as that was noticed; none once it is over."""
        return await self._names.renamed(match)

    def forget(self, match_id: int) -> None:
        """Drop what is remembered of a match that is over."""
        self._names.forget(match_id)
        self._repairs.forget(match_id)
        self._locks.pop(match_id, None)

    async def check(self, match_id: int, *, thorough: bool = True, patient: bool = True) -> Sequence[Text]:
        """Look at a match, put right what can be, interrupt it if it cannot be silent, resume it if it can again.

        Args:
            match_id: Which; nothing is done about one that is over.
            thorough: Whether its players and messages are looked at too, which asks Discord; otherwise only channels.
            patient: Whether repairs that were refused lately are left alone.

        Returns:
            Why the match is not silent; empty if it is.
        """
        async with self.lock(match_id):
            look = await self._begin(match_id)
            if look is None:
                return ()
            try:
                await self._look(look, thorough=thorough, patient=patient)
            except Exception:
                # What was seen to be open so far interrupts the match; what was not looked at yet lets none go on.
                await self._appoint(match_id, SOON)
                if look.faults:
                    await self._settle(look)
                raise
            if look.unanswered:
                await self._appoint(match_id, SOON)
            await self._settle(look)
            return look.faults

    async def _look(self, look: Inspection, *, thorough: bool, patient: bool) -> None:
        handed = await self._repairs.hand_over(look, patient=patient)
        for place in look.match.places:
            if place.channel_id not in handed:
                await self._repairs.channel(look, place, patient=patient)
        if thorough:
            await self._names.check(look, await check_players(self.bot, look))
            await check_messages(look)
        await check_voices(self.bot, look)

    async def _appoint(self, match_id: int, after: timedelta) -> None:
        await self.bot.arena.schedule.set(CHECK, str(match_id), self.bot.clock.now() + after)

    async def may_go_on(self, match: Match) -> bool:
        """Return whether a match that was interrupted for another reason is silent; if not, that is the reason now.

        Its channels are looked at, and put right where that is possible; nothing else is.
        """
        if not match.silent:
            return True
        faults = await self.check(match.id, thorough=False, patient=False)
        match = await self.bot.arena.matches.get(match.id)
        # Of two who ask at once, one has told everybody already.
        if faults and match.parked is not None and match.parked.code != PARKED:
            await self._interrupt(match, faults)
        return not faults

    async def voices(self, match_id: int) -> None:
        """Look at nothing but who of a match is in which voice channel."""
        async with self.lock(match_id):
            look = await self._begin(match_id)
            if look is not None:
                await check_voices(self.bot, look)

    async def _begin(self, match_id: int) -> Inspection | None:
        """Return what a look at a match begins with; None if it need not be silent, or its server is out of sight."""
        match = await self.bot.arena.matches.get(match_id)
        guild, me = self.bot.get_guild(match.guild_id), self.bot.user
        if match.over or not match.silent or guild is None or guild.unavailable or me is None:
            return None
        accounts = await accounts_of(self.bot, match.members)
        cast = Cast.of_match(match, me.id, accounts.known)
        return Inspection(match, guild, cast, accounts, await Diary.of(self.bot, match))

    async def _settle(self, look: Inspection) -> None:
        matches, match = self.bot.arena.matches, look.match
        if look.faults and match.status == "running":
            await self._interrupt(match, look.faults)
        elif not look.faults and match.parked is not None and match.parked.code == PARKED:
            resumed = await matches.unpark(match.id)
            await on_board(self.bot, resumed, say("The channels are silent again, and the match goes on."))

    async def _interrupt(self, match: Match, faults: Sequence[Text]) -> None:
        reason = say("{fault} Teammates could talk to each other until that's fixed.", fault=faults[0])
        parked = await self.bot.arena.matches.park(match.id, reason, PARKED)
        text, guild = say("The match is interrupted. {reason}", reason=reason), self.bot.get_guild(match.guild_id)
        boards = [place.channel_id for place in match.places if place.shows_boards]
        gone = guild is not None and any(guild.get_channel(each) is None for each in boards)
        view = rehouse_view(parked, await self.bot.language(match.guild_id)) if gone else None
        await tell_organisers(self.bot, parked, text, view=view)
        await tell_players(self.bot, parked, {seat.person_id for seat in match.seats}, text)
