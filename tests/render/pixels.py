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


# Colours as people see them, also those who lack one kind of cones, and how different two look (CIEDE2000).


DEFICIENCIES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB."""


def linear(colour: Colour) -> tuple[float, ...]:
    """Return the linear light of a colour, three numbers from 0 to 1."""
    return tuple(
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in colour)
    )


def lab(light: tuple[float, ...]) -> tuple[float, float, float]:
    """Return CIE L*a*b* under D65 of linear light."""
    red, green, blue = (min(max(value, 0), 1) for value in light)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: Colour, deficiency: str | None) -> tuple[float, float, float]:
    """Return L*a*b* of what people with a deficiency (None: without one) see of a colour."""
    light = linear(colour)
    if deficiency is not None:
        light = tuple(
            sum(share * value for share, value in zip(row, light, strict=True)) for row in DEFICIENCIES[deficiency]
        )
    return lab(light)


def difference(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Return CIEDE2000 between two colours in L*a*b*: 1 is just seen side by side, 10 is seen at a glance.

    Sharma, Wu and Dalal 2005, whose names of the terms are kept.
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.2 * math.cos(math.radians(4 * hue - 63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    bend = math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * bend
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)
