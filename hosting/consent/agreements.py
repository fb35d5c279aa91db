"""The kinds of requests: their rules, which turn an undo means, and their errors.

Only `dump_wanted` and `load_wanted` know the stored keys of a request (`Request.detail`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import ClassVar, Final, TypeAlias

from engine.game import Json
from engine.outcome import Termination, draw, ruling
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, Quote, Text, say, say_n
from hosting.clock import extended
from hosting.errors import HostingError
from hosting.match import events
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Undone, undone
from hosting.match.model import (
    BEHIND_BARRIER,
    NOTHING_TO_TAKE_BACK,
    Computer,
    Match,
    MatchOver,
    MatchPaused,
    Passed,
    Paused,
    Person,
    Request,
    StaleBoard,
)
from hosting.match.service import playing, playing_seat
from store.documents import Document, ListField

# What can be wrong with what a player asks of the others, or an organiser does.


# ruff: noqa: N818 - named for what happened, as callers catch them by that name


_CLOSED: dict[str, Text] = {
    "accepted": say("Everyone has already agreed to that."),
    "refused": say("A player has already refused that."),
    "withdrawn": say("That was withdrawn."),
    "outdated": say("The match has moved on, so that's out of date."),
}


PLAYS_ALONE = (
    say(
        "You're playing this match alone, so there's nobody to ask. Take as long as you like; `/undo` takes a "
        "turn back, `/resign` abandons the match."
    ),
    "plays-alone",
)


OUT_OF_GAME = say("You're out of this game, so you have no say in it any more."), "out-of-game"


NO_SUCH_REQUEST = say("That request doesn't exist."), "no-such-request"


class RequestClosed(HostingError):
    """It was decided, taken back or overtaken: `request` says which."""

    def __init__(self, request: Request) -> None:
        taken = request.kind == "call" and request.status == "accepted"
        text = say("That seat is already taken.") if taken else _CLOSED[request.status]
        super().__init__(text, code=f"request-{request.status}")
        self.request = request


class AlreadyAsked(HostingError):
    """The same request is open already: `request`."""

    code, says = "already-asked", say("There's already an open request for that, and not everyone has answered yet.")

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request


ASKED_LATELY = say("You asked for that recently. You can ask again after the next turn, or in a day."), "asked-lately"


class TooLateToAbort(HostingError):
    """Everybody has moved, so nobody can abort alone."""

    code = "too-late-to-abort"

    def __init__(self, *, alone: bool = False) -> None:
        super().__init__(
            say("You've moved, so the match counts. `/resign` abandons it.")
            if alone
            else say(
                "Everyone has moved, so the match counts. `/match end` asks the others to end it, `/match "
                "leave` asks for a substitute, `/resign` resigns."
            )
        )


ALREADY_PAUSED = say("This match is already paused."), "already-paused"


NOT_PAUSED = say("This match isn't paused."), "not-paused"


def _only_the_usual() -> HostingError:
    return HostingError(
        say(
            "In a silent team match, you can only ask for a pause of {days}, or for {hours} more for yourself: "
            "any other number could carry a message (R29).",
            days=say_n("{count} day", "{count} days", USUAL_PAUSE.days),
            hours=say_n("{count} hour", "{count} hours", USUAL_EXTENSION // timedelta(hours=1)),
        ),
        code="only-the-usual",
    )


class NoSuchSeat(HostingError):
    """There is no such seat, or nobody plays it any more."""

    code, says = "no-such-seat", say("Nobody has that seat in this match.")


class FormerPlayer(HostingError):
    """A former player of another seat, or with silent partners of any seat, cannot come back."""

    code = "former-player"

    def __init__(self, name: str) -> None:
        super().__init__(say("{player} has already played in this match and can't take this seat.", player=Quote(name)))


class PlaysThere(HostingError):
    """The person has a seat in the match already."""

    code = "plays-there"

    def __init__(self, seat: int, names: tuple[str, ...]) -> None:
        super().__init__(say("{player} is already in this match.", player=Player(seat)))
        self.names = names


OWN_MATCH = (
    say(
        "You're playing in this match, so you can't decide about it as an organiser. Ask another member who "
        "can manage this server or has its organiser role; `/settings server` shows which role that is."
    ),
    "own-match",
)


# Taking back: which turn a player's wish to take back means, and whether it takes the others' consent.


_PLAYED = ("turn", "joint")


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way back to before a player's own last turn.

    Attributes:
        to: The event that led to the position before it; 0 for the start.
        undone: That turn, or the player's decision in it, and everything after it.
        free: Whether the player need not ask: the table allows it and nobody has acted since, or they play alone.
    """

    to: int
    undone: Undone
    free: bool


