"""Who has not come to a match of a league: a player who has to decide, and has made no turn of their own."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from engine.seat import Seat
from hosting.match.model import Match
from hosting.results.turns import OWN_CAUSES, sittings


def missing(match: Match, seats: Collection[Seat]) -> tuple[Seat, ...]:
    """Return those of some seats, in order, that have to decide and made no turn; none outside leagues."""
    waiting = sorted({*seats} & match.session.to_act)
    if match.terms.league is None or match.over or not waiting:
        return ()
    waiting = [seat for seat in waiting if not _has_moved(match, seat)]
    became = sittings(match.seats, match.events, match.started_at) if waiting else {}
    return tuple(seat for seat in waiting if not became[seat].made)


def absent_at(match: Match, now: datetime) -> tuple[Seat, ...]:
    """Return the seats of a match of a league whose first time is up without a turn."""
    return () if match.clock is None else missing(match, match.clock.late(now))


def _has_moved(match: Match, seat: Seat) -> bool:
    """Return whether a player entered a turn, of which the first events tell; who took it back has come as well."""
    return any(
        event.kind == "turn" and event.seat == seat and event.data.get("cause") in OWN_CAUSES for event in match.events
    )


def warned_at(match: Match, seat: Seat) -> datetime | None:
    """Return when half of the time is up with which a seat's decision began; None while its clock does not run."""
    if match.clock is None:
        return None
    clock = match.clock.seat(seat)
    return clock.when(min(clock.full / 2, clock.left))
