"""From every state some appointment ends a season: whatever its players stop doing, time alone brings its close."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.text import Text, say
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.consent.agreements import Pause, Resume
from hosting.errors import HostingError
from hosting.housing import DELETED, GONE, KICKED, SILENCE
from hosting.league import check, director, model
from hosting.league.matches import NOTICE
from hosting.league.model import SeasonState, SeasonView
from hosting.league.promotion import Finals, HeldPlace, champions, finals, holders, joining
from hosting.league.terms import LadderTerms, LeagueTerms, entries_digest
from hosting.match import service
from hosting.match import unreadable as unread_matches
from hosting.match.model import Match, Person
from hosting.match.service import playing
from hosting.outbox import TextPost, load
from hosting.retention import Periods
from store import schema
from store.db.addresses import Address
from store.league import fixtures, seasons
from store.league.entries import Player
from store.league.seasons import Division, Entry, Fixture, Kind, League, Side, StoredSeason
from store.tables import matches
from store.tables.matches import ReplayError
from store.tables.values import Post, StoredMatch, Subject
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock, NotingPoster, call, open_arena
from tests.hosting.league.lives import IN_PARTS, Life, counting, cuts, dying_before
from tests.hosting.league.playing import FIRST, ORGANISER, TEAMS, TERMS, Played, news, terms, told, with_builder
from tests.hosting.league.standings.seasons import BEGAN, bye, entry, met
from tests.hosting.league.standings.seasons import terms as seasons_terms
from tests.hosting.league.test_stalled import picky
from tests.hosting.lobby.offering import Killed, dies_at
from tests.refusals import refusal
from tests.volume import THOROUGH, many

DAY = timedelta(days=1)
LONGEST = 500
"""Days after which no season goes on of which nobody does anything."""
LADDER = LadderTerms(reach=3, protection=0, refusals=1, inactivity=30)
FORMATS: dict[str, LeagueTerms] = {
    "round-robin": TERMS,
    "by rounds": replace(TERMS, round_days=7, cap=1),
    "teams": TEAMS,
    "swiss": replace(TERMS, kind="swiss", rounds=2, tiebreaks=("buchholz", "lot")),
    "swiss of teams": replace(TEAMS, kind="swiss", rounds=2, tiebreaks=("buchholz", "lot")),
    "knock-out": replace(TERMS, kind="knockout", most=8, legs=3),
    "double": replace(TERMS, kind="double-knockout", most=8),
    "tables": replace(TERMS, mode="3", sides=3, most=9),
    "knock-out at tables": replace(TERMS, kind="knockout", mode="3", sides=3, most=9),
    "ladder": replace(TERMS, kind="ladder", tiebreaks=(), late_rounds=1, ladder=LADDER),
}
USUAL = ("by rounds", "swiss of teams", "knock-out", "tables", "ladder")
"""Formats of which seasons are lived each time; all when thorough."""
TIMEOUTS = ("forfeit", "random", "substitute")


class Unread:
    """Matches that this version cannot play through any more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.matches: set[int] = set()
        self.unbegun: set[int] = set()
        read, as_far = matches.play_through, matches.replay_readable

        def play_through(game: object, stored: StoredMatch) -> object:
            if stored.id in self.matches and stored.status != "over":
                raise ReplayError(stored.id, 1, ValueError("an unknown turn"))
            return read(game, stored)  # type: ignore[arg-type]

        def replay_readable(game: object, stored: StoredMatch) -> object:
            if stored.id in self.unbegun:
                raise ReplayError(stored.id, 0, ValueError("an unknown start"))
            return as_far(game, stored)  # type: ignore[arg-type]

        monkeypatch.setattr(service, "play_through", play_through)
        monkeypatch.setattr(unread_matches, "replay_readable", replay_readable)


