"""The pages and lessons of games: reading their files, playing a task, and the scenes of pages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from string import Formatter
from typing import Any, TypeAlias

from engine.chance import Chance
from engine.events import Event
from engine.game import Attempt, Check, Game, Hint, Point, Scene, Setup, Task, Topic
from engine.seat import Seat
from engine.session import Session
from engine.text import Text, Value


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a turn played for a task: `text` explains the lesson learned, or what is missing."""

    done: bool
    text: Text
    session: Session


def begin(game: Game[Any, Any, Any], task: Task) -> Session:
    """Return the position of a task, before the learner's turn."""
    session = Session.start(game, task.setup, Chance.from_text(task.seed))
    for seat, text in task.before:
        session = session.play(seat, text)
    return session


def judge(task: Task, before: Session, text: str) -> Verdict:
    """Return the verdict on a turn in notation, played for a task in its position (`begin`), or `TurnError`."""
    game, after = before.game, before.play(task.seat, text)
    # A turn that is a list may stay open in a match; here it is judged as submitted.
    open_list = game.listing(after.state, task.seat)
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


# Scenes of a game's rules (`engine.game.Scene`): their positions, and those borrowed from lessons.


@dataclass(frozen=True, slots=True)
class Staged:
    """A scene to draw: the position and the last events."""

    session: Session
    events: tuple[Event, ...]


def scene_of(task: Task, *, played: bool = True, reach: str = "", share: float = 0.0) -> Scene:
    turn = task.answer if played else ""
    return Scene(task.setup, task.before, task.seat, turn, reach, seed=task.seed, share=share)


def staged(game: Game[Any, Any, Any], scene: Scene) -> Staged:
    """Play a scene up to its position."""
    session = Session.start(game, scene.setup, Chance.from_text(scene.seed))
    for seat, text in scene.before:
        session = session.play(seat, text)
    if not scene.turn:
        return Staged(session, ())
    session = session.play(scene.seat, scene.turn)
    return Staged(session, () if session.last is None else session.last.events)


# Pages and lessons as data: `teaching/{guide,help,lesson}.toml` of a game, in English; `locales.extract` collects their
# texts for translation.
#
# A page is a `Topic` with a point a line; for one with `insert`, points are generated from data. Rules are numbers
# between spaces. A scene shows a `task` of the lesson, or has a `setup` of its own. The check of a turn (`done` of a
# task, `when` of its hints) is the name of a `Check`.

Row: TypeAlias = dict[str, Any]
"""A table of a TOML file."""

TEXTS = ("title", "about", "hint", "closing", "text")
"""The keys of texts for people: a string, or a table of a `text` and its `context` for translators."""


def texts_in(data: object) -> Iterator[Text]:
    """Yield the texts of a page or lesson file in order, without the values of their fields."""
    match data:
        case list():
            for each in data:
                yield from texts_in(each)
        case dict():
            for key, each in data.items():
                if key in TEXTS and isinstance(each, str):
                    yield Text(each, context=data.get("context"))
                else:
                    yield from texts_in(each)


def read_lesson(package: str, checks: Mapping[str, Check]) -> tuple[Task, ...]:
    """Return the lesson of a game; `package` is e.g. `"engine.apex.teaching"`, `checks` by their names in the file."""
    return tuple(_task(row, checks) for row in _rows(package, "lesson", "task"))


def read_pages(
    package: str,
    name: str,
    lesson: Sequence[Task] = (),
    *,
    values: Mapping[str, Value] | None = None,
    inserts: Mapping[str, Sequence[Point]] | None = None,
) -> tuple[Topic, ...]:
    """Return the pages of a game.

    Args:
        package: Of the file, e.g. `"engine.apex.teaching"`.
        name: `"guide"` or `"help"`.
        lesson: The tasks that scenes refer to.
        values: For the fields of texts, by name.
        inserts: The points that replace lines with `insert`.
    """
    tasks = {task.key: task for task in lesson}
    return tuple(_page(row, tasks, values or {}, inserts or {}) for row in _rows(package, name, "page"))


def _rows(package: str, name: str, kind: str) -> list[Row]:
    file = resources.files(package).joinpath(f"{name}.toml")
    rows: list[Row] = tomllib.loads(file.read_text(encoding="utf-8"))[kind]
    return rows


def _task(row: Row, checks: Mapping[str, Check]) -> Task:
    words = {key: _text(row[key]) for key in ("title", "about", "hint", "closing")}
    hints = tuple(Hint(checks[each["when"]], _text(each["text"])) for each in row.get("hints", ()))
    known = {"setup": _setup(row["setup"]), "done": checks[row["done"]], "rules": _rules(row), "hints": hints}
    return Task(**row | words | known | {"before": _turns(row)})


def _page(
    row: Row, tasks: Mapping[str, Task], values: Mapping[str, Value], inserts: Mapping[str, Sequence[Point]]
) -> Topic:
    points = [point for each in row["points"] for point in _points(each, values, inserts)]
    scene = _scene(row["scene"], tasks) if "scene" in row else None
    return Topic(**row | {"title": _text(row["title"]), "points": tuple(points), "scene": scene})


def _points(row: Row, values: Mapping[str, Value], inserts: Mapping[str, Sequence[Point]]) -> Sequence[Point]:
    if "insert" in row:
        return inserts[row["insert"]]
    return (Point(**row | {"text": _text(row["text"], values), "rules": _rules(row)}),)


def _scene(row: Row, tasks: Mapping[str, Task]) -> Scene:
    if "task" in row:
        return scene_of(tasks[row["task"]], **{key: value for key, value in row.items() if key != "task"})
    return Scene(**row | {"setup": _setup(row["setup"]), "before": _turns(row)})


def _setup(row: Row) -> Setup:
    return Setup(**row | {"options": tuple(row.get("options", {}).items())})


def _turns(row: Row) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat, text) for seat, text in row.get("before", ()))


def _rules(row: Row) -> tuple[str, ...]:
    return tuple(row.get("rules", "").split())


def _text(words: str | Row, values: Mapping[str, Value] | None = None) -> Text:
    template, context = (words, None) if isinstance(words, str) else (words["text"], words["context"])
    fields = dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name)
    return Text(template, tuple((name, (values or {})[name]) for name in fields), context=context)
