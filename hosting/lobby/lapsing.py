"""Tables at which no match is started in time: a notice a day before, then they are closed.

Both survive a restart at any point. Before the notice is posted the appointment says so (`Coming`), so that after a
crash it is looked for first; a notice is always followed by a whole day, however long the bot was away.
After the table was closed the appointment stays until the table's message shows it.

Many tables can come due at once: after a long outage, when a server chooses a shorter time, or when its bot learns that
tables lapse. Their notices come one after the other in each channel, `APART`, and each table has its whole day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from engine.game import Json
from hosting.lobby.errors import NoSuchTable, TableClosed
from hosting.lobby.tables import Tables
from hosting.lobby.waiting import LAPSE, LOOK_AGAIN, NOTICE, notice_at
from hosting.match.model import Table
from hosting.outbox.errors import Retry
from hosting.runtime.lru import Recent
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from hosting.settings import Settings
from store import deadlines, tables
from store.database import Database

APART = timedelta(hours=1)
"""Between notices in one channel."""
_CHANNELS = 1024
"""In how many channels the last notice is remembered; a process that starts remembers none."""


@dataclass(frozen=True, slots=True)
class Coming:
    """What the appointment of a table holds from its notice on.

    Attributes:
        at: When the table lapses.
        told: Whether the notice is known to stand in the channel.
    """

    at: datetime
    told: bool

    def dump(self) -> Json:
        """Return what is stored of it."""
        return {"at": self.at.isoformat(), "told": self.told}

    @classmethod
    def load(cls, payload: Json) -> Coming:
        """Return what `dump` wrote. Raises ValueError if it is nothing of the kind."""
        match payload:
            case {"at": str(at), "told": bool(told)}:
                return cls(datetime.fromisoformat(at), told)
        raise ValueError(f"not a notice: {payload!r}")


class Announcer(Protocol):
    """Shows what becomes of tables. What cannot be shown any more, or nowhere, is not its concern."""

    async def warn(self, table: Table, at: datetime) -> None:
        """Post that a table lapses at a time. Raises Retry if that may work later."""
        ...

    async def warned(self, table: Table, at: datetime) -> bool:
        """Return whether that was posted, perhaps by a process that died. Raises Retry."""
        ...

    async def show(self, table: Table) -> None:
        """Have the message of a table show that it has lapsed. Raises Retry."""
        ...


class Lapsing:
    """Sees to tables that have waited for as long as their server lets them."""

    def __init__(self, database: Database, clock: Clock, schedule: Schedule, settings: Settings, lobby: Tables) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule
        self._settings = settings
        self._tables = lobby
        self._announcer: Announcer | None = None
        self._last_notice: Recent[int, datetime] = Recent(_CHANNELS)

    def set_announcer(self, announcer: Announcer) -> None:
        """Name who tells the players; until then no table lapses."""
        self._announcer = announcer
        self._schedule.handle(LAPSE, self._due)

    async def rearrange(self, guild_id: int) -> None:
        """Move the appointments of a server's tables after it chose another time; what was announced stays."""
        days = (await self._settings.server(guild_id)).table_days
        earliest: datetime | None = None
        async with self._db.write() as connection:
            for table in await tables.open_in(connection, guild_id):
                there = await deadlines.get(connection, LAPSE, str(table.id))
                if there is not None and there.payload is None:
                    due = notice_at(table, days)
                    await self._schedule.put(connection, LAPSE, str(table.id), due)
                    earliest = due if earliest is None else min(due, earliest)
        if earliest is not None:
            self._schedule.noticed(LAPSE, earliest)

    async def _due(self, key: str, payload: Json) -> None:
        """Do what is next for a table; a handler of appointments."""
        try:
            table = await self._tables.get(int(key))
        except NoSuchTable:
            return
        try:
            if table.lapsed:
                await self._show(table)
            elif table.status == "open":
                await self._see_to(table, None if payload is None else Coming.load(payload))
        except Retry as error:
            due = self._clock.now() + max(LOOK_AGAIN, timedelta(seconds=error.after))
            async with self._db.write() as connection:
                there = await deadlines.get(connection, LAPSE, key)
                if there is not None:
                    await self._schedule.put(connection, LAPSE, key, due, there.payload)
            self._schedule.noticed(LAPSE, due)

    async def _see_to(self, table: Table, coming: Coming | None) -> None:
        first = notice_at(table, (await self._settings.server(table.guild_id)).table_days)
        if first > self._clock.now():  # the server lets its tables wait longer by now
            await self._schedule.set(LAPSE, str(table.id), first)
        elif coming is None or not coming.told:
            await self._warn(table, first + NOTICE, coming)
        else:
            await self._lapse(table)

    async def _warn(self, table: Table, end: datetime, coming: Coming | None) -> None:
        if coming is None and (free := self._free_at(table.channel_id)) > self._clock.now():
            await self._schedule.set(LAPSE, str(table.id), free)
            return
        if coming is None or not await self._named.warned(table, coming.at):
            now = self._clock.now()
            coming = Coming(max(end, now + NOTICE), told=False)
            await self._schedule.set(LAPSE, str(table.id), now + LOOK_AGAIN, coming.dump())
            self._last_notice.put(table.channel_id, now)
            await self._named.warn(table, coming.at)
        async with self._db.write() as connection:
            current = await tables.load(connection, table.id)
            if current is None or current.status != "open":  # its appointment has gone with it
                return
            await self._schedule.put(connection, LAPSE, str(table.id), coming.at, Coming(coming.at, told=True).dump())
        self._schedule.noticed(LAPSE, coming.at)

    def _free_at(self, channel_id: int) -> datetime:
        """Return from when on a notice may follow the last one in a channel."""
        last = self._last_notice.get(channel_id)
        return self._clock.now() if last is None else last + APART

    async def _lapse(self, table: Table) -> None:
        async with self._tables.lock(table.id):  # nobody makes channels for its match meanwhile
            try:
                table = await self._tables.lapse(table.id)
            except (NoSuchTable, TableClosed):
                return
        await self._show(table)

    async def _show(self, table: Table) -> None:
        await self._named.show(table)
        await self._schedule.cancel(LAPSE, str(table.id))

    @property
    def _named(self) -> Announcer:
        if self._announcer is None:
            raise AssertionError("nobody tells players that their tables lapse")
        return self._announcer
