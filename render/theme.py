"""Colours: two palettes, each dark and light, for each livery, and signs that distinguish seats without colour.

A colour is three bytes, red, green, blue. Contrast is WCAG 2's ratio; tests check it in every theme.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeAlias

Colour: TypeAlias = tuple[int, int, int]

PALETTE_SIZE = 256


class Palette(StrEnum):
    """A choice of seat colours; the values are stored in player settings."""

    STANDARD = "standard"
    SAFE = "safe"


class Livery(StrEnum):
    """The seats' colours. A game decides, not its reader."""

    ARENA = "arena"
    CHESS = "chess"
    STARS = "stars"
    GENES = "genes"


class Shape(StrEnum):
    """The outline of a seat's pieces. The first four have four-fold symmetry, so none seems to point anywhere."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    CROSS = "cross"
    TRIANGLE = "triangle"
    BURST = "burst"


@dataclass(frozen=True, slots=True)
class Theme:
    """A reader's choice of colours, and the game's livery.

    Attributes:
        dark: Light on dark, or dark on light.
        livery: Four bright colours for up to four seats, White and Black on a chequered board, six civilisations, or
            four bright colours beside those of six genes.
        worn: Of the six, the number of seat 1, 2, …, from 1; 0 for none yet. Empty: each its own.
    """

    palette: Palette = Palette.STANDARD
    dark: bool = True
    livery: Livery = Livery.ARENA
    worn: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatStyle:
    """The colours and signs of a seat.

    Attributes:
        fill: The body of a piece.
        ink: Text and marks on `fill`.
        edge: The outline of a piece, against the board.
        shape: The outline's form.
        letter: The seat's sign in a text board and on its badge.
    """

    fill: Colour
    ink: Colour
    edge: Colour
    shape: Shape
    letter: str


@dataclass(frozen=True, slots=True)
class Colours:
    """A theme's colours.

    Attributes:
        page: Behind everything.
        surface: Cards beside the board.
        well: Empty places on a card.
        cell: A cell of the board; the lighter ones of a chequered board.
        check: The darker cells of a chequered board; elsewhere the same as `cell`.
        text: The strongest text.
        muted: Weaker text; still readable on page, surface and cell.
        accent: The last events.
        walk: Overlay and charts: reached by walking.
        leap: Reached by leaping.
        arc: Reached by electric arcs.
        danger: Captures and threats.
        seats: For seat 1, 2, …
        genes: Of the symbols of six genes, in the order of their letters; empty in other liveries.
    """

    page: Colour
    surface: Colour
    well: Colour
    cell: Colour
    check: Colour
    text: Colour
    muted: Colour
    accent: Colour
    walk: Colour
    leap: Colour
    arc: Colour
    danger: Colour
    seats: tuple[SeatStyle, ...]
    genes: tuple[Colour, ...] = ()

    def seat(self, seat: int) -> SeatStyle:
        return self.seats[seat - 1]

    def tint(self, seat: int) -> Colour:
        return mix(self.cell, self.seat(seat).fill, 0.25)

    def glow(self, cell: Colour) -> Colour:
        """Return the colour of a chequered board's cell, `cell` or `check`, with a recent event."""
        return mix(cell, _GLOW, 0.42 if luminance(cell) > 0.3 else 0.24)

    def mark(self, seat: int) -> Colour:
        """Return the colour of small marks on a piece of this seat."""
        return mix(self.seat(seat).fill, self.seat(seat).ink, 0.8)

    def hatch(self, seat: int) -> Colour:
        """Return the colour of the pattern on this seat's territory."""
        return mix(self.tint(seat), self.seat(seat).edge, 0.17)

    def ghost(self, seat: int) -> Colour:
        return mix(self.cell, self.seat(seat).edge, 0.75)

    def faint(self, seat: int) -> Colour:
        """Return the colour of a faint sign of this seat on a darker square of a chequered board."""
        return mix(self.check, self.seat(seat).edge, 0.3)

    def spent(self, seat: int) -> Colour:
        """Return the colour of the part of this seat's bar behind its mark."""
        return mix(self.surface, self.seat(seat).fill, 0.4)


