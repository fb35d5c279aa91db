"""The chart sheet shows R9, in a picture and in words."""

from __future__ import annotations

import io
from dataclasses import replace
from unittest.mock import patch

import pytest
from PIL import Image

from engine.replicants.charts import VALUES, souls
from render.registry import renderer
from render.theme import Palette, Theme
from render.words import ALT_LIMIT, Look
from tests.render.test_reconstructed import lettering

ARTIST = renderer("replicants")


def test_the_words_hold_every_chart() -> None:  # R9
    text = ARTIST.sheet_text()
    assert "Soul 3 walks 1 11 5 55 3." in text
    assert "Soul 4 walks 0 3 and leaps 00 01 05 12 45." in text
    assert "Soul 5 walks 11 55 33 and fires arcs 1 5 00 01 05." in text
    assert all(f"Soul {value} walks" in text for value in VALUES)
    assert "econstruct" in text
    assert len(text) <= ALT_LIMIT


@pytest.mark.parametrize("palette", Palette)
@pytest.mark.parametrize("dark", [True, False])
def test_sheets_are_drawn_in_every_theme(palette: Palette, dark: bool) -> None:
    for width in (400, 1200):
        image = Image.open(io.BytesIO(ARTIST.sheet(look=Look(theme=Theme(palette, dark), width=width))))
        assert (image.mode, image.width) == ("P", width)


def test_of_published_charts_nothing_is_said_to_be_reconstructed() -> None:
    sets = {key: replace(each, reconstruction=False) for key, each in souls().sets.items()}
    published = replace(souls(), sets=sets)
    with patch("render.replicants.sheet.souls", lambda: published), lettering() as told:
        ARTIST.sheet(look=Look(width=1183))  # sheets are kept: this width is drawn nowhere else
        words = ARTIST.sheet_text()
    assert not [line for line in (*told, words) if "econstruct" in line]


def test_a_chart_set_that_is_not_there_is_refused() -> None:
    assert ARTIST.sheet(data=souls().current) == ARTIST.sheet()
    with pytest.raises(KeyError):
        ARTIST.sheet(data="0")
