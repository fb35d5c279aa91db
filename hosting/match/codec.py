"""Between the values hosting works with and what is stored of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from engine.game import Json
from engine.seat import Seat
from engine.session import Session
from engine.text import Text
from hosting.clock.match_clock import MatchClock
from hosting.clock.time_control import Terms
from hosting.match.model import (
    GONE,
    Former,
    Match,
    MatchSeat,
    MatchStatus,
    Parked,
    Passed,
    Paused,
    Place,
    PostKind,
    dump_text,
    load_text,
)
from hosting.posts import BoardPost, HashesPost, Posting
from store.tables.values import StoredMatch


def aggregate(stored: StoredMatch, session: Session, history: tuple[Passed, ...]) -> Match:
    """Return a match from what is stored of it, its game, and what led there."""
    return Match(
        id=stored.id,
        guild_id=stored.guild_id,
        channel_id=stored.channel_id,
        game=stored.game,
        setup=session.setup,
        seats=stored.seats,
        places=stored.places,
        status=stored.status,
        seq=stored.seq,
        session=session,
        started_at=stored.started_at,
        ended_at=stored.ended_at,
        organiser_id=stored.organiser_id,
        parked=load_parked(stored.parked),
        terms=Terms.load(stored.terms),
        clock=None if stored.clock is None else MatchClock.load(stored.clock),
        paused=load_paused(stored.paused),
        rev=stored.rev,
        history=history,
        former=_former(stored),
        events=stored.events,
        origin=stored.origin,
        causes=stored.causes,
        pauses=stored.pauses,
    )


@dataclass(frozen=True, slots=True)
class BareMatch:
    """A match without its game: what is stored of it can be told where not even its start can be read.

    Attributes:
        id: As that of a `Match`.
        guild_id: The server.
        seats: In the order of play.
        places: Every channel that belongs to it.
        status: "over" if it ended.
        seq: Number of the last event.
        rev: Counted up with every change.
        former: Those who played before a substitute took over their seat.
    """

    id: int
    guild_id: int
    seats: tuple[MatchSeat, ...]
    places: tuple[Place, ...]
    status: MatchStatus
    seq: int
    rev: int
    former: tuple[Former, ...]

    @property
    def over(self) -> bool:
        """Whether it ended."""
        return self.status == "over"

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, for seat 1, 2, …."""
        return tuple(seat.name for seat in self.seats)

    @property
    def members(self) -> dict[int, str]:
        """What those are called who play, or did before others took their seats, by person."""
        return {each.person_id: each.name for each in self.former} | {each.person_id: each.name for each in self.seats}

    @property
    def alone(self) -> bool:
        """Whether one plays alone."""
        return len(self.seats) == 1

    @property
    def silent(self) -> bool:
        """Whether teammates may not communicate: the game cannot be asked, but then each team has its own channel."""
        return any(place.role.startswith("team:") for place in self.places)

    def seat_of(self, person_id: int) -> Seat | None:
        """Return the seat of a player, or None for anybody else."""
        return next((seat.seat for seat in self.seats if seat.person_id == person_id), None)


def without_game(stored: StoredMatch) -> BareMatch:
    """Return what is stored of a match."""
    return BareMatch(
        stored.id,
        stored.guild_id,
        stored.seats,
        stored.places,
        stored.status,
        stored.seq,
        stored.rev,
        _former(stored),
    )


def dump_parked(parked: Parked) -> dict[str, Json]:
    """Return why a match is parked as JSON."""
    return {"text": dump_text(parked.text), "code": parked.code}


def load_parked(data: Json) -> Parked | None:
    """Return why a match is parked, as `dump_parked` wrote it."""
    match data:
        case None:
            return None
        case {"text": text, "code": str() as code}:
            return Parked(load_text(text), code)
    raise ValueError(f"not a reason: {data!r}")


def dump_paused(paused: Paused) -> dict[str, Json]:
    """Return why a match is paused as JSON."""
    return {
        "user": paused.person_id,
        "code": paused.code,
        "text": dump_text(paused.text),
        "at": paused.at.isoformat(),
    }


def load_paused(data: Json) -> Paused | None:
    """Return why a match is paused, as `dump_paused` wrote it."""
    match data:
        case None:
            return None
        case {"user": int() as person_id, "code": str() as code, "text": text, "at": str() as at}:
            return Paused(person_id, code, load_text(text), datetime.fromisoformat(at))
    raise ValueError(f"not a reason: {data!r}")


def _former(stored: StoredMatch) -> tuple[Former, ...]:
    """Return who played before a substitute took over their seat."""
    return tuple(
        Former(event.seat, was := cast("int", event.data["was"]), stored.names.get(was, GONE), event.seq)
        for event in stored.events
        if event.kind == "substitute" and event.seat is not None
    )


def opened_by(match: Match) -> int | None:
    """Return the decision whose choices a match's latest event opened for everybody, or None."""
    passed, last = match.history[-1] if match.history else None, match.session.last
    if passed is None or passed.seq != match.seq or passed.kind not in ("joint", "forfeit"):
        return None
    opened = () if last is None else tuple(entry for entry in last.together if entry.veil is None)
    return opened[0].turn if opened else None


def posts_for(match: Match, note: Text | None = None) -> list[Posting]:
    """Return what must be posted of a match's latest event.

    Args:
        match: After the event.
        note: What happened, where it was not a turn.
    """
    calls = match.session.game.info.by_decision and not match.over
    kinds: tuple[PostKind, ...] = ("ended",) if match.over else ("board",) if calls else ("board", "status")
    opens = opened_by(match)
    places = [place for place in match.places if place.shows_boards]
    boards = [
        Posting(
            kind,
            place.channel_id,
            BoardPost(place.role, note, calls=calls, opens=None if kind == "status" else opens),
        )
        for place in places
        for kind in kinds
    ]
    held = match.seq == 0 and is_held(match)
    return [*boards, *(Posting("sealed", place.channel_id, HashesPost(BEGINNING)) for place in places if held)]


BEGINNING = -1
"""Stands in the place of a decision for what a match is held to from its beginning: the first turn may be number 0."""


def is_held(match: Match) -> bool:
    """Return whether a match is held from its beginning to a seed, or to what players chose before the start."""
    return match.session.game.info.uses_chance or any(match.setup.loadouts)
