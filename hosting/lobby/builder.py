"""What the starter asks of Discord: to look whether a match can be played, and to make its places."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias

from engine.text import Text
from hosting.match.model import Match, Ordered, Place, Start

Note: TypeAlias = Callable[[str, int], Awaitable[None]]
"""Writes down that something was made: what it is, and its id. It is written before anything else is made."""


@dataclass(frozen=True, slots=True)
class Built:
    """The places of a match that is about to be written.

    Attributes:
        places: One of them has the role "board".
        told: What its players are told, where it is not played or not shown as they may expect; None for nothing.
    """

    places: tuple[Place, ...]
    told: Text | None = None


class Builder(Protocol):
    """Makes places, and takes them back. A process may die in any of its methods and be asked again by the next."""

    @property
    def ready(self) -> bool:
        """Whether it knows the servers by now."""
        ...

    async def place(self, start: Start) -> Start:
        """Return a start as it can be made now: in a thread where another match is played meanwhile.

        Raises:
            ArenaError: It can be made nowhere; its text says why.
        """
        ...

    async def check(self, start: Start) -> Mapping[int, str]:
        """Look whether all players could play there; return their names by person.

        Raises:
            ArenaError: A player, a channel or a permission is missing; its text says which.
        """
        ...

    async def build(self, ordered: Ordered, names: Sequence[str], note: Note, since: datetime | None) -> Built:
        """Make the places; what an earlier attempt left is used, or removed.

        Args:
            ordered: With what was made and noted already.
            names: Of the players, in the order of play.
            note: Called with each thing as soon as it is made.
            since: Since when something may have been made that was not noted; None if nothing can have been.

        Raises:
            ArenaError: It cannot be played there; its text says why.
        """
        ...

    async def undo(self, ordered: Ordered) -> tuple[tuple[str, int], ...]:
        """Take back what was made, noted or not; return what is still there."""
        ...

    async def settle(self, start: Start, match: Match) -> None:
        """Let the players in; may be called again."""
        ...

    def words(self, start: Start, error: BaseException) -> Text:
        """Return what stands in the way of a start and who can put it right, without naming a person."""
        ...

    def missing(self, error: BaseException) -> frozenset[int]:
        """Return the people who are not in the server any more, if that is what stands in the way of a start."""
        ...
