"""Entries that organisers enter or take out; those who play for them are told in private."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Quote, Text, say
from hosting.league.deciding import plays_in
from hosting.league.errors import LeagueNotRunning, NoSuchEntry, PlaysInDivision
from hosting.league.state import State
from hosting.outbox.posts import Posting, TextPost, add_posts_about
from store.league import entries, seasons
from store.league.entries import Player
from store.league.values import Entry, StoredSeason
from store.values import Subject

_ENTERED = say(
    "An organiser has entered you for {league} in <#{channel}>. If you do not want to play, use `/league leave` there."
)
_REMOVED = say("An organiser has taken you out of {league} in <#{channel}>.")


async def enter(
    connection: AsyncConnection, season: StoredSeason, entry: Entry, organiser_id: int, now: datetime
) -> Entry:
    """Have all who play for a new entry take part without being asked, and tell them.

    Args:
        connection: In the transaction that wrote the entry.
        season: Of the entry.
        entry: As it was written.
        organiser_id: Who entered it.
        now: The time.
    """
    for number, person_id in enumerate(entry.players[1:], start=1):
        await entries.put_player(connection, season, Player(entry.id, number, person_id, True, now))
    await _tell(connection, season, entry.players, _ENTERED, organiser_id, now)
    return replace(entry, agreed=True)


async def removable(connection: AsyncConnection, at: State, entry_id: int, organiser_id: int) -> Entry:
    """Return the entry that an organiser may take out, in a transaction that holds its season.

    Before the start anybody's, as nothing was played. Afterwards no organiser's who plays in its division, unless it is
    their own.

    Raises:
        NoSuchEntry: It is not in the season, or has left.
        LeagueNotRunning: The season is over.
        PlaysInDivision: As it says.
    """
    found = next((each for each in at.entries if each.id == entry_id and each.left_at is None and each.current), None)
    if found is None:
        raise NoSuchEntry
    if at.season.started_at is None:
        return found
    if at.season.status not in ("running", "paused"):
        raise LeagueNotRunning(at.season.status)
    there = await entries.players_of(connection, at.season.id)
    if organiser_id not in found.current and organiser_id in plays_in(there, at.entries, {found.division}):
        raise PlaysInDivision
    return found


async def tell_removed(
    connection: AsyncConnection, season: StoredSeason, entry: Entry, organiser_id: int, now: datetime
) -> None:
    """Tell those who play for an entry that an organiser took it out."""
    await _tell(connection, season, entry.current, _REMOVED, organiser_id, now)


async def _tell(
    connection: AsyncConnection,
    season: StoredSeason,
    people: Iterable[int],
    text: Text,
    organiser_id: int,
    now: datetime,
) -> None:
    """Tell people something in private; not an organiser who does it to themselves."""
    league = await seasons.league(connection, season.league_id)
    if league is not None:
        told = TextPost(text.using(league=Quote(league.name), channel=league.channel_id), unbegun=season.guild_id)
        posts = [Posting("private", each, told) for each in people if each != organiser_id]
        await add_posts_about(connection, Subject("league", season.id), posts, now)
