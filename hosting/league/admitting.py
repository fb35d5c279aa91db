"""Which matches of a server's seasons the starter is asked for now: under the caps, the longest waiting first.

What may begin is worked out once, without holding anything. Then the starter is asked for a few at a time, each few in
a transaction that holds their seasons and looks anew at them alone: so a round of hundreds holds nobody up for longer
than a few do.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import course, state
from hosting.league.checks import SILENT_AT_ONCE
from hosting.league.fixtures import Fixtures
from hosting.league.state import State
from hosting.match.service import Games
from hosting.runtime.time import Clock
from hosting.settings import Settings
from store import steady
from store.database import Database
from store.league import fixtures, seasons, seated
from store.league.values import Fixture

AT_ONCE = 10
"""Matches asked for in one transaction: nobody waits for a whole round to be written."""
NEAR = 20
"""With so little room left, matches of other seasons may have waited for what has ended since."""
REST = 2
"""Between two such transactions there is so many times as long for others who write or wait for an answer."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A match that may begin.

    Attributes:
        season_id: Of its season.
        fixture_id: Of its fixture.
    """

    season_id: int
    fixture_id: int


class Admitting:
    """Asks the starter for the matches of a server's seasons."""

    def __init__(self, database: Database, clock: Clock, games: Games, settings: Settings, played: Fixtures) -> None:
        self._db = database
        self._clock = clock
        self._games = games
        self._settings = settings
        self._fixtures = played

    async def admit(self, season_id: int) -> None:
        """Ask for all matches of a season that may begin.

        Where the server wants no more at a time, those of all its seasons begin in the order of waiting.
        """
        async with self._db.read() as connection:
            season = await seasons.load(connection, season_id)
            if season is None:
                return
            most = (await self._settings.server(season.guild_id)).program_matches
            found = await self._waiting(connection, [season_id])
            going = len(await seated.going(connection, season.guild_id))
            going += sum((await fixtures.asked_for(connection, season.guild_id)).values())
            if going + max(len(found), NEAR) > min(most, SILENT_AT_ONCE):
                rivals = await seasons.live(connection, season.guild_id)
                numbers = {season_id, *(each.id for each in rivals if each.status == "running")}
                found = await self._waiting(connection, sorted(numbers))
        loop = asyncio.get_running_loop()
        for first in range(0, len(found), AT_ONCE):
            began = loop.time()
            if not await self._ask(season.guild_id, most, found[first : first + AT_ONCE]):
                return
            self._fixtures.noticed()
            if first + AT_ONCE < len(found):
                await asyncio.sleep(REST * (loop.time() - began))

    async def _waiting(self, connection: AsyncConnection, numbers: Iterable[int]) -> list[_Waiting]:
        """Return the matches of some seasons that may begin, the longest waiting first."""
        there = [await state.load_free(connection, number) for number in numbers]
        found = [at for at in there if at is not None and at.season.status == "running"]
        return await steady.made(sum(len(at.fixtures) for at in found), _chosen, found, self._clock.now())

    async def _ask(self, guild_id: int, most: int, some: Sequence[_Waiting]) -> bool:
        """Ask for those of some matches that may begin still; return whether there is room for more."""
        async with self._db.write() as connection:
            found = await _anew(connection, some)
            live = await seated.going(connection, guild_id)
            asked = await fixtures.asked_for(connection, guild_id)
            room = most - len(live) - sum(asked.values())
            silent = {number for number, at in found.items() if self._is_silent(at.terms.game, at.terms.mode)}
            quiet = SILENT_AT_ONCE - sum(self._is_silent(game, mode) for game, mode in live)
            quiet -= sum(asked.get(number, 0) for number in silent)
            now = self._clock.now()
            ready = {each.id: each for at in found.values() for _, each in course.waiting(at, now)}
            entered = {entry for each in ready.values() for entry in each.entries}
            busy = await fixtures.busy(connection, entered)
            for wanted in some:
                at, each = found.get(wanted.season_id), ready.get(wanted.fixture_id)
                if at is None or each is None or not _may_begin(at, each, busy):
                    continue
                if room <= 0:
                    break
                if at.season.id in silent and quiet <= 0:
                    continue
                done = await self._fixtures.ask(connection, at, each)
                await asyncio.sleep(0)  # answers do not wait for all of them
                room -= done
                quiet -= done and at.season.id in silent
                busy.update(each.entries)
        return room > 0

    def _is_silent(self, game: str, key: str) -> bool:
        mode = self._games(game).info.mode(key)
        return mode is not None and mode.silent


def _chosen(found: Sequence[State], now: datetime) -> list[_Waiting]:
    """Return the matches of some seasons that may begin, the longest waiting first."""
    busy = {at.season.id: course.busy(at.fixtures) for at in found}
    waiting = [(since, each, at) for at in found for since, each in course.waiting(at, now)]
    chosen = []
    for _, each, at in sorted(waiting, key=lambda three: (three[0], three[1].id)):
        if _may_begin(at, each, busy[at.season.id]):
            busy[at.season.id].update(each.entries)
            chosen.append(_Waiting(at.season.id, each.id))
    return chosen


async def _anew(connection: AsyncConnection, some: Collection[_Waiting]) -> Mapping[int, State]:
    """Return the seasons that are played, with no more than some of their fixtures and who plays them; they are held.

    The seasons are taken in the order of their numbers, so that two who do so wait for each other.
    """
    found: dict[int, State] = {}
    for number in sorted({each.season_id for each in some}):
        at = await state.load_some(connection, number, [each.fixture_id for each in some if each.season_id == number])
        if at is not None and at.season.status == "running":
            found[number] = at
    return found


def _may_begin(at: State, fixture: Fixture, busy: Counter[int]) -> bool:
    """Return whether a match may begin: all its players are there, and none plays at the cap."""
    if at.vacant & {*fixture.entries}:
        return False  # until an alternate plays for it
    gone = at.gone
    return all(busy[entry] < at.terms.cap for entry in fixture.entries if entry not in gone)
