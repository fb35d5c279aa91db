"""What players can ask for, as typed values: when each makes sense, and what comes of it.

`dump_wanted` and `load_wanted` alone know the keys under which what a request wants is stored (`Request.detail`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import ClassVar, TypeAlias, cast

from engine.game import Json
from engine.outcome import Termination
from engine.rulings import draw, ruling
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, say, say_n
from hosting.clock.match_clock import extended
from hosting.consent.errors import (
    AlreadyPaused,
    NoAgreedEnds,
    NoClock,
    NoDraws,
    NoPauses,
    NoSuchSeat,
    NotPaused,
    OnlyTheUsual,
    PausedByOrganiser,
)
from hosting.consent.takeback import way_back
from hosting.match import events
from hosting.match.errors import MatchPaused
from hosting.match.events import Change
from hosting.match.model import Match, Paused, Request
from hosting.match.seats import playing
from hosting.match.undone import Undone

SUBSTITUTE_CALL = "call"
"""The kind of a request to people outside the match: to take over a seat (`hosting.consent.substitutes`)."""

AGREED, SUBSTITUTE = "agreed", "substitute"
"""Pauses that players can end by agreement (`Paused.code`)."""
ORGANISER = "organiser"
"""A pause that only an organiser can end."""
LEFT = "left"
"""A pause while a player is not in the server; `Paused.person_id` is the player."""
LONGEST_PAUSE = timedelta(days=30)
LONGEST_EXTENSION = timedelta(days=14)
"""So much more time a seat is given at once, at most."""
USUAL_PAUSE = timedelta(days=7)
USUAL_EXTENSION = timedelta(hours=24)
"""What is asked for if nobody says, and the only thing where partners are silent: a number can stand for a word."""

At: TypeAlias = Callable[[Match, int], Awaitable[Session]]
"""Gives the game of a match as it stood after an event: `Matches.at`."""


@dataclass(frozen=True, slots=True)
class Agreement(ABC):
    """Something that players can agree on, with what is asked in particular.

    Attributes:
        kind: Under which it is stored.
        fleeting: Whether it is about the position before everybody's eyes, so that the next event overtakes it.
    """

    kind: ClassVar[str]
    fleeting: ClassVar[bool] = False

    @abstractmethod
    def check(self, match: Match, seat: Seat) -> None:
        """Raise HostingError if a seat cannot ask for it now."""

    @abstractmethod
    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        """Return what comes of it."""


@dataclass(frozen=True, slots=True)
class TakeBack(Agreement):
    """Turns are taken back: the event to go back to and how much that is; None until the player is about to ask."""

    kind = "undo"
    fleeting = True

    to: int | None = None
    turns: int | None = None
    inside: bool | None = None

    @property
    def undone(self) -> Undone | None:
        """What is taken back, as soon as that is known."""
        return None if self.turns is None else Undone(self.turns, inside=bool(self.inside))

    def check(self, match: Match, seat: Seat) -> None:
        """Raise HostingError if the seat has no turn to take back."""
        way_back(match, seat)

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        """Return the match as it was before the turn."""
        way = way_back(match, request.seat)
        return events.undo(match, way.to, await at(match, way.to), request.seat, request.person_id, now)


@dataclass(frozen=True, slots=True)
class Draw(Agreement):
    """The match ends as a draw."""

    kind = "draw"
    fleeting = True

    def check(self, match: Match, seat: Seat) -> None:
        """Raise NoDraws if the rules know none, NoAgreedEnds."""
        _check_agreed_ends(match)
        if not match.session.game.info.draws:
            raise NoDraws(match.session.game.info.name)

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        """Return the draw."""
        return events.rule(match, draw(len(match.seats)), request.person_id, now)


@dataclass(frozen=True, slots=True)
class End(Agreement):
    """The match ends undecided."""

    kind = "end"
    fleeting = True

    def check(self, match: Match, seat: Seat) -> None:
        """Raise NoAgreedEnds."""
        _check_agreed_ends(match)

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        """Return the end."""
        reason = say("The players agreed to end the match undecided.")
        if match.terms.league is not None and not match.session.game.info.draws:
            reason = say(
                "The players agreed to end the match undecided. Their league counts it as an agreed draw, half a win "
                "for each; ratings leave it out."
            )
        return events.rule(match, ruling(Termination.AGREED, [1] * len(match.seats), reason), request.person_id, now)


@dataclass(frozen=True, slots=True)
class Pause(Agreement):
    """The match is paused for a number of days at most."""

    kind = "pause"

    days: int

    def check(self, match: Match, seat: Seat) -> None:
        """Raise NoPauses, AlreadyPaused, OnlyTheUsual, or ValueError if it is too long or nothing."""
        _check_pauses(match)
        if match.paused is not None:
            raise AlreadyPaused
        if not 0 < self.days <= LONGEST_PAUSE.days:
            raise ValueError(f"no pause takes {self.days} days")
        if match.silent and self.days != USUAL_PAUSE.days:  # R29
            raise _only_the_usual()

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        """Return the pause."""
        paused = agreed_pause(request.person_id, now, now + timedelta(days=self.days))
        told = say("The match is paused. {reason}", reason=paused.text)
        return Change(replace(match, paused=paused), now, announcement=told)


@dataclass(frozen=True, slots=True)
class Resume(Agreement):
    """A pause ends."""

    kind = "resume"

    def check(self, match: Match, seat: Seat) -> None:
        """Raise NotPaused, MatchPaused."""
        if match.paused is None:
            raise NotPaused
        if match.paused.code == ORGANISER:
            raise PausedByOrganiser
        if match.paused.code not in (AGREED, SUBSTITUTE):
            raise MatchPaused(match.paused, match.names)

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        """Return the match going on."""
        return Change(replace(match, paused=None), now, announcement=say("The match goes on: its players agreed."))


@dataclass(frozen=True, slots=True)
class Extension(Agreement):
    """A seat has a number of seconds more to decide."""

    kind = "extend"

    seat: Seat
    seconds: int

    def check(self, match: Match, seat: Seat) -> None:
        """Raise NoPauses, OnlyTheUsual, and what `check_time` does."""
        _check_pauses(match)
        self.check_time(match)
        if match.silent and self != Extension(seat, round(USUAL_EXTENSION.total_seconds())):  # R29
            raise _only_the_usual()

    def check_time(self, match: Match) -> None:
        """Raise NoClock, NoSuchSeat, or ValueError if it is too much or nothing."""
        if match.clock is None:
            raise NoClock
        if self.seat not in playing(match):
            raise NoSuchSeat
        if not timedelta() < timedelta(seconds=self.seconds) <= LONGEST_EXTENSION:
            raise ValueError(f"nobody is given {self.seconds} seconds")

    def given(self, match: Match, now: datetime) -> Match:
        """Return a match, with a clock, with the time added."""
        if match.clock is None:
            raise AssertionError("there is no clock to add to")
        return replace(match, clock=extended(match.clock, self.seat, timedelta(seconds=self.seconds), now))

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        """Return the match with the time added."""
        told = say_n(
            "{player} has {count} hour more to decide: the players agreed.",
            "{player} has {count} hours more to decide: the players agreed.",
            self.seconds // 3600,
            player=Player(self.seat),
        )
        return Change(self.given(match, now), now, announcement=told)


@dataclass(frozen=True, slots=True)
class Call:
    """People outside the match are asked to take over a seat; why, where its player does not ask for that."""

    kind: ClassVar[str] = SUBSTITUTE_CALL

    cause: str | None = None


Wanted: TypeAlias = Agreement | Call

_PLAIN: Mapping[str, type[TakeBack | Draw | End | Resume | Call]] = {
    each.kind: each for each in (TakeBack, Draw, End, Resume, Call)
}
"""What can be wanted without saying more."""


def agreed_pause(person_id: int, at: datetime, until: datetime) -> Paused:
    """Return the pause that players agreed on."""
    text = say("The players agreed on a pause until <t:{until}:f> at the latest.", until=int(until.timestamp()))
    return Paused(person_id, AGREED, text, at)


def dump_wanted(wanted: Wanted, asked: Iterable[Seat] | None = None) -> dict[str, Json]:
    """Return what is stored of what is wanted, and of whom it is asked (`asked_of`)."""
    held: dict[str, Json] = {key: value for key, value in asdict(wanted).items() if value is not None}
    return held if asked is None else {**held, "asked": sorted(asked)}


def load_wanted(kind: str, detail: Mapping[str, Json]) -> Wanted:
    """Return what is wanted from what is stored of it. Raises ValueError if it is nothing of that kind."""
    match kind, detail:
        case "undo", {"to": int(to), "turns": int(turns)}:
            return TakeBack(to, turns, detail.get("inside") is True or None)
        case "pause", {"days": int(days)}:
            return Pause(days)
        case "extend", {"seat": int(seat), "seconds": int(seconds)}:
            return Extension(seat, seconds)
        case "call", {"cause": str(cause)}:
            return Call(cause)
        case _ if kind in _PLAIN:
            return _PLAIN[kind]()
    raise ValueError(f"not a request of kind {kind}: {detail!r}")


def wanted_of(request: Request) -> Wanted:
    """Return what a request is for."""
    return load_wanted(request.kind, request.detail)


def agreement_of(request: Request) -> Agreement:
    """Return what the players of a match are asked to agree on. Raises ValueError if others are asked."""
    wanted = wanted_of(request)
    if isinstance(wanted, Call):
        raise ValueError(f"request {request.id} is none to the players of its match")
    return wanted


def asked_of(request: Request) -> tuple[Seat, ...]:
    """Return the seats that are asked, in the order of play; none by a call."""
    return tuple(cast("Iterable[Seat]", request.detail.get("asked", ())))


def _check_agreed_ends(match: Match) -> None:
    if not match.terms.agreed_ends:
        raise NoAgreedEnds


def _check_pauses(match: Match) -> None:
    if not match.terms.pauses:
        raise NoPauses


def _only_the_usual() -> OnlyTheUsual:
    return OnlyTheUsual(days=USUAL_PAUSE.days, hours=USUAL_EXTENSION // timedelta(hours=1))
