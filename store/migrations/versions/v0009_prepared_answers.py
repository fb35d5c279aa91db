"""Answers that players have stored in advance.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "prepared_answers",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_prepared_answers_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_prepared_answers")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("prepared_answers")
