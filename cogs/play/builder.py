"""Building a turn by picking: the choices so far, the next ones, and the ids that contain them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import permutations
from typing import Any, TypeAlias

from cogs.core.text import CUSTOM_ID_LIMIT
from engine.choices import Choice
from engine.errors import TurnError
from engine.seat import Seat
from engine.session import Session
from engine.text import say
from engine.turn import SEPARATOR, Turn, parse_turn

# Building a turn by picking: what has been chosen so far, and what there is to choose next, for any game.
#
# The legal moves of a position form a tree by their tuples of choices (`Game.choices`). A draft is a place in that tree
# behind some finished actions. It is all the state there is: it fits into a custom id, so it survives a restart.


STOP = Choice(".", say("Nothing more"))
"""Offered where a move may end although other moves go on from here."""

MOST_LOOSE = 4
"""Steps that may be taken in any order; more are taken in the game's own, or the tree grows out of hand."""

Path: TypeAlias = tuple[Choice, ...]


class DraftError(Exception):
    """A draft that does not fit the position: the board or the game's order of moves has changed since."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices so far.

    Attributes:
        actions: Finished ones, in canonical notation.
        steps: For the action being built: which of the alternatives was taken at each step.
    """

    actions: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        return SEPARATOR.join(self.actions)


@dataclass(frozen=True, slots=True)
class Stage:
    """A draft in its position.

    Attributes:
        draft: With every step taken that had no alternative.
        turn: The finished actions.
        chosen: The steps taken into the next action.
        options: The alternatives for the next step; empty when the turn is complete.
        written: For each option its only action, in notation; empty where it leaves several.
        end: The choice to end the turn here, where that is possible (`Game.listing`).
        ended: The draft after it.
    """

    draft: Draft
    turn: Turn[Any]
    chosen: Path
    options: Path
    written: tuple[str, ...] = ()
    end: Choice | None = None
    ended: Draft | None = None

    @property
    def ready(self) -> bool:
        """Whether this can be played: the turn is over, or its continuation depends on what it reveals."""
        return not self.options

    def picked(self, option: Choice) -> Draft:
        return Draft(self.draft.actions, (*self.draft.steps, self.options.index(option)))


@dataclass(slots=True)
class _Node:
    """A node of the tree: the step to it, the action that is complete there, and the nodes below."""

    choice: Choice
    text: str = ""
    below: dict[str, _Node] = field(default_factory=dict)


def stage(session: Session, seat: Seat, draft: Draft) -> Stage:
    """Return a draft with all forced steps taken, and the next choices.

    Raises:
        DraftError: The draft does not fit the position.
    """
    while True:
        turn = _turn(session, seat, draft.actions)
        if turn.over or turn.barrier:
            if draft.steps:
                raise DraftError("steps beyond the end of the turn")
            return Stage(draft, turn, (), ())
        way = _follow(_root(session, turn.state, seat), draft.steps)
        here = way[-1]
        *others, last = here.below.values() if here.below else (here,)
        if not draft.steps and others and _ends(session, turn.state, seat, last):
            return _stage(draft, turn, way, others, last)
        while _forced(here):
            here = next(iter(here.below.values()))
            way.append(here)
            draft = Draft(draft.actions, (*draft.steps, 0))
        if here.below:
            return _stage(draft, turn, way, here.below.values())
        draft = Draft((*draft.actions, here.text))


def _stage(
    draft: Draft, turn: Turn[Any], way: Sequence[_Node], below: Iterable[_Node], end: _Node | None = None
) -> Stage:
    options = tuple(below)
    return Stage(
        draft,
        turn,
        tuple(node.choice for node in way[1:]),
        tuple(node.choice for node in options),
        tuple(_only(node) for node in options),
        None if end is None else end.choice,
        None if end is None else Draft((*draft.actions, end.text)),
    )


def pick(session: Session, seat: Seat, draft: Draft, key: str) -> Draft:
    """Return the draft after the alternative with this key.

    Raises:
        DraftError: The draft does not fit the position, or has no such alternative.
    """
    here = stage(session, seat, draft)
    for option in here.options:
        if option.key == key:
            return here.picked(option)
    raise DraftError(f"no alternative {key!r}")


def back(session: Session, seat: Seat, draft: Draft) -> Draft:
    """Return the draft before the latest step that had alternatives; the empty draft if there was none.

    Raises:
        DraftError: The draft does not fit the position.
    """
    here = stage(session, seat, draft).draft
    actions, steps = here.actions, here.steps
    while True:
        way = _follow(_root(session, _turn(session, seat, actions).state, seat), steps) if steps else []
        for depth in range(len(steps) - 1, -1, -1):
            if not _forced(way[depth]):
                return Draft(actions, steps[:depth])
        if not actions:
            return Draft()
        *earlier, last = actions
        actions = tuple(earlier)
        steps = _steps(_root(session, _turn(session, seat, actions).state, seat), last) or ()


