"""An arena with a league that dies and is opened anew on the same database."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import NullPool

from hosting.arena import Arena
from store.db.addresses import Address
from tests.hosting.conftest import ManualClock, NotingPoster, open_arena
from tests.hosting.league.playing import Played
from tests.hosting.lobby.offering import Killed, Shelf, ShelfBuilder, mortal
from tests.volume import THOROUGH, many

PARTS = many(1, 16)
"""Tests into which the statements of one are divided: each takes seconds, and no test may take five minutes."""
IN_PARTS = pytest.mark.parametrize("part", range(PARTS))


def cuts(count: int, part: int, seed: str, usual: int) -> Iterable[int]:
    """Return before which of so many statements the process dies in a part: before some; before each when thorough."""
    every = range(1, count + 1)
    return every[part::PARTS] if THOROUGH else random.Random(seed).sample(every, usual)


class Life:
    """An arena that dies and is opened anew on the same database and the same shelf."""

    def __init__(self, database: Address, clock: ManualClock, shelf: Shelf | None = None) -> None:
        self.database, self.clock, self.shelf = database, clock, shelf or Shelf()
        self.arena: Arena | None = None

    async def rise(self) -> Played:
        await self.die()
        self.arena = await open_arena(self.database, self.clock, NotingPoster())
        self.arena.starter.set_builder(ShelfBuilder(self.shelf))
        mortal(self.arena, self.shelf)
        return Played(self.arena, self.clock, self.shelf, 1)

    async def die(self) -> None:
        self.shelf.step = lambda _: None
        if self.arena is not None:
            await self.arena.schedule.close()
            await self.arena.tasks.close()
            await self.arena.close()
            self.arena = None


def is_of_lock(connection: Connection) -> bool:
    """Return whether a connection is that of the session that holds PostgreSQL's lock."""
    return isinstance(connection.engine.pool, NullPool)


@contextmanager
def counting() -> Iterator[list[int]]:
    """Count the statements that are executed, but for those of the session that holds PostgreSQL's lock.

    A process that dies ends that session, and one that dies within another must end it, too.
    """
    found = [0]

    def note(connection: Connection, *_: Any) -> None:
        found[0] += not is_of_lock(connection)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@contextmanager
def dying_before(statement: int) -> Iterator[None]:
    """Have the process die before the statement of this number, from 1, and be dead from then on."""
    with counting() as statements:

        def die(connection: Connection, *_: Any) -> None:
            if statements[0] >= statement and not is_of_lock(connection):
                raise Killed

        event.listen(Engine, "before_cursor_execute", die)
        try:
            yield
        finally:
            event.remove(Engine, "before_cursor_execute", die)