@pytest.mark.parametrize("kind", FORMATS if THOROUGH else USUAL)
@settings(max_examples=many(2, 60), deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(data=st.data())
def test_time_alone_closes_every_season_and_organisers_are_told_before(
    new_store: Path, kind: str, data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        path = Path(folder) / "arena.db"
        shutil.copy(new_store, path)
        asyncio.run(_life(path, FORMATS[kind], Unread(monkeypatch), data))


async def _life(path: Path, terms: LeagueTerms, unread: Unread, data: st.DataObject) -> None:
    clock, poster = ManualClock(), NotingPoster()
    arena = await open_arena(path, clock, poster)
    try:
        league = with_builder(arena, clock)
        match = replace(
            TERMS.match,
            clock=ClockTerms("turn", per_turn=data.draw(st.sampled_from([1, 5])) * DAY),
            timeout=data.draw(st.sampled_from(TIMEOUTS)),
        )
        terms = replace(terms, match=match)
        await (
            league.with_teams(4, terms) if terms.teams else league.begun(data.draw(st.sampled_from([4, 5, 6])), terms)
        )
        for _ in range(data.draw(st.integers(1, 6))):
            await _stop(league, data, data.draw(st.sampled_from(EVENTS)), unread)
            await arena.idle()
            await league.pass_time(data.draw(st.sampled_from([0, 1, 4])) * DAY)
        passed = 0
        while (await league.view()).season.status != "closed":
            passed += 7
            assert passed < LONGEST, (await league.view()).fixtures
            await league.pass_time(7 * DAY)
        await _was_told(league, poster)
    finally:
        await arena.tasks.close()
        await arena.close()


async def _stop(league: Played, data: st.DataObject, what: str, unread: Unread) -> None:
    """Have something happen after which players may not respond any more; what is refused does not."""
    people = [person for each in (await league.view()).entries for person in each.current]
    running = await league.running()
    with suppress(HostingError, ReplayError):
        if what in _SEASON:
            await _SEASON[what](league, data.draw(st.sampled_from(people or [FIRST])))
        elif running:
            match = await league.match(data.draw(st.sampled_from(running)))
            if what.startswith("unread"):
                unread.matches.add(match.id)
                unread.unbegun |= {match.id} if "start" in what else set()
                league.arena.matches.forget([match.id])
            else:
                await _MATCH[what](league.arena, match)


async def _alternate(league: Played, _person_id: int) -> None:
    await call(league.arena, Person(2001, "Alternate"))
    await league.arena.alternates.join(league.season, 2001)


async def _delete(league: Played, person_id: int) -> None:
    await league.arena.alternates.forget(person_id)
    await league.arena.leagues.forget(person_id)


async def _delete_all(league: Played, _person_id: int) -> None:
    for each in (await league.view()).entries:
        for person in each.current:
            await _delete(league, person)


async def _challenge(league: Played, person_id: int) -> None:
    view = await league.view()
    mine = view.entry_of(person_id)
    for each in view.entries:
        with suppress(HostingError):
            if mine is not None and each.id != mine.id:
                await league.arena.challenges.challenge(league.season, person_id, each.id)


async def _accept(league: Played, _person_id: int) -> None:
    for each in (await league.view()).entries:
        for person in each.current:
            with suppress(HostingError):
                await league.arena.challenges.answer(league.season, person, accept=True)


async def _cannot_start(league: Played, person_id: int) -> None:
    picky(league).gone = frozenset((person_id,))


async def _play(arena: Arena, match: Match) -> None:
    for person in match.to_act:
        await arena.matches.play(match.id, person, "1/1")


async def _agree(arena: Arena, match: Match, days: int) -> None:
    wanted = Pause(days)
    answer = await arena.requests.ask(match.id, match.person_of(1), wanted)
    for each in match.seats[1:]:
        with suppress(HostingError):
            if answer.request is not None:
                await arena.requests.answer(answer.request.id, each.person_id, agree=True)


async def _resume(arena: Arena, match: Match) -> None:
    answer = await arena.requests.ask(match.id, match.person_of(1), Resume())
    for each in match.seats[1:]:
        with suppress(HostingError):
            if answer.request is not None:
                await arena.requests.answer(answer.request.id, each.person_id, agree=True)


_SEASON: dict[str, Callable[[Played, int], Awaitable[object]]] = {
    "nothing": lambda league, _: league.arena.idle(),
    "withdraw": lambda league, person: league.arena.leagues.withdraw(league.season, person),
    "delete": _delete,
    "delete all": _delete_all,
    "alternate": _alternate,
    "pause season": lambda league, _: league.arena.leagues.pause(league.season),
    "challenge": _challenge,
    "accept": _accept,
    "can't start": _cannot_start,
}
_MATCH: dict[str, Callable[[Arena, Match], Awaitable[object]]] = {
    "play": _play,
    "leave": lambda arena, match: arena.substitutes.seek(match.id, min(playing(match)), ORGANISER),
    "left": lambda arena, match: arena.absences.miss(match.id, match.to_act[0]),
    "gone": lambda arena, match: arena.matches.park(match.id, DELETED, GONE),
    "kicked": lambda arena, match: arena.matches.park(match.id, DELETED, KICKED),
    "silence": lambda arena, match: arena.matches.park(match.id, DELETED, SILENCE),
    "pause": lambda arena, match: arena.organiser.pause(match.id, ORGANISER, say("A protest.")),
    "agreed": lambda arena, match: _agree(arena, match, 7),
    "agreed for long": lambda arena, match: _agree(arena, match, 30),
    "resume": _resume,
}
EVENTS = (*_SEASON, *_MATCH, "unread", "unread from the start")


async def _was_told(league: Played, poster: NotingPoster) -> None:
    """Hold that organisers were told of each match that was decided as it was stalled, a week before."""
    async with league.arena.db.read() as connection:
        done = await seasons.done(connection, league.season)
    decided = {key.partition(":")[2]: at for key, at in done.items() if key.startswith("stalled-decided:")}
    for match_id, at in decided.items():
        told_at = [when for key, when in done.items() if key.startswith(f"stalled-told:{match_id}:")]
        assert told_at, match_id
        assert min(told_at) + NOTICE <= at
    assert sum("organiser" in post.payload for post in told(poster)) >= len(decided)


# A season ends: players are warned before its fixed end, and what is not over is seen to, some of it at a time.


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
    with refusal("season-closed"):
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
        await league.pass_time(MONTH - timedelta(seconds=1))
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
        await league.pass_time(time - timedelta(seconds=1))
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


@IN_PARTS
@pytest.mark.parametrize("kind", ("knockout", "round-robin", "swiss", "double-knockout")[: many(1, 4)])
async def test_killed_at_any_statement_a_season_ends_and_closes_as_it_would_have(
    life: Life, kind: Kind, part: int
) -> None:
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
    for cut in cuts(statements[0], part, kind, 2):
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


# Who won a season, and who moves, as it follows from the table.


def closed(of: LeagueTerms, there: list[Entry], fixtures: list[Fixture], divisions: int = 1) -> SeasonView:
    season = StoredSeason(
        id=1,
        guild_id=1,
        league_id=1,
        number=1,
        status="closed",
        terms={},
        secret=bytes(32),
        created_at=BEGAN,
        entries_digest=entries_digest(there),
        started_at=BEGAN,
        closed_at=BEGAN,
    )
    count = of.up if divisions > 1 else 0
    found = tuple(
        Division(number, up=count if number > 1 else 0, down=count if number < divisions else 0)
        for number in range(1, divisions + 1)
    )
    done: dict[str, datetime] = {}
    league = League(1, 1, 1, 1, "League", BEGAN)
    return SeasonView(league, season, of, found, (), tuple(there), tuple(fixtures), {}, (), (), done)


def knocked_out(number: int, winner: int, loser: int) -> Fixture:
    sides = (Side(1, winner, 120, advances=True), Side(2, loser, 0, advances=False))
    return met(number, {winner: 120, loser: 0}, stage="main", sides=sides)


def test_the_first_of_the_highest_division_who_has_not_withdrawn_is_champion() -> None:
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {1: 120, 3: 0}), met(3, {2: 120, 3: 0})]
    there = [entry(number) for number in (1, 2, 3)]
    assert finals(closed(seasons_terms(), there, fixtures)) == Finals(champion=1)
    there[0] = entry(1, left=True)
    assert finals(closed(seasons_terms(), there, fixtures)).champion == 2
    running = closed(seasons_terms(), there, fixtures)
    assert finals(replace(running, season=replace(running.season, status="ended"))) == Finals()


