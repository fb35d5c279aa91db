"""A picture in the making, in a theme's fixed palette: shapes, gliding pieces, letterboxes, PNG files.

The picture consists of palette entries from the start, and each edge takes the nearest blend. That is several times
faster than drawing in RGB, where every fill computes three channels and the whole picture has to be converted.
"""

from __future__ import annotations

import io
import math
import struct
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, product
from typing import TypeAlias

from PIL import Image, ImageDraw
from zlib_ng import zlib_ng as zlib

from render.lettering import Weight, lettered
from render.masks import Mask, Planes, Point, Tones, polar
from render.theme import PALETTE_SIZE, Colour, Theme, palette

# PNG files of pictures with a palette, made in strips: most of a board is unchanged since the board before.
#
# Pictures of one match differ in a few places, and most of a picture's time went into compressing strips that had
# been compressed before. So each strip of rows is compressed by itself, and cached. A strip's compressed form ends on a
# whole byte (RFC 1951, `Z_FULL_FLUSH`) and refers to nothing before it: the strips of a picture, one after the other,
# are one valid stream. In a file that would be too large, strips are compressed harder and refer to the strip above,
# which is part of their cache key then.
#
# zlib-ng makes files of the same size in half of zlib's time.


STRIP = 48
"""Rows: fewer make files larger, more make cache hits rarer."""
STRIPS_KEPT = 8192
"""Nine megabytes, the boards of about 150 matches."""

COMPRESSION = 5
"""zlib-ng's level: with the next and the strip above, files are a fifteenth smaller and take twice as long."""
HARD_COMPRESSION = (6, 9)
PROMISED_BYTES = 60 * 1024
"""The greatest size of a file."""
LARGE_BYTES = 80 * 1024
"""The same for star maps of five and six players: in less, their letters would be too small or take too long."""
SAVED = 0.18
"""The share of a file that `HARD_COMPRESSION` saves: it is tried where that keeps a promise."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _PALETTE = 8, 3
_ZLIB = b"\x78\x9c"
_END = b"\x03\x00"
"""An empty last block."""
_ADLER = 65521
_WINDOW = 1 << zlib.MAX_WBITS
"""The bytes that a stream can look back."""

_Key: TypeAlias = tuple[int, int, int, int]
_Strip: TypeAlias = tuple[bytes, int]
"""Its compressed form and the checksum of its rows."""


def png(image: Image.Image, colours: Sequence[Colour], promised: int | None = None) -> bytes:
    """Return a file from palette entries (mode L).

    `promised` is a size in bytes that the file should not exceed: a file a little above it has its strips compressed
    harder, the smallest first, as they save most for their time.
    """
    header = struct.pack(">IIBBBBB", *image.size, _DEPTH, _PALETTE, 0, 0, 0)
    entries = b"".join(map(bytes, colours))
    beside = len(_SIGNATURE) + len(entries) + len(header) + 4 * len(_chunk(b"IEND", b""))
    data = _compressed(_rows(image), STRIP * (image.width + 1), None if promised is None else promised - beside)
    parts = ((b"IHDR", header), (b"PLTE", entries), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, part) for kind, part in parts)


def _rows(image: Image.Image) -> memoryview:
    """Return the rows of a picture, each after its filter's number: 0, none, is best for palette entries."""
    width, height = image.width + 1, image.height
    rows = bytearray(width * height)
    # A picture over these bytes: Pillow's own conversion to bytes takes many times as long.
    within = Image.frombuffer("L", (width, height), rows, "raw", "L", 0, 1)
    within.im.paste(image.im, (1, 0, width, height))  # pasted by its own method, the picture would get other memory
    return memoryview(rows)


