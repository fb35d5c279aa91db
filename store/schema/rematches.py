"""Offers of another match like one that is over."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, String, Table

from store.dialects import Id
from store.schema.base import checksum_column, json_column, metadata, time_column

rematches = Table(
    "rematches",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    json_column("why", nullable=True),
    Column("message_id", BigInteger),
    Column("lobby_id", Id),
    time_column("opened_at"),
    time_column("closed_at", nullable=True),
    checksum_column(),
    CheckConstraint("status IN ('open', 'ordered', 'declined', 'lapsed', 'failed')", name="status"),
    sqlite_with_rowid=False,
)

rematch_votes = Table(
    "rematch_votes",
    metadata,
    Column("match_id", Id, ForeignKey("rematches.match_id"), primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    time_column("at"),
    checksum_column(),
    sqlite_with_rowid=False,
)
