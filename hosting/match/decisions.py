"""Games that are played decision by decision (`GameInfo.by_decision`): which events make one decision.

A decision can be played in parts, each of them an event; it is told as a whole (`Session.last`) after the last one.
Where others must answer in it, a board goes out for each that is asked, and takes the place of the one before.
"""

from __future__ import annotations

from engine.extras import Interrupting
from engine.seat import Seat
from engine.session import Session
from hosting.match.model import Match


def goes_on(session: Session) -> bool:
    """Return whether the last turn was a part of a decision whose player has more to decide in it."""
    last, game = session.last, session.game
    if not game.info.by_decision or last is None or not session.entries:
        return False
    latest = session.entries[-1]
    return (
        session.deciding == {last.seat}
        and (latest.seat, latest.forfeit) == (last.seat, False)
        and latest.turn == game.turn(session.state)
    )


def first_event(match: Match, seq: int) -> int:
    """Return the first of the events that make the decision of which an event is a part; the event itself if none do.

    Args:
        match: Played decision by decision; as it stands, perhaps long after the event.
        seq: The event.
    """
    place = next((place for place, passed in enumerate(match.history) if passed.seq == seq), None)
    decided = None if place is None else _decided(match, place)
    if place is None or decided is None:
        return seq
    # Where the seat was taken over or something was taken back in between, it is told by halves.
    while place and _decided(match, place - 1) == decided and match.history[place - 1].seq == seq - 1:
        place, seq = place - 1, seq - 1
    return seq


def _decided(match: Match, place: int) -> tuple[int, Seat | None] | None:
    """Return the turn and the seat that an event of the history belongs to; None if it was no turn of one seat.

    What another seat answers in a turn belongs to it: of such games the turn alone tells.
    """
    passed = match.history[place]
    if passed.kind != "turn" or not passed.entries:
        return None
    entry = match.session.entries[passed.entries - 1]
    return entry.turn, None if isinstance(match.session.game, Interrupting) else entry.seat
