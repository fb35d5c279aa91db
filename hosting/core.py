"""What every service of hosting stands on."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from engine import registry
from engine.text import say
from hosting.errors import HostingError
from hosting.outages import Outages
from hosting.outbox import Outbox
from hosting.runtime import Entropy, Games, MachineClock, Schedule, Sleep, SteadyClock, Tasks
from store.database import Database
from store.share import Share

COMPUTERS_OFF = (
    say("This bot's operator has switched computer players off, so none can play here."),
    "computers-off",
)


@dataclass(frozen=True, eq=False, slots=True)
class Core:
    """The first field of every service.

    `outages` as a clock tells the time of players. `everywhere`: whether there are ratings of all servers. `share`: the
    servers of this process. `computers_offered`: whether there are computer players.
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
    computers_offered: bool

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
        computers_offered: bool = True,
    ) -> Core:
        tasks, steady = Tasks(), SteadyClock(clock)
        schedule = Schedule(database, steady, tasks, sleep, share)
        posts = Outbox(database, steady, schedule, tasks, share)
        outages = Outages(database, steady, schedule, posts, share)
        return cls(
            database, steady, tasks, schedule, posts, outages, games, entropy, everywhere, share, computers_offered
        )

    def require_computers(self) -> None:
        """Raise HostingError (`computers-off`) if there are no computer players."""
        if not self.computers_offered:
            raise HostingError(*COMPUTERS_OFF)
