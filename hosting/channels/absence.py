"""Players who left the server: their match is paused until they are back or a substitute has their seat."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from engine.text import Player, dump_text, say
from hosting.consent.agreements import LEFT
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Vacancy
from hosting.match.model import Match, Paused
from hosting.match.service import Matches
from hosting.outbox.posts import TextPost
from hosting.runtime.time import Clock
from store import finding, housing
from store.database import Database


class Absences:
    """Stops matches whose next player is gone, and lets them go on."""

    def __init__(self, database: Database, clock: Clock, matches: Matches) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches

    async def miss(self, match_id: int, person_id: int) -> Match:
        """Pause a match because the player to move left; look for a substitute if the table says so.

        Nothing happens to a match that is paused or waits for another player. Raises NoSuchMatch.
        """

        async def decide(match: Match) -> Change | None:
            seat = match.seat_of(person_id)
            if match.alone:  # nobody waits
                return None
            if match.over or match.parked or match.paused or seat is None or seat not in match.awaited:
                return None
            now, reason = self._clock.now(), say("{player} left the server.", player=Player(seat))
            text = say(
                "{player} left the server, so the match is paused. It goes on when they are back, "
                "or when a substitute takes over: an organiser can ask for one.",
                player=Player(seat),
            )
            change = Change(
                replace(match, paused=Paused(person_id, LEFT, reason, now)),
                now,
                announcement=TextPost(text, missing=seat),
                vacancies=(Vacancy(seat, BOT),) if match.terms.timeout == "substitute" else (),
            )
            return change.logged(AuditCode.PAUSED, BOT, reason=dump_text(reason))

        return await self._matches.change(match_id, decide)

    async def back(self, match_id: int, person_id: int) -> Match:
        """Let a match go on that waited for a player. Raises NoSuchMatch."""

        async def decide(match: Match) -> Change | None:
            if absent(match) != person_id:
                return None
            seat, text = match.seat_of(person_id), None
            if seat is not None:
                text = say("{player} is back in the server, and the match goes on.", player=Player(seat))
            change = Change(replace(match, paused=None), self._clock.now(), announcement=text)
            return change.logged(AuditCode.RESUMED, BOT)

        return await self._matches.change(match_id, decide)

    async def moved(self, after: datetime, until: datetime) -> list[int]:
        """Return the running matches in which the last turn was played after a time and not after another one."""
        async with self._db.read() as connection:
            return await finding.moved(connection, after, until)

    async def waiting(self) -> list[tuple[int, int]]:
        """Return the matches that are paused because a player left, each with the player."""
        async with self._db.read() as connection:
            found = await housing.paused(connection)
        return [
            (match_id, paused["user"])
            for match_id, paused in found
            if isinstance(paused, dict) and paused.get("code") == LEFT
        ]


def absent(match: Match) -> int | None:
    """Return the player for whom a match waits because they left the server, or None."""
    return match.paused.person_id if match.paused is not None and match.paused.code == LEFT else None
