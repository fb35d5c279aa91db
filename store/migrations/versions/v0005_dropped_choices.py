"""The hashes of sealed choices that never come to light: they stood in public, and the choices are forgotten.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "dropped_choices",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_dropped_choices_match_id")),
        sa.PrimaryKeyConstraint("match_id", "decision", "digest", name=op.f("pk_dropped_choices")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("dropped_choices")
