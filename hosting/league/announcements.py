"""Posts about a league in its channel: changes, weekly summaries, warnings before the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Quote, Text, say, say_n
from hosting.league import schedule
from hosting.league.model import SeasonState
from hosting.league.terms import Unfinished
from hosting.outbox import LeagueNews, LeaguePost, Posting, TextPost, add_posts_about
from store.league import seasons
from store.league.seasons import Fixture, Round, StoredSeason
from store.tables import outbox, watches
from store.tables.values import Subject

_ASKING: frozenset[LeagueNews] = frozenset(("challenge", "next"))
"""News only for the league's own channel: people answer it there."""


async def tell(
    connection: AsyncConnection,
    season: StoredSeason,
    text: Text,
    at: datetime,
    people: Mapping[int, Text] = MappingProxyType({}),
) -> None:
    """Post a text in the channel of a league, in the caller's transaction; `Outbox.drain` follows it.

    People get their current names when it's posted; `people` are texts sent in private besides.
    """
    league = await seasons.league(connection, season.league_id)
    if league is not None:
        posts = [Posting("notice", league.channel_id, TextPost(text, unbegun=season.guild_id))]
        posts += [
            Posting("private", person, TextPost(said, unbegun=season.guild_id)) for person, said in people.items()
        ]
        await add_posts_about(connection, Subject("league", season.id), posts, at, guild_id=season.guild_id)


async def warn_organisers(
    connection: AsyncConnection, season: StoredSeason, text: Text, at: datetime, people: Iterable[int] = ()
) -> None:
    """Mention the organisers of the server, as `tell` does, and send some people the same in private."""
    league = await seasons.league(connection, season.league_id)
    if league is not None:
        posts = [Posting("notice", league.channel_id, TextPost(text, organisers=True, unbegun=season.guild_id))]
        posts += [Posting("private", person, TextPost(text, unbegun=season.guild_id)) for person in people]
        await add_posts_about(connection, Subject("league", season.id), posts, at, guild_id=season.guild_id)


async def tell_each(
    connection: AsyncConnection, season: StoredSeason, people: Mapping[int, Text], at: datetime
) -> None:
    """Send people private messages about a league, in the caller's transaction; `{league}` is its name."""
    league = await seasons.league(connection, season.league_id) if people else None
    if league is not None:
        posts = [
            Posting("private", person, TextPost(_naming(text, league.name), unbegun=season.guild_id))
            for person, text in people.items()
        ]
        await add_posts_about(connection, Subject("league", season.id), posts, at, guild_id=season.guild_id)


def _naming(text: Text, league: str) -> Text:
    return text.using(**dict(text.values), league=Quote(league))


async def keep_event(connection: AsyncConnection, state: SeasonState, opened: Round, now: datetime) -> None:
    """Update the server event of a round, where rounds are events; `Outbox.drain` follows it.

    Events have a queue of their own in each server, so they neither wait for messages nor delay them.
    """
    if state.terms.events and opened.ends_at is not None:
        posts = [Posting("notice", state.season.guild_id, LeaguePost(state.season.id, "event", opened.number))]
        await add_posts_about(
            connection, Subject("league", state.season.id), posts, now, guild_id=state.season.guild_id
        )


async def report(
    connection: AsyncConnection, season: StoredSeason, news: LeagueNews, at: datetime, number: int = 0
) -> None:
    """Post news in the channel of a league and in those that follow it; `Outbox.drain` follows it.

    `number`: of the round (0 for all of them), the fixture, the challenge, the entry or the week; else 0.
    """
    league = await seasons.league(connection, season.league_id)
    if league is not None:
        posts = [Posting("notice", league.channel_id, LeaguePost(season.id, news, number))]
        if news not in _ASKING:
            posts += [
                Posting("watch", each.channel_id, LeaguePost(season.id, news, number, each.id))
                for each in await watches.of_league(connection, season.guild_id, league.id)
                if each.channel_id != league.channel_id
            ]
        await add_posts_about(connection, Subject("league", season.id), posts, at, guild_id=season.guild_id)


