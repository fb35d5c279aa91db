"""Tables that gather players, and what is chosen in private before a match."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)

from store.dialects import Id
from store.schema.base import checksum_column, json_column, metadata, terms_column, time_column

tables = Table(
    "tables",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("mode", String, nullable=False),
    json_column("options"),
    Column("place", String, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("message_id", BigInteger),
    Column("match_id", Id, ForeignKey("matches.id")),
    Column("rev", Integer, nullable=False),
    time_column("created_at"),
    terms_column(),
    Column("position", String, nullable=False, server_default=text("''")),
    Column("lapsed", Boolean, nullable=False, server_default=false()),
    checksum_column(),
    CheckConstraint("status IN ('open', 'started', 'cancelled')", name="status"),
    CheckConstraint("place IN ('here', 'thread', 'channels')", name="place"),
    sqlite_autoincrement=True,
)
Index(
    "ix_tables_match_id",
    tables.c.match_id,
    sqlite_where=tables.c.match_id.is_not(None),
    postgresql_where=tables.c.match_id.is_not(None),
)
Index(
    "ix_tables_open",
    tables.c.channel_id,
    sqlite_where=tables.c.match_id.is_(None),
    postgresql_where=tables.c.match_id.is_(None),
)
Index("ix_tables_host", tables.c.host_id, tables.c.game, tables.c.id)
Index(
    "ix_tables_waiting",
    tables.c.guild_id,
    sqlite_where=text("status = 'open'"),
    postgresql_where=text("status = 'open'"),
)

table_seats = Table(
    "table_seats",
    metadata,
    Column("table_id", Id, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", BigInteger),
    Column("invited", Boolean, nullable=False),
    checksum_column(),
    UniqueConstraint("table_id", "person_id"),
    sqlite_with_rowid=False,
)

table_loadouts = Table(
    "table_loadouts",
    metadata,
    Column("table_id", Id, ForeignKey("tables.id"), primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("salt", LargeBinary, nullable=False),
    Column("text", String, nullable=False),
    checksum_column(),
    sqlite_with_rowid=False,
)

match_loadouts = Table(
    "match_loadouts",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("table_id", Id, ForeignKey("tables.id"), nullable=False),
    Column("salt", LargeBinary),
    Column("text", String, nullable=False),
    checksum_column(),
    sqlite_with_rowid=False,
)

saved_loadouts = Table(
    "saved_loadouts",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("text", String, nullable=False),
    Column("data", String, nullable=False),
    time_column("at"),
    checksum_column(),
    sqlite_with_rowid=False,
)
