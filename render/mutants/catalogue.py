"""What `/cards` shows of Mutants: each entry of the game's catalogue as a picture and in words."""

from __future__ import annotations

from engine.catalogue import CatalogueEntry
from engine.mutants.catalogue import catalogue
from engine.mutants.components import components
from render.look import PLAIN, Look
from render.mutants import lookup
from render.mutants.strip import Part, Placed, draw_strip


def draw_entry(key: str, data: str = "", look: Look = PLAIN) -> bytes:
    """Return an entry of the catalogue as a PNG file.

    Raises:
        KeyError: There is no such entry, or no such version of the data.
    """
    kind, _, which = key.partition("-")
    match kind:
        case "deck":
            return lookup.draw_deck(int(which), look, data)
        case "boss":
            return lookup.draw_boss(which, look, data)
    entry = _entry(key, data)
    if not entry.cards:
        return lookup.draw_card(key, look, data)
    return draw_strip(entry.title, [Part(tuple(map(Placed, entry.cards)))], look, data=data)


def entry_text(key: str, data: str = "", look: Look = PLAIN) -> str:
    """Return the same in words, in at most 1,024 characters.

    Raises:
        KeyError: As above.
    """
    entry, notice = _entry(key, data), look.notice(components(data).reconstructed)
    title = f"{look.told(entry.title)}: " if entry.cards else ""
    return lookup.shortened(notice + title + " ".join(map(look.told, entry.texts)))


def _entry(key: str, data: str) -> CatalogueEntry:
    return {entry.key: entry for entry in catalogue(data)}[key]
