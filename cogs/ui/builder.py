"""Building a turn by picking: what has been chosen so far, and what there is to choose next, for any game.

The legal moves of a position form a tree by their tuples of choices (`Game.choices`). A draft is a place in that tree
behind some finished actions. It is all the state there is: it fits into a custom id, so it survives a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.errors import TurnError
from engine.game import Choice, Seat
from engine.session import Session
from engine.text import say
from engine.turn import SEPARATOR, Turn, parse_turn

PAGE = 25
"""How many alternatives a Discord menu holds."""

STOP = Choice(".", say("Nothing more"))
"""Offered where a move may end although other moves go on from here."""

Path: TypeAlias = tuple[Choice, ...]


class DraftError(Exception):
    """A draft that does not fit the position: the board or the game's order of moves has changed since."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been chosen so far.

    Attributes:
        actions: Finished ones, in canonical notation.
        steps: For the action being built: which of the alternatives was taken at each step.
    """

    actions: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The finished actions as a turn in notation."""
        return SEPARATOR.join(self.actions)


@dataclass(frozen=True, slots=True)
class Stage:
    """A draft in its position.

    Attributes:
        draft: With every step taken that had no alternative.
        turn: What the finished actions come to.
        chosen: The steps taken into the next action.
        options: The alternatives for the next step; empty when the turn is complete.
        written: For each option the action that it leads to, in notation; empty where it leaves several.
    """

    draft: Draft
    turn: Turn[Any]
    chosen: Path
    options: Path
    written: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether this can be played: the turn is over, or what follows depends on what it brings to light."""
        return not self.options


def stage(session: Session, seat: Seat, draft: Draft) -> Stage:
    """Return a draft with all forced steps taken, and what there is to choose next.

    Raises:
        DraftError: The draft does not fit the position.
    """
    while True:
        turn = _turn(session, seat, draft.actions)
        if turn.over or turn.barrier:
            if draft.steps:
                raise DraftError("steps beyond the end of the turn")
            return Stage(draft, turn, (), ())
        paths = _paths(session, turn.state, seat)
        chosen = _follow(paths, draft.steps)
        options = _options(paths, chosen)
        while len(options) == 1:
            chosen, draft = (*chosen, options[0]), Draft(draft.actions, (*draft.steps, 0))
            options = _options(paths, chosen)
        if options:
            return Stage(draft, turn, chosen, options, _written(paths, chosen, options))
        draft = Draft((*draft.actions, next(text for path, text in paths if path == chosen)))


def pick(session: Session, seat: Seat, draft: Draft, key: str) -> Draft:
    """Return the draft after taking the alternative with this key.

    Raises:
        DraftError: The draft does not fit the position, or has no such alternative.
    """
    here = stage(session, seat, draft)
    for index, option in enumerate(here.options):
        if option.key == key:
            return Draft(here.draft.actions, (*here.draft.steps, index))
    raise DraftError(f"no alternative {key!r}")


def back(session: Session, seat: Seat, draft: Draft) -> Draft:
    """Return the draft before the latest step that had alternatives; the empty draft if there was none.

    Raises:
        DraftError: The draft does not fit the position.
    """
    here = stage(session, seat, draft).draft
    actions, steps = here.actions, here.steps
    while True:
        if steps:
            paths = _paths(session, _turn(session, seat, actions).state, seat)
            for depth in range(len(steps) - 1, -1, -1):
                if len(_options(paths, _follow(paths, steps[:depth]))) > 1:
                    return Draft(actions, steps[:depth])
        if not actions:
            return Draft()
        *earlier, last = actions
        actions = tuple(earlier)
        steps = _steps(_paths(session, _turn(session, seat, actions).state, seat), last)


def latest(session: Session, seat: Seat, draft: Draft) -> Path:
    """Return the steps that led to the last finished action; empty if there is none.

    Raises:
        DraftError: The draft does not fit the position.
    """
    if not draft.actions:
        return ()
    *earlier, last = draft.actions
    paths = _paths(session, _turn(session, seat, earlier).state, seat)
    return next((path for path, text in paths if text == last), ())


def _steps(paths: Sequence[tuple[Path, str]], action: str) -> tuple[int, ...]:
    """Return the steps that lead to an action."""
    path = next(path for path, text in paths if text == action)
    return tuple(_options(paths, path[:depth]).index(choice) for depth, choice in enumerate(path))


def pages(options: Sequence[Choice]) -> int:
    """Return how many menus it takes to show the options; at least 1."""
    return max(1, -(-len(options) // PAGE))


def page(options: Path, number: int) -> Path:
    """Return the options on a page, counted from 0; numbers beyond the last page show the last."""
    first = PAGE * min(max(number, 0), pages(options) - 1)
    return options[first : first + PAGE]


def action_indices(session: Session, seat: Seat, actions: Sequence[str]) -> tuple[int, ...]:
    """Return the place of each action among the legal moves of its position.

    Raises:
        DraftError: An action is not legal.
    """
    result: list[int] = []
    for count, action in enumerate(actions):
        state = _turn(session, seat, actions[:count]).state
        texts = [session.game.format(state, seat, move) for move in session.game.legal(state, seat)]
        if action not in texts:
            raise DraftError(f"{action!r} is not legal")
        result.append(texts.index(action))
    return tuple(result)


def actions_at(session: Session, seat: Seat, indices: Sequence[int]) -> tuple[str, ...]:
    """Return the actions that `action_indices` gave the places of.

    Raises:
        DraftError: There is no such place.
    """
    actions: tuple[str, ...] = ()
    for index in indices:
        state = _turn(session, seat, actions).state
        legal = session.game.legal(state, seat)
        if index >= len(legal):
            raise DraftError(f"no legal move number {index}")
        actions = (*actions, session.game.format(state, seat, legal[index]))
    return actions


def _turn(session: Session, seat: Seat, actions: Sequence[str]) -> Turn[Any]:
    try:
        return parse_turn(session.game, session.state, seat, SEPARATOR.join(actions))
    except TurnError as error:
        raise DraftError(str(error)) from error


def _paths(session: Session, state: Any, seat: Seat) -> list[tuple[Path, str]]:  # noqa: ANN401 - any game's state
    """Return the path and the canonical text of every legal move, in the game's stable order."""
    game = session.game
    found = [(game.choices(state, seat, move), game.format(state, seat, move)) for move in game.legal(state, seat)]
    if not found:
        raise DraftError("nothing to decide")
    inner = {path[:depth] for path, _ in found for depth in range(len(path))}
    return [((*path, STOP) if path in inner else path, text) for path, text in found]


def _options(paths: Sequence[tuple[Path, str]], chosen: Path) -> Path:
    """Return the alternatives below a place in the tree, empty where a move is complete."""
    depth = len(chosen)
    return tuple(dict.fromkeys(path[depth] for path, _ in paths if len(path) > depth and path[:depth] == chosen))


def _written(paths: Sequence[tuple[Path, str]], chosen: Path, options: Path) -> tuple[str, ...]:
    """Return for each option the only action below it, or nothing where there are several."""
    depth = len(chosen)
    below: dict[Choice, list[str]] = {option: [] for option in options}
    for path, text in paths:
        if path[:depth] == chosen:
            below[path[depth]].append(text)
    return tuple(texts[0] if len(texts) == 1 else "" for texts in below.values())


def _follow(paths: Sequence[tuple[Path, str]], steps: Sequence[int]) -> Path:
    chosen: Path = ()
    for index in steps:
        options = _options(paths, chosen)
        if index >= len(options):
            raise DraftError(f"no alternative number {index}")
        chosen = (*chosen, options[index])
    return chosen
