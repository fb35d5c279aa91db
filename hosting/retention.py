"""Deletion after a time: servers that the bot has left, logs of silence, imported records, closed tables. And backups.

Once a day everything whose time has come is removed, some matches in a transaction, so that nothing waits for long and
a process that dies in between goes on where it was. Only Discord knows that the bot isn't in a server any more: the
handler of the appointment names the servers that it is in (`cogs.people.cog`).
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeAlias, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from hosting.core import Core
from hosting.people import Settings
from store.db.addresses import StoreError
from store.db.backups import Backups
from store.privacy import deletion, purge
from store.share import SERVER
from store.tables import imports, lobby, people

RETENTION: Final = "retention"
"""The appointment to remove what is not kept any longer; each process has one (`Share.key`)."""
EVERY: Final = timedelta(days=1)
AT_ONCE: Final = 100
"""Matches, or tables, removed in one transaction."""
RESTS: Final = 20
"""Wait before deletions cause it again, as a multiple of the time that scrubbing took."""
UNNOTICED_S: Final = 1.0
"""How long turns may wait at any time."""
_SCRUBBED: Final = "scrubbed"
"""The note of the last erasure after which the files of the database were scrubbed."""
_SCRUBBED_AFTER: Final[tuple[purge.Cause, ...]] = ("server", "person")

Served = Callable[[int], bool]
"""Tells whether Discord sends a server's events to this process (its shard)."""

Forget = Callable[[Collection[int]], None]
"""Drops removed matches, and the people of their server, from memory."""

T = TypeVar("T")
_Remove: TypeAlias = Callable[[AsyncConnection, int, datetime], Awaitable[T]]

_log = logging.getLogger(__name__)


class _Back(Exception):  # noqa: N818 - nothing is wrong
    """A server has invited the bot back."""


@dataclass(frozen=True, slots=True)
class Periods:
    """How long things are kept; PRIVACY.md says it to people.

    Attributes:
        removed_servers: Data of a server, after the bot was removed from it.
        silence_logs: The log of a match's silence, after its end.
        imports: An imported record.
        closed_tables: A cancelled table, after it was opened.
        exports: The note that a person asked for a copy of their data.
    """

    removed_servers: timedelta = timedelta(days=30)
    silence_logs: timedelta = timedelta(days=365)
    imports: timedelta = timedelta(days=90)
    closed_tables: timedelta = timedelta(days=90)
    exports: timedelta = timedelta(days=1)


@dataclass(eq=False, slots=True)
class Retention:
    """Removes data whose time has come."""

    core: Core
    settings: Settings
    forget: Forget
    periods: Periods
    _rests_until: float = field(default=0.0, init=False)

    async def arrange(self) -> None:
        share = self.core.share
        await self.core.schedule.ensure(RETENTION, share.key, self.core.clock.now() + EVERY, guild_id=share.a_server)

    async def again(self, after: timedelta) -> None:
        share = self.core.share
        await self.core.schedule.set(RETENTION, share.key, self.core.clock.now() + after, guild_id=share.a_server)

    async def left(self, guild_id: int) -> None:
        """Note that the bot was removed from a server: from now on its days are counted."""
        async with self.core.db.write() as connection:
            await purge.note_departure(connection, guild_id, self.core.clock.now())

    async def returned(self, *guild_ids: int) -> None:
        """Note that the bot is in servers (again): nothing of theirs is removed."""
        async with self.core.db.read() as connection:
            back = (await purge.departures_of(connection)).keys() & set(guild_ids)
        if back:
            async with self.core.db.write() as connection:
                await purge.cancel_departure(connection, back)

    async def compare(self, present: Collection[int], served: Served) -> None:
        """Find servers that the bot was removed from, or invited back to, while it was not connected.

        `present`: the servers that it is in by Discord's account, reachable or not; `served`: which servers are this
        process's.
        """
        await self.returned(*present)
        async with self.core.db.read() as connection:
            stored = await purge.stored_servers(connection)
            noted = await purge.departures_of(connection)
        for guild_id in sorted(stored - set(present) - noted.keys()):
            if served(guild_id):
                await self.left(guild_id)
                _log.info("the bot isn't in server %d any more", guild_id)

    async def remove_expired(self, present: Collection[int], served: Served) -> None:
        """Remove data whose time has come: of this process's servers, and what is in none if it has that, too.

        `present`: the servers that the bot is in just now, of which nothing is removed; `served`: which servers are
        this process's.
        """
        await self.returned(*present)
        now = self.core.clock.now()
        async with self.core.db.read() as connection:
            noted = await purge.departures_of(connection)
        for guild_id, at in sorted(noted.items()):
            if at <= now - self.periods.removed_servers and served(guild_id):
                await self._remove_server(guild_id)
        if not self.core.share.has(0):
            return
        await self._remove_silence_logs(now - self.periods.silence_logs)
        async with self.core.db.write() as connection:
            await imports.prune(connection, now - self.periods.imports)
            await purge.prune_exports(connection, now - self.periods.exports)
        while await self._remove_tables(now - self.periods.closed_tables) == AT_ONCE:
            pass
        await self.scrub()

    async def _remove_server(self, guild_id: int) -> None:
        """Remove everything of a server, some of it in each transaction; persons possibly known elsewhere last."""
        count = 0
        try:
            while found := await self._portion(guild_id, _some_matches):
                count += len(found)
                self.forget(found)
            rows: Iterable[_Remove[int]] = (partial(_some_rows, name) for name in purge.tables_of_servers())
            for remove in (_some_tables, *rows, _some_people):
                while await self._portion(guild_id, remove):
                    self.forget(())
            await self._portion(guild_id, purge.remove_server)
        except _Back:
            return
        finally:
            self.settings.forget_server(guild_id)
        _log.info("removed everything of a server that the bot has left, %d matches", count)

    async def _portion(self, guild_id: int, remove: _Remove[T]) -> T:
        """Remove a part of a server's data, and return the result of that. Raises _Back."""
        async with self.core.db.write(long=True) as connection:
            if await purge.departed_since(connection, guild_id) is None:
                raise _Back
            self.core.db.announce(connection, SERVER, guild_id)
            return await remove(connection, guild_id, self.core.clock.now())

    async def _remove_silence_logs(self, before: datetime) -> None:
        found = AT_ONCE
        while found == AT_ONCE:
            async with self.core.db.write(long=True) as connection:
                found = await purge.remove_silence_logs(connection, before, AT_ONCE, self.core.clock.now())

    async def _remove_tables(self, before: datetime) -> int:
        async with self.core.db.write() as connection:
            return await lobby.remove_cancelled(connection, before, AT_ONCE)

    @property
    def rest(self) -> timedelta:
        """How long to wait before the files are scrubbed again, as turns wait for it: no time for small ones."""
        return timedelta(seconds=max(0.0, self._rests_until - self.core.clock.monotonic()))

    async def scrub(self) -> None:
        """Leave nothing of removed servers and people in the files of the database."""
        async with self.core.db.read() as connection:
            noted = int(await people.note(connection, _SCRUBBED) or 0)
            latest = await purge.removed_since(connection, noted, _SCRUBBED_AFTER)
        if latest is None:
            return
        begun = self.core.clock.monotonic()
        try:
            await self.core.db.scrub()
        except sqlite3.OperationalError as error:
            _log.warning("could not compact the database after something was removed: %s", error)
            return
        finally:
            took = self.core.clock.monotonic() - begun
            self._rests_until = begun + took * (1 + RESTS) if took > UNNOTICED_S else 0.0
        async with self.core.db.write() as connection:
            await people.set_note(connection, _SCRUBBED, str(latest))


