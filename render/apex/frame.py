"""The plan of the star map's picture, and the scene that its parts share.

Measures are for a picture 1,200 pixels wide and scale with its width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.apex.components import ACTION_NAMES, TRACK_NAMES, Track, components
from engine.apex.events import SIDE_NAMES, Battle
from engine.apex.view import ApexView
from engine.events import Event
from engine.seat import Seat
from engine.text import Text, say
from render import icons
from render.apex.icons import ACTIONS, SIDES, TRACKS, depot, dock, draw_sector_sign, ship
from render.canvas import Canvas
from render.icons import Icon
from render.lettering import Weight, fit
from render.masks import Box, Point, polar
from render.renderer import GameScene
from render.theme import Colours, Livery, Theme
from render.words import DESIGN_WIDTH, unit_of

# The meanings of a picture's symbols, in the reader's language, below all other parts.


COLUMNS = 4
ROW = 44
SIZE = 30
"""Of the words: 10 pixels on a picture 400 pixels wide."""

ITEMS: tuple[tuple[Icon, Text], ...] = (
    (ship, say("ships on map")),
    (dock, say("spare ships")),
    (depot, say("spare colonies")),
    (draw_sector_sign, say("sectors held")),
    *((SIDES[side], SIDE_NAMES[side]) for side in "WECX"),
    *zip(ACTIONS[:3], ACTION_NAMES[:3], strict=True),
    (icons.star, say("points", context="number of a player")),
    *zip(ACTIONS[3:], ACTION_NAMES[3:], strict=True),
    *((TRACKS[track], TRACK_NAMES[track]) for track in (Track.INFLUENCE, Track.ARMAMENT)),
)
"""Row by row."""

ROWS = -(-len(ITEMS) // COLUMNS)


def draw_legend(canvas: Canvas, scheme: Colours, box: Box, unit: float, words: tuple[str, ...]) -> None:
    across, reach = box.width / COLUMNS, 17 * unit
    for place, ((icon, _), word) in enumerate(zip(ITEMS, words, strict=True)):
        row, column = divmod(place, COLUMNS)
        left, y = box.left + column * across, box.top + (row + 0.5) * ROW * unit
        canvas.fill(icons.mask(icon, reach), (left + 8 * unit + reach, y), scheme.muted)
        start, size = left + 18 * unit + 2 * reach, round(SIZE * unit)
        shown = fit(word, left + across - 8 * unit - start, size, Weight.MEDIUM)
        canvas.text((start, y), shown, size, scheme.muted, weight=Weight.MEDIUM)


MOST_BATTLES = 6
"""The most battles that a picture reports: the last ones."""

MARGIN = 18
STATUS = 56
BANNER = 100
STRIP = 104
PANEL_ROW = 52
CARD_ROWS = (46, 58, 46)
CARD_PAD = 10
HAND_TITLE = 44
HAND_CARD = 224
FOOT = 42
_GAP = 12
_APART = 22
_TALLEST = 1240
_WIDER = 1.3
"""The greatest ratio of horizontal to vertical distances of sectors."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The plan of a picture.

    Attributes:
        width: In pixels.
        height: In pixels.
        unit: Pixels for one pixel of the design.
        radius: Of a sector, in pixels.
        places: Slots and the centres of their sectors.
        status: The line of the current turn, or of the result.
        strip: The strategies of the round; None before the first are revealed.
        panel: Battles and the remaining actions of an expansion, one box a row.
        cards: For seat 1, 2, ….
        hand: The reader's own cards, with a line above them; None for a reader without cards.
        legend: The meanings of the symbols.
        foot: The last line.
    """

    width: int
    height: int
    unit: float
    radius: float
    places: tuple[tuple[str, Point], ...]
    status: Box
    strip: Box | None
    panel: tuple[Box, ...]
    cards: tuple[Box, ...]
    hand: Box | None
    legend: Box
    foot: Box

    def at(self, slot: str) -> Point:
        return next(place for name, place in self.places if name == slot)


def battles_of(last: Sequence[Event]) -> tuple[Battle, ...]:
    return tuple(event for event in last if isinstance(event, Battle))[-MOST_BATTLES:]


def frame_of(view: ApexView, width: int, side: Seat | None, last: tuple[Event, ...] = ()) -> Frame:
    """Return the plan of a view's picture; `last` are the events that it marks."""
    home = view.sides[side - 1].home if side is not None else ""
    rows = len(battles_of(last)) + bool(any(view.actions))
    return frame(
        int(view.mode),
        home=home,
        first=side or 1,
        width=width,
        ended=view.outcome is not None,
        strip=bool(view.strategies),
        rows=rows,
        hand=len(hand_of(view)),
        data=view.data,
    )


def hand_of(view: ApexView) -> tuple[int, ...]:
    return (view.sides[view.viewer - 1].hand or ()) if view.viewer is not None else ()


