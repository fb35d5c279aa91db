"""Doing a lesson: the position of a task, what comes of a turn there, and the scenes that rules pages show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.chance import Chance
from engine.events import Event
from engine.game import Attempt, Game, Scene, Task
from engine.session import Session
from engine.text import Text
from engine.turn import listing


@dataclass(frozen=True, slots=True)
class Verdict:
    """What comes of a turn that was played for a task.

    Attributes:
        done: Whether it does what was asked for.
        text: What was learned, or why it does not.
        session: Where it led.
    """

    done: bool
    text: Text
    session: Session


def begin(game: Game[Any, Any, Any], task: Task) -> Session:
    """Return the position of a task, in which its learner is to play a turn."""
    session = Session.start(game, task.setup, Chance.from_text(task.seed))
    for seat, text in task.before:
        session = session.play(seat, text)
    return session


def judge(task: Task, before: Session, text: str) -> Verdict:
    """Return what comes of a turn.

    Args:
        task: For which it is played.
        before: Its position (`begin`).
        text: A whole turn, in notation.

    Raises:
        TurnError: It cannot be read, is illegal, or is not finished.
    """
    game, after = before.game, before.play(task.seat, text)
    # A turn that is a list may be left open in a match; here it is judged as it stands.
    open_list = listing(game, after.state, task.seat)
    if open_list is not None and game.turn(after.state) == game.turn(before.state):
        after = after.play(task.seat, open_list.close)
    new = [entry for entry in after.entries[len(before.entries) :] if entry.seat == task.seat]
    events = () if after.last is None else after.last.events
    texts = tuple(entry.text for entry in new)
    attempt = Attempt(before.state, after.state, task.seat, texts, events, after.outcome)
    if task.done(attempt):
        return Verdict(done=True, text=task.closing, session=after)
    fitting = (each.text for each in task.hints if each.when(attempt))
    return Verdict(done=False, text=next(fitting, task.hint), session=after)


# Scenes of a game's rules (`engine.game.Scene`): what is to be drawn of each, and how lessons lend theirs.


@dataclass(frozen=True, slots=True)
class Staged:
    """A scene as it is to be drawn: where the game stands, and what happened last."""

    session: Session
    events: tuple[Event, ...]


def scene_of(task: Task, *, played: bool = True, reach: str = "", share: float = 0.0) -> Scene:
    """Return the position of a step of a lesson; with `played` its answer is shown, as it is played."""
    turn = task.answer if played else ""
    return Scene(task.setup, task.before, task.seat, turn, reach, seed=task.seed, share=share)


def staged(game: Game[Any, Any, Any], scene: Scene) -> Staged:
    """Return a scene.

    Raises:
        TurnError: A turn of it cannot be played.
        SetupError: Its position cannot be read.
    """
    session = Session.start(game, scene.setup, Chance.from_text(scene.seed))
    for seat, text in scene.before:
        session = session.play(seat, text)
    if not scene.turn:
        return Staged(session, ())
    session = session.play(scene.seat, scene.turn)
    return Staged(session, () if session.last is None else session.last.events)