async def _some_matches(connection: AsyncConnection, guild_id: int, at: datetime) -> list[int]:
    found = await purge.matches_of(connection, guild_id, AT_ONCE)
    if found:
        await purge.remove_matches(connection, found, at)
    return found


async def _some_tables(connection: AsyncConnection, guild_id: int, at: datetime) -> int:
    return await purge.remove_tables(connection, guild_id, AT_ONCE, at)


async def _some_rows(name: str, connection: AsyncConnection, guild_id: int, at: datetime) -> int:
    return await purge.remove_rows(connection, name, guild_id, at)


async def _some_people(connection: AsyncConnection, guild_id: int, at: datetime) -> int:
    """Remove names, and people known from there alone; return how many names."""
    known = await purge.remove_names(connection, guild_id, AT_ONCE, at)
    await deletion.forget_unknown(connection, known, at)
    return len(known)


# Copies of the database while the bot runs: one after each interval, as an appointment that survives a restart.


BACKUP: Final = "backup"
"""The appointment to copy the database."""
FIRST_COPY: Final = timedelta(minutes=10)
"""Wait after a start before the first copy."""
COPY_AGAIN: Final = timedelta(hours=1)
"""Wait before a copy is tried again."""


@dataclass(eq=False, slots=True)
class ScheduledBackups:
    """Copies the database from time to time; nobody waits for it.

    SQLite copies in a thread, and PostgreSQL's `pg_dump` is a process of its own.
    """

    core: Core
    backups: Backups | None

    async def start(self) -> None:
        """Make the appointment, bring it forward where the interval is shorter than it was, or cancel it.

        One process does it for all.
        """
        if not self.core.share.leads:
            return
        due = await self.core.schedule.due_at(BACKUP, "")
        if self.backups is None:
            if due is not None:
                await self.core.schedule.cancel(BACKUP, "")
            return
        now = self.core.clock.now()
        if due is None or due > now + self.backups.every:
            await self.core.schedule.set(BACKUP, "", now + min(FIRST_COPY, self.backups.every))

    async def due(self, _key: str, _payload: Json) -> None:
        if self.backups is None:
            return
        now = self.core.clock.now()
        try:
            path = await self.backups.make(self.core.db.address, now)
        except (StoreError, OSError, sqlite3.Error, DBAPIError) as error:
            reason = error.orig if isinstance(error, DBAPIError) else error
            _log.error("no backup was made, and the next try is in an hour: %s", reason, extra={"cause": "backup"})
            await self.core.schedule.postpone(BACKUP, "", now + COPY_AGAIN)
            return
        _log.info("the database was copied to %s", path)
        await self.core.schedule.postpone(BACKUP, "", now + self.backups.every)
