"""Seasons are no longer brought as files.

Revision ID: 0036
Revises: 0035
"""

from __future__ import annotations

from store.migrations.versions import v0030_imported_seasons as then

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the tables of imports."""
    then.downgrade()


def downgrade() -> None:
    """Add them again."""
    then.upgrade()
