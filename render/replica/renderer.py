"""The renderer of Replica."""

from __future__ import annotations

from engine.replica.view import ReplicaView
from render.renderer import Renderer
from render.replica.frame import dressed
from render.replica.picture import draw, glide
from render.replica.sheet import draw_sheet, sheet_text
from render.replica.words import alt_text, headline, text_board


class ReplicaRenderer(Renderer[ReplicaView]):
    """Draws and describes Replica."""

    dress = staticmethod(dressed)
    draw = staticmethod(draw)
    glide = staticmethod(glide)
    alt_text = staticmethod(alt_text)
    headline = staticmethod(headline)
    text_board = staticmethod(text_board)
    sheet = staticmethod(draw_sheet)
    sheet_text = staticmethod(sheet_text)
