"""What a player can do in a match as it stands: whether they may act, what a turn would come to, how it could go on."""

from __future__ import annotations

from typing import Any

from engine.extras import asked
from engine.seat import Seat
from engine.turn import Turn
from hosting.errors import Naming
from hosting.match.errors import MatchOver, MatchParked, MatchPaused, NotSeated, NotYourTurn, StaleBoard
from hosting.match.model import Match


def playing_seat(match: Match, person_id: int, seen: int | None = None) -> Seat:
    """Return the seat of a player in a match that goes on.

    Args:
        match: As it stands now.
        person_id: Who.
        seen: `Match.seq` of the board that was pressed; None for what was typed.

    Raises:
        NotSeated, MatchOver, StaleBoard: As it says.
    """
    seat = match.seat_of(person_id)
    if seat is None:
        raise NotSeated
    if match.over:
        raise MatchOver
    if seen is not None and seen != match.seq:
        raise StaleBoard(match)
    return seat


def acting_seat(match: Match, person_id: int, seen: int | None = None) -> Seat:
    """Return the seat of a player who may play a turn now.

    Args:
        match: As it stands now.
        person_id: Who.
        seen: As in `playing_seat`.

    Raises:
        NotSeated, MatchOver, StaleBoard, MatchParked, MatchPaused, NotYourTurn: As it says.
    """
    seat = playing_seat(match, person_id, seen)
    if match.parked is not None:
        raise MatchParked(match.parked, match.names)
    if match.paused is not None:
        raise MatchPaused(match.paused, match.names)
    # A sealed choice may be replaced until the last one is in.
    if seat not in match.session.deciding:
        session, waiting = match.session, match.awaited
        one = next(iter(waiting)) if len(waiting) == 1 else None
        raise NotYourTurn(waiting, match.names, None if one is None else asked(session.game, session.state, one))
    return seat


def preview(match: Match, person_id: int, text: str) -> Turn[Any]:
    """Return what a turn, or the beginning of one, would come to; nothing is written.

    Raises:
        MatchOver, MatchParked, MatchPaused, NotSeated, NotYourTurn: As it says.
        TurnError: It cannot be read or is illegal.
    """
    with Naming(match):
        return match.session.preview(acting_seat(match, person_id), text)


def rehearsed(match: Match, person_id: int, text: str) -> Turn[Any]:
    """Return what a whole turn would come to; nothing is written.

    Raises:
        MatchOver, MatchParked, MatchPaused, NotSeated, NotYourTurn: As it says.
        TurnError: It cannot be read, is illegal or not finished, as when it is played.
    """
    with Naming(match):
        seat = acting_seat(match, person_id)
        match.session.play(seat, text)
        return match.session.preview(seat, text)


def complete(match: Match, person_id: int, text: str, limit: int = 25) -> list[str]:
    """Return ways to go on with a half-typed turn; raises as `preview` does, except for TurnError."""
    return match.session.complete(acting_seat(match, person_id), text, limit)
