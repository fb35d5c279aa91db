"""Matches that are to begin."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, ForeignKey, Index, Integer, String, Table

from store.dialects import Id
from store.schema.base import checksum_column, json_column, metadata, terms_column, time_column

starts = Table(
    "starts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("place", String, nullable=False),
    Column("game", String, nullable=False),
    Column("mode", String, nullable=False),
    json_column("options"),
    json_column("seats"),
    Column("origin", String, nullable=False, unique=True),
    terms_column(),
    Column("position", String, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("status", String, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("attempts", Integer, nullable=False),
    json_column("made"),
    json_column("why", nullable=True),
    Column("match_id", Id, ForeignKey("matches.id")),
    time_column("created_at"),
    time_column("began_at", nullable=True),
    checksum_column(),
    CheckConstraint("status IN ('waiting', 'queued', 'building', 'started', 'done', 'failed')", name="status"),
    CheckConstraint("place IN ('here', 'thread', 'channels')", name="place"),
    sqlite_autoincrement=True,
)
Index(
    "ix_starts_live",
    starts.c.guild_id,
    sqlite_where=starts.c.live.is_(True),
    postgresql_where=starts.c.live.is_(True),
)
Index(
    "ix_starts_match_id",
    starts.c.match_id,
    sqlite_where=starts.c.match_id.is_not(None),
    postgresql_where=starts.c.match_id.is_not(None),
)