def test_where_nothing_was_played_nobody_has_won() -> None:
    there = [entry(number) for number in (1, 2, 3)]
    assert finals(closed(seasons_terms(), there, [])).champion is None
    unfinished = met(1, {1: 0, 2: 0}, "unfinished")
    assert finals(closed(seasons_terms(), there, [unfinished])).champion is None
    ladder = seasons_terms("ladder", ladder=LadderTerms())
    assert finals(closed(ladder, there, [])).champion is None
    climbed = met(1, {3: 120, 1: 0}, stage="ladder", sides=(Side(1, 3, 120, challenger=True), Side(2, 1, 0)))
    assert finals(closed(ladder, there, [climbed])).champion == 3


def test_a_knockout_has_a_champion_once_one_alone_is_in() -> None:
    there = [entry(number) for number in (1, 2, 3, 4)]
    first = [knocked_out(1, 1, 4), replace(knocked_out(2, 2, 3), round=1, board=2)]
    assert finals(closed(seasons_terms("knockout"), there, first)).champion is None
    assert finals(closed(seasons_terms("knockout"), there, [*first, knocked_out(3, 2, 1)])).champion == 2


def test_who_moves_is_told_by_division_and_place() -> None:
    there = [entry(number, division=1 + (number > 3)) for number in range(1, 7)]
    fixtures = [met(1, {1: 120, 2: 0}), met(2, {1: 120, 3: 0}), met(3, {2: 120, 3: 0})]
    fixtures += [
        replace(met(number, points), division=2)
        for number, points in ((4, {4: 0, 5: 120}), (5, {4: 120, 6: 0}), (6, {5: 120, 6: 0}))
    ]
    found = finals(closed(seasons_terms(up=1, division_size=4), there, fixtures, divisions=2))
    assert found.champion == 1
    assert [(row.division, row.entry) for row in found.promoted] == [(2, 5)]
    assert [(row.division, row.entry) for row in found.relegated] == [(1, 3)]


