"""What there is between people before a match: whom they block, and what they offer to play."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, ForeignKey, Index, Integer, String, Table, text

from store.dialects import Id
from store.schema.base import json_column, metadata, time_column

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

seeks = Table(
    "seeks",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("mode", String),
    json_column("options"),
    json_column("clock", nullable=True),
    Column("low", Integer, nullable=False),
    Column("high", Integer, nullable=False),
    Column("most", Integer, nullable=False),
    Column("asks", Boolean, nullable=False),
    Column("status", String, nullable=False),
    time_column("created_at"),
    time_column("expires_at"),
    time_column("served_at"),
    CheckConstraint("status IN ('open', 'closed')", name="status"),
    CheckConstraint("low <= high", name="range"),
    Index(None, "person_id"),
    sqlite_autoincrement=True,
)
Index(
    "ix_seeks_open",
    seeks.c.guild_id,
    seeks.c.game,
    sqlite_where=text("status = 'open'"),
    postgresql_where=text("status = 'open'"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("mode", String, nullable=False),
    json_column("options"),
    json_column("clock", nullable=True),
    Column("status", String, nullable=False),
    Column("message_id", BigInteger),
    Column("match_id", Id, ForeignKey("matches.id")),
    time_column("created_at"),
    time_column("starts_at", nullable=True),
    CheckConstraint("status IN ('found', 'announced', 'ordered', 'started', 'off')", name="status"),
    sqlite_autoincrement=True,
)
Index(
    "ix_pairings_match_id",
    pairings.c.match_id,
    sqlite_where=pairings.c.match_id.is_not(None),
    postgresql_where=pairings.c.match_id.is_not(None),
)

pairing_seats = Table(
    "pairing_seats",
    metadata,
    Column("pairing_id", Id, ForeignKey("pairings.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seek_id", Id, ForeignKey("seeks.id"), nullable=False),
    Column("person_id", BigInteger, nullable=False),
    time_column("since"),
    Column("left", Boolean, nullable=False),
    Index(None, "seek_id"),
    Index(None, "person_id", "pairing_id"),
    sqlite_with_rowid=False,
)
