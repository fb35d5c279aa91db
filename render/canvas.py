"""A picture in the making, in a theme's fixed palette: shapes, gliding pieces, letterboxes, PNG files.

The picture consists of palette entries from the start, and each edge takes the nearest blend. That is several times
faster than drawing in RGB, where every fill computes three channels and the whole picture has to be converted.
"""

from __future__ import annotations

import io
import math
import struct
import threading
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise, product
from typing import Any, NamedTuple, TypeAlias

from PIL import Image, ImageDraw
from zlib_ng import zlib_ng as zlib

from render.lettering import Weight, lettered
from render.masks import NUMBERS, Mask, Planes, Point, Tones, polar
from render.theme import PALETTE_SIZE, Colour, Theme, palette

# PNG files of pictures with a palette, made in strips: most of a board is as it was on the board before.
#
# A picture is a list of strokes on a ground, and a strip of its rows depends on those that touch it. So each strip is
# compressed by itself and cached by its strokes: what did not change since another picture is neither drawn nor
# compressed again. A strip's compressed form ends on a whole byte (RFC 1951, `Z_FULL_FLUSH`) and refers to nothing
# before it: the strips of a picture, one after the other, are one valid stream. In a file that would be too large,
# strips are compressed harder, and at last refer to the strip above, which is part of their cache key then.
#
# zlib-ng makes files of the same size in half of zlib's time.


STRIP = 32
"""Rows: fewer make files larger, more make cache hits rarer."""
STRIPS_KEPT = 8192
"""Eleven megabytes, the boards of about 200 matches."""

COMPRESSION, CROWDED_COMPRESSION = 3, 4
"""zlib-ng's levels, with the least time over whole games: lower ones have more strips compressed again, harder."""
HARD_COMPRESSION = (5, 9)
PROMISED_BYTES = 60 * 1024
"""The greatest size of a file."""
LARGE_BYTES = 80 * 1024
"""The same for star maps of five and six players: in less, their letters would be too small or take too long."""
SAVED = 0.22
"""The share of a file that `HARD_COMPRESSION` saves: it is tried where that keeps a promise."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _PALETTE = 8, 3
_ZLIB = b"\x78\x9c"
_END = b"\x03\x00"
"""An empty last block."""
_ADLER = 65521
_WINDOW = 1 << zlib.MAX_WBITS
"""The bytes that a stream can look back."""

_Key: TypeAlias = tuple[int, int, int]
_Strip: TypeAlias = tuple[bytes, int, int]
"""Its compressed form, and the checksum and the number of its bytes."""


class _Strips:
    """The strips used last, shared by the threads that draw."""

    def __init__(self) -> None:
        self._kept: dict[_Key, _Strip] = {}
        self._lock = threading.Lock()

    def find(self, key: _Key) -> _Strip | None:
        with self._lock:
            if (found := self._kept.pop(key, None)) is not None:
                self._kept[key] = found
        return found

    def add(self, key: _Key, rows: memoryview, before: memoryview | bytes = b"") -> _Strip:
        """Compress rows, referring to those `before`; a key's first number is the level."""
        packer = zlib.compressobj(key[0], zlib.DEFLATED, -zlib.MAX_WBITS, zdict=before[-_WINDOW:])
        strip = packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH), zlib.adler32(rows), len(rows)
        with self._lock:
            self._kept[key] = strip
            if len(self._kept) > STRIPS_KEPT:
                del self._kept[next(iter(self._kept))]
        return strip


_strips = _Strips()


