"""The decisions of APEX as values. Slots and civilisations are numbers: places in the tuples of `Rules`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.seat import Seat

SIDES = "WECX"
"""War, Evolution, Colonisation, Expansion: the order of resolution (A19)."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Take a civilisation and put its home sector on a slot (A12)."""

    civ: int
    home: int


@dataclass(frozen=True, slots=True)
class Secret:
    """Choose a card and one of its sides (A17), and with 2 players a card to discard (A71), else 0."""

    card: int
    side: str
    discard: int


@dataclass(frozen=True, slots=True)
class Fight:
    """Trigger the battle on a slot (A31)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Colonise:
    """Place a colony (A42)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Ship:
    """Move ships through a portal (A47), or to an adjacent slot (A48)."""

    portal: bool
    origin: int
    target: int
    count: int


@dataclass(frozen=True, slots=True)
class Produce:
    """Place a new ship (A50)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Ambush:
    """Destroy an enemy ship (A51)."""

    slot: int
    victim: Seat


@dataclass(frozen=True, slots=True)
class Convert:
    """Destroy an enemy ship and place a ship of one's own (A52)."""

    slot: int
    victim: Seat


@dataclass(frozen=True, slots=True)
class Close:
    """Nothing, or nothing more."""


CLOSE = Close()

Doing: TypeAlias = Ship | Produce | Ambush | Convert
Move: TypeAlias = Settle | Secret | Fight | Colonise | Doing | Close
