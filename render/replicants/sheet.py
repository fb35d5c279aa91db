"""The reference sheet: the charts of all souls, as a picture and in words."""

from __future__ import annotations

from functools import lru_cache

from engine.hexgrid import Hex, walk
from engine.replicants.board import VALUES, Chart, Path, souls
from engine.text import Text, say
from render import icons
from render.canvas import Canvas
from render.lettering import Weight, fit, size_in
from render.masks import HexLayout, Point
from render.replicants.frame import tile
from render.replicants.pieces import draw_piece, stand_on
from render.theme import Colours, Theme, colours
from render.words import DESIGN_WIDTH, PLAIN, Look, unit_of

_HOME = Hex(10, 10)
_COLUMNS = 3
_PITCH = 388
_ROW = 400
_TOP = 108
_RADIUS = 37


def draw_sheet(data: str = "", look: Look = PLAIN) -> bytes:
    """Return the charts of a chart set (empty: the current one) as a PNG file; every soul faces upwards."""
    return _sheet(data or souls().current, look.theme, look.width, _labels(look))


def sheet_text(data: str = "", look: Look = PLAIN) -> str:
    """Return the charts in words, with the directions relative to the heading as R9 counts them."""
    charts = souls().sets[data or souls().current].charts
    parts = [_KEY, *(_words(value, charts[value]) for value in VALUES)]
    if souls().sets[data or souls().current].reconstruction:
        parts.insert(0, _NOTICE)
    return " ".join(map(look.text_of, parts))


_TITLE = say("The seven souls")
_NOTICE = say("Reconstructed charts: the rulebook only shows them in pictures.")
_MATRIX = say("1, the matrix")
_HEADING = say("nose: the way a Replicant faces")
_WALK = say("walk: blocked by Replicants in between")
_LEAP = say("leap: passes over Replicants")
_ARC = say("arc: destroys from afar")
_KEY = say(
    "Directions are clockwise from the heading: 0 ahead, 1 ahead right, 2 back right, 3 back, 4 back left, "
    "5 ahead left. Two digits are two steps."
)


def _soul(value: int) -> Text:
    return say("Soul {value}", value=value)


def _words(value: int, chart: Chart) -> Text:
    walks, leaps, arcs = (
        " ".join("".join(map(str, path)) for path in kind) for kind in (chart.walk, chart.leap, chart.arc)
    )
    if leaps:
        return say("Soul {value} walks {walks} and leaps {leaps}.", value=value, walks=walks, leaps=leaps)
    if arcs:
        return say("Soul {value} walks {walks} and fires arcs {arcs}.", value=value, walks=walks, arcs=arcs)
    return say("Soul {value} walks {walks}.", value=value, walks=walks)


def _labels(look: Look) -> tuple[str, ...]:
    texts = (_TITLE, _NOTICE, _HEADING, _WALK, _LEAP, _ARC, _MATRIX, *map(_soul, VALUES[1:]))
    return tuple(map(look.text_of, texts))


@lru_cache(maxsize=16)
def _sheet(data: str, theme: Theme, width: int, labels: tuple[str, ...]) -> bytes:
    scheme = colours(theme)
    unit = unit_of(width)
    title, notice, *legend = labels[:6]
    canvas = Canvas.blank(round(DESIGN_WIDTH * unit), round((_TOP + 3 * _ROW + 24) * unit), scheme.page, theme)
    canvas.text((28 * unit, 40 * unit), fit(title, 1140 * unit, round(44 * unit)), 44 * unit, scheme.text)
    if souls().sets[data].reconstruction:
        shown, size = fit(notice, 1140 * unit, round(28 * unit), Weight.MEDIUM), 28 * unit
        canvas.text((28 * unit, 84 * unit), shown, size, scheme.text, weight=Weight.MEDIUM)
    charts = souls().sets[data].charts
    for place, value in enumerate(VALUES):
        left, top = _slot(place)
        _card(canvas, scheme, left, top, 1, unit)
        text = fit(labels[6 + place], 330 * unit, round(32 * unit))
        canvas.text(((left + 20) * unit, (top + 34) * unit), text, 32 * unit, scheme.text)
        _chart(canvas, theme, value, charts[value], ((left + _PITCH / 2 - 6) * unit, (top + 218) * unit), unit)
    left, top = _slot(len(VALUES))
    _card(canvas, scheme, left, top, 2, unit)
    layout = HexLayout(True, 0, _RADIUS * unit, (0, 0), (_HOME, _HOME))
    for row, (text, kind) in enumerate(zip(legend, ("heading", "walk", "leap", "arc"), strict=True)):
        centre = ((left + 70) * unit, (top + 62 + 88 * row) * unit)
        canvas.fill(tile(layout.radius, flat=True), centre, scheme.well)
        if kind == "heading":
            draw_piece(canvas, stand_on(theme, layout.radius, flat=True), centre, scheme.well, 1, 2, 0, None)
        else:
            _mark(canvas, scheme, kind, centre, layout.radius)
        size = size_in(text, 610 * unit, round(32 * unit), 24 * unit, Weight.MEDIUM)
        shown = fit(text, 610 * unit, size, Weight.MEDIUM)
        canvas.text(((left + 130) * unit, centre[1]), shown, size, scheme.text, weight=Weight.MEDIUM)
    return canvas.png()


def _slot(place: int) -> tuple[float, float]:
    return 18 + (place % _COLUMNS) * _PITCH, _TOP + 6 + (place // _COLUMNS) * _ROW


def _card(canvas: Canvas, scheme: Colours, left: float, top: float, columns: int, unit: float) -> None:
    right, bottom = left + columns * _PITCH - 12, top + _ROW - 12
    canvas.box([(left * unit, top * unit), (right * unit, bottom * unit)], 16 * unit, scheme.surface)


def _chart(canvas: Canvas, theme: Theme, value: int, chart: Chart, centre: Point, unit: float) -> None:
    scheme = colours(theme)
    layout = HexLayout(True, 0, _RADIUS * unit, centre, (_HOME, _HOME))
    near = [Hex(_HOME.column + column, _HOME.line + line) for column in range(-2, 3) for line in range(-2, 3)]
    for place in near:
        if abs(place.column - place.line) <= 2:
            canvas.fill(tile(layout.radius, flat=True), layout.at(place), scheme.well)
    draw_piece(canvas, stand_on(theme, layout.radius, flat=True), centre, scheme.well, 1, value, 0, None)
    kinds: tuple[tuple[str, tuple[Path, ...]], ...] = (("walk", chart.walk), ("leap", chart.leap), ("arc", chart.arc))
    for kind, paths in kinds:
        for path in paths:
            _mark(canvas, scheme, kind, layout.at(walk(_HOME, path)), layout.radius)


def _mark(canvas: Canvas, scheme: Colours, kind: str, centre: Point, radius: float) -> None:
    if kind == "walk":
        canvas.fill(icons.mask(icons.disc, 0.45 * radius), centre, scheme.walk)
    elif kind == "leap":
        canvas.fill(icons.mask(icons.disc, 0.55 * radius), centre, scheme.leap)
        canvas.fill(icons.mask(icons.disc, 0.36 * radius), centre, scheme.well)
    else:
        canvas.fill(icons.mask(icons.bolt, 0.62 * radius), centre, scheme.arc)