def way_back(match: Match, seat: Seat) -> WayBack:
    """Return the way back to before a seat's own last turn, with everything after it.

    Partners who may not communicate always ask: a turn taken back at once would be a sign that costs nothing (R29).

    Raises:
        MatchOver: It ended.
        HostingError (`undo-never`): The table plays without.
        HostingError (`choose-again`): Several must decide at once now.
        HostingError (`nothing-to-take-back`): The seat has played no turn, or it led to something that cannot be taken
            back.
    """
    if match.over:
        raise MatchOver
    if match.terms.undo == "never" and not match.alone:
        raise HostingError(say("At this table, turns can't be taken back."), code="undo-never")
    if len(match.session.game.to_act(match.session.state)) > 1:
        raise HostingError(
            say("Several players are deciding at once: until all of them have, you can only change your choice."),
            code="choose-again",
        )
    mine = [index for index, passed in enumerate(match.history) if passed.seat == seat and _chosen(passed)]
    if not mine:
        raise HostingError(*NOTHING_TO_TAKE_BACK)
    before = match.history[mine[-1] - 1] if mine[-1] else None
    left = match.history[mine[-1] :]
    if any(passed.kind not in _PLAYED for passed in left) or (before.entries if before else 0) < match.session.floor:
        raise HostingError(*BEHIND_BARRIER)
    acted = any(_chosen(passed) for passed in left[1:])
    nobody_else = len(match.humans) == 1  # computers always agree
    free = nobody_else or (match.terms.undo == "free" and not acted and not match.silent)
    to = before.seq if before else 0
    return WayBack(to, undone(match, to), free)


def _chosen(passed: Passed) -> bool:
    """Return whether an event is a turn that a player chose: an automatic one would be played again at once."""
    return passed.kind in _PLAYED and not passed.automatic


SUBSTITUTE_CALL = "call"
"""The kind of a request to people outside the match: to take over a seat (`hosting.consent.substitutes`)."""

AGREED, SUBSTITUTE = "agreed", "substitute"
"""Pauses that players can end by agreement (`Paused.code`)."""
ORGANISER = "organiser"
"""A pause that only an organiser can end."""
LEFT = "left"
"""A pause while a player is not in the server; `Paused.person_id` is the player."""
COMPUTER_TURN = "computer"
"""The appointment of a match in which a computer has to act or to answer; its key is the match."""
COMPUTER_PAUSE: Final = timedelta(seconds=2)
"""How long a computer acts after what it answers, at the earliest."""
COMPUTERS = "computers"
"""A pause while the operator has switched computer players off."""
LONGEST_PAUSE = timedelta(days=30)
LONGEST_EXTENSION = timedelta(days=14)
"""The most time that a seat is given at once."""
USUAL_PAUSE = timedelta(days=7)
USUAL_EXTENSION = timedelta(hours=24)
"""The default, and the only choice where partners are silent: a number can stand for a word."""

At: TypeAlias = Callable[[Match, int], Awaitable[Session]]
"""Gives the game of a match after an event: `Matches.at`."""


@dataclass(frozen=True, slots=True)
class Agreement(Document, ABC):
    """A thing that players can agree on; a `fleeting` one concerns the present position: the next event closes it."""

    sparse = True

    kind: ClassVar[str]
    fleeting: ClassVar[bool] = False

    @abstractmethod
    def check(self, match: Match, seat: Seat) -> None:
        """Raise HostingError if a seat cannot ask for it now."""

    @abstractmethod
    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        """Return the change that carries it out."""


@dataclass(frozen=True, slots=True)
class TakeBack(Agreement):
    """Turns are taken back to an event; None until the player is about to ask."""

    kind = "undo"
    fleeting = True

    to: int | None = None
    turns: int | None = None
    inside: bool | None = None

    @property
    def undone(self) -> Undone | None:
        return None if self.turns is None else Undone(self.turns, inside=bool(self.inside))

    def check(self, match: Match, seat: Seat) -> None:
        way_back(match, seat)

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        way = way_back(match, request.seat)
        return events.undo(match, way.to, await at(match, way.to), request.seat, request.person_id, now)


