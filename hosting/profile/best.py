"""The best results of players alone: a list for each set of options that was played, a line a player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.extras import Graded
from engine.game import Game
from hosting.profile.appearance import visible
from store import people, results
from store.database import Database
from store.results import Result

MOST_LISTS = 8
"""Sets of options that are told."""
MOST_PLACES = 3
"""Players of a list that are told."""
LOOKED_AT = 50
"""Results of a list in which they are looked for, the best ones: the same players may have many of them."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best result of a player with some options.

    Attributes:
        person_id: Who.
        won: Whether it is a victory.
        points: What the game says how good it is by (`engine.extras.Graded.grade_text`).
    """

    person_id: int
    won: bool
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BestList:
    """The best results with some options.

    Attributes:
        options: Pairs of option and value, in order of the options' keys.
        places: The best first.
    """

    options: tuple[tuple[str, str], ...]
    places: tuple[Best, ...]


class BestLists:
    """Reads lists of best results."""

    def __init__(self, database: Database, games: Callable[[str], Game[Any, Any, Any]]) -> None:
        self._db = database
        self._games = games

    def modes_of(self, game: str) -> tuple[str, ...]:
        """Return the keys of the modes of which there are best results. Raises SetupError if there is no such game."""
        rules = self._games(game)
        return tuple(mode.key for mode in rules.info.modes if mode.alone) if isinstance(rules, Graded) else ()

    async def of(
        self, guild_id: int, game: str, mode: str, asker_id: int, *, public: bool = False
    ) -> tuple[BestList, ...]:
        """Return the lists of a server, in order of the options; those with nobody to tell are left out.

        Args:
            guild_id: The server.
            game: Key of the game.
            mode: Key of a mode for one player.
            asker_id: Who asks, as a person.
            public: Whether everybody reads it: then only those are told who appear to everybody.
        """
        found = []
        async with self._db.read() as connection:
            for category in await results.categories(connection, guild_id, game, mode, limit=MOST_LISTS):
                rows = await results.best(connection, guild_id, game, mode, category, limit=LOOKED_AT)
                places = await _told(connection, guild_id, rows, None if public else asker_id)
                if places:
                    found.append(BestList(rows[0].options, places))
        return tuple(found)


async def _told(
    connection: AsyncConnection, guild_id: int, rows: list[Result], reader_id: int | None
) -> tuple[Best, ...]:
    """Return the best result of each player who appears to a reader and was not deleted."""
    ids = {each.finisher_id for each in rows}
    seen = await visible(connection, guild_id, ids, reader_id) & set(await people.accounts(connection, ids))
    best: dict[int, Best] = {}
    for each in rows:
        if each.finisher_id in seen and isinstance(each.points, list):
            best.setdefault(each.finisher_id, Best(each.finisher_id, each.rank == 1, tuple(each.points)))
    return tuple(best.values())[:MOST_PLACES]