class _Strips:
    """The strips used last, shared by the threads that draw."""

    def __init__(self) -> None:
        self._kept: dict[_Key, _Strip] = {}
        self._lock = threading.Lock()

    def get(self, rows: bytes, level: int, before: bytes = b"") -> _Strip:
        # The hash is 64 bits, keyed anew in each run (SipHash): among the cached strips, two different ones that
        # share one occur once in some 10^15, and cannot be searched for. A digest would double the time.
        key = (level, len(rows), hash(rows), hash(before))
        with self._lock:
            if (found := self._kept.pop(key, None)) is not None:
                self._kept[key] = found
                return found
        packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=before[-_WINDOW:])
        strip = packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH), zlib.adler32(rows)
        with self._lock:
            self._kept[key] = strip
            if len(self._kept) > STRIPS_KEPT:
                del self._kept[next(iter(self._kept))]
        return strip


_strips = _Strips()


def _compressed(rows: memoryview, size: int, promised: int | None) -> bytes:
    """Return rows as one zlib stream (RFC 1950), made of strips of equal length."""
    strips = [rows[start : start + size].tobytes() for start in range(0, len(rows), size)]
    packed = [_strips.get(strip, COMPRESSION) for strip in strips]
    beside = len(_ZLIB) + len(_END) + 4
    total = beside + sum(len(part) for part, _ in packed)
    most = total if promised is None or total > (1 + SAVED) * promised else promised
    order = sorted(range(len(strips)), key=lambda place: len(packed[place][0]))
    for level, place in product(HARD_COMPRESSION, order):
        if total <= most:
            break
        harder = _strips.get(strips[place], level, strips[place - 1] if place else b"")
        total += len(harder[0]) - len(packed[place][0])
        packed[place] = harder
    checksum = 1
    for strip, (_, own) in zip(strips, packed, strict=True):
        checksum = _both(checksum, own, len(strip))
    return b"".join((_ZLIB, *(part for part, _ in packed), _END, struct.pack(">I", checksum)))


def _both(first: int, second: int, length: int) -> int:
    """Return the Adler-32 checksum of two joined pieces from their own; `length` is the second's."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)
    return high % _ADLER << 16 | low % _ADLER


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


# Inks: the blends of a theme's palette colours below a drawing.


class Inks:
    """A theme's palette, and the nearest of its colours to any blend of two.

    Blends are cached: two kilobytes for each ink and share, and a theme has less than a hundred inks.
    """

    def __init__(self, theme: Theme) -> None:
        entries = palette(theme)
        self.theme = theme
        self.colours = (*entries, *entries[:1] * (PALETTE_SIZE - len(entries)))
        self._entries = {colour: entry for entry, colour in reversed(list(enumerate(entries)))}
        self._palette = Image.frombytes("P", (PALETTE_SIZE, 1), bytes(range(PALETTE_SIZE)))
        self._palette.putpalette([channel for colour in self.colours for channel in colour])
        self._grounds = self._palette.convert("RGB")
        self._blends: dict[tuple[Colour, float], tuple[int, ...]] = {}

    def entry(self, colour: Colour) -> int:
        """Return the palette entry nearest to a colour."""
        entry = self._entries.get(colour)
        if entry is None:
            entry = min(range(len(self.colours)), key=lambda each: math.dist(self.colours[each], colour))
            self._entries[colour] = entry
        return entry

    def blend(self, ink: Colour, share: float) -> tuple[int, ...]:
        """Return for each entry its result below an ink that covers a share of it, 0 to 1."""
        table = self._blends.get((ink, share))
        if table is None:
            blends = Image.blend(self._grounds, Image.new("RGB", self._grounds.size, ink), share)
            # Not bytes: Pillow would convert them to numbers each time.
            table = tuple(blends.quantize(palette=self._palette, dither=Image.Dither.NONE).tobytes())
            self._blends[ink, share] = table
        return table


def inks(theme: Theme) -> Inks:
    """Return the inks of a theme, which do not depend on the seats' colours (`Theme.worn`)."""
    return _inks(replace(theme, worn=()) if theme.worn else theme)


@lru_cache(maxsize=16)
def _inks(theme: Theme) -> Inks:
    return Inks(theme)


SMOOTH = 4
"""Shapes are drawn this many times larger and then reduced, which smooths their edges."""

