"""What a mutant can copy (M49, M50)."""

from __future__ import annotations

from engine.mutants.frames import Ability
from engine.mutants.state import ZONES
from engine.mutants.table import Table
from engine.mutants.vocabulary import Copy

HALVES = ("deploy", "leave")


def copy_options(table: Table, frame: Ability, effect: Copy) -> list[tuple[str, str]]:
    """Return what an effect can copy: zones, or codes where it copies out of no arena, each with the half."""
    halves = HALVES if effect.what == "either" else (effect.what,)
    return [
        (place, half)
        for place, code, count in _sources(table, frame, effect.source)
        for half in halves
        if table.card(code).half(half) and frame.copied.count(key_of(effect, place, code, half)) < count
    ]


def key_of(effect: Copy, place: str, code: str, half: str) -> tuple[str, str, str]:
    """Return by what it is known again that an ability of a card was copied (M50)."""
    return place if effect.source == "arena" else effect.source, code, half


def _sources(table: Table, frame: Ability, source: str) -> list[tuple[str, str, int]]:
    """Return the other mutants that can be copied.

    Each is its zone, or its code where it lies in no arena; its code; and how many of it there are, as equal cards are
    one answer (N6) and yet may be copied once each (M50).
    """
    side = table.side(frame.seat)
    if source == "arena":
        zones = [zone for zone in side.face_up() if frame.leaving or zone != frame.zone]
        return [(zone, side.arena[ZONES.index(zone)], 1) for zone in zones]
    if source == "pool":
        cards = [pile[0] for pile in side.piles if pile]
    else:
        cards = side.hand if source == "hand" else side.discard
    return [(code, code, cards.count(code)) for code in table.rules.components.sorted(set(cards))]
