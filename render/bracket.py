"""A knock-out as a bracket: as a value, in words, and drawn half as wide as boards, to be read 400 pixels wide.

Winners are in bold type, beside the score; a running tie has an outline, the reader's own side a bar. Lines lead from
tie to tie; where a line would have to leave the picture, or to cross it, ties are numbered and a side says `Winner of
5` or `Loser of 5`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.text import Text, joined_clauses, listed, say
from render.canvas import Canvas
from render.lettering import Weight, fit, in_width, plain, size_in
from render.lettering import width as text_width
from render.masks import Box as Frame
from render.standings import NAME, title_of
from render.theme import Colour, colours
from render.words import ALT_LIMIT, PLAIN, Look, one_line, shortened

WIDTH = 800
"""Of a picture, in pixels."""
WHOLE = 16
"""Entries of the largest bracket shown on one page."""
COLUMNS, ROWS = 4, 8
"""The most in a band: what fits on the screen of a telephone."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A side of a tie.

    Attributes:
        name: The entry's own name; empty while it is unknown.
        drawn: The name for a picture, with letters that its typeface has; empty for the same.
        score: As it is written; empty for none.
        on: Whether it goes on; None while that is open.
        own: Whether it is the reader's.
        source: The number of the tie that decides it, while it is unknown.
        won: Whether it is the winner of that tie; else the loser.
        joined: Whether a line of the picture leads here.
    """

    name: str = ""
    drawn: str = ""
    score: str = ""
    on: bool | None = None
    own: bool = False
    source: int | None = None
    won: bool = True
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A tie; one slot is a bye.

    Attributes:
        number: In the whole bracket, from 1.
        at: The height of its middle in its column, 0 to 1.
        slots: From above.
        live: Whether it is running.
        into: Its winner's next tie, as a place among the boxes of the next column; None for no line.
    """

    number: int
    at: float
    slots: tuple[Slot, ...]
    live: bool = False
    into: int | None = None

    @property
    def bye(self) -> bool:
        return len(self.slots) == 1


@dataclass(frozen=True, slots=True)
class Column:
    """A round, or a part of one.

    Attributes:
        rows: The number of boxes that fit its height.
        boxes: From above.
    """

    heading: Text
    rows: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Columns beside each other, at most `COLUMNS`."""

    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A page of a bracket.

    Attributes:
        title: League and season.
        facts: Short lines below it.
        bands: From above.
        page: From 1.
        pages: Their number.
    """

    title: Text
    facts: tuple[Text, ...]
    bands: tuple[Band, ...]
    page: int = 1
    pages: int = 1

    @property
    def boxes(self) -> Iterable[Box]:
        return (box for band in self.bands for column in band.columns for box in column.boxes)

    @property
    def numbered(self) -> bool:
        """Whether the picture shows numbers: lines do not connect all open sides."""
        return any(slot.source and not slot.joined for box in self.boxes for slot in box.slots)


def bracket_lines(page: Bracket, look: Look = PLAIN, most: int = 40, *, brief: bool = False) -> list[str]:
    """Return a page as lines of text, a round each, with everything in the picture.

    `most` limits the characters of a name; `brief` uses letters for sources and leaves out running ties.
    """
    lines = [title_of(page, look), *map(look.text_of, page.facts)]
    for column in (column for band in page.bands for column in band.columns if column.boxes):
        title, heading = (
            joined_clauses([_tie_text(box, look, most, brief=brief) for box in column.boxes], look.text_of),
            look.text_of(column.heading),
        )
        if heading:
            lines.append(look.text_of(say("{name}: {value}", name=heading, value=title)))
        else:
            lines[-1] = joined_clauses([lines[-1], title], look.text_of)
    return lines


def bracket_text(page: Bracket, look: Look = PLAIN) -> str:
    """Return a page in words, in at most `ALT_LIMIT` characters: names are cut first."""
    text = ""
    for most, brief in (
        (40, False),
        (24, False),
        (16, False),
        (12, False),
        (12, True),
        (8, True),
        (5, True),
        (3, True),
    ):
        text = "\n".join(bracket_lines(page, look, most, brief=brief))
        if len(text) <= ALT_LIMIT:
            break
    return shortened(text)


