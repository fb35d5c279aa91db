"""The options of `/seek create`: what a person types or picks for a game that is an option itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta

from cogs.core.bot import Interaction
from cogs.core.choices import Choices, offered
from cogs.core.context import whoami
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.text import plain
from engine import registry
from engine.errors import SetupError
from engine.game import Json
from engine.info import GameInfo, Mode, Option
from engine.text import Quote, say, shortened
from hosting.clock.calendar import local_time, zone_of
from hosting.clock.notation import read_clock
from hosting.lobby.paired import NO_CLOCK
from hosting.lobby.seeking import LONGEST_STAND, USUAL_STAND, BadExpiry
from hosting.timekeeping.calendars import UTC_NAME
from hosting.timekeeping.vacations import read_day

_SEPARATOR = re.compile(r"[;,]")


def modes_of(info: GameInfo) -> list[Mode]:
    """Return how a game is played by several."""
    return [mode for mode in info.modes if mode.seats > 1]


def read_mode(info: GameInfo, typed: str | None) -> str | None:
    """Return the mode that is meant, by its key or its name; None for any. Raises SetupError."""
    if typed is None:
        return None
    wanted = typed.strip().casefold()
    found = next((mode for mode in info.modes if wanted in {mode.key.casefold(), str(mode.name).casefold()}), None)
    if found is None:
        raise SetupError(
            say("{game} has no mode {mode}.", game=info.name, mode=shortened(typed) or "-"),
            code="unknown-mode",
            given=typed,
            suggestions=tuple(str(mode.name) for mode in modes_of(info)),
        )
    return found.key


def read_options(info: GameInfo, typed: str | None) -> tuple[tuple[str, str], ...]:
    """Return the options that a text names, like `sight=forward; kings=yes`, as pairs of key and value.

    Raises:
        Refusal: It is no list of options, or names one twice.
    """
    found: dict[str, str] = {}
    for part in filter(None, map(str.strip, _SEPARATOR.split(typed or ""))):
        key, equals, value = (each.strip() for each in part.partition("="))
        if not (key and equals and value) or key in found:
            raise Refusal(
                say(
                    "{part} is no option: write each once, as `option=value`, with `;` between them. What you leave "
                    "out is as usual.",
                    part=Quote(shortened(part)),
                ),
                code="bad-options",
            )
        found[key] = _value(info, key, value)
    return tuple(found.items())


def _value(info: GameInfo, key: str, typed: str) -> str:
    """Return the value that is meant, be it by its name; what was typed if there is none."""
    wanted = typed.casefold()
    there = [(option, value) for option in info.options if option.key == key for value in option.choices]
    meant = {str(option.label(value)).casefold(): value for option, value in there}
    meant |= {value.casefold(): value for _, value in there}
    return meant.get(wanted, typed)


def read_seek_clock(typed: str | None) -> Json:
    """Return what is stored of the clock that a text means; None for any. Raises NoSuchClock."""
    if typed is None:
        return None
    clock = read_clock(typed)
    return NO_CLOCK if clock is None else clock.dump()


async def read_expiry(interaction: Interaction, typed: str | None) -> datetime:
    """Return when an offer ends: behind the day that is named, in the person's time zone.

    Raises:
        VacationError: It is no day.
        BadExpiry: It is over, or too far away.
    """
    zone = (await interaction.client.arena.settings.player(await whoami(interaction))).zone or UTC_NAME
    today = interaction.client.clock.now().astimezone(zone_of(zone)).date()
    day = today + USUAL_STAND if typed is None else read_day(typed, today)
    if day < today:
        raise BadExpiry(say("{day} is over: an offer ends on a day that is still to come.", day=day), "expired")
    if day > today + LONGEST_STAND:
        raise BadExpiry(say("An offer can last {count} days at most.", count=LONGEST_STAND.days), "too-long")
    return local_time(zone, day + timedelta(days=1), 0)


def last_day(at: datetime, zone: str | None) -> date:
    """Return the last day of an offer that ends at a time."""
    return (at - timedelta(microseconds=1)).astimezone(zone_of(zone or UTC_NAME)).date()


async def complete_mode(interaction: Interaction, current: str) -> Choices[str]:
    """Offer the modes of the game that was picked."""
    info = _picked(interaction)
    if info is None:
        return []
    locale = locale_of(interaction)
    return offered([(plain(mode.name, locale), mode.key) for mode in modes_of(info)], current, by_value=True)


async def complete_options(interaction: Interaction, current: str) -> Choices[str]:
    """Offer what can be added to the options that were typed so far."""
    info = _picked(interaction)
    if info is None:
        return []
    done, _, begun = current.rpartition(";")
    taken = {part.partition("=")[0].strip() for part in done.split(";")}
    head = f"{done.strip()}; " if done.strip() else ""
    named = {
        f"{head}{option.key}={value}": value
        for option in _options(info, _mode(interaction, info))
        if option.key not in taken
        for value in option.choices
    }
    return offered([(text, text) for text in named if begun.strip().casefold() in text[len(head) :].casefold()], "")


def options_text(options: Mapping[str, str]) -> str:
    """Return options as they are typed."""
    return "; ".join(f"{key}={value}" for key, value in options.items())


def _picked(interaction: Interaction) -> GameInfo | None:
    key = interaction.namespace.game
    return next((game.info for game in registry.games() if game.info.key == key), None)


def _mode(interaction: Interaction, info: GameInfo) -> str | None:
    try:
        return read_mode(info, interaction.namespace.mode or None)
    except SetupError:
        return None


def _options(info: GameInfo, mode: str | None) -> list[Option]:
    """Return the options of a mode, or of any mode for several players, each key once."""
    keys = [mode] if mode is not None else [each.key for each in modes_of(info)]
    found: dict[str, Option] = {}
    for key in keys:
        for option in info.options_of(key):
            found.setdefault(option.key, option)
    return list(found.values())
