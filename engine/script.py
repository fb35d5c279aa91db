"""The part of a record below its tags, as values: moves, what was drawn, notes, the result."""

from __future__ import annotations

from dataclasses import dataclass

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
            the hand"; None where everybody may read it. Decided where the entry is made (`engine.extras.Veiling`).
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
    """A line of a record that is no move: what was drawn, what the score was (`engine.notes`).

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
