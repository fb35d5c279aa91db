"""What seats had in a match beside their seat, such as a civilisation: results are counted by it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.seat import Seat
from engine.text import Text


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """Something by which a game wants its results to be counted.

    Attributes:
        key: As stored, e.g. `"civilisation"`: lower case, never another one's; it has no colon.
        title: Of a table or chart of it, e.g. "Score by civilisation".
    """

    key: str
    title: Text


@dataclass(frozen=True, slots=True)
class Feature:
    """What one seat had.

    Attributes:
        seat: Which.
        kind: Key of a `FeatureKind` of the game.
        value: As stored, e.g. `"HUM"`; at most 60 characters.
    """

    seat: Seat
    kind: str
    value: str
