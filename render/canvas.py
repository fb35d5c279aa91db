"""A picture in the making: smooth shapes and text on RGB, written out as a PNG with a theme's fixed palette."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.hexes import Point, polar
from render.lettering import Weight, lettered
from render.theme import PALETTE_SIZE, Colour, Theme, palette

SMOOTH = 4
"""Shapes are drawn this many times larger and then reduced, which smooths their edges."""

COMPRESSION = 6
"""zlib's level: a higher one takes several times longer for a few per cent."""

HEAVY_BYTES = 80 * 1024
HEAVY_COMPRESSION = 8
"""For the rare picture that would be heavier than that."""

_STEEP = [0] * 96 + [128] * 64 + [255] * 96
"""Of a pixel that a shape covers in part, by how much: nothing, half or all of it is filled."""

_HARD = [0] * 128 + [255] * 128


class Canvas:
    """An RGB image of the final size and the drawing on it.

    Edges of a `crisp` one have fewer tones, which makes the file of a crowded picture a fifth smaller.
    """

    def __init__(self, image: Image.Image, *, crisp: bool = False) -> None:
        self.image = image
        self.crisp = crisp

    @classmethod
    def blank(cls, width: int, height: int, colour: Colour, *, crisp: bool = False) -> Canvas:
        """Return a canvas of one colour."""
        return cls(Image.new("RGB", (width, height), colour), crisp=crisp)

    def text(
        self, at: Point, text: str, size: float, colour: Colour, *, anchor: str = "l", weight: Weight = Weight.BOLD
    ) -> None:
        """Draw one line with its capitals centred on the point's height; `anchor` is its `"l"`, `"m"` or `"r"`."""
        if not text:
            return
        glyphs = lettered(text, round(size), weight)
        # Whole pixels: the same letters are then the same pixels, which makes files smaller.
        left = round(at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * glyphs.length) + glyphs.left
        top = round(at[1] + glyphs.capitals / 2) + glyphs.top
        mask = self._edged(glyphs.mask)
        self.image.paste(colour, (left, top, left + mask.width, top + mask.height), mask)

    def stamp(self, sprite: Image.Image, centre: Point) -> None:
        """Lay a sprite with transparency onto the picture, its middle on a point."""
        self.image.paste(sprite, _corner(sprite, centre), sprite)

    def lay(self, picture: Image.Image, corner: Point) -> None:
        """Lay a picture without transparency onto this one, its upper left on a point."""
        self.image.paste(picture, (round(corner[0]), round(corner[1])))

    def fill(self, mask: Image.Image, centre: Point, colour: Colour) -> None:
        """Fill a shape given as a mask, its middle on a point."""
        left, top = _corner(mask, centre)
        self.image.paste(colour, (left, top, left + mask.width, top + mask.height), self._edged(mask))

    def cut(self, picture: Image.Image, mask: Image.Image, centre: Point) -> None:
        """Lay a part of a picture, given as a mask of the same size, onto this one, its middle on a point."""
        self.image.paste(picture, _corner(picture, centre), self._edged(mask))

    def box(self, corners: Sequence[Point], rounding: float, colour: Colour) -> None:
        """Fill a rectangle with rounded corners, given by its upper left and lower right."""
        (left, top), (right, bottom) = ((round(x), round(y)) for x, y in corners)
        if round(rounding) == 0:
            self.image.paste(colour, (left, top, right, bottom))
            return
        mask = _box_mask(right - left, bottom - top, round(rounding))
        self.image.paste(colour, (left, top, right, bottom), self._edged(mask))

    def smooth(self, bounds: Sequence[Point], colour: Colour, paint: Callable[[Pen], None]) -> None:
        """Draw a shape with smooth edges.

        Args:
            bounds: Points that enclose it, margins included.
            colour: Its colour.
            paint: Draws the shape with the pen it is given, in the picture's coordinates.
        """
        left, top = (math.floor(min(point[axis] for point in bounds)) for axis in (0, 1))
        right, bottom = (math.ceil(max(point[axis] for point in bounds)) for axis in (0, 1))
        mask = Image.new("L", ((right - left) * SMOOTH, (bottom - top) * SMOOTH))
        paint(Pen(ImageDraw.Draw(mask), (left, top), 255))
        self.image.paste(colour, (left, top, right, bottom), self._once(mask.reduce(SMOOTH)))

    def png(self, theme: Theme) -> bytes:
        """Return the picture as a PNG file with the theme's palette."""
        image = index(self.image, theme)
        file = _png(image, COMPRESSION)
        return file if len(file) <= HEAVY_BYTES else _png(image, HEAVY_COMPRESSION)

    def _edged(self, mask: Image.Image) -> Image.Image:
        return _steep(mask) if self.crisp else mask

    def _once(self, mask: Image.Image) -> Image.Image:
        return mask.point(_STEEP) if self.crisp else mask


