"""People, by whose numbers everybody is named, and the names that Discord showed for them.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime, append_only, lift_append_only
from store.errors import MigrationError
from store.migrations.people import moving, subjects

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_TABLES = (
    *("match_seats", "events", "table_seats", "table_loadouts", "saved_loadouts", "silence_log", "audit_log"),
    *("requests", "plans", "prepared_answers", "vacations", "watches", "imports", "player_settings"),
)
_GUARDED = ("events", "silence_log", "audit_log")
_NAMES = (("match_seats", "name"), ("table_seats", "name"), ("tables", "host_name"))
_UNIQUE = {"match_seats": "match_id", "table_seats": "table_id"}


def upgrade() -> None:
    """Rename columns, write into tables of people whom the others know, and refer to them everywhere else.

    Nothing is played again, and all of it is one transaction: whatever ends it leaves the database as it was.
    """
    _rename()
    _add_tables()
    subjects.add()
    dialect = op.get_context().dialect.name
    for table in _GUARDED:
        lift_append_only(op.execute, dialect, table)
    persons = moving.move(op.get_bind())
    for table in _GUARDED:
        append_only(op.execute, dialect, table)
    for table, name in _NAMES:
        op.drop_column(table, name)
    moving.check(op.get_bind(), persons)


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
    """Name columns as they were, in a database that knows nobody yet.

    Raises:
        MigrationError: There are people in it.
    """
    people = sa.table("people", sa.column("id"))
    if op.get_bind().execute(sa.select(people.c.id).limit(1)).first() is not None:
        raise MigrationError("persons do not become accounts again: put a backup from before in the database's place")
    for table, name in _NAMES:
        op.add_column(table, sa.Column(name, sa.String(), nullable=False, server_default=""))
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
