"""A match with its game, its values and how they are stored, and the errors of players' wishes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, cast

from pydantic import Field

from engine.game import Json, Mode, Setup
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, Text, dump_text, load_text, say
from hosting.clock import MatchClock
from hosting.errors import HostingError
from hosting.match_terms import Terms
from hosting.outbox import BoardPost, HashesPost, Posting
from store.documents import Document, TextField, TimeField
from store.tables.audit import AuditEntry, SilenceEntry
from store.tables.choices import Commitment, DropCause, Dropped, Plan
from store.tables.deadlines import Deadline
from store.tables.imports import Import
from store.tables.lobby import MatchLoadout, Ordered, SavedLoadout, StartStatus, TableLoadout
from store.tables.matches import Passed
from store.tables.outages import Outage
from store.tables.people import GONE, Appear, Computer, Nudges, PlayerSettings, ServerSettings, Vacation, computer_of
from store.tables.rematches import Rematch
from store.tables.requests import Request, RequestStatus
from store.tables.seeks import PairedSeat, PairingStatus, Seek, StoredPairing
from store.tables.values import (
    MatchSeat,
    MatchStatus,
    MatchSummary,
    MatchTitle,
    Person,
    Place,
    Post,
    PostKind,
    Span,
    Start,
    StoredEvent,
    StoredMatch,
    Table,
    TableSeat,
    TableStatus,
    Where,
)
from store.tables.watches import Watch, WatchKind

__all__ = [
    "GONE",
    "Appear",
    "AuditEntry",
    "Commitment",
    "Computer",
    "Deadline",
    "DropCause",
    "Dropped",
    "Former",
    "Import",
    "Match",
    "MatchLoadout",
    "MatchSeat",
    "MatchStatus",
    "MatchSummary",
    "MatchTitle",
    "Nudges",
    "Ordered",
    "Outage",
    "PairedSeat",
    "PairingStatus",
    "Parked",
    "Passed",
    "Paused",
    "Person",
    "Place",
    "Plan",
    "PlayerSettings",
    "Post",
    "PostKind",
    "Rematch",
    "Request",
    "RequestStatus",
    "SavedLoadout",
    "Seek",
    "ServerSettings",
    "SilenceEntry",
    "Start",
    "StartStatus",
    "StoredEvent",
    "StoredPairing",
    "Table",
    "TableLoadout",
    "TableSeat",
    "TableStatus",
    "Vacation",
    "Watch",
    "WatchKind",
    "Where",
    "computer_of",
    "dump_text",
    "load_text",
]


@dataclass(frozen=True, slots=True)
class Parked(Document):
    """Why a match cannot go on at the moment: a text for people, a code for programs."""

    text: TextField
    code: str


@dataclass(frozen=True, slots=True)
class Paused(Document):
    """Why a match is paused: no player may move, and its clock doesn't run.

    `code`: `"agreed"` by its players, `"organiser"`, or `"substitute"` while one is being sought.
    """

    person_id: Annotated[int, Field(alias="user")]
    code: str
    text: TextField
    at: TimeField


@dataclass(frozen=True, slots=True)
class Former:
    """A player before a substitute took over; `until` is the event that gave the seat away."""

    seat: Seat
    person_id: int
    name: str
    until: int


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment.

    Attributes:
        id: Never used again for another match.
        channel_id: The channel or thread in which the board is shown.
        setup: The start of the game.
        seats: In the order of play.
        places: Every channel that belongs to it.
        status: "parked" if its boards cannot be posted at the moment.
        seq: Number of the last event; 0 before the first turn. It never goes down.
        organiser_id: The table's host.
        terms: Its terms besides the rules.
        clock: None without a clock.
        history: The events that led to the session, without those taken back.
        former: The players before substitutes, the earliest first.
        rev: Counted up with every change, also without an event.
        events: All events, also those that were taken back.
        origin: Of the request for it (`hosting.lobby.starter`); None where that isn't known.
        causes: What made sealed choices in place of their players, by seat (`hosting.match.events.Cause`).
        decided: What is stored with sealed choices of computers, by seat, as with events.
        pauses: Begin and end of its past pauses, in order.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    setup: Setup
    seats: tuple[MatchSeat, ...]
    places: tuple[Place, ...]
    status: MatchStatus
    seq: int
    session: Session
    started_at: datetime
    ended_at: datetime | None
    organiser_id: int
    parked: Parked | None = None
    terms: Terms = field(default_factory=Terms)
    clock: MatchClock | None = None
    paused: Paused | None = None
    history: tuple[Passed, ...] = ()
    former: tuple[Former, ...] = ()
    rev: int = 0
    events: tuple[StoredEvent, ...] = ()
    origin: str | None = None
    causes: Mapping[Seat, str] = field(default_factory=dict)
    decided: Mapping[Seat, Mapping[str, Json]] = field(default_factory=dict)
    pauses: tuple[Span, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def members(self) -> dict[int, str]:
        """The names of the players in the order of the seats, then of former ones, by person."""
        seated = {each.person_id: each.name for each in self.seats}
        return seated | {each.person_id: each.name for each in self.former if each.person_id not in seated}

    @property
    def mode(self) -> Mode:
        mode = self.session.game.info.mode(self.setup.mode)
        if mode is None:
            raise AssertionError(f"match {self.id} has a mode that its game does not have: {self.setup.mode}")
        return mode

    @property
    def silent(self) -> bool:
        return self.mode.silent

    @property
    def alone(self) -> bool:
        """Whether one player plays against the game itself: nobody else is asked, and nobody waits."""
        return len(self.seats) == 1

    @property
    def over(self) -> bool:
        return self.status == "over"

    @property
    def secret(self) -> bool:
        """Whether several choose now, and it's secret who has already chosen."""
        return is_secret(self, self.session)

    @property
    def decision(self) -> int | None:
        """The number of the decision that several make at once now; None if there is none."""
        session = self.session
        return session.game.turn(session.state) if len(session.deciding) > 1 else None

    @property
    def computers(self) -> frozenset[Seat]:
        """The seats of computer players."""
        return frozenset(each.seat for each in self.seats if computer_of(each.name) is not None)

    @property
    def humans(self) -> tuple[int, ...]:
        """The people who play, in the order of play, without computers."""
        return tuple(each.person_id for each in self.seats if each.computer is None)

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seats that must decide now, as far as everybody may know (`awaited`)."""
        return awaited(self, self.session)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The people who must decide now and have not, in the order of play; a secret (`awaited`)."""
        return tuple(seat.person_id for seat in self.seats if seat.seat in self.session.to_act)

    def seat_of(self, person_id: int) -> Seat | None:
        return next((seat.seat for seat in self.seats if seat.person_id == person_id), None)

    def person_of(self, seat: Seat) -> int:
        return self.seats[seat - 1].person_id

    def home(self, seat: Seat) -> int:
        """Return the channel in which the player of a seat follows it: their team's own channel, if there is one."""
        place = self.place(f"team:{self.mode.team_of(seat)}")
        return self.channel_id if place is None else place.channel_id

    def place(self, role: str) -> Place | None:
        return next((place for place in self.places if place.role == role), None)


