"""Matches with clocks, played in a time that only goes when told to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.match.model import Match, Person, Place
from hosting.match_terms import Terms
from tests.hosting import conftest
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock

START = datetime(2026, 1, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HOUR_S, DAY_S = 3600, 86400
A_DAY = ClockTerms("turn", per_turn=DAY)
FISCHER = ClockTerms()


async def begin(
    arena: Arena,
    *players: Person,
    mode: str = "2",
    game: str = "tally",
    channel: int = CHANNEL,
    guild_id: int = GUILD,
    **terms: Any,
) -> Match:
    """Start a match on terms of a day a turn, if no other clock is named."""
    agreed = Terms(**{"clock": A_DAY, **terms})
    places = (Place("board", channel),)
    match = await conftest.begin(arena, *players, game=game, mode=mode, places=places, terms=agreed, guild_id=guild_id)
    await arena.idle()
    return match


async def advance(arena: Arena, clock: ManualClock, seconds: float) -> None:
    await arena.idle()
    await clock.advance(seconds)
    await arena.idle()


async def now(arena: Arena) -> Match:
    return await arena.matches.get(1)


def due(match: Match, seat: int) -> datetime | None:
    assert match.clock is not None
    return match.clock.due(seat)