@dataclass(frozen=True, slots=True)
class Draw(Agreement):
    """The match ends as a draw."""

    kind = "draw"
    fleeting = True

    def check(self, match: Match, seat: Seat) -> None:
        """Raise HostingError (`no-draws`) if the rules know none, HostingError (`no-agreed-ends`)."""
        _check_agreed_ends(match)
        if not match.session.game.info.draws:
            raise HostingError(
                say("The rules of {game} have no draws.", game=match.session.game.info.name), code="no-draws"
            )

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        return events.rule(match, draw(len(match.seats)), request.person_id, now)


@dataclass(frozen=True, slots=True)
class End(Agreement):
    """The match ends undecided."""

    kind = "end"
    fleeting = True

    def check(self, match: Match, seat: Seat) -> None:
        """Raise HostingError (`no-agreed-ends`)."""
        _check_agreed_ends(match)

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        reason = say("The players agreed to end the match without a winner.")
        if match.terms.league is not None and not match.session.game.info.draws:
            reason = say(
                "The players agreed to end the match without a winner. Their league counts it as an agreed "
                "draw, half a win for each; it isn't rated."
            )
        return events.rule(match, ruling(Termination.AGREED, [1] * len(match.seats), reason), request.person_id, now)


@dataclass(frozen=True, slots=True)
class Pause(Agreement):
    """The match is paused for a number of days at most."""

    kind = "pause"

    days: int

    def check(self, match: Match, seat: Seat) -> None:
        """Raise HostingError (`no-pauses`, `already-paused`, `only-the-usual`), ValueError if too long or nothing."""
        _check_pauses(match)
        if match.paused is not None:
            raise HostingError(*ALREADY_PAUSED)
        if not 0 < self.days <= LONGEST_PAUSE.days:
            raise ValueError(f"no pause takes {self.days} days")
        if match.silent and self.days != USUAL_PAUSE.days:  # R29
            raise _only_the_usual()

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        paused = agreed_pause(request.person_id, now, now + timedelta(days=self.days))
        text = say("The match is paused. {reason}", reason=paused.text)
        return Change(replace(match, paused=paused), now, announcement=text)


@dataclass(frozen=True, slots=True)
class Resume(Agreement):
    """A pause ends."""

    kind = "resume"

    def check(self, match: Match, seat: Seat) -> None:
        """Raise MatchPaused, HostingError (`not-paused`)."""
        if match.paused is None:
            raise HostingError(*NOT_PAUSED)
        if match.paused.code == ORGANISER:
            raise HostingError(
                say("An organiser paused this match, so only an organiser can resume it."), code="paused-by-organiser"
            )
        if match.paused.code not in (AGREED, SUBSTITUTE):
            raise MatchPaused(match.paused, match.names)

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        return Change(
            replace(match, paused=None),
            now,
            announcement=say("The players agreed to end the pause: the match goes on."),
        )


@dataclass(frozen=True, slots=True)
class Extension(Agreement):
    """A seat has a number of seconds more to decide."""

    kind = "extend"

    seat: Seat
    seconds: int

    def check(self, match: Match, seat: Seat) -> None:
        """Raise HostingError (`only-the-usual`, `no-pauses`), and what `check_time` does."""
        _check_pauses(match)
        self.check_time(match)
        if match.silent and self != Extension(seat, round(USUAL_EXTENSION.total_seconds())):  # R29
            raise _only_the_usual()

    def check_time(self, match: Match) -> None:
        """Raise NoSuchSeat, HostingError (`no-clock`, `computer-time`), ValueError if it is too much or nothing."""
        if match.clock is None:
            raise HostingError(say("This match has no clock."), code="no-clock")
        if self.seat not in playing(match):
            raise NoSuchSeat
        if self.seat in match.computers:
            text = say("A computer player has no clock, so it can't be given more time.")
            raise HostingError(text, code="computer-time")
        if not timedelta() < timedelta(seconds=self.seconds) <= LONGEST_EXTENSION:
            raise ValueError(f"nobody is given {self.seconds} seconds")

    def given(self, match: Match, now: datetime) -> Match:
        if match.clock is None:
            raise AssertionError("there is no clock to add to")
        return replace(match, clock=extended(match.clock, self.seat, timedelta(seconds=self.seconds), now))

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        text = say_n(
            "The players agreed to give {player} {count} more hour to decide.",
            "The players agreed to give {player} {count} more hours to decide.",
            self.seconds // 3600,
            player=Player(self.seat),
        )
        return Change(self.given(match, now), now, announcement=text)


