"""A match through everything that can happen to it, in any order and two things at once; killed and started again.

After each step whatever holds of every match is looked at: in memory, on the disk, and in its channels.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.auto_turns import prepared_turn
from engine.errors import ArenaError
from engine.script import Entry
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.consent.agreements import SUBSTITUTE_CALL, agreement_of, asked_of
from hosting.match.answers import AUTOMATIC, followed, load
from hosting.match.model import Match, Request
from hosting.match.sealing import digest
from hosting.match.service import playing
from hosting.match_terms import Terms, Timeout, UndoTerms
from hosting.outages import CLOCK, NUDGE
from hosting.timekeeping import time_up_at
from store.check import check_database
from store.tables import choices, match_queries
from store.tables.match_queries import OwnMatch
from store.tables.matches import load as load_match
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock, sealing_of
from tests.hosting.match.lifeworld import (
    PEOPLE,
    TEAMS,
    ChannelPoster,
    Channels,
    Deed,
    appointments,
    begin_process,
    deeds,
    ends,
    every_plan,
    killed,
    life_games,
    plays,
    unposted,
)
from tests.volume import many

T = TypeVar("T")


class Life(RuleBasedStateMachine):
    """One match; what is refused changes nothing of it."""

    arena: Arena
    poster: ChannelPoster
    match_id: int

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.processes = 1
        self.clock = ManualClock()
        self.channels = Channels()
        self.match_id = 0
        self.events: tuple[object, ...] = ()
        self.noted: list[object] = []
        self.arena, self.poster = self.run(self._begun())

    async def _begun(self) -> tuple[Arena, ChannelPoster]:
        return await begin_process(self.path, self.clock, self.channels)

    @property
    def path(self) -> Path:
        return Path(self.folder.name) / f"{self.processes}.db"

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    @property
    def match(self) -> Match:
        kept = self.arena.matches._cache.get(self.match_id)
        if kept is None:
            return self.run(self.arena.matches.get(self.match_id))
        return self.arena.matches.up_to_date(kept)

    @property
    def requests(self) -> list[Request]:
        return self.run(self.arena.requests.open_of(self.match_id))

    def request(self, pick: int) -> Request | None:
        found = [each for each in self.requests if each.kind != SUBSTITUTE_CALL]
        return found[pick % len(found)] if found else None

    @initialize(
        game=st.sampled_from(
            ["strait 2", "strait 3", "strait teams", "together 3", "together teams", "duel 2", "parlour 2", "parlour 3"]
        ),
        clock=st.sampled_from([None, ClockTerms("turn", per_turn=timedelta(days=4)), ClockTerms("fischer")]),
        timeout=st.sampled_from(["substitute", "random", "notice", "forfeit"]),
        undo=st.sampled_from(["free", "consent", "never"]),
        automatic=st.booleans(),
        shows=st.booleans(),
    )
    def begin(
        self, game: str, clock: ClockTerms | None, timeout: Timeout, undo: UndoTerms, automatic: bool, shows: bool
    ) -> None:
        key, mode = game.split()
        seats = 4 if mode == "teams" else int(mode)
        terms = Terms(clock=clock, timeout=timeout, undo=undo, automatic=automatic, shows_chosen=shows)

        async def started() -> Match:
            table = await self.arena.tables.open(GUILD, CHANNEL, PEOPLE[0], key, mode, where="here", terms=terms)
            for person in PEOPLE[1:seats]:
                await self.arena.tables.join(table.id, person)
            places = TEAMS if mode == "teams" else TEAMS[:1]
            match = await self.arena.tables.start(table.id, PEOPLE[0].person_id, places)
            await self.arena.idle()
            return match

        self.match_id = self.run(started()).id

    @rule(some=st.lists(deeds, min_size=1, max_size=5), idle=st.booleans())
    def happens(self, some: list[Deed], idle: bool) -> None:
        for deed in some:
            before = self.match
            try:
                self.run(deed(self))
            except (ArenaError, ValueError):
                assert not idle or self.match == before
            if idle:
                self.run(self.arena.idle())
        self.run(self.arena.idle())

    @rule(some=st.lists(plays, min_size=1, max_size=4))
    def played(self, some: list[Deed]) -> None:
        self.happens(some, idle=False)

    @rule(deed=ends)
    def may_end(self, deed: Deed) -> None:
        if self.match.seq > 12:  # most matches shall go on for a while
            self.happens([deed], idle=True)

    @rule(one=deeds, other=deeds)
    def at_once(self, one: Deed, other: Deed) -> None:
        works = [one(self), other(self)]

        async def both() -> list[object]:
            return await asyncio.gather(*works, return_exceptions=True)

        for result in self.run(both()):
            if isinstance(result, BaseException) and not isinstance(result, (ArenaError, ValueError)):
                raise result
        self.run(self.arena.idle())

    @rule(deed=deeds, hours=st.integers(1, 80))
    def time_is_up_meanwhile(self, deed: Deed, hours: int) -> None:
        work = deed(self)

        async def both() -> Sequence[object]:
            return await asyncio.gather(self.clock.advance(hours * 3600.0), work, return_exceptions=True)

        for result in self.run(both()):
            if isinstance(result, BaseException) and not isinstance(result, (ArenaError, ValueError)):
                raise result
        self.run(self.arena.idle())

    @rule(deed=deeds, dies=st.sampled_from(["before", "after"]), rounds=st.integers(0, 12))
    def killed(self, deed: Deed, dies: str, rounds: int) -> None:
        self.poster.dies = dies
        work = deed(self)

        async def cut_off() -> None:
            doing = asyncio.ensure_future(work)
            for _ in range(rounds):
                await asyncio.sleep(0)
                await asyncio.wait({doing}, timeout=0.001)
            self.processes += 1
            await killed(self.arena, self.poster, self.path, doing)

        self.run(cut_off())
        self.arena, self.poster = self.run(self._begun())
        self.run(self.arena.idle())

    @rule()
    def restarted(self) -> None:
        before, asked = self.match, self.requests
        self.run(self.arena.close())
        self.arena, self.poster = self.run(self._begun())
        assert self.match == before
        assert self.requests == asked
        self.run(self.arena.idle())

    @invariant()
    def memory_is_what_is_stored(self) -> None:
        if not self.match_id:
            return
        now = self.match
        self.arena.matches._cache.forget(self.match_id)
        assert self.match == now
        assert len({each.person_id for each in now.seats}) == len(now.seats)
        assert (now.status == "parked") == (now.parked is not None)
        assert not now.over or now.paused is None

    @invariant()
    def lists_tell_what_is_played(self) -> None:
        if not self.match_id:
            return
        now = self.match
        page = self.run(self.arena.lists.in_guild(GUILD, 0, {now.channel_id}, 0, 10))
        assert not page.more
        if now.over:
            assert page.lines == ()
            return
        (line,) = page.lines
        assert (line.names, line.silent, line.terms) == (now.names, now.silent, now.terms)
        assert (line.awaited, line.deciding) == (now.awaited, now.session.deciding)
        assert (line.clock, line.parked, line.paused) == (now.clock, now.parked, now.paused)
        assert [line.home(each.person_id) for each in now.seats] == [
            now.home(each.seat) if now.silent else now.channel_id for each in now.seats
        ]
        (own,) = self.run(self.own(now.seats[0].person_id))
        assert own.mine == (1 in now.session.to_act)
        assert own.due_at == (None if now.clock is None else now.clock.shown.next_due)
        assert own.still == (now.parked is not None or now.paused is not None)

    async def own(self, person_id: int) -> list[OwnMatch]:
        async with self.arena.db.read() as connection:
            return await match_queries.own_lines(connection, person_id)

    @invariant()
    def logs_only_grow(self) -> None:
        if not self.match_id:
            return

        async def read() -> tuple[tuple[object, ...], list[object]]:
            async with self.arena.db.read() as connection:
                stored = await load_match(connection, self.match_id)
            assert stored is not None
            holders = {seat: person.person_id for seat, person in enumerate(PEOPLE, 1)}
            for event in stored.events:
                if event.kind == "substitute" and event.seat is not None:
                    holders[event.seat] = int(str(event.data["user"]))
                elif event.kind in ("turn", "joint", "forfeit") and event.seat is not None:
                    assert event.person_id == holders[event.seat]
            return stored.events, list(await self.arena.audit.of_match(self.match_id))

        events, noted = self.run(read())
        assert events[: len(self.events)] == self.events
        assert noted[: len(self.noted)] == self.noted
        self.events, self.noted = events, noted

    @invariant()
    def appointments_fit(self) -> None:
        if not self.match_id:
            return
        match, found = self.match, self.run(appointments(self.arena))
        goes_on = not match.over and match.parked is None and match.paused is None
        clocks = [each.due_at for each in found if each.kind == CLOCK]
        running = set()
        if match.clock is not None:
            running = {seat for seat, each in enumerate(match.clock.seats, 1) if each.due is not None}
            assert all(each.left >= timedelta() for each in match.clock.seats)
            must = {seat for seat in match.session.to_act if not match.clock.seat(seat).up}
            assert running == (must if goes_on else set())
            due = time_up_at(match)
            assert clocks == ([due] if running else [])
            assert not goes_on or due is None or due > self.clock.now()
        else:
            assert clocks == []
        nudged = {int(each.key.split(":")[1]) for each in found if each.kind == NUDGE}
        assert nudged <= running
        assert AUTOMATIC not in {each.kind for each in found}

    @invariant()
    def requests_and_plans_fit(self) -> None:
        if not self.match_id:
            return
        match = self.match
        asked = self.requests
        assert len({(each.kind, each.seat if each.kind == SUBSTITUTE_CALL else 0) for each in asked}) == len(asked)
        for request in asked:
            assert not match.over
            if request.kind == SUBSTITUTE_CALL:
                assert request.seat in playing(match)
                continue
            assert request.person_id == match.person_of(request.seat)
            assert {*asked_of(request), request.seat} == playing(match)
            assert request.seq == match.seq or not agreement_of(request).fleeting
            agreement_of(request).check(match, request.seat)
        for plan in self.run(every_plan(self.arena)):
            assert not match.over
            assert (plan.seq, plan.person_id) == (match.seq, match.person_of(plan.seat))
            (to_act,) = match.session.to_act
            for branch in load(plan.tree):
                assert match.session.play(to_act, branch.text).last is not None
                assert followed(load(plan.tree), branch.text)
            if match.paused is None and match.parked is None:
                assert to_act != plan.seat

    @invariant()
    def commitments_fit(self) -> None:
        if not self.match_id:
            return
        match = self.match

        async def read() -> None:
            async with self.arena.db.read() as connection:
                kept = await choices.commitments_of_match(connection, self.match_id)
            hidden = {(each.decision, each.seat, each.text) for each in kept if not each.revealed}
            decision, closed = match.decision, set[tuple[int, int, str]]()
            if not match.over:
                together = {passed.entries for passed in match.history if passed.kind == "joint"}
                entries = [entry for last in together for entry in _chosen_together(match, last)]
                closed = {(entry.turn, entry.seat, entry.text) for entry in entries if entry.veil is not None}
            assert hidden == closed | {(decision, seat, entry.text) for seat, _, entry in match.session.sealed}
            if decision is not None:
                sealing = await sealing_of(self.arena, self.match_id, decision)
                assert sealing.opened == ()
                assert len(sealing.digests) == len({digest(each) for each in kept if each.decision == decision})

        self.run(read())

    @invariant()
    def what_is_answered_in_advance_does_not_wait(self) -> None:
        match = self.match if self.match_id else None
        if match is None or match.over or match.parked is not None or match.paused is not None:
            return
        latest = match.history[-1].seq if match.history else 0
        if len(match.session.deciding) != 1 or latest != match.seq:  # what was taken back is asked
            return
        (seat,) = match.session.to_act
        answers = self.run(self.arena.prepared.of(match.id, match.person_of(seat)))
        assert prepared_turn(match.session.game, match.session.state, seat, answers) is None

    @invariant()
    def channels_show_it(self) -> None:
        if not self.match_id:
            return
        assert self.channels.doubled == []
        match = self.match
        if match.parked is None and not self.run(unposted(self.arena)):
            shown = [place.channel_id for place in match.places if place.shows_boards]
            lost = [channel for channel in shown if not self.channels.has(channel, match.seq)]
            assert set(lost) <= (self.channels.closed if match.over else set())

    def teardown(self) -> None:
        try:
            report = self.run(check_database(self.path, life_games))
            assert report.problems == ()
        finally:
            self.run(self.arena.close())
            self.loop.close()
            self.folder.cleanup()


def _chosen_together(match: Match, count: int) -> list[Entry]:
    """Return the choices that were revealed together, by how many entries there were then."""
    turn = match.session.entries[count - 1].turn
    return [entry for entry in match.session.entries[:count] if entry.turn == turn and not entry.forfeit]


Life.TestCase.settings = settings(
    max_examples=many(5, 100), stateful_step_count=30, suppress_health_check=list(HealthCheck)
)
TestLife = Life.TestCase
