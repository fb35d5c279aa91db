"""The presets of `/new` and of the dialogs under Terms, in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.info import GameInfo
from engine.text import Text, say
from hosting.clock.control import ClockTerms, Terms
from hosting.clock.presets import LONG, QUICK, TWO_DAYS
from hosting.match.model import Table

PRESET_TEXTS: Mapping[str, tuple[Text, Text]] = {
    QUICK: (
        say("Quick"),
        say("at one sitting: a bank of 15 minutes, 2 more a turn, 30 at most; it runs day and night"),
    ),
    TWO_DAYS: (say("Two days"), say("2 days a turn; quiet hours, free weekends and vacations pause it")),
    LONG: (
        say("Long"),
        say("a bank of 7 days, 1 more a turn, 14 at most; quiet hours, free weekends and vacations pause it"),
    ),
}
"""What each preset is called, and what it means."""

LAST_NAME = say("As last time")


def preset_texts() -> dict[str, Text]:
    """Return each preset with what it means, in one text."""
    return {
        key: say("{preset}: {meaning}", preset=name, meaning=meaning) for key, (name, meaning) in PRESET_TEXTS.items()
    }


def last_text(last: Table, info: GameInfo) -> Text:
    """Return "as last time" with what that means, in one text."""
    return say("{preset}: {meaning}", preset=LAST_NAME, meaning=last_meaning(last, info))


def last_meaning(last: Table, info: GameInfo) -> Text:
    """Return what "as last time" means: how many played, and by which clock."""
    mode = info.mode(last.mode)
    clock = Terms.load(last.terms).clock
    if mode is None or mode.alone:
        return say("alone, with all that you had chosen then")
    return say("{mode}, {clock}, and all else as it was then", mode=mode.name, clock=short_clock(clock))


def short_clock(clock: ClockTerms | None) -> Text:
    """Return a clock in a few words."""
    if clock is None:
        return say("no clock")
    if clock.kind == "turn":
        return say("{time} a turn", time=clock.per_turn)
    return say(
        "a bank of {start}, {gain} more a turn, {cap} at most", start=clock.start, gain=clock.gain, cap=clock.cap
    )
