"""The tables of posts, appointments, logs and requests, of lobby tables and their seats, seeks and loadouts."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
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

from store.schema.base import Id, checksum_column, json_column, metadata, subject_columns, terms_column, time_column

outbox = Table(
    "outbox",
    metadata,
    Column("id", Id, primary_key=True),
    *subject_columns(),
    Column("guild_id", BigInteger, nullable=False, server_default=text("0")),
    Column("seq", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    json_column("payload"),
    Column("attempts", Integer, nullable=False),
    time_column("not_before", nullable=True),
    time_column("created_at"),
    time_column("done_at", nullable=True),
    Column("message_id", BigInteger),
    checksum_column(),
    CheckConstraint(
        "kind IN ('board', 'ended', 'notice', 'request', 'watch', 'nudge', 'private', 'sealed', 'refresh')", name="kind"
    ),
    sqlite_autoincrement=True,
)
Index(
    "ix_outbox_due",
    outbox.c.channel_id,
    outbox.c.id,
    sqlite_where=outbox.c.done_at.is_(None),
    postgresql_where=outbox.c.done_at.is_(None),
)
Index(
    "ix_outbox_posted",
    outbox.c.channel_id,
    outbox.c.match_id,
    outbox.c.kind,
    outbox.c.seq,
    sqlite_where=outbox.c.message_id.is_not(None),
    postgresql_where=outbox.c.message_id.is_not(None),
)

REFRESHES = text("kind = 'refresh'")
"""As the index has it: one row for each message that is to be shown as it is."""
Index(
    "ix_outbox_refresh",
    outbox.c.channel_id,
    unique=True,
    sqlite_where=REFRESHES,
    postgresql_where=REFRESHES,
)

deadlines = Table(
    "deadlines",
    metadata,
    Column("kind", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, server_default=text("0")),
    time_column("due_at"),
    json_column("payload", nullable=True),
    Index(None, "due_at"),
    sqlite_with_rowid=False,
)

# When each shard was last there, and when it was not. Rows without a number of shards in common stand side by side.


shards = Table(
    "shards",
    metadata,
    Column("count", Integer, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    time_column("alive_at"),
    CheckConstraint("shard >= 0 AND count > 0", name="shard"),
    sqlite_with_rowid=False,
)

outages = Table(
    "outages",
    metadata,
    Column("id", Id, primary_key=True),
    Column("shard", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    time_column("began_at"),
    time_column("ended_at"),
    Column("jump", Float, nullable=False),
    CheckConstraint("shard >= 0 AND count > 0", name="shard"),
    sqlite_autoincrement=True,
)

cluster = Table(
    "cluster",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("shards", Integer, nullable=False),
    Column("processes", Integer, nullable=False),
    CheckConstraint("processes > 1 AND shards >= processes", name="sets"),
    sqlite_with_rowid=False,
)
"""How several processes share the servers: one row, none where one process has them all."""

handed = Table(
    "handed",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    json_column("payload"),
    time_column("at"),
    sqlite_with_rowid=False,
)
"""What was pressed or typed in direct messages, on its way to the process of a match's server; by Discord's number.

With the token of the payload anybody could answer: it is in no copy of the database, and gone after some minutes.
"""

watches = Table(
    "watches",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("target_id", BigInteger, nullable=False),
    Column("quiet", Boolean, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    time_column("created_at"),
    UniqueConstraint("channel_id", "kind", "target_id"),
    Index(None, "guild_id", "kind", "target_id"),
    CheckConstraint("kind IN ('match', 'player', 'league', 'server', 'puzzle')", name="kind"),
    sqlite_autoincrement=True,
)


# What was done besides playing, and what players ask each other.


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


# What there is between people before a match: whom they block, and what they offer to play.


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
    json_column("why", nullable=True),
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


# Tables that gather players, and what is chosen in private before a match.


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
