"""What people see who pick instead of typing: the steps to a move, what is asked at each, what a piece can do."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """One step on the way to a move, for people who pick instead of typing.

    The moves of a position form a tree by their tuples of choices: first what to do, then with which piece, then where.

    Attributes:
        key: Unique among its siblings, at most 40 characters, e.g. `"4G8"`.
        text: What to show, e.g. "Replicant 4 on G8".
        note: What is good to know before it is chosen, in some words.
        group: What the menu is called in which it stands, where its siblings are of several kinds.
        loose: Whether it and the steps beside it that are loose, too, may be taken in any order: cards that are
            discarded together, say. `Game.choices` gives them in one.
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
        heading: What is being decided, in few words.
        about: What there is to know for it, as sentences.
        ask: What to choose now, as a sentence.
    """

    heading: Text
    about: tuple[Text, ...]
    ask: Text


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a game invites to look at one of its subjects.

    Attributes:
        short: In a few words, for the menu.
        text: As a sentence that says what it shows.
    """

    short: Text
    text: Text


@dataclass(frozen=True, slots=True)
class Reach:
    """What one piece can do. Places are written as in the notation, e.g. `"E7"`.

    Attributes:
        subject: The piece.
        origin: Where it stands; empty for one that is not on the board.
        moves: In canonical notation and the stable order of legal moves; `…` at the end of one stands for what would
            still have to be chosen.
        walks: Free places that it may go to, or be put on.
        leaps: Free places that it may go to over others.
        captures: Places whose piece it may destroy by going there.
        arcs: Places whose piece it may destroy from afar.
        threatened: Places that it may not go to because of a threat.
        flips: Places whose piece, of the same owner, it lets turn over; or its own, where it can be turned over.
        notes: What else there is to say of it.
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
    """Something that a player can answer in advance, for whenever they are asked it.

    Attributes:
        key: Unique in the game, at most 20 lower-case letters and hyphens, e.g. `"parry"`.
        name: What is asked, e.g. "Which mutant parries".
        hint: What an answer in advance does, as a sentence: "The first of these zones that fits is chosen."
        example: An answer in the game's notation, e.g. `"L R A"`.
        answers: What can be picked instead of typing it, at most 24; a step's key is the answer in notation. Empty
            where there are too many.
    """

    key: str
    name: Text
    hint: Text
    example: str
    answers: tuple[Choice, ...] = ()
