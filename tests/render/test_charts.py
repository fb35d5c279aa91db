"""Figures about players and games as pictures: legible, light, and told apart by shapes."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from engine.text import say
from render.charts import MOST_BARS, WIDTH, Bar, Bars, Figure, Interval, draw_figure, figure_text
from render.theme import Colour, Livery, Theme, colours, palette
from render.words import ALT_LIMIT
from tests.render.pixels import differ, picture
from tests.render.samples import CURVE, FIGURE, RATING, SEATS, THEMES, WON, look


def shown(data: bytes) -> set[Colour]:
    image = Image.open(io.BytesIO(data))
    entries = image.getpalette() or []
    return {
        (entries[3 * index], entries[3 * index + 1], entries[3 * index + 2])
        for _, index in image.getcolors(256) or []
        if isinstance(index, int)
    }


def inked(part: Image.Image) -> list[tuple[int, int]]:
    """Return the first row and the one after the last of each line of letters in a part of a picture, from above."""
    grey = part.convert("L")
    plain = [len(grey.crop((0, y, grey.width, y + 1)).getcolors() or ()) == 1 for y in range(grey.height)]
    ends = [y for y, (before, row) in enumerate(pairwise([True, *plain, True])) if before != row]
    return list(zip(ends[::2], ends[1::2], strict=True))


def test_the_fullest_figure_fits_a_description_and_a_quick_download() -> None:
    bars = [
        Bar(say("Opening {number}, {words}", number=number, words="E/2C6/D8-" * 6), 100_000 + number, WON)
        for number in range(MOST_BARS)
    ]
    panels = tuple(Bars(say("Score by something"), tuple(bars[first : first + 4])) for first in range(0, MOST_BARS, 4))
    full = replace(FIGURE, panels=(RATING, *panels))
    text = figure_text(full, look(name="x" * 400))
    assert len(text) <= ALT_LIMIT
    assert text.endswith("60 % (40 to 78 %), 100014")
    assert text.count(", 1000") == MOST_BARS
    for theme in THEMES:
        assert len(draw_figure(full, look(theme))) <= 60 * 1024


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_keeps_to_the_theme(theme: Theme) -> None:
    data = draw_figure(FIGURE, look(theme))
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert shown(data) <= set(palette(theme))
    scheme = colours(theme)
    assert {scheme.seat(1).fill, scheme.seat(2).fill, scheme.seat(1).edge, scheme.spent(1)} <= shown(data)
    flat = image.convert("RGB").tobytes()
    blue = sum(pixel == scheme.seat(3).fill for pixel in zip(flat[::3], flat[1::3], flat[2::3], strict=True))
    assert blue < 400  # a mark and, of too few matches, no bar


@pytest.mark.parametrize("livery", Livery)
def test_figures_suit_every_game(livery: Livery) -> None:
    pair = replace(SEATS, bars=SEATS.bars[:2])
    data = draw_figure(replace(FIGURE, panels=(RATING, pair)), look(Theme(livery=livery)))
    assert shown(data) <= set(palette(Theme(livery=livery)))


def test_letters_are_legible_on_a_telephone() -> None:
    narrow = picture(draw_figure(replace(FIGURE, panels=(SEATS,)), look(width=400)))
    # The column of numbers: the height of its digits, from the rows in which anything is drawn on the panel.
    lines = inked(narrow.crop((350, 90, 382, 104)))
    assert lines
    assert max(end - start for start, end in lines) >= 8


def test_the_number_of_the_highest_value_stands_clear_of_the_heading() -> None:
    panel = replace(RATING, curves=(replace(CURVE, values=(1000, 2000), spreads=(0, 0)),))
    chart = picture(draw_figure(Figure(say(""), (), (panel,)), look()))
    (_, heading), (number, _), *_ = inked(chart.crop((40, 86, 80, chart.height - 80)))
    assert number - heading >= 12


def test_a_bar_without_a_share_has_no_track() -> None:
    few = replace(SEATS, bars=tuple(replace(bar, interval=None) for bar in SEATS.bars))
    assert colours(Theme()).well in shown(draw_figure(replace(FIGURE, panels=(SEATS,)), look()))
    assert colours(Theme()).well not in shown(draw_figure(replace(FIGURE, panels=(few,)), look()))


def test_seats_differ_in_shape_and_not_only_in_colour() -> None:
    def alone(seat: int) -> bytes:
        row = Bar(say("Seat"), 12, None, seat)
        return draw_figure(Figure(say("title"), (), (Bars(say("Score by seat"), (row,)),)), look())

    marks = [picture(alone(seat)).convert("L").point(lambda level: 255 * (level > 100)) for seat in range(1, 5)]
    assert len({mark.tobytes() for mark in marks}) == 4


def test_an_interval_is_as_long_as_it_is_wide() -> None:
    def row(interval: Interval | None) -> bytes:
        return draw_figure(Figure(say("title"), (), (Bars(say("Score"), (Bar(say("x"), 50, interval),)),)), look())

    box = differ(row(Interval(0.5, 0.4, 0.6)), row(Interval(0.5, 0.2, 0.8)))
    assert box is not None
    left, _, right, _ = box
    room = WIDTH / 600 * (600 - 2 * 26)
    assert right - left == pytest.approx(0.6 * room, abs=14)


def test_several_curves_have_a_plot_each_and_are_told_apart() -> None:
    four = tuple(replace(CURVE, label=say("{game}", game=game)) for game in ("one", "two", "three", "four"))
    panel = replace(RATING, curves=four)
    data = draw_figure(replace(FIGURE, panels=(panel,)), look())
    assert {colours(Theme()).seat(seat).edge for seat in range(1, 5)} <= shown(data)
    text = figure_text(replace(FIGURE, panels=(panel,)), look())
    assert [f"{name}, 3 matches" in text for name in ("one", "two", "three", "four")] == [True] * 4


def test_a_short_curve_beside_a_long_one_has_as_much_room() -> None:
    long = replace(CURVE, values=(1500, *(1560, 1440) * 20, 1500), spreads=(300,) * 42)

    def pair(start: int) -> bytes:
        """Draw a curve of one match that begins there beside the long one: nothing else differs."""
        short = replace(CURVE, values=(start, 1500), spreads=(300, 300))
        return draw_figure(Figure(say("title"), (), (replace(RATING, curves=(short, long)),)), look())

    box = differ(pair(1500), pair(1550))
    assert box is not None
    left, _, right, _ = box
    assert right - left > 0.3 * WIDTH, "the one match fills its plot"
    assert right < WIDTH / 2, "which ends where that of the long curve begins"


def test_a_curve_of_one_match_and_a_figure_without_panels_are_drawn() -> None:
    single = replace(RATING, curves=(replace(CURVE, values=(1500, 1512), spreads=(500, 480)),), last=RATING.first)
    assert draw_figure(replace(FIGURE, panels=(single,)), look())
    assert picture(draw_figure(Figure(say("title")), look())).height < 120
    flat = replace(RATING, curves=(replace(CURVE, values=(1500,), spreads=(0,)),))
    assert draw_figure(replace(FIGURE, panels=(flat,)), look())
