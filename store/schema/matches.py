"""Matches: their seats and places, what happened in them, what is sealed, and what players answered in advance."""

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
    text,
)

from store.dialects import Id
from store.schema.base import checksum_column, json_column, metadata, terms_column, time_column

matches = Table(
    "matches",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("mode", String, nullable=False),
    json_column("options"),
    Column("data", String, nullable=False),
    Column("position", String, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("status", String, nullable=False),
    Column("seq", Integer, nullable=False),
    json_column("to_act"),
    json_column("outcome", nullable=True),
    json_column("parked", nullable=True),
    Column("organiser_id", BigInteger, nullable=False),
    time_column("started_at"),
    time_column("moved_at"),
    time_column("ended_at", nullable=True),
    terms_column(),
    json_column("clock", nullable=True),
    json_column("paused", nullable=True),
    time_column("due_at", nullable=True),
    Column("rev", Integer, nullable=False, server_default=text("0")),
    checksum_column(),
    checksum_column("clock_checksum"),
    Column("origin", String),
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
Index(
    "uq_matches_origin",
    matches.c.origin,
    unique=True,
    sqlite_where=matches.c.origin.is_not(None),
    postgresql_where=matches.c.origin.is_not(None),
)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", BigInteger, nullable=False),
    Column("team", Integer),
    Column("live", Boolean, nullable=False),
    checksum_column(),
    UniqueConstraint("match_id", "person_id"),
    sqlite_with_rowid=False,
)
Index(
    "ix_match_seats_live",
    match_seats.c.person_id,
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
    checksum_column(),
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
    Column("person_id", BigInteger, nullable=False),
    Column("text", String, nullable=False),
    json_column("choices", nullable=True),
    time_column("at"),
    json_column("data", nullable=True),
    checksum_column(),
    CheckConstraint("kind IN ('turn', 'joint', 'forfeit', 'undo', 'substitute', 'ruling', 'position')", name="kind"),
    sqlite_with_rowid=False,
)

Index(
    "ix_events_substitutes",
    events.c.kind,  # without it, SQLite would rather read all events of a match
    events.c.match_id,
    sqlite_where=text("kind = 'substitute'"),
    postgresql_where=text("kind = 'substitute'"),
)

sealed_choices = Table(
    "sealed_choices",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("decision", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("text", String, nullable=False),
    time_column("at"),
    Column("cause", String),
    checksum_column(),
    sqlite_with_rowid=False,
)

pauses = Table(
    "pauses",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    time_column("begun_at", primary_key=True),
    time_column("ended_at"),
    checksum_column(),
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
    checksum_column(),
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
    checksum_column(),
    sqlite_with_rowid=False,
)

plans = Table(
    "plans",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    json_column("tree"),
    time_column("at"),
    checksum_column(),
    sqlite_with_rowid=False,
)

prepared_answers = Table(
    "prepared_answers",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", BigInteger, nullable=False),
    json_column("answers"),
    time_column("at"),
    checksum_column(),
    sqlite_with_rowid=False,
)
