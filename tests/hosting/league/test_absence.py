"""Players who do not come are warned by half of their first turn's time, and lose by forfeit at its end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.text import say
from hosting.clock.time_control import ClockTerms
from hosting.league import fixtures
from hosting.league.terms import LeagueTerms
from hosting.posts import TextPost, load
from store.league.values import POINT, Fixture, Side
from store.tables import results
from store.tables.results import Result
from tests.hosting.conftest import NotingPoster
from tests.hosting.league.playing import TERMS, Played, terms

DAY = timedelta(days=1)
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def two_days(**given: object) -> LeagueTerms:
    """Return terms with two days for a turn."""
    return terms(cap=1, match=replace(TERMS.match, clock=ClockTerms("turn", per_turn=2 * DAY), **given))  # type: ignore[arg-type]


async def again(league: Played, fixture: Fixture) -> Fixture:
    return next(each for each in (await league.view()).fixtures if each.id == fixture.id)


async def first(league: Played, **given: object) -> Fixture:
    """Begin a season and return a fixture that is being played."""
    await league.begun(4, two_days(**given))
    return (await league.running())[0]


async def test_who_does_not_come_is_warned_and_loses_by_forfeit(league: Played, poster: NotingPoster) -> None:
    mine = await first(league)
    match = await league.match(mine)
    await league.pass_time(DAY - timedelta(minutes=1))
    assert not any("absence" in str(post.payload) for post in poster.posts)
    await league.pass_time(timedelta(minutes=2))
    told = [post for post in poster.posts if post.subject.id == match.id and "absence" in str(post.payload)]
    assert sorted((post.kind, post.channel_id) for post in told) == [
        ("nudge", match.channel_id),
        ("private", match.person_of(1)),
    ]
    calls = {post.kind: load(post.kind, post.payload) for post in told}
    assert isinstance(calls["nudge"], TextPost)
    assert calls["nudge"].organisers
    await league.arena.presence.due(str(match.id), None)  # kept twice: nobody is warned again
    await league.arena.idle()
    assert len([post for post in poster.posts if post.subject.id == match.id and "absence" in str(post.payload)]) == 2
    await league.pass_time(DAY)
    over = await again(league, mine)
    assert (over.status, over.why, over.match_id) == ("over", "forfeit", match.id)
    assert [side.points for side in over.sides] == [0, POINT]
    async with league.arena.db.read() as connection:
        rows = await results.of_match(connection, match.id)
    assert [row.pool_no for row in rows] == [None, None]  # nothing is rated
    assert f"absence:{match.id}:1" in (await league.view()).done


@sqlite
async def test_who_has_come_plays_by_what_is_agreed_on(league: Played, poster: NotingPoster) -> None:
    mine = await first(league)
    await league.play(mine, "1/1", "1/1")
    await league.pass_time(3 * DAY)
    over = await again(league, mine)
    assert (over.status, over.why) == ("over", "played")
    told = [post for post in poster.posts if post.subject.id == mine.match_id and "absence" in str(post.payload)]
    assert told == []


@sqlite
async def test_no_turn_is_drawn_for_who_has_not_come(league: Played) -> None:
    mine = await first(league, timeout="random")
    await league.pass_time(2 * DAY + timedelta(minutes=1))
    assert (await again(league, mine)).why == "forfeit"


@sqlite
async def test_the_second_player_is_waited_for_as_long_as_the_first(league: Played) -> None:
    mine = await first(league)
    await league.pass_time(DAY / 2)
    await league.play(mine, "1/1")
    await league.pass_time(2 * DAY - timedelta(minutes=1))
    match = await league.match(mine)
    assert [key for key in (await league.view()).done if key.startswith(f"absence:{match.id}")] == [
        f"absence:{match.id}:2"
    ]
    await league.pass_time(timedelta(minutes=2))
    over = await again(league, mine)
    assert (over.why, [side.points for side in over.sides]) == ("forfeit", [POINT, 0])


@sqlite
async def test_a_result_that_is_corrected_counts_in_place_of_the_absence(league: Played) -> None:
    mine = await first(league)
    await league.pass_time(2 * DAY + timedelta(minutes=1))
    over = await again(league, mine)
    assert over.match_id is not None
    await league.arena.corrections.rank(over.match_id, 77, [1, 2], say("They had come."))
    corrected = await again(league, mine)
    assert (corrected.why, [side.points for side in corrected.sides]) == ("played", [POINT, 0])
    await league.arena.corrections.undo(over.match_id, 77, None, say("They had not."))
    assert replace(await again(league, mine), rev=0) == replace(over, rev=0)


@sqlite
async def test_where_several_choose_in_secret_nobody_is_named(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, replace(two_days(), game="duel"))
    mine = (await league.running())[0]
    await league.play(mine, "go/end")
    match = await league.match(mine)
    assert match.session.to_act == {1, 2}
    await league.pass_time(DAY + timedelta(minutes=1))
    told = [post for post in poster.posts if post.subject.id == match.id and "absence" in str(post.payload)]
    assert [post.channel_id for post in told if post.kind == "private"] == [match.person_of(2)]
    (public,) = [load(post.kind, post.payload) for post in told if post.kind == "nudge"]
    assert isinstance(public, TextPost)
    assert "player" not in dict(public.text.values)
    await league.pass_time(DAY)  # both let the time pass, but the first one had come
    over = await again(league, mine)
    assert (over.why, [side.points for side in over.sides]) == ("forfeit", [POINT, 0])


def test_if_nobody_comes_nobody_gets_anything() -> None:
    fixture = Fixture(1, 1, "division", 1, 1, 1, (Side(1, 10), Side(2, 20), Side(3, 30)))
    rows = [row(seat) for seat in (1, 2, 3)]
    assert fixtures.absent_fixture(fixture, rows, {1, 2, 3}) == {10, 20, 30}
    assert fixtures.absent_fixture(fixture, rows, {1, 3}) == {10, 30}
    assert fixtures.absent_fixture(fixture, rows, {3}) == frozenset()  # the others played
    both = replace(fixture, sides=fixture.sides[:2])
    sides = fixtures.forfeited_fixture(TERMS, both, fixtures.absent_fixture(both, rows[:2], {1, 2}))
    assert [side.points for side in sides] == [0, 0]


def test_a_team_has_not_come_if_one_of_it_has_not() -> None:
    fixture = Fixture(1, 1, "division", 1, 1, 1, (Side(1, 10), Side(2, 20)))
    rows = [row(seat, team=1 - seat % 2) for seat in (1, 2, 3, 4)]
    assert fixtures.absent_fixture(fixture, rows, {3}) == {10}
    assert fixtures.absent_fixture(fixture, rows, {4}) == {20}


def row(seat: int, team: int | None = None) -> Result:
    """Return the result of a seat of a match that ended by time."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Result(1, 0, seat, 1, "tally", "2", (), team, seat, seat, False, 0, 0, 0, 1, 0, at, at, "time")
