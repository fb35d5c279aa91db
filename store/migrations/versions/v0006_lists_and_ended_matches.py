"""When a player's time is up stands on the match, so that lists are read in their order; ended matches are found.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import UtcDateTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, filled from the appointments, and the indexes."""
    op.add_column("matches", sa.Column("due_at", UtcDateTime(), nullable=True))
    op.execute(
        "UPDATE matches SET due_at = (SELECT due_at FROM deadlines "
        "WHERE deadlines.kind = 'clock' AND deadlines.key = CAST(matches.id AS VARCHAR)) WHERE ended_at IS NULL"
    )
    for name, columns, condition in _INDEXES:
        where = sa.text(condition)
        op.create_index(name, "matches", columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Remove them."""
    for name, _, _ in _INDEXES:
        op.drop_index(name, "matches")
    op.drop_column("matches", "due_at")


_INDEXES = (
    ("ix_matches_timed", ["guild_id", "due_at", "id"], "ended_at IS NULL AND due_at IS NOT NULL"),
    ("ix_matches_untimed", ["guild_id", "moved_at", "id"], "ended_at IS NULL AND due_at IS NULL"),
    ("ix_matches_parked", ["guild_id"], "status = 'parked'"),
    ("ix_matches_ended_at", ["ended_at", "id"], "ended_at IS NOT NULL"),
)
