"""Indexes: the latest matches of a server, those that are over too, and the tables that matches came from.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the indexes."""
    op.create_index("ix_matches_guild_id", "matches", ["guild_id"])
    started = sa.text("match_id IS NOT NULL")
    op.create_index("ix_tables_match_id", "tables", ["match_id"], sqlite_where=started, postgresql_where=started)


def downgrade() -> None:
    """Remove them."""
    op.drop_index("ix_tables_match_id", "tables")
    op.drop_index("ix_matches_guild_id", "matches")
