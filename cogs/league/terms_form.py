"""The dialogs for a league's terms: fields, defaults, and the reading of each one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args

from cogs.core.access import whoami
from cogs.core.bot import Interaction
from cogs.core.errors import Refusal
from cogs.core.text import locale_of
from cogs.league.wording import TIE_BREAKS
from cogs.lobby.seeks import read_mode, read_options
from cogs.settings.panel import read_zone
from engine import registry
from engine.game import Game, Mode, Setup
from engine.text import Quote, Text, say, shortened
from hosting.clock import NONE, ClockTerms, read_needed_clock, zone_of
from hosting.league.pairing.formats import rounds
from hosting.league.terms import LadderTerms, LeagueTerms, Newcomers, TieBreak, Unfinished
from hosting.league.validation import OVERLAPPING, SCORED, smaller_tables
from hosting.match_terms import Terms, Timeout, UndoTerms
from hosting.vacations import UTC_NAME, read_day
from store.league.seasons import POINT, Kind

# The terms with which a league begins: from the options of `/league create`, the rest as is usual for its format.


ONE_DIVISION = 20
"""Entries that a round robin has in one division at most."""
MOST_YEARS = 100
"""A day is no further away, so that every time zone has it."""
_DIVISION, _UP = 10, 2
"""Of a larger one: the size of divisions, and how many are promoted and relegated."""
_MOST: Mapping[Kind, int] = {
    "round-robin": ONE_DIVISION,
    "swiss": 64,
    "knockout": 64,
    "double-knockout": 64,
    "ladder": 100,
}


def usual_terms(kind: Kind, game: Game[Any, Any, Any], mode: Mode, most: int | None = None) -> LeagueTerms:
    """Return the usual terms of a format; `mode` is that of a full table, `most` the most entries."""
    match = Terms(clock=ClockTerms(), agreed_ends=game.info.draws)
    terms = LeagueTerms(
        kind=kind,
        game=game.info.key,
        mode=mode.key,
        teams=bool(mode.teams),
        sides=2 if mode.teams else mode.seats,
        match=match,
        most=most or _MOST[kind],
    )
    if terms.sides > 2:
        terms = replace(terms, place_points=tuple(range(terms.sides - 1, -1, -1)))
    if kind == "round-robin" and terms.most > ONE_DIVISION:
        return replace(terms, division_size=_DIVISION, up=_UP)
    if kind == "swiss":
        breaks: tuple[TieBreak, ...] = ("buchholz_cut1", "buchholz", "direct", "wins", "lot")
        several = rounds(terms, terms.most, smaller_tables(terms, game.info)) > 1
        return replace(terms, tiebreaks=breaks, cap=1, half_byes=int(several))
    if kind == "ladder":
        return replace(terms, ladder=LadderTerms(), late_rounds=1, cap=2)
    return terms if kind == "round-robin" else replace(terms, cap=1)


def usual_mode(game: Game[Any, Any, Any]) -> Mode:
    """Return a league's default mode: for two, else for the fewest."""
    found = [mode for mode in game.info.modes if not mode.alone and not mode.teams and not _asks_before(game, mode)]
    if not found:
        raise Refusal(say("{game} can't be played in a league.", game=game.info.name), code="no-league-game")
    return min(found, key=lambda mode: mode.seats)


def _asks_before(game: Game[Any, Any, Any], mode: Mode) -> bool:
    """Return whether players choose loadouts before the start, for which a league cannot wait."""
    setup = Setup(mode.key, (), game.info.data_version)
    return bool(game.loadout_seats(setup))


async def read_terms(
    interaction: Interaction,
    game: str,
    kind: Kind,
    *,
    mode: str | None,
    options: str | None,
    clock: str | None,
    most: int | None,
    at_once: int | None,
    round_days: int | None,
    starts: str | None,
    ends: str | None,
) -> LeagueTerms:
    """Return the terms from the options of `/league create`.

    Raises:
        SetupError, NoSuchClock, HostingError, Refusal: An option cannot be read.
    """
    rules = registry.get(game)
    locale = locale_of(interaction)
    key = read_mode(rules.info, mode, locale)
    found = usual_mode(rules) if key is None else rules.info.mode(key)
    if found is None:
        raise AssertionError(f"{game} has no mode {key}")
    terms = usual_terms(kind, rules, found, most)
    if options is not None:
        terms = replace(terms, options=read_options(rules.info, options, locale))
    if clock is not None:
        terms = replace(terms, match=replace(terms.match, clock=read_needed_clock(clock)))
    if at_once not in (None, 1) and kind not in OVERLAPPING:
        raise Refusal(
            say("In this format everyone plays one match at a time: leave `at_once:` out."),
            code="one-at-a-time",
        )
    zone, now = await zone_for(interaction), interaction.client.clock.now()
    terms = replace(terms, cap=at_once or terms.cap, round_days=round_days, zone=zone)
    return terms.dated(read_date(starts, zone, now), read_date(ends, zone, now))


