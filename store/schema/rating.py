"""Ratings: what was changed when, and what they are now."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from store.dialects import Id
from store.schema.base import checksum_column, metadata, time_column

pools = Table(
    "pools",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("mode", String, nullable=False),
    Column("variant", String, nullable=False),
    Column("model", String, nullable=False),
    Column("last_no", Integer, nullable=False),
    checksum_column(),
    UniqueConstraint("guild_id", "game", "mode", "variant"),
    sqlite_autoincrement=True,
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("id", Id, primary_key=True),
    Column("pool_id", Id, ForeignKey("pools.id"), nullable=False),
    Column("pool_no", Integer, nullable=False),
    Column("upto", Integer, nullable=False),
    Column("match_id", Id, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("cause", Id),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    time_column("at"),
    checksum_column(),
    CheckConstraint("kind IN ('end', 'correction', 'rebuild')", name="kind"),
    CheckConstraint("(kind = 'correction') = (cause IS NOT NULL)", name="cause"),
    Index(None, "pool_id", "pool_no"),
    Index(None, "pool_id", "person_id"),
    sqlite_autoincrement=True,
)
Index(
    "ix_rating_changes_later",
    rating_changes.c.pool_id,
    sqlite_where=rating_changes.c.kind != "end",
    postgresql_where=rating_changes.c.kind != "end",
)

ratings = Table(
    "ratings",
    metadata,
    Column("pool_id", Id, ForeignKey("pools.id"), primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("last_no", Integer, nullable=False),
    time_column("ended_at", nullable=True),
    checksum_column(),
    Index(None, "pool_id", "mu"),
    Index(None, "person_id"),
    sqlite_with_rowid=False,
)
