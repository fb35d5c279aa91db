"""A picture in the making: smooth shapes and text in the colours of a theme's fixed palette, written out as a PNG.

The picture consists of entries of the palette from the start, and each edge takes the blend that is nearest. Drawing is
several times faster so than in RGB, where every fill computes three channels and the whole picture has to be converted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.hexes import Point, polar
from render.inks import inks
from render.lettering import Weight, lettered
from render.masks import Mask, Planes, Tones
from render.png import png
from render.theme import Colour, Theme

SMOOTH = 4
"""Shapes are drawn this many times larger and then reduced, which smooths their edges."""

COMPRESSION = 6
"""zlib-ng's level: the ones above it take three times as long for a tenth of the size."""
HARD_COMPRESSION = 9
PROMISED_BYTES = (60 * 1024, 80 * 1024)
"""What a picture weighs at most; the second for the star maps of five and six, whose letters would become too small."""
SAVED = 0.1
"""What `HARD_COMPRESSION` saves, as a part of a file: it is tried where that keeps a promise."""

STAMPS_KEPT = 16
"""Stamps kept of each shape: one for each ground and colour that it is drawn on again and again."""

REPEATED_KEPT = 1024
"""Small pictures kept with their outlines; about sixteen kilobytes each."""
_repeated: dict[object, tuple[Image.Image, Image.Image]] = {}


