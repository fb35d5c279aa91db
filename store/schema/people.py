"""The tables of people, of settings, and of removals."""

from __future__ import annotations

import secrets
from functools import partial

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

from store.schema.base import Id, checksum_column, json_column, metadata, time_column

KEY_BYTES = 16
"""Of the key that each person has, and that goes with their account (`store.privacy.deletion`)."""

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

computers = Table(
    "computers",
    metadata,
    Column("id", Id, ForeignKey("people.id"), primary_key=True, autoincrement=False),
    Column("level", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    checksum_column(),
    UniqueConstraint("level", "number"),
    CheckConstraint("level >= 1 AND number >= 1", name="level"),
)
"""The computer players, by their number among people: the first, second and so on of each level."""

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

puzzle_results = Table(
    "puzzle_results",
    metadata,
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", String, primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("solved", Boolean, nullable=False),
    time_column("at"),
    CheckConstraint("day >= 0", name="day"),
    sqlite_with_rowid=False,
)
"""Puzzles that people solved, or saw the solution of; as the puzzle of a day (`date.toordinal`), or not (0)."""

_OF_A_DAY = puzzle_results.c.day > 0
Index("ix_puzzle_results_day", puzzle_results.c.day, sqlite_where=_OF_A_DAY, postgresql_where=_OF_A_DAY)


# What servers and players chose, and what they left with the bot.


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
    json_column("analysis", nullable=True),
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


# What is removed for good: which servers the bot has left, and what was removed; who asked for a copy.


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
