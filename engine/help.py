"""The pages of a game's help, as values: `/rules` shows them."""

from __future__ import annotations

from dataclasses import dataclass

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
        aid: Whether it is the game's aid card, which is offered beside what players hold and what they are asked.
    """

    key: str
    title: Text
    points: tuple[Point, ...]
    sheet: bool = False
    aid: bool = False
