"""Bytes of a SQLite file that hold rows, one of which is changed to see whether `python -m store check` notices."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from engine import registry
from hosting.arena import Arena
from hosting.match.model import Post
from hosting.runtime import SystemClock
from store.check import check_database
from tests.copies import begin, play

_HEADER_BYTES = {2: 12, 5: 12, 10: 8, 13: 8}
"""Of a page, by its kind: inner and leaf, of an index and of a table."""


def copy_closed(source: Path, target: Path) -> None:
    """Copy a database that nobody has open, with what stands in its log."""
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    shutil.copyfile(source, target)


def live(path: Path) -> list[range]:
    """Return where the cells of all tables and indexes are, but for what does not fit on their pages."""
    data = path.read_bytes()
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    with closing(sqlite3.connect(path)) as connection:
        roots = [row[0] for row in connection.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 0")]
    return [cell for root in roots for cell in _tree(data, size, root)]


def _tree(data: bytes, size: int, page: int) -> Iterator[range]:
    start = (page - 1) * size
    head = start + (100 if page == 1 else 0)
    kind = data[head]
    count = int.from_bytes(data[head + 3 : head + 5], "big")
    first = head + _HEADER_BYTES[kind]
    for number in range(count):
        at = start + int.from_bytes(data[first + 2 * number : first + 2 * number + 2], "big")
        if kind in {2, 5}:
            yield from _tree(data, size, int.from_bytes(data[at : at + 4], "big"))
        yield range(at, at + _cell_bytes(data, size, kind, at))
    if kind in {2, 5}:
        yield from _tree(data, size, int.from_bytes(data[head + 8 : head + 12], "big"))


def _cell_bytes(data: bytes, size: int, kind: int, at: int) -> int:
    """Return how many bytes a cell has on its page."""
    begin = at
    if kind in {2, 5}:
        at += 4
    if kind == 5:
        return _varint(data, at)[1] - begin
    payload, at = _varint(data, at)
    if kind == 13:
        at = _varint(data, at)[1]
    most = size - 35 if kind == 13 else (size - 12) * 64 // 255 - 23
    if payload > most:
        least = (size - 12) * 32 // 255 - 23
        rest = least + (payload - least) % (size - 4)
        payload = (rest if rest <= most else least) + 4
    return at + payload - begin


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for number in range(9):
        byte = data[at + number]
        if number == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + number + 1
    raise AssertionError("a varint has nine bytes at most")


def flip(path: Path, cells: list[range], rng: random.Random) -> int:
    """Change one byte of a random place in the cells to another; return where."""
    (cell,) = rng.choices(cells, weights=[len(each) for each in cells])
    at = rng.choice(cell)
    with path.open("r+b") as file:
        file.seek(at)
        (was,) = file.read(1)
        file.seek(at)
        file.write(bytes([was ^ rng.randrange(1, 256)]))
    return at


class Posted:
    """Posts nothing, and says that it did."""

    async def deliver(self, post: Post, *, needed: bool = True) -> int:
        del needed
        return 10**18 + post.id


async def played(path: Path) -> None:
    """Make a store with a match that is over and one that goes on, all of it posted."""
    arena = await Arena.open(path, SystemClock())
    arena.outbox.set_poster(Posted())
    await arena.start()
    rng = random.Random(6)
    await play(arena, await begin(arena, 1), rng)
    await play(arena, await begin(arena, 2), rng, 5)
    await arena.idle()
    await arena.close()


async def is_found(source: Path, copy: Path, cells: list[range], seed: int) -> bool:
    """Change a byte of a copy, and return whether it is found."""
    shutil.copyfile(source, copy)
    flip(copy, cells, random.Random(seed))
    return bool((await check_database(copy, registry.get)).problems)
