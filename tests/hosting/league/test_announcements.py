"""What is told of a season in its channel: rounds, results, corrections, its end; once each."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.text import say
from store.tables.values import Subject
from tests.hosting.conftest import CHANNEL, NotingPoster
from tests.hosting.league.playing import ORGANISER, Played, news, terms

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def test_rounds_results_and_the_end_are_told_once_each(league: Played, poster: NotingPoster) -> None:
    view = await league.begun(4, terms(round_days=7))
    assert news(poster) == [("round", 1)]
    about = [each for each in poster.posts if each.subject == Subject("league", league.season)]
    post = next(each for each in about if each.payload.get("news") == "round")
    assert (post.kind, post.channel_id) == ("notice", CHANNEL)
    first, second = [each.id for each in view.fixtures if each.round == 1]
    for each in await league.running():
        await league.lose(each, 2)
    await league.arena.idle()
    assert sorted(news(poster)[1:]) == [("result", first), ("result", second)]
    await league.pass_time(timedelta(days=7, minutes=1))
    assert news(poster)[3:] == [("week", 1), ("round", 2)]
    await league.arena.leagues.close(league.season)
    await league.arena.idle()
    assert news(poster)[5:] == [("ended", 0), ("closed", 0)]


async def test_rounds_that_open_together_are_told_together(league: Played, poster: NotingPoster) -> None:
    await league.begun(4)
    assert news(poster) == [("round", 0)]


async def test_corrections_are_told_and_abandoned_matches_are_not(league: Played, poster: NotingPoster) -> None:
    await league.begun(4)
    one, other, *_ = await league.running()
    await league.lose(one, 2)
    assert one.match_id is not None
    assert other.match_id is not None
    corrections = league.arena.corrections
    await corrections.rank(one.match_id, ORGANISER, [2, 1], say("Mistaken."))
    made = await corrections.void(one.match_id, ORGANISER, say("Mistaken again."))
    await corrections.undo(one.match_id, ORGANISER, made.id, say("It counts."))
    await league.arena.idle()
    assert news(poster)[1:] == [("result", one.id), *[("corrected", one.id)] * 3]
