"""The renderer of Replicants."""

from __future__ import annotations

from engine.replicants.view import ReplicantsView
from render.renderer import Renderer
from render.replicants.picture import draw, glide
from render.replicants.sheet import draw_sheet, sheet_text
from render.replicants.words import alt_text, headline, text_board


class ReplicantsRenderer(Renderer[ReplicantsView]):
    """Draws and describes Replicants, in the livery that every theme has."""

    draw = staticmethod(draw)
    glide = staticmethod(glide)
    alt_text = staticmethod(alt_text)
    headline = staticmethod(headline)
    text_board = staticmethod(text_board)
    sheet = staticmethod(draw_sheet)
    sheet_text = staticmethod(sheet_text)
