"""Single strategy cards as square pictures, which a message shows side by side, a third of a phone wide each."""

from __future__ import annotations

from functools import lru_cache

from engine.apex.components import components
from engine.text import Translate
from render.apex.hand import HEAD, Desk, Picked, large
from render.box import Box
from render.canvas import Canvas
from render.telling import Telling
from render.theme import Theme, colours

TILES_KEPT = 256
"""Tiles kept: all cards in eight themes or languages, or marked; about five kilobytes each."""
ACROSS = 480
"""Sides of a tile, in pixels: four on each of a third of a phone."""
CHOSEN, DISCARDED = "*", "-"
"""What marks a card; behind the first stands the side that is chosen, if it is."""

_DESIGN = 374
"""Sides of a card that has four lines with words, in pixels of the design."""


@lru_cache(maxsize=TILES_KEPT)
def tile(data: str, index: int, theme: Theme, translate: Translate, mark: str = "") -> bytes:
    """Return a card as a square PNG file.

    Args:
        data: Version of the data file; the current one if it is empty.
        index: The card's.
        theme: With the livery of civilisations.
        translate: The reader's language.
        mark: `CHOSEN`, with the letter of a side behind it or not, or `DISCARDED`; empty for none.
    """
    scheme = colours(theme)
    canvas = Canvas.blank(ACROSS, ACROSS, scheme.page, theme, crowded=True)
    chosen = mark.startswith(CHOSEN)
    picked = Picked(index if chosen else 0, mark[1:] if chosen else "", index if mark == DISCARDED else 0)
    row = (_DESIGN - HEAD - 10) // 4
    desk = Desk(canvas, scheme, Telling(translate, str), ACROSS / _DESIGN, picked, words=True, row=row)
    large(desk, components(data).card(index), Box(0, 0, ACROSS, ACROSS))
    return canvas.png()
