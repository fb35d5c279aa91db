"""How long an open table waits for its match: the appointment at its end, which is written with the table.

The time counts from when the table was opened. The appointment is first for a notice, a day before, and then for the
end; what it holds says which (`hosting.lobby.lapsing` keeps it). It goes with the table: who starts or cancels one in
time cancels it, too.
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

FEWEST_DAYS, MOST_DAYS = 2, 365
"""What a server can choose: the notice comes after the opening."""


def notice_at(table: Table, days: int) -> datetime:
    """Return when the notice about a table is due where tables wait for a number of days."""
    return table.created_at + timedelta(days=days) - NOTICE


async def begin_waiting(connection: AsyncConnection, schedule: Schedule, table: Table) -> datetime:
    """Make the appointment of a table that was opened; return when it is due, for `Schedule.noticed`."""
    due = notice_at(table, (await settings.server(connection, table.guild_id)).table_days)
    await schedule.put(connection, LAPSE, str(table.id), due)
    return due


async def end_waiting(connection: AsyncConnection, schedule: Schedule, table: Table, now: datetime) -> None:
    """See to the appointment of a table that was closed.

    That of a table that has lapsed stays until the table's message says so.
    """
    if table.lapsed:
        await schedule.put(connection, LAPSE, str(table.id), now + LOOK_AGAIN)
    else:
        await deadlines.remove(connection, LAPSE, str(table.id))
