"""Requests of players that the others must agree to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from store.schema import requests
from store.schema.base import checked
from store.tables.values import Subject

RequestStatus: TypeAlias = Literal["open", "accepted", "refused", "withdrawn", "outdated"]


@dataclass(frozen=True, slots=True)
class Request:
    """Something a player asks the others to agree to.

    Attributes:
        id: Never reused.
        seq: The match's event when it was asked.
        kind: E.g. `"undo"` (`hosting.consent.requests`).
        seat: Whose request it is.
        person_id: Who asked.
        agreed: The seats that agreed, that of the asker among them.
        status: Only an open request can be answered.
        decided_at: When it was decided, taken back or overtaken; None while it is open.
    """

    id: int
    match_id: int
    seq: int
    kind: str
    seat: Seat
    person_id: int
    detail: Mapping[str, Json]
    agreed: tuple[Seat, ...]
    status: RequestStatus
    created_at: datetime
    decided_at: datetime | None = None


_OPEN = (
    select(requests)
    .where(requests.c.match_id == bindparam("match"), requests.c.decided_at.is_(None))
    .order_by(requests.c.id)
)


async def add(
    connection: AsyncConnection,
    *,
    match_id: int,
    seq: int,
    kind: str,
    seat: Seat,
    person_id: int,
    detail: Mapping[str, Json],
    agreed: Sequence[Seat],
    at: datetime,
) -> Request:
    row = {
        **Subject.of_match(match_id).columns(),
        "seq": seq,
        "kind": kind,
        "seat": seat,
        "person_id": person_id,
        "detail": detail,
        "agreed": list(agreed),
        "status": "open",
        "created_at": at,
    }
    statement = insert(requests).returning(requests.c.id)
    request_id = (await connection.execute(statement, checked("requests", row))).scalar_one()
    return Request(request_id, match_id, seq, kind, seat, person_id, detail, tuple(agreed), "open", at)


async def load(connection: AsyncConnection, request_id: int) -> Request | None:
    row = (await connection.execute(select(requests).where(requests.c.id == request_id))).one_or_none()
    return None if row is None else _request(row)


async def open_of(connection: AsyncConnection, match_id: int) -> list[Request]:
    return [_request(row) for row in await connection.execute(_OPEN, {"match": match_id})]


async def latest(connection: AsyncConnection, match_id: int, seat: Seat, kind: str) -> Request | None:
    """Return a seat's latest request of a kind, open or not, or None."""
    query = select(requests).where(requests.c.match_id == match_id, requests.c.seat == seat, requests.c.kind == kind)
    row = (await connection.execute(query.order_by(requests.c.id.desc()).limit(1))).one_or_none()
    return None if row is None else _request(row)


async def latest_by(connection: AsyncConnection, match_id: int, seat: Seat, person_id: int) -> Request | None:
    query = select(requests).where(
        requests.c.match_id == match_id, requests.c.seat == seat, requests.c.person_id == person_id
    )
    row = (await connection.execute(query.order_by(requests.c.id.desc()).limit(1))).one_or_none()
    return None if row is None else _request(row)


async def agree(connection: AsyncConnection, request_id: int, agreed: Sequence[Seat]) -> None:
    await connection.execute(update(requests).where(requests.c.id == request_id).values(agreed=list(agreed)))


async def close(connection: AsyncConnection, request_id: int, status: RequestStatus, at: datetime) -> None:
    await connection.execute(
        update(requests)
        .where(requests.c.id == request_id, requests.c.decided_at.is_(None))
        .values(status=status, decided_at=at)
    )


def _request(row: Row[Any]) -> Request:
    return Request(
        id=row.id,
        match_id=row.match_id,
        seq=row.seq,
        kind=row.kind,
        seat=row.seat,
        person_id=row.person_id,
        detail=row.detail,
        agreed=tuple(row.agreed),
        status=row.status,
        created_at=row.created_at,
        decided_at=row.decided_at,
    )
