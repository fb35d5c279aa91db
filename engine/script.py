"""The part of a record below its tags, as values, and where in a file a fault is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from engine.errors import Where
from engine.seat import Seat
from engine.text import Text

NOWHERE = Where()


@dataclass(frozen=True, slots=True)
class Entry:
    """One move, or a surrender, in a record.

    Attributes:
        turn: As `Game.turn` counts turns; in a script that was read, as the record numbers its turns.
        seat: Whose.
        text: In the game's notation; `"F"` for a surrender. For the program and for its seat: what is shown to anybody
            else comes from `shown`.
        forfeit: True for a surrender.
        where: Its place in the file it was read from.
        veil: What readers other than its seat read in place of the text until the game is over, e.g. "freezes a card of
            the hand"; None where everybody may read it. Decided where the entry is made (`Game.veil`).
    """

    turn: int
    seat: Seat
    text: str
    forfeit: bool = False
    where: Where = NOWHERE
    veil: Text | None = None

    def shown(self, reader: Seat | None, *, over: bool) -> str | Text:
        """Return what a seat, or a spectator (None), may read: the text, or what stands in its place.

        Args:
            reader: Whose eyes it is for. For a message to all, None.
            over: Whether the game is over: then everything may be read.
        """
        return self.text if self.veil is None or over or reader == self.seat else self.veil


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a record says was drawn at random (`engine.chance.Chance.scripted`), and where it says so."""

    values: tuple[str | int, ...]
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Note:
    """A line of a record that is no move: what was drawn, what the score was (`engine.record`).

    Attributes:
        after: How many entries come before it.
        text: As written.
        where: Its place in the file it was read from.
    """

    after: int
    text: str
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Script:
    """The part of a record below its tags.

    Attributes:
        names: Of the players, for seat 1, 2, …
        entries: The moves in order.
        draws: What was drawn at random, in order, where the record says so.
        notes: Its lines that are no moves, in order.
        result: What the record says of the result, in its own notation; None if it says nothing.
        result_where: Where it says so.
    """

    names: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    result: str | None = None
    result_where: Where = NOWHERE
    draws: tuple[Drawn, ...] = ()
    notes: tuple[Note, ...] = ()


# Places in a file that is read in parts, by offsets or line by line: which line and column of the whole one is.


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
