"""Seasons that were brought as files: their numbers beside our own, and what of a file has no row of ours."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Double,
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
from store.schema.base import checksum_column, json_column, metadata, time_column

imported_seasons = Table(
    "imported_seasons",
    metadata,
    Column("season_id", Id, ForeignKey("seasons.id"), primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("base", BigInteger, nullable=False),
    json_column("league"),
    time_column("at"),
    checksum_column(),
)

imported_people = Table(
    "imported_people",
    metadata,
    Column("season_id", Id, ForeignKey("seasons.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("stranger_id", BigInteger, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    time_column("joined_at", nullable=True),
    time_column("left_at", nullable=True),
    Column("seed_mu", Double),
    checksum_column(),
    UniqueConstraint("season_id", "person_id"),
    Index(None, "person_id"),
    Index(None, "stranger_id"),
    sqlite_with_rowid=False,
)

imported_entries = Table(
    "imported_entries",
    metadata,
    Column("season_id", Id, ForeignKey("seasons.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("entry_id", Id, ForeignKey("entries.id"), nullable=False),
    checksum_column(),
    UniqueConstraint("entry_id"),
    sqlite_with_rowid=False,
)

imported_fixtures = Table(
    "imported_fixtures",
    metadata,
    Column("season_id", Id, ForeignKey("seasons.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("fixture_id", Id, ForeignKey("fixtures.id"), nullable=False),
    Column("match_number", BigInteger),
    Column("status", String, nullable=False),
    time_column("started_at", nullable=True),
    checksum_column(),
    UniqueConstraint("fixture_id"),
    sqlite_with_rowid=False,
)

imported_matches = Table(
    "imported_matches",
    metadata,
    Column("season_id", Id, ForeignKey("seasons.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    json_column("results"),
    json_column("ratings"),
    Column("record", LargeBinary, nullable=False),
    checksum_column(),
)

imported_decisions = Table(
    "imported_decisions",
    metadata,
    Column("season_id", Id, ForeignKey("seasons.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("decision_id", Id, ForeignKey("decisions.id"), nullable=False),
    checksum_column(),
    UniqueConstraint("decision_id"),
    sqlite_with_rowid=False,
)

identity_claims = Table(
    "identity_claims",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("season_id", Id, ForeignKey("seasons.id"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("state", String, nullable=False),
    time_column("asked_at"),
    time_column("decided_at", nullable=True),
    Column("organiser_id", BigInteger),
    Column("rev", Integer, nullable=False),
    checksum_column(),
    CheckConstraint("state IN ('asked', 'confirmed', 'refused', 'withdrawn')", name="state"),
    CheckConstraint("(state = 'asked') = (decided_at IS NULL)", name="decided"),
    Index(None, "person_id"),
    sqlite_autoincrement=True,
)
for _who in ("number", "person_id"):
    Index(
        f"ix_identity_claims_one_{_who}",
        identity_claims.c.season_id,
        identity_claims.c[_who],
        unique=True,
        sqlite_where=text("state IN ('asked', 'confirmed')"),
        postgresql_where=text("state IN ('asked', 'confirmed')"),
    )
