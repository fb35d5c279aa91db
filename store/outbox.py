"""What must be posted, in order in each channel, and what was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import matches, outbox
from store.values import Post, PostKind


@dataclass(frozen=True, slots=True)
class Head:
    """The first post that is due in a channel.

    Attributes:
        post: It.
        not_before: It failed, and is tried again then; None if it can go now.
        superseded: A later post of the same match in the same channel takes its place.
    """

    post: Post
    not_before: datetime | None
    superseded: bool


_ADD = insert(outbox)
_DUE = outbox.c.done_at.is_(None)
_later = outbox.alias("later")
_HEAD = (
    select(
        outbox,
        exists(
            select(_later.c.id).where(
                _later.c.channel_id == outbox.c.channel_id,
                _later.c.id > outbox.c.id,
                _later.c.done_at.is_(None),
                _later.c.match_id == outbox.c.match_id,
                or_(
                    and_(outbox.c.kind == "status", _later.c.kind.in_(("status", "ended"))),
                    and_(outbox.c.kind == "watch", _later.c.kind == "watch"),
                    and_(outbox.c.kind == "sealed", _later.c.kind == "sealed", outbox.c.seq == _later.c.seq),
                ),
            )
        ).label("followed"),
    )
    .where(outbox.c.channel_id == bindparam("channel"), _DUE)
    .order_by(outbox.c.id)
    .limit(1)
)
_firsts = select(func.min(outbox.c.id).label("id")).where(_DUE).group_by(outbox.c.channel_id).subquery()
_READY = (
    select(outbox.c.channel_id)
    .join(_firsts, _firsts.c.id == outbox.c.id)
    .where(or_(outbox.c.not_before.is_(None), outbox.c.not_before <= bindparam("now")))
    .order_by(outbox.c.id)
)
_FINISH = (
    update(outbox)
    .where(outbox.c.id == bindparam("post"), outbox.c.message_id.is_(None))
    # Given up by `drop` while it was on its way, it may have arrived all the same.
    .values(
        done_at=func.coalesce(outbox.c.done_at, bindparam("at", type_=outbox.c.done_at.type)),
        message_id=bindparam("message"),
    )
)


async def add(
    connection: AsyncConnection,
    match_id: int,
    seq: int,
    posts: Sequence[tuple[PostKind, int, Mapping[str, Json]]],
    at: datetime,
) -> None:
    """Write posts, each as kind, channel id and payload, in the order in which to post them."""
    if posts:
        await connection.execute(
            _ADD,
            [
                {
                    "match_id": match_id,
                    "seq": seq,
                    "kind": kind,
                    "channel_id": channel_id,
                    "payload": payload,
                    "attempts": 0,
                    "created_at": at,
                }
                for kind, channel_id, payload in posts
            ],
        )


async def ready_channels(connection: AsyncConnection, now: datetime) -> list[int]:
    """Return the channels whose first post can go now, those that have waited longest first."""
    return list((await connection.execute(_READY, {"now": now})).scalars())


async def head(connection: AsyncConnection, channel_id: int) -> Head | None:
    """Return the first post that is due in a channel, or None."""
    row = (await connection.execute(_HEAD, {"channel": channel_id})).one_or_none()
    if row is None:
        return None
    post = Post(
        id=row.id,
        match_id=row.match_id,
        seq=row.seq,
        kind=row.kind,
        channel_id=row.channel_id,
        payload=row.payload,
        attempts=row.attempts,
        created_at=row.created_at,
    )
    return Head(post, row.not_before, superseded=bool(row.followed))


async def finish(connection: AsyncConnection, post_id: int, message_id: int | None, at: datetime) -> None:
    """Note that a post is done: posted as a message, or with None given up or not needed."""
    await connection.execute(_FINISH, {"post": post_id, "message": message_id, "at": at})


async def postpone(connection: AsyncConnection, post_id: int, not_before: datetime) -> None:
    """Note that a post failed and when to try again."""
    await connection.execute(
        update(outbox).where(outbox.c.id == post_id).values(attempts=outbox.c.attempts + 1, not_before=not_before)
    )


async def doubt(connection: AsyncConnection) -> int:
    """Count an attempt for everything that is due, as a process that died may have made one; return how many."""
    result = await connection.execute(update(outbox).where(_DUE).values(attempts=outbox.c.attempts + 1))
    return result.rowcount


async def drop(connection: AsyncConnection, match_id: int, channel_ids: Iterable[int], at: datetime) -> None:
    """Give up what is due for a match in these channels."""
    await connection.execute(
        update(outbox)
        .where(outbox.c.channel_id.in_(list(channel_ids)), outbox.c.match_id == match_id, _DUE)
        .values(done_at=at)
    )


async def prune(connection: AsyncConnection, after: int, before: datetime, rows: int) -> int | None:
    """Remove posts of matches that ended before a time, done before it too; look at so many rows.

    Args:
        connection: Of a write transaction.
        after: Only posts with higher ids are looked at, the lowest first.
        before: What was done or ended later stays.
        rows: How many are looked at.

    Returns:
        The id from which to go on, or None if all that follows is later.
    """
    query = select(outbox.c.id, outbox.c.created_at).where(outbox.c.id > after).order_by(outbox.c.id).limit(rows)
    seen = (await connection.execute(query)).all()
    if not seen or seen[0].created_at >= before:
        return None
    last: int = seen[-1].id
    await connection.execute(
        delete(outbox).where(
            outbox.c.id > after,
            outbox.c.id <= last,
            outbox.c.done_at < before,
            outbox.c.match_id.in_(select(matches.c.id).where(matches.c.ended_at < before)),
        )
    )
    return last


async def note(connection: AsyncConnection, match_id: int, channel_id: int, seq: int) -> Json:
    """Return what one of a match's channels that show boards is told of its latest event besides the turn, or None."""
    query = (
        select(outbox.c.payload)
        .where(
            outbox.c.channel_id == channel_id,
            outbox.c.match_id == match_id,
            outbox.c.seq == seq,
            outbox.c.kind.in_(("board", "ended")),
            _DUE,
        )
        .limit(1)
    )
    payload: Mapping[str, Json] | None = (await connection.execute(query)).scalar_one_or_none()
    return None if payload is None else payload.get("note")


async def posted(connection: AsyncConnection, match_id: int, channel_id: int, kind: PostKind, seq: int) -> bool:
    """Return whether a match's event was posted in a channel."""
    query = select(outbox.c.id).where(
        outbox.c.channel_id == channel_id,
        outbox.c.match_id == match_id,
        outbox.c.kind == kind,
        outbox.c.seq == seq,
        outbox.c.message_id.is_not(None),
    )
    return (await connection.execute(query.limit(1))).first() is not None


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
