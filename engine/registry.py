"""The games. A new game is one line here and one package beside this file."""

from __future__ import annotations

from typing import Any

from engine.apex.game import APEX
from engine.errors import SetupError
from engine.game import Game, Mode
from engine.mutants.game import MUTANTS
from engine.replica.game import REPLICA
from engine.replicants.game import REPLICANTS
from engine.text import say, shortened

_GAMES: tuple[Game[Any, Any, Any], ...] = (REPLICANTS, REPLICA, APEX, MUTANTS)


def games() -> tuple[Game[Any, Any, Any], ...]:
    """Return every game, in menu order."""
    return _GAMES


def name_of(key: str) -> str:
    """Return the title of the game with this key, or the key itself for an unknown game."""
    return next((game.info.name for game in _GAMES if game.info.key == key), key)


def mode_of(key: str, mode: str) -> Mode | None:
    """Return a mode of a game, or None for an unknown game or mode."""
    return next((game.info.mode(mode) for game in _GAMES if game.info.key == key), None)


def get(key: str) -> Game[Any, Any, Any]:
    """Return the game with this key; raises `SetupError` if there is none."""
    for game in _GAMES:
        if game.info.key == key:
            return game
    raise SetupError(
        say("There's no game {game}.", game=shortened(key)),
        code="unknown-game",
        given=key,
        suggestions=tuple(game.info.key for game in _GAMES),
    )
