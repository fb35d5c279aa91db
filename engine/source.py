"""Places in a file that is read in parts, by offsets or line by line: which line and column of the whole one is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from engine.errors import Where


@dataclass(frozen=True, slots=True)
class Source:
    """A part of a file.

    Attributes:
        text: The part, in whole lines.
        first_line: The number of its first line in the file.
        starts: The offset at which each line of it begins.
    """

    text: str
    first_line: int
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        lengths = (len(line) + 1 for line in self.text.split("\n"))
        object.__setattr__(self, "starts", tuple(accumulate(lengths, initial=0))[:-1])

    def where(self, offset: int) -> Where:
        """Return the place of a character of `text`, by its number from 0."""
        line = bisect_right(self.starts, offset) - 1
        return Where(self.first_line + line, offset - self.starts[line] + 1)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: its number, the column it starts in (from 1), and what it says, without space around it."""

    number: int
    column: int
    text: str

    def where(self, offset: int = 0) -> Where:
        """Return the place of a character of `text`, by its number from 0."""
        return Where(self.number, self.column + offset)


def lines_of(text: str, first_line: int) -> Iterator[Line]:
    """Yield the lines of a part of a file that say anything.

    Args:
        text: The part, in whole lines.
        first_line: The number of its first line in the file.
    """
    for number, line in enumerate(text.splitlines(), first_line):
        if line.strip():
            yield Line(number, 1 + len(line) - len(line.lstrip()), line.strip())
