"""A season as a ZIP, from which anybody can compute it again (`hosting.league.files`)."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.setups import chosen_options
from hosting.league import abroad, continuing, numbering, state
from hosting.league.errors import LeagueNotStarted, NoSuchLeague
from hosting.league.files import Contents, Known, files_of, packed
from hosting.league.numbering import Numbering
from hosting.league.state import View
from hosting.league.suiting import rounds_in
from hosting.league.tables import season_of
from hosting.match.errors import NoSuchMatch
from hosting.match.service import Games, Matches
from store import people
from store.database import Database
from store.league import entries as stored_entries
from store.league import seated
from store.league.values import Entry
from store.ratings import replay
from store.ratings.matches import Moved
from store.replay import ReplayError
from store.results import Result, of_matches

UNREAD = "; This version of the bot cannot read the match.\n"
"""Stands for a record that cannot be made."""


class SeasonFiles:
    """Makes ZIPs of seasons."""

    def __init__(self, database: Database, games: Games, matches: Matches) -> None:
        self._db = database
        self._games = games
        self._matches = matches

    async def make(self, season_id: int) -> bytes:
        """Return the ZIP of a season that has started, as it is at this moment and as far as the public may know it.

        Raises:
            NoSuchLeague: There is no such season.
            LeagueNotStarted: It has not started.
            DamagedResultError: The results of a match cannot be rated.
        """
        async with self._db.read() as connection:
            view = await state.view(connection, season_id)
            if view is None:
                raise NoSuchLeague
            if view.season.started_at is None:
                raise LeagueNotStarted
            there = season_of(view)
            found = await self._contents(connection, view, there.entries)
            numbers = await numbering.load(connection, season_id)
        records = {each: await self._record(each) for each in sorted({each.match_id for each in found.results})}
        return await asyncio.to_thread(_made, replace(found, records=records), numbers, view)

    async def _contents(self, connection: AsyncConnection, view: View, entries: Iterable[Entry]) -> Contents:
        """Return what is in the files of a season with our own numbers, but for its records."""
        of = await seated.played_for(connection, view.fixtures)
        results = await _results(connection, view, of)
        players = await stored_entries.players_of(connection, view.season.id)
        there = tuple(sorted(entries, key=lambda each: each.id))
        return Contents(
            name=view.league.name,
            number=view.season.number,
            terms=view.terms,
            options=chosen_options(self._games(view.terms.game).info, view.terms.mode, dict(view.terms.options)),
            rounds=rounds_in(view.terms, self._games(view.terms.game).info, entries),
            starts_at=view.season.started_at,
            ends_at=view.season.ends_at,
            commitment=view.commitment,
            secret=None if view.secret is None else view.season.secret,
            digest=view.lots.entries,
            divisions=view.divisions,
            entries=there,
            fixtures=view.fixtures,
            decisions=view.decisions,
            people=await _people(connection, view, results),
            results=results,
            places=await seated.places(connection, of),
            rated=await _rated(connection, results),
            records={},
            continuation=continuing.dump(view.terms, view.rounds, continuing.changed(there, players)),
        )

    async def _record(self, match_id: int) -> str:
        """Return the record of a match as everybody may read it."""
        try:
            return await self._matches.record(match_id, None)
        except (NoSuchMatch, ReplayError):
            return UNREAD


def _made(found: Contents, numbers: Numbering | None, view: View) -> bytes:
    return packed(files_of(found if numbers is None else abroad.as_in_file(found, numbers, view)))


async def _results(connection: AsyncConnection, view: View, of: Iterable[int]) -> list[Result]:
    """Return the results of a season's matches; of one that is closed, as they were at its close.

    A match that was corrected later has no rating there: what it made of ratings follows from the correction.
    """
    now = await of_matches(connection, of)
    if view.secret is None:
        return now
    revisions = {each.match_id: each.revision for each in now}
    then = await of_matches(connection, of, until=view.season.closed_at)
    return [
        each
        if revisions[each.match_id] == each.revision
        else each._replace(pool_id=None, rated=None, player_id=None, pool_no=None)
        for each in then
    ]


async def _people(connection: AsyncConnection, view: View, results: Iterable[Result]) -> dict[int, Known]:
    """Return everybody whom the files name by a number."""
    numbers = {each.person_id for each in await stored_entries.players_of(connection, view.season.id)}
    numbers |= {each.person_id for each in view.decisions}
    for each in results:
        numbers |= {each.starter_id, each.finisher_id}
    names = await people.names(connection, view.season.guild_id, numbers)
    times = await people.times(connection, numbers)
    return {each: Known(names.get(each, ""), *times.get(each, (None, None))) for each in sorted(numbers)}


async def _rated(connection: AsyncConnection, results: Iterable[Result]) -> dict[int, Sequence[Moved]]:
    numbers: dict[int, set[int]] = defaultdict(set)
    for each in results:
        if each.pool_id is not None and each.pool_no is not None:
            numbers[each.pool_id].add(each.pool_no)
    found: dict[int, Sequence[Moved]] = {}
    for pool_id, those in sorted(numbers.items()):
        found |= await replay.rated(connection, pool_id, those)
    return found
