"""How much of a match is taken back, as people count it: in turns."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Json
from hosting.match.model import Match


@dataclass(frozen=True, slots=True)
class Undone:
    """What is taken back.

    Attributes:
        turns: Of how many turns something is taken back, those that followed by themselves too. What several chose at
            once is one, and what others answer in a turn belongs to it.
        inside: Whether it begins inside a turn, of which something stays: an answer, say, or what comes after one.
    """

    turns: int
    inside: bool = False

    def dump(self) -> dict[str, Json]:
        """Return it as what a line of the audit log says of it."""
        return {"turns": self.turns, "inside": True} if self.inside else {"turns": self.turns}


def undone(match: Match, to: int) -> Undone:
    """Return what is taken back when a match goes back to what an event had led to; 0 is the start."""
    entries = match.session.entries
    kept = max((passed.entries for passed in match.history if passed.seq <= to), default=0)
    left = [passed for passed in match.history if passed.seq > to and passed.kind in ("turn", "joint")]
    turns = {entries[passed.entries - 1].turn for passed in left}
    begun = {entry.turn for entry in entries[:kept][-1:]}
    return Undone(len(turns), inside=bool(begun & turns))
