"""What results of APEX are counted by: the civilisation of a seat (A2)."""

from __future__ import annotations

from engine.apex.components import NAMES
from engine.apex.state import NONE, State
from engine.features import Feature, FeatureKind
from engine.text import Text, say

CIVILISATION = FeatureKind("civilisation", say("Score by civilisation", context="title of a chart"))
FEATURE_KINDS = (CIVILISATION,)


def features(state: State) -> tuple[Feature, ...]:
    """Return the civilisation of each seat that has chosen one."""
    civilisations = state.rules.civilisations
    return tuple(
        Feature(seat, CIVILISATION.key, civilisations[side.civ].code)
        for seat, side in enumerate(state.sides, 1)
        if side.civ != NONE
    )


def feature_name(_kind: str, value: str) -> Text:
    """Return what a civilisation is called."""
    return NAMES.get(value, say("{name}", name=value))
