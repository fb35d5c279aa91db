"""Seasons as they were seen last, so that looking at one costs as much as what changed since.

Nothing here says that something changed: each look asks the store, in its own transaction, what is another than it was.
So what another process wrote is seen, too, and what is seen is never older than the transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import state
from hosting.league.standings.values import Row
from hosting.league.state import View
from hosting.runtime.lru import Recent
from store.league import entries, fixtures, seasons
from store.league.entries import Mark
from store.league.values import Entry, Fixture, Totals

MOST = 25_000
"""Entries and fixtures that are kept in all, some 700 bytes each: the largest season has about 20,000."""
_SEASONS = 64
"""Seasons that are kept, at most."""
_ANEW = 500
"""From so many fixtures on that changed, all are read."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is kept of a season.

    Attributes:
        entries: In the order of joining.
        joined: What tells whether they are still the same.
        fixtures: In the order in which they were made.
        mark: What tells whether they are still the same, and `totals`.
        totals: By entry.
    """

    entries: tuple[Entry, ...]
    joined: Mark
    fixtures: tuple[Fixture, ...]
    mark: tuple[int, int]
    totals: Mapping[int, Totals]

    @property
    def size(self) -> int:
        return len(self.entries) + len(self.fixtures)


class Kept:
    """The seasons that were looked at lately, and their tables."""

    def __init__(self) -> None:
        self._seasons: Recent[int, _Seen] = Recent(_SEASONS)
        self._tables: Recent[int, tuple[View, tuple[Row, ...]]] = Recent(_SEASONS)

    async def view(self, connection: AsyncConnection, season_id: int) -> View | None:
        """Return a season as a transaction sees it, or None.

        Args:
            connection: In a transaction that has written nothing: what it may yet take back is not to be kept.
            season_id: Which season.
        """
        season = await seasons.load(connection, season_id)
        if season is None:
            return None
        there = await self._anew(connection, season_id, self._seasons.get(season_id))
        self._keep(season_id, there)
        return await state.seen(connection, season, there.entries, there.fixtures, there.totals)

    def known(self, view: View) -> tuple[Row, ...] | None:
        """Return the rows of all divisions of a season that were worked out from the very same values, or None."""
        was, rows = self._tables.get(view.season.id) or (None, ())
        if was is None or was.entries is not view.entries or was.fixtures is not view.fixtures:
            return None
        same = (was.season, was.divisions) == (view.season, view.divisions)
        return rows if same else None

    def keep(self, view: View, rows: tuple[Row, ...]) -> None:
        """Keep the rows that were worked out from a season as it was looked at."""
        if view.season.id in self._seasons:
            self._tables.put(view.season.id, (view, rows))

    def forget(self) -> None:
        """Keep nothing in memory."""
        self._seasons, self._tables = Recent(_SEASONS), Recent(_SEASONS)

    async def _anew(self, connection: AsyncConnection, season_id: int, was: _Seen | None) -> _Seen:
        """Return what there is of a season, read as far as it is another than it was."""
        joined, mark = await entries.mark(connection, season_id), await fixtures.mark(connection, season_id)
        same = was is not None and was.joined == joined
        there = was.entries if was and same else tuple(await entries.of_season(connection, season_id))
        if was is not None and was.mark == mark:
            return was if same else _Seen(there, joined, was.fixtures, mark, was.totals)
        found = await _changed(connection, season_id, () if was is None else was.fixtures)
        return _Seen(there, joined, found, mark, await fixtures.totals(connection, season_id))

    def _keep(self, season_id: int, there: _Seen) -> None:
        """Keep a season, and as many of the others as there is room for."""
        self._seasons.put(season_id, there)
        while sum(each.size for each in self._seasons.values()) > MOST:
            self._tables.forget(self._seasons.drop())


async def _changed(connection: AsyncConnection, season_id: int, was: tuple[Fixture, ...]) -> tuple[Fixture, ...]:
    """Return the fixtures of a season, given what they were."""
    if not was:
        return tuple(await fixtures.of_season(connection, season_id))
    known = {each.id: each for each in was}
    revisions = await fixtures.revisions(connection, season_id)
    other = [number for number, rev in revisions.items() if number not in known or known[number].rev != rev]
    if len(other) >= _ANEW:
        return tuple(await fixtures.of_season(connection, season_id))
    known |= {each.id: each for each in await fixtures.some(connection, other)}
    return tuple(known[number] for number in revisions)