def latest(session: Session, seat: Seat, draft: Draft) -> Path:
    """Return the steps of a draft's last finished action. Raises DraftError."""
    *earlier, last = draft.actions
    root = _root(session, _turn(session, seat, earlier).state, seat)
    return tuple(node.choice for node in _follow(root, _steps(root, last) or ())[1:])


def origin(session: Session, seat: Seat, draft: Draft) -> Any:  # noqa: ANN401 - any game's state
    """Return the position before the last finished action; the session's if there is none. Raises DraftError."""
    return _turn(session, seat, draft.actions[:-1]).state


def action_indices(session: Session, seat: Seat, actions: Sequence[str]) -> tuple[int, ...]:
    """Return the place of each action of a turn among the legal ones. Raises DraftError."""
    result: list[int] = []
    for count, action in enumerate(actions):
        state = _turn(session, seat, actions[:count]).state
        texts = [session.game.format(state, seat, move) for move in session.game.legal(state, seat)]
        if action not in texts:
            raise DraftError(f"{action!r} is not legal")
        result.append(texts.index(action))
    return tuple(result)


def actions_at(session: Session, seat: Seat, indices: Sequence[int]) -> tuple[str, ...]:
    """Return the actions of a turn by their places among the legal ones. Raises DraftError."""
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
        return _parsed(session.game, session.state, seat, SEPARATOR.join(actions))
    except TurnError as error:
        raise DraftError(str(error)) from error


@lru_cache(maxsize=16)
def _parsed(game: Any, state: Any, seat: Seat, text: str) -> Turn[Any]:  # noqa: ANN401 - as below
    return parse_turn(game, state, seat, text)


def _root(session: Session, state: Any, seat: Seat) -> _Node:  # noqa: ANN401 - any game's state
    game: Any = session.game
    root = _tree(game, state, seat)
    if not root.below:
        raise AssertionError("only who has something to decide builds a turn")
    return root


@lru_cache(maxsize=16)
def _tree(game: Any, state: Any, seat: Seat) -> _Node:  # noqa: ANN401 - as above
    root = _Node(STOP)
    for move in game.legal(state, seat):
        for steps in _orders(game.choices(state, seat, move)):
            here = root
            for choice in steps:
                here = here.below.setdefault(choice.key, _Node(choice))
            here.text = game.format(state, seat, move)
    for node in _inner(root):
        if node.text:
            stop = _Node(STOP, node.text)
            node.text, node.below = "", {STOP.key: stop, **node.below}
    return root


def _inner(node: _Node) -> Iterator[_Node]:
    """Yield a node and all below it, except those where a move is complete."""
    if node.below:
        yield node
        for each in tuple(node.below.values()):
            yield from _inner(each)


def _ends(session: Session, state: Any, seat: Seat, last: _Node) -> bool:  # noqa: ANN401 - as above
    """Return whether the last alternative is to end a turn that is a list."""
    listed = session.game.listing(state, seat)
    return listed is not None and bool(last.text) and last.text == listed.close


def _orders(steps: Path) -> Iterator[Path]:
    """Yield the steps to a move in every order in which they may be taken (`Choice.loose`), their own one first."""
    loose = [place for place, step in enumerate(steps) if step.loose]
    if not 1 < len(loose) <= MOST_LOOSE:
        yield steps
        return
    first, last = loose[0], loose[-1] + 1
    found = {tuple(step.key for step in order): order for order in permutations(steps[first:last])}
    for order in found.values():
        yield (*steps[:first], *order, *steps[last:])


def _only(node: _Node) -> str:
    """Return the only action at a node or below it, in any order; empty where there are several."""
    found = ""
    for text in _actions(node):
        if found and text != found:
            return ""
        found = text
    return found


def _forced(node: _Node) -> bool:
    """Return whether a node offers no choice: one way on, or one action by every way."""
    return len(node.below) == 1 or (len(node.below) > 1 and bool(_only(node)))


def _actions(node: _Node) -> Iterator[str]:
    if node.text:
        yield node.text
    for each in node.below.values():
        yield from _actions(each)


def _follow(root: _Node, steps: Sequence[int]) -> list[_Node]:
    way = [root]
    for index in steps:
        options = tuple(way[-1].below.values())
        if index >= len(options):
            raise DraftError(f"no alternative number {index}")
        way.append(options[index])
    return way


