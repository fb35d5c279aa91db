"""Faces of cards: what stands on them, in every theme, in any language, for every card of the data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from engine.mutants.box import Known
from engine.mutants.components import components
from engine.text import ENGLISH, Translate
from locales.pseudo import Pseudo
from render.canvas import Canvas
from render.lettering import ELLIPSIS, Weight, width
from render.mutants import cards
from render.mutants.cards import LARGE, MIDDLE, Make, even_height, face, face_height, name_colours
from render.theme import Livery, Palette, Theme, colours, contrast, palette
from tests.pseudo import english_words
from tests.render.test_reconstructed import lettering

EVERY = list(components().cards)
NAMES = [card.name_en for card in components().cards.values()]
THEMES = [Theme(choice, dark, Livery.GENES) for choice in Palette for dark in (True, False)]
THEME = THEMES[0]


def drawn(
    code: str, make: Make = MIDDLE, translate: Translate = ENGLISH, unit: float = 1.0, theme: Theme = THEME
) -> Any:
    """A face as it is drawn anew."""
    height = face_height("", code, make, translate, unit)
    return face.__wrapped__("", code, make, height, theme, translate, unit)


@contextmanager
def kept_inside(room: int) -> Iterator[list[str]]:
    """Collect every line of text, and fail where one reaches beyond the card's right edge."""
    told: list[str] = []
    written = Canvas.text

    def text(canvas: Canvas, at: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        told.append(words)
        wide = width(words, round(size), more.get("weight", Weight.BOLD))
        right = at[0] + (wide if more.get("anchor", "l") == "l" else 0)
        left = at[0] - (wide if more.get("anchor", "l") == "r" else 0)
        assert left >= 0
        assert right <= room, words
        written(canvas, at, words, size, *rest, **more)

    with patch.object(Canvas, "text", text):
        yield told


@pytest.mark.parametrize("make", [LARGE, MIDDLE])
@pytest.mark.parametrize("translate", [ENGLISH, Pseudo(), Pseudo(1)], ids=["english", "pseudo", "long"])
def test_everything_fits_on_every_card_in_any_language(make: Make, translate: Translate) -> None:
    for code in EVERY:
        with kept_inside(make.across - 8) as told:
            drawn(code, make, translate)
        assert not [line for line in told if ELLIPSIS in line]


def test_every_word_on_a_card_goes_through_the_catalogue_but_for_its_name() -> None:
    for code in EVERY:
        with lettering() as told:
            drawn(code, translate=Pseudo())
        assert [word for line in told for word in english_words(line, NAMES)] == []


def test_a_card_shows_its_name_its_code_and_its_freeze_value() -> None:
    for card in components().cards.values():
        with lettering() as told:
            drawn(card.code)
        assert told[0] == card.name_en
        assert card.code in told
        worth = f"×{card.copies}" if card.kind == "boss" else f"{card.freeze}×" if card.per else str(card.freeze)
        assert worth in told


@pytest.mark.parametrize("theme", THEMES)
def test_names_of_basic_mutants_stand_on_white_of_advanced_ones_on_black(theme: Theme) -> None:
    scheme, entries = colours(theme), palette(theme)
    for code, kind in (("ZOM", "basic"), ("TRI", "advanced"), ("HDE", "boss")):
        ground, ink = name_colours(scheme, kind)
        assert contrast(ground, ink) >= 7
        assert (sum(ground) > sum(ink)) == (kind == "basic")
        picture = drawn(code, theme=theme)
        assert entries[picture.getpixel((MIDDLE.across // 2, 6))] == ground


@pytest.mark.parametrize("theme", THEMES)
def test_symbols_stand_out_from_what_they_are_drawn_on(theme: Theme) -> None:
    scheme = colours(theme)
    assert len(set(scheme.genes)) == 6
    assert {*scheme.genes, scheme.well, scheme.surface} <= set(palette(theme))
    for ground in (scheme.page, scheme.surface, scheme.well):
        for colour in scheme.genes:
            assert contrast(colour, ground) >= 3


def test_a_mark_tells_every_known_field_and_no_other() -> None:
    shown = {
        "name_en",
        "genes",
        "freeze",
        "deploy",
        "leave",
        "permanent",
        "parry",
        "transformation",
        "arrow",
        "weakness",
    }
    for card in components().cards.values():
        with patch.object(cards, "draw_known") as marks:
            drawn(card.code)
        told = [call.args[2] for call in marks.call_args_list]
        here = shown - ({"deploy"} if card.transformation else {"transformation"})
        here -= {"freeze", "genes"} if card.kind == "boss" else {"arrow"}
        assert told.count(Known.YES) == len(card.known & here), card.code
        assert told.count(Known.PARTLY) == len(card.inferred & here), card.code


def test_cards_in_a_row_are_equally_high() -> None:
    height = even_height("", ["ROB", "GOR"], MIDDLE, ENGLISH, 1.0)
    assert height == face_height("", "GOR", MIDDLE, ENGLISH, 1.0) > face_height("", "ROB", MIDDLE, ENGLISH, 1.0)
    assert face("", "ROB", MIDDLE, height, THEME, ENGLISH, 1.0).size == (MIDDLE.across, height)
    assert even_height("", [], MIDDLE, ENGLISH, 1.0) == 0


def test_a_face_is_drawn_once() -> None:
    assert face("", "ROB", MIDDLE, 300, THEME, ENGLISH, 1.0) is face("", "ROB", MIDDLE, 300, THEME, ENGLISH, 1.0)
    assert face.cache_info().maxsize == cards.FACES_KEPT


@pytest.mark.parametrize("unit", [1 / 6, 1 / 3, 2.0])
def test_cards_can_be_drawn_in_any_size(unit: float) -> None:
    for code in EVERY[::5]:
        assert drawn(code, unit=unit).width == round(MIDDLE.across * unit)