STAMPS_KEPT = 16
"""Cached stamps of each shape: one for each common ground and colour."""

REPEATED_KEPT = 1024
"""Cached small pictures with their outlines; about sixteen kilobytes each."""
_repeated: dict[object, tuple[Image.Image, Image.Image]] = {}


class Canvas:
    """A picture of the final size.

    A `crowded` one has steeper edges, which make the file of many small shapes smaller.
    """

    def __init__(self, image: Image.Image, theme: Theme, *, crowded: bool = False) -> None:
        """Draw on a picture of palette entries (mode L)."""
        self.image = image
        self.inks = inks(theme)
        self.crowded = crowded
        self._tones = Tones.STARK if crowded else Tones.CRISP

    @classmethod
    def blank(cls, width: int, height: int, colour: Colour, theme: Theme, *, crowded: bool = False) -> Canvas:
        return cls(Image.new("L", (width, height), inks(theme).entry(colour)), theme, crowded=crowded)

    def copy(self) -> Canvas:
        return Canvas(self.image.copy(), self.inks.theme, crowded=self.crowded)

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
        """Paste a picture of the same palette, its upper left on a point."""
        self.image.paste(picture, (round(corner[0]), round(corner[1])))

    def fill(self, mask: Mask, centre: Point, colour: Colour) -> None:
        """Fill a shape, its middle on a point."""
        self._cover(mask, _corner(mask, centre), colour)

    def replace(self, picture: Image.Image, mask: Mask, centre: Point) -> None:
        """Paste all pixels of a picture that a mask of its size touches, its middle on a point.

        The picture must have been made for this place, with the ground at the edge of the shape.
        """
        planes = mask.planes(self._tones)
        left, top = planes.corner
        inner = picture.im.crop((left, top, left + planes.whole.width, top + planes.whole.height))
        self.image.im.paste(inner, _box(planes, _corner(mask, centre)), mask.touched(self._tones).im)

    def repeat(
        self, shape: Mask, centre: Point, ground: Colour, key: object, paint: Callable[[Canvas, Point], None]
    ) -> None:
        """Paint a picture within a shape, cached by a key.

        Args:
            shape: Encloses it.
            centre: Its middle, on whole pixels.
            ground: The colour below it.
            key: Everything that decides its look, except ground and theme.
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
        """Paste the part of a picture that a mask of its size covers; `rim` is its colour at the shape's edge."""
        planes = mask.planes(self._tones)
        left, top = planes.corner
        inner = picture.crop((left, top, left + planes.whole.width, top + planes.whole.height))
        self.image.paste(inner, self._tint(planes, _corner(mask, centre), rim), planes.whole)

    def box(self, corners: Sequence[Point], rounding: float, colour: Colour) -> None:
        """Fill a rectangle with rounded corners, from its upper left to its lower right."""
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
        """Draw a shape with smooth edges within `bounds`; `paint` gets a pen in the picture's coordinates."""
        across, down = zip(*bounds, strict=True)
        left, top = math.floor(min(across)), math.floor(min(down))
        right, bottom = math.ceil(max(across)), math.ceil(max(down))
        self._cover(Mask(_levels((right - left, bottom - top), (left, top), paint)), (left, top), colour)

    def png(self, promised: int = PROMISED_BYTES) -> bytes:
        return png(self.image, self.inks.colours, promised)

    def _cover(self, mask: Mask, corner: tuple[int, int], colour: Colour) -> None:
        """Fill a shape, the upper left of its mask on a pixel."""
        planes = mask.planes(self._tones)
        box = _box(planes, corner)
        # Pillow's core: on pictures as small as letters its methods take several times longer than the core functions.
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
        """Blend a shape's partly covered pixels, and return the box of its planes."""
        box = _box(planes, corner)
        image = self.image.im
        ground = image.crop(box)
        for share, plane in planes.parts:
            image.paste(ground.point(self.inks.blend(colour, share), None), box, plane.im)
        return box


