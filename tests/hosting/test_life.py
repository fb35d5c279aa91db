"""Whatever happens to a match and in whatever order, what is stored is what is in memory, and it is whole."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.errors import ArenaError
from engine.text import say
from hosting.agreements import Kind
from hosting.arena import Arena
from hosting.model import Match, Person, Place
from hosting.standing import playing
from hosting.terms import ClockTerms, Terms, Timeout, UndoTerms
from store.check import check
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.toygame import games

PEOPLE = [Person(number, f"P{number}") for number in range(1, 9)]
OLGA = 99
T = TypeVar("T")
KINDS: list[Kind] = ["undo", "end", "pause", "resume", "extend"]

seats = st.integers(1, 3)
people = st.sampled_from(PEOPLE)


class Life(RuleBasedStateMachine):
    """A match of three through everything that players and organisers can do; what is refused changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "arena.db"
        self.clock = ManualClock()
        self.poster = NotingPoster()
        self.arena: Arena = self.run(open_arena(self.path, self.clock, self.poster))
        self.match_id = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def attempt(self, work: Coroutine[Any, Any, object]) -> None:
        before = self.match
        try:
            self.run(work)
        except ArenaError:
            assert self.match == before

    @property
    def match(self) -> Match:
        return self.run(self.arena.matches.get(self.match_id))

    @initialize(
        undo=st.sampled_from(["free", "consent", "never"]),
        clock=st.sampled_from([None, ClockTerms("turn", per_turn=timedelta(days=4)), ClockTerms("fischer")]),
        timeout=st.sampled_from(["substitute", "random", "notice", "forfeit"]),
    )
    def begin(self, undo: UndoTerms, clock: ClockTerms | None, timeout: Timeout) -> None:
        async def started() -> Match:
            terms = Terms(undo=undo, clock=clock, timeout=timeout)
            table = await self.arena.tables.open(GUILD, CHANNEL, PEOPLE[0], "tally", "3", where="here", terms=terms)
            for person in PEOPLE[1:3]:
                await self.arena.tables.join(table.id, person)
            return await self.arena.tables.start(table.id, PEOPLE[0].user_id, (Place("board", CHANNEL),))

        self.match_id = self.run(started()).id

    @rule(turn=st.sampled_from(["1/1", "1/2", "1/3"]))
    @precondition(lambda self: self.match.to_act)
    def play(self, turn: str) -> None:
        self.attempt(self.arena.matches.play(self.match_id, self.match.to_act[0], turn))

    @rule(person=people)
    def resign(self, person: Person) -> None:
        if len(playing(self.match)) > 2:  # most matches shall go on
            self.attempt(self.arena.matches.forfeit(self.match_id, person.user_id))

    @rule(person=people, kind=st.sampled_from(KINDS))
    def ask(self, person: Person, kind: Kind) -> None:
        detail = {"days": 2} if kind == "pause" else {"seat": 1, "seconds": 3600} if kind == "extend" else {}
        self.attempt(self.arena.requests.ask(self.match_id, person.user_id, kind, detail))

    @rule(person=people, pick=st.integers(0, 3), agree=st.sampled_from([True, True, True, False]))
    def answer(self, person: Person, pick: int, agree: bool) -> None:
        if requests := self.run(self.arena.requests.open_of(self.match_id)):
            request = requests[pick % len(requests)]
            if request.kind != "end" or not agree:
                self.attempt(self.arena.requests.answer(request.id, person.user_id, agree=agree))

    @rule(person=people, pick=st.integers(0, 3))
    def withdraw(self, person: Person, pick: int) -> None:
        if requests := self.run(self.arena.requests.open_of(self.match_id)):
            self.attempt(self.arena.requests.withdraw(requests[pick % len(requests)].id, person.user_id))

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        self.attempt(self.arena.substitutes.leave(self.match_id, self.match.user_of(seat)))

    @rule(person=people)
    def take(self, person: Person) -> None:
        calls = [each for each in self.run(self.arena.requests.open_of(self.match_id)) if each.kind == "call"]
        if calls:
            self.attempt(self.arena.substitutes.take(calls[0].id, person))

    @rule(seat=seats, person=people)
    def replace(self, seat: int, person: Person) -> None:
        self.attempt(self.arena.organiser.replace(self.match_id, OLGA, seat, person))

    @rule(to=st.integers(0, 12))
    def back(self, to: int) -> None:
        self.attempt(self.arena.organiser.back(self.match_id, OLGA, to))

    @rule(sums=st.lists(st.integers(0, 4), min_size=2, max_size=3))
    def position(self, sums: list[int]) -> None:
        self.attempt(self.arena.organiser.position(self.match_id, OLGA, "+".join(map(str, sums))))

    @rule(stop=st.booleans())
    def pause(self, stop: bool) -> None:
        organiser = self.arena.organiser
        why = say("Because.")
        self.attempt(organiser.pause(self.match_id, OLGA, why) if stop else organiser.resume(self.match_id, OLGA))

    @rule(seat=seats, hours=st.integers(1, 48))
    def extend(self, seat: int, hours: int) -> None:
        self.attempt(self.arena.organiser.extend(self.match_id, OLGA, seat, timedelta(hours=hours)))

    @rule(days=st.integers(1, 3))
    def wait(self, days: int) -> None:
        self.run(self.clock.advance(timedelta(days=days).total_seconds()))
        self.run(self.arena.idle())

    @rule()
    def restart(self) -> None:
        before = self.match
        asked = self.run(self.arena.requests.open_of(self.match_id))
        self.run(self.arena.close())
        self.arena = self.run(open_arena(self.path, self.clock, self.poster))
        assert self.match == before
        assert self.run(self.arena.requests.open_of(self.match_id)) == asked

    @invariant()
    def memory_is_what_is_stored(self) -> None:
        if not self.match_id:
            return
        now = self.match
        self.arena.matches._kept.forget(self.match_id)
        assert self.match == now
        assert len({each.user_id for each in now.seats}) == len(now.seats)
        assert not now.over or self.run(self.arena.requests.open_of(self.match_id)) == []

    def teardown(self) -> None:
        try:
            report = self.run(check(self.path, games))
            assert report.problems == ()
            entries = self.run(self.arena.audit.of_match(self.match_id)) if self.match_id else []
            assert [entry.id for entry in entries] == sorted(entry.id for entry in entries)
        finally:
            self.run(self.arena.close())
            self.loop.close()
            self.folder.cleanup()


Life.TestCase.settings = settings(
    max_examples=12, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestLife = Life.TestCase
