"""Has a round of a league come due, and kills itself as `kill -9` does, as a `ForkServer` has it do.

`main([DATABASE, WORLD, CUT])`: the world is a file that outlives the process, with the time, the season, and what makes
its round due; beside it lies what was made for starts.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from store.league.seasons import Fixture
from tests.hosting.conftest import ManualClock, NotingPoster, open_arena
from tests.hosting.league.lives import counting, is_of_lock
from tests.hosting.league.playing import Played
from tests.hosting.lobby.offering import Shelf, ShelfBuilder


class LastingShelf(Shelf):
    """A shelf that is written to a file with each thing that is made or removed."""

    path: Path

    def make(self, what: str, number: int) -> int:
        made = super().make(what, number)
        self.save()
        return made

    def remove(self, made: int) -> None:
        super().remove(made)
        self.save()

    def save(self) -> None:
        """Write what there is, whole or not at all."""
        partial = self.path.with_suffix(".new")
        partial.write_text(json.dumps([*self.things.items()]))
        partial.replace(self.path)

    def load(self) -> None:
        """Read what there is."""
        self.things = {made: (what, number) for made, (what, number) in json.loads(self.path.read_text())}
        self.ids = itertools.count(max(self.things, default=5000) + 1)


async def make_due(league: Played, days: int | None, last: Fixture | None) -> None:
    """Have the second round be due: by its day, or by the last result of the first."""
    if last is not None:
        await league.lose(last, 2)
    else:
        assert days is not None
        await league.clock.advance(days * 86_400)
    await league.arena.idle()


def main(arguments: Sequence[str]) -> int:
    """Open the second round of a season; say how many statements that took, if the process comes to that.

    The third argument is the statement before which it dies, from 1.
    """
    database, world, cut = arguments
    asyncio.run(_open_round(database, Path(world), int(cut)))
    return 0


async def _open_round(database: str, world: Path, cut: int) -> None:
    given: dict[str, Any] = json.loads(world.read_text())  # noqa: ASYNC240 - nothing else runs yet
    clock, shelf = ManualClock(), LastingShelf()
    shelf.path = world.with_suffix(".shelf")
    shelf.load()
    await clock.advance(given["now"])
    arena = await open_arena(database, clock, NotingPoster())
    arena.starter.set_builder(ShelfBuilder(shelf))
    league = Played(arena, clock, shelf, given["season"])
    await arena.idle()
    last = next((each for each in (await league.view()).fixtures if each.id == given["last"]), None)
    with counting() as statements:

        def die(connection: Connection, *_: Any) -> None:
            if statements[0] >= cut and not is_of_lock(connection):
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(Engine, "before_cursor_execute", die)
        await make_due(league, given["days"], last)
    sys.stdout.write(f"{statements[0]}")
    await arena.close()