def _steps(node: _Node, action: str) -> tuple[int, ...] | None:
    if not node.below:
        return () if node.text == action else None
    for index, each in enumerate(node.below.values()):
        steps = _steps(each, action)
        if steps is not None:
            return (index, *steps)
    return None


# The custom ids of the turn builder: `b:<match>:<seq>:<verb><page>:<steps>:<turn so far>`, at most 100 characters.
#
# A secret choice doesn't change `seq`, so the id then has a mark of what the player had sealed behind it:
# `<seq>.<mark>`.
#
# A turn too long to be written out is given by the places of its actions among the legal ones, with a check that the
# order of the legal moves is still the same: `~3.1z.0~5f2a`.


TEMPLATE = re.compile(
    r"b:(?P<match>\d{1,18}):(?P<seq>\d{1,9})(?:\.(?P<chosen>[0-9a-f]{6}))?:(?P<verb>[a-z])(?P<page>\d{0,3}):(?P<steps>[0-9a-z.]*):(?P<text>.*)"
)

_PACKED = re.compile(r"~(?P<places>[0-9a-z.]*)~(?P<check>[0-9a-f]{8})")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Verb(StrEnum):
    """The actions of the builder's controls."""

    SHOW = "s"
    """Show the draft in the id, at the page in the id."""

    CHOOSE = "m"
    """Add the alternative picked from the menu to the draft in the id."""

    BACK = "b"
    RESTART = "r"
    CONFIRM = "c"
    CANCEL = "x"
    PICK = "p"
    """Show the draft in the id, whose last step is the button's."""


@dataclass(frozen=True, slots=True)
class Press:
    """A custom id; `text` is the turn so far, maybe packed, `chosen` a sealed one (`Session.mark`)."""

    match: int
    seq: int
    chosen: str
    verb: Verb
    page: int
    steps: tuple[int, ...]
    text: str


def beginning(session: Session, seat: Seat, match: int, seq: int) -> str:
    mark = session.mark(seat)
    return f"b:{match}:{seq}{'.' if mark else ''}{mark}"


def encode(session: Session, seat: Seat, match: int, seq: int, verb: Verb, draft: Draft, page: int = 0) -> str:
    """Return the custom id of a control of a match's builder. Raises DraftError."""
    return written(session, seat, beginning(session, seat, match, seq), verb, draft, page)


def written(session: Session, seat: Seat, begin: str, verb: Verb, draft: Draft, page: int = 0) -> str:
    """Return a custom id with a draft in it; `begin` identifies the draft's owner. Raises DraftError."""
    head = f"{begin}:{verb}{page or ''}:{'.'.join(map(_base36, draft.steps))}:"
    text = draft.text
    if len(head) + len(text) > CUSTOM_ID_LIMIT or text.startswith("~"):
        places = ".".join(map(_base36, action_indices(session, seat, draft.actions)))
        text = f"~{places}~{_check(draft.actions)}"
    return head + text


def decode(custom_id: str) -> Press | None:
    """Return the contents of a custom id, or None if it is not one of the builder's."""
    found = TEMPLATE.fullmatch(custom_id)
    if found is None or found["verb"] not in set(Verb):
        return None
    return Press(
        int(found["match"]),
        int(found["seq"]),
        found["chosen"] or "",
        Verb(found["verb"]),
        int(found["page"] or 0),
        read_steps(found["steps"]),
        found["text"],
    )


def read_steps(text: str) -> tuple[int, ...]:
    """Return the steps of a draft in a custom id."""
    return tuple(int(step, 36) for step in text.split(".") if step)


def draft_of(press: Press, session: Session, seat: Seat) -> Draft:
    return read_draft(press.text, press.steps, session, seat)


def read_draft(text: str, steps: tuple[int, ...], session: Session, seat: Seat) -> Draft:
    """Return the draft in a custom id, from the turn so far and the steps in it.

    Raises:
        DraftError: The turn so far was packed and the order of the legal moves has changed since, or is no turn.
    """
    if not text.startswith("~"):
        return Draft(tuple(text.split(SEPARATOR)) if text else (), steps)
    packed = _PACKED.fullmatch(text)
    if packed is None:
        raise DraftError(f"no turn: {text!r}")
    actions = actions_at(session, seat, [int(place, 36) for place in packed["places"].split(".") if place])
    if _check(actions) != packed["check"]:
        raise DraftError("the order of the legal moves has changed")
    return Draft(actions, steps)


def _base36(number: int) -> str:
    high, low = divmod(number, 36)
    return (_base36(high) if high else "") + _DIGITS[low]


def _check(actions: Sequence[str]) -> str:
    return hashlib.blake2b(SEPARATOR.join(actions).encode(), digest_size=4).hexdigest()
