"""The pages of a game's rules and the tasks of its lesson, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.events import Event
from engine.game import Setup
from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to know.

    Attributes:
        text: In whole sentences.
        rules: Numbers on the game's rules page, e.g. `("R12", "R13")`.
        example: In the game's notation; `text` is then what it means. Empty for a plain point.
    """

    text: Text
    rules: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, and what of it is shown.

    Attributes:
        setup: What it starts from.
        before: What is played from there up to the position: seats and turns, in order.
        seat: Whose turn is shown, or whose hand.
        turn: A whole turn of that seat: the position after it is shown, with what happened. Empty for none.
        reach: A key of the game's `subjects` (`engine.extras.Reaching`): what that piece can do is marked.
        hand: Whether the hand of the seat is shown instead of the board.
        seed: What the chance of the game comes from, where it has any.
        share: How high its picture may be, as part of its width: a higher one is drawn smaller; 0 for any height.
    """

    setup: Setup
    before: tuple[tuple[Seat, str], ...] = ()
    seat: Seat = 1
    turn: str = ""
    reach: str = ""
    hand: bool = False
    seed: str = "lesson"
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of the help.

    Attributes:
        key: Unique in the game, at most 40 characters, e.g. `"arcs"`.
        title: For menus and headings.
        points: In the order in which to read them.
        sheet: Whether the renderer's reference sheet for the game (its charts, its cards) belongs to this page.
        aid: Whether it is the game's aid card, which is offered beside what players hold and what they are asked.
        scene: A position to show with it; None for none. Points from the first one with an example on speak of it, and
            stand below the picture.
    """

    key: str
    title: Text
    points: tuple[Point, ...]
    sheet: bool = False
    aid: bool = False
    scene: Scene | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules of all its points, each once, in the order in which they come."""
        return tuple(dict.fromkeys(number for point in self.points for number in point.rules))


# Lessons: a game learned by playing, task after task, on set-up positions.
#
# A game brings its own (`engine.extras.Taught`). A task accepts every turn that does the thing, however it is done:
# `Task.done` looks at what came of the turn, and the rules themselves refuse what is illegal. What a legal turn misses
# is said by the first of the task's hints that fits.


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
