"""When the event of a round is looked at: as the round opens, is paused, goes on, becomes longer, ends."""

from __future__ import annotations

from datetime import timedelta

from tests.hosting.conftest import CHANNEL, GUILD, NotingPoster
from tests.hosting.league.playing import Played, events, terms

WEEK = timedelta(days=7)


async def test_a_rounds_event_is_kept_as_the_round_is(league: Played, poster: NotingPoster) -> None:
    view = await league.begun(4, terms(round_days=7))
    assert events(poster) == [1]
    await league.arena.leagues.pause(league.season)
    await league.arena.idle()
    assert events(poster) == [1, 1]
    await league.pass_time(timedelta(days=1))
    await league.arena.leagues.resume(league.season)
    await league.arena.idle()
    assert events(poster) == [1, 1, 1]
    longer = (await league.view()).rounds[0].ends_at
    assert longer is not None
    assert longer - view.rounds[0].opened_at == WEEK + timedelta(days=1)
    await league.arena.leagues.move(league.season, CHANNEL + 1)
    await league.arena.idle()
    assert events(poster) == [1] * 4
    await league.play_on()
    await league.pass_time(WEEK + timedelta(minutes=1))
    assert events(poster) == [1] * 4 + [2]
    await league.arena.leagues.close(league.season)
    await league.arena.idle()
    assert events(poster) == [1] * 4 + [2, 2]
    # They have a queue of their own, so that they hold up nothing that is told.
    assert {post.channel_id for post in poster.posts if post.payload.get("news") == "event"} == {GUILD}


async def test_rounds_without_an_end_and_leagues_without_events_have_none(league: Played, poster: NotingPoster) -> None:
    await league.begun(4)
    await league.arena.leagues.pause(league.season)
    await league.begun(4, terms(round_days=7, events=False), name="Other")
    await league.arena.leagues.close(league.season)
    await league.arena.idle()
    assert events(poster) == []
