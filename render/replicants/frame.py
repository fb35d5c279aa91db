"""The plan of the arena's picture, its empty hexes, and the scene that its parts share.

Measures are for a picture 1,200 pixels wide and scale with its width.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from engine.hexgrid import Hex
from engine.replicants.board import CELLS, in_arena, souls
from engine.replicants.view import ReplicantsView
from engine.seat import Seat
from render.canvas import Canvas, Pen, Picture, shape
from render.lettering import Weight
from render.masks import Box, HexLayout, Mask, Point, Tones, corners, polar
from render.renderer import GameScene
from render.theme import Theme, colours
from render.words import DESIGN_WIDTH, unit_of

MARGIN = 18
STATUS = 56
BANNER = 100
CARD_ROW = 50
CARD_PAD = 10
WIDE_CARD = 404
LABEL = 32
FOOT = 40
_GAP = 14
_APART = 6


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The plan of a picture, equal to itself alone: what is cached by it is found fast.

    Attributes:
        width: In pixels.
        height: In pixels.
        unit: Pixels for one pixel of the design.
        layout: Of the hexes.
        oval: Whether the arena is the oval.
        status: The line of the current turn, or of the result.
        cards: For seat 1, 2, …: one box of three rows, or two boxes of two rows.
        foot: The last line, on reconstructed values; None without any.
    """

    width: int
    height: int
    unit: float
    layout: HexLayout
    oval: bool
    status: Box
    cards: tuple[tuple[Box, ...], ...]
    foot: Box | None


@lru_cache(maxsize=2)
def cells(*, oval: bool) -> tuple[Hex, ...]:
    """Return the hexes of an arena (R2)."""
    return tuple(place for place in CELLS if in_arena(place, oval=oval))


@lru_cache(maxsize=64)
def frame(mode: str, *, oval: bool, side: Seat | None, width: int, ended: bool, foot: bool = True) -> Frame:
    """Return the plan of a picture.

    `mode` decides the number and places of players; `side` is the seat whose matrix starts at the bottom, None for line
    9 on top (R5); `ended` makes the status line a banner; `foot` adds a last line.
    """
    unit = unit_of(width)
    # R5
    radius, middle = (58.0, (Hex(5, 5), Hex(6, 5))) if oval else (70.5, (Hex(4, 5), Hex(4, 5)))
    trial = HexLayout(not oval, 0, radius, (DESIGN_WIDTH / 2, 0), middle)
    start = souls().matrices[mode]  # R3
    seats = len(start)
    if side is not None:
        trial = HexLayout(not oval, _turn(trial, start[side - 1], half=oval), radius, trial.centre, middle)
    places = [trial.at(place) for place in start]
    upper = sorted((seat for seat in range(seats) if places[seat][1] < 0), key=lambda seat: places[seat][0])
    lower = sorted((seat for seat in range(seats) if places[seat][1] >= 0), key=lambda seat: places[seat][0])
    hexes = [y for place in cells(oval=oval) for _, y in corners(radius, trial.at(place), flat=trial.flat)]
    labels = [y for _, (_, y) in label_places(trial, oval=oval)]
    reach = max(hexes)
    above, below = max(0, -reach - min(labels) + LABEL / 2), max(0, max(labels) + LABEL / 2 - reach)

    top = MARGIN + (BANNER if ended else STATUS) + 12
    cards: dict[int, tuple[Box, ...]] = {}
    board_top = _band(cards, upper, top) + (_APART if len(upper) == 1 else _GAP + above)
    board_bottom = board_top + 2 * reach
    bottom = _band(cards, lower, board_bottom + (_APART if len(lower) == 1 else _GAP + below))
    last = Box(MARGIN, bottom, DESIGN_WIDTH - MARGIN, bottom + FOOT) if foot else None

    layout = HexLayout(
        trial.flat, trial.turn, radius * unit, (trial.centre[0] * unit, (board_top + reach) * unit), middle
    )
    return Frame(
        round(DESIGN_WIDTH * unit),
        round((bottom + MARGIN if last is None else last.bottom + 4) * unit),
        unit,
        layout,
        oval,
        Box(MARGIN, MARGIN, DESIGN_WIDTH - MARGIN, top - 12).scaled(unit),
        tuple(tuple(box.scaled(unit) for box in cards[seat]) for seat in range(seats)),
        None if last is None else last.scaled(unit),
    )


@lru_cache(maxsize=64)
def spots(plan: Frame) -> Mapping[str, Point]:
    return MappingProxyType({str(place): plan.layout.at(place) for place in cells(oval=plan.oval)})


def frame_of(view: ReplicantsView, width: int, side: Seat | None) -> Frame:
    foot = view.reconstruction is not None
    return frame(view.mode, oval=view.oval, side=side, width=width, ended=view.outcome is not None, foot=foot)


def turn_of(view: ReplicantsView, side: Seat | None) -> int:
    return frame_of(view, DESIGN_WIDTH, side).layout.turn


def label_places(layout: HexLayout, *, oval: bool) -> list[tuple[str, Point]]:
    every = cells(oval=oval)
    places = []
    for axis, direction in ((0, 3), (1, 5)):
        for number in sorted({place[axis] for place in every}):
            last = min(place for place in every if place[axis] == number)
            place = polar(layout.at(last), (1.19 if layout.flat else 1.15) * layout.radius, layout.angle(direction))
            places.append((chr(ord("A") + number) if axis == 0 else str(number), place))
    return places


