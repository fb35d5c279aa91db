"""What every table is built from."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, Column, ForeignKey, LargeBinary, MetaData, String, text

from store.schema.dialects import Id, UtcDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

APPEND_ONLY = (
    *("events", "silence_log", "audit_log", "results", "corrections", "rating_changes", "erasures"),
    "decisions",
)
"""Tables whose rows the database itself refuses to change or remove; only `store.privacy.purge` may, and logs it."""


def json_column(name: str, *, nullable: bool = False) -> Column[Any]:
    """Return a column for JSON; None is NULL."""
    return Column(name, JSON(none_as_null=True), nullable=nullable)


def time_column(name: str, *, nullable: bool = False, primary_key: bool = False) -> Column[Any]:
    """Return a column for an aware time."""
    return Column(name, UtcDateTime(), nullable=nullable, primary_key=primary_key)


def checksum_column(name: str = "checksum") -> Column[Any]:
    """Return a column for what `store.db.checksums` makes of a row."""
    return Column(name, LargeBinary)


def terms_column() -> Column[Any]:
    """Return the column for what is agreed besides the rules."""
    return Column("terms", JSON(none_as_null=True), nullable=False, server_default=text("'{}'"))


def subject_columns() -> tuple[Column[Any] | CheckConstraint, ...]:
    """Return the columns for what a row is about (`store.tables.values.Subject`), and for the match if it is one.

    Whatever looks for the rows of a match finds them by `match_id`, and those about something else never.
    """
    same = "(subject = 'match') = (match_id IS NOT NULL) AND (match_id IS NULL OR match_id = subject_id)"
    return (
        Column("subject", String, nullable=False),
        Column("subject_id", BigInteger, nullable=False),
        Column("match_id", Id, ForeignKey("matches.id")),
        CheckConstraint(same, name="subject"),
    )
