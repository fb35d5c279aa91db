"""The interface of every game's renderer: held cards, overlays, and `Renderer`.

A renderer uses only its game's views and events, never a state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from PIL import Image

from engine.events import Event
from engine.text import Text
from render.canvas import Canvas
from render.lettering import Captions
from render.theme import Colours, Theme
from render.words import PLAIN, Look

# Held cards, picture by picture.


@dataclass(frozen=True, slots=True)
class Held:
    """Cards that a player holds in one place.

    Attributes:
        title: The place, e.g. "Your hand".
        cards: Each card's description, in the reader's language and in the order of the picture.
        brief: Their names, where there is no room for descriptions; empty for the same as `cards`.
        count: The number of cards, where equal ones are listed once; else None.
    """

    title: Text
    cards: tuple[str, ...]
    brief: tuple[str, ...] = ()
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """One picture of cards that a player holds.

    Attributes:
        key: Unique in a view, letters only; the name of the picture's file.
        places: Its contents, place by place.
        notes: The possible actions with it, as sentences.
        position: Whether the picture includes the position, so that no board is needed beside it.
        alt: The picture in words, at most 1,024 characters, if it shows more than its cards; else empty.
        codes: The cards of its one place, if each has a picture (`Renderer.draw_tile`); else empty.
        marks: For each of the `codes` a mark of the renderer's own, or an empty text.
        short: The cards' effects and possible actions, in lines that fit a phone, for a message that shows this shelf
            first and leaves the others to a button; empty where all of them are in one message.
    """

    key: str
    places: tuple[Held, ...]
    notes: tuple[Text, ...] = ()
    position: bool = False
    alt: str = ""
    codes: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    short: tuple[str, ...] = ()


# The moves of a piece, laid over a picture: sets of places by kind, each kind with a shape of its own.


NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Overlay:
    """Marks for one piece. Places are written as in the game's notation, e.g. `"E8"`.

    Attributes:
        origin: The piece's place; empty for none, e.g. to show free places for a creation.
        walks: Free places to walk to.
        leaps: Free places to leap to.
        captures: Places whose piece it captures by moving there.
        arcs: Places that it reaches from a distance.
        threatened: Places under enemy threat.
        flips: Places of pieces that can be turned over.
    """

    origin: str = ""
    walks: frozenset[str] = NONE
    leaps: frozenset[str] = NONE
    captures: frozenset[str] = NONE
    arcs: frozenset[str] = NONE
    threatened: frozenset[str] = NONE
    flips: frozenset[str] = NONE


# A picture in the making.


class Plan(Protocol):
    """Where the parts of a picture are."""

    @property
    def unit(self) -> float:
        """Pixels for one pixel of the design."""
        ...


V = TypeVar("V")
P = TypeVar("P", bound=Plan)


@dataclass(frozen=True, slots=True)
class GameScene(Captions, Generic[V, P]):
    """What the parts of a game's picture share: canvas, plan, theme in the game's colours, view and last events."""

    canvas: Canvas
    plan: P
    theme: Theme
    scheme: Colours
    view: V
    last: Sequence[Event]

    @property
    def unit(self) -> float:
        return self.plan.unit


POSITIONS_KEPT = 8
"""Cached pictures of each game without an overlay, which mostly has another one soon; some thirty kilobytes each."""

V_contra = TypeVar("V_contra", contravariant=True)


class Renderer(ABC, Generic[V_contra]):
    """A game's views as pictures and texts: pure, and safe to call from several threads at once.

    A renderer must have the abstract methods. The others are extras, with defaults for a renderer that lacks them;
    where callers must know without a view whether there is an extra, a flag says so.

    Attributes:
        hands: Whether players hold cards that others do not see (`shelves`).
        deck: Whether it draws the places of all cards (`draw_cards`).
    """

    hands: bool = False
    deck: bool = False

    def dress(self, theme: Theme) -> Theme:
        """Return a reader's theme in the game's livery, also for other pictures in the same message."""
        return theme

    def dress_for(self, theme: Theme, view: V_contra) -> Theme:
        """Return the same for the pictures of a view, in which seats may have chosen colours."""
        return self.dress(theme)

    # Positions.

    @abstractmethod
    def draw(
        self, view: V_contra, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None
    ) -> bytes:
        """Return a position as a PNG file with a fixed palette; `last` are events to mark."""

    @abstractmethod
    def alt_text(self, view: V_contra, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
        """Return the position in words, enough to play by, in at most 1,024 characters; goes with the picture."""

    @abstractmethod
    def headline(self, view: V_contra) -> Text:
        """Return the progress of the game and the next decision, or the winner, in one line.

        The deciding player is named in it as `Player`, unless there are several: messages replace it by a mention.
        """

    @abstractmethod
    def text_board(self, view: V_contra, look: Look = PLAIN) -> str:
        """Return the position in monospaced characters, for a code block.

        It has at most `render.words.TEXT_COLUMNS` columns and `render.words.TEXT_LIMIT` characters.
        """

    # Animated pictures.

    def height(self, view: V_contra, last: Sequence[Event] = (), look: Look = PLAIN) -> int:
        """Return the height of the picture with these arguments, in pixels, without drawing it.

        0 for a game whose pictures of one match are never higher than those of its first and its last position.
        """
        return 0

    def glide(self, view: V_contra, last: Sequence[Event], look: Look = PLAIN, *, count: int) -> Sequence[Image.Image]:
        """Return `count` pictures (mode L: palette entries, of the size of `draw`) of moving pieces.

        `view` is the position before the turn, `last` are its events; empty where nothing moves.
        """
        return ()

    # The reference sheet.

    @abstractmethod
    def sheet(self, data: str = "", look: Look = PLAIN) -> bytes:
        """Return the reference sheet of a data version, empty for the current one, as a PNG file."""

    @abstractmethod
    def sheet_text(self, data: str = "", look: Look = PLAIN) -> str:
        """Return the reference sheet in words, in at most 1,024 characters."""

    # Held cards, for their holder alone (`hands`).

    def shelves(
        self, view: V_contra, look: Look = PLAIN, *, tiles: int = 0, picked: Sequence[str] = ()
    ) -> tuple[Shelf, ...]:
        """Return the viewer's cards, the most important first; empty without any, as for spectators.

        Up to `tiles` cards may have a picture of their own (`draw_tile`): a hand of no more is the first shelf, with
        its `codes`. `picked` is as in `draw_shelf`.
        """
        return ()

    def asked_shelf(self, view: V_contra) -> str:
        """Return the key of the shelf that the viewer must choose from, or needs for the choice; else empty."""
        return ""

    def draw_shelf(self, view: V_contra, key: str, look: Look = PLAIN, *, picked: Sequence[str] = ()) -> bytes:
        """Return a shelf as a PNG file that can be read 400 pixels wide.

        `picked` are the keys of the steps chosen so far (`engine.choices.Choice.key`); their cards are marked.
        """
        raise NotImplementedError

    def draw_tile(self, code: str, data: str = "", look: Look = PLAIN, *, mark: str = "") -> bytes:
        """Return one of a shelf's `codes` as a square PNG file that can be read as a third of a phone's width.

        `data` is a data version, empty for the current one; of `look`, names, side and width have no effect; `mark` is
        the code's in `marks`.
        """
        raise NotImplementedError

    # The places of all cards (`deck`), and entries to look up (`engine.game.Game.catalogue`).

    def draw_cards(self, view: V_contra, look: Look = PLAIN) -> bytes:
        """Return all cards as a PNG file: gone, held by the viewer, held by others."""
        raise NotImplementedError

    def cards_text(self, view: V_contra, look: Look = PLAIN) -> str:
        """Return the same in words, in at most 1,024 characters."""
        raise NotImplementedError

    def draw_entry(self, key: str, data: str = "", look: Look = PLAIN) -> bytes:
        """Return an entry of the catalogue as a PNG file that can be read 400 pixels wide."""
        raise NotImplementedError

    def entry_text(self, key: str, data: str = "", look: Look = PLAIN) -> str:
        """Return the same in words, in at most 1,024 characters; goes with the picture."""
        raise NotImplementedError
