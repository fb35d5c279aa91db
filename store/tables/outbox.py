"""Posts to be made, in order in each channel, and the messages they became."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import takewhile
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Executable,
    Row,
    Select,
    Subquery,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.db import connections
from store.schema import matches, outbox, places
from store.schema.base import checked, insertion
from store.schema.posting import REFRESHES
from store.share import NOTICES, POST, Share
from store.tables.values import Post, PostKind, Subject

CHANNELS = "outbox.channels"
"""Key in `Connection.info` of the channels in which a transaction wrote something."""
SHOWN = "outbox.shown"
"""Key in `Connection.info` of the lanes of subjects that a transaction noted as shown."""
TOGETHER = 4
"""Most posts of one event that are handled together."""
_REPLACED: tuple[PostKind, ...] = ("watch", "sealed")
"""A later post may take the place of these."""


@dataclass(frozen=True, slots=True)
class Due:
    """The next posts of a channel.

    Attributes:
        posts: Of one event, in order; the first part of them if they are many.
        superseded: Ids of posts that a later post of the same match in the same channel replaces.
        not_before: When the first one, which failed, is tried again; None if it can go now.
        more: Whether other posts wait there, too.
    """

    posts: tuple[Post, ...]
    superseded: frozenset[int]
    not_before: datetime | None
    more: bool


_ADD = insert(outbox)
_server = select(matches.c.guild_id).where(matches.c.id == bindparam("of_match", type_=matches.c.id.type))
_ADD_OF_MATCH = insert(outbox).values(guild_id=_server.scalar_subquery())


def _one_of(kind: ColumnElement[str], kinds: Sequence[PostKind]) -> ColumnElement[bool]:
    # SQLAlchemy would render `kind IN (…)` anew for each call.
    return or_(*(kind == each for each in kinds))


DUE = outbox.c.done_at.is_(None)
"""That a post is still to be posted."""
_later = outbox.alias("later")
_next = (
    select(
        outbox,
        exists(
            select(_later.c.id).where(
                _one_of(outbox.c.kind, _REPLACED),
                _later.c.channel_id == outbox.c.channel_id,
                _later.c.id > outbox.c.id,
                _later.c.done_at.is_(None),
                _later.c.match_id == outbox.c.match_id,
                or_(
                    and_(outbox.c.kind == "watch", _later.c.kind == "watch"),
                    and_(outbox.c.kind == "sealed", _later.c.kind == "sealed", outbox.c.seq == _later.c.seq),
                ),
            )
        ).label("followed"),
    )
    .where(outbox.c.channel_id == bindparam("channel"), DUE)
    .order_by(outbox.c.id)
    .limit(TOGETHER + 1)
)
_can_go = or_(outbox.c.not_before.is_(None), outbox.c.not_before <= bindparam("now"))


# Made once a share, as a process has one.


@cache
def _due_in(share: Share) -> Select[Any]:
    return _next.where(*share.where(outbox.c.guild_id))


def _firsts(share: Share) -> Subquery:
    mine = (DUE, *share.where(outbox.c.guild_id))
    return select(func.min(outbox.c.id).label("id")).where(*mine).group_by(outbox.c.channel_id).subquery()


@cache
def _ready(share: Share) -> Select[Any]:
    firsts = _firsts(share)
    query = select(outbox.c.channel_id).join(firsts, firsts.c.id == outbox.c.id)
    return query.where(_can_go).order_by(outbox.c.id)


@cache
def _backlog(share: Share) -> Select[Any]:
    firsts = _firsts(share)
    count = select(func.count()).select_from(outbox).where(DUE, *share.where(outbox.c.guild_id))
    oldest = select(func.min(func.coalesce(outbox.c.not_before, outbox.c.created_at)))
    oldest = oldest.join(firsts, firsts.c.id == outbox.c.id).where(_can_go)
    return select(count.scalar_subquery(), oldest.scalar_subquery())


_FINISH = (
    update(outbox)
    .where(outbox.c.id == bindparam("post"), outbox.c.message_id.is_(None))
    # Dropped by `drop` while it was on its way, it may have arrived all the same.
    .values(
        done_at=func.coalesce(outbox.c.done_at, bindparam("at", type_=outbox.c.done_at.type)),
        message_id=bindparam("message"),
    )
)


async def add(
    connection: AsyncConnection,
    subject: Subject,
    seq: int,
    posts: Sequence[tuple[PostKind, int, Mapping[str, Json]]],
    at: datetime,
    guild_id: int | None = None,
) -> None:
    """Write posts about a subject, each as kind, channel id and payload, in the order in which to post them.

    `seq` is the match's event; 0 if they are not about one. `guild_id` is the server; None for that of the match.
    """
    if posts:
        connection.info.setdefault(CHANNELS, set()).update(channel_id for _, channel_id, _ in posts)
        if guild_id is not None:  # only the process of a match's server writes posts of the match
            connection.info.setdefault(NOTICES, set()).add((POST, guild_id))
        server = {"of_match": subject.match_id} if guild_id is None else {"guild_id": guild_id}
        await connections.write(
            connection,
            _ADD_OF_MATCH if guild_id is None else _ADD,
            [
                server
                | checked(
                    "outbox",
                    {
                        **subject.columns(),
                        "seq": seq,
                        "kind": kind,
                        "channel_id": channel_id,
                        "payload": payload,
                        "attempts": 0,
                        "created_at": at,
                    },
                )
                for kind, channel_id, payload in posts
            ],
        )


async def refresh(connection: AsyncConnection, subject: Subject, guild_id: int, rev: int, at: datetime) -> None:
    """Write that a subject's message is to show it as it is, in place of an earlier such row that still waits."""
    await refresh_all(connection, [(subject, guild_id, rev)], at)