def _box(planes: Planes, corner: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top = corner[0] + planes.corner[0], corner[1] + planes.corner[1]
    width, height = planes.size
    return left, top, left + width, top + height


class Pen:
    """Draws in picture coordinates on an enlarged image; its level `ink`, 0 to 255, may change between strokes."""

    def __init__(self, draw: ImageDraw.ImageDraw, origin: Point, ink: int) -> None:
        self._draw = draw
        self._origin = origin
        self.ink = ink

    def polygon(self, points: Sequence[Point]) -> None:
        self._draw.polygon(self._map(points), fill=self.ink)

    def line(self, points: Sequence[Point], thickness: float) -> None:
        mapped = self._map(points)
        self._draw.line(mapped, fill=self.ink, width=round(thickness * SMOOTH))
        radius = thickness * SMOOTH / 2
        # Pillow's own joints ("curve") take several times longer than discs, and its method than the function it calls.
        core, ink = self._draw.draw, self._draw.draw.draw_ink(self.ink)
        for x, y in dict.fromkeys(mapped):
            core.draw_ellipse((x - radius, y - radius, x + radius, y + radius), ink, 1)

    def disc(self, centre: Point, radius: float) -> None:
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
    """Return two opposite corners of the square around a point."""
    return [(centre[0] - reach, centre[1] - reach), (centre[0] + reach, centre[1] + reach)]


@lru_cache(maxsize=64)
def _round_corners(reach: int) -> tuple[Mask, ...]:
    disc = shape(2 * reach, lambda pen: pen.box(-reach, -reach, reach, reach, reach)).levels
    places = ((0, 0), (reach, 0), (0, reach), (reach, reach))
    return tuple(Mask(disc.crop((x, y, x + reach, y + reach))) for x, y in places)


def _corner(mask: Mask, centre: Point) -> tuple[int, int]:
    return round(centre[0] - mask.size[0] / 2), round(centre[1] - mask.size[1] / 2)


# A picture too high for its place: drawn smaller, with space on both sides.


COLOURS = 256
"""Of the smaller picture: its edges are blends."""


def fitted(picture: bytes, share: float) -> bytes:
    """Return a PNG file as wide as before and at most `share` of that high; unchanged if it is not too high."""
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    height = round(drawn.width * share)
    if drawn.height <= height:
        return picture
    small = drawn.resize((round(drawn.width * height / drawn.height), height), Image.Resampling.LANCZOS)
    ground = Image.new("RGB", (drawn.width, height), drawn.getpixel((0, drawn.height // 2)))
    ground.paste(small, ((ground.width - small.width) // 2, 0))
    made = io.BytesIO()
    ground.quantize(COLOURS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
    return made.getvalue()


# Pictures between two positions: pieces glide along their way.


def ways(moves: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return each piece's places by the first of them, itself included, from moves in order."""
    found: dict[str, list[str]] = {}
    for origin, target in moves:
        start = next((start for start, way in found.items() if way[-1] == origin), origin)
        found.setdefault(start, [origin]).append(target)
    return found


def between(
    ground: Canvas,
    gliding: Sequence[tuple[Sequence[Point], Callable[[Canvas, Point], None]]],
    count: int,
) -> list[Image.Image]:
    """Return pictures of gliding pieces, evenly spread in time; they start and stop gently.

    `ground` is the position without these pieces; `gliding` has for each the points of its way and the function that
    draws it.
    """
    pictures = []
    for number in range(1, count + 1):
        time = number / (count + 1)
        canvas = ground.copy()
        for points, paint in gliding:
            paint(canvas, _point(points, time * time * (3 - 2 * time)))
        pictures.append(canvas.image)
    return pictures


def _point(points: Sequence[Point], share: float) -> Point:
    steps = list(pairwise(points))
    left = share * sum(math.dist(*step) for step in steps)
    for start, end in steps:
        length = math.dist(start, end)
        if left <= length:
            part = left / length if length else 0.0
            return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
        left -= length
    return points[-1]
