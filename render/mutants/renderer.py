"""The renderer of Mutants, and the entries of its catalogue as pictures and in words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import CatalogueEntry
from engine.mutants.catalogue import catalogue
from engine.mutants.components import card_name, components, deck_name
from engine.mutants.view import MutantsView
from engine.mutants.wording import boss_texts
from engine.text import Text, say
from render.mutants.frame import headline
from render.mutants.holding import asked_shelf, draw_shelf, draw_tile, shelves
from render.mutants.picture import arena_text, draw, draw_arena, height
from render.mutants.sheet import draw_sheet, sheet_text
from render.mutants.strip import Part, Placed, draw_strip, dressed
from render.mutants.words import alt_text, text_board
from render.renderer import Renderer
from render.words import PLAIN, Look, shortened

# Entries of the game's catalogue as pictures and in words, for `/match cards`.


_TWICE = say("Two of each")


def draw_entry(key: str, data: str = "", look: Look = PLAIN) -> bytes:
    """Return an entry of the catalogue as a PNG file; `KeyError` for an unknown entry or data version."""
    kind, _, which = key.partition("-")
    match kind:
        case "deck":
            return _draw_deck(int(which), look, data)
        case "boss":
            return _draw_boss(which, look, data)
    entry = _entry(key, data)
    if not entry.cards:
        title = say("{name} ({code})", name=card_name(components(data).card(key)), code=key)
        return draw_strip(title, [_part([key])], look, data=data)
    return draw_strip(entry.title, [_part(entry.cards)], look, data=data)


def entry_text(key: str, data: str = "", look: Look = PLAIN) -> str:
    """Return the same in words, in at most 1,024 characters."""
    entry, notice = _entry(key, data), look.notice(components(data).reconstructed)
    words = " ".join(map(look.text_of, entry.texts))
    whole = look.text_of(say("{name}: {value}", name=entry.title, value=words)) if entry.cards else words
    return shortened(notice + whole)


def _draw_deck(number: int, look: Look, data: str) -> bytes:
    """Draw a ready deck (M12)."""
    deck = components(data).decks[number]
    title = say("Ready deck {number}: {name}", number=number, name=deck_name(deck))
    return draw_strip(title, [_part(deck.cards)], look, data=data, note=_TWICE)


def _draw_boss(key: str, look: Look, data: str) -> bytes:
    boss = components(data).bosses[key]
    title, first, second = boss_texts(boss)
    parts = [_part((card.code for card in boss.cards), first)]
    return draw_strip(title, parts, look, data=data, note=second)


def _part(codes: Iterable[str], note: Text | None = None) -> Part:
    return Part(tuple(map(Placed, codes)), note=note)


def _entry(key: str, data: str) -> CatalogueEntry:
    return {entry.key: entry for entry in catalogue(data)}[key]


class MutantsRenderer(Renderer[MutantsView]):
    """Draws and describes Mutants."""

    hands = True

    dress = staticmethod(dressed)
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
    shelves = staticmethod(shelves)
    asked_shelf = staticmethod(asked_shelf)
    draw_shelf = staticmethod(draw_shelf)
    draw_tile = staticmethod(draw_tile)
