"""Interactions that the process of another server is to answer.

Discord sends all direct messages to the process with shard 0, but only the process of a match's server changes the
match. So what is pressed or typed there goes to that process, as Discord sent it: a row, announced in the transaction
that writes it. The process that removes the row has it, and answers Discord with the token in it. That is as good as a
password for a quarter of an hour, so a row that no process takes is taken back within seconds, and none gets older.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from engine.game import Json
from hosting.core import Core
from store.share import HANDED
from store.tables import handed

LASTING: Final = timedelta(minutes=15)
"""How long Discord takes answers to an interaction."""
PROMPT: Final = timedelta(seconds=10)
"""How old an interaction may be that is taken. Discord waits three seconds for an answer, and the clocks of two
machines may be five apart; later its person was told that it failed, and may have done something else."""
PRUNING_HANDED: Final = "handed"
"""The appointment to remove what a process that died has left."""


@dataclass(eq=False, slots=True)
class Relay:
    """Hands interactions on, and takes those of this process's servers."""

    core: Core

    async def give(self, number: int, guild_id: int, payload: Json) -> None:
        """Hand an interaction on to the process of a server. Its number is Discord's."""
        now = self.core.clock.now()
        async with self.core.db.write(lasting=False) as connection:
            await handed.prune(connection, now - LASTING)
            await handed.add(connection, number, guild_id, payload, now)
            await self.core.schedule.put(connection, PRUNING_HANDED, "", now + LASTING)
            self.core.db.announce(connection, HANDED, guild_id)

    async def take(self, guild_ids: Collection[int]) -> list[Json]:
        """Return what was handed on for these servers; nobody else gets it."""
        async with self.core.db.write(lasting=False) as connection:
            return await handed.take(connection, guild_ids, self.core.clock.now() - PROMPT)

    async def take_back(self, number: int) -> bool:
        """Return whether nobody has taken an interaction, and nobody will."""
        async with self.core.db.write(lasting=False) as connection:
            return await handed.remove(connection, number)

    async def prune(self, _key: str, _payload: Json) -> None:
        """Remove what is too old to be answered; a handler of appointments."""
        async with self.core.db.write(lasting=False) as connection:
            await handed.prune(connection, self.core.clock.now() - LASTING)
