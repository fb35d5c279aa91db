"""The tables as they are now; `store.migrations` leads there from any earlier version.

Every question asked while a turn is played finds its rows through an index, so its cost does not depend on how many
matches are stored. Rows of matches that go on are told from the others by partial indexes, which stay small.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)

from store.dialects import Id, UtcDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

APPEND_ONLY = ("events", "silence_log", "audit_log")
"""Tables whose rows the database itself refuses to change or remove."""


def _json(name: str, *, nullable: bool = False) -> Column[Any]:
    return Column(name, JSON(none_as_null=True), nullable=nullable)


def _time(name: str, *, nullable: bool = False) -> Column[Any]:
    return Column(name, UtcDateTime(), nullable=nullable)


def _checksum(name: str = "checksum") -> Column[Any]:
    """Return a column for what `store.checksums` makes of a row."""
    return Column(name, LargeBinary)


def _terms() -> Column[Any]:
    return Column("terms", JSON(none_as_null=True), nullable=False, server_default=text("'{}'"))


matches = Table(
    "matches",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("mode", String, nullable=False),
    _json("options"),
    Column("data", String, nullable=False),
    Column("position", String, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("status", String, nullable=False),
    Column("seq", Integer, nullable=False),
    _json("to_act"),
    _json("outcome", nullable=True),
    _json("parked", nullable=True),
    Column("organiser_id", BigInteger, nullable=False),
    _time("started_at"),
    _time("moved_at"),
    _time("ended_at", nullable=True),
    _terms(),
    _json("clock", nullable=True),
    _json("paused", nullable=True),
    _time("due_at", nullable=True),
    Column("rev", Integer, nullable=False, server_default=text("0")),
    _checksum(),
    _checksum("clock_checksum"),
    CheckConstraint("status IN ('running', 'parked', 'over')", name="status"),
    CheckConstraint("(status = 'over') = (ended_at IS NOT NULL)", name="ended"),
    sqlite_autoincrement=True,
)
Index("ix_matches_guild_id", matches.c.guild_id)
for _name, _columns, _where in (
    ("ix_matches_live", ("guild_id",), matches.c.ended_at.is_(None)),
    ("ix_matches_parked", ("guild_id",), text("status = 'parked'")),
    ("ix_matches_ended_at", ("ended_at", "id"), matches.c.ended_at.is_not(None)),
):
    Index(_name, *(matches.c[column] for column in _columns), sqlite_where=_where, postgresql_where=_where)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("team", Integer),
    Column("live", Boolean, nullable=False),
    _checksum(),
    UniqueConstraint("match_id", "user_id"),
    sqlite_with_rowid=False,
)
Index(
    "ix_match_seats_live",
    match_seats.c.user_id,
    sqlite_where=match_seats.c.live.is_(True),
    postgresql_where=match_seats.c.live.is_(True),
)

places = Table(
    "places",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("role", String, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("busy", Boolean, nullable=False),
    _checksum(),
    Index(None, "channel_id", "match_id"),
    sqlite_with_rowid=False,
)
Index(
    "uq_places_busy",
    places.c.channel_id,
    unique=True,
    sqlite_where=places.c.busy.is_(True),
    postgresql_where=places.c.busy.is_(True),
)

events = Table(
    "events",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", Integer),
    Column("user_id", BigInteger, nullable=False),
    Column("text", String, nullable=False),
    _json("choices", nullable=True),
    _time("at"),
    _json("data", nullable=True),
    _checksum(),
    CheckConstraint("kind IN ('turn', 'joint', 'forfeit', 'undo', 'substitute', 'ruling', 'position')", name="kind"),
    sqlite_with_rowid=False,
)

sealed_choices = Table(
    "sealed_choices",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("decision", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("text", String, nullable=False),
    _time("at"),
    _checksum(),
    sqlite_with_rowid=False,
)

commitments = Table(
    "commitments",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("decision", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("salt", LargeBinary, nullable=False),
    Column("text", String, nullable=False),
    Column("revealed", Boolean, nullable=False),
    _checksum(),
    sqlite_with_rowid=False,
)

dropped_choices = Table(
    "dropped_choices",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("decision", Integer, primary_key=True),
    Column("digest", String, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("cause", String, nullable=False),
    _checksum(),
    sqlite_with_rowid=False,
)

tables = Table(
    "tables",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("mode", String, nullable=False),
    _json("options"),
    Column("place", String, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("host_name", String, nullable=False),
    Column("status", String, nullable=False),
    Column("message_id", BigInteger),
    Column("match_id", Id, ForeignKey("matches.id")),
    Column("rev", Integer, nullable=False),
    _time("created_at"),
    _terms(),
    Column("position", String, nullable=False, server_default=text("''")),
    _checksum(),
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

table_seats = Table(
    "table_seats",
    metadata,
    Column("table_id", Id, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", String, nullable=False),
    Column("invited", Boolean, nullable=False),
    _checksum(),
    UniqueConstraint("table_id", "user_id"),
    sqlite_with_rowid=False,
)

table_loadouts = Table(
    "table_loadouts",
    metadata,
    Column("table_id", Id, ForeignKey("tables.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("salt", LargeBinary, nullable=False),
    Column("text", String, nullable=False),
    _checksum(),
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
    _checksum(),
    sqlite_with_rowid=False,
)

saved_loadouts = Table(
    "saved_loadouts",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("text", String, nullable=False),
    Column("data", String, nullable=False),
    _time("at"),
    _checksum(),
    sqlite_with_rowid=False,
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match_id", Id, ForeignKey("matches.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    _json("payload"),
    Column("attempts", Integer, nullable=False),
    _time("not_before", nullable=True),
    _time("created_at"),
    _time("done_at", nullable=True),
    Column("message_id", BigInteger),
    _checksum(),
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
    _time("due_at"),
    _json("payload", nullable=True),
    Index(None, "due_at"),
    sqlite_with_rowid=False,
)

silence_log = Table(
    "silence_log",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match_id", Id, ForeignKey("matches.id"), nullable=False),
    Column("code", String, nullable=False),
    Column("channel_id", BigInteger),
    Column("user_id", BigInteger),
    _json("detail"),
    _time("at"),
    _checksum(),
    Index(None, "match_id"),
    sqlite_autoincrement=True,
)

audit_log = Table(
    "audit_log",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("match_id", Id, ForeignKey("matches.id"), nullable=False),
    Column("code", String, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    _json("detail"),
    _time("at"),
    _checksum(),
    Index(None, "match_id"),
    sqlite_autoincrement=True,
)

requests = Table(
    "requests",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match_id", Id, ForeignKey("matches.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    _json("detail"),
    _json("agreed"),
    Column("status", String, nullable=False),
    _time("created_at"),
    _time("decided_at", nullable=True),
    _checksum(),
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

plans = Table(
    "plans",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    _json("tree"),
    _time("at"),
    _checksum(),
    sqlite_with_rowid=False,
)

prepared_answers = Table(
    "prepared_answers",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    _json("answers"),
    _time("at"),
    _checksum(),
    sqlite_with_rowid=False,
)

vacations = Table(
    "vacations",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    _time("starts_at"),
    _time("ends_at"),
    _time("announced_at"),
    Index(None, "user_id"),
    CheckConstraint("starts_at < ends_at", name="order"),
    sqlite_autoincrement=True,
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
    Column("user_id", BigInteger, nullable=False),
    _time("created_at"),
    UniqueConstraint("channel_id", "kind", "target_id"),
    Index(None, "guild_id", "kind", "target_id"),
    CheckConstraint("kind IN ('match', 'player', 'league', 'server')", name="kind"),
    sqlite_autoincrement=True,
)

imports = Table(
    "imports",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger),
    Column("user_id", BigInteger, nullable=False),
    Column("text", String, nullable=False),
    _time("created_at"),
    _checksum(),
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
)

player_settings = Table(
    "player_settings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
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
)

notes = Table(
    "notes",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
    sqlite_with_rowid=False,
)
