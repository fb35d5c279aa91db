"""Who still plays a match, and who gets what comes of it."""

from __future__ import annotations

from engine.errors import ArenaError
from engine.seat import Seat
from hosting.match.codec import Unbegun
from hosting.match.model import Match, Person


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


def takes_sides(match: Match | Unbegun, person_id: int) -> bool:
    """Return whether a person cannot look after a match: they play in it, or did where partners are silent (R29)."""
    former = match.silent and any(each.person_id == person_id for each in match.former)
    return former or match.seat_of(person_id) is not None


def holders(match: Match) -> tuple[Person, ...]:
    """Return who gets the result of each seat, for seat 1, 2, …: the player there at the end.

    A substitute takes over the seat with everything that belongs to it: the position, the clock, the turns to come, and
    the result, good or bad. Those who played before are in `Match.former`, and the record says up to which turn they
    did; the match is neither won nor lost for them. Partners in a team have the same rank, so each of them gets it.
    """
    return tuple(Person(each.person_id, each.name) for each in match.seats)
