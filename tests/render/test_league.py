"""Tables of leagues as pictures: legible, light, in the theme's colours, and told by shapes besides."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import count

import pytest
from PIL import Image, ImageChops

from cogs.league.wording import HEADINGS, TIE_BREAKS, measure_text
from engine.text import Quote, say
from hosting.league.model import points_text
from locales import languages, translator
from locales.checks import typeset
from render.bracket import WIDTH as BRACKET_WIDTH
from render.bracket import Band, Box, Bracket, Column, Slot, _Sketch, bracket_lines, bracket_text, draw_bracket
from render.lettering import ELLIPSIS, Weight, drawable, fractions
from render.standings import PAGE as STANDINGS_PAGE
from render.standings import (
    SIGNS,
    WIDTH,
    Line,
    Standings,
    draw_standings,
    headings_text,
    standings_lines,
    standings_text,
)
from render.theme import Theme, colours, palette
from render.words import ALT_LIMIT
from tests.catalogues import foreign_words
from tests.render.pixels import differ, near, picture
from tests.render.samples import THEMES, look
from tests.render.test_registry import lettering
from tests.render.test_summary import inked, shown

LINE = Line(1, "Maximiliane", 12, 8, 1, 3, "8½", 1, 4)
TABLE = Standings(say("Winter league"), (say("Round 3 of 11"),), (LINE,))


@pytest.mark.parametrize("theme", THEMES)
def test_the_fullest_page_is_light_and_keeps_to_the_theme(theme: Theme) -> None:
    rows = tuple(
        replace(LINE, place=980 + row, name=f"{row}AbCdEfGhIjKlMnOpQ", points=f"{row}99 7/60", zone=zone, proven=proven)
        for row in range(STANDINGS_PAGE)
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
    assert "Ends" in str(headings_text(TABLE))
    assert "Ends" not in str(headings_text(certain))
    one, other = (picture(draw_standings(each, look())) for each in (TABLE, certain))
    right = [image.crop((round(0.94 * WIDTH), 0, WIDTH, image.height)) for image in (one, other)]
    assert right[0].tobytes() != right[1].tobytes(), "points stand at the right edge then"


BREAKS = ((say("H2H"), say("head-to-head")), (say("SB"), say("Sonneborn-Berger")))


def test_a_tie_break_that_separates_equals_is_drawn_and_told() -> None:
    two = (replace(LINE, breaks=("2", "")), replace(LINE, place=2, name="Bo", breaks=("0", "")))
    table = replace(TABLE, lines=two, breaks=BREAKS[:1])
    plain = replace(TABLE, lines=two)
    assert differ(draw_standings(table, look()), draw_standings(plain, look())) is not None
    turned = replace(table, lines=(two[0], replace(two[1], breaks=("1", ""))))
    assert differ(draw_standings(table, look()), draw_standings(turned, look())) is not None, "its value is drawn"
    assert str(headings_text(table)).endswith("for ties, H2H: head-to-head")


@pytest.mark.parametrize("language", languages()[1:])
def test_the_rating_that_breaks_a_tie_has_the_comma_of_the_language(language: str) -> None:
    line = replace(LINE, breaks=(measure_text("seed", 1512.5, 3),))
    table = replace(TABLE, lines=(line,), breaks=BREAKS[:1])
    spoken = replace(look(), translate=translator(language))
    assert "1512,50" in standings_text(table, spoken)
    whole = replace(line, breaks=("1512,50",))
    same = replace(table, lines=(whole,))
    assert differ(draw_standings(table, spoken), draw_standings(same, spoken)) is None


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


# Brackets as pictures and in words: legible, light, told by weight and lines, and complete in few characters.


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
    data = draw_bracket(fullest(known=known), look(theme, BRACKET_WIDTH))
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", BRACKET_WIDTH)
    assert len(data) <= 60 * 1024
    assert shown(data) <= set(palette(theme))


def test_letters_of_a_bracket_are_legible_on_a_telephone() -> None:
    narrow = picture(draw_bracket(fullest(), look(width=BRACKET_WIDTH))).reduce(2)
    lines = inked(narrow.crop((32, 60, 70, 400)))
    assert max(end - start for start, end in lines) >= 8


def test_who_goes_on_is_told_without_colours() -> None:
    def grey(first: Slot, second: Slot) -> Image.Image:
        data = draw_bracket(with_first(Box(1, 0.25, (first, second))), look(width=BRACKET_WIDTH))
        return picture(data).convert("1", dither=Image.Dither.NONE)

    one = grey(ANN, replace(ANN, name="bob", on=False))
    other = grey(replace(ANN, on=False), replace(ANN, name="bob"))
    assert ImageChops.difference(one, other).getbbox() is not None


def test_what_is_being_played_has_an_outline_that_is_explained() -> None:
    scheme = colours(Theme())
    live = with_first(Box(1, 0.25, (ANN, BOB), live=True))
    one, other = (draw_bracket(each, look(width=BRACKET_WIDTH)) for each in (PAGE, live))
    assert picture(other).height > picture(one).height
    above = [y for y in range(picture(other).height) if near(picture(other), (200, y), scheme.text)]
    assert above, "an outline crosses the middle of the box"
    assert "running" in bracket_text(live)


def test_the_own_side_and_lines_stand_out() -> None:
    plain = draw_bracket(PAGE, look(width=BRACKET_WIDTH))
    own = draw_bracket(with_first(Box(1, 0.25, (replace(ANN, own=True), BOB), into=0)), look(width=BRACKET_WIDTH))
    loose = draw_bracket(with_first(Box(1, 0.25, (ANN, BOB))), look(width=BRACKET_WIDTH))
    assert differ(plain, own) is not None
    box = differ(plain, loose)
    assert box is not None
    assert box[0] >= 340, "the line runs between the columns"


def test_names_are_cut_only_where_two_lines_do_not_hold_them() -> None:
    def height(name: str) -> int:
        return picture(draw_bracket(with_first(Box(1, 0.25, (Slot(name), BOB))), look(width=BRACKET_WIDTH))).height

    assert height("ann") == height("Maximiliane Musterfrau") < height("Maximiliane Musterfrau the Second")


@pytest.mark.parametrize("length", range(1, 14))
def test_the_word_bye_stands_only_where_a_name_leaves_room_for_it(length: int) -> None:
    columns = tuple(replace(SEMI, boxes=(Box(10, 0.5, (Slot("W" * length, on=True, source=3),)),)) for _ in range(4))
    page = replace(PAGE, bands=(Band(columns),))
    sketch, scheme = _Sketch(page, look(width=WIDTH)), colours(Theme())
    image = picture(draw_bracket(page, look(width=WIDTH))).convert("RGB")

    def colours_of(left: float, right: float) -> set[object]:
        return {each for _, each in image.crop((round(left), 90, round(right), image.height)).getcolors() or ()}

    end = 14 + sketch.wide - 9
    word = end - sketch.width_of("bye", 19, Weight.MEDIUM)
    is_there = scheme.muted in colours_of(word, end)
    assert is_there is (length <= 3)
    if is_there:
        assert colours_of(word - 6, word - 1) == {scheme.page, scheme.surface}


def test_a_long_name_touches_no_score() -> None:
    def scores(name: str) -> Image.Image:
        whole = picture(draw_bracket(fullest(name), look(width=BRACKET_WIDTH)))
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
    return [look().text_of(text) for text in _Sketch(page, look()).legend]


# Tables of leagues in words: every number that the picture shows, in few enough characters.


STANDINGS_ANN = Line(1, "ann", 12, 8, 1, 3, "8½", 1, 4, "up", proven=True)
STANDINGS_BOB = Line(2, "bob", 12, 8, 0, 4, "8", 2, 2)
CLEO = Line(3, "cleo", 11, 0, 0, 11, "0", 3, 3, "out")
STANDINGS_TABLE = Standings(
    say("{league}, division {number}", league=Quote("Winter"), number=2),
    (say("Round {round} of {rounds}", round=3, rounds=11),),
    (STANDINGS_ANN, STANDINGS_BOB, CLEO),
)


def test_a_table_in_words_has_all_its_numbers() -> None:
    assert standings_lines(STANDINGS_TABLE) == [
        "Winter, division 2",
        "Round 3 of 11",
        "1. ann 8½ pts 8-1-3 [1–4] promoted",
        "2. bob 8 pts 8-0-4",
        "3. cleo 0 pts 0-0-11 withdrawn",
    ]


def test_what_separates_those_who_are_level_is_told() -> None:
    ann, bob = replace(STANDINGS_ANN, breaks=("2", "")), replace(STANDINGS_BOB, points="8½", breaks=("0", "5 ⅓"))
    dan = replace(CLEO, points="8½", breaks=("", "4"))
    short = ((say("H2H"), say("head-to-head")), (say("SB"), say("Sonneborn-Berger")))
    assert standings_lines(replace(STANDINGS_TABLE, lines=(ann, bob, dan), breaks=short))[2:] == [
        "1. ann 8½ pts (H2H 2) 8-1-3 [1–4] promoted",
        "2. bob 8½ pts (H2H 0, SB 5 ⅓) 8-0-4",
        "3. cleo 8½ pts (SB 4) 0-0-11 withdrawn",
    ]


def test_pages_are_numbered_and_points_are_left_out_where_they_decide_nothing() -> None:
    lines = standings_lines(replace(STANDINGS_TABLE, page=2, pages=3, points=False))
    assert lines[0] == "Winter, division 2 (2/3)"
    assert lines[2] == "1. ann 8-1-3 [1–4] promoted"


@pytest.mark.parametrize(("low", "high", "told"), [(1, 1, "1"), (1, 9, "1–9"), (2, 2, ""), (2, 3, "2–3"), (4, 4, "4")])
def test_places_are_told_that_are_still_possible(low: int, high: int, told: str) -> None:
    assert replace(STANDINGS_BOB, low=low, high=high).span == told


@pytest.mark.parametrize(
    ("proven", "zone", "words"),
    [(True, "up", "promoted"), (False, "up", "promotion place"), (True, "down", "relegated"), (False, "down", "rele")],
)
def test_what_is_not_proven_is_not_said(proven: bool, zone: str, words: str) -> None:
    line = replace(STANDINGS_ANN, proven=proven, zone=zone)  # type: ignore[arg-type]
    assert words in standings_lines(replace(STANDINGS_TABLE, lines=(line,)))[-1]
    assert ("relegated" in words or "promoted" in words) is proven


def test_the_fullest_page_loses_letters_of_names_and_no_number() -> None:
    full = tuple(
        Line(980 + row, "x" * 60, 100, 10 + row, 55, 34, "100 119/120", 100 + row, 999, "down") for row in range(20)
    )
    text = standings_text(replace(STANDINGS_TABLE, lines=full))
    assert len(text) <= ALT_LIMIT
    assert [f" 100 119/120 pts {10 + row}-55-34 [{100 + row}–999]" in text for row in range(20)] == [True] * 20


def test_names_of_people_break_no_line_of_standings() -> None:
    (row,) = standings_lines(replace(STANDINGS_TABLE, lines=(replace(STANDINGS_BOB, name="b\no\u202eb"),)))[2:]
    assert row == "2. b ob 8 pts 8-0-4"


# Tables and brackets in the languages that people can choose: whole words, and none of another language.


ROUNDS = tuple(
    each.using(number=2)
    for each in map(
        say,
        ("Winners' round {number}", "Losers' round {number}", "Winners' final", "Losers' final", "Second final"),
    )
)
"""Headings of a double bracket, as `hosting.league.brackets.round_text` has them."""


@pytest.mark.parametrize("language", languages()[1:])
def test_tables_and_brackets_are_whole_in_a_language_that_people_can_choose(language: str) -> None:
    seen = replace(look(), translate=translator(language))
    cup, ties = say("{league}", league="ann"), list(zip(HEADINGS.values(), TIE_BREAKS.values(), strict=True))
    lines = tuple(
        replace(LINE, place=row + 1, name="ann", own=row == 0, zone=zone, proven=proven, breaks=("½", "12"))
        for row, (zone, proven) in enumerate(SIGNS)
    )
    tables = [Standings(cup, (), lines, breaks=tuple(ties[first : first + 2])) for first in range(0, len(ties), 2)]
    waiting = fullest(known=False)
    bands = tuple(
        Band(
            tuple(replace(column, heading=heading) for column, heading in zip(band.columns, ROUNDS[::-1], strict=False))
        )
        for band in waiting.bands
    )
    wide = replace(seen, width=BRACKET_WIDTH)
    with lettering() as told:
        for table in tables:
            draw_standings(table, seen)
        for page in (
            replace(waiting, title=cup, facts=(), bands=bands),
            with_first(Box(1, 0.25, (ANN, BOB), live=True)),
        ):
            draw_bracket(replace(page, title=cup), wide)
            told.append(bracket_text(page, wide))
    told += [standings_text(table, seen) for table in tables]
    assert [line for line in told if ELLIPSIS in line] == []
    assert [word for line in told for word in foreign_words(line, language, ("ann", "bob", "cleo"))] == []
    assert [typeset(language, line) for line in told] == told
