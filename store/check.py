"""Is all that is stored whole? Pages, references, people, the schema, every row, ratings, every match played again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import SetupError
from engine.game import Game
from store import files, finding, matches, migrate, results_check, row_check
from store.addresses import Address, parse
from store.database import Database
from store.ratings import command as ratings
from store.replay import ReplayError, dump_outcome, replay
from store.schema import match_seats, places
from store.strangers import strangers
from store.values import StoredMatch


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found.

    Attributes:
        matches: How many matches were played again.
        events: How many events they have.
        problems: Whatever is wrong, a line each.
    """

    matches: int
    events: int
    problems: tuple[str, ...]


async def check(address: Address, games: Callable[[str], Game[Any, Any, Any]], *, since: int = 1) -> Report:
    """Check a database that may be in use; nothing is changed, and an older schema is reported, not upgraded.

    Args:
        address: Which database.
        games: Gives the game with a key.
        since: The first match to play again; some milliseconds each.
    """
    where = parse(address)
    problems = files.damage(where) if isinstance(where, Path) else []
    database = await Database.connect(where)
    checked = events = 0
    try:
        async with database.read() as connection:
            obstacle = await connection.run_sync(migrate.obstacle)
        if obstacle is not None:
            return Report(0, 0, (*problems, obstacle))
        problems += [fault async for fault in row_check.faults(database, since)]
        async with database.read() as connection:
            problems += await strangers(connection)
            problems += (await ratings.compared(connection)).problems
        problems += [fault async for fault in results_check.faults(database)]
        async for match_id, stored, faults in _each(database, games, since):
            checked += 1
            events += 0 if stored is None else len(stored.events)
            problems += [f"match {match_id}: {fault}" for fault in faults]
    except DBAPIError as error:
        problems.append(str(error.orig))
    finally:
        await database.close()
    return Report(checked, events, tuple(problems))


async def _each(
    database: Database, games: Callable[[str], Game[Any, Any, Any]], since: int
) -> AsyncIterator[tuple[int, StoredMatch | None, list[str]]]:
    async with database.read() as connection:
        every = [match_id for match_id in await finding.ids(connection) if match_id >= since]
    for match_id in every:
        async with database.read() as connection:
            try:
                stored = await matches.load(connection, match_id)
                if stored is None:
                    raise ValueError("its row is not where its number says")
                found = [*_faults(stored, games), *await _stale_marks(connection, stored)]
            except (DBAPIError, ValueError, TypeError) as error:
                stored, found = None, [f"cannot be read: {error.orig if isinstance(error, DBAPIError) else error}"]
        yield match_id, stored, found


def _faults(stored: StoredMatch, games: Callable[[str], Game[Any, Any, Any]]) -> list[str]:
    """Return where the events of a match and what is noted of it disagree."""
    numbers = [event.seq for event in stored.events]
    if numbers != list(range(1, stored.seq + 1)):
        return [f"its events are numbered {numbers}, not 1 to {stored.seq}"]
    try:
        session = replay(games(stored.game), stored)
    except (ReplayError, SetupError) as error:
        return [str(error)]
    faults = []
    boards = [place.channel_id for place in stored.places if place.role == "board"]
    if boards != [stored.channel_id]:
        faults.append(f"its channel is noted as {stored.channel_id}, its board is shown in {boards}")
    moved = stored.events[-1].at if stored.events else stored.started_at
    if stored.moved_at != moved:
        faults.append(f"its last turn is noted at {stored.moved_at}, its events say {moved}")
    if stored.ended_at not in {None, moved}:
        faults.append(f"its end is noted at {stored.ended_at}, its events say {moved}")
    if tuple(sorted(session.to_act)) != stored.to_act:
        faults.append(f"seats {stored.to_act} are noted to act, its events lead to {sorted(session.to_act)}")
    outcome = None if session.outcome is None else dump_outcome(session.outcome)
    if outcome != stored.outcome:
        faults.append(f"its result is noted as {stored.outcome}, its events lead to {outcome}")
    if (outcome is not None) != (stored.status == "over"):
        faults.append(f"its status is {stored.status}, its events lead to {outcome}")
    return faults


async def _stale_marks(connection: AsyncConnection, stored: StoredMatch) -> list[str]:
    """Return which rows are marked as of a match that goes on though it is over, or the other way round."""
    live = stored.status != "over"
    seats = select(match_seats.c.seat).where(match_seats.c.match_id == stored.id, match_seats.c.live.is_not(live))
    kept = select(places.c.role).where(
        places.c.match_id == stored.id, places.c.role != "category", places.c.busy.is_not(live)
    )
    return [
        *(f"seat {seat} is marked wrongly" for seat in (await connection.execute(seats)).scalars()),
        *(f"place {role} is marked wrongly" for role in (await connection.execute(kept)).scalars()),
    ]
