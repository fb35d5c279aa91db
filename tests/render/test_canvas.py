"""Canvases: what is drawn has its colour, its place and a smooth edge, on any ground."""

from __future__ import annotations

import io
import math
import random
import struct
import zlib
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image, ImageDraw
from zlib_ng import zlib_ng

from engine.hexgrid import DIRECTIONS, Hex, neighbour, parse_hex
from render import canvas as png_module
from render import icons
from render.animation import CLEAR, Gif
from render.canvas import COLOURS as CANVAS_COLOURS
from render.canvas import HARD_COMPRESSION, LARGE_BYTES, PROMISED_BYTES, SAVED, Canvas, Picture, around, fitted
from render.charts import figure_text, percent
from render.lettering import Weight
from render.masks import HexLayout, corners, polar
from render.theme import Colour, Theme, colours, palette
from tests.render.samples import CURVE, FIGURE, RATING, look

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
    canvas.cut(picture.picture, disc, (30, 30), LOOK.danger)
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


def test_as_much_of_a_picture_is_compressed_harder_as_keeps_a_promise() -> None:
    pack, levels, near, parts = zlib_ng.compressobj, list[int](), 0, set[int]()

    def packer(level: int, method: int, bits: int, *, zdict: bytes) -> object:
        levels.append(level)
        return pack(level, method, bits, zdict=zdict)

    for lines in (1, 12, *range(24, 50), 59):  # most of them are about as large as a promise
        canvas, lot = blank(1200, 1200), random.Random(f"strips of their own {lines}")
        for y in range(10, 20 * lines, 20):
            canvas.text((4, y), "".join(lot.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=90)), 20, LOOK.text)
        quick = canvas.png(10 * PROMISED_BYTES)
        levels.clear()
        most = PROMISED_BYTES if len(quick) <= 1.1 * PROMISED_BYTES else LARGE_BYTES
        with patch("render.canvas.zlib.compressobj", packer):
            file = canvas.png(most)
        assert Image.open(io.BytesIO(file)).tobytes() == canvas.image.tobytes()
        if most < len(quick) <= 1.05 * most:
            near += 1
            assert most - 1024 < len(file) <= most
            assert levels
            assert {*levels} <= {*HARD_COMPRESSION}
            parts.add(len(levels))
        elif not most < len(quick) <= (1 + SAVED) * most:
            assert file == quick
            assert not levels
    assert near
    assert len(parts) > 1


# Hexes lie where R1 and R5 say, however the board is turned.


E5 = Hex(4, 5)


def layout(*, flat: bool, turn: int = 0) -> HexLayout:
    return HexLayout(flat, turn, 10, (100, 200), (E5, E5))


def test_the_circle_has_vertical_columns_and_line_9_on_top() -> None:  # R5
    plan = layout(flat=True)
    assert plan.at(E5) == pytest.approx((100, 200))
    assert plan.at(parse_hex("E8")) == pytest.approx((100, 200 - 30 * math.sqrt(3)))
    assert plan.at(parse_hex("F5")) == pytest.approx((115, 200 + 5 * math.sqrt(3)))


def test_the_oval_has_horizontal_lines_and_line_9_on_top() -> None:  # R5
    plan = layout(flat=False)
    assert plan.at(parse_hex("F5")) == pytest.approx((100 + 10 * math.sqrt(3), 200))
    assert plan.at(parse_hex("E6")) == pytest.approx((100 - 5 * math.sqrt(3), 185))


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("turn", range(6))
def test_angles_point_at_the_neighbours(flat: bool, turn: int) -> None:  # R1
    plan = layout(flat=flat, turn=turn)
    for direction in range(len(DIRECTIONS)):
        x, y = plan.at(neighbour(E5, direction))
        assert (x, y) == pytest.approx(polar((100, 200), 10 * math.sqrt(3), plan.angle(direction)))


def test_turning_goes_clockwise() -> None:
    assert layout(flat=True, turn=1).at(parse_hex("E6")) == pytest.approx(layout(flat=True).at(parse_hex("F6")))


@pytest.mark.parametrize("flat", [True, False])
def test_corners_lie_between_the_directions(flat: bool) -> None:
    plan = layout(flat=flat)
    angles = {round(math.degrees(math.atan2(x, -y))) % 360 for x, y in corners(10, flat=flat)}
    assert angles == {round(plan.angle(direction + 0.5)) for direction in range(6)}


def test_two_opposite_hexes_give_the_middle() -> None:
    plan = HexLayout(False, 0, 10, (0, 0), (Hex(5, 5), Hex(6, 5)))
    first, second = plan.at(Hex(5, 5)), plan.at(Hex(6, 5))
    assert (first[0] + second[0], first[1] + second[1]) == pytest.approx((0, 0))


# Pictures that are too high for where they stand.


RED, GREY = (200, 30, 30), (20, 24, 28)


