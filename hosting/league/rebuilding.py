"""The rows of a season that is imported: ours, and beside them the numbers that its file has for them."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from hosting.league import pauses
from hosting.league.continuing import opened_of, players_of
from hosting.league.files import Contents, league_of
from hosting.league.storable import base_of
from store.league import fixtures, seasons
from store.league.imported import ImportedMatch, add, add_numbered
from store.league.values import Decision, Fixture, Round, Side, StoredSeason
from store.schema import (
    decisions,
    entries,
    entry_players,
    fixture_sides,
    imported_decisions,
    imported_entries,
    imported_fixtures,
    imported_matches,
    imported_people,
    imported_seasons,
    league_jobs,
    member_names,
    people,
    rounds,
    standings,
)
from store.schema import fixtures as rows_of_fixtures


def latest(found: Contents) -> datetime | None:
    """Return the latest time at which something happened in a season."""
    times = [found.starts_at, *(each.at for each in found.decisions), *(each.left_at for each in found.entries)]
    for each in found.fixtures:
        times += [each.planned_at, each.started_at, each.ended_at]
    return max((each for each in times if each is not None), default=None)


class Rebuilding:
    """Writes the rows of a season, in a transaction that wrote the season itself; in some hundred statements."""

    def __init__(
        self, connection: AsyncConnection, season: StoredSeason, found: Contents, by: int, now: datetime
    ) -> None:
        self._connection = connection
        self._season = season
        self._found = found
        self._by = by
        self._now = now
        self._persons: dict[int, int] = {}
        self._entries: dict[int, int] = {}
        self._fixtures: dict[int, int] = {}

    async def write(self, matches: tuple[ImportedMatch, ...]) -> None:
        """Write all of it."""
        season = {"season_id": self._season.id, "guild_id": self._season.guild_id}
        row = {
            **season,
            "person_id": self._by,
            "base": base_of(self._found),
            "league": league_of(self._found),
            "at": self._now,
        }
        await add(self._connection, imported_seasons, [row])
        await self._write_people(season)
        await seasons.put_divisions(self._connection, self._season, self._found.divisions)
        await self._write_entries(season)
        opened = await self._write_rounds(season)
        await self._write_fixtures(season, {each.number: each for each in opened})
        await self._write_decisions(season)
        await add(
            self._connection,
            imported_matches,
            (
                {
                    **season,
                    "number": each.number,
                    "results": each.results,
                    "ratings": each.ratings,
                    "record": each.record,
                }
                for each in matches
            ),
        )

    async def _write_people(self, season: dict[str, Any]) -> None:
        """Write everybody whom the file names, as strangers with nothing but a name."""
        known = sorted(self._found.people.items())
        alone = {each.players[0]: each.seed_mu for each in self._found.entries if len(each.players) == 1}
        seeds = {**self._found.seeds, **alone}
        rows = (
            {
                "account": None,
                "kind": "human",
                "created_at": self._now,
                "deleted_at": each.left_at,
                "erasure_key": None,
            }
            for _, each in known
        )
        numbers = await add_numbered(self._connection, people, rows)
        self._persons = {number: own for (number, _), own in zip(known, numbers, strict=True)}
        await add(
            self._connection,
            imported_people,
            (
                {
                    **season,
                    "number": number,
                    "stranger_id": self._persons[number],
                    "person_id": self._persons[number],
                    "name": each.name,
                    "joined_at": each.joined_at,
                    "left_at": each.left_at,
                    "seed_mu": seeds.get(number),
                }
                for number, each in known
            ),
        )
        named = ((self._persons[number], each.name) for number, each in known if each.name)
        guild = self._season.guild_id
        await add(
            self._connection,
            member_names,
            ({"guild_id": guild, "person_id": person, "name": name} for person, name in named),
        )

    async def _write_entries(self, season: dict[str, Any]) -> None:
        there = sorted(self._found.entries, key=lambda each: each.id)
        names = ("division", "name", "seed", "seed_mu", "from_round", "joined_at", "left_at", "rev")
        rows = ({**season, **{name: getattr(each, name) for name in names}} for each in there)
        numbers = await add_numbered(self._connection, entries, rows)
        self._entries = {each.id: own for each, own in zip(there, numbers, strict=True)}
        await add(
            self._connection,
            entry_players,
            (
                {
                    **season,
                    **{name: getattr(each, name) for name in ("number", "agreed", "since", "until")},
                    "entry_id": self._entries[each.entry],
                    "person_id": self._persons[each.person_id],
                }
                for each in players_of(self._found)
            ),
        )
        await add(
            self._connection,
            imported_entries,
            ({**season, "number": number, "entry_id": own} for number, own in self._entries.items()),
        )

    async def _write_rounds(self, season: dict[str, Any]) -> tuple[Round, ...]:
        """Write the rounds that were opened; the last one has as much longer as the season was nowhere."""
        opened = opened_of(self._found)
        last = latest(self._found)
        if not self._found.closed and last is not None and last < self._now:
            lost = self._now - last
            if opened and (ends_at := opened[-1].ends_at) is not None:
                extra = opened[-1].extra + round(lost / timedelta(seconds=1))
                opened = (*opened[:-1], replace(opened[-1], ends_at=ends_at + lost, extra=extra))
            await pauses.note(self._connection, self._season, last, self._now)
        await add(self._connection, rounds, ({**season, **asdict(each)} for each in opened))
        began = self._found.starts_at or self._now
        done = {"start": began, **{f"round:{each.number}": each.opened_at for each in opened}}
        if self._found.closed:
            done |= {"end": self._now, "close": self._now}
        await add(
            self._connection, league_jobs, ({**season, "key": key, "done_at": at} for key, at in sorted(done.items()))
        )
        return opened

    async def _write_fixtures(self, season: dict[str, Any], opened: dict[int, Round]) -> None:
        there = sorted(self._found.fixtures, key=lambda each: each.id)
        made = [self._made(each, opened) for each in there]
        rows = (fixtures.row_of(self._season, each) for each in made)
        numbers = await add_numbered(self._connection, rows_of_fixtures, rows)
        self._fixtures = {each.id: own for each, own in zip(there, numbers, strict=True)}
        made = [replace(each, id=own) for each, own in zip(made, numbers, strict=True)]
        sides = (fixtures.side_row(self._season, each, side) for each in made for side in each.sides)
        await add(self._connection, fixture_sides, sides)
        await add(
            self._connection,
            imported_fixtures,
            (
                {
                    **season,
                    "number": each.id,
                    "fixture_id": self._fixtures[each.id],
                    "match_number": each.match_id,
                    "status": each.status,
                    "started_at": each.started_at,
                }
                for each in there
            ),
        )
        totals = fixtures.added_up(made)
        await add(
            self._connection, standings, ({**season, "entry_id": own, **asdict(each)} for own, each in totals.items())
        )

    def _made(self, fixture: Fixture, opened: dict[int, Round]) -> Fixture:
        """Return a fixture as it is here: its matches are elsewhere, so one that goes on is planned again."""
        goes_on = fixture.status == "running"
        sides = tuple(Side(each.seat, self._entries[each.entry], *_rest(each)) for each in fixture.sides)
        found = opened.get(fixture.round)
        return replace(
            fixture,
            sides=sides,
            status="planned" if goes_on else fixture.status,
            started_at=None if goes_on else fixture.started_at,
            match_id=None,
            method="" if found is None else found.method,
        )

    async def _write_decisions(self, season: dict[str, Any]) -> None:
        """Write decisions, as many at once as take back none of each other."""
        own: dict[int, int] = {}
        waiting: list[tuple[int, dict[str, Any]]] = []

        async def flush() -> None:
            numbers = await add_numbered(self._connection, decisions, [row for _, row in waiting])
            own.update(zip((number for number, _ in waiting), numbers, strict=True))
            waiting.clear()

        for each in sorted(self._found.decisions, key=lambda each: each.id):
            if each.undoes is not None and each.undoes not in own:
                await flush()
            undoes = None if each.undoes is None else own[each.undoes]
            waiting.append((each.id, self._decision(each, season, undoes)))
        await flush()
        await add(
            self._connection,
            imported_decisions,
            ({**season, "number": number, "decision_id": decided} for number, decided in own.items()),
        )

    def _decision(self, decision: Decision, season: dict[str, Any], undoes: int | None) -> dict[str, Any]:
        given = decision.detail.get("points")
        detail: dict[str, Json] = {}
        if isinstance(given, dict):
            detail["points"] = {str(self._entries[int(entry)]): points for entry, points in given.items()}
        return {
            **season,
            "person_id": self._persons[decision.person_id],
            "fixture_id": None if decision.fixture is None else self._fixtures[decision.fixture],
            "entry_id": None if decision.entry is None else self._entries[decision.entry],
            "kind": decision.kind,
            "detail": detail,
            "reason": decision.reason,
            "undoes": undoes,
            "at": decision.at,
        }


def _rest(side: Side) -> tuple[int | None, bool | None, bool | None]:
    return side.points, side.advances, side.challenger
