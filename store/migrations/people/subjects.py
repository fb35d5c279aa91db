"""Posts, lines of the audit log and requests get a subject in place of the match that they had to have."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.dialects import append_only, lift_append_only

TABLES = ("outbox", "audit_log", "requests")
_GUARDED = "audit_log"
_INDEXES = (
    ("outbox", "ix_outbox_due", ("channel_id", "id"), "done_at IS NULL"),
    ("outbox", "ix_outbox_posted", ("channel_id", "match_id", "kind", "seq"), "message_id IS NOT NULL"),
    ("requests", "ix_requests_open", ("match_id",), "decided_at IS NULL"),
    ("requests", "ix_requests_match_id", ("match_id",), None),
    ("audit_log", "ix_audit_log_match_id", ("match_id",), None),
)
_CHECK = "(subject = 'match') = (match_id IS NOT NULL) AND (match_id IS NULL OR match_id = subject_id)"


def add() -> None:
    """Add the columns: what there is is about matches. The checksums are left as they were."""
    dialect = op.get_context().dialect.name
    lift_append_only(op.execute, dialect, _GUARDED)
    for table in TABLES:
        op.add_column(table, sa.Column("subject", sa.String(), nullable=True))
        op.add_column(table, sa.Column("subject_id", sa.BigInteger(), nullable=True))
        op.execute(f"UPDATE {table} SET subject = 'match', subject_id = match_id")  # noqa: S608 - names from above
    _drop_indexes()
    for table in TABLES:
        last = _last_number(table)
        with op.batch_alter_table(table, table_kwargs={"sqlite_autoincrement": True}) as batch:
            batch.alter_column("subject", existing_type=sa.String(), nullable=False)
            batch.alter_column("subject_id", existing_type=sa.BigInteger(), nullable=False)
            batch.alter_column("match_id", existing_type=sa.BigInteger(), nullable=True)
            batch.create_check_constraint(op.f(f"ck_{table}_subject"), _CHECK)
        _go_on_from(table, last)
    _create_indexes()
    append_only(op.execute, dialect, _GUARDED)


def remove() -> None:
    """Take the columns away, for a database in which everything is about matches."""
    dialect = op.get_context().dialect.name
    lift_append_only(op.execute, dialect, _GUARDED)
    _drop_indexes()
    for table in TABLES:
        with op.batch_alter_table(table, table_kwargs={"sqlite_autoincrement": True}) as batch:
            batch.drop_constraint(op.f(f"ck_{table}_subject"), type_="check")
            batch.alter_column("match_id", existing_type=sa.BigInteger(), nullable=False)
            batch.drop_column("subject")
            batch.drop_column("subject_id")
    _create_indexes()
    append_only(op.execute, dialect, _GUARDED)


def _drop_indexes() -> None:
    for table, name, _, _ in _INDEXES:
        op.drop_index(name, table)


def _create_indexes() -> None:
    for table, name, columns, where in _INDEXES:
        part = None if where is None else sa.text(where)
        op.create_index(name, table, list(columns), sqlite_where=part, postgresql_where=part)


def _last_number(table: str) -> int | None:
    """Return the last number that SQLite gave to a row of a table: that of a row that is gone is not given again."""
    if op.get_context().dialect.name != "sqlite":
        return None
    query = sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name")
    return op.get_bind().execute(query, {"name": table}).scalar_one_or_none()


def _go_on_from(table: str, last: int | None) -> None:
    if last is not None:
        values = {"name": table, "seq": last}
        op.get_bind().execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), values)
        op.get_bind().execute(sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)"), values)
