"""Answers that players have stored in advance. Nobody but their player may learn of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Row, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from store.checksums import checked
from store.dialects import put_row
from store.schema import matches, prepared_answers


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a seat answers in advance.

    Attributes:
        match_id: In which match.
        seat: Whose.
        person_id: Who stored it; it counts for nobody else.
        answers: Texts by what they answer (`engine.choices.Preparation`).
        at: When they were stored.
    """

    match_id: int
    seat: Seat
    person_id: int
    answers: Mapping[str, str]
    at: datetime


async def of_seat(connection: AsyncConnection, match_id: int, seat: Seat) -> Prepared | None:
    """Return what a seat answers in advance, or None."""
    query = select(prepared_answers).where(prepared_answers.c.match_id == match_id, prepared_answers.c.seat == seat)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _prepared(row)


async def asked_now(connection: AsyncConnection) -> list[int]:
    """Return the running matches in which a seat that alone must act has stored something."""
    query = (
        select(prepared_answers.c.match_id, prepared_answers.c.seat, matches.c.to_act)
        .join(matches, matches.c.id == prepared_answers.c.match_id)
        .where(matches.c.status == "running", matches.c.paused.is_(None))
        .order_by(prepared_answers.c.match_id)
    )
    return [row.match_id for row in await connection.execute(query) if row.to_act == [row.seat]]


async def put(connection: AsyncConnection, prepared: Prepared) -> None:
    """Write what a seat answers in advance, in place of what it had stored before."""
    row = {
        "match_id": prepared.match_id,
        "seat": prepared.seat,
        "person_id": prepared.person_id,
        "answers": dict(prepared.answers),
        "at": prepared.at,
    }
    await put_row(connection, prepared_answers, checked("prepared_answers", row))


async def remove(connection: AsyncConnection, match_id: int, seat: Seat | None = None) -> None:
    """Remove what a seat has stored, or what all seats of a match have."""
    statement = delete(prepared_answers).where(prepared_answers.c.match_id == match_id)
    await connection.execute(statement if seat is None else statement.where(prepared_answers.c.seat == seat))


def _prepared(row: Row[Any]) -> Prepared:
    return Prepared(row.match_id, row.seat, row.person_id, cast("Mapping[str, str]", row.answers), row.at)
