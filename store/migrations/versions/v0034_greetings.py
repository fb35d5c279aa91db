"""Who was helped at their first turn of which game.

Revision ID: 0034
Revises: 0033
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import UtcDateTime

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "greetings",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "game", name=op.f("pk_greetings")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("greetings")
