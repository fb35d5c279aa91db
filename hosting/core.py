"""What every service of hosting stands on."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from functools import partial

from engine import registry
from engine.errors import SetupError
from hosting.outages import Outages
from hosting.outbox import Outbox
from hosting.runtime import Entropy, Games, MachineClock, Schedule, Sleep, SteadyClock, Tasks
from store.database import Database
from store.share import Share


@dataclass(frozen=True, eq=False, slots=True)
class Core:
    """The first field of every service.

    `outages` as a clock tells the time of players. `everywhere`: whether there are ratings of all servers. `share`: the
    servers of this process.
    """

    db: Database
    clock: SteadyClock
    tasks: Tasks
    schedule: Schedule
    outbox: Outbox
    outages: Outages
    games: Games
    entropy: Entropy
    everywhere: bool
    share: Share

    @classmethod
    def of(
        cls,
        database: Database,
        clock: MachineClock,
        *,
        games: Games = registry.get,
        entropy: Entropy = secrets.token_bytes,
        sleep: Sleep = asyncio.sleep,
        everywhere: bool = False,
        share: Share = Share.ALL,
    ) -> Core:
        tasks, steady = Tasks(), SteadyClock(clock)
        schedule = Schedule(database, steady, tasks, sleep, share)
        posts = Outbox(database, steady, schedule, tasks, share)
        outages = Outages(database, steady, schedule, posts, partial(_is_by_decision, games), share)
        return cls(database, steady, tasks, schedule, posts, outages, games, entropy, everywhere, share)


def _is_by_decision(games: Games, game: str) -> bool:
    """Return whether a game is played decision by decision; false for one that this version lacks."""
    try:
        return games(game).info.by_decision
    except SetupError:
        return False
