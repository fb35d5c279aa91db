"""What seats are held to while their choices are sealed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Seat
from store.schema import commitments
from store.values import Commitment


async def of_decision(connection: AsyncConnection, match_id: int, decision: int) -> list[Commitment]:
    """Return the commitments to the choices of one decision, by seat."""
    query = select(commitments).where(commitments.c.match_id == match_id, commitments.c.decision == decision)
    return [_commitment(row) for row in await connection.execute(query.order_by(commitments.c.seat))]


async def of_match(connection: AsyncConnection, match_id: int) -> list[Commitment]:
    """Return all commitments of a match, by decision and seat."""
    query = select(commitments).where(commitments.c.match_id == match_id)
    rows = await connection.execute(query.order_by(commitments.c.decision, commitments.c.seat))
    return [_commitment(row) for row in rows]


async def put(connection: AsyncConnection, commitment: Commitment) -> None:
    """Write a commitment in place of the seat's earlier one in the same decision."""
    await remove(connection, commitment.match_id, commitment.decision, commitment.seat)
    await connection.execute(
        insert(commitments),
        {
            "match_id": commitment.match_id,
            "decision": commitment.decision,
            "seat": commitment.seat,
            "salt": commitment.salt,
            "text": commitment.text,
            "revealed": commitment.revealed,
        },
    )


async def remove(connection: AsyncConnection, match_id: int, decision: int, seat: Seat) -> None:
    """Remove a commitment to a choice that never comes to light."""
    await connection.execute(
        delete(commitments).where(
            commitments.c.match_id == match_id, commitments.c.decision == decision, commitments.c.seat == seat
        )
    )


async def reveal(connection: AsyncConnection, match_id: int, decision: int) -> None:
    """Note that the choices of a decision are known to all."""
    await connection.execute(
        update(commitments)
        .where(commitments.c.match_id == match_id, commitments.c.decision == decision)
        .values(revealed=True)
    )


def _commitment(row: Row[Any]) -> Commitment:
    return Commitment(row.match_id, row.decision, row.seat, row.salt, row.text, row.revealed)
