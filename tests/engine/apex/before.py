"""Data as they might have been before those of today."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.apex import components as box
from engine.apex import rules
from engine.apex.components import Action, Components, components, editions

BEFORE = "0"
AMBUSHES = 3


def correct(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have there been a version under which every card's expansion was three ambushes."""
    printed = tuple(AMBUSHES if action is Action.AMBUSH else 0 for action in Action)
    cards = tuple(replace(card, expansion=(Action.AMBUSH,) * AMBUSHES, actions=printed) for card in components().cards)
    every: dict[str, Components] = {**editions(), BEFORE: replace(components(), version=BEFORE, cards=cards)}
    monkeypatch.setattr(box, "editions", lambda: every)
    monkeypatch.setattr(rules, "editions", lambda: every)