@dataclass(frozen=True, slots=True)
class PlayOn(Agreement):
    """A computer plays on for the player of a seat, who has left or wants to: all others are asked.

    `user`: the computer's person; it has a level, and a number among those of the level.
    """

    kind = "computer"

    seat: Seat
    level: int
    number: int
    user: int

    @property
    def computer(self) -> Computer:
        return Computer(self.level, self.number)

    def check(self, match: Match, seat: Seat) -> None:
        """Raise HostingError (`league-computer`), NoSuchSeat, PlaysThere."""
        if match.terms.league is not None:
            text = say("This is a league match, so no computer can play on in it.")
            raise HostingError(text, code="league-computer")
        if self.seat not in playing(match) - match.computers:
            raise NoSuchSeat
        if (own := match.seat_of(self.user)) is not None:
            raise PlaysThere(own, match.names)

    async def apply(self, at: At, match: Match, request: Request, now: datetime) -> Change:
        new = Person(self.user, self.computer.name)
        change = events.substitute(match, self.seat, new, request.person_id, now)
        if waits_for(match, self.seat):
            change = replace(change, match=replace(change.match, paused=None))
        was = change.match.former[-1].person_id
        return change.logged(AuditCode.REPLACED, request.person_id, seat=self.seat, was=was, user=self.user)


def waits_for(match: Match, seat: Seat) -> bool:
    """Return whether a match is paused until another person takes over this seat, and no other one."""
    if match.paused is None:
        return False
    if match.paused.code == LEFT:
        return match.paused.person_id == match.person_of(seat)
    if match.paused.code == COMPUTERS:
        return match.session.to_act & match.computers <= {seat}
    waiting = match.session.to_act - {seat}
    up = match.clock is not None and any(match.clock.seat(each).up for each in waiting)
    return match.paused.code == SUBSTITUTE and not up


@dataclass(frozen=True, slots=True)
class Call(Document):
    """A request to people outside the match to take over a seat; `cause` is None if its player asks."""

    sparse = True

    kind: ClassVar[str] = SUBSTITUTE_CALL

    cause: str | None = None


Wanted: TypeAlias = Agreement | Call

_KINDS: Mapping[str, type[Wanted]] = {
    each.kind: each for each in (TakeBack, Draw, End, Pause, Resume, Extension, PlayOn, Call)
}


@dataclass(frozen=True, slots=True)
class Asked(Document):
    """Whom a request asks, stored beside what is wanted."""

    asked: ListField[Seat] = ()


def agreed_pause(person_id: int, at: datetime, until: datetime) -> Paused:
    text = say("The players agreed on a pause until <t:{until}:f> at the latest.", until=int(until.timestamp()))
    return Paused(person_id, AGREED, text, at)


def dump_wanted(wanted: Wanted, asked: Iterable[Seat] | None = None) -> dict[str, Json]:
    """Return the stored form of a wish, and the seats asked (`asked_of`)."""
    return wanted.dump() | ({} if asked is None else Asked(tuple(sorted(asked))).dump())


def load_wanted(kind: str, detail: Mapping[str, Json]) -> Wanted:
    """Return the wish from its stored form. Raises ValueError if it's of no such kind."""
    if kind not in _KINDS:
        raise ValueError(f"there is no request of kind {kind}")
    return _KINDS[kind].load(detail)


def wanted_of(request: Request) -> Wanted:
    """Return the wish of a request."""
    return load_wanted(request.kind, request.detail)


def agreement_of(request: Request) -> Agreement:
    """Return what the players of a match are asked to agree on. Raises ValueError if others are asked."""
    wanted = wanted_of(request)
    if isinstance(wanted, Call):
        raise ValueError(f"request {request.id} is none to the players of its match")
    return wanted


def called_for(found: Iterable[Request]) -> frozenset[Seat]:
    """Return the seats for which open requests call a substitute."""
    return frozenset(each.seat for each in found if each.kind == SUBSTITUTE_CALL)


def asked_by(match: Match, seat: Seat, wanted: Agreement, called: Collection[Seat]) -> frozenset[Seat]:
    """Return the seats that must agree to what a seat asks for; `called`: those for which a substitute is called.

    Raises HostingError (`no-such-request`): a computer is to play on where no substitute is called any more.
    """
    if not isinstance(wanted, PlayOn):
        return playing(match) - {seat}
    if wanted.seat not in called:
        raise HostingError(*NO_SUCH_REQUEST)
    # Those who leave, too, may never answer.
    return playing(match) - {seat, *called}


