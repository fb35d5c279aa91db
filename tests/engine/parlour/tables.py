"""Games of the parlour game for tests: how they begin, and the moves that lead to a point in them."""

from __future__ import annotations

from engine.chance import Chance
from engine.game import Setup
from engine.session import Session
from tests.engine.parlour.game import PARLOUR


def begin(mode: str = "2", seed: str = "parlour", loadouts: tuple[str, ...] = (), **options: str) -> Session:
    """Return a game before its first decision."""
    return Session.start(PARLOUR, Setup(mode, tuple(options.items()), loadouts=loadouts), Chance.from_text(seed))


def drafted(mode: str = "2", seed: str = "parlour", **options: str) -> Session:
    """Return a game after the draft, in which every seat picked its lowest cards."""
    session = begin(mode, seed, (), **options)
    while session.state.phase == "pick":
        for seat in sorted(session.to_act):
            session = session.move(seat, str(session.state.packs[seat - 1][0]))
    return session


def play(session: Session, *moves: str) -> Session:
    """Return the session after these moves, each of the seat that is to act alone."""
    for text in moves:
        (seat,) = session.to_act
        session = session.play(seat, text)
    return session


def attacked(mode: str = "2", **options: str) -> Session:
    """Return a game in which the first player has attacked the next one."""
    session = drafted(mode, **options)
    return play(session, f"A {session.state.order[1]}")