class Pen:
    """Draws in picture coordinates on an enlarged image.

    Attributes:
        ink: What is drawn: a level on a mask, a colour on a sprite. May be changed between strokes.
    """

    def __init__(self, draw: ImageDraw.ImageDraw, origin: Point, ink: int | tuple[int, ...]) -> None:
        self._draw = draw
        self._origin = origin
        self.ink = ink

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
        self._draw.ellipse(self._around(centre, radius), fill=self.ink)

    def ring(self, centre: Point, radius: float, thickness: float) -> None:
        """Draw a circle; `radius` to the outside of the line."""
        self._draw.ellipse(self._around(centre, radius), outline=self.ink, width=round(thickness * SMOOTH))

    def arc(self, centre: Point, radius: float, start: float, end: float, thickness: float) -> None:
        """Draw a part of a circle; angles in degrees clockwise from upwards, `radius` to the middle of the line."""
        steps = max(2, round(abs(end - start) / 5))
        turns = [start + (end - start) * index / steps for index in range(steps + 1)]
        self.line([polar(centre, radius, turn) for turn in turns], thickness)

    def box(self, left: float, top: float, right: float, bottom: float, rounding: float) -> None:
        """Fill a rectangle with rounded corners."""
        (start, end) = self._map([(left, top), (right, bottom)])
        self._draw.rounded_rectangle((*start, end[0] - 1, end[1] - 1), rounding * SMOOTH, fill=self.ink)

    def _map(self, points: Sequence[Point]) -> list[Point]:
        return [((x - self._origin[0]) * SMOOTH, (y - self._origin[1]) * SMOOTH) for x, y in points]

    def _around(self, centre: Point, radius: float) -> tuple[float, float, float, float]:
        ((x, y),) = self._map([centre])
        reach = radius * SMOOTH
        return x - reach, y - reach, x + reach, y + reach


def sprite(size: int, paint: Callable[[Pen], None]) -> Image.Image:
    """Return a square picture with transparency; `paint` draws around the point (0, 0) with RGBA ink."""
    large = Image.new("RGBA", (size * SMOOTH, size * SMOOTH))
    paint(Pen(ImageDraw.Draw(large), (-size / 2, -size / 2), (0, 0, 0, 0)))
    return large.reduce(SMOOTH)


def shape(size: int, paint: Callable[[Pen], None]) -> Image.Image:
    """Return a square mask; `paint` draws around the point (0, 0)."""
    large = Image.new("L", (size * SMOOTH, size * SMOOTH))
    paint(Pen(ImageDraw.Draw(large), (-size / 2, -size / 2), 255))
    return large.reduce(SMOOTH)


def solid(colour: Colour) -> tuple[int, int, int, int]:
    """Return a colour as RGBA ink."""
    return (*colour, 255)


def around(centre: Point, reach: float) -> list[Point]:
    """Return two corners of the square around a point."""
    return [(centre[0] - reach, centre[1] - reach), (centre[0] + reach, centre[1] + reach)]


def index(image: Image.Image, theme: Theme) -> Image.Image:
    """Return an RGB image with the nearest colours of the theme's palette (mode P)."""
    return image.quantize(palette=_palette_image(theme), dither=Image.Dither.NONE)


def hard(mask: Image.Image) -> Image.Image:
    """Return a mask without smooth edges, which make files larger and do not show where colours are much alike."""
    return mask.point(_HARD)


def _steep(mask: Image.Image) -> Image.Image:
    """Return a mask with three tones, which is kept with it: most masks are used again and again."""
    # What is derived from an image gets a copy of its `info`: whose it is tells.
    kept = mask.info.get("steep")
    if kept is None or kept[0] is not mask:
        kept = mask.info["steep"] = (mask, mask.point(_STEEP))
    made: Image.Image = kept[1]
    return made


@lru_cache(maxsize=64)
def _box_mask(width: int, height: int, rounding: int) -> Image.Image:
    large = Image.new("L", (width * SMOOTH, height * SMOOTH))
    Pen(ImageDraw.Draw(large), (0, 0), 255).box(0, 0, width, height, rounding)
    return large.reduce(SMOOTH)


@lru_cache(maxsize=8)
def _palette_image(theme: Theme) -> Image.Image:
    entries = palette(theme)
    padded = (*entries, *entries[:1] * (PALETTE_SIZE - len(entries)))
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in padded for channel in colour])
    return image


def _corner(image: Image.Image, centre: Point) -> tuple[int, int]:
    return round(centre[0] - image.width / 2), round(centre[1] - image.height / 2)


def _png(image: Image.Image, level: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=level)
    return buffer.getvalue()
