"""The terms of a league that a dialog asks for: how each is shown in it, and read from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args

from cogs.core.errors import Refusal
from cogs.league.usual import read_date
from cogs.league.wording import TIE_BREAKS
from cogs.settings.quiet import read_zone
from engine.text import Quote, Text, say, shortened
from hosting.clock.control import ClockTerms, Terms, Timeout, UndoTerms
from hosting.clock.notation import NONE, read_needed_clock
from hosting.league.checks import OVERLAPPING, SCORED
from hosting.league.terms import LadderTerms, LeagueTerms, Newcomers, TieBreak, Unfinished
from store.league.values import POINT

Page: TypeAlias = Literal["size", "dates", "ending", "points", "matches", "ladder", "telling"]
"""What a dialog is about."""

PAGES: dict[Page, Text] = {
    "size": say("Size, divisions and rounds"),
    "dates": say("Dates and rounds"),
    "ending": say("What is not over in time"),
    "points": say("Points, level points and latecomers"),
    "matches": say("Clock and rules of each match"),
    "ladder": say("Challenges"),
    "telling": say("What is told of it"),
}

T = TypeVar("T", LeagueTerms, LadderTerms, Terms)
_POINTS = re.compile(r"(?P<whole>[0-9]{0,3})(?:\.(?:0|(?P<half>5)))?")
_NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is typed or picked in a dialog.

    Attributes:
        key: Of the input.
        label: What it asks for, in at most 45 characters.
        show: What stands in it at first; several for several that are picked.
        read: Returns the terms with what was typed, or picked, in it.
        choices: What can be picked, by value; empty where it is typed.
        several: Whether any number of them can be picked.
        about: What stands below the label, in at most 100 characters; None for nothing.
    """

    key: str
    label: Text
    show: Callable[[LeagueTerms], Sequence[str]]
    read: Callable[[LeagueTerms, Sequence[str]], LeagueTerms]
    choices: tuple[tuple[str, Text], ...] = ()
    several: bool = False
    about: Text | None = None


def fields_of(page: Page, terms: LeagueTerms, now: datetime) -> list[Field]:
    """Return what a dialog asks for, at most five; only what the format has."""
    return _dates(terms, now) if page == "dates" else _FIELDS[page](terms)


def pages_of(terms: LeagueTerms) -> list[Page]:
    """Return the dialogs that a format has."""
    absent: Page = "telling" if terms.kind == "ladder" else "ladder"  # a ladder has no rounds that end
    return [page for page in PAGES if page != absent]


def _with(held: T, name: str, value: object) -> T:
    """Return some terms with one of them changed."""
    changed: dict[str, Any] = {name: value}
    return replace(held, **changed)


def _number(key: str, label: Text, name: str) -> Field:
    """Return a field of a whole number that must be there."""
    return Field(
        key,
        label,
        lambda terms: (str(getattr(terms, name)),),
        lambda terms, typed: _with(terms, name, read_number(typed[0])),
    )


def _maybe(key: str, label: Text, name: str) -> Field:
    """Return a field of a whole number that may be left out."""
    return Field(
        key,
        label,
        lambda terms: ("" if getattr(terms, name) is None else str(getattr(terms, name)),),
        lambda terms, typed: _with(terms, name, read_number(typed[0]) if typed[0].strip() else None),
    )


def _picked(key: str, label: Text, name: str, choices: tuple[tuple[str, Text], ...]) -> Field:
    return Field(
        key,
        label,
        lambda terms: (str(getattr(terms, name)),),
        lambda terms, picked: _with(terms, name, picked[0]),
        choices,
    )


def _of_number(key: str, label: Text, name: str, choices: tuple[tuple[str, Text], ...]) -> Field:
    """Return a field in which a number is picked."""
    return Field(
        key,
        label,
        lambda terms: (str(getattr(terms, name)),),
        lambda terms, picked: _with(terms, name, int(picked[0])),
        choices,
    )


def _of_match(key: str, label: Text, choices: tuple[tuple[str, Text], ...]) -> Field:
    return Field(
        key,
        label,
        lambda terms: (str(getattr(terms.match, key)),),
        lambda terms, picked: replace(terms, match=_with(terms.match, key, picked[0])),
        choices,
    )


def _yes_or_no(key: str, label: Text, name: str) -> Field:
    return Field(
        key,
        label,
        lambda terms: ("yes" if getattr(terms, name) else "no",),
        lambda terms, picked: _with(terms, name, picked[0] == "yes"),
        (("yes", say("yes", context="term")), ("no", say("no", context="term"))),
    )


