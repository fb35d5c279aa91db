"""What players of a silent match are about to ask for, until it is announced (R29).

Which of several things a player asks for, in which order, how often and when would all be signs that a partner reads.
So a player asks for one thing a turn, and it is announced at a moment that is not of their choosing: with the next
event of the match, those of several players in the order of their seats, or at the next full hour if that comes first.
Until then nobody can know of it, and the player can change their mind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from hosting.consent.agreements import Wanted, dump_wanted, load_wanted
from hosting.consent.errors import OneATurn
from hosting.match.model import Match
from hosting.runtime.scheduler import Schedule
from store import deadlines, requests

WISH = "wish"
"""The appointment at which a wish is announced at the latest; its key is `<match>:<seat>`."""
EVERY = timedelta(hours=1)
ONCE_IN = timedelta(days=7)
"""A turn that lasts as long as this lets each player ask for one thing more."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that is to be asked for.

    Attributes:
        seat: Whose wish it is.
        person_id: Who plays that seat.
        wanted: What for.
    """

    seat: Seat
    person_id: int
    wanted: Wanted

    def dump(self) -> Json:
        """Return what the appointment holds; its key names the seat."""
        return {"user": self.person_id, "kind": self.wanted.kind, "detail": dump_wanted(self.wanted)}

    @classmethod
    def load(cls, seat: Seat, payload: Json) -> Wish:
        """Return what `dump` wrote. Raises ValueError if it is no wish."""
        match payload:
            case {"user": int(person_id), "kind": str(kind), "detail": Mapping() as detail}:
                return cls(seat, person_id, load_wanted(kind, detail))
        raise ValueError(f"not a wish: {payload!r}")


def next_moment(now: datetime) -> datetime:
    """Return the next full hour."""
    return now.replace(minute=0, second=0, microsecond=0) + EVERY


async def keep(connection: AsyncConnection, schedule: Schedule, match: Match, wish: Wish, now: datetime) -> datetime:
    """Write a wish in place of an earlier one of the same player; return when it is announced at the latest.

    Raises:
        OneATurn: Something that the player asked for was announced since the last event.
    """
    last = await requests.latest_by(connection, match.id, wish.seat, wish.person_id)
    if last is not None and last.seq == match.seq and now - last.created_at < ONCE_IN:
        raise OneATurn
    due = next_moment(now)
    await schedule.put(connection, WISH, _key(match.id, wish.seat), due, wish.dump())
    return due


async def take(connection: AsyncConnection, match: Match, seat: Seat) -> Wish | None:
    """Return the wish of a seat and forget it; None if there is none, or if another player has the seat now."""
    found = await deadlines.get(connection, WISH, _key(match.id, seat))
    if found is None:
        return None
    await deadlines.remove(connection, WISH, found.key)
    wish = Wish.load(seat, found.payload)
    return wish if match.person_of(seat) == wish.person_id else None


def of_key(key: str) -> tuple[int, Seat]:
    """Return the match and the seat that an appointment is about."""
    match_id, seat = map(int, key.split(":"))
    return match_id, seat


def _key(match_id: int, seat: Seat) -> str:
    return f"{match_id}:{seat}"
