"""The custom ids of the viewer: `v:<m or i><id>:<turn>:<side>:<verb>`.

What is shown is all in there, so it survives a restart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

TEMPLATE = r"v:(?P<kind>[mi])(?P<story>\d{1,18}):(?P<turn>\d{1,6}):(?P<side>\d):(?P<verb>[a-z])"
_TEMPLATE = re.compile(TEMPLATE)


class ViewerVerb(StrEnum):
    """What a press does."""

    FIRST = "f"
    BACK = "b"
    FORWARD = "n"
    """These show the turn in the id."""

    LAST = "l"
    """Show the last turn, whichever it is by now."""

    SIDE = "s"
    """Show the turn in the id from the side that was chosen."""

    ANIMATE = "a"
    """Send all of it as an animated picture."""

    OPEN = "o"
    """Open a table that starts from the position after the turn in the id."""


@dataclass(frozen=True, slots=True)
class ViewerId:
    """What a custom id says.

    Attributes:
        kind: `"m"` for a match, `"i"` for an import.
        story: Of which one.
        turn: Number of the turn to be shown, 0 for the start.
        side: The seat from whose side; 0 for the board's own orientation.
        verb: What pressing means.
    """

    kind: str
    story: int
    turn: int
    side: int
    verb: ViewerVerb

    @property
    def text(self) -> str:
        """The custom id."""
        return f"v:{self.kind}{self.story}:{self.turn}:{self.side}:{self.verb}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return what a custom id says, or None if it is not one of the viewer's."""
        found = _TEMPLATE.fullmatch(text)
        if found is None or found["verb"] not in set(ViewerVerb):
            return None
        return cls(
            found["kind"], int(found["story"]), int(found["turn"]), int(found["side"]), ViewerVerb(found["verb"])
        )
