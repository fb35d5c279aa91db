"""Checks that what is stored of a season is consistent: `python -m store leagues`."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import groupby
from typing import cast, get_args

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.seat import Seat
from hosting.league.model import parted, scheduled
from hosting.league.standings import values
from hosting.league.terms import LeagueTerms, entries_digest
from store import check
from store.database import Database
from store.db import migrate
from store.db.addresses import Address
from store.league import entries, fixtures, seasons
from store.league.fixtures import Place, added_up, in_force
from store.league.seasons import Decision, Division, Entry, Fixture, Kind, StoredSeason, Totals
from store.tables import results
from store.tables.results import Result

# Does what is stored of a season follow from the rest of it? If not, the first difference is what matters.
#
# Totals are added up again, points are computed from results and decisions, and the rules of the format are checked:
# who meets whom and how often, in which seats, who advances, how many are promoted.


_ROUNDS = ("division", "swiss")
"""Stages in which an entry plays once in a round."""
_LAST_CHANCE = ("main", "losers")
"""Stages in which an entry that doesn't advance is out."""
_BYES = ("bye", "half_bye", "zero_bye")


@dataclass(frozen=True, slots=True)
class SeasonData:
    """All stored data of a season that has started.

    Attributes:
        results: Of its matches that ended, by match; of a closed season as they were at its close.
        places: For whom each seat was played, by match and seat.
    """

    season: StoredSeason
    terms: LeagueTerms
    divisions: Sequence[Division]
    entries: Sequence[Entry]
    fixtures: Sequence[Fixture]
    totals: Mapping[int, Totals]
    decisions: Sequence[Decision]
    results: Mapping[int, Sequence[Result]]
    places: Mapping[tuple[int, Seat], Place]


def differences(found: SeasonData) -> Iterator[str]:
    """Give what is wrong, a line each; the first may be the cause of the others."""
    yield from _start(found)
    for fixture in found.fixtures:
        for fault in (*_shape(found, fixture), *_worth(found, fixture)):
            yield f"fixture {fixture.id}: {fault}"
    yield from _sums(found)
    yield from _meetings(found)
    yield from _repeats(found)
    yield from _ties(found)
    yield from _homes(found)


def _homes(found: SeasonData) -> Iterator[str]:
    numbers = {each.number for each in found.divisions}
    for each in found.entries:
        if each.division not in numbers:
            yield f"entry {each.id}: there is no division {each.division}"


def _start(found: SeasonData) -> Iterator[str]:
    if found.terms.kind not in get_args(Kind):
        yield f"unknown format {found.terms.kind!r}"
    digest = entries_digest(found.entries)
    if found.season.entries_digest != digest:
        yield f"the digest of the entries at the start is {found.season.entries_digest}, but should be {digest}"
    edges = (0, *(each.down for each in found.divisions)), (*(each.up for each in found.divisions), 0)
    for number, (down, up) in enumerate(zip(*edges, strict=True), 1):
        if down != up:
            yield f"division {number}: {up} are promoted from it, but {down} relegated into it"


def _sums(found: SeasonData) -> Iterator[str]:
    computed = added_up(found.fixtures)
    for entry in sorted(found.totals.keys() | computed.keys()):
        was, should = (each.get(entry, Totals()) for each in (found.totals, computed))
        if was != should:
            yield f"entry {entry}: stored {_totals_text(was)}, computed {_totals_text(should)}"


def _totals_text(totals: Totals) -> str:
    names = (each.name for each in fields(totals))
    return " ".join(f"{name} {each}" for name, each in zip(names, astuple(totals), strict=True))


def _shape(found: SeasonData, fixture: Fixture) -> Iterator[str]:
    homes = {each.id: each.division for each in found.entries}
    sides, seats = fixture.sides, [side.seat for side in fixture.sides]
    for entry in fixture.entries:
        if entry not in homes:
            yield f"entry {entry} isn't in this season"
        elif fixture.stage in _ROUNDS and homes[entry] != fixture.division:
            yield f"entry {entry} is in division {homes[entry]}, but the fixture is in {fixture.division}"
    right = [0] if fixture.is_bye else list(range(1, len(sides) + 1))
    if seats != right or len(sides) > found.terms.sides or fixture.is_bye != (fixture.board == 0):
        yield f"wrong seats at board {fixture.board}: {seats}"
    if any((side.points is None) == (fixture.status == "over" and not fixture.is_fall) for side in sides):
        yield f"status {fixture.status} doesn't go with points {[side.points for side in sides]}"
    if len({side.advances is None for side in sides}) > 1:
        yield "only some sides are marked as through or out"
    if found.terms.kind == "ladder" and sorted(bool(side.challenger) for side in sides) != [False, True]:
        yield "a ladder fixture needs exactly one challenger"
    if fixture.open and found.season.status == "closed":
        yield f"{fixture.status}, although the season is closed"
    if fixture.status == "running" and fixture.match_id is None:
        yield "running without a match"
    if fixture.status == "running" and fixture.match_id in found.results:
        yield f"running, although match {fixture.match_id} is over"


