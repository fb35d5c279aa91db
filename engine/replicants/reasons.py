"""Words that reasons against a move share."""

from __future__ import annotations

from engine.game import Seat
from engine.replicants.board import NAMES
from engine.replicants.state import State
from engine.text import Player, Text, say


def cell_on(state: State, name: str) -> int:
    """Return the cell of a hex that is known to be in the arena."""
    cell = state.rules.board.cell(name)
    if cell is None:
        raise ValueError(f"{name} is not in this arena")
    return cell


def stands(seat: Seat, value: int, cell: int) -> Text:
    """Return a Replicant as a label: whose, which, where."""
    return say("{player}'s {value} on {hex}", player=Player(seat), value=value, hex=NAMES[cell])
