"""The aid card: every symbol of cards and boards is explained on it, in any language; it is light."""

from __future__ import annotations

import io
from unittest.mock import patch

import pytest
from PIL import Image

from engine.mutants.components import Components, components
from engine.mutants.teaching.help import TOPICS
from locales.pseudo import Pseudo
from render.lettering import ELLIPSIS
from render.mutants.icons import SHEET, left
from render.mutants.sheet import _BULLETS, SIGNS, draw_sheet, sheet_text
from render.mutants.strip import dressed
from render.theme import Palette, Theme, palette
from render.words import ALT_LIMIT, Look
from tests.pseudo import english_words
from tests.render.test_reconstructed import lettering

THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
AID = next(topic for topic in TOPICS if topic.sheet)
WHOLE = str(components().reconstructed)


def test_every_symbol_is_explained() -> None:
    assert {*SHEET} - {icon for icon, _ in SIGNS} == {left}  # its twin to the right stands for both
    assert len({text for _, text in SIGNS}) == len(SIGNS)


@pytest.mark.parametrize("theme", THEMES)
def test_the_sheet_is_light_and_has_the_palette_of_the_theme(theme: Theme) -> None:
    file = draw_sheet(look=Look(theme=theme))
    assert len(file) <= 60 * 1024
    image = Image.open(io.BytesIO(file))
    assert (image.mode, image.width) == ("P", 1200)
    assert {colour for _, colour in image.convert("RGB").getcolors(256) or []} <= set(palette(dressed(theme)))


def test_every_sentence_of_the_aid_card_is_on_the_sheet() -> None:
    with lettering() as told:
        draw_sheet(look=Look(width=1190))  # sheets are kept: this width is drawn nowhere else
    words = " ".join(told)
    for point in AID.points:
        assert str(point.text) in words
    assert WHOLE in words
    assert {str(text) for _, text in SIGNS} <= set(told)
    assert {str(value) for value in (*components().rounds.red, *components().rounds.black)} <= set(told)


def test_of_published_cards_nothing_is_said_to_be_reconstructed() -> None:
    with patch.object(Components, "reconstructed", None), lettering() as told:
        draw_sheet(look=Look(width=1188))
        words = sheet_text()
    assert not [line for line in (*told, words) if "econstructed" in line]
    assert words.startswith("Your turn: 1. crush")


def test_points_of_the_aid_card_have_a_symbol_each() -> None:
    plain = [point for point in AID.points if not any(rule in _BULLETS for rule in point.rules)]
    genes = [point for point in plain if point.text.template == "{gene}: {meaning}"]
    assert len(genes) == 6
    assert len(plain) == 7  # besides, that this aid card is ours


def test_no_word_is_cut_in_any_language() -> None:
    with lettering() as told:
        draw_sheet(look=Look(translate=Pseudo(), width=1189))
    assert not [line for line in told if ELLIPSIS in line]
    assert [word for line in told for word in english_words(line)] == []


@pytest.mark.parametrize("look", [Look(), Look(translate=Pseudo()), Look(translate=Pseudo(2))])
def test_words_are_whole_sentences_that_begin_with_what_is_reconstructed(look: Look) -> None:
    told = sheet_text(look=look)
    assert len(told) <= ALT_LIMIT
    assert told.startswith(components().reconstructed.render(look.translate))  # type: ignore[union-attr]
    assert told[-1] in ".»"
    if look == Look():
        for word in ("crush", "Deploy", "Breed", "Incubate", "4/2, 5/2, 6/3", "Empty deck"):
            assert word in told
