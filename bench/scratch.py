"""A folder for the files of a measurement, and whether it is on a disk."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MOUNTS = Path("/proc/mounts")
IN_MEMORY = frozenset({"tmpfs", "ramfs"})


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder where TMPDIR says, or else in the system's own place, and remove it at the end.

    Figures of commits mean something on a disk only: where memory stands in for one, flushing costs nothing.
    """
    with tempfile.TemporaryDirectory(prefix="arena-") as name:
        folder = Path(name).resolve()
        if (kind := filesystem(folder)) in IN_MEMORY:
            print(f"{folder} is in memory ({kind}): set TMPDIR to a folder on a disk to measure one", file=sys.stderr)
        yield folder


def filesystem(folder: Path) -> str | None:
    """Return the type of the file system that a folder, without symbolic links, is on; None where nobody tells."""
    if not MOUNTS.exists():
        return None
    mounts = [line.split()[1:3] for line in MOUNTS.read_text(encoding="utf-8").splitlines()]
    above = [(place, kind) for place, kind in mounts if folder.is_relative_to(place.replace("\\040", " "))]
    return max(reversed(above), key=lambda mount: len(mount[0]), default=("", None))[1]
