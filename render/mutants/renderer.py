"""Mutants as the interface of `render.registry` wants it, and what its players hold."""

from __future__ import annotations

from render.mutants.alt import alt_text
from render.mutants.catalogue import draw_entry, entry_text
from render.mutants.holding import Holding
from render.mutants.picture import arena_text, draw, draw_arena, height
from render.mutants.sheet import draw_sheet, sheet_text
from render.mutants.strip import dressed
from render.mutants.text_board import text_board
from render.mutants.wording import headline
from render.theme import Theme


class MutantsRenderer(Holding):
    """Draws and tells Mutants."""

    draw = staticmethod(draw)
    height = staticmethod(height)
    draw_arena = staticmethod(draw_arena)
    arena_text = staticmethod(arena_text)
    alt_text = staticmethod(alt_text)
    headline = staticmethod(headline)
    text_board = staticmethod(text_board)
    sheet = staticmethod(draw_sheet)
    sheet_text = staticmethod(sheet_text)
    draw_entry = staticmethod(draw_entry)
    entry_text = staticmethod(entry_text)

    def dress(self, theme: Theme) -> Theme:
        """Return a reader's theme with the colours of the genes."""
        return dressed(theme)
