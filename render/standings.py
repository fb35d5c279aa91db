"""The table of a league as a value, in words, and as a picture to be read 400 pixels wide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol, TypeAlias

from engine.text import Text, listed, say
from render.canvas import Canvas, Pen
from render.lettering import Weight, fit, fractions, in_width, plain
from render.lettering import width as text_width
from render.masks import Box, Point
from render.theme import Colour, colours
from render.words import ALT_LIMIT, PLAIN, Look, one_line, shortened

PAGE = 20
"""Rows of a page."""

Zone: TypeAlias = Literal["up", "down", "out"]
"""The consequence of a place, current or final: promotion or relegation; or a withdrawal."""
Sign: TypeAlias = tuple[Zone, bool]
"""That, and whether it is certain."""

NAME = say("Player", context="in place of a name that can't be drawn")
"""The fallback for a name that cannot be shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row.

    Attributes:
        place: From 1; equal rows share one.
        name: The entry's own name.
        played: Its finished matches.
        points: As they are written.
        low: The best place that is still possible.
        high: The worst one.
        zone: The consequence of its place; None for none.
        proven: Whether that is certain, whatever happens.
        own: Whether it is the reader's.
        drawn: The name for a picture, with letters that its typeface has; empty for the same.
        breaks: Its value in each tie-break of the table; empty where that does not separate it from a neighbouring row.
    """

    place: int
    name: str
    played: int
    won: int
    level: int
    lost: int
    points: str
    low: int
    high: int
    zone: Zone | None = None
    proven: bool = False
    own: bool = False
    drawn: str = ""
    breaks: tuple[str | Text, ...] = ()

    @property
    def sign(self) -> Sign | None:
        return None if self.zone is None else (self.zone, self.proven or self.zone == "out")

    @property
    def span(self) -> str:
        """The possible final places; empty if the place is certain."""
        if self.low == self.high == self.place:
            return ""
        return f"{self.low}" if self.low == self.high else f"{self.low}\u2013{self.high}"


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of a table.

    Attributes:
        title: League, season and division.
        facts: Short lines below it.
        lines: From the top; at most `PAGE`.
        page: From 1.
        pages: Their number.
        points: Whether points decide; in knock-outs and on ladders they do not, and are not shown.
        breaks: The tie-breaks that separate rows with equal points, each with a short heading and in full.
    """

    title: Text
    facts: tuple[Text, ...]
    lines: tuple[Line, ...]
    page: int = 1
    pages: int = 1
    points: bool = True
    breaks: tuple[tuple[Text, Text], ...] = ()


def standings_lines(table: Standings, look: Look = PLAIN, most: int = 40, *, signs: bool = True) -> list[str]:
    """Return a page as lines of text; `most` limits a name's characters, `signs` adds consequences."""
    lines = [title_of(table, look), *map(look.text_of, table.facts)]
    return [*lines, *(_row(table, each, look, most, signs=signs) for each in table.lines)]


class Paged(Protocol):
    """A page of a table or a bracket."""

    @property
    def title(self) -> Text: ...
    @property
    def page(self) -> int: ...
    @property
    def pages(self) -> int: ...


def title_of(page: Paged, look: Look) -> str:
    """Return the title, with the page if there are several."""
    if page.pages == 1:
        return look.text_of(page.title)
    return look.text_of(say("{title} ({page}/{pages})", title=page.title, page=page.page, pages=page.pages))


def standings_text(table: Standings, look: Look = PLAIN) -> str:
    """Return a page in words, in at most `ALT_LIMIT` characters: names are cut first, numbers never."""
    text = ""
    for most, signs in ((40, True), (24, True), (16, True), (10, True), (10, False), (6, False), (3, False)):
        text = "\n".join(standings_lines(table, look, most, signs=signs))
        if len(text) <= ALT_LIMIT:
            break
    return shortened(text)


def legend(lines: Sequence[Line]) -> list[Sign]:
    used = {each.sign for each in lines}
    return [sign for sign in SIGNS if sign in used]


