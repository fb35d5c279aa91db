"""The arena: one object that holds the store and everything hosting does with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from engine.game import Game
from hosting.clock import Clock
from hosting.matches import Matches
from hosting.outbox import Outbox
from hosting.schedule import Schedule
from hosting.settings import Settings
from hosting.silence_log import SilenceLog
from hosting.tables import Tables

Games: TypeAlias = Callable[[str], Game[Any, Any, Any]]


@dataclass(frozen=True, slots=True)
class Arena:
    """What a bot needs to host games. `open` it, name handlers and poster, `start`, and `close` it at the end."""

    clock: Clock
    tables: Tables
    matches: Matches
    outbox: Outbox
    schedule: Schedule
    settings: Settings
    silence_log: SilenceLog

    @classmethod
    async def open(cls, database_path: str | Path, clock: Clock) -> Arena:
        """Open the store, bringing its schema up to date."""
        raise NotImplementedError

    async def start(self) -> None:
        """Begin to post what is due and to keep appointments; call it once poster and handlers are named."""
        raise NotImplementedError

    async def idle(self) -> None:
        """Wait until everything that can be done now is done: posts, listeners, appointments that are due."""
        raise NotImplementedError

    async def close(self) -> None:
        """Stop and close everything; may be called again."""
        raise NotImplementedError
