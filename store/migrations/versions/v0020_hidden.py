"""Who does not appear, and who was deleted, are short lists of their own.

Revision ID: 0020
Revises: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_INDEXES = {
    "ix_player_settings_hidden": ("player_settings", "person_id", "appear != 'server'"),
    "ix_people_gone": ("people", "id", "account IS NULL"),
}


def upgrade() -> None:
    """Add the indexes."""
    for name, (table, column, where) in _INDEXES.items():
        op.create_index(name, table, [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def downgrade() -> None:
    """Remove them."""
    for name, (table, _, _) in _INDEXES.items():
        op.drop_index(name, table)
