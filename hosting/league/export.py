"""A season as a ZIP from which anybody can compute it again (`docs/leagues.md`); conventions of `docs/ratings.md`.

It has only what is public while the season runs: matches that go on have no result and no record, and the secret of the
lots is open once the season is closed.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import GameInfo, Json, chosen_options
from engine.seat import Seat
from engine.text import load_text, say
from hosting.core import Core
from hosting.errors import HostingError
from hosting.league import model
from hosting.league.errors import NoSuchLeague
from hosting.league.model import SeasonView, table_season
from hosting.league.pairing.formats import rounds
from hosting.league.standings.table import table_of
from hosting.league.standings.values import TableSeason
from hosting.league.terms import LeagueTerms, Lots
from hosting.league.validation import smaller_tables
from hosting.match.model import NoSuchMatch
from hosting.match.service import Matches
from store.export import PLAYERS, RATINGS, RESULTS, csv_line, csv_name, csv_value, result_cells
from store.league import entries as stored_entries
from store.league import fixtures
from store.league.fixtures import Place
from store.league.seasons import Decision, Division, Entry, Fixture
from store.ratings import replay
from store.ratings.stored import Moved
from store.tables import people
from store.tables.matches import ReplayError
from store.tables.results import Result, of_matches

ENTRIES = ("entry", "name", "division", "players", "joined_at", "left_at", "from_round", "seed", "seed_mu")
FIXTURES = (
    *("fixture", "division", "stage", "round", "leg", "board", "seat", "entry", "status", "points", "why", "match"),
    *("repeat", "advances", "challenger", "planned_at", "started_at", "ended_at"),
)
STANDINGS = (
    *("division", "place", "entry", "played", "won", "level", "lost", "byes", "points"),
    *("tb1", "tb2", "tb3", "tb4", "tb5", "tb6", "min_place", "max_place", "movement"),
)
DECISIONS = ("decision", "at", "by", "fixture", "entry", "kind", "points", "reason")
LEAGUE, SUMS = "league.json", "SHA256SUMS"
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "entries.csv": ENTRIES,
    "players.csv": PLAYERS,
    "fixtures.csv": FIXTURES,
    "results.csv": RESULTS,
    "ratings.csv": RATINGS,
    "standings.csv": STANDINGS,
    "decisions.csv": DECISIONS,
}
FORMAT, VERSION = "arena-league", 1

_TIE_BREAKS = 6
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time that files in a ZIP have, so that the same season makes the same file."""
UNREAD = "; This version of the bot cannot read the match.\n"
"""Replaces a record that cannot be made."""


