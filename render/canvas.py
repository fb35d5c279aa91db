"""A picture in the making: smooth shapes and text on RGB, written out as a PNG with a theme's fixed palette."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.hexes import Point, polar
from render.lettering import Weight, font
from render.theme import PALETTE_SIZE, Colour, Theme, palette

SMOOTH = 4
"""Shapes are drawn this many times larger and then reduced, which smooths their edges."""

COMPRESSION = 6
"""zlib's level: a higher one takes several times longer for a few per cent."""


class Canvas:
    """An RGB image of the final size and the drawing on it."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.pen = ImageDraw.Draw(image)

    @classmethod
    def blank(cls, width: int, height: int, colour: Colour) -> Canvas:
        """Return a canvas of one colour."""
        return cls(Image.new("RGB", (width, height), colour))

    def copy(self) -> Canvas:
        """Return an independent copy."""
        return Canvas(self.image.copy())

    def text(
        self, at: Point, text: str, size: float, colour: Colour, *, anchor: str = "lm", weight: Weight = Weight.BOLD
    ) -> None:
        """Draw one line; `anchor` as in Pillow, e.g. `"lm"`: at its left end, halfway up its capitals."""
        face = font(round(size), weight)
        x, y = at
        if anchor[1] == "m":
            # Pillow's middle lies between ascender and descender; capitals and digits look centred half a cap height up.
            y += cap_height(round(size), weight) / 2
            anchor = anchor[0] + "s"
        self.pen.text((x, y), text, fill=colour, font=face, anchor=anchor)

    def stamp(self, sprite: Image.Image, centre: Point) -> None:
        """Lay a sprite with transparency onto the picture, its middle on a point."""
        self.image.paste(sprite, _corner(sprite, centre), sprite)

    def smooth(self, box: Sequence[Point], colour: Colour, paint: Callable[[Pen], None], *, alpha: float = 1) -> None:
        """Draw a shape with smooth edges.

        Args:
            box: Points that bound it, margins included.
            colour: Its colour.
            paint: Draws the shape with the pen it is given, in the picture's coordinates.
            alpha: How much it covers what is below, 0 to 1.
        """
        left, top = (math.floor(min(point[axis] for point in box)) for axis in (0, 1))
        right, bottom = (math.ceil(max(point[axis] for point in box)) for axis in (0, 1))
        mask = Image.new("L", ((right - left) * SMOOTH, (bottom - top) * SMOOTH))
        paint(Pen(ImageDraw.Draw(mask), (left, top), round(255 * alpha)))
        self.image.paste(colour, (left, top, right, bottom), mask.reduce(SMOOTH))

    def png(self, theme: Theme) -> bytes:
        """Return the picture as a PNG file with the theme's palette."""
        return encode(self.image, theme)


class Pen:
    """Draws in picture coordinates on an enlarged image.

    Attributes:
        ink: What is drawn: a level on a mask, a colour on a sprite. May be changed between strokes.
    """

    def __init__(self, draw: ImageDraw.ImageDraw, origin: Point, ink: int | tuple[int, ...]) -> None:
        self._draw = draw
        self._origin = origin
        self.ink = ink

    def _map(self, points: Sequence[Point]) -> list[Point]:
        return [((x - self._origin[0]) * SMOOTH, (y - self._origin[1]) * SMOOTH) for x, y in points]

    def polygon(self, points: Sequence[Point]) -> None:
        """Fill a polygon."""
        self._draw.polygon(self._map(points), fill=self.ink)

    def line(self, points: Sequence[Point], thickness: float) -> None:
        """Draw a line with round joints and ends."""
        mapped = self._map(points)
        self._draw.line(mapped, fill=self.ink, width=round(thickness * SMOOTH), joint="curve")
        radius = thickness * SMOOTH / 2
        for x, y in (mapped[0], mapped[-1]):
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=self.ink)

    def disc(self, centre: Point, radius: float) -> None:
        """Fill a circle."""
        ((x, y),) = self._map([centre])
        reach = radius * SMOOTH
        self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=self.ink)

    def ring(self, centre: Point, radius: float, thickness: float) -> None:
        """Draw a circle; `radius` to the outside of the line."""
        ((x, y),) = self._map([centre])
        reach = radius * SMOOTH
        self._draw.ellipse(
            (x - reach, y - reach, x + reach, y + reach), outline=self.ink, width=round(thickness * SMOOTH)
        )

    def arc(self, centre: Point, radius: float, start: float, end: float, thickness: float) -> None:
        """Draw a part of a circle clockwise; angles in degrees clockwise from upwards, `radius` to the line's middle."""
        steps = max(2, round(abs(end - start) / 5))
        self.line(
            [polar(centre, radius, start + (end - start) * index / steps) for index in range(steps + 1)], thickness
        )

    def box(self, left: float, top: float, right: float, bottom: float, rounding: float) -> None:
        """Fill a rectangle with rounded corners."""
        (start, end) = self._map([(left, top), (right, bottom)])
        self._draw.rounded_rectangle((*start, *end), rounding * SMOOTH, fill=self.ink)


def sprite(size: int, paint: Callable[[Pen], None]) -> Image.Image:
    """Return a square picture with transparency; `paint` draws around the point (0, 0) with RGBA ink."""
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH))
    paint(Pen(ImageDraw.Draw(big), (-size / 2, -size / 2), (0, 0, 0, 0)))
    return big.reduce(SMOOTH)


def solid(colour: Colour, alpha: float = 1) -> tuple[int, int, int, int]:
    """Return a colour as RGBA ink."""
    return (*colour, round(255 * alpha))


@lru_cache(maxsize=256)
def cap_height(size: int, weight: Weight = Weight.BOLD) -> float:
    """Return how tall capitals and digits stand, in pixels."""
    _, top, _, bottom = font(size, weight).getbbox("H", anchor="ls")
    return bottom - top


def index(image: Image.Image, theme: Theme) -> Image.Image:
    """Return an RGB image with the nearest colours of the theme's palette (mode P)."""
    return image.quantize(palette=_palette_image(theme), dither=Image.Dither.NONE)


def encode(image: Image.Image, theme: Theme) -> bytes:
    """Return an RGB image as a PNG file with the theme's palette."""
    buffer = io.BytesIO()
    index(image, theme).save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()


@lru_cache(maxsize=8)
def _palette_image(theme: Theme) -> Image.Image:
    entries = palette(theme)
    image = Image.new("P", (1, 1))
    image.putpalette(
        [channel for colour in (*entries, *entries[:1] * (PALETTE_SIZE - len(entries))) for channel in colour]
    )
    return image


def _corner(image: Image.Image, centre: Point) -> tuple[int, int]:
    return round(centre[0] - image.width / 2), round(centre[1] - image.height / 2)
