"""Every game has a renderer that keeps to the interface, and so does the skeleton game of docs/adding-a-game.md."""

from __future__ import annotations

import inspect
import io
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engine import record, registry
from engine.chance import Chance
from engine.events import Event
from engine.game import Game, Setup
from engine.registry import games
from engine.seat import Seat
from engine.session import Session
from render import canvas
from render.canvas import Canvas
from render.registry import RENDERERS, renderer
from render.renderer import Overlay, Renderer
from render.theme import Palette, Theme
from render.words import ALT_LIMIT, TEXT_COLUMNS, TEXT_LIMIT, WIDTH, Look, columns
from tests.engine.skeleton.game import NIM
from tests.grove import GroveRenderer
from tests.render.parlour import ParlourRenderer
from tests.render.skeleton import NimRenderer
from tests.volume import many

ARTISTS: dict[str, Renderer[Any]] = {**RENDERERS, "nim": NimRenderer()}
GAMES: dict[str, Game[Any, Any, Any]] = {game.info.key: game for game in (*games(), NIM)}
CASES = [(key, mode.key) for key, game in GAMES.items() for mode in game.info.modes]


def test_every_game_has_a_renderer() -> None:
    assert set(RENDERERS) == {game.info.key for game in games()}
    with pytest.raises(KeyError):
        renderer("nothing")


METHODS = [name for name, _ in inspect.getmembers(Renderer, inspect.isfunction) if not name.startswith("_")]


@pytest.mark.parametrize("key", ARTISTS)
@pytest.mark.parametrize("method", METHODS)
def test_renderers_take_what_the_interface_says(key: str, method: str) -> None:
    theirs = inspect.signature(getattr(ARTISTS[key], method)).parameters
    ours = inspect.signature(getattr(Renderer, method)).parameters
    assert [(each.name, each.kind) for each in theirs.values()] == [
        (each.name, each.kind) for name, each in ours.items() if name != "self"
    ]


# What `render.renderer.Renderer` gives a renderer that shows no more than positions, and flags that say what it shows.


def has(artist: Renderer[Any], *methods: str) -> set[bool]:
    """Whether a renderer has methods of its own: one answer where it has all of them or none."""
    return {getattr(type(artist), method) is not getattr(Renderer, method) for method in methods}


@pytest.mark.parametrize("artist", [*ARTISTS.values(), ParlourRenderer(), GroveRenderer()])
def test_flags_say_what_a_renderer_shows(artist: Renderer[Any]) -> None:
    assert has(artist, "shelves", "asked_shelf", "draw_shelf") == {artist.hands}
    assert has(artist, "draw_cards", "cards_text") == {artist.deck}


@pytest.mark.parametrize("key", ARTISTS)
def test_a_renderer_draws_entries_where_the_game_has_a_catalogue(key: str) -> None:
    assert has(ARTISTS[key], "draw_entry", "entry_text") == {bool(GAMES[key].catalogue())}


def test_a_renderer_that_shows_no_more_than_positions_has_the_defaults() -> None:
    artist, theme = NimRenderer(), Theme(dark=False)
    view = NIM.view(NIM.initial(Setup("2"), Chance.from_text("")), 1)
    assert artist.dress(theme) is artist.dress_for(theme, view) is theme
    assert (artist.height(view), artist.glide(view, (), count=3)) == (0, ())
    assert (artist.shelves(view, tiles=10), artist.asked_shelf(view)) == ((), "")


def test_a_view_is_dressed_like_its_game_where_seats_choose_nothing_to_wear() -> None:
    artist = renderer("replica")
    view = GAMES["replica"].view(GAMES["replica"].initial(Setup("2"), Chance.from_text("")), None)
    assert artist.dress_for(Theme(), view) == artist.dress(Theme()) != Theme()


def test_a_renderer_without_pictures_is_none() -> None:
    class Blind(Renderer[Any]):
        """Shows nothing."""

    with pytest.raises(TypeError, match=r"alt_text.*draw.*headline.*sheet.*sheet_text.*text_board"):
        Blind()  # type: ignore[abstract]


@pytest.mark.parametrize(("key", "mode"), CASES)
def test_a_first_position_is_drawn_and_told(key: str, mode: str) -> None:
    game, artist = GAMES[key], ARTISTS[key]
    view = game.view(game.initial(Setup(mode), Chance.from_text("first")), None)
    picture = Image.open(io.BytesIO(artist.draw(view)))
    assert (picture.format, picture.mode, picture.width) == ("PNG", "P", WIDTH)
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
    assert {Image.open(io.BytesIO(each)).width for each in drawn} == {WIDTH}


