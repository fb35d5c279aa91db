"""The pages of a game's help, as values: `/rules` shows them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.info import Setup
from engine.seat import Seat
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
class Scene:
    """A position, and what of it is shown.

    Attributes:
        setup: What it starts from.
        before: What is played from there up to the position: seats and turns, in order.
        seat: Whose turn is shown, or whose hand.
        turn: A whole turn of that seat: the position after it is shown, with what happened. Empty for none.
        reach: A key of the game's `subjects` (`engine.extras.Reaching`): what that piece can do is marked.
        hand: Whether the hand of the seat is shown instead of the board.
        seed: What the chance of the game comes from, where it has any.
        share: How high its picture may be, as part of its width: a higher one is drawn smaller; 0 for any height.
    """

    setup: Setup
    before: tuple[tuple[Seat, str], ...] = ()
    seat: Seat = 1
    turn: str = ""
    reach: str = ""
    hand: bool = False
    seed: str = "lesson"
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of the help.

    Attributes:
        key: Unique in the game, at most 40 characters, e.g. `"arcs"`.
        title: For menus and headings.
        points: In the order in which to read them.
        sheet: Whether the renderer's reference sheet for the game (its charts, its cards) belongs to this page.
        aid: Whether it is the game's aid card, which is offered beside what players hold and what they are asked.
        scene: A position to show with it; None for none. Points from the first one with an example on speak of it, and
            stand below the picture.
    """

    key: str
    title: Text
    points: tuple[Point, ...]
    sheet: bool = False
    aid: bool = False
    scene: Scene | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules of all its points, each once, in the order in which they come."""
        return tuple(dict.fromkeys(number for point in self.points for number in point.rules))
