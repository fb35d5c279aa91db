"""What a deleted person still held is let go of: seats, tables, offers, places in leagues.

Others wait for these, so each goes the way that its own room of the lobby has for it, with what players are told. It is
an appointment, made in the transaction of the deletion: a process that dies in between goes on with the next start.
Some time later it is looked once more, as what a person asked for a moment before may have been written after.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Protocol

from engine.errors import IllegalMoveError
from engine.game import Json
from hosting.lobby.errors import NoSuchTable, NotInvited, TableClosed
from hosting.lobby.paired import Paired
from hosting.lobby.rematch import Rematches
from hosting.lobby.seeks import Seeks
from hosting.lobby.tables import Tables
from hosting.match.errors import MatchOver, NoSuchMatch, NotSeated
from hosting.match.model import Table
from hosting.match.service import Matches
from hosting.outbox.errors import Retry
from hosting.people.retention import Retention
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import deletion, tables
from store.database import Database
from store.replay import ReplayError

ONCE_MORE: Final = timedelta(minutes=15)
"""When it is looked whether anything was written after a deletion."""
AGAIN: Final = timedelta(minutes=1)
"""Wait at least before something is shown again that could not be."""

_log = logging.getLogger(__name__)


class Show(Protocol):
    """Brings the message of a table up to date."""

    async def __call__(self, table: Table, /) -> None:
        """Show a table as it is. Raises Retry if that may work later."""
        ...


@dataclass(frozen=True, slots=True)
class Lobby:
    """Where people hold something that others wait for.

    Attributes:
        tables: Seats.
        seeks: Offers.
        paired: Matches that offers make.
        rematches: Offers of rematches.
        leagues: Has a person leave the seasons of leagues in which they play.
    """

    tables: Tables
    seeks: Seeks
    paired: Paired
    rematches: Rematches
    leagues: Callable[[int], Awaitable[None]]


class Farewell:
    """Lets go of what deleted persons held."""

    def __init__(
        self, database: Database, clock: Clock, schedule: Schedule, matches: Matches, lobby: Lobby, retention: Retention
    ) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule
        self._matches = matches
        self._lobby = lobby
        self._retention = retention
        self._show: Show | None = None

    def set_show(self, show: Show) -> None:
        """Name who brings messages of tables up to date."""
        self._show = show

    async def due(self, key: str, payload: Json) -> None:
        """Let go of what a person held; a handler of appointments."""
        person_id = int(key)
        async with self._db.write() as connection:
            await self._lobby.seeks.withdraw(connection, person_id)
            await deletion.remove_late(connection, person_id, self._clock.now())
            standing = {*deletion.tables_of(payload), *await tables.open_of(connection, person_id)}
        # First, whatever may go wrong with the rest: nothing of it names the person any more.
        if not (rest := self._retention.rest):
            await self._retention.scrub()
        await self._lobby.leagues(person_id)
        for each in await self._matches.of_person(person_id):
            await self._resign(each.id, person_id)
        for table_id in sorted(standing):
            await self._leave(table_id, person_id)
        try:
            for table_id in sorted(standing):
                await self._show_table(table_id)
            await self._lobby.paired.withdraw(person_id)
            await self._lobby.rematches.withdraw(person_id)
        except Retry as error:
            due = self._clock.now() + max(AGAIN, timedelta(seconds=error.after))
            await self._schedule.set(deletion.FAREWELL, key, due, payload)
            return
        if payload is not None or rest:
            pause = max(rest, ONCE_MORE if payload is not None else rest)
            await self._schedule.set(deletion.FAREWELL, key, self._clock.now() + pause)

    async def _resign(self, match_id: int, person_id: int) -> None:
        try:
            await self._matches.forfeit(match_id, person_id)
        except (IllegalMoveError, MatchOver, NotSeated, NoSuchMatch):
            return  # they are out of the game already, or it has ended meanwhile
        except ReplayError as error:
            _log.warning("match %d cannot be read, a seat in it has nobody now: %s", match_id, error)

    async def _leave(self, table_id: int, person_id: int) -> None:
        """Have a person get up from a table, or decline to sit down there."""
        lobby = self._lobby.tables
        async with lobby.lock(table_id):  # nobody makes channels for its match meanwhile
            try:
                seat = (await lobby.get(table_id)).seat_of(person_id)
                if seat is not None and seat.invited:
                    await lobby.decline(table_id, person_id)
                elif seat is not None:
                    await lobby.leave(table_id, person_id)
            except (NoSuchTable, TableClosed, NotInvited, NotSeated):
                return  # it closed meanwhile

    async def _show_table(self, table_id: int) -> None:
        if self._show is None:
            return
        try:
            table = await self._lobby.tables.get(table_id)
        except NoSuchTable:
            return
        await self._show(table)
