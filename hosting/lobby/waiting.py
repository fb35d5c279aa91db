"""The appointments of a table: that at the end of its time, and that at which its message shows what was changed.

Both are written with the table. The time counts from when the table was opened. Its appointment is first for a notice,
a day before, and then for the end; what it holds says which (`hosting.lobby.lapsing` keeps it). It goes with the table:
who starts or cancels one in time cancels it, too. `hosting.lobby.showing` keeps the other appointment.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.match.model import Table
from hosting.runtime.scheduler import Schedule
from store import deadlines, settings

LAPSE = "lapse"
"""The kind of appointment, its key being the table."""
NOTICE = timedelta(days=1)
"""How long before the end of a table there is a notice of it."""
LOOK_AGAIN = timedelta(minutes=5)
"""When it is looked after what was begun and may have been cut off."""

SHOWING = "show-table"
"""The kind of appointment at which the message of a table is brought up to date; it holds the table's revision."""
SOON = timedelta(minutes=1)
"""How long who changed a table has to show it, and how long to wait where it could not be shown."""

FEWEST_DAYS, MOST_DAYS = 2, 365
"""What a server can choose: the notice comes after the opening."""


def notice_at(table: Table, days: int) -> datetime:
    """Return when the notice about a table is due where tables wait for a number of days."""
    return table.created_at + timedelta(days=days) - NOTICE


async def begin_waiting(connection: AsyncConnection, schedule: Schedule, table: Table) -> datetime:
    """Make the appointments of a table that was opened; return when the first notice is due, for `Schedule.noticed`."""
    due = notice_at(table, (await settings.server(connection, table.guild_id)).table_days)
    await schedule.put(connection, LAPSE, str(table.id), due)
    await begin_showing(connection, schedule, table, table.created_at)
    return due


async def end_waiting(connection: AsyncConnection, schedule: Schedule, table: Table, now: datetime) -> None:
    """See to the appointment of a table that was closed.

    That of a table that has lapsed stays until the table's message says so.
    """
    if table.lapsed:
        await schedule.put(connection, LAPSE, str(table.id), now + LOOK_AGAIN)
    else:
        await deadlines.remove(connection, LAPSE, str(table.id))


async def begin_showing(connection: AsyncConnection, schedule: Schedule, table: Table, now: datetime) -> None:
    """Have the message of a table that was opened or changed follow, should the process die before it shows that.

    Nothing for a table that was closed before it had a message, nor for one that has lapsed, which has an appointment
    of its own.
    """
    if table.lapsed:
        return
    if table.message_id is None and table.status != "open":
        await deadlines.remove(connection, SHOWING, str(table.id))
        return
    # Nobody is woken for it: it is hastened where an answer is lost, and appointments are looked at twice a minute.
    await schedule.put(connection, SHOWING, str(table.id), now + SOON, table.rev)


async def end_showing(connection: AsyncConnection, table_id: int, rev: int) -> None:
    """Note that the message of a table shows it as it was at a revision; what was changed after it is still to come."""
    key = str(table_id)
    there = await deadlines.get(connection, SHOWING, key)
    if there is not None and isinstance(there.payload, int) and there.payload <= rev:
        await deadlines.remove(connection, SHOWING, key)
