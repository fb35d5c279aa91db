"""Values for players who choose from menus: steps to a move, questions, and the reach of a piece."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """One step on the way to a move, for menus.

    The moves of a position form a tree by their tuples of choices: first the action, then the piece, then the target.

    Attributes:
        key: Unique among its siblings, at most 40 characters, e.g. `"4G8"`.
        text: The label, e.g. "Replicant 4 on G8".
        note: A short remark that helps to choose.
        group: The title of its menu, where its siblings are of several kinds.
        loose: Whether it can be taken in any order with its loose siblings, e.g. cards discarded together;
            `Game.choices` gives them in one order.
    """

    key: str
    text: Text
    note: Text | None = None
    group: Text | None = None
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A step on the way to a move, in words.

    Attributes:
        heading: The decision, in few words.
        about: The facts that matter for it, as sentences.
        ask: The request, as a sentence.
    """

    heading: Text
    about: tuple[Text, ...]
    ask: Text


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a game offers to show one of its subjects: `short` for the menu, `text` as a sentence."""

    short: Text
    text: Text


@dataclass(frozen=True, slots=True)
class Reach:
    """The possible moves of one piece. Places are written as in the notation, e.g. `"E7"`.

    Attributes:
        origin: Its place; empty for a piece off the board.
        moves: In canonical notation and the stable order of legal moves; a final `…` marks open choices.
        walks: Free places to move to, or to be put on.
        leaps: Free places reached by jumping over others.
        captures: Places whose piece it captures by moving there.
        arcs: Places whose piece it destroys from a distance.
        threatened: Places forbidden because of a threat.
        flips: Places whose piece, of the same owner, it can turn over; or its own.
    """

    subject: Choice
    origin: str = ""
    moves: tuple[str, ...] = ()
    walks: frozenset[str] = _NONE
    leaps: frozenset[str] = _NONE
    captures: frozenset[str] = _NONE
    arcs: frozenset[str] = _NONE
    threatened: frozenset[str] = _NONE
    flips: frozenset[str] = _NONE
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Preparation:
    """A question that a player can answer in advance.

    Attributes:
        key: Unique in the game, at most 20 lower-case letters and hyphens, e.g. `"parry"`.
        name: The question, e.g. "Which mutant parries".
        hint: The effect of an answer in advance, as a sentence: "The first of these zones that fits is chosen."
        example: An answer in the game's notation, e.g. `"L R A"`.
        answers: Choices for a menu, at most 24, the key being the answer in notation; empty where there are too many.
    """

    key: str
    name: Text
    hint: Text
    example: str
    answers: tuple[Choice, ...] = ()