def _png(canvas: Canvas, promised: int) -> bytes:
    """Return a file of a picture.

    `promised` is a size in bytes that the file should not exceed: a file a little above it has its strips compressed
    harder, the smallest first, as they save most for their time.
    """
    header = struct.pack(">IIBBBBB", *canvas.size, _DEPTH, _PALETTE, 0, 0, 0)
    entries = b"".join(map(bytes, canvas.inks.colours))
    beside = len(_SIGNATURE) + len(entries) + len(header) + 4 * len(_chunk(b"IEND", b""))
    parts = (
        (b"IHDR", header),
        (b"PLTE", entries),
        (b"IDAT", _compressed(canvas, promised - beside)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_chunk(kind, part) for kind, part in parts)


def _compressed(canvas: Canvas, promised: int) -> bytes:
    """Return the rows of a picture as one zlib stream (RFC 1950), made of strips of equal length."""
    hashes, level = canvas.strips(), CROWDED_COMPRESSION if canvas.crowded else COMPRESSION
    packed = _packed(canvas, [(level, own, 0) for own in hashes])
    beside = len(_ZLIB) + len(_END) + 4
    total = beside + sum(len(part) for part, *_ in packed)
    most = total if total > (1 + SAVED) * promised else promised
    order = sorted(range(len(packed)), key=lambda place: len(packed[place][0]))
    for level, place in product(HARD_COMPRESSION, order):
        if total <= most:
            break
        key = level, hashes[place], hashes[place - 1] if place else 0
        harder = _strips.find(key) or _strips.add(key, *_pair(canvas, place))
        total += len(harder[0]) - len(packed[place][0])
        packed[place] = harder
    checksum = 1
    for _, own, length in packed:
        checksum = _both(checksum, own, length)
    return b"".join((_ZLIB, *(part for part, *_ in packed), _END, struct.pack(">I", checksum)))


def _packed(canvas: Canvas, keys: Sequence[_Key]) -> list[_Strip]:
    """Return the strips of a picture; those that are not cached are drawn, neighbours together."""
    packed, size = [_strips.find(key) for key in keys], STRIP * (canvas.width + 1)
    missing = [place for place, found in enumerate(packed) if found is None]
    for _, run in groupby(enumerate(missing), lambda each: each[1] - each[0]):
        places = [place for _, place in run]
        rows = memoryview(canvas.rows(STRIP * places[0], STRIP * (places[-1] + 1)).bytes)
        for number, place in enumerate(places):
            packed[place] = _strips.add(keys[place], rows[number * size : (number + 1) * size])
    return [strip for strip in packed if strip is not None]


def _pair(canvas: Canvas, place: int) -> tuple[memoryview, memoryview]:
    """Return a strip and the one above it, which is empty for the first."""
    above = max(place - 1, 0)
    rows = memoryview(canvas.rows(STRIP * above, STRIP * (place + 1)).bytes)
    size = (place - above) * STRIP * (canvas.width + 1)
    return rows[size:], rows[:size]


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
        self.number = next(NUMBERS)
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

STROKES_KEPT = 2048
"""Cached strokes of shapes, and as many of texts."""

REPEATED_KEPT = 1024
"""Cached small pictures with their outlines; about sixteen kilobytes each."""
_repeated: dict[object, tuple[Picture, Picture]] = {}


class Picture:
    """Palette entries (mode L), or chosen pixels (mode 1), drawn once and used again and again; never changed.

    Attributes:
        number: Of no other picture, mask or theme's inks.
    """

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.number = next(NUMBERS)

    @property
    def size(self) -> tuple[int, int]:
        return self.image.size

    @property
    def width(self) -> int:
        return self.image.width

    @property
    def height(self) -> int:
        return self.image.height

    def crop(self, box: tuple[int, int, int, int]) -> Picture:
        return Picture(self.image.crop(box))


class _Stroke(NamedTuple):
    """A part of a picture, from one row to the one below its last.

    Attributes:
        key: Everything that decides its look, as bytes: for each way to draw the number of it, and as many others.
        draw: A way to draw on rows.
        details: Its arguments.
    """

    top: int
    bottom: int
    key: bytes
    draw: Callable[..., None]
    details: tuple[Any, ...]


class _Rows:
    """Rows of a picture in the making, as a file has them: each after its filter's number.

    0, none, is best for palette entries.
    """

    def __init__(self, canvas: Canvas, ground: Picture | int, top: int, bottom: int) -> None:
        self.bytes = bytearray((canvas.width + 1) * (bottom - top))
        self._inks, self._top = canvas.inks, top
        # A picture over these bytes: Pillow's own conversion to bytes takes many times as long. What follows calls
        # Pillow's core: drawn on by its methods, the picture would get other memory, and on pictures as small as
        # letters they take several times longer.
        self.image = Image.frombuffer("L", (canvas.width + 1, bottom - top), self.bytes, "raw", "L", 0, 1)
        self._core = self.image.im
        area = (1, -top, canvas.width + 1, canvas.height - top)
        self._core.paste(ground if isinstance(ground, int) else ground.image.im, area)

    def finish(self) -> None:
        """Set the filters: shapes may have reached beyond the left edge."""
        self._core.paste(0, (0, 0, 1, self.image.height))

    def cover(self, planes: Planes, left: int, top: int, colour: Colour) -> None:
        """Fill a shape."""
        box = self._box(left, top, planes.size)
        whole, parts = planes.cores
        if parts:
            ground = self._core.crop(box)
            lowest, highest = ground.getextrema()
            if lowest == highest:
                self._core.paste(self._stamp(planes, colour, lowest).im, box)
                return
            for share, plane in parts:
                self._core.paste(ground.point(self._inks.blend(colour, share), None), box, plane)
        self._core.paste(self._inks.entry(colour), box, whole)

    def fill(self, left: int, top: int, right: int, bottom: int, entry: int) -> None:
        """Fill a rectangle."""
        self._core.paste(entry, self._box(left, top, (right - left, bottom - top)))

    def lay(self, picture: Picture, left: int, top: int, within: Picture | None) -> None:
        """Paste a picture, or those of its pixels that are chosen."""
        box = self._box(left, top, picture.size)
        if within is None:
            self._core.paste(picture.image.im, box)
        else:
            self._core.paste(picture.image.im, box, within.image.im)

    def cut(self, picture: Picture, planes: Planes, left: int, top: int, rim: Colour) -> None:
        """Paste the part of a picture that a mask of its size covers."""
        box = self._box(left, top, planes.size)
        ground = self._core.crop(box)
        for share, plane in planes.parts:
            self._core.paste(ground.point(self._inks.blend(rim, share), None), box, plane.im)
        self._core.paste(_inner(picture, planes), box, planes.whole.im)

    def _box(self, left: int, top: int, size: tuple[int, int]) -> tuple[int, int, int, int]:
        left, top = left + 1, top - self._top
        return left, top, left + size[0], top + size[1]

    def _stamp(self, planes: Planes, colour: Colour, ground: int) -> Image.Image:
        key = (self._inks, colour, ground)
        stamp = planes.stamps.get(key)
        if stamp is None:
            stamp = Image.new("L", planes.whole.size, ground)
            for share, plane in planes.parts:
                stamp.paste(self._inks.blend(colour, share)[ground], None, plane)
            stamp.paste(self._inks.entry(colour), None, planes.whole)
            if len(planes.stamps) == STAMPS_KEPT:
                planes.stamps.clear()
            planes.stamps[key] = stamp
        return stamp


def _inner(picture: Picture, planes: Planes) -> Any:  # noqa: ANN401 - Pillow's core
    left, top = planes.corner
    return picture.image.im.crop((left, top, left + planes.size[0], top + planes.size[1]))


class Canvas:
    """A picture of the final size, as strokes on a ground: drawn when it is asked for, as far as it is new.

    A `crowded` one has steeper edges, which make the file of many small shapes smaller.
    """

    def __init__(self, ground: Picture | int, size: tuple[int, int], theme: Theme, *, crowded: bool = False) -> None:
        """Draw on a picture, or on one palette entry."""
        self.size = self.width, self.height = size
        self.inks = inks(theme)
        self.crowded = crowded
        self.tones = Tones.STARK if crowded else Tones.CRISP
        self._ground = ground
        self._strokes: list[_Stroke] = []

    @classmethod
    def on(cls, ground: Picture, theme: Theme, *, crowded: bool = False) -> Canvas:
        return cls(ground, ground.size, theme, crowded=crowded)

    @classmethod
    def blank(cls, width: int, height: int, colour: Colour, theme: Theme, *, crowded: bool = False) -> Canvas:
        return cls(inks(theme).entry(colour), (width, height), theme, crowded=crowded)

    def copy(self) -> Canvas:
        canvas = Canvas(self._ground, self.size, self.inks.theme, crowded=self.crowded)
        canvas._strokes = self._strokes.copy()
        return canvas

    @property
    def image(self) -> Image.Image:
        """The picture so far, in palette entries (mode L)."""
        return self.rows(0, self.height).image.crop((1, 0, self.width + 1, self.height))

    @property
    def picture(self) -> Picture:
        """The picture so far."""
        return Picture(self.image)

    def png(self, promised: int = PROMISED_BYTES) -> bytes:
        return _png(self, promised)

    def text(
        self, at: Point, text: str, size: float, colour: Colour, *, anchor: str = "l", weight: Weight = Weight.BOLD
    ) -> None:
        """Draw one line with its capitals centred on the point's height; `anchor` is its `"l"`, `"m"` or `"r"`."""
        if text:
            self._strokes.append(_written(self.tones, at, text, round(size), colour, anchor, weight))

    def lay(self, picture: Picture, corner: Point, within: Picture | None = None) -> None:
        """Paste a picture of the same palette, its upper left on a point, or its pixels that are chosen by another."""
        left, top = round(corner[0]), round(corner[1])
        key = _key(2, picture.number, 0 if within is None else within.number, left, top)
        self._strokes.append(_Stroke(top, top + picture.height, key, _Rows.lay, (picture, left, top, within)))

    def fill(self, mask: Mask, centre: Point, colour: Colour) -> None:
        """Fill a shape, its middle on a point."""
        self._strokes.append(_filled(self.tones, mask, centre, colour))

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
        whole = (self.inks, self.tones, key, entry)
        found = _repeated.get(whole)
        if found is None:
            canvas = Canvas(entry, (2 * reach, 2 * reach), self.inks.theme, crowded=self.crowded)
            paint(canvas, (reach, reach))
            picture = canvas.picture
            drawn = picture.image.point([0 if each == entry else 255 for each in range(256)], "1")
            found = _repeated[whole] = picture, Picture(drawn)
            if len(_repeated) > REPEATED_KEPT:
                _repeated.pop(next(iter(_repeated)), None)
        self.lay(found[0], (centre[0] - reach, centre[1] - reach), found[1])

    def cut(self, picture: Picture, mask: Mask, centre: Point, rim: Colour) -> None:
        """Paste the part of a picture that a mask of its size covers; `rim` is its colour at the shape's edge."""
        planes, left, top = _placed(mask, self.tones, _corner(mask, centre))
        key = _key(3, picture.number, mask.number, left, top, *rim)
        self._strokes.append(_Stroke(top, top + planes.size[1], key, _Rows.cut, (picture, planes, left, top, rim)))

    def box(self, corners: Sequence[Point], rounding: float, colour: Colour) -> None:
        """Fill a rectangle with rounded corners, from its upper left to its lower right."""
        (left, top), (right, bottom) = ((round(x), round(y)) for x, y in corners)
        reach = max(min(round(rounding), (right - left) // 2, (bottom - top) // 2), 0)
        self._fill(left, top + reach, right, bottom - reach, colour)
        if not reach:
            return
        for upper in (top, bottom - reach):
            self._fill(left + reach, upper, right - reach, upper + reach, colour)
        places = ((x, y) for y in (top, bottom - reach) for x in (left, right - reach))
        for mask, place in zip(_round_corners(reach), places, strict=True):
            self._strokes.append(_covered(mask, self.tones, place, colour))

    def smooth(self, bounds: Sequence[Point], colour: Colour, paint: Callable[[Pen], None]) -> None:
        """Draw a shape with smooth edges within `bounds`; `paint` gets a pen in the picture's coordinates."""
        across, down = zip(*bounds, strict=True)
        left, top = math.floor(min(across)), math.floor(min(down))
        right, bottom = math.ceil(max(across)), math.ceil(max(down))
        mask = Mask(_levels((right - left, bottom - top), (left, top), paint))
        self._strokes.append(_covered(mask, self.tones, (left, top), colour))

    def strips(self) -> list[int]:
        """Return for each strip of rows a number that decides it.

        It is 64 bits, keyed anew in each run (SipHash): among the cached strips, two different ones that share one
        occur once in some 10^15, and cannot be searched for.
        """
        ground = -1 - self._ground if isinstance(self._ground, int) else self._ground.number
        common = (ground, self.inks.number, self.crowded, *self.size)
        keys = [[array("q", (*common, place)).tobytes()] for place in range(math.ceil(self.height / STRIP))]
        for top, bottom, key, _, _ in self._strokes:
            for place in range(max(top // STRIP, 0), min((bottom - 1) // STRIP + 1, len(keys))):
                keys[place].append(key)
        return [hash(b"".join(key)) for key in keys]

    def rows(self, top: int, bottom: int) -> _Rows:
        """Draw some rows."""
        rows = _Rows(self, self._ground, top, min(bottom, self.height))
        for first, end, _, draw, details in self._strokes:
            if first < bottom and top < end:
                draw(rows, *details)
        rows.finish()
        return rows

    def _fill(self, left: int, top: int, right: int, bottom: int, colour: Colour) -> None:
        entry = self.inks.entry(colour)
        details = left, top, right, bottom, entry
        self._strokes.append(_Stroke(top, bottom, _key(1, *details), _Rows.fill, details))


@lru_cache(maxsize=STROKES_KEPT)
def _filled(tones: Tones, mask: Mask, centre: Point, colour: Colour) -> _Stroke:
    return _covered(mask, tones, _corner(mask, centre), colour)


@lru_cache(maxsize=STROKES_KEPT)
def _written(tones: Tones, at: Point, text: str, size: int, colour: Colour, anchor: str, weight: Weight) -> _Stroke:
    glyphs = lettered(text, size, weight)
    # Whole pixels: the same letters are then the same pixels, which makes files smaller.
    left = round(at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * glyphs.length) + glyphs.left
    top = round(at[1] + glyphs.capitals / 2) + glyphs.top
    return _covered(glyphs.mask, tones, (left, top), colour)


def _covered(mask: Mask, tones: Tones, corner: tuple[int, int], colour: Colour) -> _Stroke:
    """Return the stroke that fills a shape, the upper left of its mask on a pixel."""
    planes, left, top = _placed(mask, tones, corner)
    key = _key(0, mask.number, left, top, *colour)
    return _Stroke(top, top + planes.size[1], key, _Rows.cover, (planes, left, top, colour))


def _placed(mask: Mask, tones: Tones, corner: tuple[int, int]) -> tuple[Planes, int, int]:
    """Return a mask's planes, their left and their top."""
    planes = mask.planes(tones)
    return planes, corner[0] + planes.corner[0], corner[1] + planes.corner[1]


def _key(*numbers: int) -> bytes:
    return array("q", numbers).tobytes()


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
    pictures, still = [], ground.picture
    for number in range(1, count + 1):
        time = number / (count + 1)
        canvas = Canvas.on(still, ground.inks.theme, crowded=ground.crowded)
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
