"""A checksum in every row that tells of a match, and a revision of matches.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from store.checksums import checksum
from store.dialects import Id, UtcDateTime, append_only, lift_append_only

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_JSON = sa.JSON(none_as_null=True)
_KINDS: dict[str, Any] = {
    **dict.fromkeys(("options", "terms", "choices", "data", "payload", "detail", "tree", "clock"), _JSON),
    **dict.fromkeys(("started_at", "at", "created_at"), UtcDateTime()),
    **dict.fromkeys(("seed", "salt", "checksum", "clock_checksum"), sa.LargeBinary()),
    **dict.fromkeys(("match_id", "id", "table_id"), Id),
    "invited": sa.Boolean(),
}
_MATCH = (
    *("guild_id", "game", "rules_version", "mode", "options", "data", "position", "seed"),
    *("organiser_id", "started_at", "terms"),
)
_TABLE = (
    *("guild_id", "channel_id", "game", "mode", "options", "place", "host_id", "host_name", "status"),
    *("message_id", "match_id", "rev", "created_at", "terms", "position"),
)
_COVERED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "matches": (("id",), _MATCH),
    "match_seats": (("match_id", "seat"), ("match_id", "seat", "user_id", "name", "team")),
    "places": (("match_id", "role"), ("match_id", "role", "channel_id")),
    "events": (
        ("match_id", "seq"),
        ("match_id", "seq", "kind", "seat", "user_id", "text", "choices", "at", "data"),
    ),
    "sealed_choices": (("match_id", "decision", "seat"), ("match_id", "decision", "seat", "text", "at")),
    "commitments": (("match_id", "decision", "seat"), ("match_id", "decision", "seat", "salt", "text")),
    "tables": (("id",), _TABLE),
    "table_seats": (("table_id", "seat"), ("table_id", "seat", "user_id", "name", "invited")),
    "outbox": (("id",), ("match_id", "seq", "kind", "channel_id", "payload", "created_at")),
    "silence_log": (("id",), ("match_id", "code", "channel_id", "user_id", "detail", "at")),
    "audit_log": (("id",), ("guild_id", "match_id", "code", "user_id", "detail", "at")),
    "requests": (("id",), ("match_id", "seq", "kind", "seat", "user_id", "detail", "created_at")),
    "plans": (("match_id", "seat"), ("match_id", "seat", "user_id", "seq", "tree", "at")),
    "imports": (("id",), ("guild_id", "user_id", "text", "created_at")),
}
"""Keys and covered columns as they are at this revision (`store.checksums` has those of today)."""

_GUARDED = ("events", "silence_log", "audit_log")
_PAGE = 5000


def upgrade() -> None:
    """Add the columns, and what is to stand in them for the rows that are there."""
    dialect = op.get_context().dialect.name
    for table in _COVERED:
        op.add_column(table, sa.Column("checksum", sa.LargeBinary(), nullable=True))
    op.add_column("matches", sa.Column("clock_checksum", sa.LargeBinary(), nullable=True))
    op.add_column("matches", sa.Column("rev", sa.Integer(), nullable=False, server_default=sa.text("0")))
    for table in _GUARDED:
        lift_append_only(op.execute, dialect, table)
    for table, (key, covered) in _COVERED.items():
        _fill(op.get_bind(), table, key, covered)
    for table in _GUARDED:
        append_only(op.execute, dialect, table)


def downgrade() -> None:
    """Take the columns away."""
    op.drop_column("matches", "rev")
    op.drop_column("matches", "clock_checksum")
    for table in _COVERED:
        op.drop_column(table, "checksum")


def _fill(connection: sa.Connection, name: str, key: tuple[str, ...], covered: tuple[str, ...]) -> None:
    """Write the checksums of all rows of a table."""
    extra = ("clock", "clock_checksum") if name == "matches" else ()
    kinds = _KINDS | ({"data": sa.String()} if name == "matches" else {})
    columns = (sa.column(each, kinds.get(each)) for each in dict.fromkeys((*key, *covered, "checksum", *extra)))
    table = sa.table(name, *columns)
    write = sa.update(table).where(
        *(table.c[each] == sa.bindparam(f"of_{each}", type_=table.c[each].type) for each in key)
    )
    links = _links(connection) if name == "events" else {}
    for page in _pages(connection, table, key):
        rows = []
        for row in page:
            before = links.get(row["match_id"], b"") if name == "events" else b""
            values: dict[str, Any] = {"checksum": checksum([row[each] for each in covered], before)}
            if name == "events":
                links[row["match_id"]] = values["checksum"]
            if name == "matches":
                clock = row["clock"]
                values["clock_checksum"] = None if clock is None else checksum([clock])
            rows.append({**values, **{f"of_{each}": row[each] for each in key}})
        names = ("checksum", "clock_checksum") if name == "matches" else ("checksum",)
        connection.execute(write.values({each: sa.bindparam(each) for each in names}), rows)


def _links(connection: sa.Connection) -> dict[int, bytes]:
    """Return the checksums of matches, from which the chains of their events start."""
    table = sa.table("matches", sa.column("id"), sa.column("checksum"))
    return {row.id: bytes(row.checksum) for row in connection.execute(sa.select(table))}


def _pages(connection: sa.Connection, table: sa.TableClause, key: tuple[str, ...]) -> Iterator[list[sa.RowMapping]]:
    """Give the rows of a table in the order of their key."""
    order = [table.c[each] for each in key]
    query = sa.select(table).order_by(*order).limit(_PAGE)
    page = connection.execute(query).mappings().all()
    while page:
        yield list(page)
        last = sa.tuple_(*(page[-1][each] for each in key))
        page = connection.execute(query.where(sa.tuple_(*order) > last)).mappings().all()
