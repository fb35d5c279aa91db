"""PNG files of pictures with a palette."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from PIL import Image

from render.theme import Colour

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _PALETTE = 8, 3


def png(image: Image.Image, colours: Sequence[Colour], level: int) -> bytes:
    """Return a file.

    Written here rather than by Pillow, which hands its rows to zlib one by one and takes a tenth longer.

    Args:
        image: Entries of the palette (mode L).
        colours: The palette.
        level: zlib's.
    """
    # Each row begins with the number of its filter. 0, no filter, is best for entries of a palette.
    rows = Image.new("L", (image.width + 1, image.height))
    rows.paste(image, (1, 0))
    header = struct.pack(">IIBBBBB", *image.size, _DEPTH, _PALETTE, 0, 0, 0)
    entries = bytes(channel for colour in colours for channel in colour)
    parts = ((b"IHDR", header), (b"PLTE", entries), (b"IDAT", zlib.compress(rows.tobytes(), level)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
