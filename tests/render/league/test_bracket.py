"""Brackets as pictures and in words: legible, light, told by weight and lines, and complete in few characters."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import count

import pytest
from PIL import Image, ImageChops

from engine.text import say
from render.bracket import (
    WIDTH,
    Band,
    Box,
    Bracket,
    Column,
    Slot,
    _Sketch,
    bracket_lines,
    bracket_text,
    draw_bracket,
)
from render.theme import Theme, colours, palette
from render.words import ALT_LIMIT
from tests.render.pixels import differ, near, picture
from tests.render.samples import THEMES, look
from tests.render.test_charts import inked, shown

ANN = Slot("ann", score="1", on=True)
BOB = Slot("bob", score="0", on=False)
SEMI = Column(say("Semi-final"), 2, (Box(1, 0.25, (ANN, BOB), into=0), Box(2, 0.75, (Slot("cleo", on=True),), into=0)))
FINAL = Column(say("Final"), 1, (Box(3, 0.5, (Slot("ann", joined=True), Slot("cleo", joined=True))),))
PAGE = Bracket(say("Cup"), (), (Band((SEMI, FINAL)),))


def with_first(box: Box, page: Bracket = PAGE) -> Bracket:
    """Return the page with another first tie."""
    column = replace(SEMI, boxes=(box, *SEMI.boxes[1:]))
    return replace(page, bands=(Band((column, FINAL)),))


def fullest(name: str = "Ab Cd_EfGhIjKlMnOpQrStUv", *, known: bool = True) -> Bracket:
    """Return a double bracket of sixteen: thirty-one ties in four bands, every name as long as it can be."""
    numbers = count(1)
    ready = [
        Slot(f"{name}{number}"[-32:], score=f"{number + 1}½", on=bool(number % 2), source=number, own=number == 3)
        if known
        else Slot(source=number, won=bool(number % 2))
        for number in range(2)
    ]

    def column(heading: str, boxes: int) -> Column:
        made = (Box(next(numbers), (at + 0.5) / boxes, (ready[0], ready[1]), live=at % 2 == 0) for at in range(boxes))
        return Column(say(heading), boxes, tuple(made))

    bands = ((8, 4, 2, 1), (4, 4, 2), (2, 1, 1), (1, 1))
    columns = [tuple(column(f"Winners' round {index}", each) for index, each in enumerate(band)) for band in bands]
    return Bracket(say("Winter cup of the whole server"), (say("Best of 5"),), tuple(map(Band, columns)))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("known", [True, False])
def test_the_fullest_bracket_is_light_and_keeps_to_the_theme(theme: Theme, *, known: bool) -> None:
    data = draw_bracket(fullest(known=known), look(theme, WIDTH))
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert len(data) <= 60 * 1024
    assert shown(data) <= set(palette(theme))


def test_letters_are_legible_on_a_telephone() -> None:
    narrow = picture(draw_bracket(fullest(), look(width=WIDTH))).reduce(2)
    lines = inked(narrow.crop((32, 60, 70, 400)))
    assert max(end - start for start, end in lines) >= 8


def test_who_goes_on_is_told_without_colours() -> None:
    def grey(first: Slot, second: Slot) -> Image.Image:
        data = draw_bracket(with_first(Box(1, 0.25, (first, second))), look(width=WIDTH))
        return picture(data).convert("1", dither=Image.Dither.NONE)

    one = grey(ANN, replace(ANN, name="bob", on=False))
    other = grey(replace(ANN, on=False), replace(ANN, name="bob"))
    assert ImageChops.difference(one, other).getbbox() is not None


def test_what_is_being_played_has_an_outline_that_is_explained() -> None:
    scheme = colours(Theme())
    live = with_first(Box(1, 0.25, (ANN, BOB), live=True))
    one, other = (draw_bracket(each, look(width=WIDTH)) for each in (PAGE, live))
    assert picture(other).height > picture(one).height
    above = [y for y in range(picture(other).height) if near(picture(other), (200, y), scheme.text)]
    assert above, "an outline crosses the middle of the box"
    assert "being played" in bracket_text(live)


def test_the_own_side_and_lines_stand_out() -> None:
    plain = draw_bracket(PAGE, look(width=WIDTH))
    own = draw_bracket(with_first(Box(1, 0.25, (replace(ANN, own=True), BOB), into=0)), look(width=WIDTH))
    loose = draw_bracket(with_first(Box(1, 0.25, (ANN, BOB))), look(width=WIDTH))
    assert differ(plain, own) is not None
    box = differ(plain, loose)
    assert box is not None
    assert box[0] >= 340, "the line runs between the columns"


def test_names_are_cut_only_where_two_lines_do_not_hold_them() -> None:
    def height(name: str) -> int:
        return picture(draw_bracket(with_first(Box(1, 0.25, (Slot(name), BOB))), look(width=WIDTH))).height

    assert height("ann") == height("Maximiliane Musterfrau") < height("Maximiliane Musterfrau the Second")


def test_a_long_name_touches_no_score() -> None:
    def scores(name: str) -> Image.Image:
        whole = picture(draw_bracket(fullest(name), look(width=WIDTH)))
        return whole.crop((138, 60, 187, whole.height - 40))

    one, other = scores("W" * 32), scores("iii " + "i" * 28)
    assert one.tobytes() == other.tobytes()


def test_a_bracket_in_words_says_all_that_the_picture_shows() -> None:
    assert bracket_lines(PAGE) == ["Cup", "Semi-final: 1. ann 1–0 bob; 2. cleo (bye)", "Final: 3. ann – cleo"]
    open_ = Box(4, 0.5, (Slot(source=1, joined=True), Slot(source=2, won=False)))
    level = Box(5, 0.5, (replace(ANN, score="1½"), replace(BOB, score="1½")))
    table = Box(6, 0.5, (ANN, BOB, Slot("cleo", score="2", on=True)))
    told = bracket_lines(replace(PAGE, bands=(Band((Column(say("Round 2"), 3, (open_, level, table)),)),)))
    assert told[1] == (
        "Round 2: 4. winner of 1 – loser of 2; 5. ann 1½–1½ bob (on: ann); 6. ann 1, bob 0, cleo 2 (on: ann, cleo)"
    )


@pytest.mark.parametrize("known", [True, False])
def test_the_fullest_bracket_in_words_loses_letters_of_names_and_no_tie(*, known: bool) -> None:
    text = bracket_text(fullest(known=known))
    assert len(text) <= ALT_LIMIT
    assert all(f"{number}. " in text for number in range(1, 32)), "all ties"


def test_names_of_people_break_no_line() -> None:
    rude = with_first(Box(1, 0.25, (Slot("a\nnn\u202e"), BOB)))
    assert bracket_lines(rude)[1] == "Semi-final: 1. a nn – bob; 2. cleo (bye)"


def test_the_legend_takes_its_example_from_the_page() -> None:
    third = Column(say("Third place"), 1, (Box(4, 0.5, (Slot(source=1, won=False), Slot(source=2, won=False))),))
    page = replace(PAGE, bands=(*PAGE.bands, Band((third,))))
    assert explained(page) == ["L1: loser of 1"]
    final = Column(say("Final"), 1, (Box(4, 0.5, (Slot(source=3), Slot(source=2, won=False))),))
    assert explained(replace(page, bands=(Band((final,)),))) == ["W3: winner of 3", "L2: loser of 2"]
    assert explained(PAGE) == []


def explained(page: Bracket) -> list[str]:
    """Return what stands below a picture of the page."""
    return [look().told(text) for text in _Sketch(page, look()).legend]
