"""Columns that name a person say so.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_TABLES = (
    *("match_seats", "events", "table_seats", "table_loadouts", "saved_loadouts", "silence_log", "audit_log"),
    *("requests", "plans", "prepared_answers", "vacations", "watches", "imports", "player_settings"),
)
_UNIQUE = {"match_seats": "match_id", "table_seats": "table_id"}


def upgrade() -> None:
    """Rename the columns, and the index that has its name from one."""
    for table in _TABLES:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN user_id TO person_id")
    op.drop_index("ix_vacations_user_id", "vacations")
    op.create_index("ix_vacations_person_id", "vacations", ["person_id"])
    for table, key in _UNIQUE.items():
        _rename_unique(table, f"uq_{table}_{key}_user_id", f"uq_{table}_{key}_person_id", key, "person_id")


def downgrade() -> None:
    """Name them as they were."""
    for table, key in _UNIQUE.items():
        _rename_unique(table, f"uq_{table}_{key}_person_id", f"uq_{table}_{key}_user_id", key, "person_id")
    op.drop_index("ix_vacations_person_id", "vacations")
    for table in _TABLES:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN person_id TO user_id")
    op.create_index("ix_vacations_user_id", "vacations", ["user_id"])


def _rename_unique(table: str, old: str, new: str, key: str, person: str) -> None:
    """Give a unique constraint another name; SQLite has to copy the table for that."""
    if op.get_context().dialect.name != "sqlite":
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")
        return
    if table == "match_seats":
        op.drop_index("ix_match_seats_live", table)
    with op.batch_alter_table(table, table_kwargs={"sqlite_with_rowid": False}) as batch:
        batch.drop_constraint(old, type_="unique")
        batch.create_unique_constraint(new, [key, person])
    if table == "match_seats":
        op.create_index("ix_match_seats_live", table, [person], sqlite_where=sa.text("live IS 1"))
