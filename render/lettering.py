"""The bundled typeface, Inter (SIL Open Font License, `fonts/Inter-LICENSE.txt`), and sentences in their room."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from engine.seat import Seat
from engine.text import Text, Translate
from render.masks import Mask
from render.words import Name, words_of

ELLIPSIS = "…"
_FOLDER = Path(__file__).parent / "fonts"


class Weight(StrEnum):
    """The bundled weights of the typeface."""

    MEDIUM = "Inter-Medium.otf"
    BOLD = "Inter-Bold.otf"


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = Weight.BOLD) -> ImageFont.FreeTypeFont:
    """Return the typeface at a size in pixels, laid out the same on every machine."""
    return ImageFont.truetype(_FOLDER / weight.value, max(size, 1), layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2048)
def width(text: str, size: int, weight: Weight = Weight.BOLD) -> float:
    """Return the width of a text in pixels."""
    return font(size, weight).getlength(text)


def size_in(text: str, room: float, size: int, least: float, weight: Weight = Weight.BOLD) -> int:
    """Return the largest size from `size` down to `least` at which a text is no wider than `room` pixels."""
    while size > least and width(text, size, weight) > room:
        size -= 1
    return size


@dataclass(frozen=True, slots=True)
class Lettered:
    """A drawn line of text, measured in pixels.

    Attributes:
        left: From its start to the mask's left.
        top: From its baseline down to the mask's top; negative.
        length: Its advance.
        capitals: The height of capitals and digits.
    """

    mask: Mask
    left: int
    top: int
    length: float
    capitals: float


@lru_cache(maxsize=1024)
def lettered(text: str, size: int, weight: Weight) -> Lettered:
    face = font(size, weight)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text, anchor="ls"))
    levels = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(levels).text((-left, -top), text, fill=255, font=face, anchor="ls")
    return Lettered(Mask(levels), left, top, face.getlength(text), cap_height(size, weight))


@lru_cache(maxsize=256)
def cap_height(size: int, weight: Weight = Weight.BOLD) -> float:
    _, top, _, bottom = font(size, weight).getbbox("H", anchor="ls")
    return bottom - top


@lru_cache(maxsize=1024)
def drawable(character: str) -> bool:
    """Return whether the typeface has a glyph for a character, and it is safe to draw in a line."""
    if unicodedata.category(character)[0] in "CZ" and character != " ":
        return False
    missing = font(32).getmask("\ufffe", mode="1")
    glyph = font(32).getmask(character, mode="1")
    return glyph.size != missing.size or bytes(glyph) != bytes(missing)


@lru_cache(maxsize=1024)
def plain(text: str, fallback: str) -> str:
    """Return a name in the typeface's characters, on one line.

    Characters without a glyph are left out (pictographs, scripts the typeface lacks, direction marks); if less than
    half of the letters remain, the fallback is used: half a name is worse than none.
    """
    composed = unicodedata.normalize("NFKC", text)
    spaced = "".join(" " if character.isspace() else character for character in composed)
    drawn = "".join(character for character in spaced if drawable(character))
    letters = [character for character in composed if character.isalnum()]
    shown = [character for character in drawn if character.isalnum()]
    if not shown or 2 * len(shown) < len(letters):
        return fallback
    return " ".join(drawn.split())


@lru_cache(maxsize=512)
def fractions(text: str) -> str:
    """Return a text with small digits for those fractions that have no glyph."""
    return "".join(each if drawable(each) else _composed(each) for each in text)


_ABOVE, _BELOW = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SLASH = "\u2044"


def _composed(character: str) -> str:
    above, slash, below = unicodedata.normalize("NFKC", character).partition(_SLASH)
    return f"{above.translate(_ABOVE)}{slash}{below.translate(_BELOW)}" if slash else character


@lru_cache(maxsize=512)
def fit(text: str, room: float, size: int, weight: Weight = Weight.BOLD) -> str:
    """Return the text, cut short with an ellipsis if it is wider than `room` pixels."""
    face = font(size, weight)

    def short(length: int) -> str:
        return text[:length].rstrip() + ELLIPSIS

    if face.getlength(text) <= room:
        return text
    # Longer texts are wider, so the longest that fits comes before the first that is too wide.
    longest = bisect_right(range(1, len(text)), room, key=lambda length: face.getlength(short(length)))
    return short(longest) if longest else ""


def in_width(text: str, room: float, size: int, weight: Weight = Weight.BOLD) -> list[str]:
    """Return a text as lines of at most `room` pixels, broken between words; a wider word is cut."""
    lines: list[str] = []
    line = ""
    for word in words_of(text):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size, weight) > room:
            lines.append(line)
            longer = word
        line = fit(longer, room, size, weight)
    return [*lines, line] if line else lines


# Sentences on pictures, in the reader's language and in the available room.


@dataclass(frozen=True, slots=True)
class Captions:
    """The reader of a picture: a language, and a name for each seat."""

    translate: Translate
    name: Name

    def text_of(self, text: Text) -> str:
        return text.render(self.translate, self.name)

    def text_in(self, text: Text, room: float, size: int, weight: Weight = Weight.BOLD) -> str:
        """Return a text that should fit some pixels; names are cut before anything else."""
        whole = self.text_of(text)
        for share in (0.6, 0.4, 0.25, 0.15):
            if width(whole, size, weight) <= room:
                return whole
            whole = text.render(self.translate, partial(self._short, room=share * room, size=size, weight=weight))
        return fit(whole, room, size, weight)

    def _short(self, seat: Seat, room: float, size: int, weight: Weight) -> str:
        return fit(self.name(seat), room, size, weight)
