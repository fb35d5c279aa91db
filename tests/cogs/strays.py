"""Accounts that stand where only persons may: the program keeps who is who in one table, and nowhere else."""

from __future__ import annotations

from sqlalchemy import select

from store.check import strangers
from store.schema import metadata
from tests.cogs.conftest import World


async def strays(world: World) -> list[str]:
    """Return what is stored with an account in it outside the table of people, and who is named and does not exist."""
    accounts = [str(number) for number in world.env.backend.users]
    found = []
    async with world.bot.arena.db.read() as connection:
        for name, table in metadata.tables.items():
            if name == "people":
                continue
            rows = [str(tuple(row)) for row in await connection.execute(select(table))]
            found += [f"{name}: {row}" for row in rows if any(account in row for account in accounts)]
        found += await strangers(connection)
    return found
