"""Animated GIFs, written picture by picture: only what changed is stored, and only the result is kept in memory.

Pillow's own `save_all` keeps every picture until the last and tells no size on the way; here a film stops where it
grows too long.

GIF because every client of Discord's plays it in the message, however old. Animated WebP, which Discord has taken since
2025, would be smaller, but takes several times longer to write, and older clients show its first picture only.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from PIL import GifImagePlugin, Image, ImageChops

from render.theme import PALETTE_SIZE, Colour

CLEAR = PALETTE_SIZE - 1
"""The entry of the palette that stands for "as before"; no picture may use it."""

_LOOP_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_KEEP = 1 << 2  # disposal: leave the picture standing
_TRANSPARENT = 1
_UNCHANGED = [255, *(0,) * 255]
"""Makes a mask of what is the same from the differences of the entries."""


class Gif:
    """A file in the making."""

    def __init__(self, size: tuple[int, int], palette: Sequence[Colour]) -> None:
        """Begin a file.

        Args:
            size: Of all pictures, in pixels.
            palette: Of all pictures, at most 255 colours.

        Raises:
            ValueError: More colours, none being left for what did not change.
        """
        if len(palette) > CLEAR:
            raise ValueError(f"{len(palette)} colours leave none for what did not change")
        colours = [*palette, *[palette[0]] * (PALETTE_SIZE - len(palette))]
        self._file = bytearray(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0))
        self._file += bytes(channel for colour in colours for channel in colour) + _LOOP_FOR_EVER
        self._size = size
        self._before: Image.Image | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Of all pictures, in pixels."""
        return self._size

    def __len__(self) -> int:
        """Return how many bytes the file has so far."""
        return len(self._file) + 1

    def add(self, picture: Image.Image, milliseconds: int) -> None:
        """Add a picture (mode L: entries of the palette) and how long it is shown."""
        shown, corner, flags = picture, (0, 0), _KEEP
        if self._before is not None:
            changed = ImageChops.difference(picture, self._before)
            left, top, right, bottom = changed.getbbox() or (0, 0, 1, 1)
            box, corner = (left, top, right, bottom), (left, top)
            shown = picture.crop(box)
            shown.paste(CLEAR, (0, 0), changed.crop(box).point(_UNCHANGED))
            flags |= _TRANSPARENT
        self._file += b"\x21\xf9\x04" + struct.pack("<BHBB", flags, milliseconds // 10, CLEAR, 0)
        self._file += b"".join(GifImagePlugin.getdata(shown, corner))
        self._before = picture

    def finish(self) -> bytes:
        """Return the file."""
        return bytes(self._file) + b";"
