"""Clocks as people write them: `none`, `3d`, `36h`, `3d+12h`, `3d+12h/5d`."""

from __future__ import annotations

import re
from datetime import timedelta

from engine.text import Quote, say_n, shortened
from hosting.clock.control import LONGEST, ClockTerms
from hosting.errors import HostingError

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
                "{text} is no clock. Write the time for a turn, like `3d` or `36h`, or what is in the bank, what each "
                "turn adds and how much it holds, like `3d+12h/5d`: from a minute to {count} day.",
                "{text} is no clock. Write the time for a turn, like `3d` or `36h`, or what is in the bank, what each "
                "turn adds and how much it holds, like `3d+12h/5d`: from a minute to {count} days.",
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
