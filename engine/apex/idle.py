"""Strategies that have no effect, and why: for the player about to choose one, and for all when it is carried out."""

from __future__ import annotations

from enum import StrEnum

from engine.apex.components import Card
from engine.apex.legal import battlefields, can_do, colonisable
from engine.apex.rules import MOST_COLONIES, TOP
from engine.apex.state import Phase, State
from engine.seat import Seat
from engine.text import Text, say


class Idle(StrEnum):
    """Why a strategy has no effect."""

    NOBODY_TO_FIGHT = "nobody-to-fight"
    AT_THE_TOP = "at-the-top"
    ALL_PLACED = "all-placed"
    NO_SECTOR = "no-sector"
    NO_ACTION = "no-action"


RULES: dict[Idle, str] = {
    Idle.NOBODY_TO_FIGHT: "A31",
    Idle.AT_THE_TOP: "A41",
    Idle.ALL_PLACED: "A42",
    Idle.NO_SECTOR: "A42",
    Idle.NO_ACTION: "A55",
}
"""The number of the rule that it follows from."""

REASONS: dict[Idle, Text] = {
    Idle.NOBODY_TO_FIGHT: say("no sector has both their pawns and an opponent's"),
    Idle.AT_THE_TOP: say("the track is already at level 5"),
    Idle.ALL_PLACED: say("all three of their colonies are on the map"),
    Idle.NO_SECTOR: say("they control no sector without a colony"),
    Idle.NO_ACTION: say("none of its actions can be carried out"),
}
"""Of a player, behind a colon."""

OWN_REASONS: dict[Idle, Text] = {
    **REASONS,
    Idle.NOBODY_TO_FIGHT: say("no sector has both your pawns and an opponent's"),
    Idle.ALL_PLACED: say("all three of your colonies are on the map"),
    Idle.NO_SECTOR: say("you control no sector without a colony"),
}
"""Of the reader."""


def idle(begun: State, seat: Seat) -> Idle | None:
    """Return why there is nothing to decide in a strategy that begins; None if there is (A55)."""
    if begun.phase is Phase.WAR:
        return None if battlefields(begun, seat) else Idle.NOBODY_TO_FIGHT
    if begun.phase is Phase.COLONISE:
        if colonisable(begun, seat):
            return None
        return Idle.ALL_PLACED if len(begun.sides[seat - 1].colonies) == MOST_COLONIES else Idle.NO_SECTOR
    return None if can_do(begun, seat) else Idle.NO_ACTION


def idle_evolution(state: State, seat: Seat, card: Card) -> Idle | None:
    """Return why an evolution changes nothing; None if it does (A41)."""
    return Idle.AT_THE_TOP if state.sides[seat - 1].levels[card.evolution] == TOP else None
