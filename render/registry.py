"""The interface that every game's renderer implements, and where to find them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from engine.game import Event, Seat
from engine.text import Text
from render.apex.renderer import ApexRenderer
from render.overlay import Overlay
from render.replica.renderer import ReplicaRenderer
from render.replicants.renderer import ReplicantsRenderer
from render.theme import Theme
from render.words import Translate

V_contra = TypeVar("V_contra", contravariant=True)


class Renderer(Protocol[V_contra]):
    """A game's views as pictures and texts: pure, and safe to call from several threads at once.

    `names` are the players' display names for seat 1, 2, …; a missing or empty one is shown as "Player 2".
    `side` is the seat from whose side the board is seen; None is the game's own orientation.
    `translate` gives a template in the reader's language, as gettext does; the default leaves it English.
    """

    def dress(self, theme: Theme) -> Theme:
        """Return a reader's theme as the game's pictures use it; so should whatever is shown together with them."""
        ...

    def draw(
        self,
        view: V_contra,
        last: Sequence[Event] = (),
        *,
        names: Sequence[str] = (),
        theme: Theme = ...,
        width: int = 1200,
        overlay: Overlay | None = None,
        side: Seat | None = None,
        marks: bool = True,
        translate: Translate = str,
    ) -> bytes:
        """Return a position as a PNG file with a fixed palette.

        Args:
            view: The position.
            last: The events of the last turn, which the picture marks.
            names: The players.
            theme: The reader's colours.
            width: In pixels.
            overlay: What one piece may do.
            side: From whose side, with places named as ever and text upright.
            marks: Whether pieces show how they move.
            translate: The reader's language.
        """
        ...

    def alt_text(
        self,
        view: V_contra,
        last: Sequence[Event] = (),
        *,
        names: Sequence[str] = (),
        side: Seat | None = None,
        translate: Translate = str,
    ) -> str:
        """Return the position in words, enough to play by, in at most 1,024 characters; goes with the picture."""
        ...

    def headline(self, view: V_contra) -> Text:
        """Return in one line how far the game is and what comes next, or who won."""
        ...

    def text_board(
        self, view: V_contra, *, names: Sequence[str] = (), side: Seat | None = None, translate: Translate = str
    ) -> str:
        """Return the position in monospaced characters, for a code block.

        It has at most `render.words.TEXT_COLUMNS` columns and `render.words.TEXT_LIMIT` characters.
        """
        ...

    def sheet(self, *, data: str = "", theme: Theme = ..., width: int = 1200, translate: Translate = str) -> bytes:
        """Return the game's reference sheet as a PNG file.

        `data` is the version of the game's data file, empty for the current one.
        """
        ...

    def sheet_text(self, *, data: str = "", translate: Translate = str) -> str:
        """Return the reference sheet in words, in at most 1,024 characters."""
        ...


RENDERERS: Mapping[str, Renderer[Any]] = {
    "replicants": ReplicantsRenderer(),
    "replica": ReplicaRenderer(),
    "apex": ApexRenderer(),
}


def renderer(game: str) -> Renderer[Any]:
    """Return the renderer of a game by its key.

    Raises:
        KeyError: No game with this key has one.
    """
    return RENDERERS[game]
