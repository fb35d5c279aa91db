"""Replicants as the interface of `render.registry` wants it."""

from __future__ import annotations

from render.replicants.picture import draw, glide
from render.replicants.sheet import draw_sheet, sheet_text
from render.replicants.words import alt_text, headline, text_board
from render.theme import Theme


class ReplicantsRenderer:
    """Draws and tells Replicants: `render.registry.Renderer`."""

    draw = staticmethod(draw)
    glide = staticmethod(glide)
    alt_text = staticmethod(alt_text)
    headline = staticmethod(headline)
    text_board = staticmethod(text_board)
    sheet = staticmethod(draw_sheet)
    sheet_text = staticmethod(sheet_text)

    def dress(self, theme: Theme) -> Theme:
        """Return the theme as it is: it has the game's livery."""
        return theme
