"""Entries that leave a season: an alternate is asked to play on for them, or what is left of them is lost or struck."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Quote, listed, say
from hosting.league import outcomes
from hosting.league.brackets import fixture_round
from hosting.league.naming import entry_text, fixture_name
from hosting.league.state import State
from hosting.league.telling import report, tell, tell_each
from store.league import alternates, entries, fixtures, seasons
from store.league.values import Entry, Fixture, StoredSeason

_PARTNER_LEFT = say(
    "{league}: your partner has left your team. The next alternate is asked to play with you; until one does, no new "
    "match of yours begins. `/league leave` leaves as well."
)
_STRUCK = say(
    "**{league}**: {entry} left before half of its matches were over, so none of them counts for anyone: {fixtures}."
)


_STRUCK_ENTRY = "struck:"
"""Begins the key of an entry's fixtures being struck, in `league_jobs`; its number follows."""
_TEAM_LEFT = say(
    "{league}: your partner has left the season, and no alternate waits to play with you, so your team has left it. "
    "Its matches that are being played are resigned."
)


async def withdraw(
    connection: AsyncConnection, at: State, mine: Entry, now: datetime, person_id: int | None = None
) -> Entry:
    """Have those who play for an entry leave, in a transaction that holds the season.

    Where alternates wait, the entry stays until all of them were asked; nothing new begins for it meanwhile. Of a team
    one may leave then and the partner stays, who is told.

    Args:
        connection: In that transaction.
        at: The season, whole.
        mine: Which entry.
        now: The time.
        person_id: Who of it leaves; None for all who play for it. Where no alternate waits, all leave.
    """
    waiting = await alternates.of_season(connection, at.season.id)
    staying = tuple(each for each in mine.current if person_id not in (None, each))
    if all(each.over_at is not None for each in waiting):
        await tell_each(connection, at.season, dict.fromkeys(staying, _TEAM_LEFT), now)
        return await leave(connection, at, mine, now)
    await entries.leave(connection, at.season, mine.id, now, person_id)
    for each in at.fixtures:
        if mine.id in each.entries and each.ordered and each.status == "planned":
            await fixtures.save(connection, at.season, each, replace(each, ordered=False))
    await tell_each(connection, at.season, dict.fromkeys(staying, _PARTNER_LEFT), now)
    return replace(mine, current=staying)


async def leave(connection: AsyncConnection, at: State, mine: Entry, now: datetime) -> Entry:
    """Write that an entry leaves for good: what becomes of its fixtures that have not begun follows by itself.

    Args:
        connection: In a transaction that holds the season.
        at: The season, whole.
        mine: Which entry.
        now: The time.
    """
    left = await entries.save(connection, at.season, replace(mine, left_at=now))
    await report(connection, at.season, "left", now, mine.id)
    await entries.leave(connection, at.season, mine.id, now)
    own = [each for each in at.fixtures if mine.id in each.entries and each.status != "struck"]
    over = sum(each.status == "over" for each in own)
    if at.terms.kind == "round-robin" and at.terms.sides == 2 and 2 * over < len(own):
        await seasons.note_done(connection, at.season, _struck(mine.id), now)
        if gone := [each for each in own if each.status == "over" and not each.is_bye]:
            league = await seasons.league(connection, at.season.league_id)
            told = _STRUCK.using(
                league=Quote("" if league is None else league.name),
                entry=entry_text(mine),
                fixtures=listed([fixture_name(each, at.entries, fixture_round(at, each)) for each in gone], "comma"),
            )
            await tell(connection, at.season, told, now)
        for each in own:
            if each.status != "running":
                await fixtures.save(connection, at.season, each, outcomes.struck(each, "withdrawal", now))
    return replace(left, current=())


async def are_struck(connection: AsyncConnection, season: StoredSeason, fixture: Fixture) -> bool:
    """Return whether one of a fixture's entries withdrew so early that none of its fixtures counts.

    Args:
        connection: Of any transaction.
        season: Of the fixture.
        fixture: One that was being played when the entry withdrew, or later.
    """
    return await seasons.was_done(connection, season, map(_struck, fixture.entries))


async def struck_entries(connection: AsyncConnection, season: StoredSeason) -> frozenset[int]:
    """Return the entries that withdrew so early that none of their fixtures counts."""
    found = await seasons.done(connection, season.id, _STRUCK_ENTRY)
    return frozenset(int(key.removeprefix(_STRUCK_ENTRY)) for key in found)


def _struck(entry_id: int) -> str:
    return f"{_STRUCK_ENTRY}{entry_id}"
