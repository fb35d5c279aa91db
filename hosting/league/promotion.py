"""Places of closed seasons: champions, titles, and the divisions of the next season.

Points belong to an entry, no matter who plays for it; the right to its place belongs to the players of most of its
fixtures, as many as play for it at a time. If they don't use it, others who played as many may.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.core import Core
from hosting.league import model
from hosting.league.model import SeasonView, table_season, tables_of
from hosting.league.pairing.divisions import MOST_AWAY, NextEntry
from hosting.league.standings.values import MET, Movement, Row
from hosting.league.terms import LeagueTerms
from store.league import entries, seasons
from store.league.entries import Player
from store.league.seasons import Division, Entry, Fixture, League, StoredSeason

_LAST = 10**6
"""The place of entries that left before any of their fixtures was over, and aren't in the table."""


@dataclass(frozen=True, slots=True)
class HeldPlace:
    """A place in a closed season; `holders` are the people with the right to it, the first one first."""

    entry: int
    holders: tuple[int, ...]
    division: int
    place: int
    movement: Movement


def holders(entry: Entry, players: Iterable[Player], fixtures: Iterable[Fixture]) -> tuple[int, ...]:
    """Return the people with the right to an entry's place: the players of most of its fixtures, the first one first.

    A fixture counts for the players that the entry had when it ended, if it was played. Of equals, present players come
    first, then the earliest: so a team's captain before the partner.
    """
    played: Counter[int] = Counter()
    tenures = list(players)
    for fixture in fixtures:
        if fixture.was_played and fixture.ended_at is not None and entry.id in fixture.entries:
            ended = fixture.ended_at
            played.update(
                {
                    each.person_id
                    for each in tenures
                    if each.since <= ended and (each.until is None or ended < each.until)
                }
            )
    ranked = sorted(tenures, key=lambda each: (-played[each.person_id], each.until is not None, each.number))
    people = dict.fromkeys(each.person_id for each in ranked)
    return tuple(people)[: len(entry.players)]


def places(view: SeasonView, players: Iterable[Player]) -> tuple[HeldPlace, ...]:
    """Return the places of a closed season; a large one takes too long for the event loop.

    `players`: of all its entries.
    """
    of: dict[int, list[Player]] = {}
    for each in players:
        of.setdefault(each.entry, []).append(each)
    own: dict[int, list[Fixture]] = {}
    for fixture in view.fixtures:
        for number in fixture.entries:
            own.setdefault(number, []).append(fixture)
    at = {row.entry: row for row in tables_of(view)}
    found = []
    for entry in sorted(table_season(view).entries, key=lambda each: each.id):
        row = at.get(entry.id)
        people = holders(entry, of.get(entry.id, ()), own.get(entry.id, ()))
        if row is None:
            found.append(HeldPlace(entry.id, people, entry.division, _LAST, "out"))
        else:
            found.append(HeldPlace(entry.id, people, entry.division, row.place, row.movement or "stay"))
    return tuple(found)


def joining(entries: Sequence[Entry], earlier: Sequence[Iterable[HeldPlace]]) -> tuple[NextEntry, ...]:
    """Return the claims of a season's entries on places of earlier seasons.

    A place of an earlier season is claimed by one entry, that of the first of its holders who has joined and has no
    claim from a later season. A team of people with several claims has that on the highest division. An entry that
    withdrew from a season left it, and so comes back like one that missed the next one.

    `earlier`: the places of the seasons before, the latest one first; more than `MOST_AWAY` + 1 are of no use.
    """
    entry_of = {person: each.id for each in entries for person in each.players}
    claims: dict[int, NextEntry] = {}
    for away, season in enumerate(earlier[: MOST_AWAY + 1]):
        found: dict[int, list[NextEntry]] = {}
        for place in season:
            own = (entry_of[person] for person in place.holders if person in entry_of)
            entry = next((each for each in own if each not in claims), None)
            if entry is None:
                continue
            if place.movement == "out":
                claim = NextEntry(entry, place.division, place.place, away=max(1, away))
            else:
                claim = NextEntry(entry, place.division, place.place, place.movement, away)
            found.setdefault(entry, []).append(claim)
        claims |= {entry: min(several, key=_highest) for entry, several in found.items()}
    plain = {each.id: NextEntry(each.id) for each in entries}
    worth = {each.id: each.seed_mu or 0.0 for each in entries}
    return tuple(_worth(claims.get(number, new), worth[number]) for number, new in plain.items())


def _highest(claim: NextEntry) -> tuple[int, bool, int]:
    return claim.goal or _LAST, claim.away > 0, claim.place


def _worth(claim: NextEntry, mu: float) -> NextEntry:
    return NextEntry(claim.key, claim.division, claim.place, claim.movement, claim.away, mu)


