"""Tables of leagues as pictures: legible, light, in the theme's colours, and told by shapes besides."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engine.text import say
from render.league.picture import WIDTH, draw_standings
from render.league.standings import PAGE, SIGNS, Line, Standings
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


def test_where_all_places_are_certain_there_is_no_heading_for_others() -> None:
    certain = replace(LINE, low=1, high=1)
    one, other = (picture(draw_standings(replace(TABLE, lines=(each,)), look(width=400))) for each in (LINE, certain))
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    heading = other.crop((box[0], box[1], box[2], box[1] + 8))
    assert len(heading.getcolors() or ()) == 1, "nothing stands there"