def test_the_title_belongs_to_who_played_most_for_the_champion() -> None:
    fixtures = [met(number, {1: 120, 2: 0}) for number in (1, 2, 3)]
    there = [entry(1, current=(13,)), entry(2)]
    view = closed(seasons_terms(), there, fixtures)
    left, came = fixtures[0].ended_at, BEGAN
    assert left is not None
    players = [Player(1, 0, 101, True, BEGAN, left), Player(1, 2, 13, True, left), Player(2, 0, 102, True, came)]
    assert champions(view, players) == (13,)


# Whose the places of a season are, and who has a claim on which division of the next one.


CAPTAIN, PARTNER, ALTERNATE = 11, 12, 13


def player(number: int, person: int, since: float = 0, until: float | None = None) -> Player:
    """Return who played for entry 1 from an hour to another one; fixtures end at the hour that is their number."""
    end = None if until is None else BEGAN + timedelta(hours=until)
    return Player(1, number, person, True, BEGAN + timedelta(hours=since), end)


def of(*people: int) -> Entry:
    return entry(1, players=people)


def joins(number: int, *people: int, mu: float = 0.0) -> Entry:
    return entry(number, players=people, seed_mu=mu)


def test_the_right_to_a_place_belongs_to_who_played_most() -> None:
    five = [met(number, {1: 120, 2: 0}) for number in range(1, 6)]
    swapped = [player(0, CAPTAIN, until=1.5), player(2, ALTERNATE, since=1.5)]
    assert holders(of(CAPTAIN), swapped, five) == (ALTERNATE,)
    late = [player(0, CAPTAIN, until=4.5), player(2, ALTERNATE, since=4.5)]
    assert holders(of(CAPTAIN), late, five) == (CAPTAIN,)
    # Forfeits, byes and others' fixtures nobody played for it.
    given = [met(1, {1: 120, 2: 0}), met(2, {1: 0, 2: 120}, "forfeit"), bye(3, 1, 120), met(4, {2: 120, 3: 0})]
    assert holders(of(CAPTAIN), swapped, given) == (CAPTAIN,)


