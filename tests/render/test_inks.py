"""Inks: the theme's colours as they are, and blends that are as near as its palette has them."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from render.canvas import inks
from render.theme import Livery, Palette, Theme, colours, mix, palette

THEMES = [Theme(choice, dark, livery) for choice in Palette for dark in (True, False) for livery in Livery]


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_of_the_palette_is_drawn_as_it_is(theme: Theme) -> None:
    found, entries = inks(theme), palette(theme)
    assert [found.colours[found.entry(colour)] for colour in entries] == list(entries)
    assert len(found.colours) == 256


@pytest.mark.parametrize("theme", THEMES)
def test_a_strange_colour_becomes_the_nearest_one(theme: Theme) -> None:
    strange = (200, 17, 133)
    nearest = min(math.dist(strange, colour) for colour in palette(theme))
    found = inks(theme)
    assert math.dist(found.colours[found.entry(strange)], strange) == nearest
    assert found.entry(strange) == found.entry(strange)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("share", [1 / 3, 1 / 2, 2 / 3])
def test_blends_are_about_the_nearest_colours_and_never_what_fills_the_palette_up(theme: Theme, share: float) -> None:
    found, entries, look = inks(theme), palette(theme), colours(theme)
    for ink in (look.text, look.accent, look.seat(1).fill, look.danger):
        table = found.blend(ink, share)
        assert len(table) == 256
        for ground, entry in zip(entries, table, strict=False):
            wanted = mix(ground, ink, share)
            nearest = min(math.dist(wanted, colour) for colour in entries)
            # Pillow looks for them in steps of four levels a channel.
            assert math.dist(entries[entry], wanted) <= nearest + 12


def test_what_seats_wear_changes_no_ink() -> None:
    theme = Theme(livery=Livery.STARS)
    assert inks(replace(theme, worn=(3, 1, 0))) is inks(theme)
