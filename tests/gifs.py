"""Animated pictures, read again."""

from __future__ import annotations

import io

from PIL import Image


def pictures(file: bytes) -> list[tuple[Image.Image, int]]:
    """Return all pictures of a GIF with the milliseconds for which each is shown."""
    image, found = Image.open(io.BytesIO(file)), []
    assert image.format == "GIF"
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        found.append((image.convert("RGB"), image.info["duration"]))
    return found


def positions(file: bytes) -> list[Image.Image]:
    """Return the pictures that stay for a moment: nothing is on its way there."""
    return [picture for picture, milliseconds in pictures(file) if milliseconds >= 500]
