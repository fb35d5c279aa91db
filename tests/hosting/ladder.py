"""A pool to test with: matches end in it and are corrected, as `hosting.results` has it done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from hosting import rating
from hosting.rating import of_all_servers
from store import check
from store.database import Database
from store.ratings import replay, stored
from store.ratings.stored import Rated, RatingChange
from store.schema import ratings
from store.tables import results
from store.tables.results import Correction, Result, Why

START = datetime(2026, 3, 1, tzinfo=UTC)

Seat = tuple[int, Rated, int | None]
"""What a seat comes to: its rank, how it is rated, whose rating that concerns."""


@dataclass(slots=True)
class Ladder:
    """The matches of a server, each as many minutes after the start as its number says.

    With `everywhere` all of them count for the ratings of all servers, too.

    Attributes:
        went_ahead: How often a pool was gone through ahead of a correction.
        meanwhile: What happens before and after each of these times.
    """

    database: Database
    guild_id: int = 1
    variant: str = ""
    everywhere: bool = False
    ended: int = 0
    corrected: int = 0
    went_ahead: int = 0
    meanwhile: list[Callable[[], Awaitable[object]]] = field(default_factory=list)

    async def end(
        self, *seats: Seat, teams: Sequence[int] = (), why: Why | None = None, wanted: bool = True, match_id: int = 0
    ) -> list[Result]:
        """End a match and return its results as they were written."""
        self.ended += 1
        rows = self._rows(match_id or self.ended, 0, seats, teams, why)
        async with self.database.write() as connection:
            rows = await rating.rate(connection, rows, variant=self.variant, wanted=wanted)
            shared = of_all_servers(rows) if self.everywhere else []
            if shared:
                shared = await rating.rate(connection, shared, variant=self.variant, wanted=wanted)
            await results.add(connection, [*rows, *shared])
        return rows

    async def correct(
        self, match_id: int, *seats: Seat, teams: Sequence[int] = (), why: Why | None = None, wanted: bool = True
    ) -> list[RatingChange]:
        """Write the results of a match anew and return what that changed."""
        self.corrected += 1

        async def write(ahead: Mapping[int, replay.Ahead]) -> list[RatingChange]:
            async with self.database.write() as connection:
                earlier = await self.revisions(connection, match_id)
                rows = self._rows(match_id, earlier[-1].revision + 1, seats, teams, why)
                return await self._write(connection, rows, earlier, ahead, wanted=wanted)

        return await self._ahead(write)

    async def undo(self, match_id: int, revision: int) -> list[RatingChange]:
        """Write the results of a match as they were in an earlier revision."""
        self.corrected += 1

        async def write(ahead: Mapping[int, replay.Ahead]) -> list[RatingChange]:
            async with self.database.write() as connection:
                earlier = await self.revisions(connection, match_id)
                again = [each for each in earlier if each.revision == revision]
                rows = [each._replace(revision=earlier[-1].revision + 1) for each in again]
                return await self._write(connection, rows, earlier, ahead)

        return await self._ahead(write)

    async def _ahead(
        self, write: Callable[[Mapping[int, replay.Ahead]], Awaitable[list[RatingChange]]]
    ) -> list[RatingChange]:
        """Correct in a transaction, as `hosting.corrections` does: with what was gone through ahead of it."""
        ahead: dict[int, replay.Ahead] = {}
        while True:
            try:
                return await write(ahead)
            except replay.NotAhead as missing:
                if self.meanwhile:
                    await self.meanwhile.pop(0)()
                ahead[missing.pool.id] = await replay.go_ahead(self.database.read, missing)
                self.went_ahead += 1
                if self.meanwhile:
                    await self.meanwhile.pop(0)()

    async def revisions(self, connection: AsyncConnection, match_id: int) -> list[Result]:
        return [each for rows in await results.revisions(connection, match_id) for each in rows]

    async def now(self) -> list[tuple[Any, ...]]:
        """Return all of what holds now, to the last bit."""
        async with self.database.read() as connection:
            rows = await connection.execute(select(ratings).order_by(ratings.c.pool_id, ratings.c.person_id))
            return [tuple(row) for row in rows]

    async def differences(self) -> list[str]:
        async with self.database.read() as connection:
            pools = await stored.every(connection)
            return [str(each) for pool in pools for each in (await check.examine(connection, pool)).differences]

    async def _write(
        self,
        connection: AsyncConnection,
        rows: Sequence[Result],
        earlier: Sequence[Result],
        ahead: Mapping[int, replay.Ahead],
        *,
        wanted: bool = True,
    ) -> list[RatingChange]:
        before, shared = await results.revisions(connection, rows[0].match_id, everywhere=True), []
        shared_earlier = [row for revision in before for row in revision]
        rows = await rating.renumber(connection, rows, earlier, variant=self.variant, wanted=wanted)
        if shared_earlier:
            shared = await rating.renumber(
                connection, of_all_servers(rows), shared_earlier, variant=self.variant, wanted=wanted
            )
        await results.add(connection, [*rows, *shared])
        at = START + timedelta(days=self.corrected)
        first = rows[0]
        correction = await results.add_correction(
            connection, Correction(0, first.guild_id, first.match_id, first.revision, "void", {}, 99, at, "tried")
        )
        given: dict[str, Any] = {"cause": correction.id, "at": at, "ahead": ahead}
        await rating.recompute(connection, shared, shared_earlier, **given)
        return await rating.recompute(connection, rows, earlier, **given)

    def _rows(
        self, match_id: int, revision: int, seats: Sequence[Seat], teams: Sequence[int], why: Why | None
    ) -> list[Result]:
        return [
            Result(
                *(match_id, revision, seat, self.guild_id, "tally", "2", (), teams[seat - 1] if teams else None),
                *(person_id or 4, person_id or 4, False, 5, 5, 5, rank, 0),
                *(START, START + timedelta(minutes=match_id), "rules", why),
                rated=rated,
                player_id=person_id,
            )
            for seat, (rank, rated, person_id) in enumerate(seats, 1)
        ]


def won(first: int, second: int) -> tuple[Seat, Seat]:
    """Return the seats of a match that one person won against another."""
    return (1, "full", first), (2, "full", second)
