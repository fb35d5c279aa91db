"""Canvases: what is drawn has its colour, its place and a smooth edge, on any ground."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image

from render import icons
from render.canvas import COMPRESSION, PROMISED_BYTES, Canvas, around, png
from render.lettering import Weight
from render.theme import Colour, Theme, colours, palette

THEME = Theme()
LOOK = colours(THEME)


def blank(width: int = 60, height: int = 60, *, crowded: bool = False) -> Canvas:
    return Canvas.blank(width, height, LOOK.page, THEME, crowded=crowded)


def colour_at(canvas: Canvas, x: int, y: int) -> Colour:
    entry = canvas.image.getpixel((x, y))
    assert isinstance(entry, int)
    return canvas.inks.colours[entry]


def shown(canvas: Canvas) -> set[Colour]:
    return {canvas.inks.colours[entry] for entry in canvas.image.tobytes()}


@pytest.mark.parametrize("crowded", [True, False])
def test_a_shape_is_filled_and_its_edge_blends_into_each_ground_it_lies_on(crowded: bool) -> None:
    canvas = blank(crowded=crowded)
    canvas.box([(30, 0), (60, 60)], 0, LOOK.cell)
    canvas.fill(icons.mask(icons.disc, 20), (30, 30), LOOK.danger)
    assert colour_at(canvas, 30, 30) == LOOK.danger
    assert colour_at(canvas, 2, 30) == LOOK.page
    assert colour_at(canvas, 57, 30) == LOOK.cell
    half = canvas.image.crop((0, 0, 30, 60)).tobytes(), canvas.image.crop((30, 0, 60, 60)).tobytes()
    left, right = ({canvas.inks.colours[entry] for entry in part} - {LOOK.danger} for part in half)
    assert left - right - {LOOK.page}
    assert right - left - {LOOK.cell}
    assert shown(canvas) <= set(palette(THEME))


def test_edges_are_steeper_where_a_picture_is_crowded() -> None:
    between = {}
    for crowded in (True, False):
        canvas = blank(300, 60, crowded=crowded)
        canvas.text((10, 30), "Sages & rogues", 36, LOOK.text, weight=Weight.BOLD)
        full = {LOOK.page, LOOK.text}
        between[crowded] = sum(canvas.inks.colours[entry] not in full for entry in canvas.image.tobytes())
    assert between[True] < between[False] / 2


@pytest.mark.parametrize(("anchor", "left", "right"), [("l", 30, 60), ("r", 0, 30), ("m", 15, 45)])
def test_text_lies_where_its_anchor_says(anchor: str, left: int, right: int) -> None:
    canvas = blank()
    canvas.text((30, 30), "H", 30, LOOK.text, anchor=anchor)
    page = canvas.inks.entry(LOOK.page)
    box = canvas.image.point([int(entry != page) for entry in range(256)]).getbbox()
    assert box is not None
    assert left <= box[0] < box[2] <= right
    assert abs(box[1] + box[3] - 60) <= 1


def test_nothing_is_drawn_for_no_text() -> None:
    canvas = blank()
    canvas.text((30, 30), "", 30, LOOK.text)
    assert shown(canvas) == {LOOK.page}


@pytest.mark.parametrize("rounding", [0, 6, 20, 99])
def test_boxes_are_as_large_as_said_and_round_at_all_corners(rounding: float) -> None:
    canvas = blank()
    canvas.box([(10, 20), (50, 41)], rounding, LOOK.text)
    page = canvas.inks.entry(LOOK.page)
    drawn = canvas.image.point([255 * (entry != page) for entry in range(256)])
    assert drawn.getbbox() == (10, 20, 50, 41)
    corners = [colour_at(canvas, x, y) for x, y in ((10, 20), (49, 20), (10, 40), (49, 40))]
    assert corners == [LOOK.page if rounding else LOOK.text] * 4
    assert [colour_at(canvas, 30, y) for y in (20, 30, 40)] == [LOOK.text] * 3
    assert drawn.tobytes() == drawn.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes()


def test_a_cut_shows_the_picture_within_the_shape_and_its_rim_around() -> None:
    disc = icons.mask(icons.disc, 20)
    picture = Canvas.blank(*disc.size, LOOK.danger, THEME)
    picture.box([(12, 12), (30, 30)], 0, LOOK.walk)
    canvas = blank()
    canvas.cut(picture.image, disc, (30, 30), LOOK.danger)
    assert colour_at(canvas, 30, 30) == LOOK.walk
    assert colour_at(canvas, 30, 13) == LOOK.danger
    assert colour_at(canvas, 1, 1) == LOOK.page
    ring = blank()
    ring.fill(disc, (30, 30), LOOK.danger)
    ring.box([(21, 21), (39, 39)], 0, LOOK.walk)
    assert canvas.image.tobytes() == ring.image.tobytes()


def test_what_lies_partly_outside_is_drawn_as_far_as_it_lies_inside() -> None:
    whole, cut = blank(120, 120), blank()
    for canvas, shift in ((whole, 30), (cut, 0)):
        for x, y in ((0, 0), (60, 30), (30, 61)):
            canvas.fill(icons.mask(icons.star, 25), (x + shift, y + shift), LOOK.accent)
            canvas.text((x + shift, y + shift), "Wide", 20, LOOK.muted, anchor="m")
    assert cut.image.tobytes() == whole.image.crop((30, 30, 90, 90)).tobytes()


def test_smooth_shapes_are_drawn_in_the_coordinates_of_the_picture() -> None:
    canvas, same = blank(), blank()
    canvas.smooth(around((30, 30), 25), LOOK.leap, lambda pen: pen.disc((30, 30), 20))
    same.fill(icons.mask(icons.disc, 20), (30, 30), LOOK.leap)
    assert canvas.image.tobytes() == same.image.tobytes()


def test_a_picture_is_compressed_harder_where_that_keeps_a_promise() -> None:
    harder = 0
    for lines in range(1, 60):
        canvas, lot = blank(1200, 1200), random.Random(3)
        for y in range(10, 20 * lines, 20):
            canvas.text((4, y), "".join(lot.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=90)), 20, LOOK.text)
        file, quick = canvas.png(), png(canvas.image, canvas.inks.colours, COMPRESSION)
        assert Image.open(io.BytesIO(file)).tobytes() == canvas.image.tobytes()
        near = any(most < len(quick) <= 1.1 * most for most in PROMISED_BYTES)
        assert near == (len(file) < len(quick))
        harder += near
    assert harder
