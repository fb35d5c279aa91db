"""What games start from, and which games there are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import registry
from engine.chance import Chance
from engine.errors import MoveError, SetupError
from engine.game import Mode, Setup
from engine.session import Session
from tests.engine.conformance.games import REGISTERED, every_mode, every_setup
from tests.engine.kit import AnyGame, seats_of
from tests.engine.kits import KITS


@every_setup
def test_what_is_chosen_before_the_start_is_canonical(game: AnyGame, setup: Setup) -> None:
    if not game.info.loadouts:
        assert game.loadout_seats(setup) == frozenset()
        assert Session.start(game, setup, Chance.from_text("x")).setup.loadouts == ()
        return
    seats, chosen = seats_of(game, setup), game.loadout_seats(setup)
    usual = tuple(game.usual_loadout(setup, seat) if seat in chosen else "" for seat in range(1, seats + 1))
    assert Session.start(game, setup, Chance.from_text("x")).setup.loadouts == (usual if chosen else ())
    for seat in chosen:
        assert game.parse_loadout(setup, seat, f" {usual[seat - 1].lower()} ") == usual[seat - 1]
        with pytest.raises(MoveError):
            game.parse_loadout(setup, seat, "?!")


def unknown(game: AnyGame, mode: Mode) -> Iterator[tuple[Setup, str, set[str]]]:
    """Yield setups that a game does not have, how the code of the error begins, and what it may suggest."""
    options = {option.key: option.choices for option in game.info.options_of(mode.key)}
    offered = {*options, *(f"{key}={choice}" for key, choices in options.items() for choice in choices)}
    for option in game.info.options:
        if option.key not in options:
            yield Setup(mode.key, ((option.key, option.default),)), "unknown-option", offered
        if option.key in options and option.needs is not None:
            key, value = option.needs
            other = next(each for each in options[key] if each != value)
            yield Setup(mode.key, ((key, other), (option.key, option.default))), "option-idle", {f"{key}={value}"}
    yield Setup("no such mode"), "unknown-mode", {each.key for each in game.info.modes}
    yield Setup(mode.key, data="no such version"), "unknown-", set(game.info.data_version)
    yield Setup(mode.key, position="nonsense"), "position", set()
    yield Setup(mode.key, (("no such option", "1"),)), "unknown-option", offered
    for key, choices in options.items():
        yield Setup(mode.key, ((key, "no such choice"),)), "unknown-option", offered | set(choices)


@every_mode
def test_an_unknown_setup_is_an_error(game: AnyGame, mode: Mode) -> None:
    for setup, code, suggestions in unknown(game, mode):
        with pytest.raises(SetupError):
            Session.start(game, setup, Chance.from_text("x"))
        with pytest.raises(SetupError) as caught:
            game.initial(setup, Chance.from_text("x"))
        assert caught.value.code.startswith(code)
        assert set(caught.value.suggestions) <= suggestions
        assert caught.value.suggestions or code != "unknown-mode"


def test_every_registered_game_is_played_here() -> None:
    """And two that only the tests know besides."""
    assert {kit.game.info.key for kit in KITS} == {game.info.key for game in REGISTERED} | {"mutants", "nim", "parlour"}


def test_games_have_distinct_keys_and_modes() -> None:
    keys = [game.info.key for game in registry.games()]
    assert len(set(keys)) == len(keys)
    for game in registry.games():
        modes = [mode.key for mode in game.info.modes]
        assert len(set(modes)) == len(modes)
    with pytest.raises(SetupError):
        registry.get("no such game")
