"""Replicants as the interface of `render.registry` wants it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Event, Seat
from engine.replicants.view import ReplicantsView
from engine.text import Text
from render.overlay import Overlay
from render.replicants import sheet
from render.replicants.alt import alt_text
from render.replicants.picture import draw
from render.replicants.text_board import text_board
from render.replicants.wording import headline
from render.theme import Theme
from render.words import Translate

_THEME = Theme()


class ReplicantsRenderer:
    """Draws and tells Replicants. Holds nothing."""

    def dress(self, theme: Theme) -> Theme:
        """Return the theme as it is."""
        return theme

    def draw(
        self,
        view: ReplicantsView,
        last: Sequence[Event] = (),
        *,
        names: Sequence[str] = (),
        theme: Theme = _THEME,
        width: int = 1200,
        overlay: Overlay | None = None,
        side: Seat | None = None,
        marks: bool = True,
        translate: Translate = str,
    ) -> bytes:
        """Return a position as a PNG file with a fixed palette."""
        return draw(
            view,
            last,
            names=names,
            theme=theme,
            width=width,
            overlay=overlay,
            side=side,
            marks=marks,
            translate=translate,
        )

    def alt_text(
        self,
        view: ReplicantsView,
        last: Sequence[Event] = (),
        *,
        names: Sequence[str] = (),
        side: Seat | None = None,
        translate: Translate = str,
    ) -> str:
        """Return the position in words, enough to play by."""
        return alt_text(view, last, names=names, side=side, translate=translate)

    def headline(self, view: ReplicantsView) -> Text:
        """Return the round and what comes next, or who won."""
        return headline(view)

    def text_board(
        self, view: ReplicantsView, *, names: Sequence[str] = (), side: Seat | None = None, translate: Translate = str
    ) -> str:
        """Return the position in monospaced characters, for a code block."""
        return text_board(view, names=names, side=side, translate=translate)

    def sheet(self, *, data: str = "", theme: Theme = _THEME, width: int = 1200, translate: Translate = str) -> bytes:
        """Return the charts of all souls as a PNG file; `data` is a chart set's id, empty for the current one."""
        return sheet.draw_sheet(data, theme=theme, width=width, translate=translate)

    def sheet_text(self, *, data: str = "", translate: Translate = str) -> str:
        """Return the charts of all souls in words."""
        return sheet.sheet_text(data, translate=translate)
