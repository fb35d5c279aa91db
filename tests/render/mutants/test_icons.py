"""Symbols are told apart by form, without colour, as small as they are drawn on boards."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from render.icons import Icon, mask
from render.mutants.icons import GENES, SHEET

SMALLEST = 13
"""The radius of the smallest symbols, in pixels of a picture 1,200 wide."""


def unlike(one: Icon, other: Icon, radius: float) -> float:
    """The share of the pixels in which two symbols differ, of those that either covers."""
    first, second = mask(one, radius).levels, mask(other, radius).levels
    differing = ImageStat.Stat(ImageChops.difference(first, second)).sum[0]
    return float(differing / ImageStat.Stat(ImageChops.lighter(first, second)).sum[0])


def test_genes_differ_in_form_even_on_a_telephone() -> None:
    assert list(GENES) == list("ABCDEF")
    for one, other in combinations(GENES.values(), 2):
        assert unlike(one, other, SMALLEST) > 0.4
        assert unlike(one, other, SMALLEST / 2) > 0.3


def test_no_two_symbols_of_effects_are_alike() -> None:
    for one, other in combinations([*SHEET, *GENES.values()], 2):
        assert unlike(one, other, SMALLEST) > 0.1, (one, other)


@pytest.mark.parametrize("icon", [*SHEET, *GENES.values()])
def test_a_symbol_keeps_to_its_circle(icon: Icon) -> None:
    drawn = mask(icon, 40)
    left, top, right, bottom = drawn.levels.getbbox() or (0, 0, 0, 0)
    middle = drawn.size[0] / 2
    # Strokes have round ends, so a little more than the radius; never the edge of the mask, where it would be cut.
    assert max(middle - left, right - middle, middle - top, bottom - middle) <= 41
    assert min(right - left, bottom - top) >= 30
