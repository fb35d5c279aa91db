"""Tables, matches, their events, and what must be posted.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime, append_only, lift_append_only

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table."""
    op.create_table(
        "deadlines",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("kind", "key", name=op.f("pk_deadlines")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_deadlines_due_at"), "deadlines", ["due_at"], unique=False)
    op.create_table(
        "matches",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("position", sa.String(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("to_act", sa.JSON(), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("parked", sa.JSON(), nullable=True),
        sa.Column("organiser_id", sa.BigInteger(), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("moved_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("(status = 'over') = (ended_at IS NOT NULL)", name=op.f("ck_matches_ended")),
        sa.CheckConstraint("status IN ('running', 'parked', 'over')", name=op.f("ck_matches_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_matches_live"),
        "matches",
        ["guild_id"],
        unique=False,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_table(
        "notes",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_notes")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "player_settings",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("palette", sa.String(), nullable=True),
        sa.Column("dark", sa.Boolean(), nullable=True),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("text_boards", sa.Boolean(), nullable=False),
        sa.Column("ping", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_player_settings")),
    )
    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("silence_blocks_start", sa.Boolean(), nullable=False),
        sa.Column("transcript_days", sa.Integer(), nullable=False),
        sa.Column("palette", sa.String(), nullable=True),
        sa.Column("dark", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_server_settings")),
    )
    op.create_table(
        "events",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("choices", sa.JSON(), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("kind IN ('turn', 'joint', 'forfeit')", name=op.f("ck_events_kind")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_events_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seq", name=op.f("pk_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "match_seats",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=True),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_match_seats_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_match_seats")),
        sa.UniqueConstraint("match_id", "user_id", name=op.f("uq_match_seats_match_id_user_id")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_match_seats_live"),
        "match_seats",
        ["user_id"],
        unique=False,
        sqlite_where=sa.text("live IS 1"),
        postgresql_where=sa.text("live IS true"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", Id, nullable=False),
        sa.Column("match_id", Id, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", UtcDateTime(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("done_at", UtcDateTime(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("kind IN ('board', 'status', 'ended', 'notice')", name=op.f("ck_outbox_kind")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_outbox_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_outbox_due"),
        "outbox",
        ["channel_id", "id"],
        unique=False,
        sqlite_where=sa.text("done_at IS NULL"),
        postgresql_where=sa.text("done_at IS NULL"),
    )
    op.create_index(
        op.f("ix_outbox_posted"),
        "outbox",
        ["channel_id", "match_id", "kind", "seq"],
        unique=False,
        sqlite_where=sa.text("message_id IS NOT NULL"),
        postgresql_where=sa.text("message_id IS NOT NULL"),
    )
    op.create_table(
        "places",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("busy", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_places_match_id")),
        sa.PrimaryKeyConstraint("match_id", "role", name=op.f("pk_places")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_places_channel_id_match_id"), "places", ["channel_id", "match_id"], unique=False)
    op.create_index(
        "uq_places_busy",
        "places",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("busy IS 1"),
        postgresql_where=sa.text("busy IS true"),
    )
    op.create_table(
        "sealed_choices",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_sealed_choices_match_id")),
        sa.PrimaryKeyConstraint("match_id", "decision", "seat", name=op.f("pk_sealed_choices")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "silence_log",
        sa.Column("id", Id, nullable=False),
        sa.Column("match_id", Id, nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_silence_log_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_silence_log")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_silence_log_match_id"), "silence_log", ["match_id"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("host_name", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("match_id", Id, nullable=True),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("place IN ('here', 'thread', 'channels')", name=op.f("ck_tables_place")),
        sa.CheckConstraint("status IN ('open', 'started', 'cancelled')", name=op.f("ck_tables_status")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_tables_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_tables_open"),
        "tables",
        ["channel_id"],
        unique=False,
        sqlite_where=sa.text("match_id IS NULL"),
        postgresql_where=sa.text("match_id IS NULL"),
    )
    op.create_table(
        "table_seats",
        sa.Column("table_id", Id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("invited", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_table_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_table_seats")),
        sa.UniqueConstraint("table_id", "user_id", name=op.f("uq_table_seats_table_id_user_id")),
        sqlite_with_rowid=False,
    )
    for table in ("events", "silence_log"):
        append_only(op.execute, op.get_bind().dialect.name, table)


def downgrade() -> None:
    """Drop every table."""
    for table in ("events", "silence_log"):
        lift_append_only(op.execute, op.get_bind().dialect.name, table)
    for table in (
        "table_seats",
        "tables",
        "silence_log",
        "sealed_choices",
        "places",
        "outbox",
        "match_seats",
        "events",
        "server_settings",
        "player_settings",
        "notes",
        "matches",
        "deadlines",
    ):
        op.drop_table(table)
