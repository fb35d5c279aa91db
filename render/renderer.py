"""The interface that every game's renderer implements: what players hold, what is laid over a picture, and `Renderer`.

A renderer knows its game's views and events alone, and never a state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PIL import Image

from engine.events import Event
from engine.text import Text
from render.theme import Theme
from render.words import PLAIN, Look

# What players hold, picture by picture.


@dataclass(frozen=True, slots=True)
class Held:
    """Cards that a player holds in one place.

    Attributes:
        title: Where they are, e.g. "Your hand".
        cards: What each of them is and does, in the reader's language and in the order of the picture.
        brief: What each of them is called, likewise, where there is no room for all; as `cards` if it is empty.
        count: How many there are, where equal cards are told once; None where each is told.
    """

    title: Text
    cards: tuple[str, ...]
    brief: tuple[str, ...] = ()
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is shown in one picture of what a player holds.

    Attributes:
        key: Unique in a view, letters only; it is what the picture's file is called.
        places: What is in it, place by place.
        notes: What can be done with it, as sentences.
        position: Whether the picture shows the position with it, so that no board has to stand beside it.
        alt: What the picture says, in at most 1,024 characters, where that is more than its cards; else empty.
        codes: Which card each of its one place is, where each has a picture (`Renderer.draw_tile`); else empty.
        marks: For each of the `codes` how it is marked, in a way that is the renderer's own; empty for not at all.
        short: What each card does, and what can be done with it, in lines that fit a phone, for a message that shows
            this shelf first and leaves the others to a button; empty where all of them stand in one message.
    """

    key: str
    places: tuple[Held, ...]
    notes: tuple[Text, ...] = ()
    position: bool = False
    alt: str = ""
    codes: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    short: tuple[str, ...] = ()


# What a piece may do, laid over a picture: sets of places by kind, each kind with a shape of its own.


NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Overlay:
    """Marks for one piece. Places are written as in the game's notation, e.g. `"E8"`.

    Attributes:
        origin: Where the piece stands; empty for none, e.g. to show where something may be created.
        walks: Free places that it may walk to.
        leaps: Free places that it may leap to.
        captures: Places whose piece it may destroy by going there.
        arcs: Places whose piece it may destroy from afar, or could reach so.
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


V_contra = TypeVar("V_contra", contravariant=True)


class Renderer(ABC, Generic[V_contra]):
    """A game's views as pictures and texts: pure, and safe to call from several threads at once.

    A renderer has to have the abstract methods. The others say what more it shows, with a default for one that shows
    nothing of the kind; where one must know without a view whether there is such a thing, a flag says so. `V_contra` is
    what a seat may see.

    Attributes:
        hands: Whether players hold cards that others do not see (`shelves`).
        deck: Whether it draws where all cards are (`draw_cards`).
    """

    hands: bool = False
    deck: bool = False

    def dress(self, theme: Theme) -> Theme:
        """Return a reader's theme as the game's pictures use it; so should whatever is shown together with them."""
        return theme

    def dress_for(self, theme: Theme, view: V_contra) -> Theme:
        """Return the same as the pictures of a view use it, where seats wear what they chose in a match."""
        return self.dress(theme)

    # Positions.

    @abstractmethod
    def draw(
        self, view: V_contra, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None
    ) -> bytes:
        """Return a position as a PNG file with a fixed palette.

        Args:
            view: The position.
            last: The events of the last turn, which the picture marks.
            look: How its reader sees it.
            overlay: What one piece may do.
        """

    @abstractmethod
    def alt_text(self, view: V_contra, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
        """Return the position in words, enough to play by, in at most 1,024 characters; goes with the picture."""

    @abstractmethod
    def headline(self, view: V_contra) -> Text:
        """Return in one line how far the game is and what comes next, or who won.

        Who must decide is named in it as `Player`, unless several do at once: in calls a mention stands in its place.
        """

    @abstractmethod
    def text_board(self, view: V_contra, look: Look = PLAIN) -> str:
        """Return the position in monospaced characters, for a code block.

        It has at most `render.words.TEXT_COLUMNS` columns and `render.words.TEXT_LIMIT` characters.
        """

    # Animated pictures.

    def height(self, view: V_contra, last: Sequence[Event] = (), look: Look = PLAIN) -> int:
        """Return how high the picture with these arguments is, in pixels, without drawing it.

        0 for a game whose pictures of one match are never higher than those of its first and its last position.
        """
        return 0

    def glide(self, view: V_contra, last: Sequence[Event], look: Look = PLAIN, *, count: int) -> Sequence[Image.Image]:
        """Return pictures (mode L: entries of the palette, of the size of `draw`) of what moves in a turn.

        Args:
            view: The position before the turn.
            last: What happens in it.
            look: How its reader sees it.
            count: How many pictures there are; none come where nothing moves.
        """
        return ()

    # The reference sheet.

    @abstractmethod
    def sheet(self, data: str = "", look: Look = PLAIN) -> bytes:
        """Return the game's reference sheet as a PNG file.

        `data` is the version of the game's data file, empty for the current one.
        """

    @abstractmethod
    def sheet_text(self, data: str = "", look: Look = PLAIN) -> str:
        """Return the reference sheet in words, in at most 1,024 characters."""

    # What players hold, for their own eyes (`hands`).

    def shelves(
        self, view: V_contra, look: Look = PLAIN, *, tiles: int = 0, picked: Sequence[str] = ()
    ) -> tuple[Shelf, ...]:
        """Return what the viewer holds, what matters most first; nothing for who holds nothing, such as spectators.

        Args:
            view: As the viewer may see it.
            look: How the viewer sees it.
            tiles: How many cards may have a picture of their own (`draw_tile`). A hand of no more than these is a
                shelf by itself, with its `codes`, and comes first; a larger one, or with 0 any, is a shelf like others.
            picked: As in `draw_shelf`.
        """
        return ()

    def asked_shelf(self, view: V_contra) -> str:
        """Return the key of the shelf that the viewer has to choose from now, or choosing needs most; else nothing."""
        return ""

    def draw_shelf(self, view: V_contra, key: str, look: Look = PLAIN, *, picked: Sequence[str] = ()) -> bytes:
        """Return a shelf as a PNG file that can be read 400 pixels wide.

        Args:
            view: As the viewer may see it.
            key: One of `shelves`.
            look: How the viewer sees it.
            picked: The keys of the steps that are chosen so far (`engine.choices.Choice.key`); their cards are marked.
        """
        raise NotImplementedError

    def draw_tile(self, code: str, data: str = "", look: Look = PLAIN, *, mark: str = "") -> bytes:
        """Return one card as a square PNG file that can be read as a third of a phone's width.

        Args:
            code: One of a shelf's `codes`.
            data: Version of the game's data file; empty for the current one.
            look: How the viewer sees it; its names, side and width change nothing.
            mark: Of the shelf's `marks`, the one that belongs to the code.
        """
        raise NotImplementedError

    # Where all cards are (`deck`), and what can be looked up by name (`engine.game.Game.catalogue`).

    def draw_cards(self, view: V_contra, look: Look = PLAIN) -> bytes:
        """Return all cards as a PNG file: which are gone, which the viewer holds, which others hold."""
        raise NotImplementedError

    def cards_text(self, view: V_contra, look: Look = PLAIN) -> str:
        """Return the same in words, in at most 1,024 characters."""
        raise NotImplementedError

    def draw_entry(self, key: str, data: str = "", look: Look = PLAIN) -> bytes:
        """Return an entry of the catalogue as a PNG file that can be read 400 pixels wide.

        Args:
            key: Of the entry.
            data: Version of the game's data file; empty for the current one.
            look: How the reader sees it.
        """
        raise NotImplementedError

    def entry_text(self, key: str, data: str = "", look: Look = PLAIN) -> str:
        """Return the same in words, in at most 1,024 characters; goes with the picture."""
        raise NotImplementedError
