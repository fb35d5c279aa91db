"""What seats are held to while their choices are sealed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from store.db import raw
from store.db.checksums import checked
from store.schema import commitments, dropped_choices
from store.schema.dialects import put_row


@dataclass(frozen=True, slots=True)
class Commitment:
    """What a seat is held to while its choice is sealed (`hosting.match.sealing`).

    Attributes:
        match_id: Of which match.
        decision: The game's turn in which several choose at once.
        seat: Whose choice.
        salt: Random bytes, so that nobody finds the choice by trying.
        text: The choice. A secret until it is revealed.
        revealed: Whether it was.
    """

    match_id: int
    decision: int
    seat: Seat
    salt: bytes
    text: str
    revealed: bool = False


_REVEAL_ALL = update(commitments).where(commitments.c.match_id == bindparam("match")).values(revealed=True)
DropCause: TypeAlias = Literal["handed-over", "gave-up", "taken-back", "never-opened"]
"""Why a sealed choice never comes to light."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A hash that stood for a sealed choice which never comes to light; the choice itself is forgotten.

    Attributes:
        match_id: Of which match.
        decision: Which decision.
        seat: Whose choice it was.
        digest: The hash, in hexadecimal.
        cause: Why the choice is gone.
    """

    match_id: int
    decision: int
    seat: Seat
    digest: str
    cause: DropCause


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
    row = {
        "match_id": commitment.match_id,
        "decision": commitment.decision,
        "seat": commitment.seat,
        "salt": commitment.salt,
        "text": commitment.text,
        "revealed": commitment.revealed,
    }
    await put_row(connection, commitments, checked("commitments", row))


async def remove(connection: AsyncConnection, match_id: int, decision: int, seat: Seat) -> None:
    """Remove a commitment to a choice that never comes to light."""
    await connection.execute(
        delete(commitments).where(
            commitments.c.match_id == match_id, commitments.c.decision == decision, commitments.c.seat == seat
        )
    )


async def reveal(connection: AsyncConnection, match_id: int, decision: int, seats: Collection[Seat]) -> None:
    """Note that choices of a decision are known to all."""
    await connection.execute(
        update(commitments)
        .where(
            commitments.c.match_id == match_id, commitments.c.decision == decision, commitments.c.seat.in_(list(seats))
        )
        .values(revealed=True)
    )


async def reveal_all(connection: AsyncConnection, match_id: int) -> None:
    """Note that all choices of a match are known to all."""
    await raw.write(connection, _REVEAL_ALL, [{"match": match_id}])


async def drop(connection: AsyncConnection, dropped: Dropped) -> None:
    """Note a hash whose choice is gone."""
    row = {
        "match_id": dropped.match_id,
        "decision": dropped.decision,
        "digest": dropped.digest,
        "seat": dropped.seat,
        "cause": dropped.cause,
    }
    await put_row(connection, dropped_choices, checked("dropped_choices", row))


async def dropped_of(connection: AsyncConnection, match_id: int, decision: int) -> list[Dropped]:
    """Return the hashes of a decision whose choices are gone, by seat and hash."""
    of_decision = (dropped_choices.c.match_id == match_id, dropped_choices.c.decision == decision)
    query = select(dropped_choices).where(*of_decision).order_by(dropped_choices.c.seat, dropped_choices.c.digest)
    rows = await connection.execute(query)
    return [Dropped(row.match_id, row.decision, row.seat, row.digest, row.cause) for row in rows]


def _commitment(row: Row[Any]) -> Commitment:
    return Commitment(row.match_id, row.decision, row.seat, row.salt, row.text, row.revealed)
