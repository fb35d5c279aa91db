"""Replica as the interface of `render.registry` wants it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game import Event, Seat
from engine.replica.view import ReplicaView
from engine.text import Text
from render.overlay import Overlay
from render.replica import sheet
from render.replica.alt import alt_text
from render.replica.picture import draw
from render.replica.text_board import text_board
from render.replica.wording import headline
from render.theme import Livery, Theme
from render.words import Translate

_THEME = Theme()


class ReplicaRenderer:
    """Draws and tells Replica. Holds nothing."""

    def dress(self, theme: Theme) -> Theme:
        """Return a reader's theme with White and Black on a chequered board."""
        return replace(theme, livery=Livery.CHESS)

    def draw(
        self,
        view: ReplicaView,
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
            theme=self.dress(theme),
            width=width,
            overlay=overlay,
            side=side,
            marks=marks,
            translate=translate,
        )

    def alt_text(
        self,
        view: ReplicaView,
        last: Sequence[Event] = (),
        *,
        names: Sequence[str] = (),
        side: Seat | None = None,
        translate: Translate = str,
    ) -> str:
        """Return the position in words, enough to play by."""
        return alt_text(view, last, names=names, side=side, translate=translate)

    def headline(self, view: ReplicaView) -> Text:
        """Return the round and what comes next, or who won."""
        return headline(view)

    def text_board(
        self, view: ReplicaView, *, names: Sequence[str] = (), side: Seat | None = None, translate: Translate = str
    ) -> str:
        """Return the position in monospaced characters, for a code block."""
        return text_board(view, names=names, side=side, translate=translate)

    def sheet(self, *, data: str = "", theme: Theme = _THEME, width: int = 1200, translate: Translate = str) -> bytes:
        """Return the pieces and their ways as a PNG file; Replica has no data file, so `data` is empty."""
        return sheet.draw_sheet(theme=self.dress(theme), width=width, translate=translate)

    def sheet_text(self, *, data: str = "", translate: Translate = str) -> str:
        """Return the pieces and their ways in words."""
        return sheet.sheet_text(translate=translate)
