"""The columns that checksums cover at schema 0009, with columns of people renamed, and at 0010."""

from __future__ import annotations

from collections.abc import Mapping

BEFORE: Mapping[str, tuple[str, ...]] = {
    "matches": (
        *("guild_id", "game", "rules_version", "mode", "options", "data", "position", "seed"),
        *("organiser_id", "started_at", "terms"),
    ),
    "match_seats": ("match_id", "seat", "person_id", "name", "team"),
    "events": ("match_id", "seq", "kind", "seat", "person_id", "text", "choices", "at", "data"),
    "tables": (
        *("guild_id", "channel_id", "game", "mode", "options", "place", "host_id", "host_name", "status"),
        *("message_id", "match_id", "rev", "created_at", "terms", "position"),
    ),
    "table_seats": ("table_id", "seat", "person_id", "name", "invited"),
    "table_loadouts": ("table_id", "person_id", "salt", "text"),
    "saved_loadouts": ("person_id", "game", "key", "name", "text", "data", "at"),
    "outbox": ("match_id", "seq", "kind", "channel_id", "payload", "created_at"),
    "silence_log": ("match_id", "code", "channel_id", "person_id", "detail", "at"),
    "audit_log": ("guild_id", "match_id", "code", "person_id", "detail", "at"),
    "requests": ("match_id", "seq", "kind", "seat", "person_id", "detail", "created_at"),
    "plans": ("match_id", "seat", "person_id", "seq", "tree", "at"),
    "prepared_answers": ("match_id", "seat", "person_id", "answers", "at"),
    "imports": ("guild_id", "person_id", "text", "created_at"),
}
AFTER: Mapping[str, tuple[str, ...]] = {
    **BEFORE,
    "match_seats": ("match_id", "seat", "person_id", "team"),
    "tables": (
        *("guild_id", "channel_id", "game", "mode", "options", "place", "host_id", "status"),
        *("message_id", "match_id", "rev", "created_at", "terms", "position"),
    ),
    "table_seats": ("table_id", "seat", "person_id", "invited"),
    "outbox": ("subject", "subject_id", "seq", "kind", "channel_id", "payload", "created_at"),
    "audit_log": ("guild_id", "subject", "subject_id", "code", "person_id", "detail", "at"),
    "requests": ("subject", "subject_id", "seq", "kind", "seat", "person_id", "detail", "created_at"),
}
