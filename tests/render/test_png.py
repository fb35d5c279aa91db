"""PNG files, read again and byte by byte."""

from __future__ import annotations

import io
import random
import struct
import zlib

import pytest
from PIL import Image

from render import canvas as png_module
from render.canvas import png

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


@pytest.mark.parametrize("height", [1, png_module.STRIP - 1, png_module.STRIP, 5 * png_module.STRIP + 7])
def test_strips_that_were_used_before_make_the_same_file(height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lot = random.Random(height)
    first = Image.frombytes("L", (50, height), lot.randbytes(50 * height))
    second = first.copy()
    second.paste(17, (3, height // 2, 9, height // 2 + 1))
    png(first, COLOURS, 5)
    again = png(second, COLOURS, 5)
    monkeypatch.setattr(png_module, "_strips", png_module._Strips())
    assert png(second, COLOURS, 5) == again
    read = Image.open(io.BytesIO(again))
    assert read.tobytes() == second.tobytes()
    data = again[again.index(b"IDAT") + 4 :]
    assert zlib.decompressobj().decompress(data)[:1] == b"\0"  # zlib compares the checksum


def test_what_was_not_used_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_module, "STRIPS_KEPT", 3)
    strips = png_module._Strips()
    for entry in (1, 2, 3, 1, 4):
        strips.get(bytes([entry]) * 10, 5)
    kept = {zlib.decompressobj(-15).decompress(packed)[0] for packed, _ in strips._kept.values()}
    assert kept == {3, 1, 4}
