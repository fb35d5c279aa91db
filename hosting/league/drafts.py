"""Drafts of seasons: when they lapse, and asking players of the last season to stay.

A change makes the days begin anew. A draft of a first season goes with its league, whose name is free again; that of a
later season can be opened again, with its terms.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Quote, say
from hosting.league.announcements import report
from hosting.league.promotion import played_before
from hosting.league.schedule import LEAGUE, SeasonTimer, key_of
from hosting.outbox import Posting, TextPost, add_posts_about
from store.database import Database
from store.league import entries, seasons
from store.league.seasons import Entry, StoredSeason
from store.share import Share
from store.tables import deadlines
from store.tables.values import Subject

LIFETIME = timedelta(days=14)
"""How long a draft is kept after it was made or changed."""
NOTICE = timedelta(days=1)
"""The shortest time between the notice and its end."""
_CHANGED, _WARNED = "draft", "draft-told"
_LAPSES = say(
    "Your draft of {league} hasn't been published, so it'll be deleted {when}. To announce it, press "
    "**Publish** in `/league-manage settings`; any change you make there keeps it for {days} more days."
)


async def appoint(connection: AsyncConnection, timer: SeasonTimer, season: StoredSeason) -> None:
    """Appoint the first look at a new draft, in the caller's transaction."""
    await timer.at(connection, season, season.created_at + LIFETIME - NOTICE)


async def arrange(database: Database, timer: SeasonTimer, share: Share = Share.ALL) -> None:
    """Appoint a look at every draft of a share that has none, as it was made before drafts lapsed."""
    async with database.write() as connection:
        for season in await seasons.drafts(connection, share):
            if await deadlines.get(connection, LEAGUE, key_of(season)) is None:
                await appoint(connection, timer, season)


async def changed(connection: AsyncConnection, timer: SeasonTimer, season: StoredSeason, now: datetime) -> None:
    await seasons.note_since(connection, season, _CHANGED, now)
    await timer.at(connection, season, now + LIFETIME - NOTICE)


async def warn_or_discard(connection: AsyncConnection, timer: SeasonTimer, season: StoredSeason, now: datetime) -> None:
    """Warn that a draft lapses, or discard it, if due, in a transaction that holds the season."""
    since = await seasons.since(connection, season, _CHANGED) or season.created_at
    warned_at = await seasons.since(connection, season, _WARNED)
    if warned_at is None or warned_at <= since:
        due = since + LIFETIME - NOTICE
        if due <= now:
            await _tell(connection, season, now)
            due = now + NOTICE
    else:
        due = warned_at + NOTICE  # a whole day, however long the bot was away
        if due <= now:
            await lapse(connection, timer, season, now)
            return
    await timer.at(connection, season, due)


async def lapse(connection: AsyncConnection, timer: SeasonTimer, season: StoredSeason, now: datetime) -> None:
    await seasons.save(connection, replace(season, status="cancelled", closed_at=now))
    if season.number == 1:
        await seasons.archive(connection, season.league_id, now)
    await timer.at(connection, season, None)


async def _tell(connection: AsyncConnection, season: StoredSeason, now: datetime) -> None:
    await seasons.note_since(connection, season, _WARNED, now)
    league = await seasons.league(connection, season.league_id)
    if league is not None:
        when = f"<t:{int((now + NOTICE).timestamp())}:R>"
        text = _LAPSES.using(league=Quote(league.name), when=when, days=LIFETIME.days)
        posts = [Posting("private", league.person_id, TextPost(text, unbegun=season.guild_id))]
        await add_posts_about(connection, Subject("league", season.id), posts, now, guild_id=season.guild_id)


# The question to players whether they stay when the next season is published: once, in the league's channel.


PAGE = 50
"""People mentioned in one message: Discord notifies at most 100, and allows 2,000 characters."""


async def entries_before(connection: AsyncConnection, season: StoredSeason) -> list[Entry]:
    """Return the entries of the season before this one; none for a first season."""
    before = await played_before(connection, season)
    return await entries.of_season(connection, before[0].id) if before else []


async def players_before(connection: AsyncConnection, season: StoredSeason) -> list[int]:
    """Return those who played the season before to its end, by entry; this never changes any more."""
    return [person for each in await entries_before(connection, season) for person in each.current]


async def ask_to_stay(connection: AsyncConnection, season: StoredSeason, now: datetime) -> None:
    """Ask the players of the season before, in the caller's transaction; `Outbox.drain` follows it."""
    if season.number > 1:
        count = len(await players_before(connection, season))
        for page in range(1, -(-count // PAGE) + 1):
            await report(connection, season, "next", now, page)
