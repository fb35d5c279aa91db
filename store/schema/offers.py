"""What stands between people before there is a match: whom they block."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, Table

from store.schema.base import metadata, time_column

blocks = Table(
    "blocks",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    time_column("created_at"),
    CheckConstraint("person_id <> blocked_id", name="others"),
    Index(None, "blocked_id"),
    sqlite_with_rowid=False,
)
