"""Ratings of a whole database, checked or repaired from outside: `python -m store ratings`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from store import migrate, row_check
from store.addresses import Address
from store.database import Database
from store.ratings import stored
from store.ratings.check import examine, rebuild, stray
from store.ratings.model import MODEL
from store.ratings.replay import DamagedResultError

TABLES = ("results", "pools", "rating_changes", "ratings")
"""What ratings follow from, and where they are."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of ratings found.

    Attributes:
        pools: How many pools were computed.
        matches: How many matches.
        problems: The first difference, and which rows are damaged, a line each; nothing if all is well.
    """

    pools: int
    matches: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a repair of ratings did.

    Attributes:
        written: How many ratings were written, by pool; only of pools that were not as computed.
        problems: Why nothing was written in a pool, or at all, a line each.
    """

    written: dict[int, int]
    problems: tuple[str, ...]


async def check(address: Address) -> Checked:
    """Compute every pool from the results and compare it with what is stored, up to the first difference.

    The database may be in use; it is seen as it is at one moment, and nothing is changed.
    """
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            if (obstacle := await connection.run_sync(migrate.obstacle)) is not None:
                return Checked(0, 0, (obstacle,))
            checked = await compared(connection)
        if not checked.problems:
            return checked
        faults = [fault async for fault in row_check.faults(database, tables=TABLES)]
        return Checked(checked.pools, checked.matches, (*checked.problems, *faults))
    finally:
        await database.close()


async def compared(connection: AsyncConnection) -> Checked:
    """Compute every pool from the results and compare it with what is stored, up to the first difference."""
    pools = matches = 0
    try:
        for problem in await stray(connection):
            return Checked(0, 0, (problem,))
        for pool in await stored.every(connection):
            found = await examine(connection, pool)
            pools, matches = pools + 1, matches + found.matches
            if found.differences:
                return Checked(pools, matches, (str(found.differences[0]),))
    except DamagedResultError as error:
        return Checked(pools, matches, (str(error),))
    except (DBAPIError, ValueError, TypeError, ArithmeticError) as error:  # the last: a number that no column holds
        reason = error.orig if isinstance(error, DBAPIError) else error
        return Checked(pools, matches, (f"what is stored cannot be read: {reason}",))
    return Checked(pools, matches, ())


async def repair(address: Address) -> Rebuilt:
    """Write, by appending, what every pool comes to by its results.

    Raises:
        StoreError: The database is in use, or cannot be used.
    """
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            obstacle = await connection.run_sync(migrate.obstacle)
    finally:
        await database.close()
    if obstacle is not None:
        return Rebuilt({}, (obstacle,))
    database = await Database.open(address)
    written, problems = {}, []
    try:
        async with database.read() as connection:
            pools = await stored.every(connection)
        for pool in pools:
            if pool.model != MODEL:
                problems.append(f"pool {pool.id} is rated by {pool.model}, this version rates by {MODEL}")
                continue
            try:
                async with database.write(long=True) as connection:
                    if count := await rebuild(connection, pool, datetime.now(UTC)):
                        written[pool.id] = count
            except DamagedResultError as error:
                problems.append(str(error))
            except (DBAPIError, ValueError, TypeError, ArithmeticError) as error:
                reason = error.orig if isinstance(error, DBAPIError) else error
                problems.append(f"pool {pool.id} cannot be read: {reason}")
    finally:
        await database.close()
    return Rebuilt(written, tuple(problems))
