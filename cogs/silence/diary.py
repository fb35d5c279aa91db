"""The silence log of one match, and one look at the match, whose findings are written into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

from cogs.core.accounts import Accounts
from cogs.core.bot import ArenaBot
from engine.game import Json
from engine.text import Member, Player, Text
from hosting.match.model import Match, SilenceEntry
from hosting.silence.cast import Cast
from hosting.silence.codes import SilenceCode


@dataclass(slots=True)
class Diary:
    """The silence log of one match: what it says, and what is added to it."""

    bot: ArenaBot
    match: Match
    entries: list[SilenceEntry]

    @classmethod
    async def of(cls, bot: ArenaBot, match: Match) -> Diary:
        """Return the log of a match."""
        return cls(bot, match, await bot.arena.silence_log.of_match(match.id))

    async def note(
        self,
        code: SilenceCode,
        detail: Mapping[str, Json] | None = None,
        *,
        channel_id: int | None = None,
        person_id: int | None = None,
    ) -> None:
        """Write a line."""
        entry = await self.bot.arena.silence_log.add(
            self.match.id, code, channel_id=channel_id, person_id=person_id, detail=detail
        )
        self.entries.append(entry)

    def last(
        self, *codes: SilenceCode, channel_id: int | None = None, person_id: int | None = None, **detail: Json
    ) -> SilenceEntry | None:
        """Return the latest line with one of some codes; channel, person and details count as far as they are given."""
        for entry in reversed(self.entries):
            if (
                entry.code in codes
                and channel_id in (None, entry.channel_id)
                and person_id in (None, entry.person_id)
                and all(entry.detail.get(key) == value for key, value in detail.items())
            ):
                return entry
        return None


@dataclass(slots=True)
class Inspection:
    """One look at a match.

    Attributes:
        match: Which.
        guild: Its server.
        cast: Who plays.
        accounts: Of those who play, and of those who did before others took their seats.
        diary: Its log.
        faults: Why the match is not silent, and cannot be made so.
        unanswered: Whether a repair was not answered, so that another look is needed soon.
    """

    match: Match
    guild: discord.Guild
    cast: Cast
    accounts: Accounts
    diary: Diary
    faults: list[Text] = field(default_factory=list)
    unanswered: bool = False

    def player(self, person_id: int) -> Player | Member:
        """Return a player for a sentence."""
        seat = self.match.seat_of(person_id)
        return Player(seat) if seat is not None else Member(person_id)
