"""Every theme is readable, for people who see all colours and for those who do not."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest

from render.theme import PALETTE_SIZE, Livery, Palette, Theme, colours, contrast, luminance, mix, palette
from tests.render.sight import DEFICIENCIES, difference, lab, linear, seen

THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
CHEQUERED = [Theme(choice, dark, Livery.CHESS) for choice in Palette for dark in (True, False)]
STARRY = [Theme(choice, dark, Livery.STARS) for choice in Palette for dark in (True, False)]

GENETIC = [Theme(choice, dark, Livery.GENES) for choice in Palette for dark in (True, False)]


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable_on_what_it_stands_on(theme: Theme) -> None:
    look = colours(theme)
    for back in (look.page, look.surface, look.cell, look.well):
        assert contrast(look.text, back) >= 7
        assert contrast(look.muted, back) >= 4.5
    for seat, style in enumerate(look.seats, 1):
        assert contrast(style.ink, style.fill) >= 4.5
        assert contrast(look.mark(seat), style.fill) >= 3
        assert contrast(look.text, look.spent(seat)) >= 4.5
        assert contrast(look.text, look.tint(seat)) >= 4.5
    assert contrast(look.page, look.walk) >= 4.5
    assert contrast(look.page, look.accent) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_edges_and_marks_stand_out_from_the_board(theme: Theme) -> None:
    look = colours(theme)
    for mark in (look.accent, look.walk, look.leap, look.arc, look.danger, look.text):
        assert contrast(mark, look.cell) >= 3
    for seat, style in enumerate(look.seats, 1):
        assert contrast(style.edge, look.tint(seat)) >= 3
        assert contrast(style.edge, look.cell) >= 3
        assert contrast(look.text, look.tint(seat)) >= 3  # the nose
        assert contrast(look.ghost(seat), look.cell) >= 3
        assert contrast(style.edge, look.surface) >= 3  # the frame of who is to act


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deficiency", [None, *DEFICIENCIES])
def test_seats_are_told_apart_by_colour(theme: Theme, deficiency: str | None) -> None:
    fills = [style.fill for style in colours(theme).seats]
    least = min(difference(seen(one, deficiency), seen(other, deficiency)) for one, other in combinations(fills, 2))
    assert least >= (25 if theme.palette is Palette.SAFE else 24)


@pytest.mark.parametrize("theme", THEMES)
def test_seats_are_told_apart_without_colour(theme: Theme) -> None:
    seats = colours(theme).seats
    assert len({style.shape for style in seats}) == len({style.letter for style in seats}) == len(seats) == 4
    assert not {style.letter for style in seats} & set("ABCDEFGHIJKL")  # never a column (R2)


@pytest.mark.parametrize("theme", THEMES)
def test_the_palette_holds_every_plain_colour(theme: Theme) -> None:
    entries, look = palette(theme), colours(theme)
    assert len(entries) == len(set(entries)) <= PALETTE_SIZE
    assert {look.page, look.cell, look.surface, look.text, look.muted, look.accent} <= set(entries)
    assert {colour for style in look.seats for colour in (style.fill, style.ink, style.edge)} <= set(entries)


@pytest.mark.parametrize("theme", CHEQUERED)
def test_a_chequered_board_is_readable_on_both_kinds_of_squares(theme: Theme) -> None:
    look = colours(theme)
    for back in (look.page, look.surface, look.well):
        assert contrast(look.text, back) >= 7
        assert contrast(look.muted, back) >= 4.5
    for seat, style in enumerate(look.seats, 1):
        assert contrast(style.ink, style.fill) >= 7
        assert contrast(look.mark(seat), style.fill) >= 3
        assert contrast(style.edge, look.surface) >= 3
    for square in (look.cell, look.check):
        for mark in (look.accent, look.walk, look.leap, look.danger):
            assert contrast(mark, square) >= 3
        for seat, style in enumerate(look.seats, 1):
            assert contrast(style.edge, square) >= 3
            assert contrast(look.ghost(seat), square) >= 3
        assert contrast(look.accent, look.glow(square)) >= 4.5
        assert math.dist(lab(linear(look.glow(square))), lab(linear(square))) >= 10
    assert contrast(look.cell, look.check) >= 1.25


@pytest.mark.parametrize("theme", CHEQUERED)
@pytest.mark.parametrize("deficiency", [None, *DEFICIENCIES])
def test_white_and_black_are_told_apart_by_colour(theme: Theme, deficiency: str | None) -> None:
    white, black = colours(theme).seats
    assert contrast(white.fill, black.fill) >= 10
    assert math.dist(seen(white.fill, deficiency), seen(black.fill, deficiency)) >= 70
    # Marks and curves of the two, which are drawn in the edges' colours.
    assert math.dist(seen(white.edge, deficiency), seen(black.edge, deficiency)) >= 20
    assert (white.shape, white.letter) != (black.shape, black.letter)


@pytest.mark.parametrize("theme", CHEQUERED)
def test_the_palette_of_a_chequered_board_holds_every_plain_colour(theme: Theme) -> None:
    entries, look = palette(theme), colours(theme)
    assert len(entries) == len(set(entries)) <= PALETTE_SIZE
    assert entries[0] == look.page
    assert {look.page, look.cell, look.check, look.surface, look.text, look.muted, look.accent} <= set(entries)
    assert {look.glow(look.cell), look.glow(look.check)} <= set(entries)
    assert {colour for style in look.seats for colour in (style.fill, style.ink, style.edge)} <= set(entries)


@pytest.mark.parametrize("theme", STARRY)
def test_a_star_map_is_readable_whoever_controls_a_sector(theme: Theme) -> None:
    look = colours(theme)
    for back in (look.page, look.surface, look.cell, look.well):
        assert contrast(look.text, back) >= 7
        assert contrast(look.muted, back) >= 4.5
    for mark in (look.accent, look.walk, look.leap, look.arc, look.danger):
        assert contrast(mark, look.cell) >= 3
        assert contrast(mark, look.page) >= 3
    for seat, style in enumerate(look.seats, 1):
        assert contrast(style.ink, style.fill) >= 4.5
        assert contrast(look.text, look.tint(seat)) >= 4.5
        # All that stands on patterns is large and bold, for which 3 is enough.
        assert contrast(look.text, look.hatch(seat)) >= 4
        # Rims, domes and frames.
        for ground in (look.tint(seat), look.cell, look.page, look.surface):
            assert contrast(style.edge, ground) >= 3
        assert contrast(look.hatch(seat), look.tint(seat)) >= 1.2


@pytest.mark.parametrize("theme", STARRY)
@pytest.mark.parametrize("deficiency", [None, *DEFICIENCIES])
def test_civilisations_are_told_apart_by_colour(theme: Theme, deficiency: str | None) -> None:
    fills = [style.fill for style in colours(theme).seats]
    least = min(difference(seen(one, deficiency), seen(other, deficiency)) for one, other in combinations(fills, 2))
    assert least >= (18 if theme.palette is Palette.SAFE else 20)


@pytest.mark.parametrize("theme", STARRY)
def test_civilisations_are_told_apart_without_colour(theme: Theme) -> None:
    seats = colours(theme).seats
    assert len({style.shape for style in seats}) == len({style.letter for style in seats}) == len(seats) == 6


@pytest.mark.parametrize("theme", STARRY)
def test_seats_wear_what_their_civilisations_do_and_share_a_palette(theme: Theme) -> None:
    look, worn = colours(theme), replace(theme, worn=(6, 0, 2))
    assert [style.letter for style in colours(worn).seats] == [look.seats[5].letter, "2", look.seats[1].letter]
    assert colours(worn).seat(1) == look.seat(6)
    assert palette(worn) == palette(theme)
    entries = palette(theme)
    assert len(entries) == len(set(entries)) <= PALETTE_SIZE
    assert entries[0] == look.page
    for seat, style in enumerate(look.seats, 1):
        assert {style.fill, style.ink, style.edge, look.tint(seat), look.hatch(seat)} <= set(entries)


@pytest.mark.parametrize("theme", GENETIC)
def test_symbols_of_genes_and_seats_are_readable_on_cards(theme: Theme) -> None:
    look, entries = colours(theme), palette(theme)
    assert entries[0] == look.page
    assert len(entries) == len(set(entries)) <= PALETTE_SIZE
    for back in (look.page, look.surface, look.well):
        assert contrast(look.text, back) >= 7
        assert contrast(look.muted, back) >= 4.5
        for mark in (*look.genes, look.walk, look.danger, look.accent):
            assert contrast(mark, back) >= 3
    for style in look.seats:
        assert contrast(style.ink, style.fill) >= 4.5
        for ground in (look.page, look.surface):
            assert contrast(style.edge, ground) >= 3
        assert {style.fill, style.ink, style.edge} <= set(entries)
    assert len(set(look.genes)) == 6
    assert set(look.genes) <= set(entries)


@pytest.mark.parametrize("theme", GENETIC)
@pytest.mark.parametrize("deficiency", [None, *DEFICIENCIES])
def test_genes_are_told_apart_by_colour_beside_their_forms(theme: Theme, deficiency: str | None) -> None:
    genes = colours(theme).genes
    least = min(difference(seen(one, deficiency), seen(other, deficiency)) for one, other in combinations(genes, 2))
    assert least >= (8 if theme.palette is Palette.SAFE else 12)


def test_differences_are_those_of_the_published_pairs() -> None:
    # Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 16, 24.
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert difference((50, 2.5, 0), (50, 0, -2.5)) == pytest.approx(4.3065, abs=1e-4)
    assert difference((50, 2.5, 0), (50, 3.2592, 0.335)) == pytest.approx(1, abs=1e-4)


def test_contrast_is_that_of_wcag() -> None:
    black, white = (0, 0, 0), (255, 255, 255)
    assert contrast(black, white) == contrast(white, black) == pytest.approx(21)
    assert contrast(white, white) == 1
    assert luminance((119, 119, 119)) == pytest.approx(0.1845, abs=1e-4)
    assert mix(black, white, 0.2) == (51, 51, 51)