def _tie_text(box: Box, look: Look, most: int, *, brief: bool) -> str:
    """Return a tie in words, `5. ann 1–0 bob`, with the winner if the score does not show it."""
    names = [_called(slot, look, most, brief=brief) for slot in box.slots]
    scores = [slot.score for slot in box.slots]
    if len(names) == 1:
        text = say("{entry} (bye)", entry=names[0])
    elif len(names) == 2 and all(scores):
        first, second = scores
        text = say("{one} {first}–{second} {other}", one=names[0], other=names[1], first=first, second=second)
    elif len(names) == 2:
        text = say("{one} – {other}", one=names[0], other=names[1])
    else:
        text = say(
            "{entries}", entries=listed([f"{n} {s}".rstrip() for n, s in zip(names, scores, strict=True)], "comma")
        )
    on = [name for name, slot in zip(names, box.slots, strict=True) if slot.on]
    level = len(set(scores)) == 1 or len(names) > 2
    if box.live and not brief:
        text = say("{tie} (running)", tie=text)
    elif on and level and len(names) > 1:
        text = say("{tie} (on: {entries})", tie=text, entries=listed(on, "comma"))
    return f"{box.number}. {look.text_of(text)}"


def _called(slot: Slot, look: Look, most: int, *, brief: bool) -> str:
    if slot.name:
        return one_line(slot.name, look.text_of(NAME), most)
    if slot.source is None:
        return "?"
    if brief:
        return look.text_of((WINNER if slot.won else LOSER).using(number=slot.source))
    text = say("winner of {number}") if slot.won else say("loser of {number}")
    return look.text_of(text.using(number=slot.source))


MARGIN = 14
PAD = 9
HEAD = 50
FACT = 30
HEADING = 36
BAND = 18
GAP = 26
"""Between columns: where lines run."""
BETWEEN = 16
"""Between boxes of a column."""
WIDEST = 330
OUTLINE = 44
"""In the legend, with the room behind it."""

TITLE_SIZE = 34
SMALL_SIZE = 22
LEAST = 19
"""The least size of a name's letters; they are shown at half of it."""


def draw_bracket(page: Bracket, look: Look = PLAIN) -> bytes:
    """Return a page as a PNG file with the theme's palette."""
    return _Sketch(page, look).draw()


