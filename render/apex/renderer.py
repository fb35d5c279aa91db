"""APEX as the interface of `render.registry` wants it, and the hands and sheets that it has beyond that."""

from __future__ import annotations

from engine.apex.view import ApexView
from render.apex.alt import alt_text
from render.apex.deck import cards_text
from render.apex.holding import Holding
from render.apex.picture import draw, height
from render.apex.scene import dressed
from render.apex.sheet import draw_cards, draw_sheet, sheet_text
from render.apex.text_board import text_board
from render.apex.wording import headline
from render.theme import Theme


class ApexRenderer(Holding):
    """Draws and tells APEX: `render.registry.Renderer`, and all of `render.extras` but its catalogue."""

    draw = staticmethod(draw)
    height = staticmethod(height)
    alt_text = staticmethod(alt_text)
    headline = staticmethod(headline)
    text_board = staticmethod(text_board)
    sheet = staticmethod(draw_sheet)
    sheet_text = staticmethod(sheet_text)
    draw_cards = staticmethod(draw_cards)
    cards_text = staticmethod(cards_text)

    def dress(self, theme: Theme) -> Theme:
        """Return a reader's theme with the six civilisations; `dress_for` has what the seats of a match wear."""
        return dressed(theme, None)

    def dress_for(self, theme: Theme, view: ApexView) -> Theme:
        """Return a reader's theme in which each seat wears what its civilisation does."""
        return dressed(theme, view)
