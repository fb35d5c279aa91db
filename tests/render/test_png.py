"""PNG files, read again and byte by byte."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from render.png import png

COLOURS = [(entry, 255 - entry, entry // 2) for entry in range(256)]


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (300, 2)])
@pytest.mark.parametrize("level", [0, 5, 9])
def test_a_file_shows_the_entries_in_their_colours(size: tuple[int, int], level: int) -> None:
    entries = bytes((7 * place) % 256 for place in range(size[0] * size[1]))
    file = png(Image.frombytes("L", size, entries), COLOURS, level)
    read = Image.open(io.BytesIO(file))
    assert (read.format, read.mode, read.size) == ("PNG", "P", size)
    assert read.tobytes() == entries
    last = entries[-1]
    assert read.convert("RGB").getpixel((size[0] - 1, size[1] - 1)) == COLOURS[last]


def test_every_chunk_has_its_length_and_checksum() -> None:
    file = png(Image.new("L", (4, 4), 9), COLOURS, 6)
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    kinds, place = [], 8
    while place < len(file):
        length, kind = struct.unpack_from(">I4s", file, place)
        data = file[place + 8 : place + 8 + length]
        assert struct.unpack_from(">I", file, place + 8 + length) == (zlib.crc32(kind + data),)
        kinds.append(kind)
        place += 12 + length
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
