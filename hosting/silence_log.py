"""The silence log: what was found and done to keep teammates from communicating."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Json
from hosting.model import SilenceEntry


class SilenceLog:
    """Only ever added to."""

    async def add(
        self,
        match_id: int,
        code: str,
        *,
        channel_id: int | None = None,
        user_id: int | None = None,
        detail: Mapping[str, Json] | None = None,
    ) -> SilenceEntry:
        """Write a line."""
        raise NotImplementedError

    async def of_match(self, match_id: int) -> list[SilenceEntry]:
        """Return the lines of a match in the order of writing."""
        raise NotImplementedError
