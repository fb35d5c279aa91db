"""Alternates of leagues.

Revision ID: 0029
Revises: 0028
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "alternates",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season_id", Id, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("joined_at", UtcDateTime(), nullable=False),
        sa.Column("entry_id", Id, nullable=True),
        sa.Column("asked_at", UtcDateTime(), nullable=True),
        sa.Column("due_at", UtcDateTime(), nullable=True),
        sa.Column("over_at", UtcDateTime(), nullable=True),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("(status IN ('waiting', 'asked')) = (over_at IS NULL)", name=op.f("ck_alternates_over")),
        sa.CheckConstraint(
            "status IN ('waiting', 'asked', 'took', 'declined', 'left')", name=op.f("ck_alternates_status")
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_alternates_entry_id")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_alternates_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alternates")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_alternates_once",
        "alternates",
        ["season_id", "person_id"],
        unique=True,
        sqlite_where=sa.text("over_at IS NULL"),
        postgresql_where=sa.text("over_at IS NULL"),
    )
    op.create_index("ix_alternates_person_id", "alternates", ["person_id"])
    op.create_index("ix_alternates_season_id", "alternates", ["season_id"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("alternates")
