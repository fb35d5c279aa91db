"""What is chosen in private before the start: at tables, in matches, and what people keep under a name.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "table_loadouts",
        sa.Column("table_id", Id, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_table_loadouts_table_id")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_table_loadouts")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "match_loadouts",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("table_id", Id, nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_match_loadouts_match_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_match_loadouts_table_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_match_loadouts")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "saved_loadouts",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", "game", "key", name=op.f("pk_saved_loadouts")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Remove them."""
    for name in ("saved_loadouts", "match_loadouts", "table_loadouts"):
        op.drop_table(name)
