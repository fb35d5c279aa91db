"""What is reconstructed is said on every picture and in all words that show any of it, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest

from engine import record, registry
from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.seat import Seat
from engine.session import Session
from render.canvas import Canvas
from render.extras import DeckRenderer, HoldingRenderer
from render.registry import renderer
from render.words import ALT_LIMIT, Look
from tests.volume import many

GAMES = [game.info.key for game in registry.games()]
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
    for view, _ in moments(key, mode) if isinstance(artist, HoldingRenderer) else ():
        assert isinstance(artist, HoldingRenderer)
        for shelf in artist.shelves(view, look):
            assert whole in labels(lambda: artist.draw_shelf(view, shelf.key, look))  # noqa: B023
            assert shelf.alt == "" or shelf.alt.startswith(f"{whole}. ")
    for view, _ in moments(key, mode) if isinstance(artist, DeckRenderer) else ():
        assert isinstance(artist, DeckRenderer)
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


@pytest.mark.parametrize("key", sorted(set(GAMES) - set(LABELLED)))
def test_a_game_whose_rules_show_everything_says_nothing(key: str) -> None:
    artist = renderer(key)
    view, last = moments(key, "2")[2]
    assert not labels(lambda: artist.draw(view, last, Look(width=400)))
    assert WORD not in artist.alt_text(view, last) + artist.text_board(view) + artist.sheet_text()
    session = Session.start(registry.get(key), Setup("2"), Chance.from_text("said"))
    assert WORD not in record.write(session, ("Ann", "Bob"))
