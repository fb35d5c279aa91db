"""The table of a league as a value and in words. `render.league.picture` draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.text import Text, say
from render.look import PLAIN, Look
from render.words import ALT_LIMIT, one_line, shortened

PAGE = 20
"""Rows of a page."""

Zone: TypeAlias = Literal["up", "down", "out"]
"""What becomes of a row: promoted or relegated, as the places are now or in the end; it has withdrawn."""
Sign: TypeAlias = tuple[Zone, bool]
"""That, and whether it is certain."""

NAME = say("Player")
"""Stands for a name of which nothing can be shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row.

    Attributes:
        place: From 1; those who are level share one.
        name: Of the entry, as it calls itself.
        played: Its matches that are over.
        won: Of those.
        level: Of those.
        lost: Of those.
        points: As they are written.
        low: The best place that is still possible.
        high: The worst one.
        zone: What becomes of it; None for nothing.
        proven: Whether that is certain, whatever happens.
        own: Whether it is the reader's.
        drawn: The name for a picture, whose typeface may lack letters of it; empty for the same.
        breaks: What it has in each tie-break of the table; empty where that does not put it above or below the row next
            to it.
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
    breaks: tuple[str, ...] = ()

    @property
    def sign(self) -> Sign | None:
        """What its shape tells; None for no shape."""
        return None if self.zone is None else (self.zone, self.proven or self.zone == "out")

    @property
    def span(self) -> str:
        """The possible final places; empty where it is certain that the place stays."""
        if self.low == self.high == self.place:
            return ""
        return f"{self.low}" if self.low == self.high else f"{self.low}\u2013{self.high}"


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of a table.

    Attributes:
        title: Which league, season and division.
        facts: Short lines below it.
        lines: From the top; at most `PAGE`.
        page: From 1.
        pages: How many there are.
        points: Whether points decide; in knock-outs and on ladders they do not, and are not shown.
        breaks: The tie-breaks that put rows in order which are level on points, each in short, as a heading, and in
            full.
    """

    title: Text
    facts: tuple[Text, ...]
    lines: tuple[Line, ...]
    page: int = 1
    pages: int = 1
    points: bool = True
    breaks: tuple[tuple[Text, Text], ...] = ()


def standings_lines(table: Standings, look: Look = PLAIN, most: int = 40, *, signs: bool = True) -> list[str]:
    """Return a page as lines of text: all numbers that the picture shows.

    Args:
        table: The page.
        look: Its reader's language.
        most: Characters of a name at most.
        signs: Whether what becomes of rows is said.
    """
    lines = [title(table, look), *map(look.told, table.facts)]
    return [*lines, *(_row(table, each, look, most, signs=signs) for each in table.lines)]


def title(table: Standings, look: Look) -> str:
    """Return the title, with the page where there are several."""
    if table.pages == 1:
        return look.told(table.title)
    return look.told(say("{title} ({page}/{pages})", title=table.title, page=table.page, pages=table.pages))


def standings_text(table: Standings, look: Look = PLAIN) -> str:
    """Return a page in words, in at most `ALT_LIMIT` characters: names are cut first, numbers never."""
    text = ""
    for most, signs in ((40, True), (24, True), (16, True), (10, True), (10, False), (6, False), (3, False)):
        text = "\n".join(standings_lines(table, look, most, signs=signs))
        if len(text) <= ALT_LIMIT:
            break
    return shortened(text)


def legend(lines: Sequence[Line]) -> list[Sign]:
    """Return the shapes beside some rows."""
    there = {each.sign for each in lines}
    return [sign for sign in SIGNS if sign in there]


SIGNS: Mapping[Sign, Text] = {
    ("up", True): say("promoted", context="row of a table"),
    ("up", False): say("promotion place", context="row of a table"),
    ("down", True): say("relegated", context="row of a table"),
    ("down", False): say("relegation place", context="row of a table"),
    ("out", True): say("withdrawn", context="row of a table"),
}
"""What they mean."""


def _row(table: Standings, line: Line, look: Look, most: int, *, signs: bool) -> str:
    """Return a row: place, name, points, tie-breaks, matches by result, possible places, what becomes of it."""
    breaks = [f"{look.told(short)} {each}" for (short, _), each in zip(table.breaks, line.breaks, strict=False) if each]
    parts = [
        f"{line.place}. {one_line(line.name, look.told(NAME), most)}",
        *([look.told(say("{points} pts", points=line.points))] if table.points else ()),
        *([f"({', '.join(breaks)})"] if breaks else ()),
        f"{line.won}-{line.level}-{line.lost}",
        *([f"[{line.span}]"] if line.span else ()),
        *([look.told(SIGNS[line.sign])] if signs and line.sign is not None else ()),
    ]
    return " ".join(parts)
