"""Time controls as values, as presets, and as people write them: `none`, `3d`, `3d+12h/5d`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal, Self, TypeAlias, cast, get_args

from engine.game import Json
from engine.text import Quote, say_n, shortened
from hosting.clock.calendar import Quiet
from hosting.errors import HostingError

ClockKind: TypeAlias = Literal["turn", "fischer"]
Timeout: TypeAlias = Literal["forfeit", "random", "substitute", "notice"]
UndoTerms: TypeAlias = Literal["free", "consent", "never"]

SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=60)
"""Between these lie all durations of a clock, but for a gain, which may be nothing."""


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """How much time there is to decide.

    Attributes:
        kind: "turn": so much for each turn, whatever was left of it is lost; "fischer": a bank of time, which only runs
            while its player must decide and grows with each turn.
        per_turn: With "turn": for each turn.
        start: With "fischer": what is in the bank at first.
        gain: With "fischer": what each turn adds.
        cap: With "fischer": more than that is never in the bank.
    """

    kind: ClockKind = "fischer"
    per_turn: timedelta = timedelta(days=3)
    start: timedelta = timedelta(days=3)
    gain: timedelta = timedelta(hours=12)
    cap: timedelta = timedelta(days=5)

    def __post_init__(self) -> None:
        durations = (self.per_turn, self.start, self.cap)
        if not (all(SHORTEST <= each <= LONGEST for each in durations) and timedelta() <= self.gain <= self.cap):
            raise ValueError(f"no such clock: {self!r}")
        if self.start > self.cap:
            raise ValueError(f"more in the bank than it holds: {self!r}")

    @property
    def first(self) -> timedelta:
        """What a seat has when its first turn begins."""
        return self.per_turn if self.kind == "turn" else self.start

    def dump(self) -> dict[str, Json]:
        """Return it as JSON, durations in seconds."""
        return {
            "kind": self.kind,
            "per_turn": _seconds(self.per_turn),
            "start": _seconds(self.start),
            "gain": _seconds(self.gain),
            "cap": _seconds(self.cap),
        }

    @classmethod
    def load(cls, data: Json) -> Self:
        """Read what `dump` returned. Raises ValueError."""
        match data:
            case {
                "kind": "turn" | "fischer" as kind,
                "per_turn": int() as per_turn,
                "start": int() as start,
                "gain": int() as gain,
                "cap": int() as cap,
            }:
                return cls(
                    cast("ClockKind", kind),
                    timedelta(seconds=per_turn),
                    timedelta(seconds=start),
                    timedelta(seconds=gain),
                    timedelta(seconds=cap),
                )
        raise ValueError(f"no terms of a clock: {data!r}")


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table agrees on besides the rules.

    Attributes:
        clock: How much time there is; None for as long as it takes.
        timeout: What happens when a player's time is up: they lose, a legal turn is drawn for them, a substitute is
            looked for, or only the organiser is told.
        undo: Whether a turn can be taken back: freely until the next player has acted, if the others agree, or never.
        vacation: Whether clocks are stopped while their player is on vacation.
        weekend: Whether all clocks are stopped on Saturdays and Sundays (UTC).
        rests: Whether a player's own quiet hours and free weekends stop their clock.
        automatic: Whether a turn is played by itself where only one is legal.
        quiet: Hours in which all clocks are stopped; None for none.
        shows_chosen: Whether it shows, while several choose in secret, who has chosen; otherwise only how many have.
        rated: Whether the result counts for ratings, as far as the rules of ratings let it.
        pauses: Whether players can ask each other for a pause, or for more time.
        agreed_ends: Whether players can agree to end the match, as a draw or undecided.
        drawn: Whether it is drawn who sits where when the match starts; a match keeps it for its rematch and New table.
        league: The season of a league that the match belongs to; None for none.
    """

    clock: ClockTerms | None = None
    timeout: Timeout = "forfeit"
    undo: UndoTerms = "consent"
    vacation: bool = True
    weekend: bool = False
    rests: bool = True
    automatic: bool = False
    quiet: Quiet | None = None
    shows_chosen: bool = False
    rated: bool = True
    pauses: bool = True
    agreed_ends: bool = True
    drawn: bool = False
    league: int | None = None

    @property
    def alone(self) -> Self:
        """What of them counts for a player alone: no clock, as nobody waits, and every turn is theirs to take back."""
        return type(self)(undo="free", automatic=self.automatic, vacation=False)

    def dump(self) -> dict[str, Json]:
        """Return them as JSON."""
        return {
            "clock": None if self.clock is None else self.clock.dump(),
            "timeout": self.timeout,
            "undo": self.undo,
            "vacation": self.vacation,
            "weekend": self.weekend,
            "rests": self.rests,
            "automatic": self.automatic,
            "quiet": None if self.quiet is None else self.quiet.dump(),
            "shows_chosen": self.shows_chosen,
            "rated": self.rated,
            "pauses": self.pauses,
            "agreed_ends": self.agreed_ends,
            "drawn": self.drawn,
            "league": self.league,
        }

    @classmethod
    def load(cls, data: Mapping[str, Json]) -> Self:
        """Read what `dump` returned; what is missing is as usual. Raises ValueError."""
        usual = cls()
        quiet = data.get("quiet")
        clock, timeout, undo = data.get("clock"), data.get("timeout", usual.timeout), data.get("undo", usual.undo)
        league = data.get("league")
        known = timeout in get_args(Timeout) and undo in get_args(UndoTerms)
        if not (known and (league is None or isinstance(league, int))):
            raise ValueError(f"no such terms: {data!r}")
        return cls(
            clock=None if clock is None else ClockTerms.load(clock),
            timeout=cast("Timeout", timeout),
            undo=cast("UndoTerms", undo),
            vacation=bool(data.get("vacation", usual.vacation)),
            weekend=bool(data.get("weekend", usual.weekend)),
            rests=bool(data.get("rests", usual.rests)),
            automatic=bool(data.get("automatic", usual.automatic)),
            quiet=None if quiet is None else Quiet.load(quiet),
            shows_chosen=bool(data.get("shows_chosen", usual.shows_chosen)),
            rated=bool(data.get("rated", usual.rated)),
            pauses=bool(data.get("pauses", usual.pauses)),
            agreed_ends=bool(data.get("agreed_ends", usual.agreed_ends)),
            drawn=bool(data.get("drawn", usual.drawn)),
            league=league,
        )


