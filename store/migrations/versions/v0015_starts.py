"""Matches that are to begin, who asked for a match, and how many the program starts at a time.

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_STATUS = "status IN ('waiting', 'queued', 'building', 'started', 'done', 'failed')"


def upgrade() -> None:
    """Add the table and the columns."""
    op.create_table(
        "starts",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("terms", sa.JSON(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("position", sa.String(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("made", sa.JSON(), nullable=False),
        sa.Column("why", sa.JSON(), nullable=True),
        sa.Column("match_id", Id, nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("began_at", UtcDateTime(), nullable=True),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint(_STATUS, name=op.f("ck_starts_status")),
        sa.CheckConstraint("place IN ('here', 'thread', 'channels')", name=op.f("ck_starts_place")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_starts_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_starts")),
        sa.UniqueConstraint("origin", name=op.f("uq_starts_origin")),
        sqlite_autoincrement=True,
    )
    live, begun = sa.text("live IS 1"), sa.text("match_id IS NOT NULL")
    op.create_index(
        "ix_starts_live", "starts", ["guild_id"], sqlite_where=live, postgresql_where=sa.text("live IS true")
    )
    op.create_index("ix_starts_match_id", "starts", ["match_id"], sqlite_where=begun, postgresql_where=begun)
    known = sa.text("origin IS NOT NULL")
    op.add_column("matches", sa.Column("origin", sa.String(), nullable=True))
    op.create_index("uq_matches_origin", "matches", ["origin"], unique=True, sqlite_where=known, postgresql_where=known)
    op.add_column(
        "server_settings",
        sa.Column("program_matches", sa.Integer(), server_default=sa.text("100"), nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_column("server_settings", "program_matches")
    op.drop_index("uq_matches_origin", "matches")
    op.drop_column("matches", "origin")
    op.drop_table("starts")
