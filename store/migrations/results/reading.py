"""Reads the matches that are over, with their seats and events, some hundred at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import sqlalchemy as sa

from store.dialects import Id, UtcDateTime

_PAGE = 500
"""Matches that are read at once."""
_JSON = sa.JSON()

_MATCHES = sa.table(
    "matches",
    *(sa.column(name) for name in ("guild_id", "game", "mode", "position")),
    sa.column("id", Id),
    sa.column("options", _JSON),
    sa.column("outcome", _JSON),
    sa.column("started_at", UtcDateTime()),
    sa.column("ended_at", UtcDateTime()),
)
_SEATS = sa.table("match_seats", *(sa.column(name) for name in ("match_id", "seat", "person_id", "team")))
_EVENTS = sa.table(
    "events",
    *(sa.column(name) for name in ("match_id", "seq", "kind", "seat", "text")),
    sa.column("choices", _JSON),
    sa.column("at", UtcDateTime()),
    sa.column("data", _JSON),
)
_AUDIT = sa.table(
    "audit_log",
    sa.column("id", Id),
    sa.column("match_id", Id),
    sa.column("code", sa.String()),
    sa.column("detail", _JSON),
    sa.column("at", UtcDateTime()),
)


class Over(NamedTuple):
    """A match that is over: its row, and those of its seats, events, and of players whose time was up."""

    match: sa.Row[Any]
    seats: Sequence[sa.Row[Any]]
    events: Sequence[sa.Row[Any]]
    late: Sequence[sa.Row[Any]]


def matches(connection: sa.Connection) -> Iterator[Over]:
    """Give every match that is over, in order of number."""
    query = sa.select(_MATCHES).where(_MATCHES.c.ended_at.is_not(None), _MATCHES.c.outcome.is_not(None))
    after = 0
    while page := connection.execute(query.where(_MATCHES.c.id > after).order_by(_MATCHES.c.id).limit(_PAGE)).all():
        ids = [each.id for each in page]
        seats = _by_match(connection, _SEATS, ids, _SEATS.c.seat)
        events = _by_match(connection, _EVENTS, ids, _EVENTS.c.seq)
        late = _by_match(connection, _AUDIT, ids, _AUDIT.c.id, _AUDIT.c.code == "time-up")
        for each in page:
            yield Over(each, seats.get(each.id, ()), events.get(each.id, ()), late.get(each.id, ()))
        after = ids[-1]


def _by_match(
    connection: sa.Connection,
    table: sa.TableClause,
    ids: list[int],
    order: sa.ColumnElement[Any],
    *where: sa.ColumnElement[bool],
) -> dict[int, list[sa.Row[Any]]]:
    query = sa.select(table).where(table.c.match_id.in_(ids), *where).order_by(table.c.match_id, order)
    return {number: list(rows) for number, rows in groupby(connection.execute(query), lambda row: row.match_id)}
