"""The message that says whose turn it is, kept true: where the deadline in it moves, it is shown anew.

More time, a vacation and a pause are no events, so nothing else is posted but a word about them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json, Seat
from hosting.calendars import tells_days
from hosting.clock import Clock
from hosting.matches import Matches
from hosting.model import Match, PostKind
from store import outbox

EDIT = "edit"
"""In the payload of a post of kind "status": the message is to say what holds now; without one it is posted."""


class Statuses:
    """Has messages edited whose deadlines moved."""

    def __init__(self, clock: Clock, matches: Matches) -> None:
        self._clock = clock
        matches.add_writer(self._write)

    async def _write(self, connection: AsyncConnection, before: Match | None, after: Match) -> Match:
        if before is not None and _moved(before, after):
            edits: list[tuple[PostKind, int, Mapping[str, Json]]] = [
                ("status", place.channel_id, {"role": place.role, EDIT: True})
                for place in after.places
                if place.shows_boards
            ]
            await outbox.add(connection, after.id, after.seq, edits, self._clock.now())
        return after


def _moved(before: Match, after: Match) -> bool:
    """Return whether a deadline that is shown changed without an event; nothing is posted while a match is parked."""
    if before.seq != after.seq or after.over or after.parked is not None:
        return False
    return any(_shown(before, seat) != _shown(after, seat) for seat in after.awaited)


def _shown(match: Match, seat: Seat) -> datetime | None:
    if match.clock is None or tells_days(match, seat):
        return None
    # Who has chosen in secret does not show.
    return (match.clock.shown if match.secret else match.clock).due(seat)
