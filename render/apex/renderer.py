"""APEX as the interface of `render.registry` wants it, and the hands and sheets that it has beyond that."""

from __future__ import annotations

from collections.abc import Sequence

from engine.apex.view import ApexView
from engine.game import Event, Seat
from engine.text import Text
from render.apex import deck, hand, sheet
from render.apex.alt import alt_text
from render.apex.frame import frame_of
from render.apex.picture import draw
from render.apex.scene import dressed
from render.apex.text_board import text_board
from render.apex.wording import headline
from render.overlay import Overlay
from render.theme import Theme
from render.words import Translate

_THEME = Theme()


class ApexRenderer:
    """Draws and tells APEX. Holds nothing."""

    def dress(self, theme: Theme) -> Theme:
        """Return a reader's theme with the six civilisations; `dress_for` has what the seats of a match wear."""
        return dressed(theme, None)

    def dress_for(self, theme: Theme, view: ApexView) -> Theme:
        """Return a reader's theme in which each seat wears what its civilisation does."""
        return dressed(theme, view)

    def draw(
        self,
        view: ApexView,
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
        """Return a position as a PNG file with a fixed palette; no pawn points anywhere, so `marks` changes nothing."""
        return draw(
            view,
            last,
            names=names,
            theme=self.dress_for(theme, view),
            width=width,
            overlay=overlay,
            side=side,
            translate=translate,
        )

    def height(self, view: ApexView, last: Sequence[Event] = (), *, width: int = 1200, side: Seat | None = None) -> int:
        """Return how high a picture is, in pixels: battles, actions that are left and a hand take room."""
        return frame_of(view, width, side, tuple(last)).height

    def alt_text(
        self,
        view: ApexView,
        last: Sequence[Event] = (),
        *,
        names: Sequence[str] = (),
        side: Seat | None = None,
        translate: Translate = str,
    ) -> str:
        """Return the position in words, enough to play by."""
        return alt_text(view, last, names=names, side=side, translate=translate)

    def headline(self, view: ApexView) -> Text:
        """Return age, round and what comes next, or who won."""
        return headline(view)

    def text_board(
        self, view: ApexView, *, names: Sequence[str] = (), side: Seat | None = None, translate: Translate = str
    ) -> str:
        """Return the position in monospaced characters, for a code block."""
        return text_board(view, names=names, side=side, translate=translate)

    def sheet(self, *, data: str = "", theme: Theme = _THEME, width: int = 1200, translate: Translate = str) -> bytes:
        """Return civilisations, sectors and all cards as a PNG file."""
        return sheet.draw_sheet(data, theme=self.dress(theme), width=width, translate=translate)

    def sheet_text(self, *, data: str = "", translate: Translate = str) -> str:
        """Return civilisations, sectors and all cards in words."""
        return sheet.sheet_text(data, translate=translate)

    def draw_hand(
        self,
        view: ApexView,
        *,
        picked: str = "",
        names: Sequence[str] = (),
        theme: Theme = _THEME,
        width: int = 1200,
        translate: Translate = str,
    ) -> bytes:
        """Return the viewer's cards as a PNG file, larger than below the map."""
        return hand.draw_hand(
            view, picked=picked, names=names, theme=self.dress_for(theme, view), width=width, translate=translate
        )

    def hand_text(self, view: ApexView, *, translate: Translate = str) -> str:
        """Return the viewer's cards in words."""
        return hand.hand_text(view, translate=translate)

    def draw_cards(
        self, view: ApexView, *, theme: Theme = _THEME, width: int = 1200, translate: Translate = str
    ) -> bytes:
        """Return all cards as a PNG file, with where they are in the age of a view as far as its viewer may know."""
        return sheet.draw_cards(view, theme=self.dress_for(theme, view), width=width, translate=translate)

    def cards_text(self, view: ApexView, *, translate: Translate = str) -> str:
        """Return where the cards are in the age of a view, in words."""
        return deck.cards_text(view, translate=translate)
