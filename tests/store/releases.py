"""The schemas of releases, with what was played on them: `python -m tests.store.releases` writes that of this version.

Each has two files of SQL in `tests/data/releases/`, for SQLite and for PostgreSQL (by the `pg_dump` of the server that
`TEST_POSTGRESQL` names). Once it is released, a file is never written again: each later version reads it as it is.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import asyncpg
from sqlalchemy import URL, Connection, inspect, text

from admin import copy
from computer import puzzles
from engine import registry
from hosting.match.model import Place
from store.db import backups, files, migrate
from tests import databases
from tests.every_mode import EVERY_MODE
from tests.hosting.conftest import GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.league.playing import fill
from tests.hosting.match.crash_player import PEOPLE

# ruff: noqa: ASYNC221, ASYNC240, T201 - nothing else runs in these loops

FOLDER = Path(__file__).parents[1] / "data" / "releases"
SCHEMAS = {"1.0.0": "0100", "1.1.0": "0110", "1.2.0": "0110"}
"""The schema of each release, the oldest first."""
KINDS = ("sqlite", "postgresql")
TURNS = 3
"""Of a match that goes on."""
_PREAMBLE = "SET check_function_bodies = false;\nSELECT pg_catalog.set_config('search_path', '', false);\n"
"""In place of what `pg_dump` begins with, which not every version of a server understands."""


def file_of(revision: str, kind: str, folder: Path = FOLDER) -> Path:
    return folder / f"{revision}.{kind}.sql"


def main(arguments: Sequence[str] = ()) -> int:
    """Write both files, to the folder of the releases or to the one that is named."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(exist_ok=True)
    asyncio.run(write(folder))
    print(*(file_of(migrate.head(), kind, folder) for kind in KINDS), sep="\n")
    return 0


async def write(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "arena.db"
        await _play(path)
        with closing(sqlite3.connect(path)) as connection:
            lines = "".join(f"{line}\n" for line in connection.iterdump())
        file_of(migrate.head(), "sqlite", folder).write_text(lines, encoding="utf-8")
        async with databases.postgresql(empty=True) as address:
            await copy.copy(path, address, (Path(name) / "one", Path(name) / "two"))
            dump = await _dump(address)
        file_of(migrate.head(), "postgresql", folder).write_text(dump, encoding="utf-8")


async def _play(path: Path) -> None:
    """Fill a file: matches of each game that go on, one that is over, a league, a person who was deleted.

    One person also plays against computers, and has solved a puzzle.
    """
    first = {row.key: number for number, row in reversed(list(enumerate(EVERY_MODE)))}
    rows = [(first["replica"], None), *((number, TURNS) for number in first.values())]
    clock = ManualClock()
    await fill(path, clock, rows, lost=2)
    arena, ann = await open_arena(path, clock, NotingPoster(), registry.get), PEOPLE[0]
    table = await arena.tables.open(GUILD, 90, ann, "apex", "3", where="here", computers=[1, 2])
    await arena.tables.start(table.id, ann.person_id, [Place("board", 90)])
    await arena.puzzles.solve(ann.person_id, puzzles.shipped("replica")[0])
    await arena.idle()
    await arena.close()


async def _dump(address: URL) -> str:
    program = (await backups.programs("pg_dump", await backups.server_version(address)))[0]
    where = databases.setting(address.set(drivername="postgresql"))
    command = [str(program.path), "--inserts", "--no-owner", "--no-privileges", "--no-comments", f"--dbname={where}"]
    written = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    body = written[written.index("\nCREATE ") :]
    body = re.sub(r"\n(?:--.*)?(?=\n)", "", body)
    return _PREAMBLE + re.sub(r"\n\\unrestrict .*", "", body)


# Reading


def load_file(revision: str, path: Path, folder: Path = FOLDER) -> None:
    """Make the SQLite file of a release."""
    files.make(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(file_of(revision, "sqlite", folder).read_text(encoding="utf-8"))


async def load(revision: str, address: Path | URL, folder: Path = FOLDER) -> None:
    """Make the database of a release where there is nothing yet."""
    if isinstance(address, Path):
        load_file(revision, address, folder)
        return
    _, options = address.get_dialect()().create_connect_args(address)
    connection = await asyncpg.connect(**options)
    try:
        await connection.execute(file_of(revision, "postgresql", folder).read_text(encoding="utf-8"))
    finally:
        await connection.close()


_TRIGGERS = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": (
        "SELECT tgname, pg_get_triggerdef(t.oid) || pg_get_functiondef(tgfoid) FROM pg_trigger t WHERE NOT tgisinternal"
    ),
}


def description(connection: Connection) -> set[str]:
    """Return what a schema consists of, in any order: columns, keys, references, constraints, indexes, triggers."""
    inspector = inspect(connection)
    found = set()
    for table in inspector.get_table_names():
        parts = [
            *(f"column {_of(each)}" for each in inspector.get_columns(table)),
            f"key {inspector.get_pk_constraint(table)['constrained_columns']}",
            *(f"reference {_of(each)}" for each in inspector.get_foreign_keys(table)),
            *(f"unique {_of(each)}" for each in inspector.get_unique_constraints(table)),
            *(f"check {_of(each)}" for each in inspector.get_check_constraints(table)),
            *(f"index {_of(each)}" for each in inspector.get_indexes(table)),
        ]
        found |= {f"{table}: {each}" for each in parts}
    return found | {
        f"trigger {_of(each._asdict())}" for each in connection.execute(text(_TRIGGERS[connection.dialect.name]))
    }


_MERELY_WRITTEN = re.compile(r"::(?:character varying|text)(?:\[\])?|[()]")
"""What PostgreSQL writes otherwise in a constraint once a copy of it was restored."""


def _of(part: object) -> str:
    """Write a part of a schema in one way, however it was written."""
    if isinstance(part, dict):
        return "; ".join(f"{name}={_of(value)}" for name, value in sorted(part.items()))
    if isinstance(part, list):
        return f"[{', '.join(map(_of, part))}]"
    return _MERELY_WRITTEN.sub("", " ".join(str(part).split()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