def asked_of(request: Request) -> tuple[Seat, ...]:
    """Return the seats that are asked, in the order of play; none by a call."""
    return Asked.load(request.detail).asked


def _check_agreed_ends(match: Match) -> None:
    if not match.terms.agreed_ends:
        raise HostingError(
            say("This match has to be played to its end: players can't agree to end it early."), code="no-agreed-ends"
        )


def _check_pauses(match: Match) -> None:
    if not match.terms.pauses:
        raise HostingError(
            say("In this match, players can't ask each other for a pause or more time."), code="no-pauses"
        )


# The rules of requests, without the store: the players asked, the channels, and how long a request makes sense.


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of asking or answering.

    Attributes:
        request: None where nobody had to be asked.
        undone: Turns taken back without asking.
        due: When the others are asked at the latest, if that isn't done at once (`hosting.consent.requests`).
    """

    match: Match
    request: Request | None
    undone: Undone | None = None
    due: datetime | None = None

    @property
    def done(self) -> bool:
        if self.due is not None:
            return False
        return self.request is None or self.request.status == "accepted"


def waiting(request: Request) -> tuple[Seat, ...]:
    """Return the seats that have not agreed yet, in the order of play."""
    return tuple(seat for seat in asked_of(request) if seat not in request.agreed)


def channels_of(match: Match, kind: str) -> list[int]:
    """Return the channels in which a request is shown: to all asked players, or to people outside the match."""
    # Spectators read the board; a team's own channel is closed to them (R29).
    return [
        place.channel_id
        for place in match.places
        if place.role == "board" or (kind != SUBSTITUTE_CALL and place.shows_boards)
    ]


def check_abort(match: Match) -> None:
    """Raise TooLateToAbort, HostingError (`league-match`) once everyone has moved, MatchOver after the end.

    Until then one player can abort.
    """
    if match.over:
        raise MatchOver
    if match.terms.league is not None:
        raise HostingError(
            say("This is a league match, so you can't call it off. You can resign, or ask an organiser."),
            code="league-match",
        )
    moved = {entry.seat for entry in match.session.entries}
    set_up = any(passed.kind == "position" for passed in match.history)
    if set_up or moved >= {each.seat for each in match.seats}:
        raise TooLateToAbort(alone=match.alone)


def stands(request: Request, before: Match, after: Match, called: Collection[Seat] = ()) -> bool:
    """Return whether an open request makes sense after a change; `called`: where a substitute is called behind it."""
    if after.over or before.person_of(request.seat) != after.person_of(request.seat):
        return False
    if request.kind == SUBSTITUTE_CALL:
        # The bot looks for a substitute as the match must go on without the player: not any more if they are back.
        back = request.person_id == BOT and after.paused is None and (before.paused or after.seq != request.seq)
        return not back and request.seat in playing(after)
    agreement = agreement_of(request)
    if (agreement.fleeting and after.seq != request.seq) or len(after.former) != len(before.former):
        return False
    if isinstance(agreement, PlayOn):
        fits = agreement.seat in called and playing(after).issuperset(asked_of(request))
    else:
        fits = asked_by(after, request.seat, agreement, called) == set(asked_of(request))
    if not fits:
        return False
    try:
        agreement.check(after, request.seat)
    except HostingError:
        return False
    return True


def settled(match: Match, seat: Seat, wanted: Agreement, seen: int | None) -> Agreement:
    """Return the complete request of a seat, as the match is now. Raises HostingError if it's impossible."""
    check_seen(match, seen)
    if match.alone and not isinstance(wanted, (TakeBack, Resume)):
        raise HostingError(*PLAYS_ALONE)
    wanted.check(match, seat)
    if not isinstance(wanted, TakeBack):
        return wanted
    way = way_back(match, seat)
    return TakeBack(way.to, way.undone.turns, way.undone.inside or None)


def check_seen(match: Match, seen: int | None) -> None:
    """Raise StaleBoard unless the player saw the latest board; `None` skips the check."""
    if seen is not None and seen != match.seq:
        raise StaleBoard(match)


def voting_seat(match: Match, person_id: int) -> Seat:
    """Return the seat of a player who has a vote in a match.

    Raises NotSeated, MatchOver, HostingError (`out-of-game`).
    """
    seat = playing_seat(match, person_id)
    if seat not in playing(match):
        raise HostingError(*OUT_OF_GAME)
    return seat
