"""What other rooms ask of the silence of matches (R29); `cogs.silence.keeper.Keeper` answers, at `ArenaBot.silence`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.text import Text
from hosting.match.model import Match


class Silence(Protocol):
    """Knows how silent matches stand."""

    async def renamed(self, match: Match) -> frozenset[int]:
        """Return the players of a match not to be mentioned: a mention shows the name of the moment."""
        ...

    async def may_go_on(self, match: Match) -> bool:
        """Return whether nothing in the channels of an interrupted match lets its teams talk."""
        ...

    async def check(self, match_id: int, *, thorough: bool = True, patient: bool = True) -> Sequence[Text]:
        """Look at a match and put right what can be; return why it is not silent, nothing if it is."""
        ...
