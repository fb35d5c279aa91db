"""Every game has a renderer that keeps to the interface, and so does the skeleton game of docs/adding-a-game.md."""

from __future__ import annotations

import inspect
import io
from typing import Any

import pytest
from PIL import Image

from engine.chance import Chance
from engine.game import Game, Setup
from engine.registry import games
from render.registry import RENDERERS, Renderer, renderer
from render.theme import Palette, Theme
from render.words import ALT_LIMIT, TEXT_COLUMNS, TEXT_LIMIT, Look, columns
from tests.engine.skeleton.game import NIM
from tests.render.skeleton import NimRenderer

ARTISTS: dict[str, Renderer[Any]] = {**RENDERERS, "nim": NimRenderer()}
GAMES: dict[str, Game[Any, Any, Any]] = {game.info.key: game for game in (*games(), NIM)}
CASES = [(key, mode.key) for key, game in GAMES.items() for mode in game.info.modes]


def test_every_game_has_a_renderer() -> None:
    assert set(RENDERERS) == {game.info.key for game in games()}
    with pytest.raises(KeyError):
        renderer("nothing")


@pytest.mark.parametrize("key", ARTISTS)
@pytest.mark.parametrize("method", ["dress", "draw", "alt_text", "headline", "text_board", "sheet", "sheet_text"])
def test_renderers_take_what_the_interface_says(key: str, method: str) -> None:
    theirs = inspect.signature(getattr(ARTISTS[key], method)).parameters
    ours = inspect.signature(getattr(Renderer, method)).parameters
    assert [(each.name, each.kind) for each in theirs.values()] == [
        (each.name, each.kind) for name, each in ours.items() if name != "self"
    ]


@pytest.mark.parametrize(("key", "mode"), CASES)
def test_a_first_position_is_drawn_and_told(key: str, mode: str) -> None:
    game, artist = GAMES[key], ARTISTS[key]
    view = game.view(game.initial(Setup(mode), Chance.from_text("first")), None)
    picture = Image.open(io.BytesIO(artist.draw(view)))
    assert (picture.format, picture.mode, picture.width) == ("PNG", "P", 1200)
    assert 0 < len(artist.alt_text(view)) <= ALT_LIMIT
    board = artist.text_board(view)
    assert 0 < len(board) <= TEXT_LIMIT
    assert max(map(columns, board.splitlines())) <= TEXT_COLUMNS


@pytest.mark.parametrize(("key", "mode"), CASES)
def test_every_seat_can_look_from_its_own_side(key: str, mode: str) -> None:
    game, artist = GAMES[key], ARTISTS[key]
    view = game.view(game.initial(Setup(mode), Chance.from_text("first")), None)
    seats = next(each.seats for each in game.info.modes if each.key == mode)
    usual = artist.draw(view)
    assert artist.draw(view, look=Look(side=None)) == usual
    drawn = {artist.draw(view, look=Look(side=seat)) for seat in range(1, seats + 1)}
    boards = {artist.text_board(view, Look(side=seat)) for seat in range(1, seats + 1)}
    assert min(len(drawn), len(boards)) > 1 or seats == 1  # who plays alone has one side
    assert all(0 < len(artist.alt_text(view, look=Look(side=seat))) <= ALT_LIMIT for seat in range(1, seats + 1))
    assert {Image.open(io.BytesIO(each)).width for each in drawn} == {1200}


@pytest.mark.parametrize("key", ARTISTS)
@pytest.mark.parametrize("theme", [Theme(choice, dark) for choice in Palette for dark in (True, False)])
def test_a_livery_changes_nothing_that_a_reader_chose(key: str, theme: Theme) -> None:
    dressed = ARTISTS[key].dress(theme)
    assert (dressed.palette, dressed.dark) == (theme.palette, theme.dark)
    assert ARTISTS[key].dress(dressed) == dressed


@pytest.mark.parametrize("key", ARTISTS)
def test_the_reference_sheet_is_drawn_and_told(key: str) -> None:
    artist = ARTISTS[key]
    picture = Image.open(io.BytesIO(artist.sheet()))
    assert (picture.format, picture.mode, picture.width) == ("PNG", "P", 1200)
    assert 0 < len(artist.sheet_text()) <= ALT_LIMIT
    assert artist.sheet(data=GAMES[key].info.data_version) == artist.sheet()
