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
        for place, code in _sources(table, frame, effect.source)
        for half in halves
        if table.card(code).half(half) and key_of(effect, place, code, half) not in frame.copied
    ]


def key_of(effect: Copy, place: str, code: str, half: str) -> tuple[str, str, str]:
    """Return by what it is known again that an ability of a card was copied (M50)."""
    return place if effect.source == "arena" else effect.source, code, half


def _sources(table: Table, frame: Ability, source: str) -> list[tuple[str, str]]:
    """Return the other mutants that can be copied, each with its zone, or its code where it lies in no arena."""
    side = table.side(frame.seat)
    if source == "arena":
        zones = [zone for zone in side.face_up() if frame.leaving or zone != frame.zone]
        return [(zone, side.arena[ZONES.index(zone)]) for zone in zones]
    if source == "pool":
        return [(code, code) for code in dict.fromkeys(pile[0] for pile in side.piles if pile)]
    cards = side.hand if source == "hand" else side.discard
    return [(code, code) for code in table.rules.components.sorted(set(cards))]
