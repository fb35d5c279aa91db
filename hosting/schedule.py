"""Appointments: absolute times in the store, one task that sleeps until the next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TypeAlias

from engine.game import Json

Handler: TypeAlias = Callable[[str, Json], Awaitable[None]]


class Schedule:
    """Deadlines that survive a restart. Those that passed meanwhile come due at once."""

    def handle(self, kind: str, handler: Handler) -> None:
        """Name who is called with key and payload when a deadline of a kind comes due; until then they wait.

        A deadline is removed after its handler returned, unless the handler set it anew. If it raises, the deadline
        is tried again later.
        """
        raise NotImplementedError

    async def set(self, kind: str, key: str, due: datetime, payload: Json = None) -> None:
        """Make an appointment, in place of an earlier one of the same kind and key."""
        raise NotImplementedError

    async def cancel(self, kind: str, key: str) -> None:
        """Drop an appointment, if there is one."""
        raise NotImplementedError

    async def due_at(self, kind: str, key: str) -> datetime | None:
        """Return when an appointment is due, or None."""
        raise NotImplementedError

    async def start(self) -> None:
        """Begin to keep appointments; call it once the handlers are named."""
        raise NotImplementedError
