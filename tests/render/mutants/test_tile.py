"""Tiles: every card is square, legible, whole in any language, and kept."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image

from engine.mutants.components import components
from engine.text import ENGLISH, Translate
from locales.pseudo import Pseudo
from render.canvas import Canvas
from render.lettering import Weight, width
from render.mutants.cards import face_height
from render.mutants.holding import Holding
from render.mutants.strip import ACROSS, dressed, make_of, tile
from render.theme import Theme
from render.words import Look
from tests.render.mutants.scenes import LONGEST, position
from tests.render.mutants.test_cards import EVERY, kept_inside

MUTANTS = [code for code in EVERY if components().card(code).kind != "boss"]
THEME = dressed(Theme())
HOLDING = Holding()
LEAST = {ENGLISH: 30, Pseudo(1): 27}
"""Size of the smallest words, by language: on a tile a third of a phone wide, a quarter of it."""


@pytest.mark.parametrize("translate", list(LEAST), ids=["english", "long"])
def test_every_card_is_whole_in_any_language(translate: Translate) -> None:
    for code in MUTANTS:
        make = make_of("", code, translate)
        assert make.size >= LEAST[translate], code
        assert face_height("", code, make, translate, 1.0) <= ACROSS
        with kept_inside(ACROSS - 8) as told:
            png = tile.__wrapped__("", code, THEME, translate)
        assert components().card(code).code in told
        assert Image.open(io.BytesIO(png)).size == (ACROSS, ACROSS)
        assert len(png) <= 16 * 1024


def test_genes_code_and_freeze_value_do_not_touch() -> None:
    for code in MUTANTS:
        make = make_of("", code, ENGLISH)
        spans: list[tuple[float, float]] = []
        y = make.band + 0.97 * make.size

        def text(
            _canvas: Canvas, at: Any, words: str, size: float, *_: Any, y: float = y, spans: Any = spans, **more: Any
        ) -> None:
            if at[1] == y:
                wide = width(words, round(size), more.get("weight", Weight.BOLD))
                left = at[0] - (wide if more.get("anchor", "l") == "r" else 0)
                spans.append((left, left + wide))

        def fill(_canvas: Canvas, mask: Any, at: Any, *_: Any, y: float = y, spans: Any = spans) -> None:
            if at[1] == y:
                spans.append((at[0] - mask.reach, at[0] + mask.reach))

        with patch.object(Canvas, "text", text), patch.object(Canvas, "fill", fill):
            tile.__wrapped__("", code, THEME, ENGLISH)
        spans.sort()
        assert len(spans) >= 4
        assert [code for (_, end), (start, _) in pairwise(spans) if end > start + 4] == []


def test_a_tile_is_drawn_once_for_each_theme_and_language() -> None:
    tile.cache_clear()
    look = Look(("Ann",), Theme(), side=1)
    first = HOLDING.draw_tile("ROB", "", look)
    assert HOLDING.draw_tile("ROB", "", replace(look, names=("Bob",), side=2, width=400)) is first
    light = HOLDING.draw_tile("ROB", "", replace(look, theme=replace(look.theme, dark=not look.theme.dark)))
    HOLDING.draw_tile("ZOM", "", replace(look, translate=Pseudo()))
    assert light != first
    assert tile.cache_info().misses == 3


@pytest.mark.parametrize(("count", "tiles"), [(0, 0), (6, 6), (10, 10), (11, 0)])
def test_a_hand_of_so_many_is_a_shelf_by_itself(count: int, tiles: int) -> None:
    view = position("2", eyes=1)
    hand = LONGEST[:count]
    mine = replace(view.sides[0], hand=hand)
    here = replace(view, sides=(mine, *view.sides[1:]))
    first, *others = HOLDING.shelves(here, tiles=10)
    assert (first.key, len(first.codes)) == ("hand", tiles)
    assert not any(each.codes for each in others)
    assert not any(each.codes for each in HOLDING.shelves(here))
    if tiles:
        (held,) = first.places
        assert [f"({code})" in card for code, card in zip(first.codes, held.cards, strict=True)] == [True] * count
        assert others[0].key == "tops"
        assert first.codes == hand
