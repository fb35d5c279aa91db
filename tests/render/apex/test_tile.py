"""Tiles of strategy cards: square, legible, marked with what is chosen, and kept; shelves name the same cards."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from engine.text import ENGLISH
from locales.pseudo import Pseudo
from render.apex.holding import Holding
from render.apex.scene import dressed
from render.apex.tile import ACROSS, tile
from render.look import Look
from render.theme import Palette, Theme
from tests.render.apex.scenes import ended, game
from tests.render.test_reconstructed import lettering

HOLDING = Holding()
THEME = dressed(Theme(), None)


def test_every_card_is_a_square_with_its_number_and_the_names_of_its_sides() -> None:
    for index in range(1, 31):
        with lettering() as told:
            drawn = tile.__wrapped__("", index, THEME, ENGLISH)
        assert {str(index), "W", "E", "C", "X", "War", "Colonisation"} <= set(told), told
        assert Image.open(io.BytesIO(drawn)).size == (ACROSS, ACROSS)
        assert len(drawn) <= 16 * 1024


@pytest.mark.parametrize("theme", [Theme(choice, dark) for choice in Palette for dark in (True, False)])
def test_every_mark_looks_different(theme: Theme) -> None:
    dress = dressed(theme, None)
    marks = ("", "*", "*W", "*E", "*C", "*X", "-")
    assert len({tile("", 12, dress, ENGLISH, mark) for mark in marks}) == len(marks)


def test_a_tile_is_drawn_once_for_each_theme_language_and_mark() -> None:
    tile.cache_clear()
    look = Look(("Ann",), Theme(), side=1)
    first = HOLDING.draw_tile("12", "", look)
    assert HOLDING.draw_tile("12", "", replace(look, names=("Bob",), side=2, width=400)) is first
    assert HOLDING.draw_tile("12", "", replace(look, theme=replace(look.theme, dark=not look.theme.dark))) != first
    HOLDING.draw_tile("12", "", replace(look, translate=Pseudo()), mark="-")
    assert tile.cache_info().misses == 3


@pytest.mark.parametrize(("mode", "count"), [("2", 10), ("5", 6)])
def test_a_hand_is_told_and_marked_card_by_card(mode: str, count: int) -> None:
    view = next(view for view, _ in game(mode, "shown", eyes=1) if view.phase == "choose")
    assert HOLDING.asked_shelf(view) == "hand"
    hand = view.sides[0].hand or ()
    assert len(hand) == count
    one, other = str(hand[0]), str(hand[2])
    (shelf,) = HOLDING.shelves(view, tiles=10, picked=(one, "E", other))
    assert shelf.codes == tuple(map(str, hand))
    assert shelf.marks == ("*E", "", "-", *[""] * (count - 3))
    (held,) = shelf.places
    assert [text.startswith(f"Card {card} (evolution ") for card, text in zip(hand, held.cards, strict=True)] == [
        True
    ] * count
    assert held.cards[0].endswith(": chosen, Evolution")
    assert held.cards[2].endswith(": discarded")
    (begun,) = HOLDING.shelves(view, tiles=10, picked=(one,))
    assert begun.places[0].cards[0].endswith(": chosen")
    (whole,) = HOLDING.shelves(view, tiles=count - 1)
    assert (whole.codes, whole.marks) == ((), ())
    assert whole.alt.endswith(".")


def test_nobody_else_holds_anything() -> None:
    view = next(view for view, _ in game("3", "shown", eyes=1) if view.phase == "choose")
    public = replace(view, viewer=None, sides=tuple(replace(each, hand=None) for each in view.sides))
    assert HOLDING.shelves(public, tiles=10) == ()
    assert HOLDING.asked_shelf(public) == ""
    assert HOLDING.asked_shelf(ended(view)) == ""
    war = next(view for view, _ in game("3", "shown", eyes=1) if view.phase == "war")
    assert HOLDING.asked_shelf(war) == ""
