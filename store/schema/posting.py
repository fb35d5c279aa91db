"""What is to be posted and where, appointments, and who follows what."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from store.dialects import Id
from store.schema.base import checksum_column, json_column, metadata, subject_columns, time_column

outbox = Table(
    "outbox",
    metadata,
    Column("id", Id, primary_key=True),
    *subject_columns(),
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
        "kind IN ('board', 'status', 'ended', 'notice', 'request', 'watch', 'nudge', 'private', 'sealed')", name="kind"
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

deadlines = Table(
    "deadlines",
    metadata,
    Column("kind", String, primary_key=True),
    Column("key", String, primary_key=True),
    time_column("due_at"),
    json_column("payload", nullable=True),
    Index(None, "due_at"),
    sqlite_with_rowid=False,
)

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
    CheckConstraint("kind IN ('match', 'player', 'league', 'server')", name="kind"),
    sqlite_autoincrement=True,
)
