"""A single changed byte, wherever in a row it is, is found by `python -m store check`."""

from __future__ import annotations

import random
from pathlib import Path

from bench.cells import copy_closed, live
from bench.flips import found, played

FLIPS = 40
LEAST = 30
"""About 19 of 20 are found: what no checksum covers (when a post was made, as which message) may change to something as
likely. Without checksums it is 16 of 40. The bytes are drawn by lot, so the bound lies well between the two."""


async def test_nearly_every_changed_byte_is_found(tmp_path: Path) -> None:
    store, source = tmp_path / "arena.db", tmp_path / "source.db"
    await played(store, turns=5)
    copy_closed(store, source)
    assert sum(await found(source, tmp_path / "copy.db", range(FLIPS))) >= LEAST


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
