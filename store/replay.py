"""A match's game is not stored: it is what its events come to."""

from __future__ import annotations

from typing import Any

from engine.chance import Chance
from engine.errors import ArenaError
from engine.game import Game, Json, Outcome
from engine.session import Session
from store.matches import StoredEvent, StoredMatch


class ReplayError(RuntimeError):
    """The events of a match no longer make a game: `__cause__` says why.

    Attributes:
        match_id: Which match.
        seq: Its event at fault; 0 if the game cannot even start.
    """

    def __init__(self, match_id: int, seq: int, cause: ArenaError) -> None:
        super().__init__(f"match {match_id} does not replay at event {seq}: {cause}")
        self.match_id = match_id
        self.seq = seq


def replay(game: Game[Any, Any, Any], stored: StoredMatch) -> Session:
    """Return the game as the loaded events of a match left it.

    Raises:
        ReplayError: They do not make a game.
    """
    seq = 0
    try:
        session = Session.start(game, stored.setup, Chance(stored.seed))
        for event in stored.events:
            seq = event.seq
            session = _after(session, event)
        for seat, text in stored.sealed:
            session = session.play(seat, text)
    except ArenaError as error:
        raise ReplayError(stored.id, seq, error) from error
    return session


def dump_outcome(outcome: Outcome) -> dict[str, Json]:
    """Return what is stored of a result, to be compared with what the events come to."""
    return {"ranks": list(outcome.ranks), "code": outcome.code, "termination": outcome.termination.value}


def _after(session: Session, event: StoredEvent) -> Session:
    for seat, text in event.choices:
        session = session.play(seat, text)
    if event.kind == "forfeit":
        return session.forfeit(event.seat)
    return session if event.kind == "joint" else session.play(event.seat, event.text)
