"""What a game starts from, checked and made whole: options, loadouts, and data files by their version.

Commands, lobbies, records and the command line all come past here (`engine.session.Session.start`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import resources
from typing import Any, Protocol, TypeVar

from engine.errors import MoveError, SetupError
from engine.game import Game, GameInfo, Option, Setup
from engine.seat import Seat
from engine.text import Text, listed, say, shortened

HIDDEN = "??"
"""Stands in a record for what its reader may not know while the match runs: a veiled move, a loadout."""


def chosen_options(info: GameInfo, mode: str, options: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option of a mode that means something there, in the order of the game.

    Args:
        info: Of the game.
        mode: One of its modes.
        options: Values by key; those that are missing have their default.

    Raises:
        SetupError: The mode has no such option, the option no such value, or it means nothing beside the others.
    """
    offered = {option.key: option for option in info.options_of(mode)}
    for key, value in options.items():
        option = offered.get(key)
        if option is None:
            raise _no_option(info, mode, key, tuple(offered))
        if value not in option.choices:
            reason = say("{option} can't be {value}.", option=key, value=shortened(value) or "-")
            raise SetupError(reason, code="unknown-option", given=key, suggestions=option.choices)
    found = {key: options.get(key, option.default) for key, option in offered.items()}
    for key, option in offered.items():
        if option.needs is not None and not _means_something(option, found):
            if key in options:
                needed = "=".join(option.needs)
                reason = say(
                    "{option} means nothing without {needed}: choose that too, or leave it out.",
                    option=key,
                    needed=needed,
                )
                raise SetupError(reason, code="option-idle", given=key, suggestions=(needed,))
            found.pop(key)
    return found


def whole(game: Game[Any, Any, Any], setup: Setup) -> Setup:
    """Return a setup with a loadout for every seat that has one, in canonical notation, and with its options checked.

    Raises:
        SetupError: An option or a loadout does not exist in this game and mode.
    """
    mode = game.info.mode(setup.mode)
    if mode is None:
        return setup  # `Game.initial` says which there are
    chosen_options(game.info, setup.mode, dict(setup.options))
    seats = game.loadout_seats(setup)
    given = (*setup.loadouts, *[""] * (mode.seats - len(setup.loadouts)))
    idle = [seat for seat, text in enumerate(given, 1) if text and seat not in seats]
    if idle:
        reason = say("Seat {seat} has nothing to choose before the start.", seat=idle[0])
        raise SetupError(reason, code="loadout-idle", given=shortened(given[idle[0] - 1]))
    loadouts = tuple(_loadout(game, setup, seat, text) if seat in seats else "" for seat, text in enumerate(given, 1))
    return replace(setup, loadouts=loadouts if seats else ())


def masked_loadouts(setup: Setup, reader: Seat | None) -> Setup:
    """Return a setup as a seat, or a spectator (None), may know it while the match runs: without others' loadouts."""
    known = tuple(HIDDEN if text and seat != reader else text for seat, text in enumerate(setup.loadouts, 1))
    return replace(setup, loadouts=known)


def _loadout(game: Game[Any, Any, Any], setup: Setup, seat: Seat, text: str) -> str:
    if not text:
        return game.usual_loadout(setup, seat)
    try:
        return game.parse_loadout(setup, seat, text)
    except MoveError as error:
        given = shortened(text)
        reason: Text = say("Seat {seat}'s loadout: {reason}", seat=seat, reason=error.text)
        raise SetupError(
            reason, code=error.code, rule=error.rule, given=given, suggestions=error.suggestions
        ) from error


def _means_something(option: Option, values: Mapping[str, str]) -> bool:
    return option.needs is None or values.get(option.needs[0]) == option.needs[1]


def _no_option(info: GameInfo, mode: str, key: str, offered: tuple[str, ...]) -> SetupError:
    modes = [each.key for each in info.modes if any(key == option.key for option in info.options_of(each.key))]
    if modes:
        reason = say(
            "The option {option} is only for {modes}, not {mode}: leave it out.",
            option=key,
            modes=listed([_name(info, each) for each in modes], "and"),
            mode=_name(info, mode),
        )
        return SetupError(reason, code="unknown-option", given=key, suggestions=offered)
    reason = say("{game} has no option {option}.", game=info.name, option=shortened(key))
    return SetupError(reason, code="unknown-option", given=key, suggestions=offered)


def _name(info: GameInfo, key: str) -> Text:
    mode = info.mode(key)
    return say("no mode") if mode is None else mode.name


# Data files of a game by their version: one that is corrected stays beside the new one, for the games before.


class Versioned(Protocol):
    """What is read from a data file."""

    @property
    def version(self) -> str:
        """As records name it."""
        ...


V = TypeVar("V", bound=Versioned)


def read_editions(package: str, current: str, read: Callable[[str], V]) -> Mapping[str, V]:
    """Return every data file of a game by its version, the current one first.

    Args:
        package: The game's, e.g. `"engine.apex"`; its files are `data/*.toml`.
        current: The name of the file that new games are played by.
        read: Reads the text of a file.
    """
    folder = resources.files(package).joinpath("data")
    files = [each for each in folder.iterdir() if each.name.endswith(".toml")]
    files.sort(key=lambda each: (each.name != current, each.name))
    return {each.version: each for each in (read(file.read_text(encoding="utf-8")) for file in files)}