@lru_cache(maxsize=128)
def frame(
    seats: int,
    *,
    home: str,
    first: Seat,
    width: int,
    ended: bool,
    strip: bool,
    rows: int,
    hand: int,
    data: str = "",
) -> Frame:
    """Return the plan of a picture.

    `home` is the home slot at the bottom, empty for `H1` on top; the card of the seat `first` is the first; `ended`
    makes the status line a banner; `rows` are the panel's, `hand` is the number of the reader's cards, `data` a data
    version, empty for the current one.
    """
    unit = unit_of(width)
    right = DESIGN_WIDTH - MARGIN
    status = Box(MARGIN, MARGIN, right, MARGIN + (BANNER if ended else STATUS))
    top = status.bottom + _GAP
    strip_box = Box(MARGIN, top, right, top + STRIP) if strip else None
    if strip_box:
        top = strip_box.bottom + _GAP
    panel = [Box(MARGIN, top + row * PANEL_ROW, right, top + (row + 1) * PANEL_ROW) for row in range(rows)]
    if panel:
        top = panel[-1].bottom + _GAP
    radius, points, bottom = _map(seats, home, top, data)
    top = bottom + _GAP
    cards, top = _cards(seats, first, top)
    hand_box = None
    if hand:
        lines = math.ceil(hand / (5 if hand > 6 else 6))
        hand_box = Box(MARGIN, top, right, top + HAND_TITLE + lines * (HAND_CARD + _GAP))
        top = hand_box.bottom
    legend = Box(MARGIN, top, right, top + ROWS * ROW)
    top = legend.bottom + 4
    foot = Box(MARGIN, top, right, top + FOOT)
    return Frame(
        round(DESIGN_WIDTH * unit),
        round((foot.bottom + 8) * unit),
        unit,
        radius * unit,
        tuple((name, (x * unit, y * unit)) for name, (x, y) in points.items()),
        status.scaled(unit),
        strip_box.scaled(unit) if strip_box else None,
        tuple(box.scaled(unit) for box in panel),
        tuple(box.scaled(unit) for box in cards),
        hand_box.scaled(unit) if hand_box else None,
        legend.scaled(unit),
        foot.scaled(unit),
    )


def _rings(seats: int) -> dict[str, float]:
    """Return the distances of a star map's rings from its middle, where the nearest sectors are 1 apart.

    Homes, the sectors in front of them and the inner ring lie on a ray; `D` and `A` lie halfway between two rays.
    """
    half = math.pi / seats
    inner = 0.5 / math.sin(half)
    between = inner * math.cos(half) + math.sqrt(1 - (inner * math.sin(half)) ** 2)
    return {"C": inner, "B": inner + 1, "H": inner + 2, "D": between, "A": between + 1}


@lru_cache(maxsize=32)
def _turned(seats: int, home: str, data: str) -> dict[str, Point]:
    """Return the sectors around the middle of a star map, turned so that a home is at the bottom."""
    rings = _rings(seats)
    bottom = int(home[1:]) - 1 - seats / 2 if home else 0
    return {
        each.name: polar(
            (0, 0),
            rings[each.name[0]],
            (int(each.name[1:]) - 1 - bottom + (0.5 if each.name[0] in "AD" else 0)) * 360 / seats,
        )
        for each in components(data).maps[seats].places
    }


def _map(seats: int, home: str, top: float, data: str) -> tuple[float, dict[str, Point], float]:
    turned = _turned(seats, home, data)
    xs, ys = ([point[axis] for point in turned.values()] for axis in (0, 1))
    room, wide, tall = DESIGN_WIDTH - 2 * MARGIN, max(xs) - min(xs), max(ys) - min(ys)
    step = min((room + _APART) / (wide + 1), (_TALLEST + _APART) / (tall + 1))
    radius = (step - _APART) / 2
    across = min((room - 2 * radius) / wide, _WIDER * step)
    left = DESIGN_WIDTH / 2 - (min(xs) + max(xs)) / 2 * across
    start = top + radius - min(ys) * step
    points = {name: (left + x * across, start + y * step) for name, (x, y) in turned.items()}
    return radius, points, start + max(ys) * step + radius


def _cards(seats: int, first: Seat, top: float) -> tuple[list[Box], float]:
    columns = 2 if seats in (2, 4) else 3
    height = 2 * CARD_PAD + sum(CARD_ROWS)
    across = (DESIGN_WIDTH - 2 * MARGIN - (columns - 1) * _GAP) / columns
    cards = []
    for place in range(seats):
        row, column = divmod(place, columns)
        left, upper = MARGIN + column * (across + _GAP), top + row * (height + _GAP)
        cards.append(Box(left, upper, left + across, upper + height))
    bottom = cards[-1].bottom + _GAP
    return [cards[(seat - first) % seats] for seat in range(1, seats + 1)], bottom


# The scene that a picture's parts share.


@dataclass(frozen=True, slots=True)
class Scene(GameScene[ApexView, Frame]):
    """A picture of APEX in the making."""

    @property
    def radius(self) -> float:
        return self.plan.radius

    def at(self, slot: str) -> Point:
        return self.plan.at(slot)


def dressed(theme: Theme, view: ApexView | None) -> Theme:
    """Return a reader's theme with the seats' civilisations; without a view, with civilisations in their order."""
    if view is None:
        return replace(theme, livery=Livery.STARS, worn=())
    order = [civilisation.code for civilisation in components(view.data).civilisations]
    worn = tuple(order.index(side.civilisation) + 1 if side.civilisation else 0 for side in view.sides)
    return replace(theme, livery=Livery.STARS, worn=worn)
