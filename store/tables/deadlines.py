"""Appointments: things to do at a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Row, Select, and_, bindparam, delete, func, not_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import deadlines, matches, outbox, starts, tables
from store.schema.base import upsert
from store.share import DUE, NOTICES, Share

WRITTEN = "deadlines.written"
"""Key in `Connection.info` of the appointments that a transaction made or hastened, as `Written`."""


class Written(NamedTuple):
    """An appointment that was made or hastened.

    Attributes:
        key: None for all of its kind.
        due_at: When it has to be kept; None if its maker does so at once, unless the process dies.
        guild_id: Its server; None for one of this process.
    """

    kind: str
    key: str | None
    due_at: datetime | None
    guild_id: int | None


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something to do at a time.

    Attributes:
        kind: Which handler does it.
        key: Unique within its kind.
        payload: For the handler.
        guild_id: Its server, 0 for none; None to have it found by its key, once it's written.
    """

    kind: str
    key: str
    due_at: datetime
    payload: Json = None
    guild_id: int | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """Appointments that wait: of some kinds, in some servers."""

    kinds: frozenset[str]
    share: Share


class Owner(Enum):
    """What the number at the beginning of an appointment's or a note's key is the id of."""

    MATCH = auto()
    CHANNEL = auto()
    SERVER = auto()
    TABLE = auto()
    START = auto()
    PERSON = auto()
    NOTHING = auto()
    """It is for all servers: of the bot, or of a process, whose share names it (`Share.key`)."""


DEADLINES: Final = {
    "absence": Owner.MATCH,
    "absence-later": Owner.NOTHING,
    "absence-round": Owner.NOTHING,
    "agreed-pause": Owner.MATCH,
    "archive-thread": Owner.MATCH,
    "automatic": Owner.MATCH,
    "backup": Owner.NOTHING,
    "call": Owner.MATCH,
    "clock": Owner.MATCH,
    "computer": Owner.MATCH,
    "digest": Owner.PERSON,
    "farewell": Owner.PERSON,
    "handed": Owner.NOTHING,
    "idle": Owner.NOTHING,
    "lapse": Owner.TABLE,
    "league": Owner.SERVER,
    "league-round": Owner.SERVER,
    "nudge": Owner.MATCH,
    "outbox": Owner.CHANNEL,
    "outbox-pruning": Owner.NOTHING,
    "release": Owner.SERVER,
    "rematch": Owner.MATCH,
    "retention": Owner.NOTHING,
    "paired": Owner.SERVER,
    "presence": Owner.MATCH,
    "puzzle": Owner.SERVER,
    "seeking": Owner.SERVER,
    "set-back": Owner.MATCH,
    "silence-check": Owner.MATCH,
    "silence-deletion": Owner.MATCH,
    "silence-orphans": Owner.CHANNEL,
    "start": Owner.START,
    "vacation": Owner.SERVER,
    "wish": Owner.MATCH,
}
"""Kinds of appointments, by the owner of the number their keys begin with, with zeros before or `:` behind it."""


_NAMES = ("kind", "key", "due_at", "payload", "guild_id")


def _deadline(row: Row[Any]) -> Deadline:
    return Deadline(row.kind, row.key, row.due_at, row.payload, row.guild_id)


_LEADERS = (Owner.PERSON, Owner.NOTHING)
"""Owners in no server."""


def _number(key: str) -> int:
    return int(key.partition(":")[0])


@cache
def _upsert(dialect: str, owner: Owner | None) -> sqlite.Insert | postgresql.Insert:
    """Return the statement that writes an appointment, with the server of the row `owner_id`, or with a given one."""
    statement = upsert(dialect, deadlines, _NAMES)
    if owner is None:
        return statement
    number = bindparam("owner_id", type_=BigInteger)
    where: dict[Owner, Select[Any]] = {
        Owner.MATCH: select(matches.c.guild_id).where(matches.c.id == number),
        Owner.TABLE: select(tables.c.guild_id).where(tables.c.id == number),
        Owner.START: select(starts.c.guild_id).where(starts.c.id == number),
        # What is to be done in a channel without any post of a match or season, the leader can do as well.
        Owner.CHANNEL: select(outbox.c.guild_id)
        .where(outbox.c.channel_id == number, outbox.c.message_id.is_not(None))
        .limit(1),
    }
    return statement.values(guild_id=func.coalesce(where[owner].scalar_subquery(), 0))


async def put(connection: AsyncConnection, deadline: Deadline, *, wakes: bool = True) -> None:
    """Write an appointment in place of an earlier one of the same kind and key.

    It is kept in time once it is committed. `wakes`: False if the caller does what it is for at once, so that only
    another process has to, should this one die.
    """
    await put_all(connection, [deadline], wakes=wakes)