SIGNS: Mapping[Sign, Text] = {
    ("up", True): say("promoted", context="row of a table"),
    ("up", False): say("promotion place", context="row of a table"),
    ("down", True): say("relegated", context="row of a table"),
    ("down", False): say("relegation place", context="row of a table"),
    ("out", True): say("withdrawn", context="row of a table"),
}
"""Their meanings."""


def _row(table: Standings, line: Line, look: Look, most: int, *, signs: bool) -> str:
    breaks = [
        f"{look.text_of(short)} {_value(look, each)}"
        for (short, _), each in zip(table.breaks, line.breaks, strict=False)
        if each
    ]
    parts = [
        f"{line.place}. {one_line(line.name, look.text_of(NAME), most)}",
        *([look.text_of(say("{points} pts", points=line.points))] if table.points else ()),
        *([f"({', '.join(breaks)})"] if breaks else ()),
        f"{line.won}-{line.level}-{line.lost}",
        *([f"[{line.span}]"] if line.span else ()),
        *([look.text_of(SIGNS[line.sign])] if signs and line.sign is not None else ()),
    ]
    return " ".join(parts)


# The table of a league as a picture: half as wide as boards, so that it can be read 400 pixels wide.
#
# A shape shows the consequence of a place: a triangle that points up or down, a cross for a withdrawal. It is
# filled if that is certain, and hollow if it may change.


WIDTH = 800
"""Of a picture, in pixels."""

DESIGN_WIDTH = 600
MARGIN = 10
PAD = 14
HEAD = 44
FACT = 26
HEADING = 34
ROW = 32

TITLE_SIZE = 28
TEXT_SIZE = 20
SMALL_SIZE = 18

_MARK, _PLACE, _NAME = 26, 66, 78
"""Middle of the shape, right edge of the place, left edge of the name."""
_END = 580.0
"""Right edge of the last column."""
_NUMBER, _POINTS, _BREAK, _BREAKS, _SPAN = 40.0, 68.0, 58.0, 180.0, 68.0
"""Widths of columns: whole numbers, points, a tie-break, several of them, possible places."""
_MOST = 3
"""Tie-breaks with a column each; for more, one column has those that each row needs, at most two."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of numbers.

    `cell` returns its text in a row; `main` makes it stand out, `muted` pale.
    """

    heading: Text
    width: float
    cell: Callable[[Line], str]
    main: bool = False
    muted: bool = False


def draw_standings(table: Standings, look: Look = PLAIN) -> bytes:
    """Return a page as a PNG file with the theme's palette."""
    unit = look.width / DESIGN_WIDTH
    room = (DESIGN_WIDTH - 2 * (MARGIN + PAD)) * unit
    facts = [
        line
        for fact in table.facts
        for line in in_width(look.text_of(fact), room, round(SMALL_SIZE * unit), Weight.MEDIUM)
    ]
    key = _key_places(legend(table.lines), look)
    head = HEAD + FACT * len(facts) + 8
    below = head + HEADING + ROW * len(table.lines) + 6
    height = below + FACT * (1 + max((line for line, *_ in key), default=-1)) + MARGIN
    canvas = Canvas.blank(look.width, round(height * unit), colours(look.theme).page, look.theme)
    sketch = _Sketch(canvas, look, unit)
    sketch.draw_head(title_of(table, look), facts)
    sketch.draw_table(table, head)
    for line, left, sign, words in key:
        y = below + 4 + FACT * (line + 0.5)
        sketch.draw_mark(sign, (left, y))
        sketch.small(left + 16, y, words, colours(look.theme).muted)
    return canvas.png()


