"""A match as an animated picture: a board for each turn, of which the file stores only the changes."""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PIL import GifImagePlugin, Image, ImageChops

from engine.events import Event
from engine.seat import Seat
from engine.text import Text
from render.badges import badge
from render.canvas import Canvas
from render.lettering import Weight, fit, plain
from render.lettering import width as text_width
from render.renderer import Renderer
from render.theme import PALETTE_SIZE, Colour, colours
from render.words import PLAIN, Look, unit_of

# Animated GIFs, written picture by picture: the file stores only the changes, and memory holds only the file.
#
# Pillow's own `save_all` keeps every picture until the last and reports no size on the way; here a film stops when it
# grows too large.
#
# GIF because every client of Discord's plays it in the message, however old. Animated WebP, which Discord has taken
# since 2025, would be smaller, but takes several times longer to write, and older clients show its first picture only.


CLEAR = PALETTE_SIZE - 1
"""The entry of the palette for unchanged pixels; no picture may use it."""

_LOOP_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_KEEP = 1 << 2  # disposal: keep the picture
_TRANSPARENT = 1
_UNCHANGED = [255, *(0,) * 255]
"""Makes a mask of unchanged pixels from the differences of the entries."""


class Gif:
    """A GIF file in the making.

    All pictures have one size in pixels and one palette of at most 255 colours; one entry stays free for unchanged
    pixels.
    """

    def __init__(self, size: tuple[int, int], palette: Sequence[Colour]) -> None:
        if len(palette) > CLEAR:
            raise ValueError(f"{len(palette)} colours leave none for what did not change")
        colours = [*palette, *[palette[0]] * (PALETTE_SIZE - len(palette))]
        self._file = bytearray(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0))
        self._file += bytes(channel for colour in colours for channel in colour) + _LOOP_FOR_EVER
        self._size = size
        self._before: Image.Image | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    def __len__(self) -> int:
        return len(self._file) + 1

    def add(self, picture: Image.Image, milliseconds: int) -> None:
        """Add a picture (mode L: entries of the palette) and its duration."""
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
        return bytes(self._file) + b";"


LIMIT_BYTES = 8 * 1024 * 1024
"""Discord's limit for all users."""

MOST_PICTURES = 250
"""A longer match is shown in steps of several turns."""

WIDTHS = (720, 640, 560, 480, 400)
"""In pixels, the widest first; the narrowest is still readable."""

_PIXELS = 240 * 520 * 650
"""Cap on the pixels drawn for a film: drawing takes time."""

_LONGEST_MS, _SHORTEST_MS = 1500, 500
_WHOLE_MS = 100_000
_FIRST_MS, _LAST_MS = 1500, 6000
_GLIDES, _GLIDE_MS = 6, 50
"""The number of pictures of gliding pieces between two positions, and the duration of each."""
_PAGE = 0
"""Every palette begins with the colour behind everything."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A position of the match and how it came about.

    Attributes:
        last: The events that led there.
        number: Of the turn that led there; 0 at the start.
        caption: The turn in words; at the start, an introduction.
        seat: The player of the turn; None at the start.
        names: The players at that time.
    """

    view: Any
    last: Sequence[Event]
    number: int
    caption: Text
    seat: Seat | None = None
    names: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Film:
    """An animated picture.

    Attributes:
        file: A GIF file.
        size: In pixels.
        pictures: Their number.
        step: Turns from one picture to the next; 1 unless there are very many.
    """

    file: bytes
    size: tuple[int, int]
    pictures: int
    step: int


def film(
    artist: Renderer[Any],
    shots: Sequence[Shot],
    look: Look = PLAIN,
    *,
    turns: int | None = None,
    limit: int = LIMIT_BYTES,
) -> Film:
    """Return an animated picture of successive positions.

    Args:
        artist: Draws the game.
        shots: At least one.
        look: Of its reader; the shots have the names, and the width follows from their number.
        turns: Of the match; None if it ends with the last shot.
        limit: Most bytes of the file; pictures are made smaller and left out to fit.

    Raises:
        ValueError: Not even the first and the last picture fit.
    """
    step = max(1, math.ceil(len(shots) / MOST_PICTURES))
    widths = [width for width in WIDTHS if len(shots) / step * width * width * 1.25 <= _PIXELS] or WIDTHS[-1:]
    while True:
        chosen = list(_every(shots, step))
        for width in widths:
            whole = shots[-1].number if turns is None else turns
            stage = _Stage(artist, replace(look, theme=artist.dress(look.theme), width=width), whole)
            made = stage.made(chosen, limit)
            if made is not None:
                return Film(made.finish(), made.size, len(chosen), step)
        if len(chosen) <= 2:
            raise ValueError(f"{len(chosen)} pictures do not fit in {limit} bytes")
        widths, step = list(WIDTHS[-1:]), 2 * step


