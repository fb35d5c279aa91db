"""Standing offers to play, and the matches that they make.

Revision ID: 0021
Revises: 0020
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "seeks",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("mode", sa.String(), nullable=True),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=True),
        sa.Column("low", sa.Integer(), nullable=False),
        sa.Column("high", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("asks", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("served_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("status IN ('open', 'closed')", name=op.f("ck_seeks_status")),
        sa.CheckConstraint("low <= high", name=op.f("ck_seeks_range")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seeks")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seeks_person_id", "seeks", ["person_id"])
    is_open = sa.text("status = 'open'")
    op.create_index("ix_seeks_open", "seeks", ["guild_id", "game"], sqlite_where=is_open, postgresql_where=is_open)
    op.create_table(
        "pairings",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("match_id", Id, nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("starts_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(
            "status IN ('found', 'announced', 'ordered', 'started', 'off')", name=op.f("ck_pairings_status")
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_pairings_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairings")),
        sqlite_autoincrement=True,
    )
    known = sa.text("match_id IS NOT NULL")
    op.create_index("ix_pairings_match_id", "pairings", ["match_id"], sqlite_where=known, postgresql_where=known)
    op.create_table(
        "pairing_seats",
        sa.Column("pairing_id", Id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seek_id", Id, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["pairing_id"], ["pairings.id"], name=op.f("fk_pairing_seats_pairing_id")),
        sa.ForeignKeyConstraint(["seek_id"], ["seeks.id"], name=op.f("fk_pairing_seats_seek_id")),
        sa.PrimaryKeyConstraint("pairing_id", "seat", name=op.f("pk_pairing_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_pairing_seats_seek_id", "pairing_seats", ["seek_id"])
    op.create_index("ix_pairing_seats_person_id_pairing_id", "pairing_seats", ["person_id", "pairing_id"])


def downgrade() -> None:
    """Remove them."""
    for name in ("pairing_seats", "pairings", "seeks"):
        op.drop_table(name)