# What was drawn before is not drawn again: a picture is the same as one that is drawn when nothing was.


THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
OF_RENDERERS = [(key, mode) for key, mode in CASES if key in RENDERERS]


def scenes(key: str, mode: str, lot: random.Random) -> list[tuple[Any, tuple[Event, ...], Overlay | None]]:
    """Return positions of a random game in order, each without and with the moves of some pieces over it."""
    game = GAMES[key]
    state, events = game.initial(Setup(mode), Chance.from_text(str(lot.random()))), tuple[Event, ...]()
    found: list[tuple[Any, tuple[Event, ...], Overlay | None]] = []
    for _ in range(lot.randrange(5, 60)):
        if not (to_act := game.to_act(state)):
            break
        step = game.apply(state, {seat: lot.choice(game.legal(state, seat)) for seat in sorted(to_act)})
        state, events = step.state, step.events
    for _ in range(4):
        view, seat = game.view(state, None), min(game.to_act(state), default=None)
        subjects = game.subjects(state, seat)
        reaches = [game.reach(state, seat, each.key) for each in lot.sample(subjects, min(2, len(subjects)))]
        overlays = [Overlay(**{each.name: getattr(reach, each.name) for each in fields(Overlay)}) for reach in reaches]
        found += [(view, events, overlay) for overlay in (None, *overlays)]
        if seat is None:
            break
        moves = {each: lot.choice(game.legal(state, each)) for each in sorted(game.to_act(state))}
        step = game.apply(state, moves)
        state, events = step.state, step.events
    return found


@pytest.mark.parametrize(("key", "mode"), OF_RENDERERS)
@settings(max_examples=many(2, 40))
@given(seed=st.integers(0), theme=st.sampled_from(THEMES), side=st.sampled_from([None, 1, 2]))
def test_a_picture_is_the_same_whatever_was_drawn_before(
    key: str, mode: str, seed: int, theme: Theme, side: int | None
) -> None:
    lot, artist = random.Random(seed), ARTISTS[key]
    look, every = Look(("Ann", "Bob"), theme, side=None if mode == "solo" else side), scenes(key, mode, lot)
    every += lot.sample(every, len(every))
    drawn = [artist.draw(view, last, look, overlay=overlay) for view, last, overlay in every]
    for (view, last, overlay), before in zip(every, drawn, strict=True):
        with patch.object(canvas, "_strips", canvas._Strips()), patch.object(canvas, "_repeated", {}):
            for remembered in vars(sys.modules[f"render.{key}.picture"]).values():
                if hasattr(remembered, "cache_clear"):
                    remembered.cache_clear()
            assert artist.draw(view, last, look, overlay=overlay) == before


@pytest.mark.parametrize("key", ARTISTS)
@pytest.mark.parametrize("theme", THEMES)
def test_a_livery_changes_nothing_that_a_reader_chose(key: str, theme: Theme) -> None:
    dressed = ARTISTS[key].dress(theme)
    assert (dressed.palette, dressed.dark) == (theme.palette, theme.dark)
    assert ARTISTS[key].dress(dressed) == dressed


@pytest.mark.parametrize("key", ARTISTS)
def test_the_reference_sheet_is_drawn_and_told(key: str) -> None:
    artist = ARTISTS[key]
    picture = Image.open(io.BytesIO(artist.sheet()))
    assert (picture.format, picture.mode, picture.width) == ("PNG", "P", WIDTH)
    assert 0 < len(artist.sheet_text()) <= ALT_LIMIT
    assert artist.sheet(data=GAMES[key].info.data_version) == artist.sheet()


# What is reconstructed is said on every picture and in all words that show any of it, whatever the game.


RECONSTRUCTED_GAMES = [game.info.key for game in registry.games()]
LABELLED = [info.key for info in (game.info for game in registry.games()) if info.reconstruction() is not None]
MODES = [(key, mode.key) for key in LABELLED for mode in registry.get(key).info.modes]
WORD = "econstructed"
LONG = ("W" * 32,) * 6
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
Shown = tuple[Any, tuple[Event, ...]]


