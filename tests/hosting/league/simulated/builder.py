"""A builder that makes nothing, so that matches start in one transaction; it can be told to refuse."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from datetime import datetime

from engine.text import Text, say
from hosting.lobby.starter import Built, Note
from hosting.match.model import Match, Ordered, Place, Start


class BareBuilder:
    """Gives each match a channel of its own.

    Attributes:
        refusing: Whether matches cannot start.
        refused: Of so many it is one that cannot: always the same, by who plays.
    """

    ready = True

    def __init__(self) -> None:
        self.refusing = False
        self.refused = 1
        self._channels = itertools.count(5000)

    async def place(self, start: Start) -> Start:
        return start

    async def check(self, start: Start) -> Mapping[int, str]:
        if self.refusing and min(start.people) // 2 % self.refused == 0:
            raise PermissionError("refused")
        return {person: f"P{person}" for person in start.people}

    async def build(self, ordered: Ordered, names: Sequence[str], note: Note, since: datetime | None) -> Built:
        return Built((Place("board", next(self._channels)),))

    async def undo(self, ordered: Ordered) -> tuple[tuple[str, int], ...]:
        return ()

    async def settle(self, start: Start, match: Match) -> None:
        pass

    def missing(self, error: BaseException) -> frozenset[int]:
        return frozenset()

    def words(self, start: Start, error: BaseException) -> Text:
        return say("Refused.")
