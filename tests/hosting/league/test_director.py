"""The start of a season: by itself once it is full; its entries are written together, in no more time than need be."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import dump_text, load_text, say
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.core import Core
from hosting.errors import HostingError
from hosting.league import director, model
from hosting.league.errors import (
    JoinedAlready,
    NotBefore,
)
from hosting.league.matches import AGAIN
from hosting.league.model import SeasonView, tables_of
from hosting.league.schedule import LEAGUE, PATIENCE, key_of
from hosting.league.standings.values import ladder_positions
from hosting.league.start import TOGETHER, divisions_of
from hosting.league.terms import LadderTerms, Unfinished
from hosting.lobby.starter import PAUSES
from hosting.match.model import Person
from hosting.retention import Periods
from store.database import Database
from store.db.addresses import Address
from store.league import entries, fixtures
from store.league.seasons import POINT, Entry, Fixture
from store.tables.matches import WriteConflict
from store.tables.values import Subject
from tests.entropy import pinned
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock, NotingPoster, call, open_arena
from tests.hosting.league.lives import Life
from tests.hosting.league.playing import FIRST, ORGANISER, TEAMS, TERMS, Played, events, news, terms, told, with_builder
from tests.hosting.league.test_export import exported
from tests.hosting.lobby.offering import Killed, dies_at, refuses
from tests.hosting.toygame import games
from tests.refusals import refusal
from tests.volume import many

sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def test_entries_are_written_together_and_only_as_they_were_read(league: Played) -> None:
    view = await league.found(4)
    moved = [replace(each, seed=9) for each in view.entries]
    async with league.arena.db.write() as connection:
        await entries.save(connection, view.season, view.entries[0])
    with pytest.raises(WriteConflict):
        async with league.arena.db.write() as connection:
            await entries.save_all(connection, view.season, moved)
    there = (await league.view()).entries
    assert [each.seed for each in there] == [0] * 4
    async with league.arena.db.write() as connection:
        await entries.save_all(connection, view.season, [replace(each, seed=each.id) for each in there])
        await entries.save_all(connection, view.season, [])
    found = (await league.view()).entries
    assert [(each.seed, each.rev) for each in found] == [(each.id, each.rev + 1) for each in there]


@sqlite
async def test_a_start_takes_as_many_statements_for_twice_the_entries(league: Played) -> None:
    counts = []
    for number, count in enumerate((8, 16), 1):
        await league.found(count, terms(kind="swiss", most=16), f"League {number}")
        made: list[str] = []

        def note(_: object, __: object, statement: str, *___: object, found: list[str] = made) -> None:
            found.append(statement)

        engine = league.arena.db._engines.writer.sync_engine
        event.listen(engine, "before_cursor_execute", note)
        await league.arena.leagues.start(league.season)
        event.remove(engine, "before_cursor_execute", note)
        counts.append(sum("INTO entries " in each for each in made))
        await league.arena.idle()
    assert counts == [1, 1], f"one for up to {TOGETHER}"


async def test_what_is_shown_after_a_change_is_read_while_others_can_write(
    league: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    await league.begun(4)
    read, waited = fixtures.of_season, list[bool]()

    async def noted(connection: AsyncConnection, season_id: int) -> list[Fixture]:
        waited.append(league.arena.db._turnstile.locked())
        return await read(connection, season_id)

    monkeypatch.setattr(fixtures, "of_season", noted)
    assert (await league.arena.leagues.pause(league.season)).season.status == "paused"
    await league.arena.leagues.posted(await league.view(), 77)
    assert not any(waited)
    view = await league.arena.leagues.resume(league.season)
    assert (view.season.status, view.season.message_id) == ("running", 77)
    assert sum(waited) == 1  # those that had trouble are tried at once


async def test_what_changes_between_the_look_and_the_hold_is_looked_at_again(
    league: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A season is read before it is held: whatever another writer did meanwhile is not missed, nor done twice."""
    view = await league.found(4)
    real, times = model.load_deciding, 0

    async def slow(*given: object) -> object:
        nonlocal times
        found = await real(*given)  # type: ignore[arg-type]
        times += 1
        if times == 1:  # another writer comes between the two
            async with league.arena.db.write() as connection:
                await entries.save(connection, view.season, (await league.view()).entries[0])
        return found

    monkeypatch.setattr(model, "load_deciding", slow)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    assert times > 1
    assert len((await league.view()).fixtures) == 6
    assert [each.number for each in (await league.view()).rounds] == [1, 2, 3]
    assert len(await league.running()) == 6


