"""ZIPs of seasons for tests, written from values as the export would write them.

Only what a recomputation needs is made up: a match for every fixture that was played, with ranks that fit its points.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hosting.league.standings.table import table_of
from hosting.league.standings.values import TableSeason
from hosting.league.terms import Lots, commitment, entries_digest
from hosting.results import scores
from store.export import csv_line, csv_value
from store.league.seasons import Entry, Fixture
from tests.hosting.league.recompute import HEADERS

SECRET = bytes(range(100, 132))
POOL = 3
ORGANISER = 9000
"""The player who decides."""


@dataclass(frozen=True, slots=True)
class Sides:
    """A match: for each seat from 1 its entry, its player, its team and its rank."""

    entries: tuple[int, ...]
    players: tuple[int, ...]
    teams: tuple[int | None, ...]
    ranks: tuple[int, ...]


def lots(season: TableSeason) -> Lots:
    """Return the lots of a season."""
    return Lots(SECRET, entries_digest(season.entries))


def files(season: TableSeason, secret: bytes = SECRET) -> dict[str, str]:
    """Return the files of a season by name, without their sums.

    Args:
        season: As standings see it.
        secret: What its lots are drawn with; written once it is closed.
    """
    entries = {each.id: each for each in season.entries}
    played = [each for each in sorted(season.fixtures, key=lambda each: each.id) if each.why == "played"]
    seats = {each.id: _seats(each, entries, teams=season.terms.teams) for each in played}
    found = {
        "league.json": json.dumps(_league(season, secret), indent=1),
        "entries.csv": _csv("entries.csv", map(_entry, sorted(season.entries, key=lambda each: each.id))),
        "players.csv": _csv("players.csv", _players(season.entries)),
        "fixtures.csv": _csv("fixtures.csv", (row for each in season.fixtures for row in _fixture(each))),
        "results.csv": _csv("results.csv", (row for each in played for row in _results(season, each, seats[each.id]))),
        "ratings.csv": _csv("ratings.csv", _ratings(played, seats)),
        "standings.csv": _csv("standings.csv", _standings(season)),
        "decisions.csv": _csv("decisions.csv", _decisions(season)),
    }
    return found | {f"records/{each.match_id}.txt": f'[Match "{each.match_id}"]\n' for each in played}


def pack(found: Mapping[str, str]) -> bytes:
    """Return the ZIP of files, with their sums."""
    sums = "".join(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in sorted(found.items()))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in {**found, "SHA256SUMS": sums}.items():
            archive.writestr(name, text)
    return target.getvalue()


def rows(text: str) -> list[list[str]]:
    """Return the cells of a CSV file, its header first."""
    return list(csv.reader(io.StringIO(text, newline="")))


def text(cells: Iterable[Sequence[str]]) -> str:
    """Return a CSV file of cells."""
    return "".join(map(csv_line, cells))


def _csv(name: str, lines: Iterable[Sequence[object]]) -> str:
    return text([HEADERS[name].split(","), *([csv_value(each) for each in cells] for cells in lines)])


def _league(season: TableSeason, secret: bytes) -> dict[str, object]:
    terms = season.terms
    return {
        "format": "arena-league",
        "version": 1,
        "name": "Autumn",
        "kind": terms.kind,
        "game": terms.game,
        "mode": terms.mode,
        "options": dict(terms.options),
        "teams": terms.teams,
        "sides": terms.sides,
        "legs": terms.legs,
        "rounds": season.rounds,
        "cap": terms.cap,
        "season": 1,
        "starts_at": "2026-11-01T00:00:00Z",
        "ends_at": "2027-02-01T00:00:00Z",
        "unfinished": terms.unfinished,
        "place_points": None if terms.place_points is None else list(terms.place_points),
        "tiebreaks": list(terms.tiebreaks),
        "divisions": [
            {"number": each.number, "name": each.name, "up": each.up, "down": each.down} for each in season.divisions
        ],
        "commitment": commitment(secret),
        "secret": secret.hex() if season.closed else None,
        "entries_sha256": entries_digest(season.entries),
        "closed": season.closed,
    }


def _entry(entry: Entry) -> Sequence[object]:
    players = ";".join(map(str, entry.players))
    times = entry.joined_at, entry.left_at
    return entry.id, entry.name, entry.division, players, *times, entry.from_round, entry.seed, entry.seed_mu


def _players(entries: Iterable[Entry]) -> list[Sequence[object]]:
    """Return the players: of a team, each has half of its mu."""
    found: list[Sequence[object]] = []
    for entry in entries:
        mu = None if entry.seed_mu is None else entry.seed_mu / len(entry.players)
        found += [(player, f"Player {player}", entry.joined_at, None, mu) for player in entry.players]
    joined = min(each.joined_at for each in entries)
    return [*sorted(found, key=lambda row: str(row[0])), (ORGANISER, "", joined, joined, None)]


def _fixture(fixture: Fixture) -> Iterable[Sequence[object]]:
    repeat = fixture.repeat or False if fixture.stage == "swiss" else None
    for side in fixture.sides:
        yield (
            *(fixture.id, fixture.division, fixture.stage, fixture.round, fixture.leg, fixture.board, side.seat),
            *(side.entry, fixture.status, side.points, fixture.why, fixture.match_id, repeat, side.advances),
            *(side.challenger, fixture.planned_at, fixture.started_at, fixture.ended_at),
        )


def _seats(fixture: Fixture, entries: Mapping[int, Entry], *, teams: bool) -> Sides:
    """Return the seats of a match of a fixture; at tables, entries that left and came in last were not there."""
    sides = list(fixture.sides)
    if len(sides) > 2:
        sides = [each for each in sides if entries[each.entry].left_at is None or each.points]
    rank = {each.entry: 1 + sum((one.points or 0) > (each.points or 0) for one in sides) for each in sides}
    if not teams:
        seated: list[tuple[int, int, int | None]] = [
            (each.entry, entries[each.entry].players[0], None) for each in sides
        ]
    else:
        seated = [
            (each.entry, entries[each.entry].players[partner], team)
            for partner in (0, 1)
            for team, each in enumerate(sides, 1)
        ]
    return Sides(
        tuple(entry for entry, _, _ in seated),
        tuple(player for _, player, _ in seated),
        tuple(team for _, _, team in seated),
        tuple(rank[entry] for entry, _, _ in seated),
    )


def _results(season: TableSeason, fixture: Fixture, seats: Sides) -> Iterable[Sequence[object]]:
    terms = season.terms
    score = scores(seats.ranks, seats.teams)
    options = ";".join(f"{key}={each}" for key, each in sorted(terms.options))
    ended: datetime | None = fixture.ended_at
    for seat, player in enumerate(seats.players, 1):
        yield (
            *(fixture.match_id, 0, terms.game, terms.mode, options, POOL, seat, seats.teams[seat - 1]),
            *(seats.entries[seat - 1], fixture.id, player, player, False, 9, 9, 9, seats.ranks[seat - 1]),
            *(score[seat - 1], 7, fixture.started_at, ended, "rules", True, "", "full", player, fixture.match_id),
        )


def _ratings(played: Iterable[Fixture], seats: Mapping[int, Sides]) -> Iterable[Sequence[object]]:
    known: dict[int, tuple[float, float, int]] = {}
    for fixture in played:
        for seat, player in enumerate(seats[fixture.id].players, 1):
            mu, sigma, games = known.get(player, (25.0, 8.25, 0))
            known[player] = after = mu + 1 / seat, sigma * 0.875, games + 1
            yield POOL, fixture.match_id, fixture.match_id, seat, player, mu, sigma, *after


def _standings(season: TableSeason) -> Iterable[Sequence[object]]:
    for row in table_of(season):
        blank = (None,) * (6 - len(row.tiebreaks))
        yield (
            *(row.division, row.place, row.entry, row.played, row.won, row.level, row.lost, row.byes, row.points),
            *(*row.tiebreaks, *blank, row.min_place, row.max_place, row.movement),
        )


def _decisions(season: TableSeason) -> Iterable[Sequence[object]]:
    sides = [(each, side) for each in season.fixtures if each.why == "decision" for side in each.sides]
    for number, (fixture, side) in enumerate(sides, 1):
        yield number, fixture.ended_at, ORGANISER, fixture.id, side.entry, "points", side.points, "agreed, both"