async def refresh_all(connection: AsyncConnection, found: Iterable[tuple[Subject, int, int]], at: datetime) -> None:
    """Write that the messages of subjects are to show them as they are, each with its server and revision.

    The revision is 0 where a subject has none.
    """
    rows = [
        {"guild_id": guild_id}
        | checked(
            "outbox",
            {
                **subject.columns(),
                "seq": rev,
                "kind": "refresh",
                "channel_id": subject.lane,
                "payload": {"refresh": True},
                "attempts": 0,
                "created_at": at,
            },
        )
        for subject, guild_id, rev in found
    ]
    if rows:
        connection.info.setdefault(CHANNELS, set()).update(row["channel_id"] for row in rows)
        connection.info.setdefault(NOTICES, set()).update((POST, row["guild_id"]) for row in rows)
        await connection.execute(_refreshing(connection.dialect.name), rows)


async def shown(
    connection: AsyncConnection, subject: Subject, rev: int = 0, *, written: datetime | None = None
) -> None:
    """Note that a subject's message shows a revision; what was written of a later one still waits.

    `written`: when it was written that the message is to show it; whatever another process wrote since still waits.
    """
    stale = delete(outbox).where(outbox.c.channel_id == subject.lane, REFRESHES, outbox.c.seq <= rev)
    if written is not None:
        stale = stale.where(outbox.c.created_at == written)
    if (await connection.execute(stale)).rowcount:
        connection.info.setdefault(SHOWN, set()).add(subject.lane)


@cache
def _refreshing(dialect: str) -> Executable:
    adding = insertion(dialect, outbox)
    changed = {name: adding.excluded[name] for name in ("seq", "created_at", "checksum")}
    # One that could not be shown is tried at once again, and looked for first, as an attempt may have posted it.
    return adding.on_conflict_do_update(
        index_elements=["channel_id"], index_where=REFRESHES, set_={**changed, "not_before": None}
    )


async def resume(connection: AsyncConnection, share: Share = Share.ALL) -> None:
    """Have all messages of a share's servers that could not be updated tried again now."""
    waiting, own = outbox.c.not_before.is_not(None), share.where(outbox.c.guild_id)
    lanes = set((await connection.execute(select(outbox.c.channel_id).where(REFRESHES, waiting, *own))).scalars())
    connection.info.setdefault(CHANNELS, set()).update(lanes)
    if lanes:
        await connection.execute(update(outbox).where(REFRESHES, waiting, *own).values(not_before=None))


async def ready_channels(connection: AsyncConnection, now: datetime, share: Share = Share.ALL) -> list[int]:
    """Return the channels whose first post of the share's servers can go now, the longest waiting first."""
    return list((await connection.execute(_ready(share), {"now": now})).scalars())


async def backlog(connection: AsyncConnection, now: datetime, share: Share = Share.ALL) -> tuple[int, datetime | None]:
    """Return how many posts are to be posted, and since when the longest waiting of those that can go now could."""
    count, oldest = (await connection.execute(_backlog(share), {"now": now})).one()
    return count, oldest


