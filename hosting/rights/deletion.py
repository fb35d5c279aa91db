"""Leaving for good: the link to an account and every name goes, what was played stays with "deleted player".

The deletion is one transaction; what the person still held is let go of after it (`hosting.rights.farewell`). It is
written down in a file beside the database, too, so that a backup which is put back forgets the person again
(`store.deletion`).
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import dataclass
from hashlib import blake2b

from hosting.lobby.seeks import Seeks
from hosting.match.model import MatchSummary
from hosting.rights.errors import NothingHeld, StillPlaying
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import deletion, deletion_list, finding
from store.database import Database

Forget = Callable[[int], None]
"""Drops what is kept in memory of a person."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outline:
    """What stands between a person and their deletion.

    Attributes:
        person_id: Who.
        running: Matches that go on and in which they have a seat.
    """

    person_id: int
    running: tuple[MatchSummary, ...]

    @property
    def mark(self) -> str:
        """What a question about it carries, so that an answer to an older one is known: eight hexadecimal digits."""
        told = ":".join(map(str, (self.person_id, *sorted(each.id for each in self.running))))
        return blake2b(told.encode(), digest_size=4).hexdigest()


class Deletions:
    """Deletes persons."""

    def __init__(self, database: Database, clock: Clock, schedule: Schedule, offers: Seeks, forget: Forget) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule
        self._seeks = offers
        self._forget = forget
        self._list = deletion_list.path_of(database.address)
        self._listing = asyncio.Lock()

    async def start(self) -> None:
        """Bring list and database together, after a backup was put back or a process died in between."""
        async with self._db.read() as connection:
            known = await deletion.every(connection)
        listed = await asyncio.to_thread(deletion_list.read, self._list)
        if missing := listed - known:
            async with self._db.write(long=True) as connection:
                found = await deletion.again(connection, missing, self._clock.now())
            for person_id in found:
                self._forget(person_id)
            if found:
                _log.warning("%d people were deleted again: the database is older than %s", len(found), self._list)
        await self._write_down()

    async def outline(self, person_id: int) -> Outline:
        """Return what stands between a person and their deletion. Raises NothingHeld."""
        async with self._db.read() as connection:
            if not await deletion.is_known(connection, person_id):
                raise NothingHeld
            return Outline(person_id, tuple(await finding.summaries(connection, finding.live_of_person(person_id))))

    async def delete(self, person_id: int, *, resigning: Collection[int] = ()) -> None:
        """Delete a person.

        Args:
            person_id: Who asks for it.
            resigning: The matches that they resign by it.

        Raises:
            NothingHeld: They are not known, or were deleted already.
            StillPlaying: Other matches of theirs go on. Nothing has changed.
        """
        async with self._db.write(long=True) as connection:
            running = await finding.summaries(connection, finding.live_of_person(person_id))
            if {each.id for each in running} - set(resigning):
                raise StillPlaying(tuple(running))
            await self._seeks.withdraw(connection, person_id)
            if not await deletion.delete_person(connection, person_id, self._clock.now()):
                raise NothingHeld
        self._forget(person_id)
        self._schedule.noticed(deletion.FAREWELL, self._clock.now())
        await self._write_down()
        try:
            await self._db.checkpoint()
        except sqlite3.OperationalError as error:
            _log.warning("the log of the database could not be emptied after a deletion: %s", error)

    async def _write_down(self) -> None:
        """Add to the list what the database has and it has not: done again where a process died in between."""
        async with self._listing:
            async with self._db.read() as connection:
                known = await deletion.every(connection)
            try:
                await asyncio.to_thread(deletion_list.add, self._list, known)
            except OSError:  # who was deleted is deleted; the next start tries again
                _log.exception("a deletion could not be written down in %s", self._list)
