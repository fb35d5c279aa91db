"""Which answers their seat alone may read until the game is over, and what others read instead (N8)."""

from __future__ import annotations

from engine.mutants.moves import Choose, Move, Pick
from engine.mutants.state import State
from engine.seat import Seat
from engine.text import Text, say

_PICK = say("picks a card")
_VEILS: dict[str, Text] = {
    "freeze-empty": say("freezes a card from the discard"),
    "freeze-discard": say("freezes a card from the discard"),
    "freeze-hand": say("freezes a card from the hand"),
    "take": say("takes a card from the discard"),
}


_DECLINED: dict[str, Text] = {
    "freeze-discard": say("freezes no card from the discard"),
    "freeze-hand": say("freezes no card from the hand"),
}


def veil(state: State, _seat: Seat, move: Move) -> Text | None:
    """Return what others read in place of a move; None where they may read it.

    In a Revolt frozen cards lie face up (M68), so what is frozen is no secret there.
    """
    if isinstance(move, Pick):
        return _PICK
    ask = state.ask
    if ask is None or (state.rules.solo and ask.kind != "take"):
        return None
    return (_VEILS if isinstance(move, Choose) else _DECLINED).get(ask.kind)
