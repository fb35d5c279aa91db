"""A step of a lesson as one person has it before them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cogs.core.bot import Interaction
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.text import plain
from engine.extras import Taught
from engine.info import Setup
from engine.learning import begin
from engine.lessons import Task
from engine.registry import games, get
from engine.session import Session
from engine.text import say
from hosting.match.model import Person

NOBODY = -1
"""Who sits on the other side of a lesson: no person has this number."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A step, and the position that it shows; a `cogs.ui.position.Position`.

    Attributes:
        game: Key of the game.
        step: Which of its tasks, from 0.
        last: How many there are.
        task: The task.
        session: Its position.
        names: The learner in the seat of the task, and an opponent.
    """

    game: str
    step: int
    last: int
    task: Task
    session: Session
    names: tuple[str, ...]

    @property
    def setup(self) -> Setup:
        """What the position starts from."""
        return self.session.setup


def tasks_of(game: str) -> tuple[Task, ...]:
    """Return the lesson of a game; nothing where it has none, or where there is no such game."""
    return next((each.lesson for each in games() if each.info.key == game and isinstance(each, Taught)), ())


def taught() -> Mapping[str, int]:
    """Return which games have a lesson, and how many steps each has."""
    return {each.info.key: len(each.lesson) for each in games() if isinstance(each, Taught)}


def desk_of(interaction: Interaction, game: str, step: int) -> Desk:
    """Return a step of a lesson for the person behind an interaction.

    Raises:
        Refusal: There is no such step in this version.
    """
    tasks = tasks_of(game)
    if not 0 <= step < len(tasks):
        text = say("There is no such step in my lessons: `/learn` shows all of them.")
        raise Refusal(text, code="no-such-step")
    task = tasks[step]
    session = begin(get(game), task)
    other = plain(say("Opponent"), locale_of(interaction))
    mode = session.game.info.mode(session.setup.mode)
    seats = 0 if mode is None else mode.seats
    learner = Person(NOBODY, interaction.user.display_name).name
    names = tuple(learner if seat == task.seat else other for seat in range(1, seats + 1))
    return Desk(game, step, len(tasks), task, session, names)
