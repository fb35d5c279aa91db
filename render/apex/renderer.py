"""The renderer of APEX, including the strategy cards that their holder alone sees."""

from __future__ import annotations

from collections.abc import Sequence

from engine.apex.view import ApexView
from engine.text import say
from render.apex.frame import dressed, hand_of
from render.apex.hand import card_texts, draw_hand, hand_text
from render.apex.picture import draw, glide, height
from render.apex.sheet import draw_cards, draw_sheet, sheet_text
from render.apex.words import alt_text, cards_text, headline, passing_text, text_board
from render.renderer import Held, Renderer, Shelf
from render.theme import Theme
from render.words import PLAIN, Look

_HAND = "hand"
_TITLE = say("Your hand")


class ApexRenderer(Renderer[ApexView]):
    """Draws and describes APEX."""

    hands = True
    deck = True

    draw = staticmethod(draw)
    height = staticmethod(height)
    glide = staticmethod(glide)
    alt_text = staticmethod(alt_text)
    headline = staticmethod(headline)
    text_board = staticmethod(text_board)
    sheet = staticmethod(draw_sheet)
    sheet_text = staticmethod(sheet_text)
    draw_cards = staticmethod(draw_cards)
    cards_text = staticmethod(cards_text)

    def dress(self, theme: Theme) -> Theme:
        """Return a reader's theme with the six civilisations; `dress_for` has those of a match's seats."""
        return dressed(theme, None)

    def dress_for(self, theme: Theme, view: ApexView) -> Theme:
        return dressed(theme, view)

    def shelves(
        self, view: ApexView, look: Look = PLAIN, *, tiles: int = 0, picked: Sequence[str] = ()
    ) -> tuple[Shelf, ...]:
        """Return the viewer's hand in one picture, whatever `tiles` is: its cards have little text."""
        hand = hand_of(view)
        if not hand:
            return ()
        cards = tuple(look.text_of(say("Card {card}", card=card)) for card in card_texts(view, look, picked))
        brief = tuple(look.text_of(say("Card {card}", card=card)) for card in hand)
        notes = (say("{passing}.", passing=passing_text(view)),) if view.passing and view.outcome is None else ()
        return (Shelf(_HAND, (Held(_TITLE, cards, brief),), notes, alt=hand_text(view, look, picked=picked)),)

    def asked_shelf(self, view: ApexView) -> str:
        return _HAND if view.phase == "choose" and view.outcome is None and hand_of(view) else ""

    def draw_shelf(self, view: ApexView, key: str, look: Look = PLAIN, *, picked: Sequence[str] = ()) -> bytes:
        return draw_hand(view, look, picked=picked)
