"""What the symbols on a picture mean, in the reader's words, below everything else that the board shows."""

from __future__ import annotations

from engine.apex.components import ACTION_NAMES, TRACK_NAMES, Track
from engine.apex.events import SIDE_NAMES
from engine.text import Text, say
from render import icons
from render.apex.icons import ACTIONS, SIDES, TRACKS, depot, dock, sector, ship
from render.box import Box
from render.canvas import Canvas
from render.icons import Icon
from render.lettering import Weight, fit
from render.theme import Colours

COLUMNS = 4
ROW = 44
SIZE = 30
"""Of the words: 10 pixels on a picture that is shown 400 pixels wide."""

ITEMS: tuple[tuple[Icon, Text], ...] = (
    (ship, say("ships on map")),
    (dock, say("spare ships")),
    (depot, say("spare colonies")),
    (sector, say("sectors held")),
    *((SIDES[side], SIDE_NAMES[side]) for side in "WECX"),
    *zip(ACTIONS[:3], ACTION_NAMES[:3], strict=True),
    (icons.star, say("points", context="number of a player")),
    *zip(ACTIONS[3:], ACTION_NAMES[3:], strict=True),
    *((TRACKS[track], TRACK_NAMES[track]) for track in (Track.INFLUENCE, Track.ARMAMENT)),
)
"""Row by row."""

ROWS = -(-len(ITEMS) // COLUMNS)


def draw_legend(canvas: Canvas, scheme: Colours, box: Box, unit: float, words: tuple[str, ...]) -> None:
    """Draw the symbols with their words, in the order of `ITEMS`."""
    across, reach = box.width / COLUMNS, 17 * unit
    for place, ((icon, _), word) in enumerate(zip(ITEMS, words, strict=True)):
        row, column = divmod(place, COLUMNS)
        left, y = box.left + column * across, box.top + (row + 0.5) * ROW * unit
        canvas.fill(icons.mask(icon, reach), (left + 8 * unit + reach, y), scheme.muted)
        start, size = left + 18 * unit + 2 * reach, round(SIZE * unit)
        shown = fit(word, left + across - 8 * unit - start, size, Weight.MEDIUM)
        canvas.text((start, y), shown, size, scheme.muted, weight=Weight.MEDIUM)
