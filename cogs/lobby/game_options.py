"""The options of a game as `/new` once took them: each key once; what a mode does not have is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.info import GameInfo, Mode, Option
from engine.setups import chosen_options


def keys(info: GameInfo) -> tuple[str, ...]:
    """Return the keys of a game's options, each once, in the order in which to offer them."""
    return tuple(dict.fromkeys(option.key for option in info.options))


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
