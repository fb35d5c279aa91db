"""What came of matches: results, corrections and totals.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime, append_only, lift_append_only
from store.migrations.results.adding import fill

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_GUARDED = ("results", "corrections")
_COUNTS = {
    "person_totals": (("guild_id", "person_id", "game", "mode", "seat"), ("played", "won", "drawn", "lost")),
    "pairs": (("guild_id", "person_id", "opponent_id", "game"), ("played", "won", "lost")),
    "feature_totals": (("guild_id", "game", "mode", "feature", "value"), ("matches",)),
}
"""The key of each table of totals, and what is counted in it."""
_SUMS = {
    "person_totals": ("score_sum", "turns"),
    "pairs": ("score_sum",),
    "feature_totals": ("score_sum", "score_squares"),
}


def upgrade() -> None:
    """Add the tables, and write what came of the matches that are over."""
    _add_results()
    _add_corrections()
    for table, (key, counts) in _COUNTS.items():
        op.create_table(
            table,
            *(sa.Column(name, _kind(name), autoincrement=False, nullable=False) for name in key),
            *(sa.Column(name, sa.Integer(), nullable=False) for name in counts),
            *(sa.Column(name, sa.BigInteger(), nullable=False) for name in _SUMS[table]),
            sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{table}")),
            sqlite_with_rowid=False,
        )
    most = ["guild_id", "game", "mode", "feature", "matches"]
    op.create_index("ix_feature_totals_matches", "feature_totals", most)
    fill(op.get_bind())
    for table in _GUARDED:
        append_only(op.execute, op.get_context().dialect.name, table)


def downgrade() -> None:
    """Remove them."""
    for table in _GUARDED:
        lift_append_only(op.execute, op.get_context().dialect.name, table)
    for table in (*_COUNTS, "corrections", "results"):
        op.drop_table(table)


def _kind(name: str) -> sa.types.TypeEngine[Any]:
    if name.endswith("_id"):
        return sa.BigInteger()
    return sa.Integer() if name == "seat" else sa.String()


def _add_results() -> None:
    op.create_table(
        "results",
        sa.Column("match_id", Id, autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("pool_id", sa.BigInteger(), nullable=True),
        sa.Column("team", sa.Integer(), nullable=True),
        sa.Column("starter_id", sa.BigInteger(), nullable=False),
        sa.Column("finisher_id", sa.BigInteger(), nullable=False),
        sa.Column("excused", sa.Boolean(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("starter_turns", sa.Integer(), nullable=False),
        sa.Column("finisher_turns", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("points", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("category", sa.String(), nullable=True),
        sa.Column("merit", sa.BigInteger(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=False),
        sa.Column("termination", sa.String(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("why", sa.String(), nullable=True),
        sa.Column("rated", sa.String(), nullable=True),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("pool_no", sa.BigInteger(), nullable=True),
        sa.Column("gave_up", sa.String(), nullable=True),
        sa.Column("opening", sa.String(), nullable=True),
        sa.Column("thought", sa.Integer(), nullable=False),
        sa.Column("timed", sa.Integer(), nullable=False),
        sa.Column("features", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("counted = (why IS NULL)", name=op.f("ck_results_why")),
        sa.CheckConstraint("rated IN ('full', 'gain', 'hold', 'out')", name=op.f("ck_results_rated")),
        sa.CheckConstraint("gave_up IN ('resigned', 'time')", name=op.f("ck_results_gave_up")),
        sa.CheckConstraint("(category IS NULL) = (merit IS NULL)", name=op.f("ck_results_merit")),
        sa.PrimaryKeyConstraint("match_id", "revision", "seat", name=op.f("pk_results")),
        sqlite_with_rowid=False,
    )
    for name, columns, where in (
        ("ix_results_starter", ["guild_id", "starter_id", "ended_at"], None),
        ("ix_results_finisher", ["guild_id", "finisher_id", "ended_at"], sa.text("finisher_id != starter_id")),
        ("ix_results_pool", ["pool_id", "pool_no", "seat"], sa.text("pool_no IS NOT NULL")),
        ("ix_results_best", ["guild_id", "game", "mode", "category", "merit"], sa.text("merit IS NOT NULL")),
    ):
        op.create_index(name, "results", columns, sqlite_where=where, postgresql_where=where)


def _add_corrections() -> None:
    op.create_table(
        "corrections",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", Id, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("why", sa.JSON(), nullable=False),
        sa.Column("undoes", Id, nullable=True),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("kind IN ('void', 'ranks', 'excuse', 'undo')", name=op.f("ck_corrections_kind")),
        sa.CheckConstraint("(kind = 'undo') = (undoes IS NOT NULL)", name=op.f("ck_corrections_undoes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corrections")),
        sa.UniqueConstraint("match_id", "revision", name=op.f("uq_corrections_match_id_revision")),
        sqlite_autoincrement=True,
    )
