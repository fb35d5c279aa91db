"""What was posted: which message shows what, in which channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.outbox import DUE, post_of
from store.schema import outbox
from store.values import Post, PostKind


@dataclass(frozen=True, slots=True)
class Shown:
    """A message that a post became.

    Attributes:
        seq: The match's event that the post is about.
        message_id: The message.
        payload: Of the post.
        at: When it was posted.
    """

    seq: int
    message_id: int
    payload: Mapping[str, Json]
    at: datetime


async def note(connection: AsyncConnection, match_id: int, channel_id: int, seq: int) -> Json:
    """Return what one of a match's channels that show boards is told of its latest event besides the turn, or None."""
    query = (
        select(outbox.c.payload)
        .where(
            outbox.c.channel_id == channel_id,
            outbox.c.match_id == match_id,
            outbox.c.seq == seq,
            outbox.c.kind.in_(("board", "ended")),
            DUE,
        )
        .limit(1)
    )
    payload: Mapping[str, Json] | None = (await connection.execute(query)).scalar_one_or_none()
    return None if payload is None else payload.get("note")


async def is_posted(connection: AsyncConnection, match_id: int, channel_id: int, kind: PostKind, seq: int) -> bool:
    """Return whether a match's event was posted in a channel."""
    query = select(outbox.c.id).where(
        outbox.c.channel_id == channel_id,
        outbox.c.match_id == match_id,
        outbox.c.kind == kind,
        outbox.c.seq == seq,
        outbox.c.message_id.is_not(None),
    )
    return (await connection.execute(query.limit(1))).first() is not None


async def latest_arrived(connection: AsyncConnection, match_id: int, channel_id: int, kind: PostKind) -> bool:
    """Return whether the latest post of a kind that was meant for a channel of a match was posted there."""
    query = (
        select(outbox.c.message_id)
        .where(outbox.c.channel_id == channel_id, outbox.c.match_id == match_id, outbox.c.kind == kind)
        .order_by(outbox.c.id.desc())
        .limit(1)
    )
    return (await connection.execute(query)).scalar_one_or_none() is not None


async def arrived(
    connection: AsyncConnection, match_id: int, channel_id: int, kinds: Sequence[PostKind]
) -> list[tuple[Post, int]]:
    """Return what was posted for a match in a channel and is remembered, with its messages, the earliest first."""
    query = select(outbox).where(
        outbox.c.channel_id == channel_id,
        outbox.c.match_id == match_id,
        outbox.c.kind.in_(kinds),
        outbox.c.message_id.is_not(None),
    )
    return [(post_of(row), row.message_id) for row in await connection.execute(query.order_by(outbox.c.id))]


async def message_of(
    connection: AsyncConnection, match_id: int, channel_id: int, kind: PostKind, payload: Mapping[str, Json]
) -> int | None:
    """Return the message of the latest post of a match with exactly this payload in a channel, or None."""
    query = select(outbox.c.payload, outbox.c.message_id).where(
        outbox.c.channel_id == channel_id,
        outbox.c.match_id == match_id,
        outbox.c.kind == kind,
        outbox.c.message_id.is_not(None),
    )
    for row in await connection.execute(query.order_by(outbox.c.id.desc())):
        if row.payload == payload:
            return int(row.message_id)
    return None


async def previous(
    connection: AsyncConnection, channel_id: int, kind: PostKind, before_seq: int, match_id: int | None
) -> int | None:
    """Return the message of a match's latest post of a kind that shows an event before this one, or None."""
    there = (outbox.c.channel_id == channel_id, outbox.c.message_id.is_not(None))
    if match_id is None:
        match_id = (await connection.execute(select(func.max(outbox.c.match_id)).where(*there))).scalar_one()
    query = (
        select(outbox.c.message_id)
        .where(*there, outbox.c.match_id == match_id, outbox.c.kind == kind, outbox.c.seq < before_seq)
        .order_by(outbox.c.seq.desc(), outbox.c.id.desc())
        .limit(1)
    )
    return (await connection.execute(query)).scalar_one_or_none()


async def take_status(connection: AsyncConnection, match_id: int, channel_id: int, before_seq: int) -> int | None:
    """Return the message of a match's latest status in a channel and forget it, so that it counts as never posted.

    Args:
        connection: Of a write transaction.
        match_id: Which match.
        channel_id: Where.
        before_seq: A status of this event, or of a later one, stays; then None is returned.
    """
    query = (
        select(outbox.c.id, outbox.c.seq, outbox.c.message_id)
        .where(
            outbox.c.channel_id == channel_id,
            outbox.c.match_id == match_id,
            outbox.c.kind == "status",
            outbox.c.message_id.is_not(None),
        )
        .order_by(outbox.c.seq.desc(), outbox.c.id.desc())
        .limit(1)
    )
    row = (await connection.execute(query)).one_or_none()
    if row is None or row.seq >= before_seq:
        return None
    await connection.execute(update(outbox).where(outbox.c.id == row.id).values(message_id=None))
    return int(row.message_id)


async def told_aside(
    connection: AsyncConnection, match_id: int, seq: int, person_id: int, payload: Mapping[str, Json], since: datetime
) -> bool:
    """Return whether exactly this was written to a player in private about a match's event since a time."""
    query = select(outbox.c.payload).where(
        outbox.c.channel_id == person_id,
        outbox.c.match_id == match_id,
        outbox.c.kind == "private",
        outbox.c.seq == seq,
        outbox.c.created_at >= since,
        # What is due and what was posted: each is found through an index of its own.
        or_(DUE, outbox.c.message_id.is_not(None)),
    )
    return any(row.payload == payload for row in await connection.execute(query))


async def latest_board(connection: AsyncConnection, match_id: int, channel_id: int, before_seq: int) -> Shown | None:
    """Return the message that shows the latest of a match's events before one in a channel, or None."""
    return await _shown(connection, match_id, channel_id, outbox.c.seq < before_seq, last=True)


async def made_by(connection: AsyncConnection, match_id: int, channel_id: int, message_id: int) -> Shown | None:
    """Return the first post that a board's message became: later ones may have taken it over as it stood."""
    return await _shown(connection, match_id, channel_id, outbox.c.message_id == message_id, last=False)


async def _shown(
    connection: AsyncConnection, match_id: int, channel_id: int, which: ColumnElement[bool], *, last: bool
) -> Shown | None:
    query = select(outbox.c.seq, outbox.c.message_id, outbox.c.payload, outbox.c.done_at).where(
        outbox.c.channel_id == channel_id,
        outbox.c.match_id == match_id,
        outbox.c.kind == "board",
        outbox.c.message_id.is_not(None),
        which,
    )
    order = (outbox.c.seq.desc(), outbox.c.id.desc()) if last else (outbox.c.seq, outbox.c.id)
    row = (await connection.execute(query.order_by(*order).limit(1))).one_or_none()
    return None if row is None else Shown(row.seq, row.message_id, row.payload, row.done_at)
