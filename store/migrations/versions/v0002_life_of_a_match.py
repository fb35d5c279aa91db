"""Terms and clocks, taking back, rulings, substitutes, requests, plans, vacations, watchers, imports, an audit log.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import Id, UtcDateTime, append_only, lift_append_only

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_EVENTS = ("'turn', 'joint', 'forfeit'", "'turn', 'joint', 'forfeit', 'undo', 'substitute', 'ruling', 'position'")
_POSTS = (
    "'board', 'status', 'ended', 'notice'",
    "'board', 'status', 'ended', 'notice', 'request', 'watch', 'nudge', 'private', 'sealed'",
)
"""Which kinds there were, and are."""


def upgrade() -> None:
    """Add what a match that lasts for weeks needs."""
    _events(new=True)
    _outbox(_POSTS[1])
    op.add_column("matches", _terms())
    op.add_column("matches", sa.Column("clock", sa.JSON(), nullable=True))
    op.add_column("matches", sa.Column("paused", sa.JSON(), nullable=True))
    op.add_column("tables", _terms())
    op.add_column("tables", sa.Column("position", sa.String(), nullable=False, server_default=sa.text("''")))
    op.add_column("server_settings", sa.Column("organiser_role_id", sa.BigInteger(), nullable=True))
    for column in _player_columns():
        op.add_column("player_settings", column)
    _requests()
    _secrets_and_vacations()
    _watches_and_imports()
    op.create_table(
        "audit_log",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", Id, nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_audit_log_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_log")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_audit_log_match_id"), "audit_log", ["match_id"], unique=False)
    append_only(op.execute, op.get_context().dialect.name, "audit_log")


def downgrade() -> None:
    """Take all of it away; refused by the database where matches have events of the new kinds."""
    lift_append_only(op.execute, op.get_context().dialect.name, "audit_log")
    for table in ("commitments", "audit_log", "imports", "watches", "vacations", "plans", "requests"):
        op.drop_table(table)
    for column in _player_columns():
        op.drop_column("player_settings", column.name)
    op.drop_column("server_settings", "organiser_role_id")
    for table, columns in (("tables", ("position", "terms")), ("matches", ("paused", "clock", "terms"))):
        for name in columns:
            op.drop_column(table, name)
    _outbox(_POSTS[0])
    _events(new=False)


def _terms() -> sa.Column[object]:
    return sa.Column("terms", sa.JSON(), nullable=False, server_default=sa.text("'{}'"))


def _player_columns() -> list[sa.Column[object]]:
    return [
        sa.Column("nudges", sa.String(), nullable=False, server_default=sa.text("'channel'")),
        sa.Column("zone", sa.String(), nullable=True),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("free_weekends", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("digest_hour", sa.Integer(), nullable=True),
    ]


def _events(*, new: bool) -> None:
    """Let the log have other kinds of events; SQLite can do so only by copying it, with the guards taken off."""
    sqlite = op.get_context().dialect.name == "sqlite"
    columns: list[sa.Column[object]] = [
        sa.Column("match_id", Id, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("choices", sa.JSON(), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
    ]
    data = sa.Column("data", sa.JSON(), nullable=True)
    kinds = f"kind IN ({_EVENTS[new]})"
    if not sqlite:
        op.drop_constraint(op.f("ck_events_kind"), "events", type_="check")
        op.create_check_constraint(op.f("ck_events_kind"), "events", kinds)
        if new:
            op.add_column("events", data)
        else:
            op.drop_column("events", "data")
        return
    op.rename_table("events", "events_before")
    op.create_table(
        "events",
        *columns,
        *((data,) if new else ()),
        sa.CheckConstraint(kinds, name=op.f("ck_events_kind")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_events_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seq", name=op.f("pk_events")),
        sqlite_with_rowid=False,
    )
    names = ", ".join(column.name for column in columns)
    op.execute(f"INSERT INTO events ({names}) SELECT {names} FROM events_before")  # noqa: S608 - names from above
    op.drop_table("events_before")
    append_only(op.execute, "sqlite", "events")


def _outbox(kinds: str) -> None:
    """Let other kinds of posts be due."""
    check = f"kind IN ({kinds})"
    if op.get_context().dialect.name != "sqlite":
        op.drop_constraint(op.f("ck_outbox_kind"), "outbox", type_="check")
        op.create_check_constraint(op.f("ck_outbox_kind"), "outbox", check)
        return
    for index in ("ix_outbox_due", "ix_outbox_posted"):
        op.drop_index(index, table_name="outbox")
    op.rename_table("outbox", "outbox_before")
    columns: list[sa.Column[object]] = [
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
    ]
    op.create_table(
        "outbox",
        *columns,
        sa.CheckConstraint(check, name=op.f("ck_outbox_kind")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_outbox_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    names = ", ".join(column.name for column in columns)
    op.execute(f"INSERT INTO outbox ({names}) SELECT {names} FROM outbox_before")  # noqa: S608 - names from above
    op.drop_table("outbox_before")
    op.create_index("ix_outbox_due", "outbox", ["channel_id", "id"], sqlite_where=sa.text("done_at IS NULL"))
    op.create_index(
        "ix_outbox_posted",
        "outbox",
        ["channel_id", "match_id", "kind", "seq"],
        sqlite_where=sa.text("message_id IS NOT NULL"),
    )


def _requests() -> None:
    op.create_table(
        "requests",
        sa.Column("id", Id, nullable=False),
        sa.Column("match_id", Id, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("decided_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'refused', 'withdrawn', 'outdated')", name=op.f("ck_requests_status")
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_requests_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_requests_match_id"), "requests", ["match_id"], unique=False)
    op.create_index(
        "ix_requests_open",
        "requests",
        ["match_id"],
        unique=False,
        sqlite_where=sa.text("decided_at IS NULL"),
        postgresql_where=sa.text("decided_at IS NULL"),
    )


def _secrets_and_vacations() -> None:
    op.create_table(
        "commitments",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_commitments_match_id")),
        sa.PrimaryKeyConstraint("match_id", "decision", "seat", name=op.f("pk_commitments")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "plans",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_plans_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_plans")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "vacations",
        sa.Column("id", Id, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", UtcDateTime(), nullable=False),
        sa.Column("ends_at", UtcDateTime(), nullable=False),
        sa.Column("announced_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("starts_at < ends_at", name=op.f("ck_vacations_order")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vacations")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_vacations_user_id"), "vacations", ["user_id"], unique=False)


def _watches_and_imports() -> None:
    op.create_table(
        "watches",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column("quiet", sa.Boolean(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("kind IN ('match', 'player', 'league', 'server')", name=op.f("ck_watches_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_watches")),
        sa.UniqueConstraint("channel_id", "kind", "target_id", name=op.f("uq_watches_channel_id_kind_target_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_watches_guild_id_kind_target_id"), "watches", ["guild_id", "kind", "target_id"], unique=False
    )
    op.create_table(
        "imports",
        sa.Column("id", Id, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_imports_created_at"), "imports", ["created_at"], unique=False)