class Canvas:
    """A picture of the final size and the drawing on it.

    A `crowded` one is full of small things: its edges are steeper, which makes the file smaller.
    """

    def __init__(self, image: Image.Image, theme: Theme, *, crowded: bool = False) -> None:
        """Draw on a picture that consists of entries of a theme's palette (mode L)."""
        self.image = image
        self.inks = inks(theme)
        self.crowded = crowded
        self._tones = Tones.STARK if crowded else Tones.CRISP

    @classmethod
    def blank(cls, width: int, height: int, colour: Colour, theme: Theme, *, crowded: bool = False) -> Canvas:
        """Return a canvas of one colour."""
        return cls(Image.new("L", (width, height), inks(theme).entry(colour)), theme, crowded=crowded)

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
        self._cover(glyphs.mask, (left, top), colour)

    def lay(self, picture: Image.Image, corner: Point) -> None:
        """Lay a picture of the same palette onto this one, its upper left on a point."""
        self.image.paste(picture, (round(corner[0]), round(corner[1])))

    def fill(self, mask: Mask, centre: Point, colour: Colour) -> None:
        """Fill a shape, its middle on a point."""
        self._cover(mask, _corner(mask, centre), colour)

    def replace(self, picture: Image.Image, mask: Mask, centre: Point) -> None:
        """Lay what a mask touches of a picture of its size onto this one, its middle on a point.

        The picture must have been made for this place, with what lies below at the edge of the shape.
        """
        planes = mask.planes(self._tones)
        left, top = planes.corner
        inner = picture.im.crop((left, top, left + planes.whole.width, top + planes.whole.height))
        self.image.im.paste(inner, _box(planes, _corner(mask, centre)), mask.touched(self._tones).im)

    def repeat(
        self, shape: Mask, centre: Point, ground: Colour, key: object, paint: Callable[[Canvas, Point], None]
    ) -> None:
        """Paint something within a shape, the same way each time.

        Args:
            shape: Encloses it.
            centre: Its middle, on whole pixels.
            ground: The colour below it.
            key: What decides how it looks, besides the ground and the theme.
            paint: Draws it with its middle on a point of a canvas.
        """
        reach, entry = shape.reach, self.inks.entry(ground)
        whole = (self.inks, self._tones, key, entry)
        found = _repeated.get(whole)
        if found is None:
            canvas = Canvas(Image.new("L", (2 * reach, 2 * reach), entry), self.inks.theme, crowded=self.crowded)
            paint(canvas, (reach, reach))
            drawn = canvas.image.point([0 if each == entry else 255 for each in range(256)], "1")
            found = _repeated[whole] = canvas.image, drawn
            if len(_repeated) > REPEATED_KEPT:
                _repeated.pop(next(iter(_repeated)), None)
        left, top = round(centre[0]) - reach, round(centre[1]) - reach
        self.image.im.paste(found[0].im, (left, top, left + 2 * reach, top + 2 * reach), found[1].im)

    def cut(self, picture: Image.Image, mask: Mask, centre: Point, rim: Colour) -> None:
        """Lay what a mask of the same size covers of a picture onto this one, its middle on a point.

        `rim` is the picture's colour at the edge of the shape.
        """
        planes = mask.planes(self._tones)
        left, top = planes.corner
        inner = picture.crop((left, top, left + planes.whole.width, top + planes.whole.height))
        self.image.paste(inner, self._tint(planes, _corner(mask, centre), rim), planes.whole)

    def box(self, corners: Sequence[Point], rounding: float, colour: Colour) -> None:
        """Fill a rectangle with rounded corners, given by its upper left and lower right."""
        (left, top), (right, bottom) = ((round(x), round(y)) for x, y in corners)
        image, entry = self.image.im, self.inks.entry(colour)
        reach = min(round(rounding), (right - left) // 2, (bottom - top) // 2)
        if reach <= 0:
            image.paste(entry, (left, top, right, bottom))
            return
        image.paste(entry, (left, top + reach, right, bottom - reach))
        for upper in (top, bottom - reach):
            image.paste(entry, (left + reach, upper, right - reach, upper + reach))
        places = ((x, y) for y in (top, bottom - reach) for x in (left, right - reach))
        for mask, place in zip(_round_corners(reach), places, strict=True):
            self._cover(mask, place, colour)

    def smooth(self, bounds: Sequence[Point], colour: Colour, paint: Callable[[Pen], None]) -> None:
        """Draw a shape with smooth edges.

        Args:
            bounds: Points that enclose it, margins included.
            colour: Its colour.
            paint: Draws the shape with the pen it is given, in the picture's coordinates.
        """
        across, down = zip(*bounds, strict=True)
        left, top = math.floor(min(across)), math.floor(min(down))
        right, bottom = math.ceil(max(across)), math.ceil(max(down))
        self._cover(Mask(_levels((right - left, bottom - top), (left, top), paint)), (left, top), colour)

    def png(self) -> bytes:
        """Return the picture as a PNG file with the theme's palette."""
        file = png(self.image, self.inks.colours, COMPRESSION)
        if any(most < len(file) <= (1 + SAVED) * most for most in PROMISED_BYTES):
            file = png(self.image, self.inks.colours, HARD_COMPRESSION)
        return file

    def _cover(self, mask: Mask, corner: tuple[int, int], colour: Colour) -> None:
        """Fill a shape, the upper left of its mask on a pixel."""
        planes = mask.planes(self._tones)
        box = _box(planes, corner)
        # Pillow's core: on pictures as small as letters its methods take several times longer than what they call.
        image = self.image.im
        whole, parts = planes.cores
        if parts:
            ground = image.crop(box)
            lowest, highest = ground.getextrema()
            if lowest == highest:
                image.paste(self._stamp(planes, colour, lowest).im, box)
                return
            for share, plane in parts:
                image.paste(ground.point(self.inks.blend(colour, share), None), box, plane)
        image.paste(self.inks.entry(colour), box, whole)

    def _stamp(self, planes: Planes, colour: Colour, ground: int) -> Image.Image:
        """Return what a shape is on a ground of one entry."""
        key = (self.inks, colour, ground)
        stamp = planes.stamps.get(key)
        if stamp is None:
            stamp = Image.new("L", planes.whole.size, ground)
            for share, plane in planes.parts:
                stamp.paste(self.inks.blend(colour, share)[ground], None, plane)
            stamp.paste(self.inks.entry(colour), None, planes.whole)
            if len(planes.stamps) == STAMPS_KEPT:
                planes.stamps.clear()
            planes.stamps[key] = stamp
        return stamp

    def _tint(self, planes: Planes, corner: tuple[int, int], colour: Colour) -> tuple[int, int, int, int]:
        """Colour what a shape covers in part, and return where its planes lie."""
        box = _box(planes, corner)
        image = self.image.im
        ground = image.crop(box)
        for share, plane in planes.parts:
            image.paste(ground.point(self.inks.blend(colour, share), None), box, plane.im)
        return box


def _box(planes: Planes, corner: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return where planes lie on a picture, the upper left of their mask on a pixel."""
    left, top = corner[0] + planes.corner[0], corner[1] + planes.corner[1]
    width, height = planes.size
    return left, top, left + width, top + height


class Pen:
    """Draws in picture coordinates on an enlarged image.

    Attributes:
        ink: The level that is drawn, 0 to 255. May be changed between strokes.
    """

    def __init__(self, draw: ImageDraw.ImageDraw, origin: Point, ink: int) -> None:
        self._draw = draw
        self._origin = origin
        self.ink = ink

    def polygon(self, points: Sequence[Point]) -> None:
        """Fill a polygon."""
        self._draw.polygon(self._map(points), fill=self.ink)

    def line(self, points: Sequence[Point], thickness: float) -> None:
        """Draw a line with round joints and ends."""
        mapped = self._map(points)
        self._draw.line(mapped, fill=self.ink, width=round(thickness * SMOOTH))
        radius = thickness * SMOOTH / 2
        # Pillow's own joints ("curve") take several times longer than discs, as does its method than what it calls.
        core, ink = self._draw.draw, self._draw.draw.draw_ink(self.ink)
        for x, y in dict.fromkeys(mapped):
            core.draw_ellipse((x - radius, y - radius, x + radius, y + radius), ink, 1)

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


def shape(size: int, paint: Callable[[Pen], None]) -> Mask:
    """Return a square mask; `paint` draws around the point (0, 0)."""
    return Mask(_levels((size, size), (-size / 2, -size / 2), paint))


def _levels(size: tuple[int, int], origin: Point, paint: Callable[[Pen], None]) -> Image.Image:
    large = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH))
    paint(Pen(ImageDraw.Draw(large), origin, 255))
    return large.reduce(SMOOTH)


def around(centre: Point, reach: float) -> list[Point]:
    """Return two corners of the square around a point."""
    return [(centre[0] - reach, centre[1] - reach), (centre[0] + reach, centre[1] + reach)]


@lru_cache(maxsize=64)
def _round_corners(reach: int) -> tuple[Mask, ...]:
    """Return the corners of a rounded rectangle: upper left and right, lower left and right."""
    disc = shape(2 * reach, lambda pen: pen.box(-reach, -reach, reach, reach, reach)).levels
    places = ((0, 0), (reach, 0), (0, reach), (reach, reach))
    return tuple(Mask(disc.crop((x, y, x + reach, y + reach))) for x, y in places)


def _corner(mask: Mask, centre: Point) -> tuple[int, int]:
    return round(centre[0] - mask.size[0] / 2), round(centre[1] - mask.size[1] / 2)