def _worth(found: SeasonData, fixture: Fixture) -> Iterator[str]:
    if fixture.is_fall and found.terms.kind != "ladder":
        yield "an entry dropped in it, but this isn't a ladder"
    if fixture.status != "over" or fixture.is_fall:
        return
    if fixture.is_bye != (fixture.why in _BYES) and fixture.why != "decision":
        yield f"over by {fixture.why}, but it has {len(fixture.sides)} sides"
        return
    rows = found.results.get(fixture.match_id or 0, ())
    if fixture.was_played and (not rows or rows[0].why in ("void", "aborted")):
        yield f"played, but match {fixture.match_id} has no result that counts"
        return
    if fixture.was_played and (fixture.why == "agreed") != (rows[0].why == "undecided"):
        yield f"over by {fixture.why}, but its match is {rows[0].why or 'counted'}"
    stored, allowed = tuple(side.points for side in fixture.sides), _allowed(found, fixture, rows)
    if not allowed:
        yield "decided, but no decision in effect gives it points"
    elif stored not in allowed:
        yield f"over by {fixture.why}: stored {_listed(stored)}, computed {' or '.join(map(_listed, sorted(allowed)))}"


def _allowed(found: SeasonData, fixture: Fixture, rows: Sequence[Result]) -> set[tuple[int, ...]]:
    """Return the points that the sides of a fixture may have; several sets where it isn't stored who was absent."""
    terms, entries = found.terms, fixture.entries
    match fixture.why:
        case "played" | "agreed":
            ranks: dict[int, int] = {}
            for row in rows:
                place = found.places.get((row.match_id, row.seat))
                if place is not None and place.entry is not None:
                    ranks[place.entry] = min(row.rank, ranks.get(place.entry, row.rank))
            return {values.points_by_ranks(terms, ranks, entries)}
        case "forfeit":
            sizes = range(1, len(entries) + 1)
            missing = itertools.chain.from_iterable(itertools.combinations(entries, size) for size in sizes)
            return {values.forfeit_points(terms, entries, absent) for absent in missing}
        case "unfinished":
            return {values.unfinished_points(terms, len(entries))}
        case "decision":
            about = [each for each in in_force(found.decisions) if each.fixture == fixture.id and each.kind == "points"]
            given = about[-1].detail.get("points") if about else None
            if not isinstance(given, Mapping):
                return set()
            return {tuple(cast("int", given.get(str(entry), 0)) for entry in entries)}
        case "bye" | "half_bye" | "zero_bye":
            return {({"bye": values.full_points(terms), "half_bye": values.half_points(terms)}.get(fixture.why, 0),)}
        case _:
            return set()


def _listed(found: Sequence[int | None]) -> str:
    return ":".join(map(str, found))


def _meetings(found: SeasonData) -> Iterator[str]:
    """Give the entries that play too much, too often against another, or more often on one side."""
    going = Counter(entry for each in found.fixtures if each.status == "running" for entry in each.entries)
    for entry, count in sorted(going.items()):
        if count > found.terms.cap:
            yield f"entry {entry} plays {count} matches at a time, but {found.terms.cap} at most are allowed"
    counted = [each for each in found.fixtures if each.status != "struck" and each.stage in _ROUNDS]
    once = Counter((entry, each.round, each.leg) for each in counted for entry in each.entries)
    for (entry, number, _), count in sorted(once.items()):
        if count > 1:
            yield f"entry {entry} has {count} fixtures in round {number}"
    if found.terms.kind == "round-robin" and found.terms.sides == 2 and found.fixtures:
        yield from _all_against_all(found)


def _all_against_all(found: SeasonData) -> Iterator[str]:
    """Give the pairs of first entries that don't meet as often as agreed, and entries with uneven seats."""
    met = Counter(frozenset(each.entries) for each in found.fixtures)
    sat: Counter[int] = Counter()
    for each in found.fixtures:
        for side in each.sides:
            sat[side.entry] += 1 if side.seat == 1 else -1
    for division in found.divisions:
        members = [each for each in found.entries if each.division == division.number]
        begun = [each.id for each in members if each.from_round == 1]
        for pair in itertools.combinations(begun, 2):
            if met[frozenset(pair)] != found.terms.legs:
                yield f"entries {pair[0]} and {pair[1]} meet {met[frozenset(pair)]} times, not {found.terms.legs}"
        for entry in begun if len(begun) == len(members) else []:
            if abs(sat[entry]) > 1:
                yield f"entry {entry} has one of the two seats {abs(sat[entry])} times more often than the other"


