"""From every state some appointment ends a season: whatever its players stop doing, time alone brings its close."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.text import say
from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms
from hosting.consent.agreements import Pause, Resume
from hosting.errors import HostingError
from hosting.housing import DELETED, GONE, KICKED, SILENCE
from hosting.league.stalled import NOTICE
from hosting.league.terms import LadderTerms, LeagueTerms
from hosting.match import service
from hosting.match import unreadable as unread_matches
from hosting.match.model import Match, Person
from hosting.match.turns import playing
from store.league import seasons
from store.tables import replay
from store.tables.replay import ReplayError
from store.tables.values import StoredMatch
from tests.hosting.conftest import ManualClock, NotingPoster, call, open_arena
from tests.hosting.league.playing import FIRST, ORGANISER, TEAMS, TERMS, Played, told, with_builder
from tests.hosting.league.test_stuck import picky
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
        read, as_far = replay.play_through, replay.play_as_far

        def play_through(game: object, stored: StoredMatch) -> object:
            if stored.id in self.matches and stored.status != "over":
                raise ReplayError(stored.id, 1, ValueError("an unknown turn"))
            return read(game, stored)  # type: ignore[arg-type]

        def play_as_far(game: object, stored: StoredMatch) -> object:
            if stored.id in self.unbegun:
                raise ReplayError(stored.id, 0, ValueError("an unknown start"))
            return as_far(game, stored)  # type: ignore[arg-type]

        monkeypatch.setattr(service, "play_through", play_through)
        monkeypatch.setattr(unread_matches, "play_as_far", play_as_far)


@pytest.mark.parametrize("kind", FORMATS if THOROUGH else USUAL)
@settings(max_examples=many(3, 60), deadline=None, suppress_health_check=list(HealthCheck), database=None)
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
    "cannot start": _cannot_start,
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
