"""Where schema 0009 holds people, table by table; its rows are read and written here, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from store.dialects import Id, UtcDateTime
from store.errors import MigrationError

PAGE = 5000
"""Rows read at once."""
ADVICE = "nothing was changed: put a backup in the database's place, or go on with the release that wrote it"

_JSON = sa.JSON(none_as_null=True)
_TYPES: Mapping[str, Any] = {
    **dict.fromkeys(("options", "terms", "choices", "payload", "detail", "tree", "parked", "paused", "answers"), _JSON),
    **dict.fromkeys(("started_at", "at", "created_at", "starts_at", "ends_at", "announced_at"), UtcDateTime()),
    **dict.fromkeys(("seed", "salt", "checksum"), sa.LargeBinary()),
    **dict.fromkeys(("id", "match_id", "table_id"), Id),
    **dict.fromkeys(("organiser_id", "person_id", "host_id", "channel_id", "target_id", "guild_id"), sa.BigInteger()),
    "invited": sa.Boolean(),
}
_OTHER_TYPES = {("events", "data"): _JSON}
"""Where a column's name alone does not tell its type."""


@dataclass(frozen=True, slots=True)
class Part:
    """A table that holds people.

    Attributes:
        table: Its name.
        key: The columns of its primary key.
        accounts: The columns that are an account in every row; `accounts_of` knows of those that sometimes are.
        data: The columns with JSON about people.
        at: The column that says when a row was written, if there is one.
        more: Other columns that are read.
        also: Other columns that may be changed.
        unique: Columns with accounts that are unique, alone or with others.
    """

    table: str
    key: tuple[str, ...]
    accounts: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    at: str | None = None
    more: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    unique: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that is read, the key first."""
        at = () if self.at is None else (self.at,)
        return tuple(dict.fromkeys((*self.key, *self.accounts, *self.data, *at, *self.more, *self.also)))


PARTS = (
    Part("matches", ("id",), ("organiser_id",), ("parked", "paused"), "started_at", ("guild_id", "status")),
    Part("match_seats", ("match_id", "seat"), ("person_id",), more=("name",), unique=("person_id",)),
    Part("events", ("match_id", "seq"), ("person_id",), ("data",), "at", ("kind",)),
    Part("tables", ("id",), ("host_id",), (), "created_at", ("guild_id", "match_id", "host_name")),
    Part("table_seats", ("table_id", "seat"), ("person_id",), more=("name",), unique=("person_id",)),
    Part("table_loadouts", ("table_id", "person_id"), ("person_id",), unique=("person_id",)),
    Part(
        *("saved_loadouts", ("person_id", "game", "key"), ("person_id",), (), "at"),
        also=("name", "key", "text"),
        unique=("person_id",),
    ),
    Part("outbox", ("id",), (), ("payload",), "created_at", ("match_id", "kind"), ("channel_id",)),
    Part("silence_log", ("id",), ("person_id",), ("detail",), "at", ("match_id",)),
    Part("audit_log", ("id",), ("person_id",), ("detail",), "at", ("match_id",)),
    Part("requests", ("id",), ("person_id",), ("detail",), "created_at", ("match_id",)),
    Part("plans", ("match_id", "seat"), ("person_id",), at="at"),
    Part("prepared_answers", ("match_id", "seat"), ("person_id",), at="at"),
    Part("vacations", ("id",), ("person_id",), at="announced_at"),
    Part("watches", ("id",), ("person_id",), (), "created_at", ("kind",), ("target_id",), ("target_id",)),
    Part("imports", ("id",), ("person_id",), at="created_at", also=("text",)),
    Part("player_settings", ("person_id",), ("person_id",), unique=("person_id",)),
    Part("deadlines", ("kind", "key"), (), ("payload",)),
    Part("notes", ("key",), also=("value",)),
)
"""Matches and tables before what belongs to them."""


def table_of(part: Part, *more: str) -> sa.TableClause:
    """Return a table with the columns that are read of it, and more of them."""
    columns = dict.fromkeys((*part.columns, *more))
    return sa.table(
        part.table, *(sa.column(each, _OTHER_TYPES.get((part.table, each), _TYPES.get(each))) for each in columns)
    )


def rows(connection: sa.Connection, table: sa.TableClause, key: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Give the rows of a table in the order of its key; those that were given may be written meanwhile.

    Raises:
        MigrationError: One of them cannot be read.
    """
    order = [table.c[each] for each in key]
    query = wanted = sa.select(table).order_by(*order).limit(PAGE)
    after: tuple[Any, ...] = ()
    while True:
        try:
            page = connection.execute(wanted).mappings().all()
        except (ValueError, TypeError) as error:
            raise MigrationError(f"{table.name}: a row after {after} cannot be read ({error}); {ADVICE}") from error
        yield from map(dict, page)
        if len(page) < PAGE:
            return
        after = tuple(page[-1][each] for each in key)
        last = (sa.literal(value, table.c[each].type) for each, value in zip(key, after, strict=True))
        wanted = query.where(sa.tuple_(*order) > sa.tuple_(*last))
