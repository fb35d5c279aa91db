"""What stands in pictures, pixel by pixel."""

from __future__ import annotations

import io
import math

from PIL import Image, ImageChops

from render.theme import Colour


def picture(data: bytes) -> Image.Image:
    """Return an encoded picture in red, green and blue."""
    return Image.open(io.BytesIO(data)).convert("RGB")


def grey(data: bytes) -> Image.Image:
    """Return an encoded picture without its colours."""
    return Image.open(io.BytesIO(data)).convert("L")


def near(image: Image.Image, place: tuple[float, float], colour: Colour, *, within: float = 12) -> bool:
    """Return whether a pixel has about this colour."""
    pixel = image.getpixel((round(place[0]), round(place[1])))
    assert isinstance(pixel, tuple)
    return math.dist(pixel, colour) <= within


def differ(one: bytes, other: bytes) -> tuple[int, int, int, int] | None:
    """Return the box outside of which two pictures with the same palette are the same; None if they are."""
    first, second = (Image.open(io.BytesIO(each)) for each in (one, other))
    assert first.getpalette() == second.getpalette()
    return ImageChops.difference(first, second).getbbox()