@dataclass(frozen=True, slots=True)
class _Sketch:
    """A table in the making; places and heights are in pixels of the design."""

    canvas: Canvas
    look: Look
    unit: float

    def draw_head(self, words: str, facts: Sequence[str]) -> None:
        scheme, left = colours(self.look.theme), MARGIN + PAD
        size = round(TITLE_SIZE * self.unit)
        words = fit(plain(words, self.look.text_of(NAME)), (DESIGN_WIDTH - 2 * left) * self.unit, size)
        self.canvas.text((left * self.unit, (MARGIN + 16) * self.unit), words, size, scheme.text)
        for index, line in enumerate(facts):
            self.small(left, HEAD + FACT * (index + 0.5), line, scheme.muted)

    def draw_table(self, table: Standings, top: float) -> None:
        scheme, unit = colours(self.look.theme), self.unit
        bottom = top + HEADING + ROW * len(table.lines) + 6
        frame = Box(MARGIN, top, DESIGN_WIDTH - MARGIN, bottom)
        self.canvas.box(frame.scaled(unit).corners, 10 * unit, scheme.surface)
        y = top + HEADING / 2
        columns = _columns(table, self.look)
        for right, column in columns:
            self.small(right, y, self.look.text_of(column.heading), scheme.muted, "r")
        for index, line in enumerate(table.lines):
            self.draw_row(line, top + HEADING + ROW * index, columns)

    def draw_row(self, line: Line, top: float, columns: Sequence[tuple[float, _Column]]) -> None:
        """Draw a row; the reader's own has a bar at its left and a ground of its own."""
        scheme, unit = colours(self.look.theme), self.unit
        y = top + ROW / 2
        if line.own:
            own = Box(MARGIN, top + 1, DESIGN_WIDTH - MARGIN, top + ROW - 1).scaled(unit)
            self.canvas.box(own.corners, 0, scheme.cell)
            bar = Box(MARGIN, top + 1, MARGIN + 5, top + ROW - 1).scaled(unit)
            self.canvas.box(bar.corners, 0, scheme.text)
        if line.sign is not None:
            self.draw_mark(line.sign, (_MARK, y))
        ink = scheme.muted if line.zone == "out" else scheme.text
        self.small(_PLACE, y, str(line.place), ink, "r")
        size = round(TEXT_SIZE * unit)
        right, first = columns[0]
        taken = text_width(first.cell(line), round(SMALL_SIZE * unit), Weight.MEDIUM)
        room = (right - _NAME - 10) * unit - taken
        name = fit(plain(line.drawn or line.name, self.look.text_of(NAME)), room, size)
        self.canvas.text((_NAME * unit, y * unit), name, size, ink)
        for right, column in columns:
            text = fractions(column.cell(line))
            if column.main:
                self.canvas.text((right * unit, y * unit), text, size, ink, anchor="r")
            else:
                text = fit(text, (column.width - 4) * unit, round(SMALL_SIZE * unit), Weight.MEDIUM)
                self.small(right, y, text, scheme.muted if column.muted else ink, "r")

    def draw_mark(self, sign: Sign, at: Point) -> None:
        (zone, certain), scheme, unit = sign, colours(self.look.theme), self.unit
        x, y = at[0] * unit, at[1] * unit
        reach = 7 * unit
        turn = -1 if zone == "up" else 1
        corners = [(x - reach, y - turn * reach * 0.8), (x + reach, y - turn * reach * 0.8), (x, y + turn * reach)]

        def paint(pen: Pen) -> None:
            if zone == "out":
                for end in (-0.7 * reach, 0.7 * reach):
                    pen.line([(x - 0.7 * reach, y - end), (x + 0.7 * reach, y + end)], 3 * unit)
            elif certain:
                pen.polygon(corners)
            else:
                pen.line([*corners, corners[0], corners[1]], 2 * unit)

        ink: Colour = scheme.muted if zone == "out" else scheme.text
        self.canvas.smooth([(x - 2 * reach, y - 2 * reach), (x + 2 * reach, y + 2 * reach)], ink, paint)

    def small(self, x: float, y: float, text: str, colour: Colour, anchor: str = "l") -> None:
        size = round(SMALL_SIZE * self.unit)
        self.canvas.text((x * self.unit, y * self.unit), text, size, colour, anchor=anchor, weight=Weight.MEDIUM)


