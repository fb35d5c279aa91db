"""Who still plays a match, and who takes sides in it."""

from __future__ import annotations

from engine.errors import ArenaError
from engine.seat import Seat
from hosting.match.codec import BareMatch
from hosting.match.model import Match


def playing(match: Match) -> frozenset[Seat]:
    """Return the seats that are still in the game: those that could resign now."""
    return (
        frozenset() if match.over else frozenset(each.seat for each in match.seats if _could_give_up(match, each.seat))
    )


def _could_give_up(match: Match, seat: Seat) -> bool:
    try:
        match.session.game.forfeit(match.session.state, seat)
    except ArenaError:
        return False
    return True


def takes_sides(match: Match | BareMatch, person_id: int) -> bool:
    """Return whether a person cannot look after a match: they play in it, or did where partners are silent (R29)."""
    former = match.silent and any(each.person_id == person_id for each in match.former)
    return former or match.seat_of(person_id) is not None