def _repeats(found: SeasonData) -> Iterator[str]:
    """Give the fixtures of a Swiss that say wrongly whether their entries met before.

    A fixture decided or corrected since may have been unplayed when a later round was paired.
    """
    decided = {each.fixture for each in found.decisions}
    corrected = {match for match, rows in found.results.items() if any(row.revision for row in rows)}
    paired: set[frozenset[int]] = set()
    played: set[frozenset[int]] = set()
    for each in sorted(found.fixtures, key=lambda each: (each.round, each.id)):
        pairs = {frozenset(pair) for pair in itertools.combinations(each.entries, 2)}
        if (each.repeat is True and not pairs & paired) or (each.repeat is False and pairs & played):
            wrong = (
                "marked as a repeat, but its entries had not met" if each.repeat else "a repeat, but not marked as one"
            )
            yield f"fixture {each.id}: {wrong}"
        paired |= pairs
        if each.was_played and each.id not in decided and each.match_id not in corrected:
            played |= pairs


def _ties(found: SeasonData) -> Iterator[str]:
    out: dict[int, int] = {}
    for each in found.fixtures:
        lost = {side.entry for side in each.sides if side.advances is False} if each.stage in _LAST_CHANCE else set()
        for entry in lost:
            out[entry] = min(each.round, out.get(entry, each.round))
    for each in found.fixtures:
        for entry in each.entries:
            if each.round > out.get(entry, each.round) and each.stage != "third":
                yield f"fixture {each.id}: entry {entry} has been out since round {out[entry]}"


TABLES = (
    *("leagues", "seasons", "divisions", "entries", "entry_players", "fixtures", "fixture_sides", "standings"),
    *("decisions", "results", "corrections"),
)
"""Tables that standings follow from."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check; `problems` has the first difference and the damaged rows, a line each."""

    seasons: int
    fixtures: int
    problems: tuple[str, ...]


async def check_leagues(address: Address) -> Checked:
    """Compute every started season and compare it with the stored one, up to the first difference.

    The database may be in use; each season is read as it is at one moment, and nothing is changed.
    """
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            if (obstacle := await connection.run_sync(migrate.obstacle)) is not None:
                return Checked(0, 0, (obstacle,))
        checked = await compared(database)
        if not checked.problems:
            return checked
        faults = [fault async for fault in check.row_faults(database, tables=TABLES)]
        return Checked(checked.seasons, checked.fixtures, (*checked.problems, *faults))
    finally:
        await database.close()


async def compared(database: Database) -> Checked:
    done = count = 0
    async with database.read() as connection:
        started = await seasons.started(connection)
    for season_id in started:
        try:
            async with database.read() as connection:
                found = await _load(connection, season_id)
            if found is None:  # it was removed meanwhile
                continue
            problem = await asyncio.to_thread(lambda each: next(differences(each), None), found)
        except (DBAPIError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            problem = f"what is stored can't be read: {_reason(error)}"
        else:
            done, count = done + 1, count + len(found.fixtures)
        if problem is not None:
            return Checked(done, count, (f"season {season_id}: {problem}",))
    return Checked(done, count, ())


def _reason(error: Exception) -> object:
    """Return an error's text; for a missing row only its number."""
    if isinstance(error, LookupError):
        return f"rows of {error} are missing"
    return error.orig if isinstance(error, DBAPIError) else error


async def _load(connection: AsyncConnection, season_id: int) -> SeasonData | None:
    season = await seasons.load(connection, season_id)
    if season is None:
        return None
    played = scheduled(
        tuple(await fixtures.of_season(connection, season_id)), await seasons.rounds_of(connection, season_id)
    )
    of = await fixtures.played_for(connection, played)
    until = season.closed_at if season.status == "closed" else None
    rows = await results.of_matches(connection, of, until=until)
    return SeasonData(
        season=season,
        terms=LeagueTerms.load(season.terms),
        divisions=await seasons.divisions_of(connection, season_id),
        entries=list(parted(season, await entries.of_season(connection, season_id))[0]),
        fixtures=played,
        totals=await fixtures.totals(connection, season_id),
        decisions=await fixtures.decisions_of(connection, season_id),
        results={match_id: list(group) for match_id, group in groupby(rows, lambda row: row.match_id)},
        places=await fixtures.places_of(connection, of),
    )
