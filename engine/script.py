"""The part of a record below its tags as values, comments and marks around typed moves, and places in files."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from engine.errors import NotationError, SetupError, Where
from engine.seat import Seat
from engine.text import MOST_OF_QUOTE, Text, say_n, shortened

NOWHERE = Where()


@dataclass(frozen=True, slots=True)
class Entry:
    """One move, or a surrender, in a record.

    Attributes:
        turn: As `Game.turn`; in a script that was read, the record's own number.
        text: In the game's notation; `"F"` for a surrender. For the program and its own seat: others read `shown`.
        forfeit: True for a surrender.
        where: Its place in the file.
        veil: Shown to other readers instead of the text until the game is over, e.g. "freezes a card of the hand"; None
            where the text is public. Set when the entry is made (`Game.veil`).
    """

    turn: int
    seat: Seat
    text: str
    forfeit: bool = False
    where: Where = NOWHERE
    veil: Text | None = None

    def shown(self, reader: Seat | None, *, over: bool) -> str | Text:
        """Return the text that a seat, or a spectator (None), may read; after the end (`over`) the whole text."""
        return self.text if self.veil is None or over or reader == self.seat else self.veil


@dataclass(frozen=True, slots=True)
class Drawn:
    """A random draw named in a record (`engine.chance.Chance.scripted`), and its place."""

    values: tuple[str | int, ...]
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Note:
    """A line of a record that is not a move: a draw, a score (`engine.record`).

    Attributes:
        after: The number of entries before it.
        where: Its place in the file.
    """

    after: int
    text: str
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Script:
    """The part of a record below its tags.

    Attributes:
        names: Of the players, for seat 1, 2, …
        draws: The random draws that the record names, in order.
        result: The record's result in its own notation; None if it has none.
        result_where: The place of the result.
    """

    names: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    result: str | None = None
    result_where: Where = NOWHERE
    draws: tuple[Drawn, ...] = ()
    notes: tuple[Note, ...] = ()


# Places in a file that is read in parts, by offsets or line by line: line and column in the whole file.


@dataclass(frozen=True, slots=True)
class Source:
    """A part of a file, in whole lines.

    Attributes:
        first_line: The number of its first line in the file.
        starts: The offset at which each of its lines begins.
    """

    text: str
    first_line: int
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        lengths = (len(line) + 1 for line in self.text.split("\n"))
        object.__setattr__(self, "starts", tuple(accumulate(lengths, initial=0))[:-1])

    def where(self, offset: int) -> Where:
        line = bisect_right(self.starts, offset) - 1
        return Where(self.first_line + line, offset - self.starts[line] + 1)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: its number, the column it starts in (from 1), and its text, without space around it."""

    number: int
    column: int
    text: str

    def where(self, offset: int = 0) -> Where:
        return Where(self.number, self.column + offset)


def lines_of(text: str, first_line: int) -> Iterator[Line]:
    """Yield the non-empty lines of a part of a file; `first_line` is the number of its first line in the file."""
    for number, line in enumerate(text.splitlines(), first_line):
        if line.strip():
            yield Line(number, 1 + len(line) - len(line.lstrip()), line.strip())


# Text around moves: comments, numbers and marks, which are skipped, and lengths, which are bounded.
#
# Reading a text from outside takes linear time: comments are blanked in one pass,
# and the length of an action or set-up position is checked before any pattern.


MOST_OF_ACTION = MOST_OF_QUOTE
"""Characters of one action, its spaces counted as one each; no game writes one half as long."""

MOST_OF_TURN = 1_000
"""Characters of a whole turn as it is written canonically; one in APEX may take two hundred."""

MARKS = "!?"
"""Marks of a reader's opinion after an action, as in `6H5x!?`."""

_ASIDE = re.compile(r"\([^()]*\)|(?P<comment>\{[^}]*(?P<end>\}|\Z)|;[^\n]*|\$\d{1,3}(?!\d))")
"""Names and results in brackets, which stay unchanged; or a comment as in PGN, or the number of one."""

_INK = re.compile(r"[^\s]")


class CommentError(ValueError):
    """A comment begins with `{` at `offset` and never ends."""

    def __init__(self, offset: int) -> None:
        super().__init__(f"the comment at {offset} never ends")
        self.offset = offset


def uncommented(text: str) -> str:
    """Return a text with spaces for its comments (`{…}`, `;` to the end of the line, `$1`), so that places stay."""

    def blank(found: re.Match[str]) -> str:
        if found["comment"] is None:
            return found[0]
        if found["end"] == "" and found[0].startswith("{"):
            raise CommentError(found.start())
        return _INK.sub(" ", found[0])

    return _ASIDE.sub(blank, text)


def without_number(text: str, head: re.Pattern[str], number: int, *, wrong: Callable[[int], Text], rule: str) -> str:
    """Return a pasted turn with spaces in place of its number, so that places stay.

    Args:
        text: As it was pasted.
        head: Matches a number; its group `number` has the digits.
        number: Of the turn to be played.
        wrong: Makes the message about another number.
        rule: The number of the game's rule on numbering turns.

    Raises:
        NotationError: The number is another one.
    """
    found = head.match(text)
    if found is None:
        return text
    if int(found["number"]) != number:
        raise NotationError(wrong(int(found["number"])), code="turn-number", rule=rule, given=shortened(text.strip()))
    return " " * found.end() + text[found.end() :]


def blanked(text: str, gap: re.Pattern[str]) -> str:
    """Return a text with spaces in place of all matches of a pattern."""
    return gap.sub(lambda found: " " * len(found[0]), text)


def unmarked(text: str) -> str:
    """Return a text without the marks at its end; a text of nothing but marks unchanged."""
    return text.rstrip(f"{MARKS} ") or text


def action_text(text: str, *, rule: str) -> str:
    """Return the text of one action on one line, without marks such as `!?`, or `NotationError` if too long."""
    plain = unmarked(" ".join(text.split(maxsplit=MOST_OF_ACTION)))  # more words are too long anyway
    if len(plain) > MOST_OF_ACTION:
        raise NotationError(
            say_n(
                "{text} isn't an action: actions have at most {count} character.",
                "{text} isn't an action: actions have at most {count} characters.",
                MOST_OF_ACTION,
                text=shortened(plain),
            ),
            code="too-long",
            rule=rule,
            given=shortened(plain),
        )
    return plain


def refuse_long_position(text: str, most: int) -> None:
    """Refuse a set-up position longer than any of the game (`SetupError`), before it is read."""
    if len(text) > most:
        reason = say_n(
            "{text} isn't a position: positions in this game have at most {count} character.",
            "{text} isn't a position: positions in this game have at most {count} characters.",
            most,
            text=shortened(text),
        )
        raise SetupError(reason, code="position-long", given=text)
