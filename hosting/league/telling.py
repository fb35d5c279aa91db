"""What is told of a league where it is announced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Quote, Text
from hosting.league.state import State
from hosting.outbox.posts import LeagueNews, LeaguePost, Posting, TextPost, add_posts_about
from store import watches
from store.league import seasons
from store.league.values import Round, StoredSeason
from store.values import Subject

_ASKING: frozenset[LeagueNews] = frozenset(("challenge", "next", "post"))
"""News that people answer, in one place, and what is no news in others."""


async def tell(
    connection: AsyncConnection,
    season: StoredSeason,
    text: Text,
    at: datetime,
    people: Mapping[int, Text] = MappingProxyType({}),
) -> None:
    """Have something said in the channel of a league, in the caller's transaction; `Calls.noticed` follows it.

    Args:
        connection: In a transaction.
        season: Of the league.
        text: What is said; people are named as they are called when it is posted.
        at: The time.
        people: What persons are told besides, in private.
    """
    league = await seasons.league(connection, season.league_id)
    if league is not None:
        posts = [Posting("notice", league.channel_id, TextPost(text, unbegun=season.guild_id))]
        posts += [
            Posting("private", person, TextPost(said, unbegun=season.guild_id)) for person, said in people.items()
        ]
        await add_posts_about(connection, Subject("league", season.id), posts, at)


async def warn_organisers(
    connection: AsyncConnection, season: StoredSeason, text: Text, at: datetime, people: Iterable[int] = ()
) -> None:
    """Call those who organise matches of the server, as `tell` does, and tell some people the same in private."""
    league = await seasons.league(connection, season.league_id)
    if league is not None:
        posts = [Posting("notice", league.channel_id, TextPost(text, organisers=True, unbegun=season.guild_id))]
        posts += [Posting("private", person, TextPost(text, unbegun=season.guild_id)) for person in people]
        await add_posts_about(connection, Subject("league", season.id), posts, at)


async def tell_each(
    connection: AsyncConnection, season: StoredSeason, people: Mapping[int, Text], at: datetime
) -> None:
    """Have people told something of a league in private, in the caller's transaction; `{league}` is its name."""
    league = await seasons.league(connection, season.league_id) if people else None
    if league is not None:
        posts = [
            Posting("private", person, TextPost(_naming(text, league.name), unbegun=season.guild_id))
            for person, text in people.items()
        ]
        await add_posts_about(connection, Subject("league", season.id), posts, at)


def _naming(text: Text, league: str) -> Text:
    return text.using(**dict(text.values), league=Quote(league))


async def keep_event(connection: AsyncConnection, at: State, opened: Round, now: datetime) -> None:
    """Have the event of a round be as the round is, where rounds are events; `Calls.noticed` follows it.

    What concerns events waits for nothing that is told, and holds nothing up: it has a queue of its own in each server.

    Args:
        connection: In the caller's transaction.
        at: The season.
        opened: The round, which has an end.
        now: The time.
    """
    if at.terms.events and opened.ends_at is not None:
        posts = [Posting("notice", at.season.guild_id, LeaguePost(at.season.id, "event", opened.number))]
        await add_posts_about(connection, Subject("league", at.season.id), posts, now)


async def report(
    connection: AsyncConnection, season: StoredSeason, news: LeagueNews, at: datetime, number: int = 0
) -> None:
    """Have news told in the channel of a league and in those that follow it; `Calls.noticed` follows it.

    Args:
        connection: In the caller's transaction.
        season: Of the league.
        news: What happened.
        at: The time.
        number: Of the round, 0 for all of them; of the fixture; of the challenge; of the entry; of the week; else 0.
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
        await add_posts_about(connection, Subject("league", season.id), posts, at)