async def put_all(connection: AsyncConnection, found: Collection[Deadline], *, wakes: bool = True) -> None:
    written: set[Written] = connection.info.setdefault(WRITTEN, set())
    notices: set[tuple[str, int]] = connection.info.setdefault(NOTICES, set())
    by_owner: dict[Owner | None, list[dict[str, Any]]] = {}
    for each in found:
        owner = None if each.guild_id is not None else DEADLINES.get(each.kind, Owner.NOTHING)
        row = {name: getattr(each, name) for name in _NAMES}
        guild_id: int | None = None
        if owner is None or owner in _LEADERS:
            guild_id = each.guild_id or 0
        elif owner is Owner.SERVER:
            guild_id = _number(each.key)
        if guild_id is not None:
            notices.add((DUE, guild_id))
            by_owner.setdefault(None, []).append({**row, "guild_id": guild_id})
        else:  # only the process of a match's server writes appointments of the match
            del row["guild_id"]
            by_owner.setdefault(owner, []).append({**row, "owner_id": _number(each.key)})
        written.add(Written(each.kind, each.key, each.due_at if wakes else None, guild_id))
    for owner, rows in by_owner.items():
        await connection.execute(_upsert(connection.dialect.name, owner), rows[0] if len(rows) == 1 else rows)


# Each appointment that is kept is read and removed: these are made once.
_MINE = (deadlines.c.kind == bindparam("of_kind"), deadlines.c.key == bindparam("of_key"))
_ONE = select(deadlines).where(*_MINE)
_REMOVED = delete(deadlines).where(*_MINE)
_REMOVED_THEN = _REMOVED.where(deadlines.c.due_at == bindparam("then"))


async def remove(connection: AsyncConnection, kind: str, key: str, due_at: datetime | None = None) -> None:
    """Remove an appointment; with `due_at` only if it is still set for that time."""
    mine = {"of_kind": kind, "of_key": key}
    if due_at is None:
        await connection.execute(_REMOVED, mine)
    else:
        await connection.execute(_REMOVED_THEN, {**mine, "then": due_at})


async def move(connection: AsyncConnection, before: Deadline, after: Deadline) -> None:
    """Replace one appointment by another, unless the first is gone."""
    mine = (deadlines.c.kind == before.kind, deadlines.c.key == before.key, deadlines.c.due_at == before.due_at)
    changed = update(deadlines).where(*mine).values(due_at=after.due_at, payload=after.payload)
    await connection.execute(changed)
    _note(connection, Written(after.kind, after.key, after.due_at, None))


async def get(connection: AsyncConnection, kind: str, key: str) -> Deadline | None:
    row = (await connection.execute(_ONE, {"of_kind": kind, "of_key": key})).one_or_none()
    return None if row is None else _deadline(row)


def _not_held(held: Held | None) -> tuple[ColumnElement[bool], ...]:
    if held is None or held.share.all:  # then nobody asks for these kinds
        return ()
    return (not_(and_(deadlines.c.kind.in_(held.kinds), *held.share.where(deadlines.c.guild_id))),)


async def due(
    connection: AsyncConnection,
    kinds: Collection[str],
    now: datetime,
    held: Held | None = None,
    share: Share = Share.ALL,
) -> list[Deadline]:
    """Return the appointments of these kinds whose time has come, the earliest first; those of one time by key.

    Only those in servers of the share.
    """
    # Asked for the kinds as they are, SQLite walks through all that are ever to come, not through what is due.
    mine = deadlines.c.kind.concat("").in_(kinds)
    own = share.where(deadlines.c.guild_id)
    query = select(deadlines).where(deadlines.c.due_at <= now, mine, *own, *_not_held(held))
    rows = list(await connection.execute(query))
    rows.sort(key=lambda row: (row.due_at, row.kind, row.key))
    return [_deadline(row) for row in rows]


async def hasten(
    connection: AsyncConnection,
    kind: str,
    now: datetime,
    keys: Collection[str] | None = None,
    share: Share = Share.ALL,
) -> None:
    """Make later appointments of a kind due now: all of them in a share's servers, or those with these keys."""
    later = update(deadlines).where(deadlines.c.kind == kind, deadlines.c.due_at > now)
    later = later.where(*share.where(deadlines.c.guild_id))
    if keys is not None:
        later = later.where(deadlines.c.key.in_(keys))
    await connection.execute(later.values(due_at=now))
    _note(connection, *(Written(kind, key, now, None) for key in (keys if keys is not None else [None])))


async def next_due(
    connection: AsyncConnection, kinds: Collection[str], held: Held | None = None, share: Share = Share.ALL
) -> datetime | None:
    query = select(func.min(deadlines.c.due_at)).where(
        deadlines.c.kind.in_(kinds), *share.where(deadlines.c.guild_id), *_not_held(held)
    )
    earliest: datetime | None = (await connection.execute(query)).scalar_one()
    return earliest


def _note(connection: AsyncConnection, *written: Written) -> None:
    connection.info.setdefault(WRITTEN, set()).update(written)
