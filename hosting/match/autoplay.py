"""Turns that are played by themselves because nothing else is legal, where the table wants that."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.luck import only_turn
from engine.seat import Seat
from hosting.match.events import Change, submitted
from hosting.match.model import Deadline, Match
from hosting.match.service import Matches
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import deadlines

AUTOMATIC = "automatic"
"""The appointment that plays a turn that was left over when the process ended; its key is the match."""


class Automatic:
    """Plays what has to be played."""

    def __init__(self, clock: Clock, matches: Matches, schedule: Schedule) -> None:
        self._clock = clock
        self._matches = matches
        self._schedule = schedule

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Note that a turn is to be played, in the transaction that made it the only one."""
        if after.terms.automatic:
            if _forced(after) is not None:
                await deadlines.put(connection, Deadline(AUTOMATIC, str(after.id), self._clock.now(), None))
            elif before is not None:
                await deadlines.remove(connection, AUTOMATIC, str(after.id))

    async def follow(self, match: Match) -> Change | None:
        """Return the only turn there is."""
        forced = _forced(match) if match.terms.automatic else None
        if forced is None:
            return None
        seat, text = forced
        person_id = match.person_of(seat)
        return submitted(match, match.session.play(seat, text), seat, person_id, self._clock.now(), "automatic")

    async def hear(self, match: Match) -> None:
        """Play the first turn of a match."""
        if match.terms.automatic and match.seq == 0:  # nobody is asked what follows from the start of a match
            self._schedule.noticed(AUTOMATIC, self._clock.now())

    async def left_over(self, key: str, _payload: Json) -> None:
        """Play what a process that died left to be played; a handler of appointments."""
        await self._matches.change(int(key), self.follow)


def _forced(match: Match) -> tuple[Seat, str] | None:
    """Return a seat that has only one legal turn, and that turn."""
    if match.over or match.parked is not None or match.paused is not None:
        return None
    for seat in sorted(match.session.to_act):
        text = only_turn(match.session.game, match.session.state, seat)
        if text is not None:
            return seat, text
    return None
