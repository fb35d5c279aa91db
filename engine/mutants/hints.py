"""What a player should know before a legal move that brings nothing."""

from __future__ import annotations

from engine.mutants.moves import Incubate, Move
from engine.mutants.rounds import LAST_ROUND
from engine.mutants.state import BOSS, State
from engine.seat import Seat
from engine.text import Text, say


def caution(state: State, _seat: Seat, move: Move) -> Text | None:
    """Return what a seat should know before it makes a legal move; None for nothing."""
    if state.round == LAST_ROUND and isinstance(move, Incubate) and not _may_exploit(state):
        return say("This is the last round: an incubated mutant won't reach your hand any more.")
    return None


def _may_exploit(state: State) -> bool:
    """Return whether incubating may exploit a weakness of the boss (M66)."""
    if not state.rules.solo:
        return False
    cards = state.rules.components.cards
    weaknesses = (cards[code].weakness for code in state.sides[BOSS - 1].arena if code)
    return any(weakness is not None and weakness.when == "incubate" for weakness in weaknesses)
