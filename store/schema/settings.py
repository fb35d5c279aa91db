"""What servers and players chose, and what they left with the bot."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, Index, Integer, String, Table, false, text

from store.dialects import Id
from store.schema.base import checksum_column, metadata, time_column

vacations = Table(
    "vacations",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person_id", BigInteger, nullable=False),
    time_column("starts_at"),
    time_column("ends_at"),
    time_column("announced_at"),
    Index(None, "person_id"),
    CheckConstraint("starts_at < ends_at", name="order"),
    sqlite_autoincrement=True,
)

imports = Table(
    "imports",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger),
    Column("person_id", BigInteger, nullable=False),
    Column("text", String, nullable=False),
    time_column("created_at"),
    checksum_column(),
    Index(None, "created_at"),
    sqlite_autoincrement=True,
)

server_settings = Table(
    "server_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("silence_blocks_start", Boolean, nullable=False),
    Column("transcript_days", Integer, nullable=False),
    Column("palette", String),
    Column("dark", Boolean, nullable=False),
    Column("language", String),
    Column("organiser_role_id", BigInteger),
    Column("table_days", Integer, nullable=False, server_default=text("14")),
    Column("program_matches", Integer, nullable=False, server_default=text("100")),
)

player_settings = Table(
    "player_settings",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("palette", String),
    Column("dark", Boolean),
    Column("language", String),
    Column("text_boards", Boolean, nullable=False),
    Column("ping", Boolean, nullable=False),
    Column("nudges", String, nullable=False, server_default=text("'channel'")),
    Column("zone", String),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("free_weekends", Boolean, nullable=False, server_default=false()),
    Column("digest_hour", Integer),
    Column("appear", String, nullable=False, server_default=text("'server'")),
    Column("all_servers", Boolean, nullable=False, server_default=false()),
    Column("confirms", Boolean, nullable=False, server_default=false()),
)

_HIDDEN = player_settings.c.appear != "server"
Index("ix_player_settings_hidden", player_settings.c.person_id, sqlite_where=_HIDDEN, postgresql_where=_HIDDEN)

notes = Table(
    "notes",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
    sqlite_with_rowid=False,
)
