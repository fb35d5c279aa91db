"""Players are warned before the fixed end of a season, once each time, and only those who have to play."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.hosting.conftest import CHANNEL, NotingPoster
from tests.hosting.league.playing import FIRST, Played, terms, told

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def test_players_are_warned_three_times_before_the_end(league: Played, poster: NotingPoster) -> None:
    view = await league.begun(4, terms(ends_at=league.clock.now() + timedelta(days=20)))
    first = view.entry_of(FIRST)
    assert first is not None
    for each in view.fixtures:
        if first.id in each.entries:
            await league.lose(each, 1)
    await league.arena.idle()
    await league.arena.leagues.pause(league.season)  # nobody looks at it every hour: its end is fixed all the same
    await league.pass_time(timedelta(days=6) - timedelta(minutes=1))
    assert told(poster) == []
    for days in (0, 7, 5):
        seen = len(told(poster))
        await league.pass_time(timedelta(days=days, minutes=1))
        news = told(poster)[seen:]
        assert [post.channel_id for post in news if post.kind == "notice"] == [CHANNEL]
        assert sorted(post.channel_id for post in news if post.kind == "private") == [FIRST + 1, FIRST + 2, FIRST + 3]
        await league.pass_time(timedelta(hours=2))
        assert len(told(poster)) == seen + len(news)
    await league.pass_time(timedelta(days=3))
    assert (await league.view()).season.status == "ended"
    assert [key for key in (await league.view()).done if key.startswith("warning")] == [
        "warning:14",
        "warning:2",
        "warning:7",
    ]


async def test_a_short_season_has_no_warning_from_before_it_began(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, terms(most=4, ends_at=league.clock.now() + timedelta(days=10)))
    await league.pass_time(timedelta(days=1))
    assert told(poster) == []


async def test_after_a_long_outage_only_the_last_warning_is_given(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, terms(ends_at=league.clock.now() + timedelta(days=30)))
    await league.arena.leagues.pause(league.season)
    league.clock.jump(timedelta(days=28.5).total_seconds())
    await league.pass_time(timedelta(minutes=1))
    assert [post.kind for post in told(poster)] == ["notice"] + ["private"] * 4
