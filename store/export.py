"""Results and ratings as CSV files in a ZIP, from which anyone can compute the ratings again.

People are numbers; their Discord accounts are not in it.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TextIO

from sqlalchemy import Select, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.database import Database
from store.db import migrate
from store.db.addresses import Address, StoreError
from store.league import fixtures
from store.league.fixtures import Place
from store.ratings import stored
from store.ratings.replay import Standings, pages
from store.schema import member_names, people, results
from store.tables.people import plain_name
from store.tables.results import LATEST, TOLD

# CSV as RFC 4180 says it, with lines that end in LF alone, and how values are written in it.
#
# What people chose stands in quotes, and nothing of it is a formula to a spreadsheet, also to one that takes `;` or a
# tab for what separates fields.


_SIGNS: Final = r"=+\-@＝＋－＠﹦﹢﹣﹫"
"""How a formula begins; some spreadsheets read the full-width and the small forms as the others."""
_START: Final = r"(?:^|(?<=[;,\t\r\n]))"
"""Where a field may begin: a spreadsheet may take another sign than the comma for what separates fields."""
_FORMULA: Final = re.compile(rf"{_START}(?='|[\t\r]|(?:[^\S\t\r\n]|\")*[{_SIGNS}])")
_MARKED: Final = re.compile(rf"{_START}'")
_JSON_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_JSON_FORMULA: Final = re.compile(r'(?<=[";,\s])[=+\-@]')


class Words(str):
    """A field with a text that a person chose: it is quoted."""

    __slots__ = ()


class _Plain:
    # `csv.writer` takes it for a number, which it quotes only where necessary.

    def __init__(self, text: str) -> None:
        self._text = text

    def __float__(self) -> float:
        return float(self._text)

    def __str__(self) -> str:
        return self._text


def csv_line(fields: Iterable[str]) -> str:
    """Return a line of fields, with quotes around texts that people chose (`Words`) and where necessary."""
    file = io.StringIO(newline="")
    # Its own end of lines has it put quotes around both CR and LF.
    writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow([each if isinstance(each, Words) else _Plain(each) for each in fields])
    return file.getvalue().removesuffix("\r\n") + "\n"


def csv_value(found: object) -> str:
    """Return a value as a field: empty for None, 1 or 0 for a bool, numbers so that they are read back exactly.

    Texts are ones that nobody chose.
    """
    if found is None:
        return ""
    if isinstance(found, bool):
        return "1" if found else "0"
    if isinstance(found, datetime):
        return found.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"
    return repr(found) if isinstance(found, float) else str(found)


def csv_values(found: Json) -> str:
    return ";".join(map(csv_value, found)) if isinstance(found, list | tuple) else csv_value(found)


def csv_name(found: str) -> Words:
    """Return a text that a person chose, with a `'` wherever a spreadsheet would read a formula.

    That is at the start, or behind a sign that separates fields. A `'` in such a place gets another one, too, so that a
    reader removes the first one there (`read_csv_name`).
    """
    return Words(_FORMULA.sub("'", found))


def read_csv_name(written: str) -> str:
    return _MARKED.sub("", written)


def object_with_words(found: Json) -> Words:
    """Return JSON that may contain people's texts, readable by any JSON reader."""
    return Words(_JSON_TEXT.sub(lambda text: _JSON_FORMULA.sub(_escaped, text[0]), json.dumps(found)))


def _escaped(sign: re.Match[str]) -> str:
    return f"\\u{ord(sign[0]):04x}"


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
    """How many rows were written: people, seats, and seats that are rated."""

    players: int
    results: int
    ratings: int


async def export(address: Address, target: Path, guild_id: int | None = None) -> Exported:
    """Write a ZIP with `players.csv`, `results.csv` and `ratings.csv` of one server, or all, of a database in use.

    Raises:
        FileExistsError: The target exists.
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
        raise StoreError(f"what is stored can't be read: {error}; `python -m store check` names the row") from error
    finally:
        await database.close()


@contextmanager
def _new(target: Path) -> Iterator[zipfile.ZipFile]:
    """Yield a new ZIP to write to; it is removed if that fails."""
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
            of = await fixtures.fixtures_of(connection, sorted({row.match_id for row in page}))
            places = await fixtures.places_of(connection, of)
            for row in page:
                file.write(csv_line(result_cells(row, places.get((row.match_id, row.seat)))))
                seats += 1
                met.update(each for each in (row.starter_id, row.finisher_id, row.player_id) if each is not None)
    with _member(archive, "ratings.csv", RATINGS) as file:
        for pool in await stored.every(connection):
            if guild_id in (None, pool.guild_id):
                rated += await _rate(connection, file, pool)
    with _member(archive, "players.csv", PLAYERS) as file:
        known = await _people(connection, met, guild_id)
        file.writelines(csv_line(each) for each in known)
    return Exported(len(known), seats, rated)


def _member(archive: zipfile.ZipFile, filename: str, header: Iterable[str]) -> TextIO:
    info = zipfile.ZipInfo(filename, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    file = io.TextIOWrapper(archive.open(info, "w", force_zip64=True), encoding="utf-8", newline="")
    file.write(csv_line(header))
    return file


async def _results(connection: AsyncConnection, guild_id: int | None) -> AsyncIterator[Sequence[Any]]:
    """Yield pages of the latest results by match and seat, then those that count for the ratings of all servers."""
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
    """Return the fields of a line of `results.csv`, from a row of `results` or a `store.tables.results.Result`.

    `place` is the seat's fixture and entry in a league; None outside leagues.
    """
    for column in RESULTS:
        if column in _OF_LEAGUES:
            yield "" if place is None else csv_value(getattr(place, column))
        elif column == "options":
            yield ";".join(f"{key}={chosen}" for key, chosen in sorted(row.options))
        elif column == "points":
            yield csv_values(row.points)
        else:
            yield csv_value(getattr(row, _COLUMNS.get(column, column)))


async def _rate(connection: AsyncConnection, file: TextIO, pool: stored.Pool) -> int:
    standings, written = Standings({}, {}), 0
    whole = pool._replace(last_no=await stored.highest(connection, pool.id))
    async for page in pages(connection, whole):
        for match in page:
            for seat, person_id, before, after in standings.rate(pool, match):
                numbers = (before.mu, before.sigma, after.mu, after.sigma, after.games)
                file.write(
                    csv_line(map(csv_value, (pool.id, match.pool_no, match.match_id, seat, person_id, *numbers)))
                )
                written += 1
    return written


async def _people(connection: AsyncConnection, met: set[int], guild_id: int | None) -> list[tuple[str, ...]]:
    """Return the lines of people, with each one's name in the server with the lowest number."""
    named = select(member_names).order_by(member_names.c.guild_id.desc())
    if guild_id is not None:
        named = named.where(member_names.c.guild_id == guild_id)
    names = {row.person_id: plain_name(row.name) for row in await connection.execute(named)}
    known = {row.id: (row.created_at, row.deleted_at) for row in await connection.execute(select(people))}
    return [
        (str(each), csv_name(names.get(each, "")), *map(csv_value, known.get(each, (None, None))), "")
        for each in sorted(met)
    ]
