"""The empty chessboard and cards, drawn once for each theme and plan and kept."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.replica.view import GOALS
from engine.seat import Seat
from render import icons
from render.badges import silhouette
from render.canvas import Canvas
from render.replica.frame import SQUARES, Frame, goal_place, label_places
from render.theme import Colours, Theme, colours


def board(theme: Theme, plan: Frame) -> Canvas:
    """Return a new canvas with the page, the board with its coordinates and goals, and empty cards."""
    return Canvas(_board(theme, plan).copy(), theme)


@lru_cache(maxsize=6)
def _board(theme: Theme, plan: Frame) -> Image.Image:
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
    return canvas.image


def frame_goal(canvas: Canvas, scheme: Colours, plan: Frame, seat: Seat, goal: str) -> None:
    """Draw a frame around the corner that a seat's kings are to reach (P7)."""
    style, side, (x, y) = scheme.seat(seat), plan.square, plan.at(goal)
    for inset, colour in ((0.0, style.edge), (0.015, style.fill), (0.037, style.edge), (0.052, scheme.check)):
        reach = (0.5 - inset) * side
        canvas.box([(x - reach, y - reach), (x + reach, y + reach)], 0, colour)


def _sign(canvas: Canvas, scheme: Colours, plan: Frame, seat: Seat, goal: str) -> None:
    """Draw a seat's crown beside its goal."""
    style, place = scheme.seat(seat), goal_place(plan, goal)
    for radius, colour in ((22 * plan.unit, style.edge), (19 * plan.unit, style.fill)):
        canvas.fill(silhouette(style.shape, radius), place, colour)
    canvas.fill(icons.mask(icons.crown, 13 * plan.unit), place, style.ink)
