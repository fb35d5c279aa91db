"""The list of deletions beside the database: it outlives it, so that a backup which is put back forgets them again.

A line of hexadecimal digits each (`store.deletion.digest_of`), and nothing that names anybody. It belongs into no
backup of the database: it is to be newer than that.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from sqlalchemy import URL

from store.addresses import Address, parse
from store.files import PRIVATE, make_folder

DIGEST_BYTES = 16


def path_of(address: Address) -> Path:
    """Return where the list of a database is: beside a SQLite file; of PostgreSQL's in the folder `data`."""
    where = parse(address)
    if isinstance(where, URL):
        return Path("data") / f"{where.database}.deletions"
    return where.with_name(where.name + ".deletions")


def read(path: Path) -> set[bytes]:
    """Return the digests in a list; none where there is no list. A line that was not written whole is left out."""
    if not path.exists():
        return set()
    found = set()
    for line in path.read_text(encoding="ascii", errors="replace").splitlines():
        try:
            digest = bytes.fromhex(line)
        except ValueError:
            continue
        if len(digest) == DIGEST_BYTES:
            found.add(digest)
    return found


def add(path: Path, digests: Collection[bytes]) -> None:
    """Add to a list what is not in it; it is on disk then. Raises OSError."""
    if not (new := sorted(set(digests) - read(path))):
        return
    make_folder(path.parent)
    fresh = not path.exists()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE)
    try:
        # A line break first: one that was cut off ends there.
        text = ("" if fresh else "\n") + "".join(f"{each.hex()}\n" for each in new)
        os.write(descriptor, text.encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if fresh and os.name == "posix":  # the name of the file is in its folder, which has to be on disk, too
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
