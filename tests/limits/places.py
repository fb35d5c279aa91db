"""Limits of what is made in a server: channels, threads, events."""

from __future__ import annotations

from tests.limits.parts import Json, Problems, count, text


def channel(body: Json) -> Problems:
    """Yield what Discord refuses in a channel or thread that is made or changed."""
    yield from text("name", body.get("name"), 100, 1)
    yield from text("topic", body.get("topic"), 1024)
    yield from count("permission_overwrites", body.get("permission_overwrites"), 1000)


def event(body: Json) -> Problems:
    """Yield what Discord refuses in a scheduled event."""
    yield from text("name", body.get("name"), 100, 1)
    yield from text("description", body.get("description"), 1000)
    yield from text("location", (body.get("entity_metadata") or {}).get("location"), 100, 1)
