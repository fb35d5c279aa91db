"""How far a person is in the lesson of each game, kept so that they go on there another day; and who was greeted.

The lessons themselves are the games' own (`engine.extras.Taught`). That a step was done is written once: a second
press, or one on an old message, leaves a person where they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from hosting.runtime.time import Clock
from store import lessons
from store.database import Database


class LessonPlaces:
    """Where everybody is."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._db = database
        self._clock = clock

    async def of(self, person_id: int) -> Mapping[str, int]:
        """Return how many steps a person has behind them, by game; a lesson that they never began is left out."""
        async with self._db.read() as connection:
            return await lessons.of_person(connection, person_id)

    async def go(self, person_id: int, game: str, step: int) -> None:
        """Have a person go on from a step, counted from 0, because they asked for it."""
        async with self._db.write() as connection:
            await lessons.put(connection, person_id, game, step, self._clock.now())

    async def advance(self, person_id: int, game: str, step: int) -> bool:
        """Write that a person has done the step that they are at; return False if it is another one."""
        async with self._db.write() as connection:
            return await lessons.advance(connection, person_id, game, step, self._clock.now())

    async def greet(self, person_id: int, game: str) -> bool:
        """Return whether a person is to be helped at their first turn of a game: once, however often it is asked.

        It is written before it is said: if the program dies in between, the help is lost rather than told twice.
        """
        async with self._db.write() as connection:
            return await lessons.greet(connection, person_id, game, self._clock.now())
