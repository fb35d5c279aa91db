"""Tables lapse after some days, which a server chooses; those that are open get their appointment.

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

from store.dialects import UtcDateTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_UNTIL_NOTICE = timedelta(days=13)


def upgrade() -> None:
    """Add the columns and the index, and make the appointments."""
    op.add_column("tables", sa.Column("lapsed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column(
        "server_settings", sa.Column("table_days", sa.Integer(), nullable=False, server_default=sa.text("14"))
    )
    is_open = sa.text("status = 'open'")
    op.create_index("ix_tables_waiting", "tables", ["guild_id"], sqlite_where=is_open, postgresql_where=is_open)
    tables = sa.table(
        "tables",
        sa.column("id", sa.Integer()),
        sa.column("status", sa.String()),
        sa.column("created_at", UtcDateTime()),
    )
    deadlines = sa.table(
        "deadlines",
        sa.column("kind", sa.String()),
        sa.column("key", sa.String()),
        sa.column("due_at", UtcDateTime()),
        sa.column("payload", sa.JSON(none_as_null=True)),
    )
    connection = op.get_bind()
    found = connection.execute(sa.select(tables.c.id, tables.c.created_at).where(tables.c.status == "open")).all()
    rows = [
        {"kind": "lapse", "key": str(row.id), "due_at": row.created_at + _UNTIL_NOTICE, "payload": None}
        for row in found
    ]
    if rows:
        connection.execute(sa.insert(deadlines), rows)


def downgrade() -> None:
    """Remove them."""
    op.execute("DELETE FROM deadlines WHERE kind = 'lapse'")
    op.drop_index("ix_tables_waiting", "tables")
    op.drop_column("server_settings", "table_days")
    op.drop_column("tables", "lapsed")