def _turn(layout: HexLayout, place: Hex, *, half: bool) -> int:
    x, y = layout.at(place)
    angle = math.degrees(math.atan2(x - layout.centre[0], -(y - layout.centre[1]))) % 360
    if half:
        return 3 if angle < 90 or angle > 270 else 0
    return round((180 - angle) / 60) % 6


def _band(cards: dict[int, tuple[Box, ...]], seats: list[int], top: float) -> float:
    """Place the cards of one player or two side by side, and return their lower end."""
    bottom = top + 2 * CARD_PAD + (2 if len(seats) == 1 else 3) * CARD_ROW
    right = DESIGN_WIDTH - MARGIN
    if len(seats) == 1:
        cards[seats[0]] = (Box(MARGIN, top, MARGIN + WIDE_CARD, bottom), Box(right - WIDE_CARD, top, right, bottom))
        return bottom
    middle = DESIGN_WIDTH / 2
    cards[seats[0]] = (Box(MARGIN, top, middle - 6, bottom),)
    cards[seats[1]] = (Box(middle + 6, top, right, bottom),)
    return bottom


# The scene that a picture's parts share.


@dataclass(frozen=True, slots=True)
class Scene(GameScene[ReplicantsView, Frame]):
    """A picture of Replicants in the making, with the centres of all hexes by name."""

    spots: Mapping[str, Point]

    @property
    def radius(self) -> float:
        return self.plan.layout.radius

    def at(self, name: str) -> Point:
        return self.spots[name]


# The empty arena and cards, cached for each theme and plan.


GAP = 0.035
"""Half of the gap between neighbouring hexes, as a part of their radius."""


def board(theme: Theme, plan: Frame) -> Canvas:
    """Return a new canvas with the page, the arena and its coordinates, and empty cards."""
    return Canvas.on(_board(theme, plan), theme)


@lru_cache(maxsize=8)
def _board(theme: Theme, plan: Frame) -> Picture:
    scheme = colours(theme)
    canvas = Canvas.blank(plan.width, plan.height, scheme.page, theme)
    for place in cells(oval=plan.oval):
        canvas.fill(tile(plan.layout.radius, flat=plan.layout.flat), plan.layout.at(place), scheme.cell)
        canvas.text(plan.layout.at(place), str(place), label_size(plan), scheme.muted, anchor="m", weight=Weight.MEDIUM)
    for text, where in label_places(plan.layout, oval=plan.oval):
        canvas.text(where, text, 32 * plan.unit, scheme.muted, anchor="m")
    for box in (box for boxes in plan.cards for box in boxes):
        canvas.box(box.corners, 14 * plan.unit, scheme.surface)
    return canvas.picture


def label_size(plan: Frame) -> float:
    return 0.42 * plan.layout.radius


@lru_cache(maxsize=64)
def tile(radius: float, *, flat: bool) -> Mask:
    size = (1 - 2 * GAP / 3**0.5) * radius
    return shape(2 * round(radius) + 2, lambda pen: pen.polygon(corners(size, flat=flat)))


@lru_cache(maxsize=16)
def team_rim(team: int, radius: float, *, flat: bool) -> Mask:
    """Return the mask of the mark of partners' hexes, of the size of `tile`.

    The first team's hexes (0) have a line all around, the second's one at each corner.
    """
    ends, thickness = corners(0.9 * radius, flat=flat), max(1.4, 0.07 * radius)

    def paint(pen: Pen) -> None:
        if team == 0:
            pen.line([*ends, ends[0]], thickness)
            return
        for before, corner, after in zip(ends[-1:] + ends, ends, ends[1:] + ends[:1], strict=False):
            pen.line([_towards(corner, before), corner, _towards(corner, after)], thickness)

    return shape(2 * round(radius) + 2, paint)


def _towards(start: Point, end: Point) -> Point:
    """Return the end of a corner's line on the edge towards the next corner."""
    return start[0] + (end[0] - start[0]) * 0.2, start[1] + (end[1] - start[1]) * 0.2


@lru_cache(maxsize=512)
def stand(theme: Theme, plan: Frame, name: str, seat: Seat, team: int | None) -> tuple[Picture, Point, Picture]:
    """Return the hex under a Replicant, with the mark of its team if it has one, as `Canvas.lay` takes it."""
    scheme, radius, flat, (x, y) = colours(theme), plan.layout.radius, plan.layout.flat, spots(plan)[name]
    size = tile(radius, flat=flat).width
    left, top, middle = round(x - size / 2), round(y - size / 2), (size / 2, size / 2)
    canvas = Canvas.on(_board(theme, plan).crop((left, top, left + size, top + size)), theme)
    canvas.fill(tile(radius, flat=flat), middle, scheme.tint(seat))
    if team is not None:
        canvas.fill(team_rim(team, radius, flat=flat), middle, scheme.muted)
    box, within = _touched(radius, flat=flat)
    return canvas.picture.crop(box), (left + box[0], top + box[1]), within


@lru_cache(maxsize=16)
def _touched(radius: float, *, flat: bool) -> tuple[tuple[int, int, int, int], Picture]:
    """Return the box of a hex on its tile, and those of its pixels that are not its neighbours' alone."""
    touched = tile(radius, flat=flat).touched(Tones.CRISP)
    box = touched.getbbox() or (0, 0, 1, 1)
    return box, Picture(touched.crop(box))
