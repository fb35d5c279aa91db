"""Moves and lists of moves in the one form that is printed and recorded (section 11 of the rules)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from engine.apex.moves import Ambush, Close, Colonise, Convert, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.state import State, code

CLOSING = "-"
"""Nothing, or nothing more."""
BATTLES = ","
"""Between the battles of a war."""
ACTIONS = "/"
"""Between the actions of an expansion."""

_SLOT = re.compile(r"[HABCD]\d")


def format_move(state: State, move: Move) -> str:
    """Return the canonical text of a move."""
    slots = state.rules.slots
    match move:
        case Settle(civ, home):
            return f"{state.rules.civilisations[civ].code}@{slots[home]}"
        case Secret(card, side, discard):
            return f"{card}{side}-{discard}" if discard else f"{card}{side}"
        case Fight(slot) | Colonise(slot):
            return slots[slot]
        case Ship(portal, origin, target, count):
            return f"{'PORT' if portal else 'MOVE'} {slots[origin]}>{slots[target]} x{count}"
        case Produce(slot):
            return f"PROD {slots[slot]}"
        case Ambush(slot, victim):
            return f"AMB {slots[slot]} {code(state, victim)}"
        case Convert(slot, victim):
            return f"CONV {slots[slot]} {code(state, victim)}"
        case Close():
            return CLOSING
        case _:
            assert_never(move)


def is_war(texts: Sequence[str]) -> bool:
    """Return whether the canonical texts of one turn, more than one or not, may be those of a war."""
    return bool(texts) and _SLOT.fullmatch(texts[0]) is not None


def join(texts: Sequence[str]) -> str:
    """Return the moves of one turn as one text: a closed war without its `-`, an expansion with it."""
    if not is_war(texts):
        return ACTIONS.join(texts)
    return BATTLES.join(texts[:-1] if texts[-1] == CLOSING else texts)