def drawn(width: int, height: int) -> bytes:
    """Return a picture that is red in the middle."""
    image = Image.new("RGB", (width, height), GREY)
    image.paste(RED, (width // 4, height // 4, width * 3 // 4, height * 3 // 4))
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


def test_a_high_one_is_drawn_smaller_in_the_middle_of_its_ground() -> None:
    small = Image.open(io.BytesIO(fitted(drawn(1200, 2400), 0.9)))
    assert small.size == (1200, 1080)
    assert len(small.getcolors(CANVAS_COLOURS) or ()) <= CANVAS_COLOURS
    seen = small.convert("RGB")
    assert [seen.getpixel((x, 540)) for x in (10, 600, 1190)] == [GREY, RED, GREY]
    left = next(x for x in range(1200) if seen.getpixel((x, 540)) == RED)
    assert abs(left - (600 - 540 // 4)) <= 4, "nothing is drawn wider or narrower than it was"


def test_one_that_has_room_stays_as_it_is() -> None:
    picture = drawn(1200, 900)
    assert fitted(picture, 0.75) is picture


# Figures in words: every number that a picture shows, in few enough characters.


def test_a_figure_in_words_has_all_its_numbers() -> None:
    assert figure_text(FIGURE, look()).splitlines() == [
        "ann: Replicants",
        "Matches: 3",
        "Rating:",
        "2 players, 3 matches from 2026-01-04 to 2026-11-20: 1500 1540 1520 1575; now 1575 ± 401",
        "Score by seat (95% interval, matches):",
        "Seat 1: 60% (40 to 78%), 120",
        "Seat 2: 30% (18 to 44%), 44",
        "Seat 3: too few (12)",
    ]


def test_a_long_curve_is_told_by_some_of_its_values() -> None:
    long = replace(CURVE, values=tuple(range(1500, 1551)), spreads=(100,) * 51)
    text = figure_text(replace(FIGURE, panels=(replace(RATING, curves=(long,)),)), look())
    assert "50 matches from 2026-01-04 to 2026-11-20: 1500 1506 1512 1519 1525 1531 1538 1544 1550; now" in text


@pytest.mark.parametrize(
    ("share", "told"), [(0, 0), (0.004, 0), (0.005, 1), (0.295, 30), (0.5, 50), (0.995, 100), (1, 100)]
)
def test_shares_are_told_in_whole_percent(share: float, told: int) -> None:
    assert percent(share) == told


# Animated GIFs: what is read back is what was put in.


COLOURS = [(0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255)]


def picture(entry: int, left: int) -> Image.Image:
    image = Image.new("L", (40, 30), 0)
    ImageDraw.Draw(image).rectangle((left, 5, left + 9, 14), fill=entry)
    return image


def in_colour(image: Image.Image) -> Image.Image:
    coloured = Image.frombytes("P", image.size, image.tobytes())
    coloured.putpalette([channel for colour in COLOURS for channel in colour])
    return coloured.convert("RGB")


def test_every_picture_is_read_back_as_it_was() -> None:
    pictures = [picture(1, 0), picture(2, 5), picture(2, 5), picture(0, 0), picture(3, 30)]
    made = Gif((40, 30), COLOURS)
    for number, each in enumerate(pictures):
        made.add(each, 100 * (number + 1))
    file = made.finish()
    assert len(file) == len(made)
    again = Image.open(io.BytesIO(file))
    assert (again.n_frames, again.info["loop"], again.size) == (5, 0, made.size)  # type: ignore[attr-defined]
    for number, each in enumerate(pictures):
        again.seek(number)
        assert again.info["duration"] == 100 * (number + 1)
        assert again.convert("RGB").tobytes() == in_colour(each).tobytes()


def test_what_did_not_change_costs_next_to_nothing() -> None:
    noise = Image.effect_noise((200, 200), 90).point([entry % 4 for entry in range(256)])
    made = Gif(noise.size, COLOURS)
    made.add(noise, 100)
    first = len(made)
    after = noise.copy()
    after.putpixel((199, 199), 1)
    after.putpixel((0, 0), 2)
    made.add(after, 100)
    assert (len(made) - first) * 10 < first


def test_one_entry_of_the_palette_stays_free() -> None:
    Gif((8, 8), COLOURS[:1] * CLEAR)
    with pytest.raises(ValueError, match="colours"):
        Gif((8, 8), COLOURS[:1] * (CLEAR + 1))


# PNG files, read again and byte by byte.


def png(image: Image.Image, promised: int = PROMISED_BYTES) -> bytes:
    return Canvas.on(Picture(image), THEME).png(promised)


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (300, 2)])
def test_a_file_shows_the_entries_in_their_colours(size: tuple[int, int]) -> None:
    entries = bytes((7 * place) % 256 for place in range(size[0] * size[1]))
    file = png(Image.frombytes("L", size, entries))
    read = Image.open(io.BytesIO(file))
    assert (read.format, read.mode, read.size) == ("PNG", "P", size)
    assert read.tobytes() == entries
    last = entries[-1]
    assert read.convert("RGB").getpixel((size[0] - 1, size[1] - 1)) == blank().inks.colours[last]


def test_every_chunk_has_its_length_and_checksum() -> None:
    file = png(Image.new("L", (4, 4), 9))
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    kinds, place = [], 8
    while place < len(file):
        length, kind = struct.unpack_from(">I4s", file, place)
        data = file[place + 8 : place + 8 + length]
        assert struct.unpack_from(">I", file, place + 8 + length) == (zlib.crc32(kind + data),)
        kinds.append(kind)
        place += 12 + length
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


@pytest.mark.parametrize("height", [1, png_module.STRIP - 1, png_module.STRIP, 5 * png_module.STRIP + 7])
def test_strips_that_were_used_before_make_the_same_file(height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lot = random.Random(height)
    first = Image.frombytes("L", (50, height), lot.randbytes(50 * height))
    second = first.copy()
    second.paste(17, (3, height // 2, 9, height // 2 + 1))
    png(first)
    again = png(second)
    monkeypatch.setattr(png_module, "_strips", png_module._Strips())
    assert png(second) == again
    read = Image.open(io.BytesIO(again))
    assert read.tobytes() == second.tobytes()
    data = again[again.index(b"IDAT") + 4 :]
    assert zlib.decompressobj().decompress(data)[:1] == b"\0"  # zlib compares the checksum


def test_what_is_drawn_strip_by_strip_is_the_picture_drawn_at_once() -> None:
    lot = random.Random("strokes")
    tile = Canvas.blank(30, 30, LOOK.danger, THEME)
    tile.text((3, 15), "Q", 20, LOOK.text)
    parts = tile.picture, Picture(icons.mask(icons.cross, 14).levels.convert("1").resize((30, 30)))
    disc = icons.mask(icons.disc, 14)
    pages = [LOOK.page, LOOK.surface]
    for height in (1, 47, 5 * png_module.STRIP + 7):
        canvas = Canvas.blank(90, height, LOOK.page, THEME)
        for number in range(60):
            at = lot.randrange(-20, 110), lot.randrange(-20, height + 20)
            ways = [
                partial(canvas.text, at, lot.choice("ABC"), 20, lot.choice([LOOK.text, LOOK.accent])),
                partial(canvas.fill, disc, at, LOOK.walk),
                partial(canvas.cut, parts[0], disc, at, LOOK.danger),
                partial(canvas.lay, parts[0], at, lot.choice([None, parts[1]])),
                partial(canvas.box, [at, (at[0] + 20, at[1] + 9)], lot.randrange(5), lot.choice(pages)),
            ]
            lot.choice(ways)()
            if number % 6 == 0:  # each goes on from what is cached of those before it
                assert Image.open(io.BytesIO(canvas.png())).tobytes() == canvas.image.tobytes()


def test_only_strips_that_changed_are_drawn_again() -> None:
    drawn: list[tuple[int, int]] = []
    rows, high = Canvas.rows, png_module.STRIP

    def noted(canvas: Canvas, top: int, bottom: int) -> Any:
        drawn.append((top, bottom))
        return rows(canvas, top, bottom)

    canvas = Canvas.blank(60, 10 * high, LOOK.page, THEME)
    for place in range(10):
        canvas.text((5, (place + 0.5) * high), f"{place} of 10", 12, LOOK.text)
    before = canvas.png()
    copy = canvas.copy()
    copy.box([(0, 3 * high), (9, 4 * high + 1)], 0, LOOK.text)
    with patch.object(Canvas, "rows", noted):
        assert canvas.png() == before
        assert drawn == []
        assert copy.png() != before
        assert drawn == [(3 * high, 5 * high)]
    other = Canvas.blank(60, 10 * high, LOOK.surface, THEME)
    for place in range(10):
        other.text((5, (place + 0.5) * high), f"{place} of 10", 12, LOOK.text)
    assert Image.open(io.BytesIO(other.png())).tobytes() == other.image.tobytes()


def test_in_a_small_file_a_strip_that_repeats_the_one_above_takes_hardly_any_room() -> None:
    above = random.Random(1).randbytes(50 * png_module.STRIP)
    single, double = (png(Image.frombytes("L", (50, len(each) // 50), each)) for each in (above, above * 2))
    small = png(Image.frombytes("L", (50, len(above) // 25), above * 2), len(double) - 100)
    assert len(small) - len(single) < len(above) / 10
    assert Image.open(io.BytesIO(double)).tobytes() == above * 2


def test_what_was_not_used_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_module, "STRIPS_KEPT", 3)
    strips = png_module._Strips()
    for entry in (1, 2, 3, 1, 4):
        if strips.find((5, entry, 0)) is None:
            strips.add((5, entry, 0), memoryview(bytes([entry]) * 10))
    kept = {zlib.decompressobj(-15).decompress(packed)[0] for packed, *_ in strips._kept.values()}
    assert kept == {3, 1, 4}
