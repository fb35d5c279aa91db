"""The reference sheet: civilisations, sectors and all cards, reconstructed, as a picture and in words."""

from __future__ import annotations

import math

from engine.apex.components import components
from engine.apex.view import ApexView
from engine.text import Text, say
from render.apex.cards import draw_card
from render.apex.frame import DESIGN_WIDTH, MARGIN, MAX_WIDTH, MIN_WIDTH
from render.apex.wording import NOTICE, SHORT_NOTICE, card_text
from render.box import Box
from render.canvas import Canvas
from render.lettering import fit
from render.theme import Theme, colours
from render.words import ALT_LIMIT, ELLIPSIS, Translate

_TOP = 84
_COLUMNS = 6
_CARD = 200
_GAP = 12


def draw_sheet(view: ApexView | None, *, theme: Theme, width: int, translate: Translate) -> bytes:
    """Return the sheet as a PNG file."""
    look = colours(theme)
    unit = min(max(width, MIN_WIDTH), MAX_WIDTH) / DESIGN_WIDTH
    cards = components().cards
    gone = {*view.spent, *view.undealt, *view.outside} if view is not None else set()
    rows = math.ceil(len(cards) / _COLUMNS)
    canvas = Canvas.blank(
        round(DESIGN_WIDTH * unit), round((_TOP + rows * (_CARD + _GAP) + 8) * unit), look.page, crisp=True
    )
    title = SHORT_NOTICE.render(translate, str)
    canvas.text((28 * unit, 42 * unit), fit(title, 1140 * unit, round(44 * unit)), 44 * unit, look.text)
    across = (DESIGN_WIDTH - 2 * MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS
    for place, card in enumerate(cards):
        row, column = divmod(place, _COLUMNS)
        left, top = MARGIN + column * (across + _GAP), _TOP + row * (_CARD + _GAP)
        box = Box(left, top, left + across, top + _CARD).scaled(unit)
        draw_card(canvas, look, card, box, unit, gone=card.index in gone)
    return canvas.png(theme)


def sheet_text(*, translate: Translate) -> str:
    """Return the sheet in words, in at most `ALT_LIMIT` characters."""

    def tell(text: Text) -> str:
        return text.render(translate, str)

    whole = " ".join([tell(NOTICE), *(tell(card_text(card.index, tell)) for card in components().cards)])
    return whole if len(whole) <= ALT_LIMIT else whole[: ALT_LIMIT - 1] + ELLIPSIS


def cards_text(view: ApexView, *, translate: Translate) -> str:
    """Return where the cards are in the age of a view, in words, in at most `ALT_LIMIT` characters."""
    whole = say("Played or discarded in this age: {cards}.", cards=", ".join(map(str, view.spent)) or "-")
    return whole.render(translate, str)
