"""What made a sealed choice in place of its player, and the pauses of matches.

Revision ID: 0024
Revises: 0023
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.checksums import checksum
from store.dialects import Id, UtcDateTime

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_KEY = ("match_id", "decision", "seat")
_BEFORE = (*_KEY, "text", "at")
_SEALED = sa.table(
    "sealed_choices",
    *(sa.column(name) for name in (*_KEY, "text", "cause")),
    sa.column("at", UtcDateTime()),
    sa.column("checksum", sa.LargeBinary()),
)


def upgrade() -> None:
    """Add both. What is sealed now was made by its players, as far as is known."""
    op.add_column("sealed_choices", sa.Column("cause", sa.String(), nullable=True))
    _sum_up(added=True)
    op.create_table(
        "pauses",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("begun_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_pauses_match_id")),
        sa.PrimaryKeyConstraint("match_id", "begun_at", name=op.f("pk_pauses")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take both away."""
    op.drop_table("pauses")
    _sum_up(added=False)
    op.drop_column("sealed_choices", "cause")


def _sum_up(*, added: bool) -> None:
    """Write the checksums of sealed choices anew where they are right: now the cause is covered, or no longer."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(_SEALED)).all():
        values = [getattr(row, name) for name in _BEFORE]
        before, after = (values, [*values, row.cause]) if added else ([*values, row.cause], values)
        if row.checksum == checksum(before):
            this = (_SEALED.c[name] == getattr(row, name) for name in _KEY)
            connection.execute(sa.update(_SEALED).where(*this).values(checksum=checksum(after)))