class _Sketch:
    """A bracket in the making; places and sizes are in pixels of a picture that is `WIDTH` wide."""

    def __init__(self, page: Bracket, look: Look) -> None:
        self.page, self.look, self.unit = page, look, look.width / WIDTH
        self.scheme = colours(look.theme)
        columns = max((len(band.columns) for band in page.bands), default=1)
        self.size = 25 if columns < COLUMNS else 22
        self.pitch = (WIDTH - 2 * MARGIN + GAP) / max(columns, 2)
        self.wide = min(self.pitch - GAP, WIDEST)
        digits = max((len(str(box.number)) for box in page.boxes), default=1)
        self.gutter = 8 + 12 * digits if page.numbered else 0
        scores = [slot.score for box in page.boxes for slot in box.slots]
        widest = max((self.width_of(score, self.size, Weight.BOLD) for score in scores), default=0)
        self.tally = widest + 16 if widest else 0

    def room(self, *, bye: bool) -> float:
        """Return the room for a name, in pixels: beside its score, if it has an opponent."""
        return (self.wide - self.gutter - (0 if bye else self.tally) - 2 * PAD) * self.unit

    def width_of(self, text: str, size: float, weight: Weight) -> float:
        return text_width(text, round(size * self.unit), weight) / self.unit

    def slot_height(self, band: Band) -> float:
        boxes = [box for column in band.columns for box in column.boxes]
        if all(len(self.lettered(slot, bye=box.bye)[0]) == 1 for box in boxes for slot in box.slots):
            return self.size + 12
        return 2 * (LEAST + 2) + 6

    def lettered(self, slot: Slot, *, bye: bool) -> tuple[list[str], int, Weight]:
        """Return a name in lines, and their size in pixels: smaller letters come before two lines, two before a cut."""
        weight = Weight.BOLD if slot.on else Weight.MEDIUM
        text = plain(slot.drawn or slot.name, self.look.text_of(NAME)) if slot.name else self.hint(slot)
        room = self.room(bye=bye)
        size = size_in(text, room, round(self.size * self.unit), round(LEAST * self.unit), weight)
        if text_width(text, size, weight) <= room:
            return [text], size, weight
        first, rest = _in_two(text, room, size, weight)
        return [first, fit(rest, room, size, weight)], size, weight

    def hint(self, slot: Slot) -> str:
        if slot.joined or slot.source is None:
            return ""
        return self.look.text_of((WINNER if slot.won else LOSER).using(number=slot.source))

    def draw(self) -> bytes:
        facts = [
            line
            for fact in self.page.facts
            for line in in_width(self.look.text_of(fact), (WIDTH - 2 * MARGIN) * self.unit, self.small, Weight.MEDIUM)
        ]
        head = HEAD + FACT * len(facts)
        heights = [self.height(band) for band in self.page.bands]
        whole = (
            head + sum(heights) + BAND * len(heights) + FACT * (1 + max((line for line, *_ in self.key), default=-1))
        )
        size = self.look.width, round((whole + MARGIN / 2) * self.unit)
        canvas = self.canvas = Canvas.blank(*size, self.scheme.page, self.look.theme)
        tall = round(TITLE_SIZE * self.unit)
        room = (WIDTH - 2 * MARGIN) * self.unit
        title = fit(plain(title_of(self.page, self.look), self.look.text_of(NAME)), room, tall)
        canvas.text((MARGIN * self.unit, 28 * self.unit), title, tall, self.scheme.text)
        for index, line in enumerate(facts):
            self.write(MARGIN, HEAD + FACT * (index + 0.5), line, self.small, self.scheme.muted)
        top: float = head
        for band, height in zip(self.page.bands, heights, strict=True):
            self.draw_band(band, top)
            top += height + BAND
        self.draw_legend(top)
        return canvas.png()

    @property
    def small(self) -> int:
        return round(SMALL_SIZE * self.unit)

    @property
    def legend(self) -> list[Text]:
        found = []
        if any(box.live for box in self.page.boxes):
            found.append(LIVE)
        if any(slot.score == self.look.text_of(FORFEIT) for box in self.page.boxes for slot in box.slots):
            found.append(say("{mark}: lost by forfeit", mark=FORFEIT))
        # The examples are from the page: a reader looks for them there.
        hinted = [slot for box in self.page.boxes for slot in box.slots if self.hint(slot) and not slot.name]
        won = [slot.source for slot in hinted if slot.won and slot.source is not None][:1]
        lost = [slot.source for slot in hinted if not slot.won and slot.source is not None][:1]
        found += [say("{mark}: winner of {number}", mark=WINNER.using(number=at), number=at) for at in won]
        found += [say("{mark}: loser of {number}", mark=LOSER.using(number=at), number=at) for at in lost]
        return found

    @cached_property
    def key(self) -> list[tuple[int, float, Text]]:
        """The line, from 0, and the place in it of each part of the legend."""
        placed: list[tuple[int, float, Text]] = []
        line, left = 0, float(MARGIN)
        for text in self.legend:
            taken = self.width_of(self.look.text_of(text), SMALL_SIZE, Weight.MEDIUM) + OUTLINE * (text is LIVE)
            if left > MARGIN and left + taken > WIDTH - MARGIN:
                line, left = line + 1, float(MARGIN)
            placed.append((line, left, text))
            left += taken + 30
        return placed

    def draw_legend(self, top: float) -> None:
        for line, left, text in self.key:
            y = top + FACT * (line + 0.5) - 6
            if text is LIVE:
                self.outline(Frame(left + 2, y - 9, left + OUTLINE - 10, y + 9), self.scheme.page)
            x = left + OUTLINE * (text is LIVE)
            self.write(x, y, self.look.text_of(text), self.small, self.scheme.muted)

    def height(self, band: Band) -> float:
        return HEADING + max(self.step(band) * column.rows for column in band.columns)

    def step(self, band: Band) -> float:
        """Return the distance between boxes of the fullest column."""
        slots = max((len(box.slots) for column in band.columns for box in column.boxes), default=1)
        return max(slots, 1) * self.slot_height(band) + BETWEEN

    def draw_band(self, band: Band, top: float) -> None:
        area, slot = self.height(band) - HEADING, self.slot_height(band)
        frames: list[list[Frame]] = []
        for index, column in enumerate(band.columns):
            left = MARGIN + self.pitch * index
            room, least = (self.pitch - 8) * self.unit, round(LEAST * self.unit)
            heading = self.look.text_of(column.heading)
            size = size_in(heading, room, self.small, least, Weight.MEDIUM)
            heading = fit(heading, room, size, Weight.MEDIUM)
            self.write(left, top + HEADING / 2 - 2, heading, size, self.scheme.muted)
            middles = [top + HEADING + box.at * area for box in column.boxes]
            halves = [len(box.slots) * slot / 2 for box in column.boxes]
            frames.append(
                [Frame(left, y - half, left + self.wide, y + half) for y, half in zip(middles, halves, strict=True)]
            )
        for index, column in enumerate(band.columns):
            for box, frame in zip(column.boxes, frames[index], strict=True):
                if box.into is not None:
                    self.join(frame, frames[index + 1][box.into])
        for column, column_frames in zip(band.columns, frames, strict=True):
            for box, frame in zip(column.boxes, column_frames, strict=True):
                self.draw_box(box, frame)

    def join(self, one: Frame, other: Frame) -> None:
        bend = other.left - GAP / 2
        self.bar(Frame(one.right, one.middle - 1, bend + 1, one.middle + 1), self.scheme.muted)
        low, high = sorted((one.middle, other.middle))
        self.bar(Frame(bend - 1, low - 1, bend + 1, high + 1), self.scheme.muted)
        self.bar(Frame(bend - 1, other.middle - 1, other.left, other.middle + 1), self.scheme.muted)

    def draw_box(self, box: Box, frame: Frame) -> None:
        scheme = self.scheme
        if box.live:
            self.outline(frame.inside(-3), scheme.surface)
        else:
            self.canvas.box(frame.scaled(self.unit).corners, 6 * self.unit, scheme.surface)
        inner = frame.left + self.gutter
        for index, slot in enumerate(box.slots):
            high = (frame.bottom - frame.top) / len(box.slots)
            row = Frame(inner, frame.top + index * high, frame.right, frame.top + (index + 1) * high)
            if slot.own:
                self.bar(Frame(inner, row.top + 1, row.right, row.bottom - 1), scheme.cell)
                self.bar(Frame(inner, row.top + 1, inner + 4, row.bottom - 1), scheme.text)
            if index:
                self.bar(Frame(inner, row.top - 1, row.right, row.top + 1), scheme.page)
            self.draw_slot(slot, row, bye=box.bye)
        if self.gutter:
            self.bar(Frame(inner - 1, frame.top, inner + 1, frame.bottom), scheme.page)
            size = round(LEAST * self.unit)
            self.write(frame.left + self.gutter / 2, frame.middle, str(box.number), size, scheme.muted, "m")

    def draw_slot(self, slot: Slot, row: Frame, *, bye: bool) -> None:
        scheme = self.scheme
        faded = slot.on is False or not slot.name
        ink = scheme.muted if faded else scheme.text
        lines, size, weight = self.lettered(slot, bye=bye)
        leading = size / self.unit + 2
        first = row.middle - leading * (len(lines) - 1) / 2
        for index, line in enumerate(lines):
            self.write(row.left + PAD, first + leading * index, line, size, ink, weight=weight)
        if slot.score:
            tall = round(self.size * self.unit)
            self.write(row.right - self.tally / 2 - 2, row.middle, slot.score, tall, ink, "m", weight=weight)
        elif bye and slot.name:
            word, small = self.look.text_of(BYE), round(LEAST * self.unit)
            taken = max(text_width(line, size, weight) for line in lines) + PAD * self.unit
            if taken + text_width(word, small, Weight.MEDIUM) <= self.room(bye=True):  # else the empty place shows it
                self.write(row.right - PAD, row.middle, word, small, scheme.muted, "r")

    def outline(self, frame: Frame, ground: Colour) -> None:
        self.canvas.box(frame.scaled(self.unit).corners, 8 * self.unit, self.scheme.text)
        self.canvas.box(frame.inside(3).scaled(self.unit).corners, 6 * self.unit, ground)

    def bar(self, frame: Frame, colour: Colour) -> None:
        """Fill a rectangle; a line is at least one pixel wide."""
        (left, top), (right, bottom) = ((round(x), round(y)) for x, y in frame.scaled(self.unit).corners)
        self.canvas.box(((left, top), (max(right, left + 1), max(bottom, top + 1))), 0, colour)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        colour: Colour,
        anchor: str = "l",
        *,
        weight: Weight = Weight.MEDIUM,
    ) -> None:
        """Draw letters at a place of the design; `size` is in pixels of the picture."""
        self.canvas.text((x * self.unit, y * self.unit), text, size, colour, anchor=anchor, weight=weight)


def _in_two(text: str, room: float, size: int, weight: Weight) -> tuple[str, str]:
    """Return a name in two lines, the first as long as possible, broken after a word or a mark if it can be."""
    fitting = [at for at in range(1, len(text)) if text_width(text[:at].rstrip(), size, weight) <= room] or [1]
    marks = [at for at in fitting if text[at - 1] in " -_."]
    at = marks[-1] if marks else fitting[-1]
    return text[:at].rstrip(), text[at:].lstrip()


LIVE = say("running", context="tie of a bracket")
BYE = say("bye", context="tie of a bracket")
WINNER = say("W{number}", context="side of a bracket: the winner of the tie with this number")
LOSER = say("L{number}", context="side of a bracket: the loser of the tie with this number")
FORFEIT = say("FF", context="score of who lost a tie by forfeit")
