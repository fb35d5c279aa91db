"""What was done besides playing, and what players ask each other."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, Integer, String, Table

from store.dialects import Id
from store.schema.base import checksum_column, json_column, metadata, subject_columns, time_column

silence_log = Table(
    "silence_log",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match_id", Id, ForeignKey("matches.id"), nullable=False),
    Column("code", String, nullable=False),
    Column("channel_id", BigInteger),
    Column("person_id", BigInteger),
    json_column("detail"),
    time_column("at"),
    checksum_column(),
    Index(None, "match_id"),
    sqlite_autoincrement=True,
)

audit_log = Table(
    "audit_log",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    *subject_columns(),
    Column("code", String, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    json_column("detail"),
    time_column("at"),
    checksum_column(),
    Index(None, "match_id"),
    sqlite_autoincrement=True,
)

requests = Table(
    "requests",
    metadata,
    Column("id", Id, primary_key=True),
    *subject_columns(),
    Column("seq", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    json_column("detail"),
    json_column("agreed"),
    Column("status", String, nullable=False),
    time_column("created_at"),
    time_column("decided_at", nullable=True),
    checksum_column(),
    CheckConstraint("status IN ('open', 'accepted', 'refused', 'withdrawn', 'outdated')", name="status"),
    Index(None, "match_id"),
    sqlite_autoincrement=True,
)
Index(
    "ix_requests_open",
    requests.c.match_id,
    sqlite_where=requests.c.decided_at.is_(None),
    postgresql_where=requests.c.decided_at.is_(None),
)
