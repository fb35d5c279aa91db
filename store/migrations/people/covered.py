"""The columns that checksums cover at schema 0009, with columns of people renamed, and at 0010."""

from __future__ import annotations

from collections.abc import Mapping

BEFORE: Mapping[str, tuple[str, ...]] = {
    "outbox": ("match_id", "seq", "kind", "channel_id", "payload", "created_at"),
    "audit_log": ("guild_id", "match_id", "code", "person_id", "detail", "at"),
    "requests": ("match_id", "seq", "kind", "seat", "person_id", "detail", "created_at"),
}
AFTER: Mapping[str, tuple[str, ...]] = {
    "outbox": ("subject", "subject_id", "seq", "kind", "channel_id", "payload", "created_at"),
    "audit_log": ("guild_id", "subject", "subject_id", "code", "person_id", "detail", "at"),
    "requests": ("subject", "subject_id", "seq", "kind", "seat", "person_id", "detail", "created_at"),
}