async def test_fixtures_that_just_wait_for_their_turn_are_not_read_at_each_look(league: Played) -> None:
    view = await league.begun(6, terms(cap=1))
    running = {each.id for each in await league.running()}
    async with league.arena.db.read() as connection:
        still = await fixtures.open_of(connection, view.season)
        pressing = await fixtures.deciding_of(connection, view.season)
        free = await fixtures.free_of(connection, view.season, 1)
        more = await fixtures.free_of(connection, view.season, 2)
    assert (len(running), len(still), len(more)) == (3, 15, 15)
    assert {each.id for each in free} == running, "all six play as many as they may"
    assert running <= {each.id for each in pressing}
    assert {each.round for each in pressing} == {1, 2, 3, 4, 5}
    assert len(pressing) == 3 + 4
    gone = view.entries[0]
    await league.arena.leagues.withdraw(league.season, gone.players[0])
    async with league.arena.db.read() as connection:
        pressing = await fixtures.deciding_of(connection, view.season)
        still = await fixtures.open_of(connection, view.season)
    assert {each.id for each in still if gone.id in each.entries} <= {each.id for each in pressing}


DAY = timedelta(days=1)
FULL = {
    "round-robin": terms(most=4),
    "divisions": terms(division_size=4, most=8),
    "swiss": terms(kind="swiss", most=4),
    "knockout": terms(kind="knockout", most=4, third=True),
    "double-knockout": terms(kind="double-knockout", most=4),
    "ladder": terms(kind="ladder", ladder=LadderTerms(), most=4),
    "tables": terms(kind="knockout", mode="3", sides=3, most=6),
    "teams": replace(TEAMS, most=4),
}


async def enter(league: Played, number: int) -> Entry:
    """Have the so many-th entry join, from 0; a team by both of its players, or by the one who has not."""
    leagues, size = league.arena.leagues, 2 if (await league.view()).terms.teams else 1
    captain = FIRST + size * number
    if size == 1:
        return await leagues.join(league.season, captain)
    if not any(captain in each.current for each in (await league.view()).entries):
        await leagues.join(league.season, captain, captain + 1)
    return await leagues.join(league.season, captain + 1, captain)


@pytest.mark.parametrize("dated", [False, True])
@pytest.mark.parametrize("kind", FULL)
async def test_a_season_starts_with_the_last_who_may_join(league: Played, kind: str, dated: bool) -> None:
    first = league.clock.now() + 3 * DAY if dated else None
    of = replace(FULL[kind], when_full=True, starts_at=first)
    await league.found(0, of)
    for number in range(of.most - 1):
        await enter(league, number)
    if of.teams:  # one that waits for its partner takes no place
        await league.arena.leagues.join(league.season, FIRST + 100, FIRST + 101)
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "open"
    await enter(league, of.most - 1)
    await league.arena.idle()
    view = await league.view()
    assert (view.season.status, view.season.started_at) == ("running", league.clock.now())
    assert len(view.entries) == of.most
    assert [each.number for each in view.rounds][:1] == [1]
    assert of.kind == "ladder" or await league.running()


@pytest.mark.parametrize("kind", FULL)
async def test_with_a_first_day_it_does_not_wait_for_the_last_one_any_longer(league: Played, kind: str) -> None:
    of = replace(FULL[kind], most=FULL[kind].most + 1, when_full=True, starts_at=league.clock.now() + DAY)
    await league.found(0, of)
    for number in range(of.most - 1):
        await enter(league, number)
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "running"


async def test_without_the_term_a_full_season_waits_for_its_start(league: Played) -> None:
    await league.found(4, terms(most=4))
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "open"