def test_of_those_who_played_as_many_who_still_plays_is_first_then_the_captain() -> None:
    two = [met(1, {1: 120, 2: 0}), met(2, {1: 120, 2: 0})]
    swapped = [player(0, CAPTAIN, until=1.5), player(2, ALTERNATE, since=1.5)]
    assert holders(of(CAPTAIN), swapped, two) == (ALTERNATE,)
    team = [player(0, CAPTAIN), player(1, PARTNER)]
    assert holders(of(CAPTAIN, PARTNER), team, two) == (CAPTAIN, PARTNER)
    half = [player(0, CAPTAIN), player(1, PARTNER, until=0.5), player(2, ALTERNATE, since=0.5)]
    assert holders(of(CAPTAIN, PARTNER), half, two) == (CAPTAIN, ALTERNATE)
    # A player who came back to it is counted once for each fixture, and named once.
    back = [player(0, CAPTAIN, until=0.5), player(2, ALTERNATE, 0.5, 0.7), player(3, CAPTAIN, since=0.7)]
    assert holders(of(CAPTAIN), back, two) == (CAPTAIN,)
    assert holders(of(CAPTAIN), [player(0, CAPTAIN)], []) == (CAPTAIN,)


def test_claims_are_those_of_the_latest_season_played() -> None:
    last = [HeldPlace(1, (11,), 1, 2, "stay"), HeldPlace(2, (12,), 2, 1, "up"), HeldPlace(3, (13,), 2, 5, "out")]
    before = [HeldPlace(4, (12,), 4, 1, "stay"), HeldPlace(5, (14,), 1, 3, "down")]
    there = [joins(21, 11, mu=30.0), joins(22, 12), joins(23, 13), joins(24, 14), joins(25, 15)]
    found = {each.key: each for each in joining(there, [last, before])}
    assert {key: (each.goal, each.away) for key, each in found.items()} == {
        21: (1, 0),
        22: (1, 0),
        23: (3, 1),  # who withdrew left the season
        24: (2, 1),
        25: (None, 0),
    }
    assert (found[21].mu, found[21].place) == (30.0, 2)
    empty: list[HeldPlace] = []
    assert [each.goal for each in joining(there[3:4], [empty, empty, empty, before])] == [2]
    assert [each.goal for each in joining(there[3:4], [empty, empty, empty, empty, before])] == [None]


def test_a_place_is_claimed_once_and_a_team_has_the_claim_on_the_highest_division() -> None:
    last = [HeldPlace(1, (11, 12), 1, 2, "stay"), HeldPlace(2, (13, 14), 3, 1, "stay")]
    parted = {each.key: each.goal for each in joining([joins(21, 16, 12), joins(22, 11, 15)], [last])}
    assert parted == {21: None, 22: 1}
    # The captain is not there: the partner, who played as many, has it.
    assert [each.goal for each in joining([joins(21, 16, 12)], [last])] == [1]
    assert [each.goal for each in joining([joins(21, 13, 12)], [last])] == [1]
    # An older place goes to the one of its holders who has no later claim.
    older = [HeldPlace(9, (11, 17), 2, 1, "stay")]
    assert [each.goal for each in joining([joins(21, 11, 12), joins(22, 17, 18)], [last, older])] == [1, 3]


# What remains of titles when a champion's account is deleted, and when a server is purged.


async def _won(league: Played) -> int:
    """Have a season of four won and closed; return the player who won it."""
    await league.begun(4)
    await league.play_on()
    await league.arena.leagues.close(league.season)
    view = await league.view()
    champion = finals(view).champion
    return next(each.players[0] for each in view.entries if each.id == champion)


