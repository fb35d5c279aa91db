"""Computer players.

Revision ID: 0110
Revises: 0100
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0110"
down_revision = "0100"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables of version 1.1.0."""
    op.create_table(
        "computers",
        sa.Column("id", _ID, nullable=False, autoincrement=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("level >= 1 AND number >= 1", name=op.f("ck_computers_level")),
        sa.ForeignKeyConstraint(["id"], ["people.id"], name=op.f("fk_computers_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_computers")),
        sa.UniqueConstraint("level", "number", name=op.f("uq_computers_level_number")),
    )