_GLOW: Colour = (0xF2, 0xC1, 0x2E)
_SHAPES = (Shape.CIRCLE, Shape.SQUARE, Shape.DIAMOND, Shape.CROSS)
LETTERS = "PQRS"
"""The letters of seat 1, 2, …: none is a column of an arena."""


def rgb(code: str) -> Colour:
    """Return the colour written `"RRGGBB"`."""
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


@lru_cache(maxsize=1024)
def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return the blend of two colours; `share` of the second, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def luminance(colour: Colour) -> float:
    """Return the relative luminance of WCAG 2, 0 (black) to 1 (white)."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of WCAG 2, 1 (none) to 21 (black on white)."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


# Seat by seat: fill, ink, edge on dark, edge on light.
_SEATS = {
    Palette.STANDARD: (
        ("BD102B", "FFFFFF", "FF9A94", "7E1212"),
        ("FFDE36", "1B1400", "FFE493", "6B5000"),
        ("3659B9", "FFFFFF", "9CC2FF", "0F3A8C"),
        ("47B591", "03190C", "A6EFC4", "0B5B31"),
    ),
    Palette.SAFE: (
        ("2F5BEA", "FFFFFF", "A3BEFF", "0E2C8F"),
        ("F5DC3C", "1B1400", "FFF3AE", "6B5000"),
        ("B01E3C", "FFFFFF", "FF9FB0", "650A1E"),
        ("8FE3D0", "06231C", "D6FFF5", "0B5A49"),
    ),
}
# White and Black: fill, ink and edge on dark, then fill, ink and edge on light.
_CHESS_SEATS = {
    Palette.STANDARD: (
        ("F6ECD9", "33230F", "FFFFFF", "FFFDF8", "33230F", "5E380C"),
        ("15161B", "F3E8D3", "EABA80", "22242B", "F7EEDF", "07080A"),
    ),
    Palette.SAFE: (
        ("FFEFA6", "2A2000", "FFFADC", "FFF3B8", "2A2000", "5A4700"),
        ("0B1B4A", "E3EBFF", "B9CCFF", "12296B", "FFFFFF", "061338"),
    ),
}
_CHESS_LETTERS = "WB"
# The lighter and the darker squares, on dark and on light.
_CHECKS = {
    Palette.STANDARD: (("684D37", "46352A"), ("F3E4CB", "DDBE98")),
    Palette.SAFE: (("485366", "333C4B"), ("E9EDF3", "C3CCDA")),
}
# Civilisations in the order of their list: fill, ink, edge on dark, edge on light.
_STARS_SEATS = {
    Palette.STANDARD: (
        ("0C5483", "FFFFFF", "7CC8F8", "00456E"),
        ("9E829B", "1F0A16", "F2B8D8", "7A2755"),
        ("FAC716", "1C1300", "FFC95C", "6E4A00"),
        ("7C2410", "FFFFFF", "FF9C66", "6B2600"),
        ("0C9C60", "00140E", "5FE0B8", "00553D"),
        ("72DDFF", "04141F", "B5E1FF", "0F567F"),
    ),
    Palette.SAFE: (
        ("4E0CE8", "FFFFFF", "B9A3FF", "2E0A8C"),
        ("DF6CCD", "240520", "FFB8F3", "7C1F6D"),
        ("FFEE3C", "1C1900", "FFF6A0", "665C00"),
        ("510030", "FFFFFF", "FF86C8", "40001F"),
        ("2F9320", "001002", "8BE67D", "124D09"),
        ("5CFFC5", "00170F", "C6FFE9", "00593C"),
    ),
}
_STARS_SHAPES = (Shape.CIRCLE, Shape.TRIANGLE, Shape.SQUARE, Shape.DIAMOND, Shape.CROSS, Shape.BURST)
_STARS_LETTERS = "HDMSNC"
# Genes in the order of their letters, on dark and on light; their symbols differ in form as well.
_GENES = {
    Palette.STANDARD: (
        ("70DEFD", "DAFF07", "CF6049", "CABF6E", "9784F7", "F097B1"),
        ("0F7FAB", "6F7E04", "904C42", "563A00", "3C0FEA", "E1017B"),
    ),
    Palette.SAFE: (
        ("3CEBFA", "78963C", "FA3C91", "F0C837", "EB4BFF", "E6FFB4"),
        ("0A0A50", "1E7D64", "E13205", "32000A", "7800FF", "CD41CD"),
    ),
}
_DARK = {
    "page": "14181F",
    "surface": "1E242D",
    "well": "2C3440",
    "cell": "2A313C",
    "text": "F3F5F9",
    "muted": "A3AEBD",
    "accent": "FFFFFF",
    "walk": "5FD38D",
    "leap": "6FB4FF",
    "arc": "D9A4FF",
    "danger": "FF7A6B",
}
_LIGHT = {
    "page": "F3F5F8",
    "surface": "FFFFFF",
    "well": "E6EAF0",
    "cell": "DFE4EB",
    "text": "161B23",
    "muted": "515C6B",
    "accent": "10151C",
    "walk": "0B7A3E",
    "leap": "1457C0",
    "arc": "7A2BB8",
    "danger": "B3261E",
}


@lru_cache(maxsize=64)
def colours(theme: Theme) -> Colours:
    """Return a theme's colours."""
    common: dict[str, Any] = {name: rgb(code) for name, code in (_DARK if theme.dark else _LIGHT).items()}
    if theme.livery is Livery.CHESS:
        common["cell"], common["check"] = map(rgb, _CHECKS[theme.palette][0 if theme.dark else 1])
        dressed = zip(_CHESS_SEATS[theme.palette], _SHAPES[:2], _CHESS_LETTERS, strict=True)
        men = []
        for codes, shape, letter in dressed:
            fill, ink, edge = map(rgb, codes[:3] if theme.dark else codes[3:])
            men.append(SeatStyle(fill, ink, edge, shape, letter))
        return Colours(**common, seats=tuple(men))
    stars = theme.livery is Livery.STARS
    every, shapes, letters = (
        (_STARS_SEATS[theme.palette], _STARS_SHAPES, _STARS_LETTERS)
        if stars
        else (_SEATS[theme.palette], _SHAPES, LETTERS)
    )
    seats = tuple(
        SeatStyle(rgb(fill), rgb(ink), rgb(on_dark if theme.dark else on_light), shape, letter)
        for (fill, ink, on_dark, on_light), shape, letter in zip(every, shapes, letters, strict=True)
    )
    if theme.worn:
        bare = SeatStyle(common["muted"], common["page"], common["muted"], Shape.CIRCLE, "")
        seats = tuple(
            seats[worn - 1] if worn else replace(bare, letter=str(seat)) for seat, worn in enumerate(theme.worn, 1)
        )
    genes = _GENES[theme.palette][0 if theme.dark else 1] if theme.livery is Livery.GENES else ()
    return Colours(**common, check=common["cell"], seats=seats, genes=tuple(map(rgb, genes)))


