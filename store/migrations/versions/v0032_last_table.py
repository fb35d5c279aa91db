"""The last table of a host is found, for "as last time".

Revision ID: 0032
Revises: 0031
"""

from __future__ import annotations

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_tables_host", "tables", ["host_id", "game", "id"])


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_tables_host", "tables")
