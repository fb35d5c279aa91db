"""Challenges on ladders.

Revision ID: 0028
Revises: 0027
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "challenges",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season_id", Id, nullable=False),
        sa.Column("entry_id", Id, nullable=False),
        sa.Column("against", Id, nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("fixture_id", Id, nullable=True),
        sa.Column("asked_at", UtcDateTime(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=False),
        sa.Column("decided_at", UtcDateTime(), nullable=True),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("(status = 'open') = (decided_at IS NULL)", name=op.f("ck_challenges_decided")),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'refused', 'lost', 'withdrawn')", name=op.f("ck_challenges_status")
        ),
        sa.ForeignKeyConstraint(["against"], ["entries.id"], name=op.f("fk_challenges_against")),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_challenges_entry_id")),
        sa.ForeignKeyConstraint(["fixture_id"], ["fixtures.id"], name=op.f("fk_challenges_fixture_id")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_challenges_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_challenges_against",
        "challenges",
        ["against"],
        unique=True,
        sqlite_where=sa.text("decided_at IS NULL"),
        postgresql_where=sa.text("decided_at IS NULL"),
    )
    op.create_index(
        "ix_challenges_entry_id",
        "challenges",
        ["entry_id"],
        unique=True,
        sqlite_where=sa.text("decided_at IS NULL"),
        postgresql_where=sa.text("decided_at IS NULL"),
    )
    op.create_index("ix_challenges_season_id", "challenges", ["season_id"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("challenges")
