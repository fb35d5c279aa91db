"""Who is asked for what, where that is shown, and how long it makes sense: the rules of requests, without the store."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.seat import Seat
from hosting.consent.agreements import SUBSTITUTE_CALL, Agreement, Resume, TakeBack, agreement_of, asked_of
from hosting.consent.errors import LeagueMatch, OutOfGame, PlaysAlone, TooLateToAbort
from hosting.consent.takeback import way_back
from hosting.errors import HostingError
from hosting.match.errors import MatchOver, StaleBoard
from hosting.match.events import BOT
from hosting.match.model import Match, Request
from hosting.match.seats import playing
from hosting.match.turns import playing_seat
from hosting.match.undone import Undone


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking or answering.

    Attributes:
        match: As it stands then.
        request: As it stands then; None where nobody had to be asked.
        undone: What was taken back where nobody had to be asked.
        due: When they are asked at the latest, where that is not done at once (`hosting.consent.wishes`).
    """

    match: Match
    request: Request | None
    undone: Undone | None = None
    due: datetime | None = None

    @property
    def done(self) -> bool:
        """Whether what was asked for has happened."""
        if self.due is not None:
            return False
        return self.request is None or self.request.status == "accepted"


def waiting(request: Request) -> tuple[Seat, ...]:
    """Return the seats that have not agreed yet, in the order of play."""
    return tuple(seat for seat in asked_of(request) if seat not in request.agreed)


def channels_of(match: Match, kind: str) -> list[int]:
    """Return the channels in which a request is shown: to all who are asked, or to those outside the match."""
    # Spectators read the board; a team's own channel is closed to them (R29).
    return [
        place.channel_id
        for place in match.places
        if place.role == "board" or (kind != SUBSTITUTE_CALL and place.shows_boards)
    ]


def check_abort(match: Match) -> None:
    """Raise LeagueMatch, TooLateToAbort once everyone has moved, MatchOver after the end.

    Until then one player can abort.
    """
    if match.over:
        raise MatchOver
    if match.terms.league is not None:
        raise LeagueMatch
    moved = {entry.seat for entry in match.session.entries}
    set_up = any(passed.kind == "position" for passed in match.history)
    if set_up or moved >= {each.seat for each in match.seats}:
        raise TooLateToAbort(alone=match.alone)


def stands(request: Request, before: Match, after: Match) -> bool:
    """Return whether a request still makes sense after a change."""
    if after.over or before.person_of(request.seat) != after.person_of(request.seat):
        return False
    if request.kind == SUBSTITUTE_CALL:
        # The bot looks for a substitute as the match must go on without the player: not any more if they are back.
        back = request.person_id == BOT and after.paused is None and (before.paused or after.seq != request.seq)
        return not back and request.seat in playing(after)
    agreement = agreement_of(request)
    if (agreement.fleeting and after.seq != request.seq) or len(after.former) != len(before.former):
        return False
    if playing(after) - {request.seat} != set(asked_of(request)):
        return False
    try:
        agreement.check(after, request.seat)
    except HostingError:
        return False
    return True


def settled(match: Match, seat: Seat, wanted: Agreement, seen: int | None) -> Agreement:
    """Return what a seat asks for in particular, as the match stands. Raises HostingError if it cannot."""
    check_seen(match, seen)
    if match.alone and not isinstance(wanted, (TakeBack, Resume)):
        raise PlaysAlone
    wanted.check(match, seat)
    if not isinstance(wanted, TakeBack):
        return wanted
    way = way_back(match, seat)
    return TakeBack(way.to, way.undone.turns, way.undone.inside or None)


def check_seen(match: Match, seen: int | None) -> None:
    """Raise StaleBoard unless the player saw the latest board; `None` skips the check."""
    if seen is not None and seen != match.seq:
        raise StaleBoard(match)


def seat_with_say(match: Match, person_id: int) -> Seat:
    """Return the seat of a player who has a vote in a match. Raises NotSeated, MatchOver, OutOfGame."""
    seat = playing_seat(match, person_id)
    if seat not in playing(match):
        raise OutOfGame
    return seat