def _every(shots: Sequence[Shot], step: int) -> Iterator[Shot]:
    """Yield every nth shot, including the first and the last; the events between two belong to the later."""
    yield shots[0]
    for start in range(1, len(shots), step):
        group = shots[start : start + step]
        events = [event for shot in group for event in shot.last]
        last = group[-1]
        yield replace(last, last=events)


@dataclass(frozen=True, slots=True)
class _Stage:
    artist: Renderer[Any]
    look: Look
    turns: int

    def made(self, shots: Sequence[Shot], limit: int) -> Gif | None:
        # The last board may be higher than the others, as it shows the result; all have one background.
        boards = {index: self._board(shots[index]) for index in {0, len(shots) - 1}}
        width = self.look.width
        strip = round(0.085 * width)
        height = strip + max([*(board.height for board in boards.values()), *self._heights(shots)])
        made = Gif((width, height), _palette(boards[0]))
        for number, shot in enumerate(shots):
            caption = self._caption(shot, strip)
            board = _entries(boards[number] if number in boards else self._board(shot))
            for each in (*(self._glides(shots[number - 1], shot) if number else ()), board):
                picture = Image.new("L", (width, height), _PAGE)
                picture.paste(each, (0, height - each.height))
                picture.paste(caption, (0, 0))
                made.add(picture, _duration(number, len(shots)) if each is board else _GLIDE_MS)
            if len(made) > limit:
                return None
        return made

    def _glides(self, before: Shot, shot: Shot) -> Sequence[Image.Image]:
        if shot.number != before.number + 1:
            return ()
        return self.artist.glide(before.view, shot.last, replace(self.look, names=before.names), count=_GLIDES)

    def _heights(self, shots: Sequence[Shot]) -> list[int]:
        looks = (replace(self.look, names=shot.names) for shot in shots)
        return [self.artist.height(shot.view, shot.last, look) for shot, look in zip(shots, looks, strict=True)]

    def _board(self, shot: Shot) -> Image.Image:
        file = self.artist.draw(shot.view, shot.last, replace(self.look, names=shot.names))
        board = Image.open(io.BytesIO(file))
        board.load()
        return board

    def _caption(self, shot: Shot, height: int) -> Image.Image:
        """Return the strip above a board, in entries of its palette: player, turn and progress, twice."""
        look = replace(self.look, names=shot.names)
        worn = self.artist.dress_for(look.theme, shot.view)
        scheme, unit, width = colours(worn), unit_of(look.width), look.width
        canvas = Canvas.blank(width, height, scheme.surface, worn)
        middle, size, margin = 0.44 * height, round(46 * unit), 24 * unit
        count = f"{shot.number}/{self.turns}"
        canvas.text((width - margin, middle), count, round(38 * unit), scheme.muted, anchor="r", weight=Weight.MEDIUM)
        room = width - 3 * margin - text_width(count, round(38 * unit), Weight.MEDIUM)
        left = margin
        if shot.seat is not None:
            badge(canvas, scheme, shot.seat, (left + 26 * unit, middle), 27 * unit)
            left += 68 * unit
        name = look.called(plain)
        caption = shot.caption.render(look.translate, lambda seat: fit(name(seat), 0.3 * width, size))
        canvas.text((left, middle), fit(caption, room - left + margin, size), size, scheme.text)
        bar = round(0.1 * height)
        canvas.box([(0, height - bar), (width, height)], 0, scheme.well)
        done = width * shot.number / self.turns if self.turns else width
        if done >= 1:
            canvas.box([(0, height - bar), (done, height)], 0, scheme.accent)
        return canvas.image


def _palette(picture: Image.Image) -> list[Colour]:
    """Return the colours of a picture's palette, without the padding at its end."""
    channels = picture.getpalette() or []
    entries: list[Colour] = list(zip(channels[::3], channels[1::3], channels[2::3], strict=True))
    while len(entries) > 1 and entries[-1] == entries[0]:
        entries.pop()
    return entries


def _entries(picture: Image.Image) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())


def _duration(number: int, count: int) -> int:
    if number == count - 1:
        return _LAST_MS
    return _FIRST_MS if number == 0 else min(max(_WHOLE_MS // count, _SHORTEST_MS), _LONGEST_MS)
