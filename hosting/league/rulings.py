"""Rulings of organisers: points, forfeits, matches played again, struck or put off; each can be undone.

Nothing is edited: each is a row of its own with its reason, announced in the league's channel, and only followed by
another one that takes it back. Callers check that the person is an organiser; organisers who play there are refused
here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never, cast

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.text import Quote, Text, Value, dump_text, listed, say
from hosting.core import Core
from hosting.corrections import Correct, Corrections, Gone
from hosting.corrections import NewCorrection as Correction
from hosting.errors import HostingError
from hosting.league import matches, model
from hosting.league.announcements import tell
from hosting.league.brackets import fixture_round
from hosting.league.errors import (
    CHANGED_MEANWHILE,
    LEAGUE_STARTED,
    NO_SUCH_ENTRY,
    NO_SUCH_FIXTURE,
    PLAYS_IN_DIVISION,
    SEASON_CLOSED,
    NoSuchDecision,
    bad_decision,
)
from hosting.league.fixtures import NewRuling, decided, given_back, held, plays_in, to_undo
from hosting.league.matches import Fixtures
from hosting.league.model import SeasonState, entry_text, fixture_name, points_text
from hosting.league.schedule import TIES, SeasonTimer, changing
from hosting.league.terms import LeagueTerms
from hosting.league.validation import division_sizes
from store.league import entries, fixtures, seasons
from store.league.seasons import Decision, DecisionKind, Fixture
from store.tables import results


class _Foreseen(Exception):  # noqa: N818 - no error: it takes back what was written to see what follows
    """Carries a foreseen decision, with the season before and after it, out of a transaction that is rolled back."""

    def __init__(self, before: SeasonState, after: SeasonState | None, made: Decision) -> None:
        super().__init__()
        self.before = before
        self.after = after
        self.made = made


@dataclass(eq=False, slots=True)
class Rulings:
    """Takes decisions.

    All methods that take one raise NoSuchLeague, HostingError (`season-closed`, `no-such-fixture`, `no-such-entry`,
    `plays-in-division`, `bad-decision`, `league-changed`). `seen` is the revision of the fixture that the organiser
    saw: a fixture that was changed since is left as it is, so that a button that is pressed twice decides once.
    """

    core: Core
    timer: SeasonTimer
    fixtures: Fixtures
    corrections: Corrections

    async def in_force(self, season_id: int) -> list[Decision]:
        async with self.core.db.read() as connection:
            return fixtures.in_force(await fixtures.decisions_of(connection, season_id))

    async def points(
        self,
        season_id: int,
        person_id: int,
        fixture_id: int,
        points: Mapping[int, int],
        reason: Text,
        *,
        seen: int | None = None,
    ) -> Decision:
        """Give each entry of a fixture points, in 120ths, from 0 to those of a win."""
        detail = {"points": {str(entry): each for entry, each in points.items()}}
        return await self.take(season_id, person_id, NewRuling("points", fixture_id, detail=detail), reason, seen)

    async def forfeit(
        self,
        season_id: int,
        person_id: int,
        fixture_id: int,
        absent: Collection[int],
        reason: Text,
        *,
        seen: int | None = None,
    ) -> Decision:
        entry = next(iter(absent)) if len(absent) == 1 else None
        deed = NewRuling("forfeit", fixture_id, entry, {"absent": sorted(absent)})
        return await self.take(season_id, person_id, deed, reason, seen)

    async def replay(
        self, season_id: int, person_id: int, fixture_id: int, reason: Text, *, seen: int | None = None
    ) -> Decision:
        return await self.take(season_id, person_id, NewRuling("replay", fixture_id), reason, seen)

    async def strike(
        self, season_id: int, person_id: int, fixture_id: int, reason: Text, *, seen: int | None = None
    ) -> Decision:
        return await self.take(season_id, person_id, NewRuling("strike", fixture_id), reason, seen)

    async def postpone(
        self,
        season_id: int,
        person_id: int,
        fixture_id: int,
        until: datetime,
        reason: Text,
        *,
        seen: int | None = None,
    ) -> Decision:
        deed = NewRuling("postpone", fixture_id, detail={"until": until.isoformat()})
        return await self.take(season_id, person_id, deed, reason, seen)

    async def move(self, season_id: int, person_id: int, entry_id: int, division: int, reason: Text) -> Decision:
        """Move an entry into a division. Raises HostingError (`league-started`) once the season has begun."""
        async with changing(self.core.db, self.timer, season_id) as (connection, state):
            await self._check(connection, state, person_id, None)
            _check_move(state, entry_id, division)
            # In the detail alone: an entry that leaves before the start leaves no row to point at.
            deed = NewRuling("move", detail={"entry": entry_id, "division": division})
            return await self._write(connection, state, person_id, deed, reason, entry_id)

    async def undo(self, season_id: int, person_id: int, decision_id: int | None, reason: Text) -> Decision:
        """Take a decision back, the latest one that holds if none is named.

        Its fixture is as before, with its present result if that was corrected meanwhile.

        Raises:
            NoSuchDecision: It doesn't hold, or a later one about the same does.
            HostingError (`league-started`): It moved an entry, and the season has begun.
        """
        match_id = await self._voided_by(season_id, decision_id)

        async def undone(ahead: Gone) -> Decision:
            async with (
                self.corrections.along(match_id, ahead) as correct,
                changing(self.core.db, self.timer, season_id) as (connection, state),
            ):
                return await self._undo(connection, state, person_id, decision_id, reason, correct)

        return await self.corrections.ahead(undone)

    async def _undo(
        self,
        connection: AsyncConnection,
        state: SeasonState,
        person_id: int,
        decision_id: int | None,
        reason: Text,
        correct: Correct,
    ) -> Decision:
        if state.season.closed_at is not None:
            raise HostingError(*SEASON_CLOSED)
        undone = to_undo(await fixtures.decisions_of(connection, state.season.id), decision_id)
        fixture = None if undone.fixture is None else _fixture(state, undone.fixture)
        await self._check(connection, state, person_id, fixture)
        deed = NewRuling("undo", undone.fixture, undone.entry, {}, undone.id)
        if fixture is None:
            if state.season.started_at is not None:
                raise HostingError(*LEAGUE_STARTED)
            return await self._write(connection, state, person_id, deed, reason, cast("int", undone.detail["entry"]))
        deed = replace(deed, detail={"before": held(fixture)})
        made = await self._write(connection, state, person_id, deed, reason)
        after = given_back(state, fixture, undone, self.core.clock.now())
        after = await fixtures.save(connection, state.season, fixture, after)
        if isinstance(number := undone.detail.get("correction"), int):
            await correct(connection, person_id, Correction("undo", undoes=number), reason)
        await self._flow(connection, after)
        return made

    async def foresee(self, season_id: int, person_id: int, deed: NewRuling, *, seen: int | None = None) -> Text | None:
        """Return what a decision would mean for the tie of its fixture; None where there is none, or nothing changes.

        The decision is written and rolled back, so the text is exact. Raises what the decision would, where the season
        has ties.
        """
        async with self.core.db.read() as connection:
            season = await seasons.load(connection, season_id)
        # What is taken back uses up a number on PostgreSQL.
        if season is None or LeagueTerms.load(season.terms).kind not in TIES:
            return None
        undo, again = deed.kind == "undo", deed.kind == "replay"
        match_id = await (self._voided_by(season_id, deed.undoes) if undo else self._match_of(deed.fixture))

        async def taken(ahead: Gone) -> None:
            async with (
                self.corrections.along(match_id if undo or again else None, ahead) as correct,
                changing(self.core.db, self.timer, season_id) as (connection, before),
            ):
                made = await (
                    self._undo(connection, before, person_id, deed.undoes, say(""), correct)
                    if undo
                    else self._take(connection, before, person_id, deed, say(""), seen, correct)
                )
                after = await model.load(connection, season_id)
                raise _Foreseen(before, after, made)

        try:
            await self.corrections.ahead(taken)
        except _Foreseen as foreseen:
            after, fixture_id = foreseen.after, foreseen.made.fixture
            if after is None or fixture_id is None:
                return None
            info, now = self.core.games(after.terms.game).info, self.core.clock.now()
            return await asyncio.to_thread(matches.follows_from, foreseen.before, after, info, fixture_id, now)
        return None

    async def _voided_by(self, season_id: int, decision_id: int | None) -> int | None:
        """Return the match that a decision, now to be taken back, made void; None for none."""
        async with self.core.db.read() as connection:
            decisions = await fixtures.decisions_of(connection, season_id)
        try:
            undone = to_undo(decisions, decision_id)
        except NoSuchDecision:
            return None  # that, and what else is wrong, is said when it is to be taken back
        before = undone.detail.get("before")
        number = before.get("match_id") if isinstance(before, dict) and "correction" in undone.detail else None
        return number if isinstance(number, int) else None

    async def take(
        self, season_id: int, person_id: int, deed: NewRuling, reason: Text, seen: int | None = None
    ) -> Decision:
        match_id = await self._match_of(deed.fixture) if deed.kind == "replay" else None

        async def taken(ahead: Gone) -> Decision:
            async with (
                self.corrections.along(match_id, ahead) as correct,
                changing(self.core.db, self.timer, season_id) as (connection, state),
            ):
                return await self._take(connection, state, person_id, deed, reason, seen, correct)

        return await self.corrections.ahead(taken)

    async def _take(
        self,
        connection: AsyncConnection,
        state: SeasonState,
        person_id: int,
        deed: NewRuling,
        reason: Text,
        seen: int | None,
        correct: Correct,
    ) -> Decision:
        fixture, again = _fixture(state, deed.fixture), deed.kind == "replay"
        await self._check(connection, state, person_id, fixture)
        if seen is not None and fixture.rev != seen:
            raise HostingError(*CHANGED_MEANWHILE)
        after = decided(state, fixture, deed, self.core.clock.now())
        if again and not self.fixtures.playable(state, after):
            raise bad_decision("withdrawn")
        await fixtures.save(connection, state.season, fixture, after)
        voided = await correct(connection, person_id, Correction("void"), reason) if again else None
        noted: dict[str, Json] = {} if voided is None else {"correction": voided.id}
        deed = replace(deed, detail={**(deed.detail or {}), "before": held(fixture), **noted})
        return await self._write(connection, state, person_id, deed, reason)

    async def _match_of(self, fixture_id: int | None) -> int | None:
        """Return the match of a fixture that is over, if it has results to correct."""
        async with self.core.db.read() as connection:
            found = None if fixture_id is None else await fixtures.load(connection, fixture_id)
            over = found is not None and found.match_id is not None and found.status != "running"
            return found.match_id if over and found is not None else None

    async def _check(
        self, connection: AsyncConnection, state: SeasonState, person_id: int, fixture: Fixture | None
    ) -> None:
        if state.season.closed_at is not None:
            raise HostingError(*SEASON_CLOSED)
        divisions = {each.division for each in state.entries} if fixture is None else {fixture.division}
        if person_id in plays_in(await entries.players_of(connection, state.season.id), state.entries, divisions):
            raise HostingError(*PLAYS_IN_DIVISION)

    async def _flow(self, connection: AsyncConnection, fixture: Fixture) -> None:
        if fixture.match_id is not None and (rows := await results.of_match(connection, fixture.match_id)):
            await self.fixtures.flow(connection, fixture.match_id, rows)

    async def _write(
        self,
        connection: AsyncConnection,
        state: SeasonState,
        person_id: int,
        deed: NewRuling,
        reason: Text,
        moved: int | None = None,
    ) -> Decision:
        """Write a decision, announce it, and appoint a look at the season. `moved` is the entry it moves."""
        now = self.core.clock.now()
        draft = Decision(
            id=0,
            season_id=state.season.id,
            person_id=person_id,
            fixture=deed.fixture,
            entry=deed.entry,
            kind=deed.kind,
            detail=deed.detail or {},
            reason=dump_text(reason),
            undoes=deed.undoes,
            at=now,
        )
        made = await fixtures.decide(connection, state.season, draft)
        await self.timer.now(connection, state.season)
        league = await seasons.league(connection, state.season.league_id)
        if league is not None and state.season.status != "draft":
            await tell(connection, state.season, _announcement(state, made, league.name, reason, moved), now)
        return made


def _fixture(state: SeasonState, number: int | None) -> Fixture:
    found = next((each for each in state.fixtures if each.id == number), None)
    if found is None:
        raise HostingError(*NO_SUCH_FIXTURE)
    return found


def _check_move(state: SeasonState, entry_id: int, division: int) -> None:
    if state.season.started_at is not None:
        raise HostingError(*LEAGUE_STARTED)
    if all(each.id != entry_id for each in state.entries):
        raise HostingError(*NO_SUCH_ENTRY)
    if not 1 <= division <= len(division_sizes(state.terms, len(state.entries))):
        raise bad_decision("division")


def _announcement(state: SeasonState, made: Decision, name: str, reason: Text, moved: int | None) -> Text:
    """Return the announcement of a decision, with the number for taking it back and the entries concerned."""
    entries = {each.id: each for each in state.entries}
    values: dict[str, Value | Text] = {"league": Quote(name), "decision": made.id, "reason": reason}
    if made.fixture is None:
        about = entry_text(None if moved is None else entries.get(moved))
    else:
        fixture = _fixture(state, made.fixture)
        about = fixture_name(fixture, state.entries, fixture_round(state, fixture))
    match made.kind:
        case "points":
            given = cast("Mapping[str, int]", made.detail["points"])
            each_got = [
                say("{entry} {points}", entry=entry_text(entries.get(int(entry))), points=points_text(points))
                for entry, points in given.items()
            ]
            values["points"] = listed(each_got, "comma")
        case "forfeit":
            absent = cast("Sequence[int]", made.detail["absent"])
            values["entries"] = listed([entry_text(entries.get(each)) for each in absent])
        case "move":
            values["division"] = cast("int", made.detail["division"])
        case "postpone":
            values["at"] = int(datetime.fromisoformat(cast("str", made.detail["until"])).timestamp())
        case "undo":
            values["undone"] = cast("int", made.undoes)
        case "replay" | "strike":
            pass
        case _:
            assert_never(made.kind)
    return _ANNOUNCED[made.kind].using(**values, about=about)


_ANNOUNCED: Mapping[DecisionKind, Text] = {
    "points": say("**{league}**, decision {decision}: an organiser gave points for {about}: {points}. {reason}"),
    "forfeit": say("**{league}**, decision {decision}: an organiser ruled that {entries} forfeit {about}. {reason}"),
    "replay": say("**{league}**, decision {decision}: {about} will be replayed. {reason}"),
    "strike": say("**{league}**, decision {decision}: {about} counts for nothing. {reason}"),
    "postpone": say("**{league}**, decision {decision}: {about} is postponed until <t:{at}:f>. {reason}"),
    "move": say("**{league}**, decision {decision}: {about} was moved to division {division}. {reason}"),
    "undo": say("**{league}**, decision {decision}: decision {undone} about {about} was undone. {reason}"),
}
