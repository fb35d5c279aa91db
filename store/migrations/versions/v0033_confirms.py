"""Whether a turn that a person types is shown first, and played once they confirm it.

Revision ID: 0033
Revises: 0032
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("player_settings", sa.Column("confirms", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("player_settings", "confirms")
