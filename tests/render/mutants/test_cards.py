"""Faces of cards: what stands on them, in every theme, in any language, for every card of the data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from engine.mutants.components import Known, components
from engine.text import ENGLISH, Translate
from locales.pseudo import Pseudo
from render.canvas import Canvas
from render.lettering import ELLIPSIS, Weight, width
from render.mutants import cards
from render.mutants.cards import LARGE, MIDDLE, Face, Make, draw_face, even_height, face, face_height, name_colours
from render.theme import Colour, Livery, Palette, Theme, colours, contrast, palette
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
    return face.__wrapped__(Face("", code, make, theme, translate, unit))


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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("marked", [False, True])
def test_a_card_is_as_high_as_the_others_of_its_row_and_framed_all_around(theme: Theme, *, marked: bool) -> None:
    height = even_height("", ["ROB", "GOR"], MIDDLE, ENGLISH, 1.0)
    assert height == face_height("", "GOR", MIDDLE, ENGLISH, 1.0) > face_height("", "ROB", MIDDLE, ENGLISH, 1.0)
    scheme, entries = colours(theme), palette(theme)
    canvas = Canvas.blank(MIDDLE.across + 20, height + 20, scheme.page, theme, crowded=True)
    draw_face(canvas, Face("", "ROB", MIDDLE, theme, ENGLISH, 1.0, marked), (10, 10), height)

    def seen(x: int, y: int) -> Colour:
        entry = canvas.image.getpixel((x, y))
        assert isinstance(entry, int)
        return entries[entry]

    frame, right, bottom = scheme.accent if marked else scheme.muted, 10 + MIDDLE.across, 10 + height
    for y in (40, height // 2, height - 20):
        assert (seen(9, y), seen(10, y), seen(right - 1, y), seen(right, y)) == (scheme.page, frame, frame, scheme.page)
    for x in (40, MIDDLE.across // 2, MIDDLE.across - 20):
        assert (seen(x, 9), seen(x, 10), seen(x, bottom - 1), seen(x, bottom)) == (
            scheme.page,
            frame,
            frame,
            scheme.page,
        )
        assert seen(x, bottom - 10) == scheme.surface
    assert {seen(x, y) for x in (10, right - 1) for y in (10, bottom - 1)} == {scheme.page}
    assert even_height("", [], MIDDLE, ENGLISH, 1.0) == 0


@pytest.mark.parametrize("code", ["GOR", "ROB", "HDE"])
@pytest.mark.parametrize("more", [0, 1, 60])
def test_a_higher_card_differs_from_its_face_by_room_below_alone(code: str, more: int) -> None:
    picture = drawn(code)
    canvas = Canvas.blank(picture.width, picture.height + more, colours(THEME).page, THEME, crowded=True)
    draw_face(canvas, Face("", code, MIDDLE, THEME, ENGLISH, 1.0), (0, 0), picture.height + more)
    # Beside the lower corners, which are round in the one and not in the other.
    inner = (20, 0, picture.width - 20, picture.height - 3)
    assert canvas.image.crop(inner).tobytes() == picture.crop(inner).tobytes()
    if not more:
        assert canvas.image.tobytes() == picture.tobytes()


def test_a_face_is_drawn_once_whatever_its_height() -> None:
    each = Face("", "ROB", MIDDLE, THEME, ENGLISH, 1.0)
    canvas = Canvas.blank(1200, 800, colours(THEME).page, THEME, crowded=True)
    before = face(each)
    for high in (300, 400):
        draw_face(canvas, each, (0, 0), high)
    assert face(each) is before
    assert face.cache_info().maxsize == cards.FACES_KEPT


@pytest.mark.parametrize("unit", [1 / 6, 1 / 3, 2.0])
def test_cards_can_be_drawn_in_any_size(unit: float) -> None:
    for code in EVERY[::5]:
        assert drawn(code, unit=unit).width == round(MIDDLE.across * unit)


@pytest.mark.parametrize("make", [LARGE, MIDDLE])
def test_a_may_stands_on_the_line_of_what_it_is_about(make: Make) -> None:
    for card in components().mutants:
        for row in cards._rows(card, make, ENGLISH, 1.0):
            assert not [line for line in row.lines if line[-1].word == str(cards._MAY)], card.code
