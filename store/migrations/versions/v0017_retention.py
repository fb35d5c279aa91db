"""Servers that the bot has left, and a log of what was removed for good.

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime, append_only, lift_append_only

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "departures",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_departures")),
    )
    op.create_table(
        "erasures",
        sa.Column("id", Id, nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("removed", sa.JSON(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_erasures")),
        sqlite_autoincrement=True,
    )
    append_only(op.execute, op.get_context().dialect.name, "erasures")


def downgrade() -> None:
    """Remove them."""
    lift_append_only(op.execute, op.get_context().dialect.name, "erasures")
    op.drop_table("erasures")
    op.drop_table("departures")
