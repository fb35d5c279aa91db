"""Pieces, badges and curves in pictures, 400 pixels wide, as people see them who lack one kind of cones.

What is measured are the pixels of the picture, not what the theme says: of each seat the colour that most of its piece
has. Forms and patterns tell seats apart besides; other tests look at them.
"""

from __future__ import annotations

import functools
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
from render.canvas import Canvas
from render.charts import Chart, Figure, draw_figure, draw_key
from render.registry import renderer
from render.replicants.frame import frame_of
from render.summary import draw_summary
from render.theme import Colour, Livery, Palette, Theme, colours
from render.words import Look
from tests.render.apex import scenes as apex
from tests.render.mutants import scenes as mutants
from tests.render.pixels import picture
from tests.render.replica import scenes as replica
from tests.render.replicants import scenes as replicants
from tests.render.samples import CURVE, RATING, SEATS, THEMES, look
from tests.render.sight import DEFICIENCIES, difference, seen
from tests.render.test_summary import NAMES, card

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


@pytest.mark.parametrize("theme", THEMES)
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


@pytest.mark.parametrize("theme", [replace(theme, livery=livery) for theme in THEMES for livery in Livery])
@pytest.mark.parametrize("unit", [1 / 3, 1 / 2], ids=["card", "figure"])
def test_curves_have_marks_that_everybody_tells_apart(theme: Theme, unit: float) -> None:
    for deficiency in (None, *DEFICIENCIES):
        assert measured(marks(theme, unit), deficiency) >= LEAST, deficiency


@pytest.mark.parametrize("theme", THEMES)
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
def test_seats_that_somebody_cannot_tell_apart_are_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
