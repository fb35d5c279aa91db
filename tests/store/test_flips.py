"""A changed byte of a row is found by `python -m store check`, but for marks of what was done."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from bench.cells import copy_closed, live
from bench.flips import is_found, played

FLIPS = 40
MARKS = frozenset(
    [
        *(("outbox", name) for name in ("message_id", "done_at", "attempts", "not_before")),
        *(("matches", name) for name in ("rev", "due_at")),
        *(("notes", name) for name in ("key", "value")),
    ]
)
"""Which message a post became and when, and what is counted or worked out anew: no checksum covers these, as they are
written by themselves, and nothing that was played hangs on them."""

Rows = dict[tuple[str, str], list[object]]
"""The values of each column, by table and column."""


async def test_what_is_not_found_is_a_mark_or_reads_as_before(tmp_path: Path) -> None:
    store, source, copy = (tmp_path / name for name in ("arena.db", "source.db", "copy.db"))
    await played(store, turns=5)
    copy_closed(store, source)
    cells, whole = live(source), _rows(source)
    for seed in range(FLIPS):
        if await is_found(source, copy, cells, seed):
            continue
        now = _rows(copy)
        assert {column for column, values in whole.items() if now[column] != values} <= MARKS, seed


def _rows(path: Path) -> Rows:
    found: Rows = {}
    with closing(sqlite3.connect(path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            cursor = connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name of its own
            names = [each[0] for each in cursor.description]
            rows = cursor.fetchall()
            found |= {(table, name): [_read(row[at]) for row in rows] for at, name in enumerate(names)}
    return found


def _read(value: object) -> object:
    """Return a time as one: any sign may stand between day and hour."""
    try:
        return datetime.fromisoformat(str(value)) if isinstance(value, str) else value
    except ValueError:
        return value


async def test_the_places_are_those_of_rows(tmp_path: Path) -> None:
    """Nearly every byte that rows hold is among them, each once."""
    store, source = tmp_path / "arena.db", tmp_path / "source.db"
    await played(store, turns=5)
    copy_closed(store, source)
    cells = live(source)
    places = [at for cell in cells for at in cell]
    assert len(places) == len(set(places))
    data = source.read_bytes()
    assert random.Random(1).choice(cells).stop <= len(data)
    assert b"Ann" in bytes(data[at] for at in places)
