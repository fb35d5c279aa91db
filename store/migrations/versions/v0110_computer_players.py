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
    op.create_table(
        "puzzle_results",
        sa.Column("person_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("puzzle", sa.String(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("day >= 0", name=op.f("ck_puzzle_results_day")),
        sa.PrimaryKeyConstraint("person_id", "puzzle", "day", name=op.f("pk_puzzle_results")),
        sqlite_with_rowid=False,
    )
    of_a_day = sa.text("day > 0")
    op.create_index(
        "ix_puzzle_results_day", "puzzle_results", ["day"], sqlite_where=of_a_day, postgresql_where=of_a_day
    )
    # A copy of a table in SQLite has no conditions but those that it is given.
    with op.batch_alter_table("watches", table_kwargs={"sqlite_autoincrement": True}) as watches:
        if op.get_context().dialect.name != "sqlite":
            watches.drop_constraint(op.f("ck_watches_kind"))
        watches.create_check_constraint(
            op.f("ck_watches_kind"), "kind IN ('match', 'player', 'league', 'server', 'puzzle')"
        )
    op.create_table(
        "analyses",
        sa.Column("match_id", _ID, nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_analyses_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_analyses")),
    )
    op.add_column("sealed_choices", sa.Column("decided", sa.JSON(), nullable=True))
    op.add_column("imports", sa.Column("analysis", sa.JSON(), nullable=True))
