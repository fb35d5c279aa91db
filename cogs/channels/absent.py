"""Players who left the server: noticed when it becomes their turn, and let back in when they return.

Discord tells a bot without privileged intents of nobody who comes or goes, so the player whose turn it is is asked for.
Who has just done something here is here; but they may leave right after it, so the same player is asked for once more
when that is past, with each reminder, and at least once a day as long as the match waits for them.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.ext import commands

from cogs.core.bot import ArenaBot
from cogs.core.context import playable
from cogs.core.messages import accounts_of
from engine.game import Json
from hosting.housing import absent
from hosting.match.model import Match, MatchSummary
from hosting.runtime.cache import LruCache
from hosting.runtime.scheduler import Since
from store.tables.replay import ReplayError

log = logging.getLogger(__name__)

CHECK = "absence"
"""The appointment at which a player is asked for again; its key is the match."""
LATER = "absence-later"
"""The one appointment for all who were not asked for when their turn began; the payload says since when."""
ROUND = "absence-round"
"""The appointment at which everybody for whom a match waits is asked for."""
EVERY = timedelta(hours=1)
HALF_A_DAY = timedelta(hours=12)
SOON = timedelta(minutes=1)
FRESH = timedelta(minutes=2)
"""A player seen within this time is not looked up."""
REMEMBERED = 4096

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


class AbsentPlayers(commands.Cog):
    """Asks whether players are still there."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._seen: LruCache[tuple[int, int], datetime] = LruCache(REMEMBERED)
        self._missed: dict[tuple[int, int], dict[int, int]] = {}
        self._later = False

    async def cog_load(self) -> None:
        """Recall who is missed, and have everybody looked at from time to time."""
        schedule = self.bot.arena.schedule
        self._later = await schedule.due_at(LATER, "") is not None
        if await schedule.due_at(ROUND, "") is None:
            await schedule.set(ROUND, "", self.bot.clock.now() + HALF_A_DAY)
        waiting = dict(await self.bot.arena.absences.waiting())
        for match in await playable(self.bot, waiting):
            await self._miss(match, waiting[match.id])

    async def changed(self, match: Match) -> None:
        """Ask for those who are to move now; later, if they have just been here."""
        if match.alone or match.over or match.parked is not None or match.paused is not None:
            return
        here = False
        for person_id, account in await self._awaited(match):
            if self._seen_since(match.guild_id, account, FRESH):
                here = True
            else:
                asking = self._ask(match, person_id, account)
                self.bot.arena.tasks.start(asking, f"presence of a player of match {match.id}")
        if here and not self._later:
            self._later = True
            now = self.bot.clock.now()
            await self._look_later(now - SOON, now + FRESH)

    async def later(self, _key: str, payload: Json) -> None:
        """Ask for those whose turn began while they had just been here; a handler of appointments."""
        since, now = Since.load(payload).at, self.bot.clock.now()
        if not self.bot.is_ready():
            await self._look_later(since, now + SOON)
            return
        until = max(since, now - FRESH)
        absences = self.bot.arena.absences
        # One appointment for all, and what is due is found in the store: a turn writes nothing for this.
        self._later = bool(await absences.moved(until, now))
        if self._later:
            await self._look_later(until, now + FRESH)
        for match in await playable(self.bot, await absences.moved(since, until)):
            if match.parked is None and match.paused is None:
                for person_id, account in await self._awaited(match):
                    await self._ask(match, person_id, account)

    async def round(self, _key: str, _payload: Json) -> None:
        """Ask for everybody for whom a match waits and who has not been here lately; a handler of appointments."""
        now = self.bot.clock.now()
        if not self.bot.is_ready():
            await self.bot.arena.schedule.set(ROUND, "", now + SOON)
            return
        await self.bot.arena.schedule.set(ROUND, "", now + HALF_A_DAY)
        for guild_id in await self.bot.arena.housing.guilds():
            for summary in await self.bot.arena.matches.in_guild(guild_id):
                if summary.status == "running" and not summary.paused:
                    await self._look_at(summary)

    async def _look_at(self, summary: MatchSummary) -> None:
        accounts = (await accounts_of(self.bot, summary.to_act)).known.values()
        if all(self._seen_since(summary.guild_id, each, HALF_A_DAY) for each in accounts):
            return
        for match in await playable(self.bot, [summary.id]):
            # Where several choose in secret these are all of them: who is missed does not tell who has not chosen.
            for person_id, account in await self._awaited(match):
                if not self._seen_since(match.guild_id, account, HALF_A_DAY):
                    await self._ask(match, person_id, account)

    async def _awaited(self, match: Match) -> list[tuple[int, int]]:
        """Return for whom a match waits, each with their account, in the order of play."""
        persons = [match.person_of(seat) for seat in sorted(match.awaited)]
        accounts = await accounts_of(self.bot, persons)
        return [(each, account) for each in persons if (account := accounts.get(each)) is not None]

    async def _look_later(self, since: datetime, due: datetime) -> None:
        await self.bot.arena.schedule.set(LATER, "", due, Since(since).dump())

    def _seen_since(self, guild_id: int, account: int, span: timedelta) -> bool:
        last = self._seen.get((guild_id, account))
        return last is not None and self.bot.clock.now() - last <= span

    async def again(self, key: str, _payload: Json) -> None:
        """Ask again; a handler of appointments, with the match as key."""
        match_id = int(key)
        if not self.bot.is_ready():
            await self._appoint(match_id, SOON)
            return
        try:
            match = await self.bot.arena.matches.get(match_id)
        except ReplayError as error:
            log.warning("match %d cannot be read: %s", match_id, error)
            await self._appoint(match_id, EVERY)
            return
        if (person_id := absent(match)) is None:
            await self.changed(match)
            return
        await self._appoint(match_id, EVERY)
        account = (await accounts_of(self.bot, [person_id])).get(person_id)
        if account is not None and await self._is_there(match.guild_id, account):
            await self._back(match.guild_id, account)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Note that a member is here; one who was missed is not any more."""
        # Direct messages, where some commands work, too, tell nothing of any server.
        if interaction.guild_id is None:
            return
        # By account, as nothing is looked up for what may be refused (`cogs.core.rates`).
        self._seen.put((interaction.guild_id, interaction.user.id), self.bot.clock.now())
        if (interaction.guild_id, interaction.user.id) in self._missed:
            await self._back(interaction.guild_id, interaction.user.id)

    async def _ask(self, match: Match, person_id: int, account: int) -> None:
        if match.alone:  # nobody waits for them
            return
        there = await self._is_there(match.guild_id, account)
        if there is None:
            await self._appoint(match.id, EVERY)
        elif there:
            self._seen.put((match.guild_id, account), self.bot.clock.now())
        else:
            self._seen.forget((match.guild_id, account))
            after = await self.bot.arena.absences.miss(match.id, person_id)
            if absent(after) == person_id:
                await self._miss(after, person_id)
                await self._appoint(match.id, EVERY)

    async def _is_there(self, guild_id: int, account: int) -> bool | None:
        """Return whether a user is in a server, or None if that cannot be told at the moment."""
        guild = self.bot.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        try:
            await guild.fetch_member(account)
        except discord.NotFound as error:
            return False if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER) else None
        except discord.HTTPException as error:
            log.warning("could not ask for a player in server %d: %s", guild_id, error)
            return None
        return True

    async def _back(self, guild_id: int, account: int) -> None:
        for match_id, person_id in sorted(self._missed.pop((guild_id, account), {}).items()):
            await self.bot.arena.absences.back(match_id, person_id)
            await self.bot.arena.schedule.cancel(CHECK, str(match_id))

    async def _miss(self, match: Match, person_id: int) -> None:
        account = (await accounts_of(self.bot, [person_id])).get(person_id)
        if account is not None:
            self._missed.setdefault((match.guild_id, account), {})[match.id] = person_id

    async def _appoint(self, match_id: int, after: timedelta) -> None:
        await self.bot.arena.schedule.set(CHECK, str(match_id), self.bot.clock.now() + after)


async def look_again(bot: ArenaBot, match: Match) -> None:
    """Ask for the players for whom a match waits, as when their turn began."""
    cog = bot.get_cog(AbsentPlayers.__cog_name__)
    if isinstance(cog, AbsentPlayers):
        await cog.changed(match)
