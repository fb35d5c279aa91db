"""The message that says whose turn it is, kept true: where the deadline in it moves, or the match pauses, it is edited.

More time, a vacation and a pause are no events, so nothing else is posted but a word about them. When a match goes on
after a pause the message is posted again, and calls: who has not looked for days would not see an edit.
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
"""In the payload of a post of kind "status": the message is to say what holds now. False has it posted again, in the
place of the one before; so does True if there is none."""


class Statuses:
    """Has messages edited whose deadlines moved."""

    def __init__(self, clock: Clock, matches: Matches) -> None:
        self._clock = clock
        matches.add_writer(self._write)

    async def _write(self, connection: AsyncConnection, before: Match | None, after: Match) -> Match:
        if before is not None and _moved(before, after):
            edits: list[tuple[PostKind, int, Mapping[str, Json]]] = [
                ("status", place.channel_id, {"role": place.role, EDIT: not _goes_on(before, after)})
                for place in after.places
                if place.shows_boards
            ]
            await outbox.add(connection, after.id, after.seq, edits, self._clock.now())
        return after


def _moved(before: Match, after: Match) -> bool:
    """Return whether what is shown changed without an event; nothing is posted while a match is parked."""
    if before.seq != after.seq or after.over or after.parked is not None:
        return False
    return (before.paused is None) != (after.paused is None) or any(
        _shown(before, seat) != _shown(after, seat) for seat in after.awaited
    )


def _goes_on(before: Match, after: Match) -> bool:
    return before.paused is not None and after.paused is None


def _shown(match: Match, seat: Seat) -> datetime | None:
    if match.clock is None or tells_days(match, seat):
        return None
    # Who has chosen in secret does not show.
    return (match.clock.shown if match.secret else match.clock).due(seat)
