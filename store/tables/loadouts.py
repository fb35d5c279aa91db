"""What is chosen in private before the start: at a table, what a match began with, what people keep under a name.

The texts are secrets: those of a table and of a match until the match is over, those that are kept for good.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from store.db.checksums import checked
from store.schema import match_loadouts, saved_loadouts, table_loadouts
from store.schema.dialects import put_row


@dataclass(frozen=True, slots=True)
class TableLoadout:
    """What a person has chosen at a table.

    Attributes:
        person_id: Who.
        salt: Random bytes, so that nobody finds the choice by trying.
        text: The choice. It is left out where the value is printed, as it could get into a log.
    """

    person_id: int
    salt: bytes = field(repr=False)
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MatchLoadout:
    """What a seat of a match began with.

    Attributes:
        seat: Whose.
        table_id: The table at which it was chosen.
        salt: As above; None where nobody chose, and the usual one is played.
        text: As above. A secret of its seat until the match is over.
    """

    seat: Seat
    table_id: int
    salt: bytes | None = field(repr=False)
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SavedLoadout:
    """What a person keeps for later matches.

    Attributes:
        name: What they call it; no two of one person and game are alike, whatever their case.
        text: In the game's canonical notation.
        data: The version of the game's data under which it was kept.
        at: When.
    """

    name: str
    text: str = field(repr=False)
    data: str
    at: datetime


async def put_at_table(connection: AsyncConnection, table_id: int, chosen: TableLoadout) -> None:
    """Write what a person has chosen, in place of what they had."""
    row = {"table_id": table_id, "person_id": chosen.person_id, "salt": chosen.salt, "text": chosen.text}
    await put_row(connection, table_loadouts, checked("table_loadouts", row))


async def at_table(connection: AsyncConnection, table_id: int) -> list[TableLoadout]:
    """Return what has been chosen at a table."""
    query = select(table_loadouts).where(table_loadouts.c.table_id == table_id).order_by(table_loadouts.c.person_id)
    return [TableLoadout(row.person_id, row.salt, row.text) for row in await connection.execute(query)]


async def forget_at_table(connection: AsyncConnection, table_id: int, person_ids: Iterable[int]) -> None:
    """Remove what some people have chosen at a table."""
    await connection.execute(
        delete(table_loadouts).where(
            table_loadouts.c.table_id == table_id, table_loadouts.c.person_id.in_(sorted(person_ids))
        )
    )


async def begin_with(connection: AsyncConnection, match_id: int, begun: Sequence[MatchLoadout]) -> None:
    """Write what a match begins with."""
    if begun:
        await connection.execute(
            insert(match_loadouts),
            [
                checked(
                    "match_loadouts",
                    {
                        "match_id": match_id,
                        "seat": each.seat,
                        "table_id": each.table_id,
                        "salt": each.salt,
                        "text": each.text,
                    },
                )
                for each in begun
            ],
        )


async def of_match(connection: AsyncConnection, match_id: int) -> list[MatchLoadout]:
    """Return what a match began with, by seat; nothing where nothing is chosen before the start."""
    query = select(match_loadouts).where(match_loadouts.c.match_id == match_id).order_by(match_loadouts.c.seat)
    return [MatchLoadout(row.seat, row.table_id, row.salt, row.text) for row in await connection.execute(query)]


async def keep(connection: AsyncConnection, person_id: int, game: str, saved: SavedLoadout) -> None:
    """Write what a person keeps, in place of what they kept under that name."""
    row = {
        "person_id": person_id,
        "game": game,
        "key": saved.name.casefold(),
        "name": saved.name,
        "text": saved.text,
        "data": saved.data,
        "at": saved.at,
    }
    await put_row(connection, saved_loadouts, checked("saved_loadouts", row))


async def kept_by(connection: AsyncConnection, person_id: int, game: str) -> list[SavedLoadout]:
    """Return what a person keeps for a game, by name."""
    query = select(saved_loadouts).where(saved_loadouts.c.person_id == person_id, saved_loadouts.c.game == game)
    rows = await connection.execute(query)
    return sorted((SavedLoadout(row.name, row.text, row.data, row.at) for row in rows), key=_by_name)


async def count_kept(connection: AsyncConnection, person_id: int) -> int:
    """Return how much a person keeps, for all games together."""
    query = select(func.count()).select_from(saved_loadouts).where(saved_loadouts.c.person_id == person_id)
    return int((await connection.execute(query)).scalar_one())


async def drop(connection: AsyncConnection, person_id: int, game: str, name: str) -> bool:
    """Remove what a person keeps under a name; return whether there was anything."""
    done = await connection.execute(
        delete(saved_loadouts).where(
            saved_loadouts.c.person_id == person_id,
            saved_loadouts.c.game == game,
            saved_loadouts.c.key == name.casefold(),
        )
    )
    return done.rowcount == 1


def _by_name(saved: SavedLoadout) -> tuple[str, str]:
    return saved.name.casefold(), saved.name
