"""PNG files of pictures with a palette, made in strips: most of a board is as it was on the board before.

Pictures of one match differ in a few places, and most of the time that a picture takes went into compressing what had
been compressed before. So each strip of rows is compressed by itself, and kept. A strip's compressed form ends on a
whole byte and refers to nothing before it (RFC 1951, `Z_FULL_FLUSH`): the strips of a picture, one after the other, are
one valid stream. Files are about as large as if they were made in one piece.

They are compressed by zlib-ng, which makes files of the same size in half of the time that zlib takes.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Sequence
from typing import TypeAlias

from PIL import Image
from zlib_ng import zlib_ng as zlib

from render.theme import Colour

STRIP = 48
"""Rows: with fewer of them files grow, with more of them less is found again."""
STRIPS_KEPT = 8192
"""Nine megabytes, the boards of about 150 matches."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _PALETTE = 8, 3
_ZLIB = b"\x78\x9c"
_END = b"\x03\x00"
"""An empty last block."""
_ADLER = 65521

_Key: TypeAlias = tuple[int, int, int]
_Strip: TypeAlias = tuple[bytes, int]
"""Its compressed form and the checksum of its rows."""


def png(image: Image.Image, colours: Sequence[Colour], level: int) -> bytes:
    """Return a file.

    Args:
        image: Entries of the palette (mode L).
        colours: The palette.
        level: zlib-ng's, 0 to 9.
    """
    header = struct.pack(">IIBBBBB", *image.size, _DEPTH, _PALETTE, 0, 0, 0)
    entries = b"".join(map(bytes, colours))
    data = _compressed(_rows(image), STRIP * (image.width + 1), level)
    parts = ((b"IHDR", header), (b"PLTE", entries), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, part) for kind, part in parts)


def _rows(image: Image.Image) -> memoryview:
    """Return the rows of a picture. Each begins with the number of its filter.

    0, no filter, is best for entries of a palette.
    """
    width, height = image.width + 1, image.height
    rows = bytearray(width * height)
    # A picture that lies in these bytes: Pillow's own way from a picture to bytes takes many times as long.
    within = Image.frombuffer("L", (width, height), rows, "raw", "L", 0, 1)
    within.im.paste(image.im, (1, 0, width, height))  # pasted by its own method, the picture would move elsewhere
    return memoryview(rows)


class _Strips:
    """The strips that were used last. Pictures are drawn in several threads."""

    def __init__(self) -> None:
        self._kept: dict[_Key, _Strip] = {}
        self._lock = threading.Lock()

    def get(self, rows: bytes, level: int) -> _Strip:
        """Return some rows, compressed."""
        # The hash is 64 bits, keyed anew in each run (SipHash): among the strips that are kept, two that differ and
        # share one turn up once in some 10^15, and nobody can look for them. A digest takes as long again as this.
        key = (level, len(rows), hash(rows))
        with self._lock:
            if (found := self._kept.pop(key, None)) is not None:
                self._kept[key] = found
                return found
        packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
        strip = packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH), zlib.adler32(rows)
        with self._lock:
            self._kept[key] = strip
            if len(self._kept) > STRIPS_KEPT:
                del self._kept[next(iter(self._kept))]
        return strip


_strips = _Strips()


def _compressed(rows: memoryview, size: int, level: int) -> bytes:
    """Return rows as one zlib stream (RFC 1950), made of strips of equal length."""
    parts, checksum = [_ZLIB], 1
    for start in range(0, len(rows), size):
        strip = rows[start : start + size].tobytes()
        packed, own = _strips.get(strip, level)
        parts.append(packed)
        checksum = _both(checksum, own, len(strip))
    return b"".join((*parts, _END, struct.pack(">I", checksum)))


def _both(first: int, second: int, length: int) -> int:
    """Return the Adler-32 checksum of two pieces from those of each; `length` is the second's."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)
    return high % _ADLER << 16 | low % _ADLER


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