@pytest.mark.parametrize("kind", FULL)
async def test_killed_before_its_start_a_full_season_starts_once_and_never_short(life: Life, kind: str) -> None:
    of = replace(FULL[kind], when_full=True)
    league = await life.rise()
    await league.found(0, of)
    for number in range(of.most - 1):
        await enter(league, number)
    await league.arena.schedule.close()  # nothing that is appointed is done any more
    await enter(league, of.most - 1)
    await league.arena.leagues.leave(league.season, FIRST)
    league = await life.rise()
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "open"
    await league.arena.schedule.close()
    await enter(league, of.most)
    assert (await league.view()).season.status == "open"
    league = await life.rise()
    await league.arena.idle()
    view = await league.view()
    assert (view.season.status, len(view.entries)) == ("running", of.most)
    met = Counter((each.round, each.leg, frozenset(each.entries)) for each in view.fixtures)
    assert {*met.values()} <= {1}


async def test_of_two_who_join_at_once_one_has_the_last_place_and_it_starts_once(
    league: Played, poster: NotingPoster
) -> None:
    leagues = league.arena.leagues
    await league.found(3, terms(most=4, when_full=True))
    both = await asyncio.gather(*(leagues.join(league.season, each) for each in (1, 2)), return_exceptions=True)
    await league.arena.idle()
    assert [each.code for each in both if isinstance(each, HostingError)] == ["league-full"]
    view = await league.view()
    assert (view.season.status, len(view.entries), len(view.fixtures)) == ("running", 4, 6)
    with refusal("cannot-begin"):
        await leagues.start(league.season)
    assert [each for each, _ in news(poster)].count("round") == 1


@sqlite
async def test_a_full_season_that_cannot_start_says_so_once_and_starts_as_soon_as_it_can(
    league: Played, poster: NotingPoster
) -> None:
    await league.found(8, terms(division_size=4, most=9, when_full=True))
    for each in (await league.view()).entries[:6]:
        await league.arena.rulings.move(league.season, ORGANISER, each.id, 1, say("By request."))
    await league.arena.leagues.join(league.season, 1)
    await league.pass_time(DAY)
    view = await league.view()
    assert (view.season.status, view.overdue) == ("open", True)
    (said,) = [str(load_text(post.payload["text"])) for post in told(poster) if "was due to start" in str(post.payload)]
    assert "was due to start now, but can't" in said
    await league.arena.leagues.leave(league.season, FIRST)
    assert not (await league.view()).overdue
    await league.arena.leagues.leave(league.season, FIRST + 1)
    for person in (2, 3):
        await league.arena.leagues.join(league.season, person)
    await league.arena.idle()
    assert (await league.view()).season.status == "running"


@sqlite
async def test_what_never_fills_up_is_called_off(league: Played, poster: NotingPoster) -> None:
    await league.found(3, terms(most=4, when_full=True))
    for days in (84, 7):
        await league.pass_time(days * DAY)
    assert (await league.view()).season.status == "cancelled"
    assert "too few joined" in str(load_text(told(poster)[-1].payload["text"]))


# What is due happens once: late, twice, or with the process killed on the way.


def sound(view: SeasonView, cap: int) -> None:
    """Check what always holds: nothing twice, nobody above the cap, points as they add up."""
    met = Counter(frozenset(each.entries) for each in view.fixtures)
    assert set(met.values()) <= {1}
    busy = Counter(entry for each in view.fixtures if each.status == "running" for entry in each.entries)
    assert max(busy.values(), default=0) <= cap
    assert dict(view.totals) == fixtures.added_up(view.fixtures)


@sqlite
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


@sqlite
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


