"""The card of a match, and the curves on it."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from PIL import Image

from engine.outcome import Outcome, draw, void
from engine.text import Player, Text, say
from render.canvas import Canvas
from render.charts import (
    MOST_BARS,
    WIDTH,
    Bar,
    Bars,
    Figure,
    Interval,
    Prospect,
    Prospects,
    dashed,
    draw_figure,
    draw_mark,
    figure_lines,
    figure_text,
    ticks,
)
from render.masks import Point
from render.summary import Summary, draw_summary, summary_text
from render.theme import Colour, Livery, Palette, Shape, Theme, colours, palette
from render.words import ALT_LIMIT, MOST_NAMED, PLAIN, Look, result_alone, result_text
from tests.render.pixels import differ, picture
from tests.render.samples import CURVE, FIGURE, RATING, SEATS, THEMES, WON, look

NAMES = ("ann", "Bartholomew the Great", "Cleo", "dan")
OUTCOME = Outcome((2, 1, 2, 4), say("{player} gave up.", player=Player(4)), "F", points=(1, 3.5, 1, 0), by=4)


def card(outcome: Outcome | None = OUTCOME, turns: int = 30) -> Summary:
    return Summary(
        game="Replicants",
        mode=say("4 players"),
        seats=4,
        headline=say("{player} wins", player=Player(2)),
        outcome=outcome,
        turns=turns,
        took=timedelta(days=3, hours=4, minutes=40),
        feats=tuple(say("captures: {count}", count=count) for count in (1, 3, 1, 0)),
        label=say("Points"),
        curves=tuple(tuple(float(seat * turn // 30) for turn in range(turns + 1)) for seat in range(1, 5)),
    )


def test_the_card_in_words_says_all_that_the_picture_shows() -> None:
    text = summary_text(card(), Look(NAMES))
    assert text.splitlines()[:4] == [
        "Bartholomew the Great wins",
        "dan gave up.",
        "Replicants, 4 players · turns: 30 · time: 3 d 4 h",
        "Bartholomew the Great: place 1 · points: 3.5 · captures: 3",
    ]
    assert "Points of dan over the match: 0 0 1 1 2 2 2 3 4" in text
    assert len(summary_text(card(), Look(("x" * 400,) * 4))) <= ALT_LIMIT


def test_what_broke_a_tie_stands_beside_the_points() -> None:
    broken = ((say("pawns: 9"),), (), (say("pawns: 7"),), ())
    text = summary_text(card(replace(OUTCOME, ranks=(2, 1, 3, 4), tie_breaks=broken)), Look(NAMES))
    assert "ann: place 2 · points: 1 · pawns: 9 · captures: 1" in text
    assert "Cleo: place 3 · points: 1 · pawns: 7 · captures: 1" in text


def test_long_remarks_leave_room_for_the_name() -> None:
    long = tuple(say("a remark that is much longer than most, {count}", count=count) for count in (1, 3, 1, 0))
    short, crowded = (
        picture(draw_summary(replace(card(), feats=feats), Look(NAMES))).crop((20, 160, 150, 360)).tobytes()
        for feats in ((), long)
    )
    assert short == crowded


def test_a_void_match_ranks_nobody() -> None:
    text = summary_text(card(void(4)), Look(NAMES))
    assert "place" not in text
    assert "The match doesn't count." in text


def test_a_match_that_goes_on_has_a_card_too() -> None:
    assert "place" not in summary_text(card(None), Look(NAMES))
    assert draw_summary(card(None), Look(NAMES))


@pytest.mark.parametrize("theme", [Theme(palette, dark) for palette in Palette for dark in (True, False)])
def test_the_picture_keeps_to_the_theme(theme: Theme) -> None:
    image = Image.open(io.BytesIO(draw_summary(card(), Look(NAMES, theme))))
    assert image.format == "PNG"
    assert image.mode == "P"
    assert image.width == PLAIN.width
    colours = {colour for _, colour in image.convert("RGB").getcolors(image.width * image.height) or []}
    assert colours <= set(palette(theme))


def test_a_game_that_counts_nothing_has_a_lower_card() -> None:
    plain = Summary("Toy", say("two players"), 2, say("The end"), None, 3)
    image = Image.open(io.BytesIO(draw_summary(plain)))
    assert image.height < 400
    assert summary_text(plain).splitlines() == ["The end", "Toy, two players · turns: 3"]


@pytest.mark.parametrize("turns", [0, 1, 400])
def test_any_number_of_turns_has_its_curves(turns: int) -> None:
    assert draw_summary(card(turns=turns), Look(width=400))
    told = re.search(r"Points of .*: (.*)", summary_text(card(turns=turns)))
    assert told is not None
    assert len(told[1].split()) == min(turns + 1, 9)


def test_marks_on_curves_differ_in_shape() -> None:
    def drawn(shape: Shape) -> bytes:
        canvas = Canvas.blank(60, 60, colours(Theme()).page, Theme())
        canvas.smooth([(0, 0), (60, 60)], colours(Theme()).text, lambda pen: draw_mark(pen, shape, (30, 30), 12))
        return canvas.png()

    assert len({drawn(shape) for shape in Shape}) == len(Shape)


def test_six_players_have_curves_of_their_own() -> None:
    six = replace(card(None), seats=6, feats=(), curves=tuple((float(seat),) * 31 for seat in range(6)))
    text = summary_text(six)
    assert [f"Points of Player {seat}" in text for seat in range(1, 7)] == [True] * 6
    assert draw_summary(six, Look(theme=Theme(livery=Livery.STARS)))


def test_dashes_cover_a_line_in_turn() -> None:
    line: list[Point] = [(0, 0), (10, 0), (10, 10)]
    strokes = list(dashed(line, (6, 3)))
    assert strokes == [[(0, 0), (6, 0)], [(9, 0), (10, 0), (10, 5)], [(10, 8), (10, 10), (10, 10)]]
    assert list(dashed(line, ())) == [[*line, line[-1]]]


@pytest.mark.parametrize(("low", "high", "most"), [(0, 1, 5), (3, 8, 5), (0, 400, 8), (-3, 12, 5), (0, 0, 5)])
def test_ticks_are_round_and_few(low: float, high: float, most: int) -> None:
    found = ticks(low, high, most)
    assert 1 <= len(found) <= most
    assert low <= found[0] <= found[-1] <= high
    assert len({after - before for before, after in pairwise(found)}) <= 1


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3600, "under a minute"),
        (0, "under a minute"),
        (59, "under a minute"),
        (60, "1 min"),
        (3 * 3600 + 119, "3 h 1 min"),
        (26 * 3600, "1 d 2 h"),
    ],
)
def test_how_long_a_match_took(seconds: int, words: str) -> None:
    text = summary_text(replace(card(), took=timedelta(seconds=seconds)), Look(NAMES))
    assert f"time: {words}\n" in text


def test_a_player_alone_has_no_place_but_a_result() -> None:
    alone = replace(
        card(), seats=1, outcome=Outcome((2,), say("Night has come."), "D"), feats=(), curves=(), label=None
    )
    assert summary_text(alone, Look(("ann",))).splitlines()[-1] == "ann: defeat"
    assert draw_summary(alone) != draw_summary(replace(alone, outcome=Outcome((1,), say("Night has come."), "V")))


# Who won, in one line.


def outcome(*ranks: int) -> Outcome:
    return Outcome(ranks, say("It is over."), "E")


@pytest.mark.parametrize(
    ("ended", "line"),
    [
        (outcome(2, 1), "Player 2 wins"),
        (outcome(1, 2, 1, 2), "Player 1 and Player 3 win"),
        (outcome(1, 1, 1, 2), "Player 1, Player 2 and Player 3 win"),
        (outcome(*[1] * (MOST_NAMED + 1), 2), "4 players share the victory"),
        (void(3), "The match is over"),
        (draw(2), "The match is over"),
    ],
)
def test_winners_are_named_or_counted(ended: Outcome, line: str) -> None:
    assert str(result_text(ended)) == line


@pytest.mark.parametrize(
    ("rank", "against", "line", "word"),
    [
        (1, say("the Wolf"), "Player 1 has beaten the Wolf", "victory"),
        (2, say("the Wolf"), "the Wolf has beaten Player 1", "defeat"),
        (1, None, "Player 1 wins", "victory"),
        (2, None, "Player 1 has lost", "defeat"),
    ],
)
def test_alone_there_is_victory_or_defeat(rank: int, against: Text | None, line: str, word: str) -> None:
    ended = replace(outcome(rank), against=against)
    assert str(result_text(ended)) == line
    assert str(result_alone(ended)) == word


# Figures about players and games as pictures: legible, light, and told apart by shapes.


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
    assert text.endswith("60% (40 to 78%), 100014")
    assert text.count(", 1000") == MOST_BARS
    for theme in THEMES:
        assert len(draw_figure(full, look(theme))) <= 60 * 1024


@pytest.mark.parametrize("theme", THEMES)
def test_charts_keep_to_the_theme(theme: Theme) -> None:
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


CHANCES = Prospects(
    say("Chance to win in %"),
    (
        Prospect(say("{player}", player=Player(1)), 1, (0.5, 0.25, 0.625, 1.0)),
        Prospect(say("{player}", player=Player(2)), 2, (0.5, 0.75, 0.375, 0.0)),
    ),
    marked=(2,),
)


def test_chances_are_in_words_and_in_the_colours_of_sides_with_a_line_through_marked_turns() -> None:
    figure = Figure(say("Analysis"), (), (CHANCES,))
    lines = figure_lines(figure, look())
    assert lines[1:] == [
        "Chance to win in %:",
        "ann, after turn 0: 50%, 1: 25%, 2: 63%, 3: 100%",
        "Player 2, after turn 0: 50%, 1: 75%, 2: 38%, 3: 0%",
    ]
    long = Prospect(say("{player}", player=Player(1)), 1, tuple(turn / 24 for turn in range(25)))
    assert "after turn 0: 0%, 2: 8%, 4: 17%" in figure_text(
        replace(figure, panels=(replace(CHANCES, sides=(long,)),)), look()
    )
    scheme, drawn = colours(Theme()), draw_figure(figure, look())
    assert {scheme.seat(1).fill, scheme.seat(2).fill, scheme.accent} <= shown(drawn)
    unmarked = draw_figure(Figure(say("Analysis"), (), (replace(CHANCES, marked=()),)), look())
    assert unmarked != drawn
    assert Image.open(io.BytesIO(unmarked)).size == Image.open(io.BytesIO(drawn)).size


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
