"""Files in ZIPs of a bounded size: what does not fit into one goes into another, and long tables are split."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime

MOST_BYTES = 8 * 1024 * 1024
"""Of a ZIP. Discord takes 10 MiB."""
PIECE = 4 * 1024 * 1024
"""Bytes of a file, before they are compressed, after which a table goes on in another one."""
_OVERHEAD = 512
"""Bytes that a file takes in a ZIP besides its contents, its name stored twice included."""


def pieces(name: str, header: str, lines: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Give a table as files with their names, each with the header: `events.csv`, `events-2.csv`, ….

    Args:
        name: Of the first file.
        header: Its first line, with its end.
        lines: The others, with theirs.
    """
    stem, _, suffix = name.rpartition(".")
    number, size, kept = 1, 0, [header]
    for line in lines:
        if size > PIECE:
            yield (name if number == 1 else f"{stem}-{number}.{suffix}"), "".join(kept).encode()
            number, size, kept = number + 1, 0, [header]
        kept.append(line)
        size += len(line)
    yield (name if number == 1 else f"{stem}-{number}.{suffix}"), "".join(kept).encode()


def packed(files: Iterable[tuple[str, bytes]], at: datetime, most: int = MOST_BYTES) -> list[bytes]:
    """Return files as ZIPs of at most so many bytes each, in their order.

    Args:
        files: Their names and contents; none takes more than `most` when it is compressed.
        at: The time that they are to have.
        most: Bytes of a ZIP.
    """
    groups: list[list[tuple[str, bytes]]] = []
    left = 0
    for name, content in files:
        # Deflate makes what cannot be compressed a little longer; a ZIP then holds it as it is.
        size = min(len(zlib.compress(content)), len(content)) + _OVERHEAD + 2 * len(name.encode())
        if size > left:
            groups.append([])
            left = most - _OVERHEAD
        groups[-1].append((name, content))
        left -= size
    return [_zip(group, at) for group in groups]


def _zip(files: Iterable[tuple[str, bytes]], at: datetime) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            info = zipfile.ZipInfo(name, (at.year, at.month, at.day, at.hour, at.minute, at.second))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()