async def refresh_post(connection: AsyncConnection, season: StoredSeason, at: datetime) -> None:
    """Have the public post of a season show it, unless only organisers know of it; `Outbox.drain` follows it."""
    if season.published_at is not None:
        await outbox.refresh(connection, Subject("league", season.id), season.guild_id, 0, at)


# News of a running season besides rounds and results: a weekly summary, and the match of the day.
#
# Both have keys in `league_jobs`, so each is posted once. Of those missed while the bot was away only the last is
# posted.


WEEK = timedelta(weeks=1)
DAY = timedelta(days=1)
SETTLED = timedelta(hours=1)
"""How long into a day its match is chosen: by then those that begin with a round have begun."""
FEWEST = 2
"""The fewest matches of a day from which one is chosen."""


async def summarise(connection: AsyncConnection, state: SeasonState, now: datetime) -> None:
    began = state.season.started_at
    if began is None or state.season.status != "running":
        return
    if (weeks := (now - began) // WEEK) and await seasons.note_done(connection, state.season, f"week:{weeks}", now):
        await report(connection, state.season, "week", now, weeks)
    day, into = divmod(now - began, DAY)
    found = match_of_the_day(state, now) if into >= SETTLED else None
    if found is not None and await seasons.note_done(connection, state.season, f"day:{day}", now):
        await report(connection, state.season, "day", now, found.id)


def match_of_the_day(state: SeasonState, now: datetime) -> Fixture | None:
    """Return the match, of those that began within a day, whose sides are strongest and closest; None for none.

    The rating of the weakest side, less the distance to the strongest, is highest: a match of the two best doesn't win
    if one of them is far ahead. Ratings are those at the start of the season.
    """
    strength = {each.id: each.seed_mu for each in state.entries}

    def worth(fixture: Fixture) -> tuple[float, int]:
        rated = [mu for entry in fixture.entries if (mu := strength.get(entry)) is not None]
        return (2 * min(rated) - max(rated), -fixture.id)

    found = [
        each
        for each in state.fixtures
        if each.status == "running"
        and each.started_at is not None
        and now - DAY < each.started_at
        and all(strength.get(entry) is not None for entry in each.entries)
    ]
    return max(found, key=worth) if len(found) >= FEWEST else None


# Warnings before the fixed end of a season: in the league's channel, and to players who still have to play.


async def warn(connection: AsyncConnection, state: SeasonState, now: datetime) -> None:
    """Post the warning that is due, once, in a transaction that holds the season.

    Of warnings missed while the bot was away only the last one is posted. `state` has at least the fixtures that aren't
    over and their entries.
    """
    ends_at, passed = state.season.ends_at, schedule.warnings_due(state, now)
    if ends_at is None or not passed:
        return
    news = [each for each in passed if await seasons.note_done(connection, state.season, f"warning:{each}", now)]
    league = await seasons.league(connection, state.season.league_id)
    if min(passed) not in news or league is None:
        return
    name, stamp = Quote(league.name), int(ends_at.timestamp())
    left = [each for each in state.fixtures if each.open and not each.is_bye]
    told = say_n(
        "{league} ends on <t:{at}:f>, and {count} fixture isn't over. {after}",
        "{league} ends on <t:{at}:f>, and {count} fixtures aren't over. {after}",
        len(left),
        league=name,
        at=stamp,
        after=_AFTER[state.terms.unfinished],
    )
    people: dict[int, Text] = {}
    counts = Counter(entry for each in left for entry in each.entries)
    for entry in state.entries:
        if counts[entry.id]:
            text = say_n(
                "{league} ends on <t:{at}:f>, and {count} fixture of yours isn't over. {after}",
                "{league} ends on <t:{at}:f>, and {count} fixtures of yours aren't over. {after}",
                counts[entry.id],
                league=name,
                at=stamp,
                after=_AFTER[state.terms.unfinished],
            )
            people |= dict.fromkeys(entry.current, text)
    await tell(connection, state.season, told, now, people)


_AFTER: Mapping[Unfinished, Text] = {
    "none": say("Nobody gets points for fixtures left unfinished."),
    "half": say("For fixtures left unfinished, each side gets half the points of a win."),
    "adjudicate": say(
        "Organisers decide whatever isn't over by then; nobody gets points for anything they leave undecided."
    ),
}