async def played_before(connection: AsyncConnection, season: StoredSeason) -> list[StoredSeason]:
    found = await seasons.of_league(connection, season.league_id)
    before = (each for each in found if each.number < season.number and each.status == "closed")
    return [each for each in reversed(list(before)) if each.started_at is not None]


async def claims_of(
    connection: AsyncConnection, season: StoredSeason, season_entries: Sequence[Entry]
) -> tuple[NextEntry, ...]:
    """Return the claims of a season's entries by the seasons before.

    Closed seasons never change, so it doesn't matter when they are read. Those without any of these players are
    skipped.
    """
    people = {person for each in season_entries for person in each.players}
    found: list[tuple[HeldPlace, ...]] = []
    for before in (await played_before(connection, season))[: MOST_AWAY + 1]:
        players = await entries.players_of(connection, before.id)
        view = await model.view(connection, before.id) if people & {each.person_id for each in players} else None
        found.append(() if view is None else await asyncio.to_thread(places, view, players))
    return joining(season_entries, found)


# What a season came to once it is closed: its champion, and who moves to another division.
#
# It follows from the table, which never changes any more; nothing of it is stored.


@dataclass(frozen=True, slots=True)
class Finals:
    """The final results of a season.

    Attributes:
        champion: None where no single entry won.
        promoted: By division and place.
        relegated: By division and place.
    """

    champion: int | None = None
    promoted: tuple[Row, ...] = ()
    relegated: tuple[Row, ...] = ()


def finals(view: SeasonView) -> Finals:
    """Return the final results of a season; nothing before it's closed. Slow for a large one: run it in a thread."""
    if view.season.status != "closed" or view.season.started_at is None:
        return Finals()
    rows = tables_of(view)
    return Finals(
        champion=_champion(view, rows),
        promoted=tuple(row for row in rows if row.movement == "up"),
        relegated=tuple(row for row in rows if row.movement == "down"),
    )


def champions(view: SeasonView, players: Iterable[Player]) -> tuple[int, ...]:
    """Return the people who won a season: the players of most of the champion's fixtures, in a team two."""
    number = finals(view).champion
    entry = next((each for each in view.entries if each.id == number), None)
    if entry is None:
        return ()
    return holders(entry, [each for each in players if each.entry == number], view.fixtures)


def _champion(view: SeasonView, rows: Sequence[Row]) -> int | None:
    """Return the first of the highest division that has not withdrawn.

    In a knock-out, the only one still in at the end: if it's closed before, there is none. Nor is there where nothing
    was played.
    """
    highest = min(view.divisions, key=_number, default=None)
    if highest is None or not any(each.why in MET for each in view.fixtures if each.division == highest.number):
        return None
    left = {each.id for each in view.entries if each.left_at is not None}
    highest_rows = [row for row in rows if row.division == highest.number and row.entry not in left]
    first = [row for row in highest_rows if row.place == highest_rows[0].place]
    if view.terms.kind in ("knockout", "double-knockout"):
        first = [row for row in highest_rows if row.place == 1]
    return first[0].entry if len(first) == 1 else None


def _number(division: Division) -> int:
    return division.number


# Titles of players: the seasons of a server that they won, read off the seasons so that they agree with them.


MOST = 50
"""The latest seasons of a player in which titles are searched."""
_KEPT = 1000
"""Seasons whose winners are kept in memory."""


@dataclass(frozen=True, slots=True)
class Title:
    """A season that a player won; `game` is the key of its game."""

    league: League
    season: StoredSeason
    game: str


@dataclass(eq=False, slots=True)
class Titles:
    """Finds titles. A closed season never changes, so each one is computed once."""

    core: Core
    _won: dict[int, tuple[int, ...]] = field(default_factory=dict, init=False)

    async def of(self, guild_id: int, person_id: int) -> list[Title]:
        async with self.core.db.read() as connection:
            numbers = await entries.closed_of(connection, guild_id, person_id, MOST)
        won = [number for number in numbers if person_id in await self._winners(number)]
        async with self.core.db.read() as connection:
            views = [await self._title(connection, number) for number in won]
        return [each for each in views if each is not None]

    async def _winners(self, season_id: int) -> tuple[int, ...]:
        known = self._won.get(season_id)
        if known is not None:
            return known
        async with self.core.db.read() as connection:
            view = await model.view(connection, season_id)
            players = await entries.players_of(connection, season_id)
        found = () if view is None else await asyncio.to_thread(champions, view, players)
        if len(self._won) >= _KEPT:
            self._won.clear()
        self._won[season_id] = found
        return found

    async def _title(self, connection: AsyncConnection, season_id: int) -> Title | None:
        season = await seasons.load(connection, season_id)
        league = None if season is None else await seasons.league(connection, season.league_id)
        if season is None or league is None:
            return None
        return Title(league, season, LeagueTerms.load(season.terms).game)
