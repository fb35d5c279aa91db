"""When players' clocks are stopped and when they are not to be disturbed, from their settings and vacations."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from hosting.clock.calendar import Calendar, Quiet
from hosting.clock.control import Terms
from hosting.match.model import Match, PlayerSettings
from store import settings, vacations
from store.vacations import Vacation

UTC_NAME = "UTC"


def quiet_of(player: PlayerSettings) -> Quiet | None:
    """Return a player's quiet hours, or None."""
    if player.quiet_from is None or player.quiet_until is None:
        return None
    return Quiet(player.zone or UTC_NAME, player.quiet_from, player.quiet_until)


def calendar_of(terms: Terms, player: PlayerSettings, away: Collection[Vacation]) -> Calendar:
    """Return when a player's clock is stopped at a table with these terms."""
    weekends = {UTC_NAME} if terms.weekend else set()
    if terms.rests and player.free_weekends:
        weekends.add(player.zone or UTC_NAME)
    return Calendar(
        quiet_of(player) if terms.rests else None,
        frozenset(weekends),
        tuple((each.starts_at, each.ends_at) for each in away) if terms.vacation else (),
        terms.quiet,
    )


async def clock_calendars(
    connection: AsyncConnection, match: Match, seats: Collection[Seat], now: datetime
) -> dict[Seat, Calendar]:
    """Return when the clocks of seats are stopped, from now on.

    Where partners are silent, hours and weekends of one's own stop nothing: everybody reads until when a player has
    time, and what players set for themselves would be a sign (R29).
    """
    terms = replace(match.terms, rests=False) if match.silent else match.terms
    users = {seat: match.person_of(seat) for seat in seats}
    away = await vacations.of_users(connection, set(users.values()), now) if match.terms.vacation and users else []
    found = {}
    for seat, person_id in users.items():
        player = await settings.player(connection, person_id)
        found[seat] = calendar_of(terms, player, [each for each in away if each.person_id == person_id])
    return found


def tells_days(match: Match, seat: Seat) -> bool:
    """Return whether a partner who may not be spoken to could read the days of a vacation from a seat's clock (R29)."""
    return match.silent and match.clock is not None and bool(match.clock.seat(seat).calendar.away)