async def test_the_title_of_a_deleted_player_goes_to_nobody_else(league: Played) -> None:
    winner = await _won(league)
    people, arena = range(FIRST, FIRST + 4), league.arena
    before = finals(await league.view())
    assert [len(await arena.titles.of(GUILD, each)) for each in people] == [each == winner for each in people]
    (account,) = (await arena.people.accounts([winner])).values()
    await arena.deletions.delete(winner)
    await arena.idle()

    # The season is as it was: its champion has no name, and nobody moves up.
    assert finals(await league.view()) == before
    assert [bool(await arena.titles.of(GUILD, each)) for each in people if each != winner] == [False] * 3
    assert winner not in await arena.people.names(GUILD, people)
    # Who comes back with the same account is a new person, without titles.
    again = (await arena.people.enter(account, GUILD, "Again")).person_id
    assert again != winner
    assert await arena.titles.of(GUILD, again) == []


async def test_the_titles_of_a_server_go_with_it(league: Played) -> None:
    winner, arena = await _won(league), league.arena
    elsewhere = await arena.leagues.create(GUILD + 1, 201, ORGANISER, "Other", TERMS)
    assert len(await arena.titles.of(GUILD, winner)) == 1
    await arena.retention.left(GUILD)
    await league.pass_time(Periods().removed_servers)
    await arena.retention.remove_expired((GUILD + 1,), lambda _guild: True)

    assert await arena.titles.of(GUILD, winner) == []
    stored = await league.stored()
    owned = [each for each in schema.metadata.sorted_tables if "guild_id" in each.c and each.name != "erasures"]
    left = {each.name for each in owned if any(row.guild_id == GUILD for row in stored[each.name])}
    assert left == set()
    assert (await arena.leagues.view(elsewhere.season.id)).league.name == "Other"
    await league.pass_time(timedelta(days=1))  # its appointments went with it


# Absences of the bot: the end of a season, its first day and its close are as much later.


MINUTE = timedelta(minutes=1)
Down = Callable[[timedelta], Awaitable[Played]]


@pytest.fixture
async def down(database: Address, clock: ManualClock, poster: NotingPoster) -> AsyncIterator[Down]:
    """Begin a process anew after some time in which there was none; the first one at once."""
    running: list[Played] = []

    async def end() -> None:
        for each in running:
            await each.arena.schedule.close()
            await each.arena.tasks.close()
            await each.arena.close()

    async def again(time: timedelta) -> Played:
        await end()
        await clock.advance(time.total_seconds())
        league = with_builder(await open_arena(database, clock, poster), clock)
        league.season = running.pop().season if running else 0
        running.append(league)
        await league.arena.idle()
        return league

    yield again
    await end()


def dated(league: Played, days: float, per_turn: timedelta = 60 * DAY, **given: object) -> LeagueTerms:
    """Return terms of a season that ends so many days from now."""
    match = replace(TERMS.match, clock=ClockTerms("turn", per_turn=per_turn))
    return terms(most=4, ends_at=league.clock.now() + days * DAY, match=match, **given)


def moved_ends(poster: NotingPoster) -> list[str]:
    """Return what organisers were told of ends that moved."""
    return [text for post in told(poster) if "offline" in (text := str(_text(post)))]


def _text(post: Post) -> Text:
    content = load(post.kind, post.payload)
    assert isinstance(content, TextPost)
    return content.text


async def test_a_process_that_is_down_past_the_end_gives_the_season_its_time_back(
    down: Down, poster: NotingPoster
) -> None:
    """Players who had a day left before have it after it, and who lets it pass loses by time, not "unfinished"."""
    league = await down(timedelta())
    await league.begun(4, dated(league, 10, per_turn=9 * DAY + DAY / 2))
    await league.pass_time(9 * DAY)
    league = await down(4 * DAY)
    view = await league.view()
    assert view.terms.ends_at is not None
    assert (view.season.status, view.season.ends_at) == ("running", view.terms.ends_at + 4 * DAY)
    (said,) = moved_ends(poster)
    assert "4d" in said
    assert str(int((view.terms.ends_at + 4 * DAY).timestamp())) in said
    await league.pass_time(DAY - MINUTE)
    view = await league.view()
    assert view.season.status == "ended"
    assert {each.why for each in view.fixtures} == {"forfeit"}


