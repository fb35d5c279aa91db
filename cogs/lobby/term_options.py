"""What a table agrees on besides the rules, as `/new` and its dialogs name it: clocks, presets, pauses, seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.choices import offered
from cogs.core.components import ArenaModal
from cogs.core.context import whoami
from cogs.core.language import locale_of
from cogs.core.limits import DIALOG_LIMIT
from cogs.core.text import Locale, cut, plain
from cogs.ui.presets import LAST_NAME, PRESET_TEXTS, last_text, preset_texts
from engine.errors import SetupError
from engine.info import GameInfo
from engine.text import Text, say, shortened
from hosting.clock.calendar import Quiet
from hosting.clock.control import ClockTerms, Terms
from hosting.clock.notation import FISCHER, NONE, read_clock
from hosting.clock.presets import preset_terms
from hosting.match.model import Table, Where
from hosting.timekeeping.calendars import UTC_NAME

EARLIER: Mapping[str, type] = {
    "where": str,
    "seats": str,
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
"""What `/new` itself asked for in every game before the dialogs under **Terms** did, with types: clients that were not
updated since still send it."""

AMONG_PLAYERS = ("seats", "clock", "timeout", "undo", "quiet", "weekend", "rests", "vacation", "shows_chosen", "rated")
"""What means nothing where one plays alone: nobody waits, and nobody is asked."""

OWN = "own"
"""The choice of a clock that is asked for in a dialog."""

LAST = "last"
"""The choice of the terms that a person's last table had."""

JOINED, RANDOM = "joined", "random"

CLOCKS: Mapping[str, Text] = {
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
}
"""The clocks that are offered, by notation."""
QUIET = {
    "20:00-8:00": (20 * 60, 8 * 60),
    "21:00-6:00": (21 * 60, 6 * 60),
    "22:00-7:00": (22 * 60, 7 * 60),
    "23:00-8:00": (23 * 60, 8 * 60),
    "0:00-8:00": (0, 8 * 60),
}
TIMEOUTS: Mapping[str, Text] = {
    "forfeit": say("they lose"),
    "random": say("a legal turn is drawn"),
    "substitute": say("a substitute is asked for"),
    "notice": say("the organisers are told"),
}
UNDO: Mapping[str, Text] = {
    "free": say("until the next has moved"),
    "consent": say("if the others agree"),
    "never": say("never"),
}
PLACES: Mapping[Where, Text] = {
    "thread": say("in a thread of this channel"),
    "here": say("right here, in this channel"),
}
SEATS: Mapping[str, Text] = {
    JOINED: say("in the order of joining, or by choice"),
    RANDOM: say("drawn when the match starts"),
}
_NAMED: Mapping[str, Mapping[Any, Text]] = {
    "clock": {
        **{key: name for key, (name, _) in PRESET_TEXTS.items()},
        LAST: LAST_NAME,
        **CLOCKS,
        OWN: say("another one: you are asked"),
    },
    "quiet": {hours: say("{hours}", hours=hours) for hours in QUIET},
    "timeout": TIMEOUTS,
    "undo": UNDO,
    "where": PLACES,
    "seats": SEATS,
}

Complete = Callable[[Interaction, str], Awaitable[list[app_commands.Choice[str]]]]


def completion(info: GameInfo, alike: Callable[[Mapping[str, Any]], Sequence[str]]) -> Complete:
    """Return what completes the option `clock` of a game: presets in words first, then clocks.

    Args:
        info: The game.
        alike: Returns the modes of which a last table counts, by what was given to the command so far.
    """

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        locale = locale_of(interaction)
        named = [(plain(text, locale), key) for key, text in preset_texts().items()]
        modes = alike(dict(iter(interaction.namespace)))
        last = await interaction.client.arena.tables.last_of(await whoami(interaction), info.key, modes)
        if last is not None:
            named.append((plain(last_text(last, info), locale), LAST))
        named += [(plain(name, locale), value) for value, name in CLOCKS.items()]
        named.append((plain(_NAMED["clock"][OWN], locale), OWN))
        return offered(named, current, by_value=True)

    return complete


