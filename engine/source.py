"""Places in a text that is read by offsets: which line and column of the whole file one of them is."""

from __future__ import annotations

from bisect import bisect_right
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
