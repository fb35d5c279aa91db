"""Who plays, under which names, and how far they have learned. All else refers to people by their number."""

from __future__ import annotations

import secrets
from functools import partial

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
)

from store.dialects import Id
from store.schema.base import checksum_column, metadata, time_column

KEY_BYTES = 16
"""Of the key that each person has, and that goes with their account (`store.deletion`)."""

people = Table(
    "people",
    metadata,
    Column("id", Id, primary_key=True),
    Column("account", BigInteger),
    Column("kind", String, nullable=False),
    time_column("created_at"),
    time_column("deleted_at", nullable=True),
    Column("erasure_key", LargeBinary, default=partial(secrets.token_bytes, KEY_BYTES)),
    checksum_column(),
    UniqueConstraint("account"),
    CheckConstraint("kind IN ('human', 'computer')", name="kind"),
    CheckConstraint("account IS NULL OR (kind = 'human' AND deleted_at IS NULL)", name="account"),
    sqlite_autoincrement=True,
)

_GONE = people.c.account.is_(None)
Index("ix_people_gone", people.c.id, sqlite_where=_GONE, postgresql_where=_GONE)

member_names = Table(
    "member_names",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Index(None, "person_id"),
    sqlite_with_rowid=False,
)

lessons = Table(
    "lessons",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("step", Integer, nullable=False),
    time_column("at"),
    CheckConstraint("step >= 0", name="step"),
    sqlite_with_rowid=False,
)

greetings = Table(
    "greetings",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    time_column("at"),
    sqlite_with_rowid=False,
)
