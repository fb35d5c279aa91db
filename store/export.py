"""Results and ratings as CSV files in a ZIP, from which everybody can compute the ratings again (`docs/ratings.md`).

People are numbers; their accounts at Discord are not in it.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Select, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from store import migrate
from store.addresses import Address
from store.csv_text import line, name, value, values
from store.database import Database
from store.errors import StoreError
from store.league import seated
from store.league.seated import Place
from store.ratings import stored
from store.ratings.replay import Standings, pages
from store.results import LATEST, TOLD
from store.schema import member_names, people, results

PLAYERS = ("player", "name", "joined_at", "left_at", "seed_mu")
RESULTS = (
    *(
        "match",
        "revision",
        "game",
        "mode",
        "options",
        "pool",
        "seat",
        "team",
        "entry",
        "fixture",
        "starter",
        "finisher",
    ),
    *("excused", "turns", "starter_turns", "finisher_turns", "rank", "score", "points", "started_at", "ended_at"),
    *("termination", "counted", "why", "rated", "player", "pool_no"),
)
RATINGS = ("pool", "pool_no", "match", "seat", "player", "mu_before", "sigma_before", "mu", "sigma", "games")

_PAGE = 2000
"""Rows read at once."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time that files in a ZIP have, so that the same results make the same file."""
_COLUMNS = {
    "match": "match_id",
    "pool": "pool_id",
    "starter": "starter_id",
    "finisher": "finisher_id",
    "player": "player_id",
}
"""The columns of the table by those of the file, where they are called differently."""
_OF_LEAGUES = ("entry", "fixture")
"""Columns that are filled in leagues alone."""


@dataclass(frozen=True, slots=True)
class Exported:
    """How many rows were written.

    Attributes:
        players: People.
        results: Seats.
        ratings: Seats that are rated.
    """

    players: int
    results: int
    ratings: int


async def export(address: Address, target: Path, guild_id: int | None = None) -> Exported:
    """Write a ZIP with `players.csv`, `results.csv` and `ratings.csv` of a database that may be in use.

    Args:
        address: Which database.
        target: A file that does not exist yet.
        guild_id: The server; None for all of them.

    Raises:
        FileExistsError: There is such a file.
        StoreError: The database is not one of this version, or damaged.
        DamagedResultError: The results of a match cannot be rated.
    """
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            if (obstacle := await connection.run_sync(migrate.obstacle)) is not None:
                raise StoreError(obstacle)
            with _new(target) as archive:
                return await _write(connection, archive, guild_id)
    except (ValueError, TypeError) as error:  # a damaged row, which the check of rows names
        raise StoreError(f"what is stored cannot be read: {error}; `python -m store check` names the row") from error
    finally:
        await database.close()


@contextmanager
def _new(target: Path) -> Iterator[zipfile.ZipFile]:
    """Give a ZIP to write to, at a place where there is none; nothing is left of it if that fails."""
    with target.open("xb") as file:
        try:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                yield archive
        except BaseException:
            target.unlink(missing_ok=True)
            raise


async def _write(connection: AsyncConnection, archive: zipfile.ZipFile, guild_id: int | None) -> Exported:
    met: set[int] = set()
    seats = rated = 0
    with _member(archive, "results.csv", RESULTS) as file:
        async for page in _results(connection, guild_id):
            of = await seated.fixtures_of(connection, sorted({row.match_id for row in page}))
            places = await seated.places(connection, of)
            for row in page:
                file.write(line(result_cells(row, places.get((row.match_id, row.seat)))))
                seats += 1
                met.update(each for each in (row.starter_id, row.finisher_id, row.player_id) if each is not None)
    with _member(archive, "ratings.csv", RATINGS) as file:
        for pool in await stored.every(connection):
            if guild_id in (None, pool.guild_id):
                rated += await _rate(connection, file, pool)
    with _member(archive, "players.csv", PLAYERS) as file:
        known = await _people(connection, met, guild_id)
        file.writelines(line(each) for each in known)
    return Exported(len(known), seats, rated)


def _member(archive: zipfile.ZipFile, filename: str, header: Iterable[str]) -> TextIO:
    """Open a file of the ZIP with its first line written."""
    info = zipfile.ZipInfo(filename, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    file = io.TextIOWrapper(archive.open(info, "w", force_zip64=True), encoding="utf-8", newline="")
    file.write(line(header))
    return file


async def _results(connection: AsyncConnection, guild_id: int | None) -> AsyncIterator[Sequence[Any]]:
    """Give pages of the latest results by match and seat, and once more what counts for the ratings of all servers."""
    key = (results.c.match_id, results.c.guild_id, results.c.seat)
    query: Select[Any] = select(results).where(LATEST, TOLD).order_by(*key).limit(_PAGE)
    if guild_id is not None:
        query = query.where(results.c.guild_id == guild_id)
    page = (await connection.execute(query)).all()
    while page:
        yield page
        after = page[-1].match_id, page[-1].guild_id, page[-1].seat
        page = (await connection.execute(query.where(tuple_(*key) > after))).all()


def result_cells(row: Any, place: Place | None = None) -> Iterable[str]:  # noqa: ANN401 - a row of the table
    """Give the fields of a line of `results.csv`.

    Args:
        row: A row of `results`, or a `store.results.Result`.
        place: For whom the seat was played in a league; None outside leagues.
    """
    for column in RESULTS:
        if column in _OF_LEAGUES:
            yield "" if place is None else value(getattr(place, column))
        elif column == "options":
            yield ";".join(f"{key}={chosen}" for key, chosen in sorted(row.options))
        elif column == "points":
            yield values(row.points)
        else:
            yield value(getattr(row, _COLUMNS.get(column, column)))


async def _rate(connection: AsyncConnection, file: TextIO, pool: stored.Pool) -> int:
    """Write the ratings of a pool as they follow from its results, and return how many there are."""
    standings, written = Standings({}, {}), 0
    whole = pool._replace(last_no=await stored.highest(connection, pool.id))
    async for page in pages(connection, whole):
        for match in page:
            for seat, person_id, before, after in standings.rate(pool, match):
                numbers = (before.mu, before.sigma, after.mu, after.sigma, after.games)
                file.write(line(map(value, (pool.id, match.pool_no, match.match_id, seat, person_id, *numbers))))
                written += 1
    return written


async def _people(connection: AsyncConnection, met: set[int], guild_id: int | None) -> list[tuple[str, ...]]:
    """Return the lines of people; of one with several names that of the server with the lowest number."""
    named = select(member_names).order_by(member_names.c.guild_id.desc())
    if guild_id is not None:
        named = named.where(member_names.c.guild_id == guild_id)
    names = {row.person_id: row.name for row in await connection.execute(named)}
    known = {row.id: (row.created_at, row.deleted_at) for row in await connection.execute(select(people))}
    return [
        (str(each), name(names.get(each, "")), *map(value, known.get(each, (None, None))), "") for each in sorted(met)
    ]