@lru_cache(maxsize=64)
def palette(theme: Theme) -> tuple[Colour, ...]:
    """Return the fixed palette of a theme's pictures: its colours and the blends for smooth edges.

    It does not depend on `Theme.worn`, so pictures of one match share it.
    """
    scheme = colours(replace(theme, worn=()))
    blends = {
        Livery.ARENA: _blends,
        Livery.CHESS: _chequered,
        Livery.STARS: _starred,
        Livery.GENES: _gened,
    }[theme.livery](scheme)
    return tuple(dict.fromkeys(blends))[:PALETTE_SIZE]


def _blends(scheme: Colours) -> Iterator[Colour]:
    """Yield the plain colours, then blends of neighbouring ones: two under letters, one under other edges."""
    yield from (scheme.page, scheme.surface, scheme.well, scheme.cell, scheme.text, scheme.muted, scheme.accent)
    yield from (scheme.walk, scheme.leap, scheme.arc, scheme.danger)
    letters = [
        (back, ink) for back in (scheme.page, scheme.surface, scheme.cell) for ink in (scheme.text, scheme.muted)
    ]
    edges = [
        (scheme.page, scheme.cell),
        (scheme.page, scheme.surface),
        (scheme.surface, scheme.well),
        (scheme.well, scheme.muted),
    ]
    edges += [(scheme.cell, mark) for mark in (scheme.walk, scheme.leap, scheme.arc, scheme.danger)]
    edges += [(scheme.walk, scheme.page), (scheme.surface, scheme.danger), (scheme.page, scheme.danger)]
    for seat, style in enumerate(scheme.seats, 1):
        tint, bar = scheme.tint(seat), scheme.spent(seat)
        yield from (style.fill, style.ink, style.edge, tint, scheme.mark(seat), bar, scheme.ghost(seat))
        letters.append((style.fill, style.ink))
        edges += [(tint, style.edge), (style.fill, style.edge), (tint, scheme.page), (tint, scheme.text)]
        edges += [
            (scheme.surface, style.fill),
            (scheme.surface, style.edge),
            (scheme.page, style.edge),
            (bar, scheme.text),
        ]
        edges += [(style.fill, scheme.page), (scheme.cell, scheme.ghost(seat))]
    yield from (mix(*pair, share) for pair in letters for share in (1 / 3, 2 / 3))
    yield from (mix(*pair, 1 / 2) for pair in edges)


