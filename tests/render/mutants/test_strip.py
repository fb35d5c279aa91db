"""Strips of cards: hands of any size, packs, galleries; legible, light, labelled, in any language and theme."""

from __future__ import annotations

import io
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image

from engine.mutants.components import Components, components
from engine.text import say
from locales.pseudo import Pseudo
from render.canvas import Canvas
from render.lettering import Weight, width
from render.mutants.cards import LARGE, MIDDLE, draw_face, face
from render.mutants.strip import Part, Placed, draw_strip, dressed
from render.theme import Palette, Theme, colours, palette
from render.words import Look
from tests.pseudo import english_words
from tests.render.pixels import differ, picture
from tests.render.test_reconstructed import lettering

THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
LIMIT = 60 * 1024
TITLE = say("Your hand")
WHOLE = str(components().reconstructed)
CROWDED = ("GOR", "FAN", "ARM", "KOL", "MRV", "STA", "BOS", "NOB", "EVA", "TYR")
"""The cards that say most."""
NAMES = [card.name_en for card in components().cards.values()]


def part(*codes: str, marked: tuple[int, ...] = ()) -> Part:
    return Part(tuple(Placed(code, marked=place in marked) for place, code in enumerate(codes)))


def size_of(file: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(file)).size


@pytest.mark.parametrize("count", [1, 2, 4, 5, 9, 10])
@pytest.mark.parametrize("theme", THEMES)
def test_hands_of_any_size_are_light_and_have_the_palette_of_the_theme(count: int, theme: Theme) -> None:
    file = draw_strip(TITLE, [part(*CROWDED[:count])], Look(theme=theme))
    assert len(file) <= LIMIT
    image = Image.open(io.BytesIO(file))
    assert (image.mode, image.width) == ("P", 1200)
    entries = set(palette(dressed(theme)))
    assert {colour for _, colour in image.convert("RGB").getcolors(256) or []} <= entries


def test_a_hand_and_a_reserve_fit_into_the_size_promised() -> None:
    parts = [part(*CROWDED[:6]), Part(tuple(map(Placed, CROWDED[6:9])), say("Reserve"), say("A note"))]
    assert len(draw_strip(TITLE, parts)) <= LIMIT


def test_few_cards_are_drawn_larger() -> None:
    with patch("render.mutants.strip.draw_face", wraps=draw_face) as drawn:
        draw_strip(TITLE, [part(*CROWDED[:4])])
        assert {call.args[1].make for call in drawn.call_args_list} == {LARGE}
        drawn.reset_mock()
        draw_strip(TITLE, [part(*CROWDED[:9])])
        assert {call.args[1].make for call in drawn.call_args_list} == {MIDDLE}
        assert [call.args[1].code for call in drawn.call_args_list] == list(CROWDED[:9])


def test_a_marked_card_differs_from_the_others_by_its_frame() -> None:
    plain, marked = (draw_strip(TITLE, [part(*CROWDED[:3], marked=each)]) for each in ((), (1,)))
    box = differ(plain, marked)
    assert box is not None
    left, _, right, _ = box
    assert left == 18 + LARGE.across + 13
    assert right == left + LARGE.across
    assert picture(marked).getpixel((left + 3, 300)) == colours(dressed(Theme())).accent


def test_a_card_alone_says_beside_it_all_it_does() -> None:
    with lettering() as told:
        draw_strip(TITLE, [part("KOL")])
    words = " ".join(told)
    for sentence in ("Deploy: gain 5 force", "Freeze value 1 for each Saber", "Known: French name"):
        assert sentence in words


@pytest.mark.parametrize("translate", [Pseudo(), Pseudo(2)], ids=["pseudo", "long"])
@pytest.mark.parametrize("count", [1, 4, 9])
def test_nothing_reaches_beyond_the_picture_in_any_language(translate: Pseudo, count: int) -> None:
    placed = tuple(Placed(code, say("pile {n}: {count} cards", n=1, count=4)) for code in CROWDED[:count])
    written = Canvas.text

    def text(canvas: Canvas, at: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        if canvas.image.width == 1200:
            assert at[0] + width(words, round(size), more.get("weight", Weight.BOLD)) <= 1200 - 8
        assert size >= 19
        assert english_words(words, NAMES) == []
        written(canvas, at, words, size, *rest, **more)

    with patch.object(Canvas, "text", text):
        draw_strip(say("Your hand in this round of the game"), [Part(placed, TITLE, TITLE)], Look(translate=translate))


def test_what_is_reconstructed_is_said_once_and_what_marks_mean() -> None:
    with lettering() as told:
        draw_strip(TITLE, [part(*CROWDED[:3]), part(*CROWDED[3:6])])
    assert [line for line in told if "econstructed" in line] == [WHOLE]
    assert {"known", "known in part"} <= set(told)


def test_of_published_cards_nothing_is_said_to_be_reconstructed() -> None:
    with patch.object(Components, "reconstructed", None), lettering() as told:
        draw_strip(TITLE, [part(*CROWDED[:3])])
    assert not [line for line in told if "econstructed" in line]
    assert "known in part" not in told


def test_no_cards_are_a_title_alone() -> None:
    with lettering() as told:
        file = draw_strip(say("No cards in hand"), [Part(())])
    assert told == ["No cards in hand"]
    assert size_of(file) == (1200, 100)


def test_letters_can_be_read_four_hundred_pixels_wide() -> None:
    sizes: list[float] = []
    written = Canvas.text

    def text(canvas: Canvas, at: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        sizes.append(size)
        written(canvas, at, words, size, *rest, **more)

    face.cache_clear()
    with patch.object(Canvas, "text", text):
        draw_strip(TITLE, [part(*CROWDED[:9])])
    # Eight pixels and a half and more, of a picture that is shown in a third of its size.
    assert min(sizes) >= 25.5


@pytest.mark.parametrize("wide", [200, 400, 2400])
def test_strips_can_be_drawn_in_any_width(wide: int) -> None:
    assert size_of(draw_strip(TITLE, [part(*CROWDED[:6])], Look(width=wide)))[0] == wide
