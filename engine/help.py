"""A game's rules as a person can look them up: topics made of short points, each with the numbers of its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

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
class Topic:
    """A page of the help.

    Attributes:
        key: Unique in the game, at most 40 characters, e.g. `"arcs"`.
        title: For menus and headings.
        points: In the order in which to read them.
        sheet: Whether the renderer's reference sheet for the game (its charts, its cards) belongs to this page.
    """

    key: str
    title: Text
    points: tuple[Point, ...]
    sheet: bool = False


@runtime_checkable
class Explained(Protocol):
    """A game that brings its own help. Optional: a `Game` may be one of these too."""

    @property
    def topics(self) -> tuple[Topic, ...]:
        """The help's pages; at most 25, as a menu holds no more."""
        ...
