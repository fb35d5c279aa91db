"""What a player of APEX holds: strategy cards, in pictures and in words, for the eyes of its holder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.apex.view import ApexView
from engine.text import Text, say
from render.apex.frame import hand_of
from render.apex.hand import Picked, draw_hand, hand_text, read_picked
from render.apex.scene import dressed
from render.apex.tile import CHOSEN, DISCARDED, tile
from render.apex.wording import card_text, passing_text, side_name
from render.extras import Held, Shelf
from render.look import PLAIN, Look

_HAND = "hand"
_TITLE = say("Your hand")


class Holding:
    """A renderer's part that shows what the viewer holds."""

    def shelves(
        self, view: ApexView, look: Look = PLAIN, *, tiles: int = 0, picked: Sequence[str] = ()
    ) -> tuple[Shelf, ...]:
        """Return the viewer's hand, whose cards can be drawn one by one if there are at most `tiles`."""
        hand, chosen = hand_of(view), read_picked(picked)
        if not hand:
            return ()
        cards = tuple(look.told(text) for text in _told(view, look, chosen))
        codes = tuple(map(str, hand)) if len(hand) <= tiles else ()
        marks = tuple(_mark(card, chosen) for card in hand) if codes else ()
        notes = (say("{passing}.", passing=passing_text(view)),) if view.passing and view.outcome is None else ()
        held = Held(_TITLE, cards, tuple(look.told(say("Card {card}", card=card)) for card in hand))
        return (Shelf(_HAND, (held,), notes, alt="" if codes else hand_text(view, look), codes=codes, marks=marks),)

    def asked_shelf(self, view: ApexView) -> str:
        """Return the hand while the viewer chooses from it."""
        return _HAND if view.phase == "choose" and view.outcome is None and hand_of(view) else ""

    def draw_shelf(self, view: ApexView, _key: str, look: Look = PLAIN, *, picked: Sequence[str] = ()) -> bytes:
        """Return the viewer's hand as a PNG file; what is `picked` is marked."""
        return draw_hand(view, look, picked=picked)

    def draw_tile(self, code: str, data: str = "", look: Look = PLAIN, *, mark: str = "") -> bytes:
        """Return a card as a square PNG file."""
        return tile(data, int(code), dressed(look.theme, None), look.translate, mark)


def _told(view: ApexView, look: Look, picked: Picked) -> Iterator[Text]:
    """Yield what each card does, and what is chosen of it."""
    for index in hand_of(view):
        card = say("Card {card}", card=card_text(view, index, look.told))
        if index == picked.card and picked.side:
            yield say("{card}: chosen, {side}", card=card, side=side_name(picked.side))
        elif index == picked.card:
            yield say("{card}: chosen", card=card)
        elif index == picked.discard:
            yield say("{card}: discarded", card=card)
        else:
            yield card


def _mark(card: int, picked: Picked) -> str:
    if card == picked.card:
        return CHOSEN + picked.side
    return DISCARDED if card == picked.discard else ""