def _size(terms: LeagueTerms) -> list[Field]:
    found = [_number("most", say("The most that may join"), "most")]
    if terms.kind in OVERLAPPING:
        found.append(_number("cap", say("Matches that each plays at a time"), "cap"))
    if terms.kind == "round-robin":
        if terms.sides == 2:
            found.append(_number("legs", say("How often any two meet (1 or 2)"), "legs"))
        found.append(_maybe("division", say("Size of divisions (empty: one division)"), "division_size"))
        found.append(_number("up", say("How many are promoted from each division"), "up"))
    elif terms.kind == "swiss":
        found.append(_maybe("rounds", say("Rounds (empty: as many as needed)"), "rounds"))
        found.append(_number("byes", say("Rounds that one may sit out for half"), "half_byes"))
    elif terms.kind != "ladder" and terms.sides == 2:
        found.append(_number("legs", say("Best of how many matches (1 to 5)"), "legs"))
        found.append(
            _yes_or_no("third", say("A match for third place"), "third")
            if terms.kind == "knockout"
            else _yes_or_no("reset", say("Replay the final if the lower bracket wins"), "reset")
        )
    elif terms.kind == "knockout":
        found.append(_number("advance", say("How many of a table go through"), "advance"))
    return found


_UNFINISHED: tuple[tuple[Unfinished, Text], ...] = (
    ("none", say("nobody gets points")),
    ("half", say("half a point each")),
    ("adjudicate", say("organisers decide")),
)


def _dates(terms: LeagueTerms, now: datetime) -> list[Field]:
    about = say("A day in {zone}, like 2026-08-31; can be empty", zone=terms.zone)
    found = [
        Field(
            "starts",
            say("First day"),
            lambda terms: (_day(terms.first_day),),
            lambda terms, typed: terms.dated(read_date(typed[0], terms.zone, now), terms.last_day),
            about=about,
        ),
        _yes_or_no("full", say("Start as soon as all places are taken"), "when_full"),
        Field(
            "ends",
            say("Last day"),
            lambda terms: (_day(terms.last_day),),
            lambda terms, typed: terms.dated(terms.first_day, read_date(typed[0], terms.zone, now)),
            about=about,
        ),
        Field(
            "zone",
            say("Time zone"),
            lambda terms: (terms.zone,),
            lambda terms, typed: replace(terms, zone=read_zone(typed[0])).dated(terms.first_day, terms.last_day),
            about=say("Like Europe/Paris. The days stay, and begin at midnight there"),
        ),
    ]
    if terms.kind != "ladder":
        found.append(_maybe("days", say("Days of a round (may be empty)"), "round_days"))
    return found


def _day(found: date | None) -> str:
    return "" if found is None else f"{found:%Y-%m-%d}"


def _ending(terms: LeagueTerms) -> list[Field]:
    choices = tuple(each for each in _UNFINISHED if terms.kind in SCORED or each[0] != "half")
    return [
        _picked("unfinished", say("What is not over in time"), "unfinished", choices),
        _number("grace", say("Days for organisers to decide afterwards"), "grace_days"),
    ]


_NEWCOMERS: tuple[tuple[Newcomers, Text], ...] = (
    ("bottom", say("in the lowest division")),
    ("rating", say("where others have such ratings")),
)


