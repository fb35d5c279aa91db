"""Every theme is readable, for people who see all colours and for those who do not."""

from __future__ import annotations

import functools
import math
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

from engine.apex.view import Pawns
from engine.hexgrid import parse_hex
from engine.replica.view import Piece
from engine.text import say
from render import theme as themes
from render.canvas import Canvas, inks
from render.charts import Chart, Figure, draw_figure, draw_key
from render.registry import renderer
from render.replicants.frame import frame_of
from render.summary import draw_summary
from render.theme import PALETTE_SIZE, Colour, Livery, Palette, Theme, colours, contrast, luminance, mix, palette
from render.words import Look
from tests.render.apex import scenes as apex
from tests.render.mutants import scenes as mutants
from tests.render.pixels import DEFICIENCIES, difference, lab, linear, picture, seen
from tests.render.replica import scenes as replica
from tests.render.replicants import scenes as replicants
from tests.render.samples import CURVE, RATING, SEATS, look
from tests.render.samples import THEMES as SAMPLES_THEMES
from tests.render.test_summary import NAMES, card

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
def test_a_star_map_is_readable_under_any_control(theme: Theme) -> None:
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


# Inks: the theme's colours as they are, and blends that are as near as its palette has them.


INKS_THEMES = [Theme(choice, dark, livery) for choice in Palette for dark in (True, False) for livery in Livery]


@pytest.mark.parametrize("theme", INKS_THEMES)
def test_every_colour_of_the_palette_is_drawn_as_it_is(theme: Theme) -> None:
    found, entries = inks(theme), palette(theme)
    assert [found.colours[found.entry(colour)] for colour in entries] == list(entries)
    assert len(found.colours) == 256


@pytest.mark.parametrize("theme", INKS_THEMES)
def test_a_strange_colour_becomes_the_nearest_one(theme: Theme) -> None:
    strange = (200, 17, 133)
    nearest = min(math.dist(strange, colour) for colour in palette(theme))
    found = inks(theme)
    assert math.dist(found.colours[found.entry(strange)], strange) == nearest
    assert found.entry(strange) == found.entry(strange)


@pytest.mark.parametrize("theme", INKS_THEMES)
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


# Pieces, badges and curves in pictures, 400 pixels wide, as people see them who lack one kind of cones.
#
# What is measured are the pixels of the picture, not what the theme says: of each seat the colour that most of its
# piece has. Forms and patterns tell seats apart besides; other tests look at them.


LEAST = 18
"""CIEDE2000 between two seats; 10 is seen at a glance."""
PHONE = 400


def pixels(image: Image.Image) -> list[Colour]:
    flat = image.tobytes()
    return list(zip(flat[::3], flat[1::3], flat[2::3], strict=True))


def painted(drawn: Sequence[bytes]) -> list[Colour]:
    """Return the colour of each seat's piece, of pictures that differ in nothing but whose piece stands there.

    It is what a picture has most of beyond any of the others.
    """
    shown = [Counter(pixels(picture(each))) for each in drawn]
    found = []
    for index, own in enumerate(shown):
        others = [*shown[:index], *shown[index + 1 :]]
        found.append(max(own, key=lambda colour: own[colour] - max(each[colour] for each in others)))
    return found


def of_replicants(theme: Theme) -> list[Colour]:
    """Pieces of four seats."""
    view = replicants.crowded("4", seed=4)
    plan = frame_of(view, PHONE, None)
    image = picture(renderer("replicants").draw(view, look=Look(replicants.NAMES, theme, PHONE, marks=False)))
    worn: dict[int, Counter[Colour]] = {side.seat: Counter() for side in view.sides}
    reach = round(0.35 * plan.layout.radius)
    for piece in view.pieces:
        x, y = map(round, plan.layout.at(parse_hex(piece.hex)))
        worn[piece.seat].update(pixels(image.crop((x - reach, y - reach, x + reach, y + reach))))
    return [counted.most_common(1)[0][0] for counted in worn.values()]


def of_replica(theme: Theme) -> list[Colour]:
    """Men of White and Black."""
    empty = replace(replica.at(), pieces=())

    def drawn(seat: int) -> bytes:
        view = replace(empty, pieces=(Piece(seat, "d4", king=False),))
        return renderer("replica").draw(view, look=Look((), theme, PHONE, marks=False))

    return painted([drawn(seat) for seat in (1, 2)])


def of_apex(theme: Theme) -> list[Colour]:
    """Ships of six civilisations."""
    view = apex.crowded("6")

    def drawn(seat: int) -> bytes:
        shown = apex.with_sector(view, "C1", (Pawns(seat, 2, colony=False),), None)
        return renderer("apex").draw(shown, look=Look((), theme, PHONE, marks=False))

    return painted([drawn(side.seat) for side in view.sides])


