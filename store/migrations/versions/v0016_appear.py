"""Who finds a player in profiles and on leaderboards.

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column(
        "player_settings", sa.Column("appear", sa.String(), nullable=False, server_default=sa.text("'server'"))
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_column("player_settings", "appear")
