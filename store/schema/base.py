"""The parts of every table: types, upserts and guards of both databases, and the checksum of a row."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Column,
    CursorResult,
    DateTime,
    Dialect,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Select,
    String,
    Table,
    TypeDecorator,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json

# What differs between databases within a statement: types, upserts, guards, locked rows.


Id = BigInteger().with_variant(Integer, "sqlite")
"""A key that the database counts up; SQLite does so only for the type INTEGER."""


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, in UTC. SQLite has no zones, so the zone is removed before and added after."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        # A time without a zone is refused: nobody could say which one it was in.
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def insertion(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return the statement that inserts a row, to which a conflict clause can be added."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


@cache
def upsert(
    dialect: str, table: Table, names: tuple[str, ...], key: tuple[str, ...] = ()
) -> sqlite.Insert | postgresql.Insert:
    """Return the statement that inserts a row, or updates the one with the same key, safe against concurrent calls.

    The key is the primary key, or the columns of a unique constraint.
    """
    key = key or tuple(column.name for column in table.primary_key.columns)
    statement = insertion(dialect, table)
    changed = {name: statement.excluded[name] for name in names if name not in key}
    return statement.on_conflict_do_update(index_elements=key, set_=changed)


async def put_row(connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> None:
    """Write a row in place of an earlier one with the same primary key."""
    await connection.execute(upsert(connection.dialect.name, table, tuple(row)), row)


def append_only(execute: Callable[[str], object], dialect: str, table: str) -> None:
    """Make the database refuse to change or remove rows of a table; `execute` runs a statement."""
    if dialect == "sqlite":
        for action in ("update", "delete"):
            execute(
                f"CREATE TRIGGER {table}_no_{action} BEFORE {action.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are only ever added to'); END"
            )
        return
    # The same error that SQLite's RAISE(ABORT) is.
    refusal = f"RAISE EXCEPTION '{table} are only ever added to' USING ERRCODE = 'integrity_constraint_violation'"
    execute(f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {refusal}; END $$")
    execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_append_only()"
    )


def lift_append_only(execute: Callable[[str], object], dialect: str, table: str) -> None:
    """Remove the triggers of `append_only`, if there are any."""
    if dialect == "sqlite":
        for action in ("update", "delete"):
            execute(f"DROP TRIGGER IF EXISTS {table}_no_{action}")
        return
    execute(f"DROP FUNCTION IF EXISTS {table}_append_only() CASCADE")  # with its trigger


# A row to look at, or one to change, which others must leave alone meanwhile.


async def one_row(connection: AsyncConnection, query: Select[Any], *, to_change: bool = False) -> Row[Any] | None:
    """Return the one row that a query finds, or None; with `to_change` it stays locked until the transaction ends."""
    found: CursorResult[Any] = await connection.execute(query.with_for_update() if to_change else query)
    return found.one_or_none()


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
    return Column(name, UtcDateTime(), nullable=nullable, primary_key=primary_key)


def checksum_column(name: str = "checksum") -> Column[Any]:
    return Column(name, LargeBinary)


def terms_column() -> Column[Any]:
    return Column("terms", JSON(none_as_null=True), nullable=False, server_default=text("'{}'"))


def subject_columns() -> tuple[Column[Any] | CheckConstraint, ...]:
    """Return the columns for the subject of a row (`store.tables.values.Subject`), and its match if it is one.

    Queries for a match's rows use `match_id`, which never finds rows about something else.
    """
    same = "(subject = 'match') = (match_id IS NOT NULL) AND (match_id IS NULL OR match_id = subject_id)"
    return (
        Column("subject", String, nullable=False),
        Column("subject_id", BigInteger, nullable=False),
        Column("match_id", Id, ForeignKey("matches.id")),
        CheckConstraint(same, name="subject"),
    )


# A checksum in every row that tells of a match, so that `store.check` finds a single flipped byte.
#
# It covers the columns that are written together and stay (`COVERED`); what changes by itself, such as whose turn it
# is, follows from the events and is compared with them. Events are chained: the checksum of each covers that of the one
# before it, that of the first the one of the match's row, with its setup and seed. It finds accidents: who can
# write to the database can write a checksum, too.


SIZE = 8
"""Bytes of a checksum."""

COVERED: Mapping[str, tuple[str, ...]] = {
    "people": ("account", "kind", "created_at", "deleted_at"),
    "computers": ("id", "level", "number"),
    "matches": (
        *("guild_id", "game", "rules_version", "mode", "options", "data", "position", "seed"),
        *("organiser_id", "started_at", "terms"),
    ),
    "match_seats": ("match_id", "seat", "person_id", "team"),
    "places": ("match_id", "role", "channel_id"),
    "events": ("match_id", "seq", "kind", "seat", "person_id", "text", "choices", "at", "data"),
    "sealed_choices": ("match_id", "decision", "seat", "text", "at", "cause"),
    "pauses": ("match_id", "begun_at", "ended_at"),
    "commitments": ("match_id", "decision", "seat", "salt", "text"),
    "dropped_choices": ("match_id", "decision", "digest", "seat", "cause"),
    "tables": (
        *("guild_id", "channel_id", "game", "mode", "options", "place", "host_id", "status"),
        *("message_id", "match_id", "rev", "created_at", "terms", "position"),
    ),
    "table_seats": ("table_id", "seat", "person_id", "invited"),
    "table_loadouts": ("table_id", "person_id", "salt", "text"),
    "match_loadouts": ("match_id", "seat", "table_id", "salt", "text"),
    "saved_loadouts": ("person_id", "game", "key", "name", "text", "data", "at"),
    "outbox": ("subject", "subject_id", "seq", "kind", "channel_id", "payload", "created_at"),
    "silence_log": ("match_id", "code", "channel_id", "person_id", "detail", "at"),
    "audit_log": ("guild_id", "subject", "subject_id", "code", "person_id", "detail", "at"),
    "requests": ("subject", "subject_id", "seq", "kind", "seat", "person_id", "detail", "created_at"),
    "plans": ("match_id", "seat", "person_id", "seq", "tree", "at"),
    "prepared_answers": ("match_id", "seat", "person_id", "answers", "at"),
    "starts": (
        *("guild_id", "channel_id", "place", "game", "mode", "options", "seats", "origin", "terms", "position"),
        *("host_id", "message_id", "status", "live", "attempts", "made", "why", "match_id", "created_at", "began_at"),
    ),
    "rematches": ("match_id", "guild_id", "status", "why", "message_id", "opened_at", "closed_at"),
    "rematch_votes": ("match_id", "person_id", "at"),
    "imports": ("guild_id", "person_id", "text", "created_at"),
    "results": (
        *("match_id", "revision", "seat", "guild_id", "game", "mode", "options", "pool_id", "team", "starter_id"),
        *("finisher_id", "excused", "turns", "starter_turns", "finisher_turns", "rank", "score", "points"),
        *("category", "merit", "started_at", "ended_at", "termination", "counted", "why", "rated", "player_id"),
        *("pool_no", "gave_up", "opening", "thought", "timed", "features"),
    ),
    "pools": ("guild_id", "game", "mode", "variant", "model"),
    "rating_changes": (
        *("pool_id", "pool_no", "upto", "match_id", "person_id", "kind", "cause", "mu_before", "sigma_before", "mu"),
        *("sigma", "games", "at"),
    ),
    "ratings": ("pool_id", "person_id", "mu", "sigma", "games", "last_no", "ended_at"),
    "corrections": ("guild_id", "match_id", "revision", "kind", "detail", "person_id", "at", "why", "undoes"),
    "seasons": (
        *("guild_id", "league_id", "number", "status", "terms", "secret", "entries_digest", "message_id", "created_at"),
        *("published_at", "started_at", "ends_at", "ended_at", "closed_at", "paused_at", "rev"),
    ),
    "entries": (
        *("guild_id", "season_id", "division", "name", "seed", "seed_mu", "from_round", "joined_at", "left_at", "rev"),
    ),
    "entry_players": ("entry_id", "number", "guild_id", "season_id", "person_id", "agreed", "since", "until"),
    "fixtures": (
        *("guild_id", "season_id", "division", "stage", "round", "leg", "board", "status", "why", "repeat", "method"),
        *("match_id", "attempt", "ordered", "trouble", "planned_at", "not_before", "started_at", "ended_at", "rev"),
    ),
    "fixture_sides": ("fixture_id", "entry_id", "guild_id", "seat", "points", "advances", "challenger"),
    "challenges": (
        *("guild_id", "season_id", "entry_id", "against", "status", "fixture_id", "asked_at", "due_at"),
        *("decided_at", "rev"),
    ),
    "alternates": (
        *("guild_id", "season_id", "person_id", "status", "joined_at", "entry_id", "asked_at", "due_at", "over_at"),
        "rev",
    ),
    "decisions": (
        *("guild_id", "season_id", "person_id", "fixture_id", "entry_id", "kind", "detail", "reason", "undoes", "at"),
    ),
}
"""The columns that the checksum of a row covers, by table. Code that changes one of them writes the checksum anew."""


def checksum(values: Sequence[object], before: bytes = b"") -> bytes:
    """Return the checksum of values: numbers, texts, bytes, aware times and JSON.

    A checksum `before` chains them to earlier values.
    """
    text = _ENCODER.encode(values)
    return blake2b(before + text.encode(), digest_size=SIZE).digest()


def of(table: str, row: Mapping[str, Any], before: bytes = b"") -> bytes:
    return checksum([row.get(name) for name in COVERED[table]], before)


def checked(table: str, row: Mapping[str, Any], before: bytes = b"") -> dict[str, Any]:
    """Return a row with its checksum."""
    return {**row, "checksum": of(table, row, before)}


def sealed(values: Sequence[Any]) -> tuple[Any, ...]:
    """Return a row with its checksum, given the covered values in the order of `COVERED`; `columns` are their names."""
    return (*values, checksum(values))


def columns(table: str) -> tuple[str, ...]:
    """Return the column names of a row as `sealed` returns it."""
    return (*COVERED[table], "checksum")


def of_clock(clock: Json) -> bytes | None:
    """Return the checksum of a match's clock, which has one of its own as it is written separately."""
    return None if clock is None else checksum([clock])


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"no checksum for {type(value).__name__}")


_ENCODER = json.JSONEncoder(separators=(",", ":"), default=_plain)
