"""Lessons: a game learned by playing, task after task, on set-up positions.

A game brings its own (`engine.extras.Taught`). A task accepts every turn that does the thing, however it is done:
`Task.done` looks at what came of the turn, and the rules themselves refuse what is illegal. What a legal turn misses is
said by the first of the task's hints that fits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.events import Event
from engine.info import Setup
from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import Text

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A turn that was played for a task.

    Attributes:
        before: The game's own state before it.
        after: The state it led to, choices of others that came to light with it included.
        seat: Who played it.
        texts: What they played, move by move, in canonical notation.
        events: What happened.
        outcome: The result, if it ended the game.
    """

    before: Any
    after: Any
    seat: Seat
    texts: tuple[str, ...]
    events: tuple[Event, ...]
    outcome: Outcome | None

    @property
    def won(self) -> bool:
        """Whether it won the game."""
        return self.outcome is not None and self.outcome.ranks[self.seat - 1] == 1

    def found(self, kind: type[E]) -> tuple[E, ...]:
        """Return what happened of one kind by the learner's doing."""
        return tuple(each for each in self.events if isinstance(each, kind) and each.seat == self.seat)


Check = Callable[[Attempt], bool]


@dataclass(frozen=True, slots=True)
class Hint:
    """Why a legal turn is not what a task asks for.

    Attributes:
        when: Of which turns it speaks.
        text: What it says.
    """

    when: Check
    text: Text


@dataclass(frozen=True, slots=True)
class Task:
    """A step of a lesson.

    Attributes:
        key: Unique in the lesson.
        title: For menus and headings.
        about: What to know, and what to do.
        setup: What its position starts from.
        done: Whether a turn does what was asked for.
        hints: Why others do not; the first that fits is said.
        hint: What is said where none of them fits, and beside the reason why a turn is illegal.
        closing: What was learned.
        rules: The numbers of the rules it was about.
        answer: A turn that does it: the lesson can show it.
        before: What is played from the setup up to the position: seats and turns, in order. The last may be choices
            that others seal before the learner has chosen.
        seat: Whose turn the learner plays.
        seed: What the chance of the game comes from, where it has any.
    """

    key: str
    title: Text
    about: Text
    setup: Setup
    done: Check
    hint: Text
    closing: Text
    rules: tuple[str, ...]
    answer: str
    hints: tuple[Hint, ...] = ()
    before: tuple[tuple[Seat, str], ...] = ()
    seat: Seat = 1
    seed: str = "lesson"
