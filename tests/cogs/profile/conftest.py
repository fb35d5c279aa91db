"""Finished matches between the people of a simulated server."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from store.tables.results import Result
from tests.cogs.conftest import World
from tests.hosting.profiles import duel, write


class Past:
    """What was played in a world before a test."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.arena = world.bot.arena
        self._last = 1_000

    async def person(self, name: str) -> int:
        """Return who a player is; they are entered as who sits down is."""
        return (await self.arena.people.enter(self.world.people[name].id, self.world.guild.id, name)).person_id

    async def duels(
        self, winner: str, loser: str, count: int = 1, *, rated: bool = False, everywhere: bool = False, **changed: Any
    ) -> list[list[Result]]:
        """Write matches of two that ended yesterday and that the first of them won in seat 1."""
        ended = self.world.bot.clock.now() - timedelta(days=1)
        one, other = await self.person(winner), await self.person(loser)
        given: dict[str, Any] = {"game": "replicants", "guild_id": self.world.guild.id, "ended_at": ended} | changed
        played = [duel(self._last + number, one, other, **given) for number in range(1, count + 1)]
        self._last += count
        await write(self.arena.db, *played, rated=rated, everywhere=everywhere)
        return played

    async def seats(self, *changed: dict[str, Any]) -> None:
        """Write matches that ended yesterday against Ann, from what is different in the seat of her opponent."""
        ann, ended = await self.person("ann"), self.world.bot.clock.now() - timedelta(days=1)
        given: dict[str, Any] = {"game": "replicants", "guild_id": self.world.guild.id, "ended_at": ended}
        played = []
        for number, change in enumerate(changed, self._last + 1):
            one, other = duel(number, ann, ann, **given)
            played.append([one, other._replace(**change)])
        self._last += len(changed)
        await write(self.arena.db, *played)


@pytest.fixture
def past(world: World) -> Past:
    """The past of a world."""
    return Past(world)
