"""Leagues: what a look at the table and a result cost, how long pairing takes and how long tables. CPU time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from py4swiss.engines.dutch.engine import Engine
from sqlalchemy import insert

from bench.measure import Row, Timer, other_thread, scratch
from hosting.arena import Arena
from hosting.league import fixtures
from hosting.league.director import LARGE
from hosting.league.pairing.formats import plan
from hosting.league.pairing.swiss import MOST_DUTCH
from hosting.league.pairing.values import PairingSeason, contenders
from hosting.league.standings.values import TableSeason
from hosting.league.terms import LeagueTerms, entries_digest
from hosting.runtime import SystemClock
from store import schema
from store.league import entries, seasons
from store.league import fixtures as stored_fixtures
from store.league.seasons import Division, Entry, Fixture, Kind, League, Round, SeasonStatus, Side, StoredSeason
from tests.copies import BEGAN, GUILD
from tests.hosting.league.pairing import seasons as pairing_kit
from tests.hosting.league.pairing.test_dutch import as_a_file

# seasons at random


def numbered(count: int, size: int | None = None) -> tuple[Entry, ...]:
    """Return entries of one player each, in divisions of a size."""
    numbers = range(1, count + 1)
    return tuple(Entry(n, 1 + (n - 1) // (size or count), (n,), BEGAN, seed=n, seed_mu=25.0) for n in numbers)


def drawn(
    kind: Kind, count: int, paired: int, *, share: float = 0.0, size: int | None = None, **more: object
) -> TableSeason:
    """Return a season so many rounds of which were paired and played at random; a share of the last one is open."""
    *_, (now, _, _) = _rounds(kind, numbered(count, size), paired, **{"rounds": 10, **more})
    rng = random.Random(count)

    def reopened(fixture: Fixture) -> Fixture:
        if fixture.round < paired or fixture.is_bye or rng.random() >= share:
            return fixture
        sides = tuple(replace(side, points=None, advances=None) for side in fixture.sides)
        return replace(fixture, sides=sides, status="running", why=None)

    divisions = tuple(Division(number) for number in sorted({each.division for each in now.entries}))
    return TableSeason(now.terms, divisions, now.entries, tuple(map(reopened, now.fixtures)), rounds=10)


def _rounds(
    kind: Kind, entries: tuple[Entry, ...], paired: int, **more: object
) -> Iterator[tuple[PairingSeason, float, float]]:
    """Play a season at random; the better seeds win more often.

    It is given after each round, with the CPU seconds of pairing and the milliseconds that another thread waited.
    """
    rng, terms = random.Random(1), pairing_kit.terms(kind, game="replicants", mode="2", **more)

    def result(fixture: Fixture) -> tuple[int, ...]:
        if len(fixture.sides) == 2 and rng.random() < 0.2 and kind != "knockout":
            return (60, 60)
        order = sorted(fixture.entries, key=lambda entry: entry + 600 * rng.random())
        places = [order.index(entry) for entry in fixture.entries]
        if terms.place_points:
            return tuple(120 * terms.place_points[place] for place in places)
        return tuple(120 - 120 * place // (len(order) - 1) for place in places)

    now = pairing_kit.season(terms, *entries)
    for number in range(1, paired + 1):
        now = replace(now, round=number)
        with other_thread() as late:
            timer = Timer()
            planned = plan(now)
            took = timer.thread / 1000
        now = pairing_kit.played(pairing_kit.made(now, planned), result)
        if kind == "knockout":
            now = pairing_kit.noted(now)
        yield now, took, max(late)


def ladder(count: int, challenges: int) -> TableSeason:
    rng, played = random.Random(count), []
    for number in range(1, challenges + 1):
        up = rng.randint(4, count)
        sides = (Side(1, up - rng.randint(1, 3), 0, challenger=False), Side(2, up, 120, challenger=True))
        played.append(Fixture(number, 1, "ladder", 1, 1, 1, sides, "over", "played", number, ended_at=BEGAN))
    terms = LeagueTerms("ladder", "replicants", "2")
    return TableSeason(terms, (Division(1),), numbered(count), tuple(played), rounds=10)


MIDDLE: dict[str, Any] = {"share": 0.5, "tiebreaks": ("buchholz_cut1", "buchholz", "direct", "wins", "lot")}
"""Of a Swiss in the middle of a round."""


async def store_season(
    arena: Arena, season: TableSeason, name: str, place: tuple[int, int] = (GUILD, 10), status: SeasonStatus = "running"
) -> int:
    """Write a season as it is, but for its matches, with names for its players; return its number.

    Its league is in a server and a channel there. One that has not started is `open`, and has no fixtures.
    """
    guild_id, channel_id = place
    async with arena.db.write(long=True) as connection:
        league = await seasons.add_league(connection, League(0, guild_id, channel_id, 50, name, BEGAN))
        if league is None:
            raise RuntimeError(f"there is a league {name!r} already")
        started = None if status == "open" else BEGAN
        made = StoredSeason(
            0, guild_id, league.id, 1, status, season.terms.dump(), bytes(32), BEGAN, started_at=started
        )
        made = await seasons.add(connection, replace(made, entries_digest=entries_digest(season.entries)))
        numbers = {each.id: (await entries.add(connection, made, each)).id for each in season.entries}
        await seasons.put_divisions(connection, made, season.divisions)
        for number in sorted({each.round for each in season.fixtures}):
            await seasons.put_round(connection, made, Round(number, BEGAN))
        played = [
            replace(
                each,
                board=each.id,
                match_id=None,
                planned_at=BEGAN,
                sides=tuple(replace(side, entry=numbers[side.entry]) for side in each.sides),
                ended_at=None if each.open else BEGAN,
            )
            for each in season.fixtures
        ]
        await stored_fixtures.add(connection, made, played)
        people = [person for each in season.entries for person in each.players]
        named = [{"guild_id": guild_id, "person_id": each, "name": f"Player {each}"} for each in people]
        await connection.execute(insert(schema.member_names).prefix_with("OR IGNORE"), named)
    return made.id


# results


def leagues(*, quick: bool) -> list[Row]:
    with scratch() as folder:
        return [asyncio.run(_results(folder, *((20, 60) if quick else (200, 300))))]


async def result(arena: Arena, season_id: int, place: int) -> float:
    """Have the first side win a fixture, or turn its result round; return the milliseconds that writing takes."""
    async with arena.db.write() as connection:
        season = await seasons.load(connection, season_id)
        before = (await stored_fixtures.of_season(connection, season_id))[place]
        if season is None:
            raise RuntimeError(f"season {season_id} is gone")
        points = [side.points or 0 for side in reversed(before.sides)]
        points = points if any(points) else [120, *points[1:]]
        sides = tuple(replace(side, points=each) for side, each in zip(before.sides, points, strict=True))
        after, timer = fixtures.fixture_over(before, sides, "played", arena.clock.now()), Timer()
        await stored_fixtures.save(connection, season, before, after)
        return timer.cpu


async def _results(folder: Path, many: int, repeats: int) -> Row:
    rng, arenas, season = random.Random(1), list[tuple[Arena, int, list[float]]](), drawn("swiss", 32, 5)
    for count in (1, many):
        arena = await Arena.open(folder / f"{count}.db", SystemClock())
        numbers = [await store_season(arena, season, f"League {n}") for n in range(count)]
        arenas.append((arena, numbers[count // 2], []))
    for _ in range(repeats):
        place = rng.randrange(len(season.fixtures))
        for arena, number, took in arenas:
            took.append(await result(arena, number, place))
    few, lots = (median(took) for _, _, took in arenas)
    for arena, _, _ in arenas:
        await arena.close()
    return Row(f"a result of a league beside {many:,} seasons", lots, "ms CPU", "beside 1", few, at_most=1.2)


# pairing


def pairing(*, quick: bool) -> list[Row]:
    """Return what the dearest round of a season costs that is played at random.

    The library that pairs by the Dutch system is measured by itself as well, given the last round as a file of FIDE's.
    What is large is paired in a process of its own; of the largest that is not, how long does the bot wait for it?
    """
    rounds, rows = 3 if quick else 9, []
    for count, sides, name in (
        (LARGE - 1, 2, "the Dutch system"),
        (MOST_DUTCH, 2, "the Dutch system"),
        (1000, 2, "own matching"),
        (996, 4, "at tables of four"),
    ):
        played = list(_rounds("swiss", numbered(count), rounds, sides=sides, rounds=rounds))
        rows.append(Row(f"a round of {count:,}, {name}", max(each[1] for each in played), "s CPU", at_most=2))
        if count == MOST_DUTCH:
            season = replace(played[-2][0], round=rounds)
            field = contenders(season, 1, rounds, [each.id for each in season.entries])
            file, timer = as_a_file(season, field), Timer()
            Engine.generate_pairings(file)
            bare = timer.thread / 1000
            title = f"the last round of {count:,}, {name}"
            rows.append(Row(title, played[-1][1], "s CPU", "py4swiss by itself", bare))
        if count < LARGE:
            latest = max(each[2] for each in played)
            rows.append(Row(f"… longest time in which another thread waits for it, {count:,}", latest, "ms"))
    return rows
