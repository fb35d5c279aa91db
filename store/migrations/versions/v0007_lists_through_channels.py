"""A server's list is read through its channels: two indexes over its matches go, which each turn had to keep.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Remove the indexes."""
    for name, _, _ in _INDEXES:
        op.drop_index(name, "matches")


def downgrade() -> None:
    """Add them."""
    for name, columns, condition in _INDEXES:
        where = sa.text(condition)
        op.create_index(name, "matches", columns, sqlite_where=where, postgresql_where=where)


_INDEXES = (
    ("ix_matches_timed", ["guild_id", "due_at", "id"], "ended_at IS NULL AND due_at IS NOT NULL"),
    ("ix_matches_untimed", ["guild_id", "moved_at", "id"], "ended_at IS NULL AND due_at IS NULL"),
)
