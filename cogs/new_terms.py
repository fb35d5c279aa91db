"""The options of `/new` that are the same for every game: clock, timeout, taking back, pauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from discord import app_commands

from cogs.client import Interaction
from cogs.ui.terms import clock_text
from cogs.ui.text import mark, plain
from engine.errors import ArenaError
from engine.text import Text, say
from hosting.clock_text import SUGGESTIONS, read_clock
from hosting.terms import Terms

KINDS: Mapping[str, Any] = {
    "clock": str,
    "timeout": str,
    "undo": str,
    "automatic": bool,
    "weekend": bool,
    "rests": bool,
    "vacation": bool,
}
"""The options with their types."""

DESCRIPTIONS: Mapping[str, str] = {
    "clock": mark("Time for each turn, like 3d or 36h, or a bank, like 3d+12h/5d; none if you leave it out"),
    "timeout": mark("What happens when somebody's time is up; by default they lose"),
    "undo": mark("Whether turns can be taken back; by default if the others agree"),
    "automatic": mark("Whether a turn that is the only legal one is played by itself"),
    "weekend": mark("Whether all clocks stand still on Saturdays and Sundays"),
    "rests": mark("Whether players' own quiet hours and free weekends stop their clocks; by default they do"),
    "vacation": mark("Whether vacations stop clocks; by default they do"),
}

_TIMEOUTS = {
    "forfeit": mark("they lose"),
    "random": mark("a legal turn is drawn"),
    "substitute": mark("a substitute is sought"),
    "notice": mark("the organisers are told"),
}
_UNDO = {
    "free": mark("until the next has moved"),
    "consent": mark("if the others agree"),
    "never": mark("never"),
}

Choices = list[app_commands.Choice[str | int | float]]


def choices() -> dict[str, Choices]:
    """Return the choices of those options that have some."""
    choice = app_commands.Choice[str | int | float]
    return {
        "timeout": [choice(name=name, value=value) for value, name in _TIMEOUTS.items()],
        "undo": [choice(name=name, value=value) for value, name in _UNDO.items()],
    }


async def complete_clock(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer the usual clocks, and what was typed if it is one."""
    typed = current.strip()
    texts = [text for text in SUGGESTIONS if text.startswith(typed.casefold())]
    if typed and typed not in texts:
        texts.insert(0, typed)
    found = []
    for text in texts:
        try:
            explained = plain(_offer(text), interaction.locale)
        except ArenaError:
            continue
        found.append(app_commands.Choice(name=explained[:100], value=text))
    return found


def read_terms(given: Mapping[str, Any]) -> Terms:
    """Return what was agreed from the options that were given.

    Raises:
        NoSuchClock: The clock cannot be read.
    """
    chosen = {key: given[key] for key in KINDS if key != "clock" and given.get(key) is not None}
    clock = given.get("clock")
    return replace(Terms(), clock=None if clock is None else read_clock(clock), **chosen)


def _offer(text: str) -> Text:
    return say("{text}: {meaning}", text=text, meaning=clock_text(read_clock(text)))
