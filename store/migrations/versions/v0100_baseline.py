"""Where every step begins: the schema of the first release.

An empty database never comes through here: `store.db.migrate` makes it from `store/schema`, whatever the latest step
is.

Revision ID: 0100
Revises: nothing
"""

from __future__ import annotations

revision = "0100"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Do nothing: the schema is there."""
