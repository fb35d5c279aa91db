"""Leagues: seasons, entries, fixtures, standings, decisions.

Revision ID: 0026
Revises: 0025
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime, append_only, lift_append_only

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_TABLES = (
    *("leagues", "seasons", "divisions", "rounds", "entries", "entry_players"),
    *("absences", "fixtures", "fixture_sides", "standings", "decisions", "league_jobs"),
)


def upgrade() -> None:
    """Add the tables."""
    _add_leagues()
    _add_entries()
    _add_fixtures()
    _add_what_comes_of_them()
    append_only(op.execute, op.get_context().dialect.name, "decisions")


def _add_leagues() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("archived_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leagues")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_leagues_key",
        "leagues",
        ["guild_id", "key"],
        unique=True,
        sqlite_where=sa.text("archived_at IS NULL"),
        postgresql_where=sa.text("archived_at IS NULL"),
    )
    op.create_table(
        "seasons",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("league_id", Id, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False, server_default=sa.text("'{}'")),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("entries_digest", sa.String(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("published_at", UtcDateTime(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=True),
        sa.Column("ends_at", UtcDateTime(), nullable=True),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.Column("paused_at", UtcDateTime(), nullable=True),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint(
            "status IN ('draft', 'open', 'running', 'paused', 'ended', 'closed', 'cancelled')",
            name=op.f("ck_seasons_status"),
        ),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f("fk_seasons_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("league_id", "number", name=op.f("uq_seasons_league_id_number")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_seasons_live",
        "seasons",
        ["guild_id"],
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.create_table(
        "divisions",
        sa.Column("season_id", Id, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("up", sa.Integer(), nullable=False),
        sa.Column("down", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_divisions_season_id")),
        sa.PrimaryKeyConstraint("season_id", "number", name=op.f("pk_divisions")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rounds",
        sa.Column("season_id", Id, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", UtcDateTime(), nullable=False),
        sa.Column("ends_at", UtcDateTime(), nullable=True),
        sa.Column("extra", sa.Integer(), nullable=False),
        sa.Column("method", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_rounds_season_id")),
        sa.PrimaryKeyConstraint("season_id", "number", name=op.f("pk_rounds")),
        sqlite_with_rowid=False,
    )


def _add_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season_id", Id, nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("seed_mu", sa.Double(), nullable=True),
        sa.Column("from_round", sa.Integer(), nullable=False),
        sa.Column("joined_at", UtcDateTime(), nullable=False),
        sa.Column("left_at", UtcDateTime(), nullable=True),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_entries_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_entries_season_id", "entries", ["season_id"])
    op.create_table(
        "entry_players",
        sa.Column("entry_id", Id, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season_id", Id, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("agreed", sa.Boolean(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.Column("until", UtcDateTime(), nullable=True),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_entry_players_entry_id")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_entry_players_season_id")),
        sa.PrimaryKeyConstraint("entry_id", "number", name=op.f("pk_entry_players")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_entry_players_once",
        "entry_players",
        ["season_id", "person_id"],
        unique=True,
        sqlite_where=sa.text("until IS NULL"),
        postgresql_where=sa.text("until IS NULL"),
    )
    op.create_index("ix_entry_players_person_id", "entry_players", ["person_id"])
    op.create_table(
        "absences",
        sa.Column("entry_id", Id, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("asked_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("kind IN ('half_bye', 'zero_bye')", name=op.f("ck_absences_kind")),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_absences_entry_id")),
        sa.PrimaryKeyConstraint("entry_id", "round", name=op.f("pk_absences")),
        sqlite_with_rowid=False,
    )


def _add_fixtures() -> None:
    op.create_table(
        "fixtures",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season_id", Id, nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("leg", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("why", sa.String(), nullable=True),
        sa.Column("repeat", sa.Boolean(), nullable=True),
        sa.Column("method", sa.String(), nullable=False),
        sa.Column("match_id", Id, nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("ordered", sa.Boolean(), nullable=False),
        sa.Column("trouble", sa.JSON(), nullable=True),
        sa.Column("planned_at", UtcDateTime(), nullable=False),
        sa.Column("not_before", UtcDateTime(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=True),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("(status IN ('over', 'struck')) = (ended_at IS NOT NULL)", name=op.f("ck_fixtures_ended")),
        sa.CheckConstraint(
            "stage IN ('division', 'swiss', 'main', 'winners', 'losers', 'final', 'ladder')",
            name=op.f("ck_fixtures_stage"),
        ),
        sa.CheckConstraint("status IN ('planned', 'running', 'over', 'struck')", name=op.f("ck_fixtures_status")),
        sa.CheckConstraint("(why IS NOT NULL) = (status IN ('over', 'struck'))", name=op.f("ck_fixtures_why")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_fixtures_match_id")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_fixtures_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fixtures")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_fixtures_live",
        "fixtures",
        ["guild_id", "season_id"],
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index(
        "ix_fixtures_match_id",
        "fixtures",
        ["match_id"],
        sqlite_where=sa.text("match_id IS NOT NULL"),
        postgresql_where=sa.text("match_id IS NOT NULL"),
    )
    op.create_index(
        "ix_fixtures_once",
        "fixtures",
        ["season_id", "division", "stage", "round", "leg", "board"],
        unique=True,
        sqlite_where=sa.text("board > 0"),
        postgresql_where=sa.text("board > 0"),
    )
    op.create_index("ix_fixtures_season_id_round", "fixtures", ["season_id", "round"])
    op.create_table(
        "fixture_sides",
        sa.Column("fixture_id", Id, nullable=False),
        sa.Column("entry_id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("advances", sa.Boolean(), nullable=True),
        sa.Column("challenger", sa.Boolean(), nullable=True),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_fixture_sides_entry_id")),
        sa.ForeignKeyConstraint(["fixture_id"], ["fixtures.id"], name=op.f("fk_fixture_sides_fixture_id")),
        sa.PrimaryKeyConstraint("fixture_id", "entry_id", name=op.f("pk_fixture_sides")),
        sa.UniqueConstraint("fixture_id", "seat", name=op.f("uq_fixture_sides_fixture_id_seat")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_fixture_sides_entry_id", "fixture_sides", ["entry_id"])


def _add_what_comes_of_them() -> None:
    op.create_table(
        "standings",
        sa.Column("entry_id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season_id", Id, nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("byes", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_standings_entry_id")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_standings_season_id")),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_standings")),
    )
    op.create_index("ix_standings_season_id", "standings", ["season_id"])
    op.create_table(
        "decisions",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season_id", Id, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("fixture_id", Id, nullable=True),
        sa.Column("entry_id", Id, nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("reason", sa.JSON(), nullable=True),
        sa.Column("undoes", Id, nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_decisions_entry_id")),
        sa.ForeignKeyConstraint(["fixture_id"], ["fixtures.id"], name=op.f("fk_decisions_fixture_id")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_decisions_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_decisions_season_id", "decisions", ["season_id"])
    op.create_table(
        "league_jobs",
        sa.Column("season_id", Id, nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("done_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_league_jobs_season_id")),
        sa.PrimaryKeyConstraint("season_id", "key", name=op.f("pk_league_jobs")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Remove them."""
    lift_append_only(op.execute, op.get_context().dialect.name, "decisions")
    for name in reversed(_TABLES):
        op.drop_table(name)
