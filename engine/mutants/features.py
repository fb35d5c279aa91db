"""What results of Mutants are counted by: the ready deck of a seat (M12)."""

from __future__ import annotations

from engine.features import Feature, FeatureKind
from engine.mutants.components import editions
from engine.mutants.state import State
from engine.text import Text, say

DECK = FeatureKind("deck", say("Score by ready deck", context="title of a chart"))
FEATURE_KINDS = (DECK,)


def features(state: State) -> tuple[Feature, ...]:
    """Return the ready deck of each seat that has one."""
    return tuple(Feature(seat, DECK.key, str(side.ready)) for seat, side in enumerate(state.sides, 1) if side.ready)


def feature_name(_kind: str, value: str) -> Text:
    """Return what a ready deck is called, by its number."""
    named = (deck.name_en for box in editions().values() for number, deck in box.decks.items() if str(number) == value)
    return say("{name}", name=next(named, value))
