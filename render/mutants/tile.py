"""Single cards as square pictures, which a message shows side by side, a third of a phone wide each."""

from __future__ import annotations

from functools import lru_cache

from engine.text import Translate
from render.box import Box
from render.canvas import Canvas
from render.mutants.cards import Face, Make, face_height, lay_face, paint_face, rows_fit, traits_width
from render.theme import Theme, colours

TILES_KEPT = 256
"""Tiles kept: all cards in six themes or languages, or marked; about ten kilobytes each."""
ACROSS = 480
"""Sides of a tile, in pixels: four on each of a third of a phone."""
NAME = 56
"""Of the name, where it fits."""
SIZES = (56, 52, 48, 45, 42, 39, 36, 33, 30, 27, 24, 21, 18)
"""Of words, from the largest: a card is drawn with the largest that leave room for all it does."""
RIM, APART = 18, 6
"""How wide the frame of a marked card is, and how far it is from the card: wide enough for a third of a phone."""


@lru_cache(maxsize=TILES_KEPT)
def tile(data: str, code: str, theme: Theme, translate: Translate, *, marked: bool = False) -> bytes:
    """Return a card as a square PNG file.

    Args:
        data: Version of the data file; the current one if it is empty.
        code: The card's.
        theme: With the livery of genes.
        translate: The reader's language.
        marked: Whether it is framed.
    """
    scheme, edge = colours(theme), RIM + APART if marked else 0
    inner = ACROSS - 2 * edge
    canvas = Canvas.blank(ACROSS, ACROSS, scheme.page, theme, crowded=True)
    if marked:
        whole = Box(0, 0, ACROSS, ACROSS)
        canvas.box(whole.corners, 2 * RIM, scheme.accent)
        canvas.box(whole.inside(RIM).corners, RIM, scheme.page)
    each = Face(data, code, make_of(data, code, translate, inner), theme, translate, 1.0)
    lay_face(canvas, each, paint_face(each), (edge, edge), inner)
    return canvas.png()


def make_of(data: str, code: str, translate: Translate, across: int = ACROSS) -> Make:
    """Return how a card is drawn on a tile, or on a smaller square."""
    makes = [Make(across, size, NAME) for size in SIZES]
    return next((each for each in makes if _has_room(data, code, each, translate)), makes[-1])


def _has_room(data: str, code: str, make: Make, translate: Translate) -> bool:
    if traits_width(data, code, make) > make.across or not rows_fit(data, code, make, translate):
        return False
    return face_height(data, code, make, translate, 1.0) <= make.across
