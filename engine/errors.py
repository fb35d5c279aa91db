"""Errors in a player's input, and explanations of refused moves.

ArenaError
├── SetupError               a mode, option, position or data version that the game does not have
├── MoveError                one move
│   ├── NotationError        it cannot be read
│   ├── IllegalMoveError     it can be read, and the rules forbid it here
│   └── AmbiguousMoveError   several legal moves are written like this: `candidates`
├── TurnError                a move inside a whole turn; `__cause__` is the MoveError
└── RecordError              a line of a record; `__cause__` is the MoveError where a move is at fault

Each carries the input, the position it was tried in, a stable `code`, and the number of the rule.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from engine.text import Text, shortened


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a text: line and column, both from 1."""

    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class ArenaError(Exception):
    """A mistake that a person can correct.

    Attributes:
        text: What is wrong and why, for people.
        code: A stable name for programs, e.g. `"matrix-threatened"`.
        rule: The rule's number on the game's rules page, e.g. `"R16"`; empty where no rule is at stake.
        given: The rejected input.
        position: The position it was tried in, as the game writes positions; may be empty.
        suggestions: Corrections in canonical notation, best first; may be empty.
        names: The players of seats 1, 2, …, where known and named in the text; the engine leaves it empty.
    """

    names: tuple[str, ...] = ()

    def __init__(
        self,
        text: Text,
        *,
        code: str,
        rule: str = "",
        given: str = "",
        position: str = "",
        suggestions: tuple[str, ...] = (),
    ) -> None:
        super().__init__(text)
        self.text = text
        self.code = code
        self.rule = rule
        self.given = given
        self.position = position
        self.suggestions = suggestions

    def __str__(self) -> str:
        parts = [str(self.text)]
        if self.rule:
            parts.append(f"[{self.rule}]")
        if self.given:
            parts.append(f"(in {shortened(self.given)!r})")
        return " ".join(parts)


class SetupError(ArenaError):
    """The game has no such mode, option, position or data version."""


class MoveError(ArenaError):
    """A single move is at fault."""


class NotationError(MoveError):
    """The text is not a move in this game's notation."""


class IllegalMoveError(MoveError):
    """The move is well written and against the rules here."""


class AmbiguousMoveError(MoveError):
    """Several legal moves match the text; `candidates` are their canonical texts."""

    def __init__(
        self, text: Text, *, candidates: tuple[str, ...], given: str, rule: str = "", position: str = ""
    ) -> None:
        super().__init__(text, code="ambiguous", rule=rule, given=given, position=position, suggestions=candidates)
        self.candidates = candidates


class TurnError(ArenaError):
    """A move inside a turn is wrong; no move of the turn was applied.

    Attributes:
        index: The move's number in the turn, from 0.
        column: Its start in the turn's text, from 0.
        action: Its text.
    """

    def __init__(
        self, cause: MoveError, *, given: str, index: int, column: int, action: str, position: str = ""
    ) -> None:
        super().__init__(
            cause.text,
            code=cause.code,
            rule=cause.rule,
            given=given,
            position=cause.position or position,
            suggestions=cause.suggestions,
        )
        self.index = index
        self.column = column
        self.action = action


class RecordError(ArenaError):
    """A record cannot be read or does not replay.

    Attributes:
        where: Line and column in the file.
        turn: The turn's number in the record; 0 outside the moves.
        seat: The seat that moved; 0 outside the moves.
        action: The move's text; empty outside the moves.
    """

    def __init__(
        self,
        text: Text,
        *,
        code: str,
        where: Where,
        turn: int = 0,
        seat: int = 0,
        action: str = "",
        rule: str = "",
        position: str = "",
        suggestions: tuple[str, ...] = (),
    ) -> None:
        super().__init__(text, code=code, rule=rule, given=action, position=position, suggestions=suggestions)
        self.where = where
        self.turn = turn
        self.seat = seat
        self.action = action


# Explanations of refused moves: one reason, and what the player may have meant.


MOST_SIMILAR = 10
"""Cap on the suggestions that an error carries."""

_MOST_OF_TEXT = 80
"""Compared characters; no move is longer, and comparison takes time."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason against a move; fields as in `ArenaError`."""

    code: str
    rule: str
    reason: Text
    suggestions: tuple[str, ...] = ()

    def error(self, given: str, position: str) -> IllegalMoveError:
        """Return the error about a move, as it was given, in a position."""
        return IllegalMoveError(
            self.reason,
            code=self.code,
            rule=self.rule,
            given=given,
            position=position,
            suggestions=self.suggestions,
        )


def similar(texts: Sequence[str], given: str) -> tuple[str, ...]:
    """Return the texts most like the given one, best first; the first few if none is similar."""
    folded = {"".join(each.split()).casefold(): each for each in texts}
    wanted = "".join(given.split(maxsplit=_MOST_OF_TEXT))[:_MOST_OF_TEXT].casefold()  # words enough for all that counts
    close = difflib.get_close_matches(wanted, folded, n=MOST_SIMILAR, cutoff=0.6)
    return tuple(folded[each] for each in close) or tuple(texts[:MOST_SIMILAR])
