"""What a piece may do, laid over a picture: sets of places by kind, each kind with a shape of its own."""

from __future__ import annotations

from dataclasses import dataclass

NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Overlay:
    """Marks for one piece. Places are written as in the game's notation, e.g. `"E8"`.

    Attributes:
        origin: Where the piece stands; empty for none, e.g. to show where something may be created.
        walks: Free places that it may walk to.
        leaps: Free places that it may leap to.
        captures: Places whose piece it may destroy by going there.
        arcs: Places whose piece it may destroy from afar, or could reach so.
        threatened: Places under enemy threat.
        flips: Places of pieces that can be turned over.
    """

    origin: str = ""
    walks: frozenset[str] = NONE
    leaps: frozenset[str] = NONE
    captures: frozenset[str] = NONE
    arcs: frozenset[str] = NONE
    threatened: frozenset[str] = NONE
    flips: frozenset[str] = NONE