async def complete_clock(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer clocks, without presets and what is asked for in a dialog."""
    locale = locale_of(interaction)
    return offered([(plain(name, locale), value) for value, name in CLOCKS.items()], current, by_value=True)


async def complete_needed_clock(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer the same clocks where there must be one."""
    locale = locale_of(interaction)
    found = [(plain(name, locale), value) for value, name in CLOCKS.items() if value != NONE]
    return offered(found, current, by_value=True)


def _meant(key: str, typed: str, locale: Locale) -> str:
    """Return the value that was picked or typed, be it by its name. Raises SetupError if there is none."""
    wanted = typed.strip().casefold()
    value: str
    for value, name in _NAMED[key].items():
        if wanted in {value.casefold(), str(name).casefold(), plain(name, locale).casefold()}:
            return value
    raise _unknown(key, typed)


def _unknown(key: str, typed: str) -> SetupError:
    reason = say(
        "`{option}` is picked from its list, and {value} is not in it.", option=key, value=shortened(typed) or "-"
    )
    return SetupError(reason, code="unknown-option", given=key, suggestions=tuple(_NAMED.get(key, ())))


def concerns(key: str, info: GameInfo) -> bool:
    """Return whether an option makes sense for a game."""
    if key == "shows_chosen":
        return info.together
    return key != "timeout" or info.defaults != "all"


def picked(given: Mapping[str, Any], locale: Locale) -> dict[str, Any]:
    """Return what was given to the command, with the values that were meant where they have names.

    Raises:
        SetupError: There is no such value.
    """
    for key, kind in EARLIER.items():
        if given.get(key) is not None and not isinstance(given[key], kind):
            raise _unknown(key, str(given[key]))
    return {**given, **{key: _meant(key, str(given[key]), locale) for key in _NAMED if given.get(key) is not None}}


class ClockDialog(ArenaModal):
    """Asks for a clock of the host's own: what is typed in a dialog shows nowhere but as the clock that it means."""

    def __init__(self, locale: Locale, then: Callable[[Interaction, ClockTerms | None], Awaitable[None]]) -> None:
        super().__init__(title=cut(plain(say("A clock of your own"), locale), DIALOG_LIMIT))
        self._then = then
        self.text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label=cut(plain(say("Time per turn, or bank+gain/most"), locale), DIALOG_LIMIT),
            custom_id="clock",
            placeholder=f"36h, 3d12h, {FISCHER}",
            max_length=40,
        )
        self.add_item(self.text)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Go on with the clock."""
        await self._then(interaction, read_clock(self.text.value))


async def read_terms(interaction: Interaction, given: Mapping[str, Any], last: Table | None) -> Terms:
    """Return what is agreed by the options that were given; a clock of one's own is still to be asked for.

    Args:
        interaction: Of the host.
        given: The options, as `picked` returns them.
        last: The table whose terms hold where nothing else was given; None for what is usual, with the bot's clock.
    """
    clock = given.get("clock") or LAST
    before = Terms(interaction.client.default_clock) if last is None else replace(Terms.load(last.terms), league=None)
    if clock in PRESET_TEXTS:
        before = preset_terms(clock, before)
    elif clock not in (OWN, LAST):
        before = replace(before, clock=read_clock(clock))
    names = {each.name for each in fields(Terms)}
    chosen = {key: given[key] for key in EARLIER if key in names and given.get(key) is not None}
    if "quiet" in chosen:
        chosen["quiet"] = await quiet_of(interaction, chosen["quiet"])
    if given.get("seats") is not None:
        chosen["drawn"] = given["seats"] == RANDOM
    return replace(before, **chosen)


async def quiet_of(interaction: Interaction, hours: str) -> Quiet:
    """Return the hours that a host picked, in their time zone."""
    zone = (await interaction.client.arena.settings.player(await whoami(interaction))).zone
    return Quiet(zone or UTC_NAME, *QUIET[hours])
