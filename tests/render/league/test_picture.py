"""Tables of leagues as pictures: legible, light, in the theme's colours, and told by shapes besides."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engine.text import say
from hosting.league.model import points_text
from render.lettering import drawable, fractions
from render.standings import PAGE, SIGNS, WIDTH, Line, Standings, draw_standings, headings_told
from render.theme import Theme, palette
from tests.render.pixels import differ, picture
from tests.render.samples import THEMES, look
from tests.render.test_charts import inked, shown

LINE = Line(1, "Maximiliane", 12, 8, 1, 3, "8½", 1, 4)
TABLE = Standings(say("Winter league"), (say("Round 3 of 11"),), (LINE,))


@pytest.mark.parametrize("theme", THEMES)
def test_the_fullest_page_is_light_and_keeps_to_the_theme(theme: Theme) -> None:
    rows = tuple(
        replace(LINE, place=980 + row, name=f"{row}AbCdEfGhIjKlMnOpQ", points=f"{row}99 7/60", zone=zone, proven=proven)
        for row in range(PAGE)
        for zone, proven in [list(SIGNS)[row % len(SIGNS)]]
    )
    data = draw_standings(replace(TABLE, lines=rows), look(theme))
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert len(data) <= 60 * 1024
    assert shown(data) <= set(palette(theme))


def test_letters_are_legible_on_a_telephone() -> None:
    narrow = picture(draw_standings(TABLE, look(width=400)))
    lines = inked(narrow.crop((240, 76, 386, narrow.height - 12)))
    assert max(end - start for start, end in lines) >= 8


def test_shapes_tell_rows_apart_without_colours() -> None:
    def drawn(zone: str | None, *, proven: bool) -> bytes:
        line = replace(LINE, zone=zone, proven=proven)  # type: ignore[arg-type]
        image = picture(draw_standings(replace(TABLE, lines=(line,)), look())).convert("L")
        return image.crop((15, 130, 60, 185)).tobytes()

    kinds = [("up", True), ("up", False), ("down", True), ("down", False), ("out", True), (None, True)]
    assert len({drawn(zone, proven=proven) for zone, proven in kinds}) == len(kinds)


def test_the_own_row_stands_out() -> None:
    other = draw_standings(TABLE, look())
    assert differ(other, draw_standings(replace(TABLE, lines=(replace(LINE, own=True),)), look())) is not None


def test_a_long_name_touches_no_number() -> None:
    def names(name: str) -> Image.Image:
        return picture(draw_standings(replace(TABLE, lines=(replace(LINE, name=name),)), look()))

    short, long = names("a"), names("W" * 60)
    left = round(300 / 600 * WIDTH)
    assert short.crop((left, 0, WIDTH, short.height)).tobytes() == long.crop((left, 0, WIDTH, long.height)).tobytes()


def test_an_empty_table_and_one_without_points_are_drawn() -> None:
    empty = picture(draw_standings(replace(TABLE, lines=()), look()))
    assert empty.height < 200
    assert differ(draw_standings(TABLE, look()), draw_standings(replace(TABLE, points=False), look())) is not None


def test_a_name_is_drawn_as_it_is_given_for_pictures() -> None:
    unreadable = replace(LINE, name="山田太郎 and Ο Γιώργος", drawn="Player and Ο Γιώργος")
    readable = replace(LINE, name=unreadable.drawn)
    one, other = (draw_standings(replace(TABLE, lines=(each,)), look()) for each in (unreadable, readable))
    assert one == other


def test_where_all_places_are_certain_there_is_no_column_for_others() -> None:
    certain = replace(TABLE, lines=(replace(LINE, low=1, high=1),))
    assert "Ends" in str(headings_told(TABLE))
    assert "Ends" not in str(headings_told(certain))
    one, other = (picture(draw_standings(each, look())) for each in (TABLE, certain))
    right = [image.crop((round(0.94 * WIDTH), 0, WIDTH, image.height)) for image in (one, other)]
    assert right[0].tobytes() != right[1].tobytes(), "points stand at the right edge then"


BREAKS = ((say("H2H"), say("the matches among those level")), (say("SB"), say("Sonneborn-Berger")))


def test_a_tie_break_that_separates_equals_is_drawn_and_told() -> None:
    two = (replace(LINE, breaks=("2", "")), replace(LINE, place=2, name="Bo", breaks=("0", "")))
    table = replace(TABLE, lines=two, breaks=BREAKS[:1])
    plain = replace(TABLE, lines=two)
    assert differ(draw_standings(table, look()), draw_standings(plain, look())) is not None
    turned = replace(table, lines=(two[0], replace(two[1], breaks=("1", ""))))
    assert differ(draw_standings(table, look()), draw_standings(turned, look())) is not None, "its value is drawn"
    assert str(headings_told(table)).endswith("for those level on points H2H: the matches among those level")


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_with_every_tie_break_there_is_room_for_a_name(count: int) -> None:
    """With more than two matches by result are left to the words."""
    breaks = tuple((say("BH−1"), say("Buchholz without the lowest")) for _ in range(count))
    line = replace(LINE, points="112 ⅔", breaks=("112 ⅔", *[""] * (count - 1)))
    lines = tuple(replace(line, name=name) for name in ("Maximiliane", "Bo"))
    long = picture(draw_standings(replace(TABLE, lines=lines[:1], breaks=breaks), look()))
    short = picture(draw_standings(replace(TABLE, lines=lines[1:], breaks=breaks), look()))
    box = ImageChops.difference(long, short).getbbox()
    assert box is not None
    assert box[2] - box[0] > 60, "more than two letters of the name are there"


def test_fractions_without_a_glyph_are_made_of_small_digits() -> None:
    assert fractions("3 ⅔") == "3 ²⁄₃"
    assert fractions("6½ 2 ⅓ 7⁄8 ann") == "6½ 2 ⅓ 7⁄8 ann"
    for points in range(240):
        assert all(map(drawable, fractions(points_text(points)))), points_text(points)
