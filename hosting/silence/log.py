"""The silence log: what was found and done to keep teammates from communicating."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Json
from hosting.match.model import SilenceEntry
from hosting.runtime.time import Clock
from store import silence_log
from store.database import Database


class SilenceLog:
    """Only ever added to."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._db = database
        self._clock = clock

    async def add(
        self,
        match_id: int,
        code: str,
        *,
        channel_id: int | None = None,
        person_id: int | None = None,
        detail: Mapping[str, Json] | None = None,
    ) -> SilenceEntry:
        """Write a line."""
        async with self._db.write() as connection:
            return await silence_log.add(
                connection,
                match_id,
                code,
                channel_id=channel_id,
                person_id=person_id,
                detail=detail or {},
                at=self._clock.now(),
            )

    async def of_match(self, match_id: int) -> list[SilenceEntry]:
        """Return the lines of a match in the order of writing."""
        async with self._db.read() as connection:
            return await silence_log.of_match(connection, match_id)
