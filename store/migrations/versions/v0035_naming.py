"""What tells the names of a match apart: letters alone in those that there are, looks in those to come.

Revision ID: 0035
Revises: 0034
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; matches that there are keep their names."""
    op.add_column("matches", sa.Column("naming", sa.Integer(), nullable=False, server_default=sa.text("1")))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("matches", "naming")
