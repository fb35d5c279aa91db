"""What each week brought, and the match of the day: which it is, and that both are told once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from hosting.league.announcements import DAY, match_of_the_day
from hosting.league.model import SeasonState
from hosting.league.timer import key_of
from store.league.values import Entry, Fixture, Side, StoredSeason
from tests.hosting.conftest import CHANNEL, NotingPoster
from tests.hosting.league.lives import Life, dying_before
from tests.hosting.league.playing import ORGANISER, TERMS, Played, news, terms
from tests.hosting.lobby.shelf import Killed
from tests.volume import many

NOW = datetime(2026, 3, 1, tzinfo=UTC)
OTHER = 777
"""A channel that follows the league."""


def state(*pairs: tuple[int, int], mu: tuple[float | None, ...]) -> SeasonState:
    """Return a season whose entries 1, 2, … have these ratings, with a match of each pair that has just begun."""
    entries = [Entry(number, 1, (number,), NOW, seed_mu=each) for number, each in enumerate(mu, start=1)]
    fixtures = [
        Fixture(number, 1, "division", 1, 1, number, (Side(1, a), Side(2, b)), "running", started_at=NOW)
        for number, (a, b) in enumerate(pairs, start=1)
    ]
    season = StoredSeason(1, 1, 1, 1, "running", TERMS.dump(), b"", NOW)
    return SeasonState(season, TERMS, tuple(entries), tuple(fixtures), (), ())


def chosen(at: SeasonState, now: datetime = NOW) -> int | None:
    found = match_of_the_day(at, now)
    return None if found is None else found.id


def test_the_match_of_the_day_is_high_and_close() -> None:
    mu = (40.0, 20.0, 30.0, 29.0, 5.0, 5.0)
    assert chosen(state((1, 2), (3, 4), (5, 6), mu=mu)) == 2, "neither the best one's nor the closest"
    assert chosen(state((5, 6), (1, 2), mu=mu)) == 1, "both low and level before one that is decided"
    assert chosen(state((3, 4), (4, 3), mu=mu)) == 1, "of two that are equal the first"
    assert chosen(state((3, 4), mu=mu)) is None, "one alone is none of several"
    assert chosen(state((3, 4), (1, 2), (1, 3), mu=(None, *mu[1:]))) is None, "nothing is known of one"
    at = state((3, 4), (1, 2), (5, 6), mu=mu)
    assert chosen(at, NOW + DAY) is None, "they began the day before"
    late = [replace(each, status="over") if each.id == 1 else each for each in at.fixtures]
    assert chosen(replace(at, fixtures=tuple(late))) == 3


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_weeks_and_matches_of_the_day_are_told_once_and_followed(league: Played, poster: NotingPoster) -> None:
    view = await league.found(4, terms(cap=1))
    watches = league.arena.watches
    guild, followed = view.season.guild_id, view.league.id
    for channel in (OTHER, CHANNEL):
        await watches.follow(guild, channel, "league", followed, quiet=False, person_id=ORGANISER)
    await watches.follow(guild, OTHER + 1, "league", followed + 1, quiet=False, person_id=ORGANISER)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    await league.pass_time(timedelta(hours=3))
    (day,) = [number for kind, number in set(news(poster)) if kind == "day"]
    assert day in [each.id for each in await league.running()]
    for days in (8, 14):
        await league.pass_time(timedelta(days=days))
    told = [each for each in news(poster) if each[0] in ("week", "day")]
    assert sorted(set(told)) == [("day", day), ("week", 1), ("week", 3)], "the bot was away at the end of week 2"
    for each in set(told):
        assert told.count(each) == 2, "in the league's channel, and in the one that follows it"
    where = [(post.kind, post.channel_id) for post in poster.posts if post.payload.get("news") in ("week", "day")]
    assert set(where) == {("notice", CHANNEL), ("watch", OTHER)}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_killed_at_any_statement_weeks_and_matches_of_the_day_are_told_once(life: Life) -> None:
    league = await life.rise()
    view = await league.begun(6, terms(cap=1, legs=2))
    seen: set[int] = set()
    deaths = 0
    for week, statement in enumerate(range(1, many(31, 61), many(6, 2)), start=1):
        for each in await league.running():
            await league.lose(each, 2)
        await league.arena.idle()
        began = {each.id for each in await league.running()}
        for time in (timedelta(hours=3), timedelta(weeks=1)):
            with suppress(Killed), dying_before(statement):
                await life.clock.advance(time.total_seconds())
                await league.arena.league_jobs.due(key_of(view.season), None)
                deaths -= 1
            deaths += 1
            league = await life.rise()
            await league.arena.idle()
            await league.arena.league_jobs.due(key_of(view.season), None)  # once more, though nothing is due
        told = {key: each for key, each in (await _told(league)).items() if key not in seen}
        (day, number), last = told.values()
        assert (day, last) == ("day", ("week", week))
        assert number in began
        seen |= told.keys()
    assert deaths > 4, "it did die before what was due was done"


async def _told(league: Played) -> dict[int, tuple[str, int]]:
    """Return the summaries that were to be posted lately, by the number of the post, in order."""
    rows = sorted((await league.stored())["outbox"], key=lambda each: each.id)
    found = {row.id: (row.payload.get("news"), row.payload.get("number")) for row in rows}
    return {key: each for key, each in found.items() if each[0] in ("week", "day")}
