"""Ratings: pools, what was changed when, and what holds now.

Revision ID: 0014
Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime, append_only, lift_append_only

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "pools",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("last_no", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pools")),
        sa.UniqueConstraint("guild_id", "game", "mode", "variant", name=op.f("uq_pools_guild_id_game_mode_variant")),
        sqlite_autoincrement=True,
    )
    _add_changes()
    op.create_table(
        "ratings",
        sa.Column("pool_id", Id, nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("last_no", sa.Integer(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["pool_id"], ["pools.id"], name=op.f("fk_ratings_pool_id")),
        sa.PrimaryKeyConstraint("pool_id", "person_id", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_pool_id_mu", "ratings", ["pool_id", "mu"])
    op.create_index("ix_ratings_person_id", "ratings", ["person_id"])
    append_only(op.execute, op.get_context().dialect.name, "rating_changes")


def downgrade() -> None:
    """Remove them."""
    lift_append_only(op.execute, op.get_context().dialect.name, "rating_changes")
    for table in ("ratings", "rating_changes", "pools"):
        op.drop_table(table)


def _add_changes() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("id", Id, nullable=False),
        sa.Column("pool_id", Id, nullable=False),
        sa.Column("pool_no", sa.Integer(), nullable=False),
        sa.Column("upto", sa.Integer(), nullable=False),
        sa.Column("match_id", Id, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("cause", Id, nullable=True),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("sigma_before", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("checksum", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("kind IN ('end', 'correction', 'rebuild')", name=op.f("ck_rating_changes_kind")),
        sa.CheckConstraint("(kind = 'correction') = (cause IS NOT NULL)", name=op.f("ck_rating_changes_cause")),
        sa.ForeignKeyConstraint(["pool_id"], ["pools.id"], name=op.f("fk_rating_changes_pool_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_changes")),
        sqlite_autoincrement=True,
    )
    later = sa.text("kind != 'end'")
    for name, columns, where in (
        ("ix_rating_changes_pool_id_pool_no", ["pool_id", "pool_no"], None),
        ("ix_rating_changes_pool_id_person_id", ["pool_id", "person_id"], None),
        ("ix_rating_changes_later", ["pool_id"], later),
    ):
        op.create_index(name, "rating_changes", columns, sqlite_where=where, postgresql_where=where)