async def due(connection: AsyncConnection, channel_id: int, share: Share = Share.ALL) -> Due | None:
    rows = await connections.read_named(connection, _due_in(share), {"channel": channel_id})
    if not rows:
        return None
    first = rows[0]
    of = (first.subject, first.subject_id, first.seq)
    together = [row for row in rows[:TOGETHER] if (row.subject, row.subject_id, row.seq) == of]
    # What failed waits for its own time, and so does what comes after it.
    together = [first, *takewhile(lambda row: row.not_before is None, together[1:])]
    return Due(
        tuple(post_of(row) for row in together),
        frozenset(row.id for row in together if row.followed),
        first.not_before,
        more=len(rows) > len(together),
    )


def post_of(row: Row[Any]) -> Post:
    return Post(
        id=row.id,
        subject=Subject(row.subject, row.subject_id),
        seq=row.seq,
        kind=row.kind,
        channel_id=row.channel_id,
        payload=row.payload,
        attempts=row.attempts,
        created_at=row.created_at,
        guild_id=row.guild_id,
    )


async def finish(connection: AsyncConnection, done: Mapping[int, int | None], at: datetime) -> None:
    """Mark posts as done, each with its message, or with None if it was dropped or not needed."""
    rows = [{"post": post_id, "message": message_id, "at": at} for post_id, message_id in done.items()]
    await connections.write(connection, _FINISH, rows)


async def postpone(connection: AsyncConnection, post_id: int, not_before: datetime) -> None:
    await connection.execute(
        update(outbox).where(outbox.c.id == post_id).values(attempts=outbox.c.attempts + 1, not_before=not_before)
    )


async def count_attempts(connection: AsyncConnection, share: Share = Share.ALL) -> int:
    """Count an attempt for each due post of the share's servers, as a process that died may have made one.

    Return how many.
    """
    mine = (DUE, *share.where(outbox.c.guild_id))
    result = await connection.execute(update(outbox).where(*mine).values(attempts=outbox.c.attempts + 1))
    return result.rowcount


async def drop(connection: AsyncConnection, match_id: int, channel_ids: Iterable[int], at: datetime) -> None:
    await connection.execute(
        update(outbox)
        .where(outbox.c.channel_id.in_(list(channel_ids)), outbox.c.match_id == match_id, DUE)
        .values(done_at=at)
    )


async def prunable(
    connection: AsyncConnection, after: int, before: datetime, rows: int
) -> tuple[list[int], int | None]:
    """Return posts to remove: done before a time, and if they are about a match, one that had ended by then.

    At most `rows` posts with ids above `after` are checked, the lowest first. Return their ids, and the id from which
    to go on, or None if all that follow are later.
    """
    query = select(outbox.c.id, outbox.c.match_id, outbox.c.created_at, outbox.c.done_at).where(outbox.c.id > after)
    seen = (await connection.execute(query.order_by(outbox.c.id).limit(rows))).all()
    if not seen or seen[0].created_at >= before:
        return [], None
    old = [row for row in seen if row.done_at is not None and row.done_at < before]
    theirs = {row.match_id for row in old} - {None}
    over = select(matches.c.id).where(matches.c.id.in_(theirs), matches.c.ended_at < before)
    gone = set((await connection.execute(over)).scalars()) if old else set()
    return [row.id for row in old if row.match_id is None or row.match_id in gone], int(seen[-1].id)


async def remove(connection: AsyncConnection, post_ids: Sequence[int]) -> None:
    await connection.execute(delete(outbox).where(outbox.c.id.in_(post_ids)))


async def shrink(connection: AsyncConnection, match_ids: Sequence[int]) -> int:
    """Remove boards of finished matches, except the last one in each channel; return how many.

    No query needs the messages of earlier turns then. Posts that were never made stay until they are removed.
    """
    older, later = outbox.alias("older"), outbox.alias("later")
    followed = exists(
        select(later.c.id).where(
            later.c.channel_id == older.c.channel_id,
            later.c.match_id == older.c.match_id,
            later.c.kind == older.c.kind,
            later.c.seq > older.c.seq,
            later.c.message_id.is_not(None),
        )
    )
    outdated = (
        select(older.c.id)
        .join(places, and_(places.c.channel_id == older.c.channel_id, places.c.match_id == older.c.match_id))
        .where(
            places.c.match_id.in_(match_ids),
            older.c.kind == "board",
            older.c.message_id.is_not(None),
            older.c.done_at.is_not(None),
            followed,
        )
    )
    return (await connection.execute(delete(outbox).where(outbox.c.id.in_(outdated)))).rowcount


