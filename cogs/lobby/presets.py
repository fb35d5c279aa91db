"""What can be chosen before the start by a single step, such as a ready deck: offered by `/new` for one player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import registry
from engine.errors import MoveError
from engine.extras import Building
from engine.info import GameInfo, Mode, Setup
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
    steps = [(choice.text, _whole(game, setup, choice.key)) for choice in game.loadout_choices(setup, 1, "")]
    return [(told, text) for told, text in steps if text is not None]


def _whole(game: Building, setup: Setup, key: str) -> str | None:
    """Return the loadout that one step comes to; None if it takes more."""
    try:
        return game.parse_loadout(setup, 1, game.loadout_step(setup, 1, "", key))
    except MoveError:
        return None


def _options(info: GameInfo, mode: Mode, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    offered = {option.key: option for option in info.options_of(mode.key)}
    pairs = {key: str(given[key]) for key, option in offered.items() if given.get(key) in option.choices}
    values = {key: pairs.get(key, option.default) for key, option in offered.items()}
    needs = {key: option.needs for key, option in offered.items() if option.needs is not None}
    return tuple(
        (key, value) for key, value in pairs.items() if key not in needs or values.get(needs[key][0]) == needs[key][1]
    )
