"""Replica as the interface of `render.registry` wants it."""

from __future__ import annotations

from render.replica.frame import dressed
from render.replica.picture import draw, glide
from render.replica.sheet import draw_sheet, sheet_text
from render.replica.words import alt_text, headline, text_board


class ReplicaRenderer:
    """Draws and tells Replica: `render.registry.Renderer`."""

    dress = staticmethod(dressed)
    draw = staticmethod(draw)
    glide = staticmethod(glide)
    alt_text = staticmethod(alt_text)
    headline = staticmethod(headline)
    text_board = staticmethod(text_board)
    sheet = staticmethod(draw_sheet)
    sheet_text = staticmethod(sheet_text)
