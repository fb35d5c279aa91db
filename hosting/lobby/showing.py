"""The message of a table, which shows what was changed at it though the process that changed it may have died.

Who opens a table, or changes it by a press, shows it in the same breath, and says so (`Tables.set_message`,
`Showing.shown`). Until then there is an appointment, written in the transaction of the change: what it finds due is
shown by it, at the next start at once, and at once where the answer to a press or a command is lost.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

from engine.game import Json
from hosting.lobby.errors import NoSuchTable
from hosting.lobby.tables import Tables
from hosting.lobby.waiting import SHOWING, SOON, end_showing
from hosting.match.model import Table
from hosting.outbox.errors import Retry
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import deadlines
from store.database import Database


class Show(Protocol):
    """Brings the message of a table up to date."""

    async def __call__(self, table: Table, /) -> None:
        """Show a table as it is. Raises Retry if that may work later."""
        ...


class Showing:
    """Sees to messages of tables that may be behind."""

    def __init__(self, database: Database, clock: Clock, schedule: Schedule, lobby: Tables) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule
        self._tables = lobby
        self._show: Show | None = None

    def set_show(self, show: Show) -> None:
        """Name who brings messages of tables up to date; until then they wait."""
        self._show = show
        self._schedule.handle(SHOWING, self._due)

    async def shown(self, table: Table) -> None:
        """Note that the message of a table shows it as it was at this revision."""
        async with self._db.write() as connection:
            await end_showing(connection, table.id, table.rev)

    async def resume(self) -> None:
        """Have shown now what a process that ended, or an answer that was lost, has not shown."""
        now = self._clock.now()
        async with self._db.write() as connection:
            await deadlines.hasten(connection, SHOWING, now)
        self._schedule.noticed(SHOWING, now)

    async def _due(self, key: str, payload: Json) -> None:
        """Show a table; a handler of appointments."""
        if self._show is None:
            raise AssertionError("nobody brings messages of tables up to date")
        try:
            async with self._tables.lock(int(key)):  # a press meanwhile shows what it did after this
                await self._show(await self._tables.get(int(key)))
        except NoSuchTable:
            return
        except Retry as error:
            due = self._clock.now() + max(SOON, timedelta(seconds=error.after))
            await self._schedule.postpone(SHOWING, key, due, payload)