@sqlite
@pytest.mark.parametrize(
    ("dates", "days", "said"),
    [
        ({"starts_at": 1}, 1 + 90, ["as soon as enough", "hasn't started", "couldn't start"]),
        ({"starts_at": 1, "ends_at": 30}, 30, ["as soon as enough", "hasn't started", "couldn't start"]),
        ({"ends_at": 30}, 30, ["hasn't started", "nobody started it"]),
        ({}, 90, ["hasn't started", "nobody started it"]),
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
    with refusal("league-not-open"):
        await league.arena.leagues.join(league.season, 1)


@sqlite
@pytest.mark.parametrize(("starts", "ends", "early"), [(None, 5, 2), (6, 10, 7)])
async def test_a_short_season_is_not_said_to_be_late_before_half_of_its_time_to_start_is_over(
    league: Played, poster: NotingPoster, starts: int | None, ends: int, early: int
) -> None:
    now = league.clock.now()
    dates = {"starts_at": None if starts is None else now + starts * DAY, "ends_at": now + ends * DAY}
    await league.found(3, terms(most=4, **dates))

    def warned() -> bool:
        return any("hasn't started" in str(load_text(post.payload["text"])) for post in told(poster))

    await league.pass_time(early * DAY)
    assert not warned()
    await league.pass_time(DAY + timedelta(hours=1))
    assert warned()


@sqlite
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


@sqlite
async def test_nothing_begins_while_it_is_paused_and_its_round_is_longer_by_that(league: Played) -> None:
    leagues = league.arena.leagues
    await league.begun(4, terms(cap=1, round_days=7))
    with refusal("league-not-paused"):
        await leagues.resume(league.season)
    await leagues.pause(league.season)
    with refusal("league-not-running"):
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


@sqlite
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


@sqlite
async def test_an_organiser_closes_it_and_then_nothing_changes(league: Played) -> None:
    view = await league.begun(4)
    await league.lose(view.fixtures[0], 2)
    closed = await league.arena.leagues.close(league.season)
    assert closed.season.status == "closed"
    assert closed.secret is not None
    with refusal("season-closed"):
        await league.arena.leagues.close(league.season)
    match_id = view.fixtures[0].match_id
    assert match_id is not None
    await league.pass_time(timedelta(seconds=1))
    await league.arena.corrections.void(match_id, 77, say("Too late."))
    await league.pass_time(DAY)
    assert (await league.view()).fixtures == closed.fixtures


@sqlite
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


@sqlite
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


@sqlite
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
        await league.arena.starter.queue.resume()
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
    rival = Arena(Core.of(other, league.clock, games=games, entropy=pinned()), {}, Periods())
    await league.found(4, terms(kind="swiss", rounds=2, cap=1))
    season = (await league.view()).season
    both = (league.arena, rival)
    started = await asyncio.gather(*(each.leagues.start(season.id) for each in both), return_exceptions=True)
    assert sum(isinstance(each, SeasonView) for each in started) == 1
    for _ in range(2):
        await asyncio.gather(*(each.director.due(key_of(season), None) for each in both))
        league.arena.schedule.wake()  # what the other one asked for
        await league.arena.idle()
        sound(await league.view(), 1)
        for each in await league.running():
            await league.lose(each, 2)
    await asyncio.gather(*(each.director.due(key_of(season), None) for each in both))
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
    rival = Arena(Core.of(other, league.clock, games=games, entropy=pinned()), {}, Periods())
    await league.begun(4, terms(cap=1))
    both = (league.arena, rival)
    left = await asyncio.gather(*(each.leagues.withdraw(league.season, FIRST) for each in both), return_exceptions=True)
    assert sum(isinstance(each, Exception) for each in left) == 1
    await league.arena.idle()
    sound(await league.view(), 1)
    await rival.tasks.close()
    await other.close()


@sqlite
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


@sqlite
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


# Ties of knock-outs that the end of a season cuts off.


DAYS = timedelta(days=20)


async def cut_off(league: Played, unfinished: Unfinished, *, kind: str = "knockout", **given: object) -> SeasonView:
    """Play a cup of four to its end, at which one semi-final is over and the other goes on."""
    cup = terms(kind=kind, most=4, unfinished=unfinished, ends_at=league.clock.now() + DAYS, **given)
    await league.begun(4, cup)
    legs = cup.legs // 2 + 1
    board = (await league.running())[0].board
    for _ in range(legs):
        (mine,) = [each for each in await league.running() if each.board == board]
        await league.lose(mine, *(side.seat for side in mine.sides if side.entry == max(mine.entries)))
        await league.arena.idle()
    await league.pass_time(DAYS)
    return await league.view()


def places(view: SeasonView) -> list[int]:
    return sorted(row.place for row in tables_of(view))


@pytest.mark.parametrize("unfinished", ["none", "half"])
async def test_nobody_advances_from_what_was_not_finished(league: Played, unfinished: Unfinished) -> None:
    view = await cut_off(league, unfinished)
    (left,) = [each for each in view.fixtures if each.why == "unfinished"]
    assert [side.advances for side in left.sides] == [None, None]
    await league.pass_time(timedelta(days=2))
    view = await league.view()
    assert view.season.status == "closed"
    assert places(view) == [1, 1, 1, 4]  # three were not eliminated
    await exported(league)


async def test_what_organisers_adjudicate_decides_a_tie_of_several_matches(league: Played) -> None:
    view = await cut_off(league, "adjudicate", legs=3)
    (left,) = [each for each in view.fixtures if each.why == "unfinished"]
    assert [side.advances for side in left.sides] == [None, None]
    winner, loser = left.entries
    await league.arena.rulings.points(league.season, 77, left.id, {winner: POINT, loser: 0}, say("Won."))
    await league.arena.idle()
    decided = next(each for each in (await league.view()).fixtures if each.id == left.id)
    assert {side.entry: side.advances for side in decided.sides} == {winner: True, loser: False}
    assert places(await league.view()) == [1, 1, 3, 3]
    await league.arena.rulings.undo(league.season, 77, None, say("Not won."))
    await league.arena.idle()
    undone = next(each for each in (await league.view()).fixtures if each.id == left.id)
    assert [side.advances for side in undone.sides] == [None, None]
    await league.pass_time(timedelta(days=8))
    assert places(await league.view()) == [1, 1, 1, 4]  # nobody gets points for what they leave


async def test_a_lead_is_no_win_before_the_last_match(league: Played) -> None:
    await league.begun(2, terms(kind="knockout", most=4, legs=3, ends_at=league.clock.now() + DAYS))
    await league.lose((await league.running())[0], 2)
    await league.arena.idle()
    await league.pass_time(DAYS)
    view = await league.view()
    assert [[side.advances for side in each.sides] for each in view.fixtures] == [[None, None]] * 2
    assert places(view) == [1, 1]


async def test_nobody_advances_from_a_table_that_did_not_finish(league: Played) -> None:
    await league.begun(3, terms(kind="knockout", mode="3", sides=3, most=3, ends_at=league.clock.now() + DAYS))
    await league.pass_time(DAYS)
    (left,) = (await league.view()).fixtures
    assert (left.why, [side.advances for side in left.sides]) == ("unfinished", [None] * 3)
    assert places(await league.view()) == [1, 1, 1]


# When the event of a round is looked at: as the round opens, is paused, goes on, becomes longer, ends.


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


# Seasons follow one another: who stays, who moves, who comes back, who is new.


DIVISIONS = terms(division_size=4, up=1, most=20)


def homes(view: SeasonView) -> dict[int, int]:
    """Return the division of each player."""
    return {each.players[0]: each.division for each in view.entries}


async def next_one(league: Played) -> SeasonView:
    """Close the season, and let players join the next one."""
    view = await league.view()
    if view.season.closed_at is None:
        await league.arena.leagues.close(league.season)
    league.season = (await league.arena.next_seasons.open(view.league.id)).season.id
    return await league.arena.leagues.publish(league.season)


def test_someone_stays_in_every_division() -> None:
    agreed = terms(division_size=20, up=9)
    assert [(each.up, each.down) for each in divisions_of(agreed, (20, 20))] == [(0, 9), (9, 0)]
    assert [(each.up, each.down) for each in divisions_of(agreed, (7, 7, 7))] == [(0, 3), (3, 3), (3, 0)]


async def test_three_seasons_follow_one_another(league: Played, poster: NotingPoster) -> None:
    first = await league.begun(8, DIVISIONS)
    arena, league_id = league.arena, first.league.id
    with refusal("season-goes-on"):
        await arena.next_seasons.open(league_id)
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    first = await league.view()
    player = {each.id: each.players[0] for each in first.entries}
    # Who won it has a title in this server, whatever becomes of the match later: a closed season does not change.
    (winner,) = [player[row.entry] for row in tables_of(first) if (row.division, row.place) == (1, 1)]
    decisive = next(each for each in first.fixtures if winner in (player[entry] for entry in each.entries))
    assert decisive.match_id is not None
    await league.pass_time(timedelta(minutes=1))
    await arena.corrections.void(decisive.match_id, ORGANISER, say("Mistaken."))
    for who in player.values():
        titles = [(each.league.id, each.season.number, each.game) for each in await arena.titles.of(GUILD, who)]
        assert titles == ([(league_id, 1, "tally")] if who == winner else [])
    assert await arena.titles.of(GUILD + 1, winner) == []
    # The next one has the same terms and lots of its own; a draft is opened once.
    draft = await arena.next_seasons.open(league_id)
    assert (draft.season.number, draft.season.status, draft.terms) == (2, "draft", DIVISIONS)
    assert draft.commitment != first.commitment
    assert await arena.next_seasons.open(league_id) == draft
    assert [(await arena.leagues.of_guild(GUILD, following=each))[0][1].number for each in (True, False)] == [2, 1]
    await arena.leagues.cancel(draft.season.id)
    assert (await arena.next_seasons.open(league_id)).season.number == 2
    second = await next_one(league)
    assert sorted(await arena.next_seasons.asked(league.season, 1)) == sorted(player.values())

    await arena.idle()
    assert news(poster)[-1] == ("next", 1)
    assert [(await arena.leagues.of_guild(GUILD, following=each))[0][1].number for each in (True, False)] == [2, 2]

    rows = {player[row.entry]: row for row in tables_of(first)}
    missing = min(who for who, row in rows.items() if (row.division, row.place) == (1, 2))
    for who in sorted(rows.keys() - {missing}):
        await arena.next_seasons.stay(league.season, who)
    new = Person(FIRST + 100, "New")
    await call(arena, new)
    with pytest.raises(NotBefore):
        await arena.next_seasons.stay(league.season, new.person_id)
    await arena.leagues.join(league.season, new.person_id)
    with pytest.raises(JoinedAlready):
        await arena.next_seasons.stay(league.season, min(rows.keys() - {missing}))
    assert await arena.next_seasons.asked(league.season, 1) == (missing,)
    assert await arena.next_seasons.asked(league.season, 2) == ()
    second = await arena.leagues.start(league.season)
    step = {"up": -1, "stay": 0, "down": 1}
    wanted = {who: row.division + step[row.movement or ""] for who, row in rows.items() if who != missing}
    # The second of the lower division fills the gap that the missing one left; the new one begins below.
    wanted[next(who for who, row in rows.items() if (row.division, row.place) == (2, 2))] = 1
    assert homes(second) == wanted | {new.person_id: 2}
    assert [(each.up, each.down) for each in second.divisions] == [(0, 1), (1, 0)]

    # Back after a season: one division below; nobody is lower for it, so the divisions are larger than agreed.
    third = await next_one(league)
    await arena.leagues.join(league.season, missing)
    for who in homes(second):
        await arena.next_seasons.stay(league.season, who)
    after = {
        each.players[0]: row
        for row in tables_of(await arena.leagues.view(second.season.id))
        for each in second.entries
        if each.id == row.entry
    }
    third = await arena.leagues.start(league.season)
    found = homes(third)
    assert found.pop(missing) == 2
    assert all(found[who] <= row.division + step[row.movement or ""] for who, row in after.items())
    assert sorted(homes(third).values()) == [1] * 5 + [2] * 4
    assert len({first.commitment, second.commitment, third.commitment}) == 3


@sqlite
async def test_teams_stay_together(league: Played) -> None:
    people = [Person(FIRST + at, f"P{at}") for at in range(8)]
    await call(league.arena, *people)
    teams = terms(mode="teams", teams=True)
    made = await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "Teams", teams)
    league.season = made.season.id
    await league.arena.leagues.publish(league.season)
    for captain in range(FIRST, FIRST + 8, 2):
        await league.arena.leagues.join(league.season, captain, captain + 1, f"Team {captain}")
        await league.arena.leagues.join(league.season, captain + 1, captain)
    await league.arena.leagues.start(league.season)
    await next_one(league)
    # The partner is first this time: the other one agrees by the same button.
    entry = await league.arena.next_seasons.stay(league.season, FIRST + 1)
    assert (entry.players, entry.name, entry.agreed) == ((FIRST + 1, FIRST), f"Team {FIRST}", False)
    assert (await league.arena.next_seasons.stay(league.season, FIRST)).agreed
    assert set(await league.arena.next_seasons.asked(league.season, 1)) == set(range(FIRST + 2, FIRST + 8))


# What is told of a season in its channel: rounds, results, corrections, its end; once each.


@sqlite
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


@sqlite
async def test_rounds_that_open_together_are_told_together(league: Played, poster: NotingPoster) -> None:
    await league.begun(4)
    assert news(poster) == [("round", 0)]


@sqlite
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