def _seconds(duration: timedelta) -> int:
    return round(duration.total_seconds())


# Clocks as people write them: `none`, `3d`, `36h`, `3d+12h`, `3d+12h/5d`.


NONE = "none"
FISCHER = "3d+12h/5d"
SUGGESTIONS = (NONE, "1d", "3d", "7d", FISCHER)

_MOST = 60
"""Characters of a clock; the days of a longer one might be more than a duration can hold."""

_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
_DURATION = r"(?:[0-9]{1,4}\s*(?:d|h|min|m)\s*)+"
_TURN = re.compile(rf"({_DURATION})", re.IGNORECASE)
_FISCHER = re.compile(rf"({_DURATION})\+\s*({_DURATION}|0\s*)(?:/\s*({_DURATION}))?", re.IGNORECASE)
_PART = re.compile(r"([0-9]{1,4})\s*([dhm])", re.IGNORECASE)


class NoSuchClock(HostingError):  # noqa: N818 - named for what happened
    """What was typed is no clock."""

    code = "no-such-clock"

    def __init__(self, text: str, suggestions: tuple[str, ...] = SUGGESTIONS) -> None:
        super().__init__(
            say_n(
                "I can't read {text} as a clock. Write the time per turn, like `3d` or `36h`, or the bank, "
                "what each turn adds and the most it holds, like `3d+12h/5d`: from a minute to {count} day.",
                (
                    "I can't read {text} as a clock. Write the time per turn, like `3d` or `36h`, or the bank, "
                    "what each turn adds and the most it holds, like `3d+12h/5d`: from a minute to {count} days."
                ),
                LONGEST.days,
                text=Quote(shortened(text)),
            ),
            suggestions=suggestions,
        )


def read_clock(text: str) -> ClockTerms | None:
    """Return the clock that a text means; None for no clock.

    Args:
        text: Days `d`, hours `h` and minutes `m`. A bank that does not say how much it holds holds its start and four
            gains.

    Raises:
        NoSuchClock: It cannot be read, or is too short or too long.
    """
    plain = " ".join(text.split(maxsplit=_MOST))  # a text of more words is too long anyway
    if len(plain) > _MOST:
        raise NoSuchClock(text)
    if plain.casefold() in ("", NONE):
        return None
    try:
        if (turn := _TURN.fullmatch(plain)) is not None:
            return ClockTerms("turn", per_turn=_read(turn[1]))
        if (bank := _FISCHER.fullmatch(plain)) is not None:
            start, gain = _read(bank[1]), _read(bank[2])
            cap = min(start + 4 * gain, LONGEST) if bank[3] is None else _read(bank[3])
            return ClockTerms("fischer", start=start, gain=gain, cap=cap)
    except ValueError as error:
        raise NoSuchClock(text) from error
    raise NoSuchClock(text)


def read_needed_clock(text: str) -> ClockTerms | None:
    """Return what `read_clock` does; a refusal offers no clock that does not run."""
    try:
        return read_clock(text)
    except NoSuchClock as error:
        raise NoSuchClock(text, tuple(each for each in SUGGESTIONS if each != NONE)) from error


def _read(text: str) -> timedelta:
    return sum((int(count) * _UNITS[unit.lower()] for count, unit in _PART.findall(text)), timedelta())


# Terms that a host takes by one word: for an evening, for a turn now and then, for months.


QUICK, TWO_DAYS, LONG = "quick", "two-days", "long"

PRESETS: Mapping[str, Terms] = {
    # Everybody is at hand: a clock that waits for the night, or for a vacation, would be no quick one.
    QUICK: Terms(
        ClockTerms("fischer", start=timedelta(minutes=15), gain=timedelta(minutes=2), cap=timedelta(minutes=30)),
        rests=False,
        vacation=False,
    ),
    TWO_DAYS: Terms(ClockTerms("turn", per_turn=timedelta(days=2))),
    LONG: Terms(ClockTerms("fischer", start=timedelta(days=7), gain=timedelta(days=1), cap=timedelta(days=14))),
}
"""The presets by name, from the fastest."""


USUAL_CLOCK = ClockTerms("turn", per_turn=timedelta(days=3))
"""The clock of a table whose host names none, so that no match waits for ever."""


def preset_terms(name: str, before: Terms) -> Terms:
    """Return the terms of a preset; who sits where stays as a table had it before. Raises KeyError."""
    return replace(PRESETS[name], drawn=before.drawn)
