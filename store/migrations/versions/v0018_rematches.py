"""Offers of another match like one that is over.

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_STATUS = "status IN ('open', 'ordered', 'declined', 'lapsed', 'failed')"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "rematches",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("why", sa.JSON(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("opened_at", UtcDateTime(), nullable=False),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint(_STATUS, name=op.f("ck_rematches_status")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_rematches_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_rematches")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rematch_votes",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["rematches.match_id"], name=op.f("fk_rematch_votes_match_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_rematch_votes")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("rematch_votes")
    op.drop_table("rematches")
