"""Single cards as square pictures, which a message shows side by side, a third of a phone wide each."""

from __future__ import annotations

from functools import lru_cache

from engine.text import Translate
from render.canvas import Canvas
from render.mutants.cards import Face, Make, face_height, lay_face, paint_face, rows_fit, traits_width
from render.theme import Theme, colours

TILES_KEPT = 256
"""Tiles kept: all cards in six themes or languages; about ten kilobytes each."""
ACROSS = 480
"""Sides of a tile, in pixels: four on each of a third of a phone."""
NAME = 56
"""Of the name, where it fits."""
MAKES = tuple(Make(ACROSS, size, NAME) for size in (56, 52, 48, 45, 42, 39, 36, 33, 30, 27, 24, 21, 18))
"""From the largest words to the smallest: a card is drawn with the largest that leave room for all it does."""


@lru_cache(maxsize=TILES_KEPT)
def tile(data: str, code: str, theme: Theme, translate: Translate) -> bytes:
    """Return a card as a square PNG file.

    Args:
        data: Version of the data file; the current one if it is empty.
        code: The card's.
        theme: With the livery of genes.
        translate: The reader's language.
    """
    make = make_of(data, code, translate)
    canvas = Canvas.blank(ACROSS, ACROSS, colours(theme).page, theme, crowded=True)
    each = Face(data, code, make, theme, translate, 1.0)
    lay_face(canvas, each, paint_face(each), (0, 0), ACROSS)
    return canvas.png()


def make_of(data: str, code: str, translate: Translate) -> Make:
    """Return how a card is drawn on a tile."""
    return next((each for each in MAKES if _has_room(data, code, each, translate)), MAKES[-1])


def _has_room(data: str, code: str, make: Make, translate: Translate) -> bool:
    high = face_height(data, code, make, translate, 1.0)
    return high <= ACROSS and traits_width(data, code, make) <= ACROSS and rows_fit(data, code, make, translate)
