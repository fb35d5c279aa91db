"""What is removed for good: which servers the bot has left, and what was removed; who asked for a copy."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, LargeBinary, String, Table

from store.dialects import Id
from store.schema.base import json_column, metadata, time_column

departures = Table(
    "departures",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    time_column("at"),
)

exports = Table(
    "exports",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    time_column("at"),
)

deletions = Table(
    "deletions",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    time_column("at"),
)

erasures = Table(
    "erasures",
    metadata,
    Column("id", Id, primary_key=True),
    Column("cause", String, nullable=False),
    json_column("removed"),
    time_column("at"),
    sqlite_autoincrement=True,
)
