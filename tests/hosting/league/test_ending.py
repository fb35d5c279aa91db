"""A season ends: players are warned before its fixed end, and what is not over is seen to, some of it at a time."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from hosting.league import check, director, model
from hosting.league.errors import SeasonClosed
from hosting.league.model import SeasonState
from store.league import fixtures
from store.league.values import Kind
from tests.hosting.conftest import CHANNEL, NotingPoster
from tests.hosting.league.lives import Life, counting, dying_before
from tests.hosting.league.playing import FIRST, Played, news, terms, told
from tests.hosting.lobby.shelf import Killed, dies_at
from tests.volume import THOROUGH, many

DAY = timedelta(days=1)
MONTH = timedelta(days=30)

sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@sqlite
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


@sqlite
async def test_a_short_season_has_no_warning_from_before_it_began(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, terms(most=4, ends_at=league.clock.now() + timedelta(days=10)))
    await league.pass_time(timedelta(days=1))
    assert told(poster) == []


@sqlite
async def test_after_a_long_outage_only_the_last_warning_is_given(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, terms(ends_at=league.clock.now() + timedelta(days=30)))
    await league.arena.leagues.pause(league.season)
    league.clock.jump(timedelta(days=28.5).total_seconds())
    await league.pass_time(timedelta(minutes=1))
    assert [post.kind for post in told(poster)] == ["notice"] + ["private"] * 4


@sqlite
async def test_others_write_while_a_large_season_is_closed(
    league: Played, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(director, "ENDED_AT_ONCE", 2)
    await league.begun(4)

    async def write() -> SeasonState | None:
        async with league.arena.db.write() as connection:  # those who want to write have their turn in order
            return await model.load(connection, league.season)

    closed, between = await asyncio.gather(league.arena.leagues.close(league.season), write())
    assert between is not None
    assert (between.season.status, sum(each.open for each in between.fixtures)) == ("running", 4)
    assert closed.season.status == "closed"
    assert {each.why for each in closed.fixtures} == {"unfinished"}
    await league.arena.idle()
    assert [each for each in news(poster) if each[0] in ("ended", "closed")] == [("ended", 0), ("closed", 0)]
    with pytest.raises(SeasonClosed):
        await league.arena.leagues.close(league.season)


@sqlite
@pytest.mark.parametrize("kind", ("round-robin", "swiss", "knockout", "double-knockout")[: many(1, 4)])
@pytest.mark.parametrize("by", ["organiser", "date"])
async def test_an_end_that_is_killed_goes_on_where_it_was(
    life: Life, monkeypatch: pytest.MonkeyPatch, kind: Kind, by: str
) -> None:
    """The process dies before or after each commit of an end that takes several."""
    monkeypatch.setattr(director, "ENDED_AT_ONCE", 2)
    league, died = await life.rise(), {""}
    for number in range(1, 100, many(9, 1)):
        ends_at = None if by == "organiser" else league.clock.now() + MONTH
        rounds = 3 if kind == "swiss" else None
        agreed = terms(kind=kind, most=4, cap=9, rounds=rounds, ends_at=ends_at)
        season = (await league.begun(4, agreed, f"League {number}")).season.id
        first, *others = await league.running()
        await league.lose(first, 2)
        await league.arena.idle()
        league.clock.jump((MONTH - timedelta(seconds=1)).total_seconds())
        died.clear()
        life.shelf.step = dies_at(number, died)
        with suppress(Killed):
            await (league.arena.leagues.close(season) if by == "organiser" else league.pass_time(timedelta(minutes=1)))
        league = await life.rise()
        league.season = season
        await league.pass_time(timedelta(minutes=1))
        if by == "organiser" and number == 1:  # nothing was written yet
            assert (await league.view()).season.status == "running"
            await league.arena.leagues.close(season)
        if by == "date":
            assert (await league.view()).season.status == "ended"
            league.clock.jump((2 * DAY).total_seconds())
            await league.pass_time(timedelta(minutes=1))
        view = await league.view()
        assert (number, view.season.status) == (number, "closed")
        assert [each.why for each in view.fixtures].count("played") == 1
        assert {each.why for each in view.fixtures} == {"played", "unfinished"}
        assert dict(view.totals) == fixtures.added_up(view.fixtures)
        for each in others:  # or the server has as many matches as it wants
            await league.lose(each, 2)
        if not died:
            break
    assert number > 1


async def _ends(league: Played, monthly: bool = True) -> None:
    """Have the last day of a season come, and the one on which it is closed."""
    for time in (MONTH, 2 * DAY) if monthly else (2 * DAY,):
        league.clock.jump((time - timedelta(seconds=1)).total_seconds())
        await league.pass_time(timedelta(minutes=1))


async def _came_of(league: Played) -> tuple[str, list[tuple[object, ...]], list[str], bool]:
    """Return what came of a season, without what differs from season to season, and whether its totals add up."""
    view = await league.view()
    first = view.fixtures[0].id
    there: list[tuple[object, ...]] = [
        (each.id - first, each.round, each.leg, each.status, each.why, *(side.points for side in each.sides))
        for each in view.fixtures
    ]
    right = dict(view.totals) == fixtures.added_up(view.fixtures)
    return view.season.status, there, sorted(each for each in view.done if each in ("end", "close")), right


@pytest.mark.parametrize("kind", ("knockout", "round-robin", "swiss", "double-knockout")[: many(1, 4)])
async def test_killed_at_any_statement_a_season_ends_and_closes_as_it_would_have(life: Life, kind: Kind) -> None:
    """One match is over, one tie of two matches is decided, and the others are not over on the last day."""
    league = await life.rise()
    of = {"rounds": 3} if kind == "swiss" else {"legs": 3} if kind == "knockout" else {}
    agreed = terms(kind=kind, most=4, cap=9, unfinished="half", **of)

    async def begun(name: str) -> None:
        for each in await league.running() if name != "Whole" else ():  # or the server has as many as it wants
            await league.lose(each, 2)
        await league.begun(4, replace(agreed, ends_at=league.clock.now() + MONTH), name)
        await league.lose((await league.running())[0], 2)
        await league.arena.idle()

    await begun("Whole")
    with counting() as statements:
        await _ends(league)
    whole = await _came_of(league)
    assert (whole[0], whole[2], whole[3]) == ("closed", ["close", "end"], True)
    cuts = range(1, statements[0] + 1)
    for cut in cuts if THOROUGH else random.Random(kind).sample(cuts, 2):
        await begun(f"Cut {cut}")
        season = league.season
        with suppress(Killed), dying_before(cut):
            await _ends(league)
        league = await life.rise()
        league.season = season
        await league.pass_time(timedelta(minutes=1))
        for monthly in (True, False):
            if (await league.view()).season.status != "closed":
                await _ends(league, monthly=monthly)
        assert await _came_of(league) == whole, cut
    assert (await check.compared(league.arena.db)).problems == ()
