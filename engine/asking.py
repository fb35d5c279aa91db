"""What a player is asked on the way to a move: for people who pick instead of typing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from engine.game import Choice, Seat
from engine.text import Text

S_contra = TypeVar("S_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


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


@runtime_checkable
class Cautious(Protocol[S_contra, M_contra]):
    """A game that warns before a move is made that is legal and useless. Optional: a `Game` may be one of these too."""

    def caution(self, state: S_contra, seat: Seat, move: M_contra) -> Text | None:
        """Return what a seat should know before it makes a legal move, as far as it may know it; None for nothing."""
        ...


@runtime_checkable
class Stepping(Protocol[S_contra]):
    """A game that says what each step towards a move chooses. Optional, for games that are not `Asking`."""

    def step(self, state: S_contra, chosen: Sequence[Choice]) -> Text:
        """Return what there is to choose behind the steps that were chosen (`Game.choices`), as a sentence."""
        ...


@runtime_checkable
class Asking(Protocol[S_contra]):
    """A game that puts its decisions into words. Optional: a `Game` may be one of these too."""

    def question(self, state: S_contra, seat: Seat, chosen: Sequence[Choice]) -> Question:
        """Return what a seat that must decide is asked behind the steps that it has chosen (`Game.choices`).

        It tells no more than that seat may know.
        """
        ...
