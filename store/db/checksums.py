"""A checksum in every row that tells of a match, so that `store.check` finds a single flipped byte.

It covers the columns that are written together and stay (`COVERED`); what changes by itself, such as whose turn it is,
follows from the events and is compared with them. Events are chained: the checksum of each covers that of the one
before it, that of the first the one of the match's row, with its setup and seed. It finds accidents: who can
write to the database can write a checksum, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

from engine.game import Json

SIZE = 8
"""Bytes of a checksum."""

COVERED: Mapping[str, tuple[str, ...]] = {
    "people": ("account", "kind", "created_at", "deleted_at"),
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
    """Return the checksum of values as they are written or read.

    Args:
        values: Numbers, texts, bytes, aware times, and what JSON holds.
        before: The checksum of what they follow.
    """
    text = _ENCODER.encode(values)
    return blake2b(before + text.encode(), digest_size=SIZE).digest()


def of(table: str, row: Mapping[str, Any], before: bytes = b"") -> bytes:
    """Return the checksum of a row."""
    return checksum([row.get(name) for name in COVERED[table]], before)


def checked(table: str, row: Mapping[str, Any], before: bytes = b"") -> dict[str, Any]:
    """Return a row with its checksum."""
    return {**row, "checksum": of(table, row, before)}


def sealed(values: Sequence[Any]) -> tuple[Any, ...]:
    """Return a row with its checksum, given what that covers in the order of `COVERED`; `columns` are their names."""
    return (*values, checksum(values))


def columns(table: str) -> tuple[str, ...]:
    """Return the names of the values of a row of a table, as `sealed` returns it."""
    return (*COVERED[table], "checksum")


def of_clock(clock: Json) -> bytes | None:
    """Return the checksum of a match's clock, which has one of its own as it is written by itself."""
    return None if clock is None else checksum([clock])


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"no checksum for {type(value).__name__}")


_ENCODER = json.JSONEncoder(separators=(",", ":"), default=_plain)
