"""A sentence that reasons against a move share."""

from __future__ import annotations

from engine.replica.state import State
from engine.text import Text, say


def forward_only(state: State) -> Text:
    """Return which way the seat whose turn it is goes, as a sentence (P3)."""
    if state.seat == 1:
        return say("White goes only forward, towards h8: north, east or north-east.")
    return say("Black goes only forward, towards a1: south, west or south-west.")
