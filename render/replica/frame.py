"""The plan of the chessboard's picture, its empty squares, and the scene that its parts share.

Measures are for a picture 1,200 pixels wide and scale with its width.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.replica.rules import GOALS
from engine.replica.view import ReplicaView
from engine.seat import Seat
from render import icons
from render.badges import silhouette
from render.canvas import Canvas, Picture
from render.masks import Box, Point
from render.renderer import GameScene
from render.theme import Colour, Colours, Livery, Theme, colours
from render.words import DESIGN_WIDTH, unit_of

MARGIN = 18
STATUS = 56
BANNER = 100
CARD = 62
SQUARE = 132
LABEL = 48
FOOT = 44
_GAP = 10

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)


@dataclass(frozen=True, slots=True)
class Frame:
    """The plan of a picture.

    Attributes:
        width: In pixels.
        height: In pixels.
        unit: Pixels for one pixel of the design.
        turned: Whether Black's corner is the lower left one, instead of White's.
        corner: The board's upper left corner.
        square: A square's side, in pixels.
        status: The line of the current turn, or of the result.
        cards: For seat 1 and 2.
        foot: The line of the options.
    """

    width: int
    height: int
    unit: float
    turned: bool
    corner: Point
    square: float
    status: Box
    cards: tuple[Box, Box]
    foot: Box

    def at(self, name: str) -> Point:
        file, rank = FILES.index(name[0]), RANKS.index(name[1])
        column, row = (7 - file, rank) if self.turned else (file, 7 - rank)
        return self.corner[0] + (column + 0.5) * self.square, self.corner[1] + (row + 0.5) * self.square

    def angle(self, angle: float) -> float:
        """Return a direction's angle on the picture; both in degrees clockwise, from north and from upwards."""
        return (angle + 180 * self.turned) % 360


@lru_cache(maxsize=32)
def frame(*, side: Seat | None, width: int, ended: bool) -> Frame:
    """Return the plan of a picture, the corner of seat `side` at the bottom, `ended` with a banner."""
    unit = unit_of(width)
    right = DESIGN_WIDTH - MARGIN
    status = Box(MARGIN, MARGIN, right, MARGIN + (BANNER if ended else STATUS))
    upper = Box(MARGIN, status.bottom + _GAP, right, status.bottom + _GAP + CARD)
    top = upper.bottom + LABEL
    bottom = top + 8 * SQUARE + LABEL
    lower = Box(MARGIN, bottom, right, bottom + CARD)
    foot = Box(MARGIN, lower.bottom, right, lower.bottom + FOOT)
    turned = side == 2
    cards = (upper, lower) if turned else (lower, upper)
    # Whole pixels make the squares equal, and the pieces on them.
    square = round(SQUARE * unit)
    corner = (round((round(DESIGN_WIDTH * unit) - 8 * square) / 2), round(top * unit))
    return Frame(
        round(DESIGN_WIDTH * unit),
        round((foot.bottom + _GAP / 2) * unit),
        unit,
        turned,
        corner,
        square,
        status.scaled(unit),
        (cards[0].scaled(unit), cards[1].scaled(unit)),
        foot.scaled(unit),
    )


def frame_of(view: ReplicaView, width: int, side: Seat | None) -> Frame:
    return frame(side=side, width=width, ended=view.outcome is not None)


def label_places(plan: Frame) -> Iterator[tuple[str, Point]]:
    reach = 4 * plan.square + 26 * plan.unit
    middle_x, middle_y = plan.corner[0] + 4 * plan.square, plan.corner[1] + 4 * plan.square
    for file, rank in zip(FILES, RANKS, strict=True):
        x, y = plan.at(file + rank)
        for side in (-1, 1):
            yield file, (x, middle_y + side * reach)
            yield rank, (middle_x + side * reach, y)


def goal_place(plan: Frame, goal: str) -> Point:
    """Return the place of a sign beside a corner of the board, outside the names of files and ranks."""
    x, y = plan.at(goal)
    middle_x, middle_y = plan.corner[0] + 4 * plan.square, plan.corner[1] + 4 * plan.square
    reach = plan.square / 2
    return (
        x + (reach + 28 * plan.unit) * (1 if x > middle_x else -1),
        y + (reach + 24 * plan.unit) * (1 if y > middle_y else -1),
    )


# The scene that a picture's parts share.


@dataclass(frozen=True, slots=True)
class Scene(GameScene[ReplicaView, Frame]):
    """A picture of Replica in the making."""

    @property
    def square(self) -> float:
        return self.plan.square

    def at(self, name: str) -> Point:
        return self.plan.at(name)

    def ground(self, name: str) -> Colour:
        return self.scheme.check if (ord(name[0]) + int(name[1])) % 2 == 0 else self.scheme.cell


def dressed(theme: Theme) -> Theme:
    return replace(theme, livery=Livery.CHESS)


# The empty chessboard and cards, cached for each theme and plan.


def board(theme: Theme, plan: Frame) -> Canvas:
    """Return a new canvas with the page, the board with its coordinates and goals, and empty cards."""
    return Canvas.on(_board(theme, plan), theme)


@lru_cache(maxsize=6)
def _board(theme: Theme, plan: Frame) -> Picture:
    scheme = colours(theme)
    canvas = Canvas.blank(plan.width, plan.height, scheme.page, theme)
    (left, top), side, edge = plan.corner, plan.square, round(4 * plan.unit)
    canvas.box([(left - edge, top - edge), (left + 8 * side + edge, top + 8 * side + edge)], edge, scheme.muted)
    for name in SQUARES:
        dark = (ord(name[0]) + int(name[1])) % 2 == 0
        x, y = plan.at(name)
        corners = [(x - side / 2, y - side / 2), (x + side / 2, y + side / 2)]
        canvas.box(corners, 0, scheme.check if dark else scheme.cell)
    for text, where in label_places(plan):
        canvas.text(where, text, 38 * plan.unit, scheme.text, anchor="m")
    for seat, goal in GOALS.items():
        frame_goal(canvas, scheme, plan, seat, goal)
        _sign(canvas, scheme, plan, seat, goal)
    for box in plan.cards:
        canvas.box(box.corners, 14 * plan.unit, scheme.surface)
    return canvas.picture


def frame_goal(canvas: Canvas, scheme: Colours, plan: Frame, seat: Seat, goal: str) -> None:
    """Draw a frame around the corner that a seat's kings must reach (P7)."""
    style, side, (x, y) = scheme.seat(seat), plan.square, plan.at(goal)
    for inset, colour in ((0.0, style.edge), (0.015, style.fill), (0.037, style.edge), (0.052, scheme.check)):
        reach = (0.5 - inset) * side
        canvas.box([(x - reach, y - reach), (x + reach, y + reach)], 0, colour)


def _sign(canvas: Canvas, scheme: Colours, plan: Frame, seat: Seat, goal: str) -> None:
    style, place = scheme.seat(seat), goal_place(plan, goal)
    for radius, colour in ((22 * plan.unit, style.edge), (19 * plan.unit, style.fill)):
        canvas.fill(silhouette(style.shape, radius), place, colour)
    canvas.fill(icons.mask(icons.crown, 13 * plan.unit), place, style.ink)
