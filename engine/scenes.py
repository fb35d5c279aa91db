"""Scenes of a game's rules (`engine.help.Scene`): what is to be drawn of each, and how lessons lend theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.chance import Chance
from engine.events import Event
from engine.game import Game
from engine.help import Scene
from engine.lessons import Task
from engine.session import Session


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