def is_secret(match: Match, session: Session) -> bool:
    """Return whether several choose in a session of a match, and it's secret who has already chosen."""
    return len(session.deciding) > 1 and not match.terms.shows_chosen


def awaited(match: Match, session: Session) -> frozenset[Seat]:
    """Return the seats that must decide in a session of a match, as far as everybody may know.

    While several choose in secret, these are all of them, whether they have chosen or not.
    """
    return session.deciding if is_secret(match, session) else session.to_act


# What can be wrong with what a player asks of a match.


# ruff: noqa: N818 - named for what happened, as callers catch them by that name


class NotSeated(HostingError):
    """Only players of the match may do that."""

    code, says = "not-seated", say("Only this match's players can do that.")


class NoSuchMatch(HostingError):
    """The match never existed."""

    code, says = "no-such-match", say("There's no such match.")


class NotMine(HostingError):
    """Another process has the match's server, and only that one changes it."""

    code = "not-mine"
    says = say("That didn't work from here, and nothing was done. Do it in the match's own channel.")

    def __init__(self, guild_id: int, text: Text | None = None) -> None:
        super().__init__(text)
        self.guild_id = guild_id


class MatchOver(HostingError):
    """The match ended."""

    code, says = "match-over", say("This match is over.")


class MatchParked(HostingError):
    """The match's boards cannot be posted at the moment: `parked` says why."""

    code = "match-parked"

    def __init__(self, parked: Parked, names: tuple[str, ...]) -> None:
        super().__init__(say("This match is interrupted: {reason}", reason=parked.text))
        self.parked, self.names = parked, names


