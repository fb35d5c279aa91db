"""Matches of entries whose players changed: an alternate takes the seat, and who left for good resigns."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from engine.errors import IllegalMoveError
from hosting.consent.errors import FormerPlayer, NoSuchSeat, PlaysThere
from hosting.consent.substitutes import Substitutes
from hosting.league.state import State
from hosting.match.errors import MatchOver, NotSeated
from hosting.match.model import Match, Person
from hosting.match.service import Matches
from store import people
from store.database import Database
from store.league import entries
from store.league.values import Fixture
from store.replay import ReplayError


class Handover:
    """Has those sit in matches that go on who play for the entries now."""

    def __init__(self, database: Database, matches: Matches, substitutes: Substitutes) -> None:
        self._db = database
        self._matches = matches
        self._substitutes = substitutes

    async def see_to(self, at: State) -> None:
        """Hand over or resign the seats of those who left, in the matches of a season that go on.

        Args:
            at: The season, with at least its fixtures that are not over and their entries.
        """
        changed = {each.id for each in at.entries if each.id in at.gone or each.current not in ((), each.players)}
        found = [each for each in at.fixtures if each.status == "running" and changed & {*each.entries}]
        if not found:
            return
        async with self._db.read() as connection:
            players = await entries.players_of(connection, at.season.id)
            now = [each.person_id for each in players if each.until is None]
            names = await people.names(connection, at.season.guild_id, now)
        current = {each.id: None if each.id in at.gone else each.current for each in at.entries}
        former = {each.person_id: each.entry for each in players if each.until is not None and each.entry in changed}
        for fixture in found:
            await self._see_to(fixture, former, current, names)

    async def _see_to(
        self,
        fixture: Fixture,
        former: Mapping[int, int],
        current: Mapping[int, tuple[int, ...] | None],
        names: Mapping[int, str],
    ) -> None:
        """Do that in one match.

        Args:
            fixture: Whose match.
            former: The entry of each person who left one.
            current: Who plays for each entry now; None for one that left.
            names: What people are called.
        """
        if fixture.match_id is None:
            return
        try:
            match = await self._matches.get(fixture.match_id)
        except ReplayError:
            return  # it is stalled, and decided as such
        seated = {each.person_id for each in match.seats}
        for seat in match.seats:
            entry = former.get(seat.person_id)
            if entry is None or entry not in fixture.entries:
                continue
            people = current[entry]
            new = next((each for each in people or () if each not in seated), None)
            if new is None and people is not None:
                continue  # of a team one is there, and an alternate may come for the other
            if new is None or not await self._replace(match, seat.seat, Person(new, names.get(new, ""))):
                await self._resign(match, seat.person_id)
            else:
                seated.add(new)

    async def _replace(self, match: Match, seat: int, person: Person) -> bool:
        """Put an alternate on a seat; return whether they could sit there, or the match is over anyway."""
        try:
            await self._substitutes.hand_on(match.id, seat, person)
        except (FormerPlayer, PlaysThere, NoSuchSeat):
            return False
        except MatchOver:
            return True
        return True

    async def _resign(self, match: Match, person_id: int) -> None:
        with suppress(MatchOver, NotSeated, IllegalMoveError):
            await self._matches.forfeit(match.id, person_id)