@dataclass(frozen=True, slots=True)
class ExportedPerson:
    """A person in the files; the name is empty once they are deleted, `joined_at` is when the bot first met them."""

    name: str = ""
    joined_at: datetime | None = None
    left_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a season's files.

    Attributes:
        options: Options of its matches, by key; also unchosen ones.
        rounds: 0 in a ladder.
        ends_at: Its fixed end, if it has one.
        commitment: Posted hash of the secret of its lots, in hex.
        secret: None before the season is closed.
        digest: Of its entries at the start, in hex.
        entries: All since the start, by number.
        people: Everybody the files name by a number.
        results: Of all matches that ended, by match and seat.
        places: For whom each seat was played, by match and seat.
        rated: Rating changes of rated matches, by match.
        records: Of all matches that ended, by match.
    """

    name: str
    number: int
    terms: LeagueTerms
    options: Mapping[str, str]
    rounds: int
    starts_at: datetime | None
    ends_at: datetime | None
    commitment: str
    secret: bytes | None
    digest: str
    divisions: tuple[Division, ...]
    entries: tuple[Entry, ...]
    fixtures: tuple[Fixture, ...]
    decisions: tuple[Decision, ...]
    people: Mapping[int, ExportedPerson]
    results: Sequence[Result]
    places: Mapping[tuple[int, Seat], Place]
    rated: Mapping[int, Sequence[Moved]]
    records: Mapping[int, str]

    @property
    def closed(self) -> bool:
        return self.secret is not None


@dataclass(eq=False, slots=True)
class SeasonFiles:
    """Makes ZIPs of seasons."""

    core: Core
    matches: Matches

    async def make(self, season_id: int) -> bytes:
        """Return the ZIP of a started season, as it is now and as far as it's public.

        Raises:
            NoSuchLeague: There is no such season.
            HostingError (`league-not-started`): It has not started.
            DamagedResultError: The results of a match cannot be rated.
        """
        async with self.core.db.read() as connection:
            view = await model.view(connection, season_id)
            if view is None:
                raise NoSuchLeague
            if view.season.started_at is None:
                raise HostingError(say("That's only possible once the season has started."), code="league-not-started")
            season = table_season(view)
            found = await self._contents(connection, view, season.entries)
        records = {each: await self._record(each) for each in sorted({each.match_id for each in found.results})}
        return await asyncio.to_thread(lambda: packed(files_of(replace(found, records=records))))

    async def _contents(self, connection: AsyncConnection, view: SeasonView, entries: Iterable[Entry]) -> Contents:
        of = await fixtures.played_for(connection, view.fixtures)
        results = await _results(connection, view, of)
        by_number = tuple(sorted(entries, key=lambda each: each.id))
        return Contents(
            name=view.league.name,
            number=view.season.number,
            terms=view.terms,
            options=chosen_options(self.core.games(view.terms.game).info, view.terms.mode, dict(view.terms.options)),
            rounds=rounds_in(view.terms, self.core.games(view.terms.game).info, entries),
            starts_at=view.season.started_at,
            ends_at=view.season.ends_at,
            commitment=view.commitment,
            secret=None if view.secret is None else view.season.secret,
            digest=view.lots.entries,
            divisions=view.divisions,
            entries=by_number,
            fixtures=view.fixtures,
            decisions=view.decisions,
            people=await _people(connection, view, results),
            results=results,
            places=await fixtures.places_of(connection, of),
            rated=await _rated(connection, results),
            records={},
        )

    async def _record(self, match_id: int) -> str:
        try:
            return await self.matches.record(match_id, None)
        except (NoSuchMatch, ReplayError):
            return UNREAD


def rounds_in(terms: LeagueTerms, info: GameInfo, entries: Iterable[Entry]) -> int:
    tables = smaller_tables(terms, info)
    begun = Counter(each.division for each in entries if each.from_round == 1)
    return max((rounds(terms, count, tables) for count in begun.values()), default=0)


async def _results(connection: AsyncConnection, view: SeasonView, of: Iterable[int]) -> list[Result]:
    """Return the results of a season's matches; of one that is closed, as they were at its close.

    A match that was corrected later has no rating there: its rating follows from the correction.
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


async def _people(
    connection: AsyncConnection, view: SeasonView, results: Iterable[Result]
) -> dict[int, ExportedPerson]:
    numbers = {each.person_id for each in await stored_entries.players_of(connection, view.season.id)}
    numbers |= {each.person_id for each in view.decisions}
    for each in results:
        numbers |= {each.starter_id, each.finisher_id}
    names = await people.names(connection, view.season.guild_id, numbers)
    times = await people.times(connection, numbers)
    return {each: ExportedPerson(names.get(each, ""), *times.get(each, (None, None))) for each in sorted(numbers)}


async def _rated(connection: AsyncConnection, results: Iterable[Result]) -> dict[int, Sequence[Moved]]:
    numbers: dict[int, set[int]] = defaultdict(set)
    for each in results:
        if each.pool_id is not None and each.pool_no is not None:
            numbers[each.pool_id].add(each.pool_no)
    found: dict[int, Sequence[Moved]] = {}
    for pool_id, those in sorted(numbers.items()):
        found |= await replay.rated(connection, pool_id, those)
    return found


