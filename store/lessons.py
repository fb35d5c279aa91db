"""How far people are in the lessons of games."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from store.dialects import put_row
from store.schema import lessons


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
    statement = sqlite.insert(lessons) if connection.dialect.name == "sqlite" else postgresql.insert(lessons)
    row = {"person_id": person_id, "game": game, "step": 1, "at": at}
    begun = await connection.execute(statement.on_conflict_do_nothing(index_elements=("person_id", "game")), row)
    return bool(begun.rowcount)
