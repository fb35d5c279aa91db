"""A match of APEX in which several choose at once."""

from __future__ import annotations

from datetime import timedelta

from engine.seat import Seat
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.match.model import Match, Person
from hosting.match_terms import Terms
from tests.hosting.conftest import ANN, BOB, CLEO, begin

PEOPLE = (ANN, BOB, CLEO)
DAY = 86400.0
ONE_DAY = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)))
BANK = Terms(clock=ClockTerms("fischer", start=timedelta(days=2), gain=timedelta(), cap=timedelta(days=3)))


async def begin_apex(arena: Arena, terms: Terms | None = None) -> Match:
    """Start a match of three and have the civilisations chosen that come first."""
    match = await begin(arena, *PEOPLE, game="apex", mode="3", terms=terms)
    for person, civilisation in zip(PEOPLE, ("HUM", "DRA", "MIN"), strict=True):
        match = await arena.matches.play(match.id, person.person_id, civilisation)
    return match


def choice(match: Match, seat: Seat, side: str = "W") -> str:
    """Return a legal choice of a seat: the second card of its hand, on a side."""
    return f"{match.session.state.sides[seat - 1].hand[1]}{side}"


async def seal(arena: Arena, match: Match, *people: Person, side: str = "W") -> Match:
    """Have people choose in secret, one after another; return the match after it."""
    for person in people:
        seat = match.seat_of(person.person_id) or 0
        match = await arena.matches.play(match.id, person.person_id, choice(match, seat, side))
    return match


async def now(arena: Arena) -> Match:
    """Return the match as it is now."""
    return await arena.matches.get(1)
