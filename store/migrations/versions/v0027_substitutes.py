"""Who took over a seat is found through an index of its own: lists tell players apart as their matches do.

Revision ID: 0027
Revises: 0026
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the index."""
    which = sa.text("kind = 'substitute'")
    op.create_index("ix_events_substitutes", "events", ["kind", "match_id"], sqlite_where=which, postgresql_where=which)


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_events_substitutes", "events")