class MatchPaused(HostingError):
    """The match is paused: `paused` says why."""

    code = "match-paused"

    def __init__(self, paused: Paused, names: tuple[str, ...]) -> None:
        super().__init__(say("This match is paused: {reason}", reason=paused.text))
        self.paused, self.names = paused, names


NOTHING_TO_TAKE_BACK = say("There's no turn to take back."), "nothing-to-take-back"


BEHIND_BARRIER = (
    say("That can't be taken back: it revealed something hidden or drawn, or a player resigned."),
    "undo-barrier",
)


def not_your_turn(waiting: Collection[Seat], names: tuple[str, ...], asked: Text | None = None) -> HostingError:
    """Return the error that another player must decide; `asked` is that one player's decision."""
    one = next(iter(waiting)) if len(waiting) == 1 else None
    turn = (
        say("Other players have to decide first.") if one is None else say("It's {player}'s turn.", player=Player(one))
    )
    error = HostingError(turn if asked is None else asked, code="not-your-turn")
    error.names = names
    return error


class StaleBoard(HostingError):
    """The board that was pressed isn't the latest: `match` is the present state."""

    code, says = "stale-board", say("That board is out of date, so nothing happened. Use the latest one.")

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match


NOTHING_TO_PREPARE = say("This game has no question like that to answer in advance."), "nothing-to-prepare"


# Conversion between hosting's values and stored ones.


def aggregate(stored: StoredMatch, session: Session, history: tuple[Passed, ...]) -> Match:
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
        parked=None if stored.parked is None else Parked.load(stored.parked),
        terms=Terms.load(stored.terms),
        clock=None if stored.clock is None else MatchClock.load(stored.clock),
        paused=None if stored.paused is None else Paused.load(stored.paused),
        rev=stored.rev,
        history=history,
        former=_former(stored),
        events=stored.events,
        origin=stored.origin,
        causes=stored.causes,
        decided=stored.decided,
        pauses=stored.pauses,
    )


@dataclass(frozen=True, slots=True)
class BareMatch:
    """A match without its game, for matches whose start cannot be read. Fields as in `Match`."""

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
        return self.status == "over"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def members(self) -> dict[int, str]:
        return {each.person_id: each.name for each in self.former} | {each.person_id: each.name for each in self.seats}

    @property
    def alone(self) -> bool:
        return len(self.seats) == 1

    @property
    def silent(self) -> bool:
        """Whether teammates may not communicate: the game cannot be asked, but then each team has its own channel."""
        return any(place.role.startswith("team:") for place in self.places)

    def seat_of(self, person_id: int) -> Seat | None:
        return next((seat.seat for seat in self.seats if seat.person_id == person_id), None)


def without_game(stored: StoredMatch) -> BareMatch:
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


def _former(stored: StoredMatch) -> tuple[Former, ...]:
    return tuple(
        Former(event.seat, was := cast("int", event.data["was"]), stored.names.get(was, GONE), event.seq)
        for event in stored.events
        if event.kind == "substitute" and event.seat is not None
    )


def posts_for(match: Match, note: Text | None = None) -> list[Posting]:
    """Return the posts of a match's latest event; `note` is its text, if it was no turn."""
    kind: PostKind = "ended" if match.over else "board"
    passed, last, opens = match.history[-1] if match.history else None, match.session.last, None
    if passed is not None and passed.seq == match.seq and passed.kind in ("joint", "forfeit") and last is not None:
        # The decision whose choices the event opened for everybody.
        opens = next((entry.turn for entry in last.together if entry.veil is None), None)
    places = [place for place in match.places if place.shows_boards]
    boards = [Posting(kind, place.channel_id, BoardPost(place.role, note, opens=opens)) for place in places]
    held = match.seq == 0 and is_held(match)
    return [*boards, *(Posting("sealed", place.channel_id, HashesPost(BEGINNING)) for place in places if held)]


BEGINNING = -1
"""Instead of a decision, for commitments from the beginning of a match: the first turn may be number 0."""


def is_held(match: Match) -> bool:
    """Return whether a match is held from its beginning to a seed, or to choices of players before the start."""
    return match.session.game.info.uses_chance or any(match.setup.loadouts)
