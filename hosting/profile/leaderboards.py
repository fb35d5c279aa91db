"""Leaderboards: the players of a pool by their ratings, those who have enough of them and still play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from itertools import product
from typing import Any

from engine.game import Game
from engine.info import GameInfo
from hosting.rating.errors import NoRatingsOfAllServers
from hosting.rating.shown import SETTLED
from hosting.runtime.time import Clock
from store import boards
from store.boards import Ranked, Wanted
from store.database import Database
from store.ratings.stored import Pool
from store.results import ALL_SERVERS

PAGE = 20
"""Players on a page."""
SILENT_AFTER = timedelta(days=180)
"""Who has not ended a rated match for so long has no place until the next one."""


@dataclass(frozen=True, slots=True)
class Board:
    """What is rated together: a mode of a game, with the options that make another game of it.

    Attributes:
        mode: Key of the mode.
        variant: As `engine.info.GameInfo.variant` writes it; mostly empty.
    """

    mode: str
    variant: str


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard, as its reader may see it.

    Attributes:
        game: Key of the game.
        board: Of what.
        first: How many players come before the page.
        rows: Its players.
        own: The asker's place; None if they are not rated here, or do not appear.
        placed: How many players have a place.
        provisional: How many have too few rated games for one.
        silent: How many have not played for `SILENT_AFTER`.
        everywhere: Whether it is one of all servers.
    """

    game: str
    board: Board
    first: int = 0
    rows: tuple[Ranked, ...] = ()
    own: Ranked | None = None
    placed: int = 0
    provisional: int = 0
    silent: int = 0
    everywhere: bool = False


def boards_of(info: GameInfo) -> tuple[Board, ...]:
    """Return what is rated together in a game, in the order of its modes; nobody is rated who plays alone."""
    found = []
    for mode in info.modes:
        if mode.alone:
            continue
        apart = [
            [None, *((option.key, value) for value in option.apart)]
            for option in info.options_of(mode.key)
            if option.apart
        ]
        for chosen in product(*apart):
            given = [pair for pair in chosen if pair is not None]
            found.append(Board(mode.key, info.variant(mode.key, given)))
    return tuple(dict.fromkeys(found))


class Leaderboards:
    """Reads leaderboards."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        games: Callable[[str], Game[Any, Any, Any]],
        *,
        everywhere: bool = False,
    ) -> None:
        self._db = database
        self._clock = clock
        self._games = games
        self._everywhere = everywhere

    async def page(
        self,
        guild_id: int,
        game: str,
        board: Board | None,
        asker_id: int,
        first: int = 0,
        *,
        public: bool = False,
        everywhere: bool = False,
    ) -> Leaderboard:
        """Return a page of a server's leaderboard, or of that of all servers; it is empty where nothing was rated.

        Args:
            guild_id: The server in which it is read.
            game: Key of the game.
            board: Of what; None for what was rated most.
            asker_id: Who asks for it, as a person.
            first: How many players come before the page.
            public: Whether everybody reads it: then only those are on it who appear to everybody.
            everywhere: Whether the matches of all servers are rated together, those of players who agree to it.

        Raises:
            SetupError: There is no such game.
            NoRatingsOfAllServers: Those are wanted, and there are none.
        """
        if everywhere and not self._everywhere:
            raise NoRatingsOfAllServers
        known = boards_of(self._games(game).info)
        async with self._db.read() as connection:
            pools = await boards.pools_of(connection, ALL_SERVERS if everywhere else guild_id, game)
            pool = next((each for each in pools if _board(each) in ((board,) if board is not None else known)), None)
            if pool is None:
                return Leaderboard(game, board if board is not None else known[0], everywhere=everywhere)
            since, reader_id = self._clock.now() - SILENT_AFTER, None if public else asker_id
            wanted = Wanted(guild_id, pool.id, SETTLED, since, reader_id, everywhere)
            standing = await boards.standing(connection, wanted, asker_id)
            first = min(first, max(0, standing.placed - 1) // PAGE * PAGE)
            return Leaderboard(
                game,
                _board(pool),
                first,
                tuple(await boards.page(connection, wanted, first, PAGE)),
                standing.own,
                standing.placed,
                standing.provisional,
                standing.silent,
                everywhere,
            )


def _board(pool: Pool) -> Board:
    return Board(pool.mode, pool.variant)
