"""What players can agree on: when each kind of agreement makes sense, and what comes of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, TypeAlias, cast

from engine.game import Json, Seat, Termination
from engine.rulings import draw, ruling
from engine.session import Session
from engine.text import Player, say
from hosting.clock.match_clock import extended
from hosting.consent.errors import (
    AlreadyPaused,
    NoClock,
    NoDraws,
    NoSuchSeat,
    NotPaused,
    OnlyTheUsual,
    PausedByOrganiser,
)
from hosting.consent.takeback import way_back
from hosting.match import events
from hosting.match.errors import MatchOver, MatchPaused
from hosting.match.events import Change
from hosting.match.model import Match, Paused, Request
from hosting.match.seats import playing

Kind: TypeAlias = Literal["undo", "draw", "end", "pause", "resume", "extend"]

AGREED, SUBSTITUTE = "agreed", "substitute"
"""Pauses that players can end by agreement (`Paused.code`)."""
ORGANISER = "organiser"
"""A pause that only an organiser can end."""
LEFT = "left"
"""A pause while a player is not in the server; `Paused.user_id` is the player."""
LONGEST_PAUSE = timedelta(days=30)
LONGEST_EXTENSION = timedelta(days=14)
"""So much more time a seat is given at once, at most."""
USUAL_PAUSE = timedelta(days=7)
USUAL_EXTENSION = timedelta(hours=24)
"""What is asked for if nobody says, and the only thing where partners are silent: a number can stand for a word."""

At: TypeAlias = Callable[[Match, int], Awaitable[Session]]
"""Gives the game of a match as it stood after an event: `Matches.at`."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """One kind of agreement.

    Attributes:
        check: Raises HostingError where a seat cannot ask for it, given the match and what is asked in particular.
        apply: Returns what comes of it.
        fleeting: Whether it is about the position before everybody's eyes, so that the next event overtakes it.
    """

    check: Callable[[Match, Seat, Mapping[str, Json]], None]
    apply: Callable[[At, Match, Request, datetime], Awaitable[Change]]
    fleeting: bool = False


def number(detail: Mapping[str, Json], key: str) -> int:
    """Return a whole number of what is asked in particular."""
    return cast("int", detail[key])


def agreed_pause(user_id: int, at: datetime, until: datetime) -> Paused:
    """Return the pause that players agreed on."""
    text = say("The players agreed on a pause until <t:{until}:f> at the latest.", until=int(until.timestamp()))
    return Paused(user_id, AGREED, text, at)


def _check_undo(match: Match, seat: Seat, _detail: Mapping[str, Json]) -> None:
    way_back(match, seat)


async def _undo(at: At, match: Match, request: Request, now: datetime) -> Change:
    way = way_back(match, request.seat)
    return events.undo(match, way.to, await at(match, way.to), request.seat, request.user_id, now)


def _check_draw(match: Match, _seat: Seat, _detail: Mapping[str, Json]) -> None:
    if not match.session.game.info.draws:
        raise NoDraws(match.session.game.info.name)


async def _draw(_at: At, match: Match, request: Request, now: datetime) -> Change:
    return events.rule(match, draw(len(match.seats)), request.user_id, now)


def _check_end(match: Match, _seat: Seat, _detail: Mapping[str, Json]) -> None:
    if match.over:
        raise MatchOver


async def _end(_at: At, match: Match, request: Request, now: datetime) -> Change:
    reason = say("The players agreed to end the match undecided.")
    return events.rule(match, ruling(Termination.AGREED, [1] * len(match.seats), reason), request.user_id, now)


def _check_pause(match: Match, _seat: Seat, detail: Mapping[str, Json]) -> None:
    if match.paused is not None:
        raise AlreadyPaused
    days = number(detail, "days")
    if not 0 < days <= LONGEST_PAUSE.days:
        raise ValueError(f"no pause takes {days} days")
    if match.silent and days != USUAL_PAUSE.days:  # R29
        raise OnlyTheUsual(days=USUAL_PAUSE.days, hours=USUAL_EXTENSION // timedelta(hours=1))


async def _pause(_at: At, match: Match, request: Request, now: datetime) -> Change:
    until = now + timedelta(days=number(request.detail, "days"))
    paused = agreed_pause(request.user_id, now, until)
    told = say("The match is paused. {reason}", reason=paused.text)
    return Change(replace(match, paused=paused), now, announcement=told)


def _check_resume(match: Match, _seat: Seat, _detail: Mapping[str, Json]) -> None:
    if match.paused is None:
        raise NotPaused
    if match.paused.code == ORGANISER:
        raise PausedByOrganiser
    if match.paused.code not in (AGREED, SUBSTITUTE):
        raise MatchPaused(match.paused, match.names)


async def _resume(_at: At, match: Match, _request: Request, now: datetime) -> Change:
    return Change(replace(match, paused=None), now, announcement=say("The match goes on: its players agreed."))


def check_extension(match: Match, detail: Mapping[str, Json]) -> None:
    """Find out whether a seat can be given more time: `seat`, `seconds`.

    Raises:
        NoClock, NoSuchSeat: As it says.
        ValueError: It is too much, or nothing.
    """
    if match.clock is None:
        raise NoClock
    if number(detail, "seat") not in playing(match):
        raise NoSuchSeat
    if not timedelta() < timedelta(seconds=number(detail, "seconds")) <= LONGEST_EXTENSION:
        raise ValueError(f"nobody is given {detail['seconds']} seconds")


def extension(match: Match, detail: Mapping[str, Json], now: datetime) -> Match:
    """Return a match with more time for a seat: `seat`, `seconds`. Raises NoClock."""
    if match.clock is None:
        raise NoClock
    by = timedelta(seconds=number(detail, "seconds"))
    return replace(match, clock=extended(match.clock, number(detail, "seat"), by, now))


def _check_extend(match: Match, seat: Seat, detail: Mapping[str, Json]) -> None:
    check_extension(match, detail)
    usual = {"seat": seat, "seconds": round(USUAL_EXTENSION.total_seconds())}
    if match.silent and any(detail[key] != value for key, value in usual.items()):  # R29
        raise OnlyTheUsual(days=USUAL_PAUSE.days, hours=USUAL_EXTENSION // timedelta(hours=1))


async def _extend(_at: At, match: Match, request: Request, now: datetime) -> Change:
    told = say(
        "{player} has {hours} hours more to decide: the players agreed.",
        player=Player(number(request.detail, "seat")),
        hours=number(request.detail, "seconds") // 3600,
    )
    return Change(extension(match, request.detail, now), now, announcement=told)


AGREEMENTS: Mapping[str, Agreement] = {
    "undo": Agreement(_check_undo, _undo, fleeting=True),
    "draw": Agreement(_check_draw, _draw, fleeting=True),
    "end": Agreement(_check_end, _end, fleeting=True),
    "pause": Agreement(_check_pause, _pause),
    "resume": Agreement(_check_resume, _resume),
    "extend": Agreement(_check_extend, _extend),
}