async def waits(connection: AsyncConnection, match_id: int, channel_ids: Iterable[int], kind: PostKind) -> bool:
    """Return whether a match still has a post of a kind to be made in one of these channels."""
    query = select(outbox.c.id).where(
        outbox.c.channel_id.in_(list(channel_ids)), outbox.c.match_id == match_id, outbox.c.kind == kind, DUE
    )
    return (await connection.execute(query.limit(1))).first() is not None


# What was posted: which message shows what, in which channel.


@dataclass(frozen=True, slots=True)
class Shown:
    """A message with a board, or a line below one. Later posts may have taken it over.

    Attributes:
        seq: The match's latest event that it's about.
        made: The event of the post that became the message.
        payload: Of that post.
        at: When it was posted.
    """

    seq: int
    message_id: int
    made: int
    payload: Mapping[str, Json]
    at: datetime


async def note_post(connection: AsyncConnection, match_id: int, channel_id: int, seq: int) -> Json:
    """Return the note that one of a match's channels with boards gets with its latest event, or None."""
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
    query = select(outbox.c.id).where(
        outbox.c.channel_id == channel_id,
        outbox.c.match_id == match_id,
        outbox.c.kind == kind,
        outbox.c.seq == seq,
        outbox.c.message_id.is_not(None),
    )
    return (await connection.execute(query.limit(1))).first() is not None


async def latest_arrived(connection: AsyncConnection, match_id: int, channel_id: int, kind: PostKind) -> bool:
    """Return whether a match's latest post of a kind for a channel was posted there."""
    query = (
        select(outbox.c.message_id)
        .where(outbox.c.channel_id == channel_id, outbox.c.match_id == match_id, outbox.c.kind == kind)
        .order_by(outbox.c.id.desc())
        .limit(1)
    )
    return (await connection.execute(query)).scalar_one_or_none() is not None


async def post_arrived(
    connection: AsyncConnection, match_id: int, channel_id: int, kinds: Sequence[PostKind]
) -> list[tuple[Post, int]]:
    """Return a match's remembered posts in a channel with their messages, the earliest first."""
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
    """Return the message of a match's latest post with exactly this payload in a channel, or None."""
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


async def has_post(connection: AsyncConnection, subject: Subject, channel_id: int) -> bool:
    """Return whether something about a subject that is no match waits for a channel, or was posted there."""
    mine = (outbox.c.channel_id == channel_id, outbox.c.subject == subject.kind, outbox.c.subject_id == subject.id)
    # What is due and what was posted: each is found through an index of its own.
    posted = (outbox.c.message_id.is_not(None), outbox.c.match_id.is_(None))
    for which in ((DUE,), posted):
        if (await connection.execute(select(outbox.c.id).where(*mine, *which).limit(1))).first() is not None:
            return True
    return False


async def was_told_privately(
    connection: AsyncConnection, match_id: int, seq: int, person_id: int, payload: Mapping[str, Json], since: datetime
) -> bool:
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


_of = outbox.alias("latest")
_LAST_MESSAGE = (
    select(_of.c.seq, _of.c.message_id)
    .where(
        _of.c.channel_id == bindparam("channel"),
        _of.c.match_id == bindparam("match"),
        _of.c.kind == "board",
        _of.c.message_id.is_not(None),
        _of.c.seq < bindparam("before"),
    )
    .order_by(_of.c.seq.desc(), _of.c.id.desc())
    .limit(1)
    .subquery()
)
_MESSAGE_BEFORE = (
    select(
        _LAST_MESSAGE.c.seq,
        outbox.c.message_id,
        outbox.c.seq.label("made"),
        outbox.c.payload,
        outbox.c.done_at,
    )
    .join(_LAST_MESSAGE, _LAST_MESSAGE.c.message_id == outbox.c.message_id)
    .where(
        outbox.c.channel_id == bindparam("channel"),
        outbox.c.match_id == bindparam("match"),
        outbox.c.kind == "board",
        outbox.c.message_id.is_not(None),
    )
    .order_by(outbox.c.seq, outbox.c.id)
    .limit(1)
)


async def latest_board(connection: AsyncConnection, match_id: int, channel_id: int, before_seq: int) -> Shown | None:
    """Return the message with a match's latest board, or line below it, before an event in a channel, or None."""
    where = {"match": match_id, "channel": channel_id, "before": before_seq}
    found = await connections.read(connection, _MESSAGE_BEFORE, where)
    return Shown(*found[0]) if found else None
