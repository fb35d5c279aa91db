"""The options of `/new` that are the same for every game: clock, timeout, taking back, pauses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.choices import offered
from cogs.core.components import ArenaModal
from cogs.core.context import whoami
from cogs.core.language import locale_of
from cogs.core.limits import DIALOG_LIMIT
from cogs.core.text import Locale, cut, mark, plain
from engine.errors import SetupError
from engine.info import GameInfo
from engine.text import Text, say, shortened
from hosting.clock.calendar import Quiet
from hosting.clock.control import ClockTerms, Terms
from hosting.clock.notation import FISCHER, read_clock
from hosting.timekeeping.calendars import UTC_NAME

KINDS: Mapping[str, Any] = {
    "clock": str,
    "timeout": str,
    "undo": str,
    "automatic": bool,
    "quiet": str,
    "weekend": bool,
    "rests": bool,
    "vacation": bool,
    "shows_chosen": bool,
    "rated": bool,
}
"""The options with their types."""

DESCRIPTIONS: Mapping[str, str] = {
    "clock": mark("Time for each turn, or a bank that grows with each turn; no clock if you leave it out"),
    "timeout": mark("What happens when a player's time is up and the rules say nothing; by default they lose"),
    "undo": mark("Whether turns can be taken back; by default if the others agree"),
    "automatic": mark("Whether a turn that is the only legal one is played by itself"),
    "quiet": mark("Hours of the day, in your time zone, in which all clocks are paused"),
    "weekend": mark("Whether all clocks are paused on Saturdays and Sundays"),
    "rests": mark("Whether players' own quiet hours and free weekends stop their clocks; by default they do"),
    "vacation": mark("Whether vacations stop clocks; by default they do"),
    "shows_chosen": mark("Whether all see who has chosen in secret; by default only how many have"),
    "rated": mark("Whether the result counts for ratings; by default it does"),
}

AMONG_PLAYERS = ("clock", "timeout", "undo", "quiet", "weekend", "rests", "vacation", "shows_chosen", "rated")
"""Those that mean nothing where one plays alone: nobody waits, and nobody is asked."""

OWN = "own"
"""The choice of a clock that is asked for in a dialog."""

_CLOCKS: Mapping[str, Text] = {
    "none": say("no clock"),
    "12h": say("12 hours a turn"),
    "1d": say("1 day a turn"),
    "2d": say("2 days a turn"),
    "3d": say("3 days a turn"),
    "5d": say("5 days a turn"),
    "7d": say("7 days a turn"),
    "14d": say("14 days a turn"),
    "1d+6h/2d": say("a bank of 1 day, 6 hours more a turn, 2 days at most"),
    FISCHER: say("a bank of 3 days, 12 hours more a turn, 5 days at most"),
    "7d+1d/14d": say("a bank of 7 days, 1 day more a turn, 14 days at most"),
    OWN: say("another one: you are asked"),
}
_QUIET = {
    "20:00-8:00": (20 * 60, 8 * 60),
    "21:00-6:00": (21 * 60, 6 * 60),
    "22:00-7:00": (22 * 60, 7 * 60),
    "23:00-8:00": (23 * 60, 8 * 60),
    "0:00-8:00": (0, 8 * 60),
}
_TIMEOUTS = {
    "forfeit": mark("they lose"),
    "random": mark("a legal turn is drawn"),
    "substitute": mark("a substitute is asked for"),
    "notice": mark("the organisers are told"),
}
_COMPLETED: Mapping[str, Mapping[str, Text]] = {
    "clock": _CLOCKS,
    "quiet": {hours: say("{hours}", hours=hours) for hours in _QUIET},
}
_UNDO = {
    "free": mark("until the next has moved"),
    "consent": mark("if the others agree"),
    "never": mark("never"),
}

Complete = Callable[[Interaction, str], Awaitable[list[app_commands.Choice[str]]]]
Choices = list[app_commands.Choice[str | int | float]]


def choices() -> dict[str, Choices]:
    """Return the choices of those options that have some."""
    choice = app_commands.Choice[str | int | float]
    return {
        "timeout": [choice(name=name, value=value) for value, name in _TIMEOUTS.items()],
        "undo": [choice(name=name, value=value) for value, name in _UNDO.items()],
    }


def completions() -> dict[str, Complete]:
    """Return what completes the other options, by key.

    Discord holds at most 8,000 characters of a command, and `/new` has these options once for each game.
    """

    def complete(names: Mapping[str, Text]) -> Complete:
        async def values(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            locale = locale_of(interaction)
            return offered([(plain(name, locale), value) for value, name in names.items()], current, by_value=True)

        return values

    return {key: complete(names) for key, names in _COMPLETED.items()}


def _meant(key: str, typed: str, locale: Locale) -> str:
    """Return the value that was picked or typed, be it by its name. Raises SetupError if there is none."""
    wanted = typed.strip().casefold()
    for value, name in _COMPLETED[key].items():
        if wanted in {value.casefold(), str(name).casefold(), plain(name, locale).casefold()}:
            return value
    reason = say(
        "{option} is picked from its list, and {value} is not in it.", option=key, value=shortened(typed) or "-"
    )
    raise SetupError(reason, code="unknown-option", given=key, suggestions=tuple(_COMPLETED[key]))


def concerns(key: str, info: GameInfo) -> bool:
    """Return whether an option makes sense for a game."""
    if key == "shows_chosen":
        return info.together
    return key != "timeout" or info.defaults != "all"


def picked(given: Mapping[str, Any], locale: Locale) -> dict[str, Any]:
    """Return what was given to the command, with the values that were meant where they are completed.

    Raises:
        SetupError: There is no such value.
    """
    meant = {key: _meant(key, str(given[key]), locale) for key in _COMPLETED if given.get(key) is not None}
    return {**given, **meant}


class ClockDialog(ArenaModal):
    """Asks for a clock of the host's own: what is typed in a dialog shows nowhere but as the clock that it means."""

    def __init__(self, locale: Locale, then: Callable[[Interaction, ClockTerms | None], Awaitable[None]]) -> None:
        super().__init__(title=cut(plain(say("A clock of your own"), locale), DIALOG_LIMIT))
        self._then = then
        self.text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label=cut(plain(say("Time for a turn, or bank+gain/most"), locale), DIALOG_LIMIT),
            placeholder=f"36h, 3d12h, {FISCHER}",
            max_length=40,
        )
        self.add_item(self.text)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Go on with the clock."""
        await self._then(interaction, read_clock(self.text.value))


async def read_terms(interaction: Interaction, given: Mapping[str, Any]) -> Terms:
    """Return what was agreed from the options that were given; a clock of one's own is still to be asked for."""
    chosen = {key: given[key] for key in KINDS if given.get(key) is not None}
    clock, quiet = chosen.pop("clock", OWN), chosen.pop("quiet", None)
    if quiet is not None:
        zone = (await interaction.client.arena.settings.player(await whoami(interaction))).zone
        chosen["quiet"] = Quiet(zone or UTC_NAME, *_QUIET[quiet])
    return replace(Terms(), clock=None if clock == OWN else read_clock(clock), **chosen)
