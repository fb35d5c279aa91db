"""The numbers that the file of an imported season has for what has numbers of its own here.

A season that was imported is written again, and checked, with the numbers of its file: so the same season makes the
same files wherever it is, and lots and sums stay what they were. What is new here has its own number with the largest
one of the file added, which no number of the file can be, and keeps its order.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from hosting.league.cells import Line
from hosting.league.files import Known
from hosting.league.reading import rated_of, result_of, seat_of
from store.export import RATINGS, RESULTS
from store.league import identities, imported
from store.league.identities import Named
from store.league.imported import ImportedFixture, ImportedMatch, ImportedSeason
from store.league.seated import Place
from store.league.values import Decision, Entry, Fixture, StoredSeason
from store.ratings.matches import Moved
from store.results import Result


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of a file, each by our own.

    Attributes:
        season: That it was imported.
        entries: Of entries.
        fixtures: Of fixtures.
        decisions: Of decisions.
        people: All of the file.
        matches: Those of the file.
    """

    season: ImportedSeason
    entries: Mapping[int, int]
    fixtures: Mapping[int, ImportedFixture]
    decisions: Mapping[int, int]
    people: Sequence[Named]
    matches: Sequence[ImportedMatch]

    @property
    def persons(self) -> dict[int, int]:
        """The numbers of people: of strangers, and of those who were confirmed to be them."""
        return {own: each.number for each in self.people for own in (each.stranger_id, each.person_id)}

    def rests(self, season: StoredSeason) -> bool:
        """Return whether a season has not gone on here yet, so that it is written as its file says."""
        return season.status == "paused" and season.paused_at == self.season.at

    def new(self, number: int) -> int:
        """Return what stands for a number of our own that is none of the file's."""
        return number + self.season.base

    def entry(self, number: int) -> int:
        """Return the number of an entry."""
        return self.entries.get(number, self.new(number))

    def fixture(self, number: int) -> int:
        """Return the number of a fixture."""
        found = self.fixtures.get(number)
        return self.new(number) if found is None else found.number

    def as_entries(self, found: Iterable[Entry]) -> tuple[Entry, ...]:
        """Return entries with the numbers of the file."""
        persons = self.persons
        return tuple(
            replace(
                each,
                id=self.entry(each.id),
                players=tuple(persons.get(person, self.new(person)) for person in each.players),
                current=tuple(persons.get(person, self.new(person)) for person in each.current),
            )
            for each in found
        )

    def as_fixtures(self, found: Iterable[Fixture], *, rests: bool = False) -> tuple[Fixture, ...]:
        """Return fixtures with the numbers of the file.

        Args:
            found: In the order in which they were made.
            rests: Whether those that nothing happened to here are as in the file, where some go on.
        """
        return tuple(self._fixture(each, rests=rests) for each in found)

    def _fixture(self, fixture: Fixture, *, rests: bool) -> Fixture:
        sides = tuple(replace(side, entry=self.entry(side.entry)) for side in fixture.sides)
        there = self.fixtures.get(fixture.id)
        number = None if fixture.match_id is None else self.new(fixture.match_id)
        found = replace(fixture, id=self.fixture(fixture.id), sides=sides, match_id=number)
        if there is None:
            return found
        if rests and fixture.rev == 0 and there.status == "running":
            return replace(found, status="running", match_id=there.match_number, started_at=there.started_at)
        if number is None and not fixture.open and there.status != "running":
            return replace(found, match_id=there.match_number)
        if number is None and rests and fixture.rev == 0:
            return replace(found, match_id=there.match_number)
        return found

    def as_decisions(self, found: Iterable[Decision]) -> tuple[Decision, ...]:
        """Return decisions with the numbers of the file."""
        persons = self.persons
        return tuple(
            replace(
                each,
                id=self.decisions.get(each.id, self.new(each.id)),
                person_id=persons.get(each.person_id, self.new(each.person_id)),
                fixture=None if each.fixture is None else self.fixture(each.fixture),
                entry=None if each.entry is None else self.entry(each.entry),
                detail=self._detail(each.detail),
                undoes=None if each.undoes is None else self.decisions.get(each.undoes, self.new(each.undoes)),
            )
            for each in found
        )

    def _detail(self, detail: Mapping[str, Json]) -> Mapping[str, Json]:
        given = detail.get("points")
        if not isinstance(given, Mapping):
            return detail
        return {**detail, "points": {str(self.entry(int(entry))): points for entry, points in given.items()}}

    def as_results(self, found: Iterable[Result]) -> list[Result]:
        """Return results with the numbers of the file, those of its own matches first."""
        persons = self.persons

        def person(number: int | None) -> int | None:
            return None if number is None else persons.get(number, self.new(number))

        ours = [
            each._replace(
                match_id=self.new(each.match_id),
                pool_id=None if each.pool_id is None else self.new(each.pool_id),
                starter_id=cast("int", person(each.starter_id)),
                finisher_id=cast("int", person(each.finisher_id)),
                player_id=person(each.player_id),
            )
            for each in found
        ]
        return [*(result_of(each) for one in self.matches for each in _lines("results.csv", one.results)), *ours]

    def as_places(self, found: Mapping[tuple[int, int], Place]) -> dict[tuple[int, int], Place]:
        """Return for whom seats were played with the numbers of the file, those of its own matches among them."""
        theirs = dict(seat_of(each) for one in self.matches for each in _lines("results.csv", one.results))
        ours = {
            (self.new(match_id), seat): Place(
                self.fixture(place.fixture), None if place.entry is None else self.entry(place.entry)
            )
            for (match_id, seat), place in found.items()
        }
        return {**theirs, **ours}

    def as_rated(self, found: Mapping[int, Sequence[Moved]]) -> dict[int, Sequence[Moved]]:
        """Return what matches made of ratings with the numbers of the file, those of its own matches among them."""
        persons = self.persons
        theirs = rated_of(
            [each for one in self.matches for each in _lines("ratings.csv", one.ratings)],
            [each for one in self.matches for each in _lines("results.csv", one.results)],
        )
        ours = {
            self.new(match_id): [
                each._replace(person_id=persons.get(each.person_id, self.new(each.person_id))) for each in moved
            ]
            for match_id, moved in found.items()
        }
        return {**theirs, **ours}

    def as_people(self, found: Mapping[int, Known]) -> dict[int, Known]:
        """Return people by the numbers of the file, its own as it says."""
        theirs = {each.number: Known(each.name, each.joined_at, each.left_at) for each in self.people}
        persons = self.persons
        ours = {self.new(number): known for number, known in found.items() if number not in persons}
        return {**theirs, **ours}

    def as_records(self, found: Mapping[int, str]) -> dict[int, str]:
        """Return records by the numbers of the file, those of its own matches among them."""
        theirs = {each.number: zlib.decompress(each.record).decode() for each in self.matches}
        return {**theirs, **{self.new(number): text for number, text in found.items()}}

    @property
    def seeds(self) -> dict[int, float]:
        """What players of teams were worth, by the numbers of the file."""
        return {each.number: each.seed_mu for each in self.people if each.seed_mu is not None}


async def load(connection: AsyncConnection, season_id: int) -> Numbering | None:
    """Return the numbers of the file of a season; None where it was not imported."""
    season = await imported.season(connection, season_id)
    if season is None:
        return None
    return Numbering(
        season=season,
        entries=await imported.entries_of(connection, season_id),
        fixtures=await imported.fixtures_of(connection, season_id),
        decisions=await imported.decisions_of(connection, season_id),
        people=await identities.people_of(connection, season_id),
        matches=await imported.matches_of(connection, season_id),
    )


_COLUMNS: Mapping[str, Sequence[str]] = {"results.csv": RESULTS, "ratings.csv": RATINGS}


def _lines(filename: str, found: Sequence[Sequence[str]]) -> list[Line]:
    columns = _COLUMNS[filename]
    return [Line(filename, 0, dict(zip(columns, each, strict=True))) for each in found]
