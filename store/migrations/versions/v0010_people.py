"""People, by whose numbers everybody is named, and the names that Discord showed for them.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime, append_only, lift_append_only
from store.migrations.people import subjects
from store.migrations.people.filling import fill
from store.migrations.people.found import find
from store.migrations.people.parts import PARTS
from store.migrations.people.writing import Writer

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
    """Rename columns, write into tables of people whom the others know, and give to what has a match a subject."""
    _rename()
    _add_tables()
    fill(op.get_bind(), find(op.get_bind()))
    subjects.add()
    _rewrite(op.get_bind())


def _rewrite(connection: sa.Connection) -> None:
    """Write checksums that cover the subjects."""
    writer, dialect = Writer(connection), op.get_context().dialect.name
    lift_append_only(op.execute, dialect, "audit_log")
    for part in PARTS:
        if part.table in subjects.TABLES:
            writer.rewrite(part, (), lambda _: {})
    append_only(op.execute, dialect, "audit_log")


def _rename() -> None:
    """Rename the columns that name a person, and what has its name from one."""
    for table in _TABLES:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN user_id TO person_id")
    op.drop_index("ix_vacations_user_id", "vacations")
    op.create_index("ix_vacations_person_id", "vacations", ["person_id"])
    for table, key in _UNIQUE.items():
        _rename_unique(table, f"uq_{table}_{key}_user_id", f"uq_{table}_{key}_person_id", key, "person_id")


def _add_tables() -> None:
    op.create_table(
        "people",
        sa.Column("id", Id, nullable=False),
        sa.Column("account", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("deleted_at", UtcDateTime(), nullable=True),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("kind IN ('human', 'computer')", name=op.f("ck_people_kind")),
        sa.CheckConstraint(
            "account IS NULL OR (kind = 'human' AND deleted_at IS NULL)", name=op.f("ck_people_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("account", name=op.f("uq_people_account")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "member_names",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "person_id", name=op.f("pk_member_names")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_member_names_person_id", "member_names", ["person_id"])


def downgrade() -> None:
    """Name columns as they were, and forget who is who."""
    subjects.remove()
    op.drop_table("member_names")
    op.drop_table("people")
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
