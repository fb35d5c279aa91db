"""Leaving for good: the link to an account and every name goes, what was played stays with "deleted player".

Matches that go on are resigned first, if the person says so; open tables are left. The deletion is written down in a
file beside the database, too, so that a backup which is put back forgets the person again (`store.deletion`).
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import IllegalMoveError
from hosting.lobby.errors import NoSuchTable, NotInvited, TableClosed
from hosting.lobby.tables import Tables
from hosting.match.errors import MatchOver, NoSuchMatch, NotSeated
from hosting.match.model import MatchSummary
from hosting.match.service import Matches
from hosting.rights.errors import NothingHeld, StillPlaying
from hosting.runtime.time import Clock
from store import deletion, deletion_list, tables
from store.database import Database
from store.replay import ReplayError

Forget = Callable[[int], None]
"""Drops what is kept in memory of a person."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outline:
    """What stands between a person and their deletion.

    Attributes:
        running: Matches that go on and in which they have a seat.
        tables: How many open tables they would leave.
    """

    running: tuple[MatchSummary, ...]
    tables: int


class Deletions:
    """Deletes persons."""

    def __init__(self, database: Database, clock: Clock, matches: Matches, lobby: Tables, forget: Forget) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._tables = lobby
        self._forget = forget
        self._list = deletion_list.path_of(database.address)
        self._listing = asyncio.Lock()

    async def start(self) -> None:
        """Bring list and database together, after a backup was put back or a process died in between."""
        async with self._db.read() as connection:
            known = await deletion.every(connection)
        listed = await asyncio.to_thread(deletion_list.read, self._list)
        if listed - known:
            async with self._db.write(long=True) as connection:
                count = await deletion.again(connection, listed - known, self._clock.now())
            if count:
                _log.warning("%d people were deleted again: the database is older than %s", count, self._list)
        await self._write_down()

    async def outline(self, person_id: int) -> Outline:
        """Return what stands between a person and their deletion. Raises NothingHeld."""
        async with self._db.read() as connection:
            if not await deletion.is_known(connection, person_id):
                raise NothingHeld
            open_ones = await tables.open_of(connection, person_id)
        return Outline(tuple(await self._matches.of_person(person_id)), len(open_ones))

    async def delete(self, person_id: int, *, resign: bool) -> None:
        """Delete a person.

        Args:
            person_id: Who asks for it.
            resign: Whether they resign the matches that go on.

        Raises:
            NothingHeld: They are not known, or were deleted already.
            StillPlaying: Matches go on, and they do not resign them.
        """
        outline = await self.outline(person_id)
        if outline.running and not resign:
            raise StillPlaying(outline.running)
        for each in outline.running:
            await self._resign(each.id, person_id)
        async with self._db.read() as connection:
            open_ones = await tables.open_of(connection, person_id)
        for table_id in open_ones:
            await self._leave(table_id, person_id)
        async with self._db.write(long=True) as connection:
            if await deletion.delete_person(connection, person_id, self._clock.now()) is None:
                raise NothingHeld
        self._forget(person_id)
        await self._write_down()
        try:
            await self._db.checkpoint()
        except sqlite3.OperationalError as error:
            _log.warning("the log of the database could not be emptied after a deletion: %s", error)

    async def _resign(self, match_id: int, person_id: int) -> None:
        try:
            await self._matches.forfeit(match_id, person_id)
        except (IllegalMoveError, MatchOver, NotSeated, NoSuchMatch):
            return  # they are out of the game already, or it has ended meanwhile
        except ReplayError as error:
            _log.warning("match %d cannot be read, a seat in it has nobody now: %s", match_id, error)

    async def _leave(self, table_id: int, person_id: int) -> None:
        try:
            try:
                await self._tables.leave(table_id, person_id)
            except NotSeated:
                await self._tables.decline(table_id, person_id)
        except (NoSuchTable, TableClosed, NotInvited, NotSeated):
            return  # it closed meanwhile

    async def _write_down(self) -> None:
        """Add to the list what the database has and it has not: done again where a process died in between."""
        async with self._listing:
            async with self._db.read() as connection:
                known = await deletion.every(connection)
            await asyncio.to_thread(deletion_list.add, self._list, known)
