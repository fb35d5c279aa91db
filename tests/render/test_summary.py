"""The card of a match, and the curves on it."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from PIL import Image

from engine.outcome import Outcome, void
from engine.text import Player, say
from render.canvas import Canvas
from render.charts import dashed, draw_mark, ticks
from render.masks import Point
from render.summary import Summary, draw_summary, summary_text
from render.theme import Livery, Palette, Shape, Theme, colours, palette
from render.words import ALT_LIMIT, Look

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
    assert image.width == 1200
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
