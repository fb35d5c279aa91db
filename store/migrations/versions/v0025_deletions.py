"""A key for each person, from which a deletion is known again, and the deletions.

Revision ID: 0025
Revises: 0024
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

from store.dialects import UtcDateTime

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_KEY_BYTES = 16


def upgrade() -> None:
    """Add the column and the table, and give a key to everybody who has an account."""
    op.add_column("people", sa.Column("erasure_key", sa.LargeBinary(), nullable=True))
    op.create_table(
        "deletions",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_deletions")),
    )
    people = sa.table("people", sa.column("id"), sa.column("account"), sa.column("erasure_key", sa.LargeBinary()))
    known = op.get_bind().execute(sa.select(people.c.id).where(people.c.account.is_not(None))).scalars().all()
    if known:
        write = sa.update(people).where(people.c.id == sa.bindparam("of")).values(erasure_key=sa.bindparam("key"))
        op.get_bind().execute(write, [{"of": each, "key": secrets.token_bytes(_KEY_BYTES)} for each in known])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("deletions")
    op.drop_column("people", "erasure_key")
