"""Who asks for a match to be started (`hosting.lobby.starter`), by kind: what stands before the colon of an origin."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Text
from hosting.match.model import Match, Start


class Origin:
    """What one kind of origin has to say; a kind overrides what concerns it.

    Attributes:
        waits: A person waits for the match and hears at once what it fails at; it is not tried again by itself, and it
            does not count among those that the program starts.
        chooses: It knows what players have chosen in private before the start, where a game has that.
    """

    waits = False
    chooses = False

    async def allow(self, connection: AsyncConnection, start: Start) -> tuple[str, ...]:
        """Return what each seat has chosen before the start, empty where that is nothing.

        Called in the transaction that writes the match. What it raises undoes that.

        Raises:
            HostingError: The match is not wanted any more, or not like that.
        """
        _ = connection, start
        return ()

    async def begun(self, connection: AsyncConnection, start: Start, match: Match) -> None:
        """Write along that a match has begun, in its transaction."""

    async def started(self, start: Start, match: Match) -> None:
        """Hear that a match has begun; after a crash perhaps a second time."""

    async def failed(self, start: Start, why: Text, absent: Collection[int]) -> None:
        """Hear that a match was given up.

        Args:
            start: What was to begin.
            why: What stands in its way, and who can put that right.
            absent: The people who are not in the server any more, if that is it.
        """


def kind_of(origin: str) -> str:
    """Return the kind of an origin."""
    return origin.partition(":")[0]