async def test_each_absence_counts_once_and_one_that_began_after_the_end_does_not(
    down: Down, poster: NotingPoster
) -> None:
    league = await down(timedelta())
    of = dated(league, 10)
    await league.begun(4, of)
    assert of.ends_at is not None
    for time, gone in ((DAY, timedelta()), (2 * DAY, DAY), (DAY, 3 * DAY)):
        assert (await league.view()).season.ends_at == of.ends_at + gone
        await league.pass_time(3 * DAY)
        await league.away(time)
        league = await down(timedelta())
        await league.pass_time(timedelta(hours=2))  # it is looked at again and again
    assert (await league.view()).season.ends_at == of.ends_at + 4 * DAY
    assert len(moved_ends(poster)) == 3
    await league.pass_time(of.ends_at + 4 * DAY - league.clock.now())
    view = await league.view()
    assert (view.season.status, view.season.ended_at) == ("ended", of.ends_at + 4 * DAY)
    await league.away(5 * DAY)
    assert (await league.view()).season.ends_at == of.ends_at + 4 * DAY


@sqlite
async def test_brief_absences_move_the_end_and_are_not_told(league: Played, poster: NotingPoster) -> None:
    of = dated(league, 10)
    await league.begun(4, of)
    assert of.ends_at is not None
    poster.refreshed.clear()
    await league.away(MINUTE * 59)
    await league.pass_time(timedelta(hours=1))
    assert (await league.view()).season.ends_at == of.ends_at + 59 * MINUTE
    assert moved_ends(poster) == []
    assert Subject("league", league.season) in {post.subject for post in poster.refreshed}
    await league.away(timedelta(seconds=20))
    await league.pass_time(timedelta(hours=1))
    assert (await league.view()).season.ends_at == of.ends_at + 59 * MINUTE


@sqlite
async def test_a_wall_clock_that_is_set_moves_no_last_day(league: Played, poster: NotingPoster) -> None:
    of = dated(league, 10)
    await league.begun(4, of)
    league.clock.jump((3 * DAY).total_seconds())
    await league.pass_time(timedelta(hours=2))
    assert (await league.view()).season.ends_at == of.ends_at
    assert moved_ends(poster) == []


@sqlite
async def test_nothing_ends_while_nobody_reaches_the_bot(league: Played) -> None:
    of = dated(league, 3)
    await league.begun(4, of)
    await league.pass_time(2 * DAY)
    league.arena.outages.lost()
    await league.pass_time(5 * DAY)
    assert (await league.view()).season.status == "running"
    await league.arena.outages.found()
    await league.pass_time(2 * MINUTE)
    view = await league.view()
    assert of.ends_at is not None
    assert (view.season.status, view.season.ends_at) == ("running", of.ends_at + 5 * DAY)


async def test_a_first_day_that_passes_meanwhile_takes_no_days_from_the_season(down: Down) -> None:
    league = await down(timedelta())
    start = league.clock.now() + 2 * DAY
    of = replace(dated(league, 8), starts_at=start)
    assert of.ends_at is not None
    await league.found(4, of)
    await league.pass_time(DAY)
    league = await down(10 * DAY)  # past its last day, too
    view = await league.view()
    assert (view.season.status, view.season.started_at) == ("running", league.clock.now())
    assert view.season.ends_at == of.ends_at + 9 * DAY


async def test_organisers_have_all_their_days_to_decide(down: Down) -> None:
    league = await down(timedelta())
    of = dated(league, 3, unfinished="adjudicate", grace_days=5)
    await league.begun(4, of)
    await league.pass_time(4 * DAY)
    assert (await league.view()).season.status == "ended"
    league = await down(10 * DAY)
    assert (await league.view()).season.status == "ended"
    await league.pass_time(5 * DAY - 5 * MINUTE)
    assert (await league.view()).season.status == "ended"
    await league.pass_time(10 * MINUTE)
    assert (await league.view()).season.status == "closed"
