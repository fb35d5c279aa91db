"""What is due happens once: late, twice, or with the process killed on the way."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.text import dump_text, load_text, say
from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms
from hosting.league import director
from hosting.league.errors import LeagueNotOpen, LeagueNotPaused, LeagueNotRunning, SeasonClosed
from hosting.league.matches import AGAIN
from hosting.league.model import SeasonView
from hosting.league.schedule import PATIENCE
from hosting.league.standings.values import ladder_positions
from hosting.league.terms import LadderTerms
from hosting.league.timer import LEAGUE, key_of
from hosting.lobby.starter import PAUSES
from hosting.retention import Periods
from store.database import Database
from store.db.addresses import Address
from store.league import fixtures
from tests.entropy import pinned
from tests.hosting.conftest import GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.league.lives import Life
from tests.hosting.league.playing import FIRST, TERMS, Played, terms, told, with_builder
from tests.hosting.lobby.shelf import Killed, dies_at, refuses
from tests.hosting.toygame import games
from tests.volume import many

DAY = timedelta(days=1)


def sound(view: SeasonView, cap: int) -> None:
    """Check what always holds: nothing twice, nobody above the cap, points as they add up."""
    met = Counter(frozenset(each.entries) for each in view.fixtures)
    assert set(met.values()) <= {1}
    busy = Counter(entry for each in view.fixtures if each.status == "running" for entry in each.entries)
    assert max(busy.values(), default=0) <= cap
    assert dict(view.totals) == fixtures.added_up(view.fixtures)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_season_starts_and_ends_at_its_dates_however_late_it_is_looked_at(league: Played) -> None:
    now = league.clock.now()
    await league.found(4, terms(starts_at=now + DAY, ends_at=now + 10 * DAY, unfinished="half"))
    assert (await league.view()).season.status == "open"
    await league.pass_time(3 * DAY)
    view = await league.view()
    assert (view.season.status, view.season.started_at) == ("running", league.clock.now())
    first, *others = await league.running()
    await league.lose(first, 2)
    await league.pass_time(20 * DAY)
    view = await league.view()
    assert view.season.status == "ended"
    assert [each.why for each in view.fixtures] == ["played", *["unfinished"] * 5]
    assert {side.points for each in view.fixtures[1:] for side in each.sides} == {60}
    await league.lose(others[0], 2)
    await league.arena.idle()
    after = await league.view()
    assert after.totals == view.totals
    sound(after, 3)
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "closed"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_too_few_joined_by_its_date_says_so_once_and_starts_with_the_last_one(
    league: Played, poster: NotingPoster
) -> None:
    await league.found(3, terms(starts_at=league.clock.now() + DAY))
    assert not (await league.view()).overdue
    await league.pass_time(2 * DAY)
    await league.pass_time(DAY)
    view = await league.view()
    assert (view.season.status, view.overdue) == ("open", True)
    (said,) = told(poster)
    assert "as soon as enough have joined" in str(load_text(said.payload["text"]))
    await league.arena.leagues.join(league.season, 1)
    await league.arena.idle()
    assert (await league.view()).season.status == "running"
    assert len(await league.running()) == 6


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("dates", "days", "said"),
    [
        ({"starts_at": 1}, 1 + 90, ["as soon as enough", "has not started", "could not start"]),
        ({"starts_at": 1, "ends_at": 30}, 30, ["as soon as enough", "has not started", "could not start"]),
        ({"ends_at": 30}, 30, ["has not started", "nobody started it"]),
        ({}, 90, ["has not started", "nobody started it"]),
    ],
)
async def test_what_nobody_starts_is_called_off_on_a_day_of_which_it_was_told(
    league: Played, poster: NotingPoster, dates: dict[str, int], days: int, said: list[str]
) -> None:
    now = league.clock.now()
    count = 3 if "starts_at" in dates else 4
    await league.found(count, terms(**{name: now + each * DAY for name, each in dates.items()}))
    await league.pass_time(DAY)
    for each in (days - 9, 2, 5):
        await league.pass_time(each * DAY)
        assert (await league.view()).season.status == "open"
    await league.pass_time(2 * DAY)
    assert (await league.view()).season.status == "cancelled"
    assert [any(words in str(load_text(post.payload["text"])) for post in told(poster)) for words in said] == [
        True
    ] * len(said)
    assert len(told(poster)) == len(said)
    with pytest.raises(LeagueNotOpen):
        await league.arena.leagues.join(league.season, 1)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_pause_that_nobody_ends_ends_by_itself_as_was_told(league: Played, poster: NotingPoster) -> None:
    await league.begun(4, terms(cap=1, round_days=7))
    await league.arena.leagues.pause(league.season)
    await league.play_on()
    await league.pass_time(22 * DAY)
    assert told(poster) == []
    await league.pass_time(DAY)
    assert len(told(poster)) == 1
    await league.pass_time(6 * DAY)
    assert (await league.view()).season.status == "paused"
    await league.pass_time(2 * DAY)
    view = await league.view()
    assert (view.season.status, view.rounds[0].ends_at) == ("running", view.rounds[0].opened_at + 38 * DAY)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_nothing_begins_while_it_is_paused_and_its_round_is_longer_by_that(league: Played) -> None:
    leagues = league.arena.leagues
    await league.begun(4, terms(cap=1, round_days=7))
    with pytest.raises(LeagueNotPaused):
        await leagues.resume(league.season)
    await leagues.pause(league.season)
    with pytest.raises(LeagueNotRunning):
        await leagues.pause(league.season)
    await league.play_on()
    await league.pass_time(10 * DAY)
    assert len((await league.view()).rounds) == 1
    await leagues.resume(league.season)
    await league.arena.idle()
    await league.pass_time(6 * DAY)
    assert len((await league.view()).rounds) == 1
    await league.pass_time(DAY)
    view = await league.view()
    assert len(view.rounds) == 2
    assert {each.round for each in await league.running()} == {2}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_results_that_come_soon_after_a_long_look_are_seen_to_together(
    league: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    await league.begun(4)
    first, *others = await league.running()
    looks: list[str] = []
    resting, rested = asyncio.Event(), asyncio.Event()
    look, sleep = director.Director._look, asyncio.sleep

    async def counted(self: director.Director, key: str) -> None:
        looks.append(key)
        await look(self, key)

    async def rest(seconds: float) -> None:
        if seconds > 0:
            assert seconds <= director.MOST
            resting.set()
            await rested.wait()
        else:
            await sleep(0)

    monkeypatch.setattr(director, "LONG", -1.0)  # any is
    monkeypatch.setattr(director.Director, "_look", counted)
    monkeypatch.setattr(asyncio, "sleep", rest)
    await league.lose(first, 2)
    await resting.wait()
    for each in others:
        await league.lose(each, 2)
    assert looks == [key := f"{GUILD}:{league.season}"]
    rested.set()
    await league.arena.idle()
    assert looks == [key] * 2
    assert (await league.view()).season.status == "ended"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_an_organiser_closes_it_and_then_nothing_changes(league: Played) -> None:
    view = await league.begun(4)
    await league.lose(view.fixtures[0], 2)
    closed = await league.arena.leagues.close(league.season)
    assert closed.season.status == "closed"
    assert closed.secret is not None
    with pytest.raises(SeasonClosed):
        await league.arena.leagues.close(league.season)
    match_id = view.fixtures[0].match_id
    assert match_id is not None
    await league.pass_time(timedelta(seconds=1))
    await league.arena.corrections.void(match_id, 77, say("Too late."))
    await league.pass_time(DAY)
    assert (await league.view()).fixtures == closed.fixtures


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_time_in_which_the_bot_was_away_does_not_shorten_a_round(database: Address, clock: ManualClock) -> None:
    arena = await open_arena(database, clock, NotingPoster())
    league = with_builder(arena, clock)
    await league.begun(4, terms(round_days=7))
    await arena.schedule.close()
    await arena.tasks.close()
    await arena.close()
    await clock.advance((6 * DAY).total_seconds())
    arena = await open_arena(database, clock, NotingPoster())
    revived = with_builder(arena, clock)
    revived.season = league.season
    await revived.pass_time(2 * DAY)
    assert len((await revived.view()).rounds) == 1
    await revived.pass_time(5 * DAY)
    assert len((await revived.view()).rounds) == 2
    await arena.tasks.close()
    await arena.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_start_that_fails_is_told_in_the_starters_words_and_tried_again(
    league: Played, poster: NotingPoster
) -> None:
    league.shelf.step = refuses("check")
    await league.begun(4, terms(round_days=7))
    for pause in PAUSES:
        await league.pass_time(pause)
    view = await league.view()
    stuck = [each for each in view.fixtures if each.round == 1]
    assert [each.trouble for each in stuck] == [dump_text(say("Refused."))] * 2
    assert len(told(poster)) == 2
    await league.pass_time(7 * DAY)
    assert len((await league.view()).rounds) == 1
    await league.pass_time(PATIENCE)
    assert len((await league.view()).rounds) == 2
    league.shelf.step = refuses("never")
    await league.pass_time(AGAIN + PAUSES[-1])
    view = await league.view()
    assert [each.status for each in view.fixtures if each.round == 1] == ["running"] * 2
    assert [each.trouble for each in view.fixtures if each.round == 1] == [None] * 2


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", ("swiss", "round-robin")[: many(1, 2)])
async def test_killed_anywhere_everything_happens_once(life: Life, kind: str) -> None:
    """A season of four in which the process dies again and again, each time a few steps later."""
    league, points = await life.rise(), set[str]()
    swiss = {"rounds": 3} if kind == "swiss" else {}
    await league.found(4, terms(kind=kind, cap=1, **swiss))
    for number in range(1, many(26, 150), many(5, 1)):
        life.shelf.step = dies_at(number, points)
        with suppress(Killed):
            if (await league.view()).season.status == "open":
                await league.arena.leagues.start(1)
            for each in (await league.running())[:1]:
                await league.lose(each, 2)
        await league.arena.idle()
        league = await life.rise()
        await league.arena.starter.orders.resume()
        await league.arena.idle()
        await league.pass_time(timedelta(minutes=2))
        sound(await league.view(), 1)
    await league.play_on()
    await league.pass_time(2 * DAY)
    await league.play_on()
    await league.pass_time(2 * DAY)
    view = await league.view()
    sound(view, 1)
    assert view.season.status == "closed"
    assert len(view.fixtures) == 6
    assert {each.why for each in view.fixtures} == {"played"}
    assert {each.attempt for each in view.fixtures} == {1}
    assert {"before commit", "after commit"} <= points


async def test_two_processes_without_the_lock_do_nothing_twice(league: Played, database: Address) -> None:
    other = await Database.connect(database)
    rival = Arena(other, league.clock, games, pinned(), asyncio.sleep, {}, Periods(), everywhere=False)
    await league.found(4, terms(kind="swiss", rounds=2, cap=1))
    season = (await league.view()).season
    both = (league.arena, rival)
    started = await asyncio.gather(*(each.leagues.start(season.id) for each in both), return_exceptions=True)
    assert sum(isinstance(each, SeasonView) for each in started) == 1
    for _ in range(2):
        await asyncio.gather(*(each.league_jobs.due(key_of(season), None) for each in both))
        league.arena.starter.orders.noticed()  # what the other one asked for
        await league.arena.idle()
        sound(await league.view(), 1)
        for each in await league.running():
            await league.lose(each, 2)
    await asyncio.gather(*(each.league_jobs.due(key_of(season), None) for each in both))
    await asyncio.gather(*(each.leagues.close(season.id) for each in both), return_exceptions=True)
    view = await league.view()
    sound(view, 1)
    assert [each.number for each in view.rounds] == [1, 2]
    assert len(view.fixtures) == 4
    assert view.season.status == "closed"
    await league.arena.idle()
    await rival.tasks.close()
    await other.close()


async def test_of_two_who_withdraw_at_once_one_is_heard(league: Played, database: Address) -> None:
    other = await Database.connect(database)
    rival = Arena(other, league.clock, games, pinned(), asyncio.sleep, {}, Periods(), everywhere=False)
    await league.begun(4, terms(cap=1))
    both = (league.arena, rival)
    left = await asyncio.gather(*(each.leagues.withdraw(league.season, FIRST) for each in both), return_exceptions=True)
    assert sum(isinstance(each, Exception) for each in left) == 1
    await league.arena.idle()
    sound(await league.view(), 1)
    await rival.tasks.close()
    await other.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_was_appointed_goes_with_the_season(league: Played) -> None:
    view = await league.begun(4)
    assert await league.arena.schedule.due_at(LEAGUE, key_of(view.season)) is not None
    await league.arena.leagues.close(league.season)
    await league.arena.idle()
    assert await league.arena.schedule.due_at(LEAGUE, key_of(view.season)) is None


def came_of(view: SeasonView) -> list[tuple[object, ...]]:
    """Return what came of each fixture but for whose it is, as lots differ from season to season."""
    return sorted(
        (each.round, each.status, each.why or "", *sorted(side.points or 0 for side in each.sides))
        for each in view.fixtures
    )


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", ["round-robin", "tables", "knockout", "ladder"])
async def test_what_was_due_before_the_last_day_is_done_before_a_season_ends_however_late(
    league: Played, kind: str
) -> None:
    """A player's time is up, or nobody answers a challenge, before a last day on which nobody looked."""
    formats: dict[str, dict[str, object]] = {
        "tables": {"mode": "3", "sides": 3},
        "ladder": {"kind": kind, "tiebreaks": (), "late_rounds": 1, "ladder": LadderTerms(3, 0, 0, 90)},
        "knockout": {"kind": kind},
    }
    given = formats.get(kind, {})
    match = replace(TERMS.match, clock=ClockTerms("turn", per_turn=2 * DAY), timeout="forfeit")
    found = []
    for steps in ([DAY / 2] * 24, [12 * DAY]):
        ends_at = league.clock.now() + 10 * DAY
        count = 2 if kind == "knockout" else 4
        view = await league.begun(
            count,
            terms(match=match, most=4, ends_at=ends_at, **given),
            f"{len(steps)}",
        )
        if kind == "ladder":
            above, below = ladder_positions(view.entries, view.fixtures)[:2]
            (person,) = next(each.current for each in view.entries if each.id == below)
            await league.arena.challenges.challenge(league.season, person, above)
        await league.arena.idle()
        for step in steps:
            await league.pass_time(step)
        await league.pass_time(2 * DAY)
        view = await league.view()
        assert view.season.status == "closed"
        found.append(came_of(view))
    assert found[0] == found[1]
    assert {each[2] for each in found[0]} == {"forfeit"}
