"""Seasons that were brought as files, and who says that they are a person of one.

Revision ID: 0030
Revises: 0029
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

from store.dialects import Id, UtcDateTime

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_TABLES = (
    *("identity_claims", "imported_decisions", "imported_matches", "imported_fixtures", "imported_entries"),
    *("imported_people", "imported_seasons"),
)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "imported_seasons",
        sa.Column("season_id", Id, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("base", sa.BigInteger(), nullable=False),
        sa.Column("league", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_imported_seasons_season_id")),
        sa.PrimaryKeyConstraint("season_id", name=op.f("pk_imported_seasons")),
    )
    _numbered(
        "imported_people",
        sa.Column("stranger_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("joined_at", UtcDateTime(), nullable=True),
        sa.Column("left_at", UtcDateTime(), nullable=True),
        sa.Column("seed_mu", sa.Double(), nullable=True),
        sa.UniqueConstraint("season_id", "person_id", name=op.f("uq_imported_people_season_id_person_id")),
    )
    op.create_index("ix_imported_people_person_id", "imported_people", ["person_id"])
    op.create_index("ix_imported_people_stranger_id", "imported_people", ["stranger_id"])
    _numbered("imported_entries", *_own("imported_entries", "entry_id", "entries.id"))
    _numbered(
        "imported_fixtures",
        *_own("imported_fixtures", "fixture_id", "fixtures.id"),
        sa.Column("match_number", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=True),
    )
    _numbered(
        "imported_matches",
        sa.Column("results", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("ratings", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        rowid=True,
    )
    _numbered("imported_decisions", *_own("imported_decisions", "decision_id", "decisions.id"))
    op.create_table(
        "identity_claims",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season_id", Id, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("asked_at", UtcDateTime(), nullable=False),
        sa.Column("decided_at", UtcDateTime(), nullable=True),
        sa.Column("organiser_id", sa.BigInteger(), nullable=True),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("(state = 'asked') = (decided_at IS NULL)", name=op.f("ck_identity_claims_decided")),
        sa.CheckConstraint(
            "state IN ('asked', 'confirmed', 'refused', 'withdrawn')", name=op.f("ck_identity_claims_state")
        ),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_identity_claims_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_identity_claims")),
        sqlite_autoincrement=True,
    )
    for who in ("number", "person_id"):
        op.create_index(
            f"ix_identity_claims_one_{who}",
            "identity_claims",
            ["season_id", who],
            unique=True,
            sqlite_where=sa.text("state IN ('asked', 'confirmed')"),
            postgresql_where=sa.text("state IN ('asked', 'confirmed')"),
        )
    op.create_index("ix_identity_claims_person_id", "identity_claims", ["person_id"])


def downgrade() -> None:
    """Remove them."""
    for name in _TABLES:
        op.drop_table(name)


def _own(table: str, column: str, of: str) -> list[SchemaItem]:
    """Return the column for our own number of what a row is about."""
    return [
        sa.Column(column, Id, nullable=False),
        sa.ForeignKeyConstraint([column], [of], name=op.f(f"fk_{table}_{column}")),
        sa.UniqueConstraint(column, name=op.f(f"uq_{table}_{column}")),
    ]


def _numbered(table: str, *columns: SchemaItem, rowid: bool = False) -> None:
    """Add a table of what has a number in the file of a season."""
    op.create_table(
        table,
        sa.Column("season_id", Id, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        *columns,
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f(f"fk_{table}_season_id")),
        sa.PrimaryKeyConstraint("season_id", "number", name=op.f(f"pk_{table}")),
        **({} if rowid else {"sqlite_with_rowid": False}),
    )
