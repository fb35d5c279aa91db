"""What tests of time given back share: a process that is killed, matches, and when the time of their players is up."""

from __future__ import annotations

from hosting.arena import Arena
from hosting.outages import CLOCK, NUDGE
from store.tables import deadlines
from tests.hosting.timed import DAY_S, begin, due

WEEK_S = 7 * DAY_S


async def kill(arena: Arena) -> None:
    """End a process without a last sign of life."""
    await arena.schedule.close()
    await arena.tasks.close()
    await arena.db.close()


async def nudged(arena: Arena, match_id: int = 1, seat: int = 1) -> object:
    """Return when a player is reminded."""
    async with arena.db.read() as connection:
        found = await deadlines.get(connection, NUDGE, f"{match_id}:{seat}")
    return None if found is None else found.due_at


async def begin_many(arena: Arena, count: int) -> None:
    """Begin matches in channels of their own."""
    for number in range(count):
        await begin(arena, channel=1000 + number)


async def dues(arena: Arena, count: int) -> list[tuple[object, object]]:
    """Return when the time of those who are to move is up, in each match and in its appointment."""
    found = [await arena.matches.get(number + 1) for number in range(count)]
    return [(due(each, 1), await arena.schedule.due_at(CLOCK, str(each.id))) for each in found]
