"""The options of a game in `/new`: each key once, whatever modes have it; what a mode does not have is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.choices import offered
from cogs.core.language import locale_of
from cogs.core.limits import MOST_CHOICES
from cogs.core.text import plain
from engine.info import GameInfo, Mode, Option
from engine.setups import chosen_options

Complete = Callable[[Interaction, str], Awaitable[list[app_commands.Choice[str]]]]
ModeOf = Callable[[Mapping[str, Any]], Mode | None]
"""Tells which mode is meant by what was given to the command so far; None if that is no mode."""


def keys(info: GameInfo) -> tuple[str, ...]:
    """Return the keys of a game's options, each once, in the order in which to offer them."""
    return tuple(dict.fromkeys(option.key for option in info.options))


def descriptions(info: GameInfo) -> dict[str, str]:
    """Return what each option decides, in English; Discord asks for translations by that."""
    return {option.key: str(option.name) for option in reversed(info.options)}


def choices(info: GameInfo) -> dict[str, list[app_commands.Choice[str | int | float]]]:
    """Return the values of those options that have no more than Discord shows at once."""
    short = [key for key in keys(info) if not _is_long(info, key)]
    return {key: [app_commands.Choice(name=name, value=value) for value, name in _values(info, key)] for key in short}


def completions(info: GameInfo, mode_of: ModeOf) -> dict[str, Complete]:
    """Return what completes the other options, by key: the values that the mode has which is meant so far."""

    def complete(key: str) -> Complete:
        async def values(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            mode, locale = mode_of(dict(iter(interaction.namespace))), locale_of(interaction)
            option = None if mode is None else _option(info, mode, key)
            found = [option] if option is not None else [each for each in info.options if each.key == key]
            named = {value: plain(each.label(value), locale) for each in found for value in each.choices}
            return offered([(name, value) for value, name in named.items()], current)

        return values

    return {key: complete(key) for key in keys(info) if _is_long(info, key)}


def given_options(info: GameInfo, mode: Mode, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the options that were given to the command, as pairs of key and value.

    Raises:
        SetupError: The mode has no such option, or none with that value; or it means nothing beside the others.
    """
    found: dict[str, str] = {}
    for key in keys(info):
        if given.get(key):
            option = _option(info, mode, key)
            found[key] = given[key] if option is None else _meant(option, str(given[key]))
    chosen_options(info, mode.key, found)
    return tuple(found.items())


def fits(info: GameInfo, mode: Mode, given: Mapping[str, Any]) -> bool:
    """Return whether a mode has all the options that were given to the command."""
    return all(_option(info, mode, key) is not None for key in keys(info) if given.get(key))


def _option(info: GameInfo, mode: Mode, key: str) -> Option | None:
    return next((option for option in info.options_of(mode.key) if option.key == key), None)


def _meant(option: Option, typed: str) -> str:
    """Return the value that was picked or typed, be it by its name; what was typed if there is none."""
    wanted = typed.strip().casefold()
    named = {str(option.label(value)).casefold(): value for value in option.choices}
    return next((value for value in option.choices if value.casefold() == wanted), named.get(wanted, typed))


def _values(info: GameInfo, key: str) -> list[tuple[str, str]]:
    """Return all values that an option has in any mode, with what they are called in English."""
    found: dict[str, str] = {}
    for option in info.options:
        if option.key == key:
            found |= {value: str(option.label(value)) for value in option.choices if value not in found}
    return list(found.items())


def _is_long(info: GameInfo, key: str) -> bool:
    return len(_values(info, key)) > MOST_CHOICES