@cache
def moments(key: str, mode: str) -> tuple[Shown, ...]:
    """Positions of a random game as its first player sees them: the start, some on the way, and the end."""
    game, lot = registry.get(key), random.Random(mode)
    state = game.initial(Setup(mode), Chance.from_text(mode))
    eyes: Seat = 1
    shown: list[Shown] = [(game.view(state, eyes), ())]
    while to_act := game.to_act(state):
        step = game.apply(state, {seat: lot.choice(game.legal(state, seat)) for seat in sorted(to_act)})
        state = step.state
        shown.append((game.view(state, eyes), step.events))
    middle = shown[1:-1]
    return shown[0], *middle[:: max(1, len(middle) // many(2, 4))], shown[-1]


@contextmanager
def lettering() -> Iterator[list[str]]:
    """Collect every line of text that is put on pictures."""
    told: list[str] = []
    written = Canvas.text

    def text(canvas: Canvas, place: Any, words: str, *rest: Any, **more: Any) -> None:
        told.append(words)
        written(canvas, place, words, *rest, **more)

    with patch.object(Canvas, "text", text):
        yield told


def labels(draw: Callable[[], bytes]) -> list[str]:
    """The lines of a picture that say what is reconstructed."""
    with lettering() as told:
        assert draw()
    return [line for line in told if WORD in line]


def test_every_game_with_data_says_of_each_version_whether_it_is_reconstructed() -> None:
    for game in registry.games():
        if game.info.data_tag:
            assert game.info.data_version in dict(game.info.reconstructed)
    assert LABELLED == ["replicants", "apex", "mutants"]


@pytest.mark.parametrize(("key", "mode"), MODES)
def test_every_board_says_it(key: str, mode: str) -> None:
    artist, whole = renderer(key), str(registry.get(key).info.reconstruction())
    for view, last in moments(key, mode):
        for side in (None, 2):
            for marks in (True, False) if side is None else (True,):
                drawn = labels(lambda: artist.draw(view, last, Look(LONG, width=400, side=side, marks=marks)))  # noqa: B023
                assert drawn == [whole]
            told = artist.alt_text(view, last, Look(LONG, side=side))
            assert told.startswith(f"{whole}. ")
            assert len(told) <= ALT_LIMIT
            board = artist.text_board(view, Look(LONG, side=side))
            assert whole in " ".join(board.split())


@pytest.mark.parametrize(("key", "mode"), MODES)
def test_every_hand_and_every_list_of_cards_says_it(key: str, mode: str) -> None:
    artist, whole = renderer(key), str(registry.get(key).info.reconstruction())
    look = Look(width=400)
    for view, _ in moments(key, mode):
        for shelf in artist.shelves(view, look):
            assert whole in labels(lambda: artist.draw_shelf(view, shelf.key, look))  # noqa: B023
            assert shelf.alt == "" or shelf.alt.startswith(f"{whole}. ")
    for view, _ in moments(key, mode) if artist.deck else ():
        assert labels(lambda: artist.draw_cards(view, Look(width=400))) == [whole]  # noqa: B023
        assert artist.cards_text(view).startswith(f"{whole}. ")


@pytest.mark.parametrize("key", LABELLED)
def test_the_reference_sheet_says_it(key: str) -> None:
    artist = renderer(key)
    # Sheets are kept: this width is drawn nowhere else.
    assert labels(lambda: artist.sheet(look=Look(width=1187)))
    assert WORD in artist.sheet_text().split(".")[0]


@pytest.mark.parametrize(("key", "mode"), MODES)
def test_every_record_says_it(key: str, mode: str) -> None:
    game = registry.get(key)
    session = Session.start(game, Setup(mode), Chance.from_text("said"))
    text = record.write(session, NAMES[: len(session.view(None).sides)])
    assert f'[Reconstructed "{str(game.info.reconstruction()).partition(": ")[2]}"]\n' in text
    assert record.replay(record.read(text)).state == session.state


@pytest.mark.parametrize("key", LABELLED)
def test_published_data_would_not_be_called_reconstructed(key: str) -> None:
    artist = renderer(key)
    view, last = moments(key, registry.get(key).info.modes[0].key)[2]
    view = replace(view, reconstruction=None)
    assert not labels(lambda: artist.draw(view, last, Look(width=400)))
    assert WORD not in artist.alt_text(view, last) + artist.text_board(view)


@pytest.mark.parametrize("key", sorted(set(RECONSTRUCTED_GAMES) - set(LABELLED)))
def test_a_game_whose_rules_show_everything_says_nothing(key: str) -> None:
    artist = renderer(key)
    view, last = moments(key, "2")[2]
    assert not labels(lambda: artist.draw(view, last, Look(width=400)))
    assert WORD not in artist.alt_text(view, last) + artist.text_board(view) + artist.sheet_text()
    session = Session.start(registry.get(key), Setup("2"), Chance.from_text("said"))
    assert WORD not in record.write(session, ("Ann", "Bob"))