def read_date(typed: str | None, zone: str, now: datetime) -> date | None:
    """Return the day that was typed, in a time zone; None for no day.

    Raises:
        HostingError: It is no day.
        Refusal: It is too far away.
    """
    if typed is None or not typed.strip():
        return None
    today = now.astimezone(zone_of(zone)).date()
    day = read_day(typed, today)
    if day.year > today.year + MOST_YEARS:
        raise Refusal(say("Give a day within the next {years} years.", years=MOST_YEARS), code="far-day")
    return day


async def zone_for(interaction: Interaction) -> str:
    """Return the time zone of the days in a league that this person makes."""
    return (await interaction.client.arena.settings.player(await whoami(interaction))).zone or UTC_NAME


Page: TypeAlias = Literal["size", "dates", "ending", "points", "matches", "ladder", "telling"]
"""What a dialog is about."""

PAGES: dict[Page, Text] = {
    "size": say("Size, divisions and rounds"),
    "dates": say("Dates and rounds"),
    "ending": say("Unfinished matches"),
    "points": say("Points, tie-breaks and latecomers"),
    "matches": say("Clock and rules of each match"),
    "ladder": say("Challenges"),
    "telling": say("Announcements"),
}

T = TypeVar("T", LeagueTerms, LadderTerms, Terms)
_POINTS = re.compile(r"(?P<whole>[0-9]{0,3})(?:\.(?:0|(?P<half>5)))?")
_NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a dialog.

    Attributes:
        key: Of the input.
        label: At most 45 characters.
        show: Its first value; several for several that are picked.
        read: Returns the terms with the field's value.
        choices: What can be picked, by value; empty where it is typed.
        several: Whether any number of them can be picked.
        about: Below the label, at most 100 characters; None for nothing.
    """

    key: str
    label: Text
    show: Callable[[LeagueTerms], Sequence[str]]
    read: Callable[[LeagueTerms, Sequence[str]], LeagueTerms]
    choices: tuple[tuple[str, Text], ...] = ()
    several: bool = False
    about: Text | None = None


def fields_of(page: Page, terms: LeagueTerms, now: datetime) -> list[Field]:
    return _dates(terms, now) if page == "dates" else _FIELDS[page](terms)


def pages_of(terms: LeagueTerms) -> list[Page]:
    absent: Page = "telling" if terms.kind == "ladder" else "ladder"  # a ladder has no rounds that end
    return [page for page in PAGES if page != absent]


def _with(held: T, name: str, value: object) -> T:
    changed: dict[str, Any] = {name: value}
    return replace(held, **changed)


def _number(key: str, label: Text, name: str) -> Field:
    return Field(
        key,
        label,
        lambda terms: (str(getattr(terms, name)),),
        lambda terms, typed: _with(terms, name, read_number(typed[0])),
    )


def _maybe(key: str, label: Text, name: str) -> Field:
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
    found = [_number("most", say("Maximum number of players"), "most")]
    if terms.kind in OVERLAPPING:
        found.append(_number("cap", say("Matches each player plays at a time"), "cap"))
    if terms.kind == "round-robin":
        if terms.sides == 2:
            found.append(_number("legs", say("How often any two meet (1 or 2)"), "legs"))
        found.append(_maybe("division", say("Size of divisions (empty: one division)"), "division_size"))
        found.append(_number("up", say("Promoted from each division"), "up"))
    elif terms.kind == "swiss":
        found.append(_maybe("rounds", say("Rounds (empty: as many as needed)"), "rounds"))
        found.append(_number("byes", say("Half-point byes each player can take"), "half_byes"))
    elif terms.kind != "ladder" and terms.sides == 2:
        found.append(_number("legs", say("Best of how many matches (1 to 5)"), "legs"))
        found.append(
            _yes_or_no("third", say("A match for third place"), "third")
            if terms.kind == "knockout"
            else _yes_or_no("reset", say("Replay the final if the lower bracket wins"), "reset")
        )
    elif terms.kind == "knockout":
        found.append(_number("advance", say("How many from each table go through"), "advance"))
    return found


_UNFINISHED: tuple[tuple[Unfinished, Text], ...] = (
    ("none", say("nobody gets points")),
    ("half", say("half a point each")),
    ("adjudicate", say("organisers decide")),
)


def _dates(terms: LeagueTerms, now: datetime) -> list[Field]:
    about = say("A date, like 2026-08-31 ({zone}); optional", zone=terms.zone)
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
            about=say("Like Europe/Paris. Dates stay the same, and days start at midnight there"),
        ),
    ]
    if terms.kind != "ladder":
        found.append(_maybe("days", say("Days per round (optional)"), "round_days"))
    return found


def _day(found: date | None) -> str:
    return "" if found is None else f"{found:%Y-%m-%d}"


def _ending(terms: LeagueTerms) -> list[Field]:
    choices = tuple(each for each in _UNFINISHED if terms.kind in SCORED or each[0] != "half")
    return [
        _picked("unfinished", say("Unfinished matches"), "unfinished", choices),
        _number("grace", say("Days for organisers to decide afterwards"), "grace_days"),
    ]


_NEWCOMERS: tuple[tuple[Newcomers, Text], ...] = (
    ("bottom", say("in the lowest division")),
    ("rating", say("where their rating puts them")),
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
        found.append(_of_number("late", say("Players can join mid-season"), "late_rounds", _LATER))
    elif terms.kind == "swiss" or (terms.kind == "round-robin" and terms.sides == 2):
        found.append(_number("late", say("Last round to join in (0: before the start)"), "late_rounds"))
    if terms.kind == "swiss":
        found.append(_of_number("missed", say("What latecomers get for missed rounds"), "late_points", _MISSED))
    return found


_FLAGS: tuple[tuple[str, Text], ...] = (
    ("rated", say("Matches are rated")),
    ("pauses", say("Players can ask for a pause or more time")),
    ("agreed_ends", say("Players can agree to a draw")),
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
    ("random", say("a random legal turn is played")),
    ("substitute", say("I call for a substitute")),
)
_UNDO: tuple[tuple[UndoTerms, Text], ...] = (
    ("free", say("until the next player has moved")),
    ("consent", say("if the others agree")),
    ("never", say("never")),
)


def _matches(_: LeagueTerms) -> list[Field]:
    return [
        Field(
            "clock",
            say("Clock: time per turn, or bank+increment/cap"),
            lambda terms: (clock_notation(terms.match.clock),),
            _read_clock,
        ),
        _of_match("timeout", say("When a player's time runs out"), _TIMEOUTS),
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
    def read(terms: LeagueTerms, typed: Sequence[str]) -> LeagueTerms:
        given = None if empty and not typed[0].strip() else read_number(typed[0])
        return replace(terms, ladder=_with(terms.ladder or LadderTerms(), key, given))

    def show(terms: LeagueTerms) -> Sequence[str]:
        held = getattr(terms.ladder or LadderTerms(), key)
        return ("" if held is None else str(held),)

    return Field(key, label, show, read)


def _ladder(_: LeagueTerms) -> list[Field]:
    return [
        _rung("reach", say("How many places up you can challenge")),
        _rung("protection", say("Days safe from challenges after a match")),
        _rung("refusals", say("Challenges you can refuse in a row")),
        _rung("inactivity", say("Idle days until a player drops (empty: never)"), empty=True),
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
    if not _NUMBER.fullmatch(typed.strip()):
        raise Refusal(
            say("{typed} isn't a whole number: write one like 3.", typed=Quote(shortened(typed) or "-")),
            code="no-number",
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
                    "{typed} isn't a tie-break here: choose from {known}.",
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
    """Return points that were typed, like `1,0` or `½ 0.5`, in 120ths; None for none. Raises Refusal.

    Where something else stands between them, a comma is that of a number, as in `1; 0,5; 0`.
    """
    found = []
    between = r",?\s+|\s*;\s*" if re.search(r"[;\s]", typed.strip()) else ","
    for part in filter(None, re.split(between, typed.strip())):
        known = _POINTS.fullmatch(part.replace("½", ".5").replace(",", "."))
        if known is None:
            raise Refusal(
                say("{typed} isn't a number of points: write 1 or 0.5, for example.", typed=Quote(shortened(part))),
                code="no-points",
            )
        found.append(int(known["whole"] or 0) * POINT + (POINT // 2 if known["half"] else 0))
    return tuple(found) or None
