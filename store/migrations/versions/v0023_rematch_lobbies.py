"""The table at which the players of a rematch choose anew in private before it starts.

Revision ID: 0023
Revises: 0022
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("rematches", sa.Column("lobby_id", Id, nullable=True))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("rematches", "lobby_id")
