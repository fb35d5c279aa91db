"""PNG files of pictures with a palette."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from render.theme import Colour


def png(image: Image.Image, colours: Sequence[Colour], level: int) -> bytes:
    """Return a file.

    Args:
        image: Entries of the palette (mode L).
        colours: The palette.
        level: zlib's.
    """
    picture = image.copy()
    picture.putpalette([channel for colour in colours for channel in colour])
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=level)
    return file.getvalue()
