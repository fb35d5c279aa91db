"""The tables of leagues: seasons, entries, fixtures, totals."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
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
)

from store.schema.base import Id, checksum_column, json_column, metadata, terms_column, time_column

leagues = Table(
    "leagues",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("key", String, nullable=False),
    time_column("created_at"),
    time_column("archived_at", nullable=True),
    sqlite_autoincrement=True,
)
Index(
    "ix_leagues_key",
    leagues.c.guild_id,
    leagues.c.key,
    unique=True,
    sqlite_where=leagues.c.archived_at.is_(None),
    postgresql_where=leagues.c.archived_at.is_(None),
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("league_id", Id, ForeignKey("leagues.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("status", String, nullable=False),
    terms_column(),
    Column("secret", LargeBinary, nullable=False),
    Column("entries_digest", String),
    Column("message_id", BigInteger),
    time_column("created_at"),
    time_column("published_at", nullable=True),
    time_column("started_at", nullable=True),
    time_column("ends_at", nullable=True),
    time_column("ended_at", nullable=True),
    time_column("closed_at", nullable=True),
    time_column("paused_at", nullable=True),
    Column("rev", Integer, nullable=False),
    checksum_column(),
    CheckConstraint("status IN ('draft', 'open', 'running', 'paused', 'ended', 'closed', 'cancelled')", name="status"),
    UniqueConstraint("league_id", "number"),
    sqlite_autoincrement=True,
)
Index(
    "ix_seasons_live",
    seasons.c.guild_id,
    sqlite_where=seasons.c.closed_at.is_(None),
    postgresql_where=seasons.c.closed_at.is_(None),
)

divisions = Table(
    "divisions",
    metadata,
    Column("season_id", Id, ForeignKey("seasons.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("up", Integer, nullable=False),
    Column("down", Integer, nullable=False),
    sqlite_with_rowid=False,
)

rounds = Table(
    "rounds",
    metadata,
    Column("season_id", Id, ForeignKey("seasons.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    time_column("opened_at"),
    time_column("ends_at", nullable=True),
    Column("extra", Integer, nullable=False),
    Column("method", String, nullable=False),
    sqlite_with_rowid=False,
)

entries = Table(
    "entries",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("season_id", Id, ForeignKey("seasons.id"), nullable=False),
    Column("division", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("seed", Integer, nullable=False),
    Column("seed_mu", Double),
    Column("from_round", Integer, nullable=False),
    time_column("joined_at"),
    time_column("left_at", nullable=True),
    Column("rev", Integer, nullable=False),
    checksum_column(),
    Index(None, "season_id"),
    sqlite_autoincrement=True,
)

entry_players = Table(
    "entry_players",
    metadata,
    Column("entry_id", Id, ForeignKey("entries.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("season_id", Id, ForeignKey("seasons.id"), nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("agreed", Boolean, nullable=False),
    time_column("since"),
    time_column("until", nullable=True),
    checksum_column(),
    Index(None, "person_id"),
    sqlite_with_rowid=False,
)
Index(
    "ix_entry_players_once",
    entry_players.c.season_id,
    entry_players.c.person_id,
    unique=True,
    sqlite_where=entry_players.c.until.is_(None),
    postgresql_where=entry_players.c.until.is_(None),
)

absences = Table(
    "absences",
    metadata,
    Column("entry_id", Id, ForeignKey("entries.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    time_column("asked_at"),
    CheckConstraint("kind IN ('half_bye', 'zero_bye')", name="kind"),
    sqlite_with_rowid=False,
)

fixtures = Table(
    "fixtures",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("season_id", Id, ForeignKey("seasons.id"), nullable=False),
    Column("division", Integer, nullable=False),
    Column("stage", String, nullable=False),
    Column("round", Integer, nullable=False),
    Column("leg", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("why", String),
    Column("repeat", Boolean),
    Column("method", String, nullable=False),
    Column("match_id", Id, ForeignKey("matches.id")),
    Column("attempt", Integer, nullable=False),
    Column("ordered", Boolean, nullable=False),
    json_column("trouble", nullable=True),
    time_column("planned_at"),
    time_column("not_before", nullable=True),
    time_column("started_at", nullable=True),
    time_column("ended_at", nullable=True),
    Column("rev", Integer, nullable=False),
    checksum_column(),
    CheckConstraint(
        "stage IN ('division', 'swiss', 'main', 'winners', 'losers', 'final', 'third', 'ladder')", name="stage"
    ),
    CheckConstraint("status IN ('planned', 'running', 'over', 'struck')", name="status"),
    CheckConstraint("(why IS NOT NULL) = (status IN ('over', 'struck'))", name="why"),
    CheckConstraint("(status IN ('over', 'struck')) = (ended_at IS NOT NULL)", name="ended"),
    Index(None, "season_id", "round"),
    sqlite_autoincrement=True,
)
Index(
    "ix_fixtures_once",
    *(fixtures.c[name] for name in ("season_id", "division", "stage", "round", "leg", "board")),
    unique=True,
    sqlite_where=fixtures.c.board > 0,
    postgresql_where=fixtures.c.board > 0,
)
Index(
    "ix_fixtures_match_id",
    fixtures.c.match_id,
    sqlite_where=fixtures.c.match_id.is_not(None),
    postgresql_where=fixtures.c.match_id.is_not(None),
)
Index(
    "ix_fixtures_live",
    fixtures.c.guild_id,
    fixtures.c.season_id,
    sqlite_where=fixtures.c.ended_at.is_(None),
    postgresql_where=fixtures.c.ended_at.is_(None),
)

fixture_sides = Table(
    "fixture_sides",
    metadata,
    Column("fixture_id", Id, ForeignKey("fixtures.id"), primary_key=True),
    Column("entry_id", Id, ForeignKey("entries.id"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("points", Integer),
    Column("advances", Boolean),
    Column("challenger", Boolean),
    checksum_column(),
    UniqueConstraint("fixture_id", "seat"),
    Index(None, "entry_id"),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    metadata,
    Column("entry_id", Id, ForeignKey("entries.id"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("season_id", Id, ForeignKey("seasons.id"), nullable=False),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("byes", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Index(None, "season_id"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("season_id", Id, ForeignKey("seasons.id"), nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("fixture_id", Id, ForeignKey("fixtures.id")),
    Column("entry_id", Id, ForeignKey("entries.id")),
    Column("kind", String, nullable=False),
    json_column("detail"),
    json_column("reason", nullable=True),
    Column("undoes", Id),
    time_column("at"),
    checksum_column(),
    Index(None, "season_id"),
    sqlite_autoincrement=True,
)

league_jobs = Table(
    "league_jobs",
    metadata,
    Column("season_id", Id, ForeignKey("seasons.id"), primary_key=True),
    Column("key", String, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    time_column("done_at"),
    sqlite_with_rowid=False,
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("season_id", Id, ForeignKey("seasons.id"), nullable=False),
    Column("entry_id", Id, ForeignKey("entries.id"), nullable=False),
    Column("against", Id, ForeignKey("entries.id"), nullable=False),
    Column("status", String, nullable=False),
    Column("fixture_id", Id, ForeignKey("fixtures.id")),
    time_column("asked_at"),
    time_column("due_at"),
    time_column("decided_at", nullable=True),
    Column("rev", Integer, nullable=False),
    checksum_column(),
    CheckConstraint("status IN ('open', 'accepted', 'refused', 'lost', 'withdrawn')", name="status"),
    CheckConstraint("(status = 'open') = (decided_at IS NULL)", name="decided"),
    Index(None, "season_id"),
    sqlite_autoincrement=True,
)
for _side in ("entry_id", "against"):
    Index(
        f"ix_challenges_{_side}",
        challenges.c[_side],
        unique=True,
        sqlite_where=challenges.c.decided_at.is_(None),
        postgresql_where=challenges.c.decided_at.is_(None),
    )

alternates = Table(
    "alternates",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("season_id", Id, ForeignKey("seasons.id"), nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    time_column("joined_at"),
    Column("entry_id", Id, ForeignKey("entries.id")),
    time_column("asked_at", nullable=True),
    time_column("due_at", nullable=True),
    time_column("over_at", nullable=True),
    Column("rev", Integer, nullable=False),
    checksum_column(),
    CheckConstraint("status IN ('waiting', 'asked', 'took', 'declined', 'left')", name="status"),
    CheckConstraint("(status IN ('waiting', 'asked')) = (over_at IS NULL)", name="over"),
    Index(None, "season_id"),
    Index(None, "person_id"),
    sqlite_autoincrement=True,
)
Index(
    "ix_alternates_once",
    alternates.c.season_id,
    alternates.c.person_id,
    unique=True,
    sqlite_where=alternates.c.over_at.is_(None),
    postgresql_where=alternates.c.over_at.is_(None),
)