def files_of(found: Contents) -> dict[str, bytes]:
    """Return the files of a season by name, with their sums. Run it in a thread: the table is computed."""
    texts = {
        LEAGUE: json.dumps(_league(found), ensure_ascii=False, indent=2) + "\n",
        "entries.csv": _csv(ENTRIES, (_entry(each, found.people) for each in found.entries)),
        "players.csv": _csv(PLAYERS, _players(found)),
        "fixtures.csv": _csv(FIXTURES, (cells for each in found.fixtures for cells in _fixture(each))),
        "results.csv": _csv(
            RESULTS, (result_cells(each, found.places.get((each.match_id, each.seat))) for each in found.results)
        ),
        "ratings.csv": _csv(RATINGS, _ratings(found)),
        "standings.csv": _csv(STANDINGS, _standings(found)),
        "decisions.csv": _csv(DECISIONS, map(_decision, found.decisions)),
        **{f"records/{match_id}.txt": text for match_id, text in sorted(found.records.items())},
    }
    files = {filename: text.encode() for filename, text in texts.items()}
    sums = (f"{hashlib.sha256(content).hexdigest()}  {filename}\n" for filename, content in sorted(files.items()))
    return files | {SUMS: "".join(sums).encode()}


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP; the same files make the same ZIP."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for filename, content in files.items():
            info = zipfile.ZipInfo(filename, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()


def _csv(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    return csv_line(header) + "".join(map(csv_line, rows))


def _cells(*found: object) -> list[str]:
    return [csv_value(each) for each in found]


def _league(found: Contents) -> dict[str, Json]:
    terms = found.terms
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": found.name,
        "kind": terms.kind,
        "game": terms.game,
        "mode": terms.mode,
        "options": dict(sorted(found.options.items())),
        "teams": terms.teams,
        "sides": terms.sides,
        "legs": terms.legs,
        "rounds": found.rounds,
        "cap": terms.cap,
        "season": found.number,
        "starts_at": _time(found.starts_at),
        "ends_at": _time(found.ends_at),
        "unfinished": terms.unfinished,
        "place_points": None if terms.place_points is None else list(terms.place_points),
        "tiebreaks": list(terms.tiebreaks),
        "divisions": [
            {"number": each.number, "name": each.name, "up": each.up, "down": each.down} for each in found.divisions
        ],
        "commitment": found.commitment,
        "secret": None if found.secret is None else found.secret.hex(),
        "entries_sha256": found.digest,
        "closed": found.closed,
    }


def _time(found: datetime | None) -> str | None:
    return None if found is None else csv_value(found)


def _entry(entry: Entry, people: Mapping[int, ExportedPerson]) -> list[str]:
    """Return the line of an entry; its name is empty once its captain, who chose it, is deleted."""
    captain = people[entry.players[0]].name
    players = ";".join(map(str, entry.players))
    return [
        csv_value(entry.id),
        csv_name((entry.name or captain) if captain else ""),
        *_cells(entry.division, players, entry.joined_at, entry.left_at),
        *_cells(entry.from_round, entry.seed, entry.seed_mu),
    ]


def _players(found: Contents) -> Iterator[list[str]]:
    """Give the lines of people. Of a team only the sum of its seeds is known."""
    seeds = {each.players[0]: each.seed_mu for each in found.entries if len(each.players) == 1}
    for person_id, known in sorted(found.people.items()):
        times = _cells(known.joined_at, known.left_at, seeds.get(person_id))
        yield [csv_value(person_id), csv_name(known.name), *times]


def _fixture(fixture: Fixture) -> Iterator[list[str]]:
    """Give the lines of a fixture, one a side; a bye of a Swiss repeats nothing."""
    repeat = bool(fixture.repeat) if fixture.stage == "swiss" else fixture.repeat
    for side in fixture.sides:
        yield _cells(
            *(fixture.id, fixture.division, fixture.stage, fixture.round, fixture.leg, fixture.board, side.seat),
            *(side.entry, fixture.status, side.points, fixture.why, fixture.match_id, repeat, side.advances),
            *(side.challenger, fixture.planned_at, fixture.started_at, fixture.ended_at),
        )


def _ratings(found: Contents) -> Iterator[list[str]]:
    pools = {each.match_id: (each.pool_id, each.pool_no) for each in found.results}
    for match_id, moved in sorted(found.rated.items()):
        for seat, person_id, before, after in moved:
            numbers = before.mu, before.sigma, after.mu, after.sigma, after.games
            yield _cells(*pools[match_id], match_id, seat, person_id, *numbers)


def _standings(found: Contents) -> Iterator[list[str]]:
    season = TableSeason(
        terms=found.terms,
        divisions=found.divisions,
        entries=found.entries,
        fixtures=found.fixtures,
        rounds=found.rounds if found.terms.kind == "swiss" else 0,  # the others have theirs from their fixtures
        lot=None if found.secret is None else Lots(found.secret, found.digest),
        closed=found.closed,
    )
    for row in table_of(season):
        blank = (None,) * (_TIE_BREAKS - len(row.tiebreaks))
        yield _cells(
            *(row.division, row.place, row.entry, row.played, row.won, row.level, row.lost, row.byes, row.points),
            *(*row.tiebreaks, *blank, row.min_place, row.max_place, row.movement),
        )


def _decision(decision: Decision) -> list[str]:
    """Return the line of a decision; several entries that get points are joined by `;`."""
    given = decision.detail.get("points")
    entries, points = csv_value(decision.entry), ""
    if isinstance(given, Mapping):
        entries, points = ";".join(given), ";".join(map(csv_value, given.values()))
    reason = "" if decision.reason is None else str(load_text(decision.reason))
    by = _cells(decision.id, decision.at, decision.person_id, decision.fixture)
    return [*by, entries, decision.kind, points, csv_name(reason)]