def headings_text(table: Standings) -> Text:
    """Return the meaning of the columns' headings."""
    text = say("{m}: matches, {w}: won, {d}: drawn, {l}: lost", m=_M, w=_W, d=_D, l=_L)
    if any(line.span for line in table.lines):
        text = say("{m}: matches, {w}: won, {d}: drawn, {l}: lost, {ends}: the places still possible")
        text = text.using(m=_M, w=_W, d=_D, l=_L, ends=_ENDS)
    if not table.breaks:
        return text
    breaks = [say("{short}: {name}", short=short, name=name) for short, name in table.breaks]
    return say("{headings}; for ties, {breaks}", headings=text, breaks=listed(breaks, "comma"))


_M = say("M", context="heading of a table: matches")
_W = say("W", context="heading of a table: won")
_D = say("D", context="heading of a table: drawn")
_L = say("L", context="heading of a table: lost")
_ENDS = say("Ends", context="heading of a table: possible final places")


def _columns(table: Standings, look: Look) -> list[tuple[float, _Column]]:
    """Return the columns of a table from the left, each with its right edge."""
    ties = len(table.breaks) if table.points else 0
    found = []
    if table.points:
        heading = say("Points", context="heading of a table")
        found.append(_Column(heading, _POINTS, lambda line: line.points, main=True))
    if ties > _MOST:
        shorts = [look.text_of(short) for short, _ in table.breaks]
        found.append(
            _Column(say("Level", context="heading of a table"), _BREAKS, partial(_breaks, look, shorts), muted=True)
        )
    for at, (short, _) in enumerate(table.breaks[:ties] if ties <= _MOST else ()):
        found.append(_Column(short, _BREAK, partial(_break, look, at), muted=True))
    if any(line.span for line in table.lines):
        found.append(_Column(_ENDS, _SPAN, lambda line: line.span, muted=True))
    results = [
        _Column(_W, _NUMBER, lambda line: str(line.won)),
        _Column(_D, _NUMBER, lambda line: str(line.level)),
        _Column(_L, _NUMBER, lambda line: str(line.lost)),
    ]
    room = _END - _NAME - _NUMBER - sum(column.width for column in (*results, *found))
    size = round(TEXT_SIZE * look.width / DESIGN_WIDTH)
    names = [text_width(plain(each.drawn or each.name, look.text_of(NAME)), size) for each in table.lines]
    if not ties or max(names, default=0) <= room * look.width / DESIGN_WIDTH:  # the words have matches by result
        found = [*results, *found]
    found.insert(0, _Column(_M, _NUMBER, lambda line: str(line.played)))
    widths = [column.width for column in found]
    return [(_END - sum(widths[at + 1 :]), column) for at, column in enumerate(found)]


def _break(look: Look, at: int, line: Line) -> str:
    return _value(look, line.breaks[at]) if at < len(line.breaks) else ""


def _breaks(look: Look, shorts: Sequence[str], line: Line) -> str:
    return " ".join(f"{short} {_value(look, each)}" for short, each in zip(shorts, line.breaks, strict=False) if each)


def _value(look: Look, value: str | Text) -> str:
    return value if isinstance(value, str) else look.text_of(value)


def _key_places(key: Sequence[Sign], look: Look) -> list[tuple[int, float, Sign, str]]:
    """Return the line, from 0, the place in it, and the words of each explained shape."""
    unit, first = look.width / DESIGN_WIDTH, MARGIN + PAD + 4.0
    placed, line, left = [], 0, first
    for sign in key:
        words = look.text_of(SIGNS[sign])
        taken = 16 + text_width(words, round(SMALL_SIZE * unit), Weight.MEDIUM) / unit
        if left > first and left + taken > DESIGN_WIDTH - MARGIN:
            line, left = line + 1, first
        placed.append((line, left, sign, words))
        left += taken + 24
    return placed