_LATER = (("0", say("no")), ("1", say("yes, at the bottom")))
_MISSED = (("0", say("nothing")), (str(POINT // 2), say("half a point")))


def _points(terms: LeagueTerms) -> list[Field]:
    found: list[Field] = []
    if terms.kind in SCORED:
        found += [
            Field(
                "points",
                say("Points by place, like 6,3,1 (empty: usual)")
                if terms.sides == 2
                else say("Points by place, like 6,3,1 (empty: shares)"),
                lambda terms: (",".join(map(str, terms.place_points or ())),),
                lambda terms, typed: replace(terms, place_points=_read_points(typed[0])),
            ),
            Field(
                "tiebreaks",
                say("Tie-breaks, in order"),
                lambda terms: (", ".join(terms.tiebreaks),),
                lambda terms, typed: replace(terms, tiebreaks=_read_tie_breaks(typed[0])),
            ),
        ]
    seeding = (("rating", say("by ratings")), ("lot", say("drawn by lot")))
    found.append(_picked("seeding", say("The order at the start"), "seeding", seeding))
    if terms.division_size is not None:
        found.append(_picked("newcomers", say("New players in later seasons start"), "newcomers", _NEWCOMERS))
    if terms.kind == "ladder":
        found.append(_of_number("late", say("Players can join while it is played"), "late_rounds", _LATER))
    elif terms.kind == "swiss" or (terms.kind == "round-robin" and terms.sides == 2):
        found.append(_number("late", say("Last round to join in (0: before the start)"), "late_rounds"))
    if terms.kind == "swiss":
        found.append(_of_number("missed", say("What latecomers get for missed rounds"), "late_points", _MISSED))
    return found


_FLAGS: tuple[tuple[str, Text], ...] = (
    ("rated", say("Matches count for ratings")),
    ("pauses", say("Players may ask for a pause or more time")),
    ("agreed_ends", say("Players may agree to a draw")),
    ("vacation", say("Vacations stop clocks")),
    ("rests", say("Quiet hours and free weekends stop clocks")),
)


def _read_flags(terms: LeagueTerms, picked: Sequence[str]) -> LeagueTerms:
    match = terms.match
    for key, _ in _FLAGS:
        match = _with(match, key, key in picked)
    return replace(terms, match=match)


def _read_clock(terms: LeagueTerms, typed: Sequence[str]) -> LeagueTerms:
    return replace(terms, match=replace(terms.match, clock=read_needed_clock(typed[0])))


_TIMEOUTS: tuple[tuple[Timeout, Text], ...] = (
    ("forfeit", say("they lose")),
    ("random", say("a legal turn is drawn")),
    ("substitute", say("a substitute is asked for")),
)
_UNDO: tuple[tuple[UndoTerms, Text], ...] = (
    ("free", say("until the next has moved")),
    ("consent", say("if the others agree")),
    ("never", say("never")),
)


def _matches(_: LeagueTerms) -> list[Field]:
    return [
        Field(
            "clock",
            say("Clock: time per turn, or bank+gain/most"),
            lambda terms: (clock_notation(terms.match.clock),),
            _read_clock,
        ),
        _of_match("timeout", say("When a player's time is up"), _TIMEOUTS),
        _of_match("undo", say("Turns can be taken back"), _UNDO),
        Field(
            "flags",
            say("Other terms"),
            lambda terms: [key for key, _ in _FLAGS if getattr(terms.match, key)],
            _read_flags,
            _FLAGS,
            several=True,
        ),
    ]


def _rung(key: str, label: Text, *, empty: bool = False) -> Field:
    """Return a field of the terms of a ladder."""

    def read(terms: LeagueTerms, typed: Sequence[str]) -> LeagueTerms:
        given = None if empty and not typed[0].strip() else read_number(typed[0])
        return replace(terms, ladder=_with(terms.ladder or LadderTerms(), key, given))

    def show(terms: LeagueTerms) -> Sequence[str]:
        held = getattr(terms.ladder or LadderTerms(), key)
        return ("" if held is None else str(held),)

    return Field(key, label, show, read)


def _ladder(_: LeagueTerms) -> list[Field]:
    return [
        _rung("reach", say("Places above you can challenge")),
        _rung("protection", say("Days safe from challenges after a match")),
        _rung("refusals", say("Challenges in a row that can be refused")),
        _rung("inactivity", say("Days until who does not play falls (empty)"), empty=True),
    ]


_EVENTS = (("yes", say("yes, if I'm allowed to")), ("no", say("no")))


def _telling(_: LeagueTerms) -> list[Field]:
    return [
        Field(
            "events",
            say("Create server events for rounds"),
            lambda terms: ("yes" if terms.events else "no",),
            lambda terms, picked: replace(terms, events=picked[0] == "yes"),
            _EVENTS,
        )
    ]


_FIELDS: dict[Page, Callable[[LeagueTerms], list[Field]]] = {
    "size": _size,
    "ending": _ending,
    "points": _points,
    "matches": _matches,
    "ladder": _ladder,
    "telling": _telling,
}


def read_number(typed: str) -> int:
    """Return a whole number that was typed. Raises Refusal."""
    if not _NUMBER.fullmatch(typed.strip()):
        raise Refusal(
            say("{typed} is no whole number: write one like 3.", typed=Quote(shortened(typed) or "-")), code="no-number"
        )
    return int(typed)


def _read_points(typed: str) -> tuple[int, ...] | None:
    parts = [part for part in re.split(r"[,;\s]+", typed.strip()) if part]
    return tuple(map(read_number, parts)) or None


def _read_tie_breaks(typed: str) -> tuple[TieBreak, ...]:
    parts = [part.casefold() for part in re.split(r"[,;\s]+", typed.strip()) if part]
    known = get_args(TieBreak)
    for part in parts:
        if part not in known:
            raise Refusal(
                say(
                    "{typed} decides nothing when points are level: choose from {known}.",
                    typed=Quote(shortened(part)),
                    known=", ".join(f"`{each}`" for each in TIE_BREAKS),
                ),
                code="no-tie-break",
            )
    return cast("tuple[TieBreak, ...]", tuple(parts))


def clock_notation(clock: ClockTerms | None) -> str:
    """Return a clock as people write it, so that `read_clock` reads it again."""
    if clock is None:
        return NONE
    if clock.kind == "turn":
        return _duration(clock.per_turn)
    return f"{_duration(clock.start)}+{_duration(clock.gain)}/{_duration(clock.cap)}"


def _duration(time: timedelta) -> str:
    minutes: Any = time // timedelta(minutes=1)
    parts = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "m"))
    return "".join(f"{count}{unit}" for count, unit in parts if count) or "0"


def read_points(typed: str) -> tuple[int, ...] | None:
    """Return points that were typed, like `1,0` or `½ 0.5`, in 120ths; None for none. Raises Refusal."""
    found = []
    for part in filter(None, re.split(r"[,;\s]+", typed.strip())):
        known = _POINTS.fullmatch(part.replace("½", ".5"))
        if known is None:
            raise Refusal(
                say("{typed} isn't a number of points: write 1 or 0.5, for example.", typed=Quote(shortened(part))),
                code="no-points",
            )
        found.append(int(known["whole"] or 0) * POINT + (POINT // 2 if known["half"] else 0))
    return tuple(found) or None
