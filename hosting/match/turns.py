"""What a player can do in a match as it stands: who may act, what a turn would come to, where one ends."""

from __future__ import annotations

from typing import Any

from engine.errors import ArenaError
from engine.seat import Seat
from engine.session import Session
from engine.turn import Turn
from hosting.errors import Naming
from hosting.match.codec import BareMatch
from hosting.match.model import Match, MatchOver, MatchParked, MatchPaused, NotSeated, NotYourTurn, StaleBoard


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
        raise NotYourTurn(waiting, match.names, None if one is None else session.game.asked(session.state, one))
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


# Games that are played decision by decision (`GameInfo.by_decision`): which events make one decision.
#
# A decision can be played in parts, each of them an event; it is told as a whole (`Session.last`) after the last one.
# Where others must answer in it, a board goes out for each that is asked, and takes the place of the one before.


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
    return entry.turn, None if match.session.game.info.answers else entry.seat


# Who still plays a match, and who takes sides in it.


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
