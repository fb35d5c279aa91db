"""What can be chosen before the start by a single step, such as a ready deck: offered by `/new` for one player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import registry
from engine.errors import MoveError, SetupError
from engine.extras import Building
from engine.game import GameInfo, Mode, Setup
from engine.setups import chosen_options
from engine.text import Text


def presets(info: GameInfo, given: Mapping[str, Any]) -> list[tuple[Text, str]]:
    """Return what is whole after one step of a game's menus, with its canonical text.

    Args:
        info: The game.
        given: The options that were given to the command so far; those that do not fit are left out.
    """
    game, mode = registry.get(info.key), next((mode for mode in info.modes if mode.alone), None)
    if mode is None or not isinstance(game, Building):
        return []
    setup = Setup(mode.key, _options(info, mode, given), info.data_version)
    found: list[tuple[Text, str]] = []
    try:
        for choice in game.loadout_choices(setup, 1, ""):
            text = _whole(game, setup, choice.key)
            found += [] if text is None else [(choice.text, text)]
    except SetupError:
        return []
    return found


def _whole(game: Building, setup: Setup, key: str) -> str | None:
    """Return the loadout that one step comes to; None if it takes more."""
    try:
        return game.parse_loadout(setup, 1, game.loadout_step(setup, 1, "", key))
    except MoveError:
        return None


def _options(info: GameInfo, mode: Mode, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    offered = {option.key: option for option in info.options_of(mode.key)}
    pairs = {key: str(given[key]) for key, option in offered.items() if given.get(key) in option.choices}
    try:
        chosen_options(info, mode.key, pairs)
    except SetupError:
        return ()
    return tuple(pairs.items())