def of_mutants(theme: Theme) -> list[Colour]:
    """Markers on the Force track of four players, each alone on its space."""
    view = mutants.position("4")
    view = replace(view, force=((),) * len(view.force))

    def drawn(seat: int) -> bytes:
        force = (*view.force[:9], (seat,), *view.force[10:])
        return renderer("mutants").draw(replace(view, force=force), look=Look((), theme, PHONE, marks=False))

    return painted([drawn(seat) for seat in range(1, 5)])


PIECES: dict[str, Callable[[Theme], Sequence[Colour]]] = {
    "replicants": of_replicants,
    "replica": of_replica,
    "apex": of_apex,
    "mutants": of_mutants,
}


def measured(colours_of: Sequence[Colour], deficiency: str | None) -> float:
    """Return how different those two of some colours look that are most alike."""
    return min(difference(seen(one, deficiency), seen(other, deficiency)) for one, other in combinations(colours_of, 2))


@functools.cache
def worn(game: str, theme: Theme) -> tuple[Colour, ...]:
    return tuple(PIECES[game](theme))


@pytest.mark.parametrize("theme", SAMPLES_THEMES)
@pytest.mark.parametrize("game", PIECES)
def test_pieces_of_two_seats_are_of_colours_that_everybody_tells_apart(game: str, theme: Theme) -> None:
    assert len(set(worn(game, theme))) == {"replicants": 4, "replica": 2, "apex": 6, "mutants": 4}[game]
    for deficiency in (None, *DEFICIENCIES):
        assert measured(worn(game, theme), deficiency) >= LEAST, deficiency


def marks(theme: Theme, unit: float) -> list[Colour]:
    """Return what stands in the middle of the marks of curves, drawn for each seat by itself."""
    found: list[Colour] = []
    scheme = colours(theme)
    for seat, style in enumerate(scheme.seats, 1):
        canvas = Canvas.blank(PHONE, 200, scheme.surface, theme)
        chart = Chart(canvas, scheme, unit, ((40, 40), (360, 160)), 0, 10, 4)
        chart.draw_curve(seat, (5, 5, 5, 5, 5), 0)
        draw_key(canvas, style, seat, (40, 180), unit)
        image = picture(canvas.png())
        x, y = map(round, chart.at(4, 5))
        found.append(pixels(image.crop((x, y, x + 1, y + 1)))[0])
        assert found[-1] in pixels(image.crop((40, 170, 120, 190))), "in the key"
    return found


@pytest.mark.parametrize("theme", [replace(theme, livery=livery) for theme in SAMPLES_THEMES for livery in Livery])
@pytest.mark.parametrize("unit", [1 / 3, 1 / 2], ids=["card", "figure"])
def test_curves_have_marks_that_everybody_tells_apart(theme: Theme, unit: float) -> None:
    for deficiency in (None, *DEFICIENCIES):
        assert measured(marks(theme, unit), deficiency) >= LEAST, deficiency


@pytest.mark.parametrize("theme", SAMPLES_THEMES)
def test_the_marks_stand_on_cards_of_matches_and_in_figures(theme: Theme) -> None:
    four = tuple(replace(CURVE, values=(1500 + 50 * seat, 1600)) for seat in range(4))
    figure = Figure(
        say("Ratings"), (), (replace(RATING, curves=tuple(replace(each, spreads=(9, 9)) for each in four)), SEATS)
    )
    for data in (draw_summary(card(), Look(NAMES, theme, PHONE)), draw_figure(figure, look(theme, PHONE))):
        shown = Counter(pixels(picture(data)))
        assert min(shown[mark] for mark in marks(theme, 1 / 3)) >= 12


def _forget() -> None:
    """Have everything drawn anew."""
    for name in [each for each in sys.modules if each.startswith("render.")]:
        for held in vars(sys.modules[name]).values():
            if callable(clear := getattr(held, "cache_clear", None)):
                clear()


@pytest.mark.parametrize("game", PIECES)
def test_seats_that_someone_cannot_tell_apart_are_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pixels tell it: seats 1 and 2 wear a red and a green that those without cones for green take for one."""
    table = {"replicants": "_SEATS", "mutants": "_SEATS", "apex": "_STARS_SEATS", "replica": "_CHESS_SEATS"}[game]
    held = getattr(themes, table)[Palette.STANDARD]
    one = "FA0A1E", "00B41E"
    alike = tuple(
        (each, *codes[1:3], each, *codes[4:]) if game == "replica" else (each, *codes[1:])
        for each, codes in zip(one, held, strict=False)
    )
    monkeypatch.setitem(getattr(themes, table), Palette.STANDARD, (*alike, *held[2:]))
    _forget()
    try:
        seats = PIECES[game](Theme())
    finally:
        monkeypatch.undo()
        _forget()
    red, green = (250, 10, 30), (0, 180, 30)
    assert {red, green} <= set(seats)
    assert measured((red, green), None) >= LEAST
    assert measured(seats, "deuteranopia") < LEAST
