"""How far people are in the lessons of games, and who was helped at their first turn of one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Table, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from store.dialects import put_row
from store.schema import greetings, lessons


async def of_person(connection: AsyncConnection, person_id: int) -> dict[str, int]:
    """Return how many steps a person has behind them, by the key of the game; no lesson that they never began."""
    query = select(lessons.c.game, lessons.c.step).where(lessons.c.person_id == person_id)
    return {row.game: row.step for row in await connection.execute(query)}


async def put(connection: AsyncConnection, person_id: int, game: str, step: int, at: datetime) -> None:
    """Write how many steps a person has behind them, whatever it was before."""
    await put_row(connection, lessons, {"person_id": person_id, "game": game, "step": step, "at": at})


async def advance(connection: AsyncConnection, person_id: int, game: str, step: int, at: datetime) -> bool:
    """Write that a person has one step more behind them than `step`; return False where they are not there."""
    here = (lessons.c.person_id == person_id, lessons.c.game == game, lessons.c.step == step)
    moved = await connection.execute(update(lessons).where(*here).values(step=step + 1, at=at))
    if moved.rowcount:
        return True
    if step:
        return False
    return await _added(connection, lessons, {"person_id": person_id, "game": game, "step": 1, "at": at})


async def greet(connection: AsyncConnection, person_id: int, game: str, at: datetime) -> bool:
    """Write that a person is helped at their first turn of a game; return False where they were before."""
    return await _added(connection, greetings, {"person_id": person_id, "game": game, "at": at})


async def _added(connection: AsyncConnection, table: Table, row: Mapping[str, object]) -> bool:
    """Add a person's row of a game; return False where there is one."""
    statement = sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
    added = await connection.execute(statement.on_conflict_do_nothing(index_elements=("person_id", "game")), row)
    return bool(added.rowcount)