def _chequered(scheme: Colours) -> Iterator[Colour]:
    """Yield the plain colours of a chequered board, then blends of neighbouring ones."""
    squares = [each for cell in (scheme.cell, scheme.check) for each in (cell, scheme.glow(cell))]
    marks = (scheme.accent, scheme.walk, scheme.leap, scheme.danger)
    # The page first: it is the fill colour of pictures.
    yield from (scheme.page, scheme.surface, scheme.well, scheme.text, scheme.muted, scheme.arc, *marks, *squares)
    grounds = [scheme.page, scheme.surface, scheme.well, *squares]
    letters = [
        (back, ink) for back in (scheme.page, scheme.surface, scheme.well) for ink in (scheme.text, scheme.muted)
    ]
    edges = [(scheme.page, scheme.surface), (scheme.surface, scheme.well), (scheme.well, scheme.muted)]
    edges += [(ground, mark) for ground in squares for mark in marks]
    edges += [(scheme.page, mark) for mark in marks]
    for seat, style in enumerate(scheme.seats, 1):
        yield from (style.fill, style.ink, style.edge, scheme.mark(seat), scheme.ghost(seat))
        letters += [(style.fill, style.ink), *((ground, style.edge) for ground in grounds), (style.fill, style.edge)]
        edges += [(ground, style.fill) for ground in grounds] + [(ground, scheme.ghost(seat)) for ground in squares]
        edges += [(style.fill, scheme.mark(seat)), (style.fill, scheme.accent)]
        yield scheme.faint(seat)
    yield from (mix(*pair, share) for pair in letters for share in (1 / 3, 2 / 3))
    yield from (mix(*pair, 1 / 2) for pair in edges)


def _starred(scheme: Colours) -> Iterator[Colour]:
    """Yield the plain colours of a star map, then few blends: a crowded map's file would become too large."""
    yield from (scheme.page, scheme.surface, scheme.well, scheme.cell, scheme.text, scheme.muted, scheme.accent)
    yield from (scheme.walk, scheme.leap, scheme.arc, scheme.danger)
    for seat, style in enumerate(scheme.seats, 1):
        yield from (style.fill, style.ink, style.edge, scheme.tint(seat), scheme.hatch(seat))
    yield from (mix(back, ink, 1 / 2) for back in (scheme.page, scheme.surface) for ink in (scheme.text, scheme.muted))


def _gened(scheme: Colours) -> Iterator[Colour]:
    """Yield the plain colours of cards and tracks, then one blend for each two neighbours."""
    yield from (scheme.page, scheme.surface, scheme.well, scheme.cell, scheme.text, scheme.muted, scheme.accent)
    yield from (scheme.walk, scheme.leap, scheme.arc, scheme.danger, *scheme.genes)
    grounds = (scheme.page, scheme.surface, scheme.well, scheme.text)
    marks = (scheme.text, scheme.muted, scheme.accent, scheme.danger, scheme.walk, *scheme.genes)
    edges = [(ground, mark) for ground in grounds for mark in marks if ground != mark]
    edges += [(scheme.page, scheme.surface), (scheme.surface, scheme.well), (scheme.page, scheme.well)]
    for style in scheme.seats:
        yield from (style.fill, style.ink, style.edge)
        edges += [(style.fill, style.ink), (style.fill, style.edge)]
        edges += [(ground, style.edge) for ground in grounds[:3]]
    yield from (mix(*pair, 1 / 2) for pair in edges)
