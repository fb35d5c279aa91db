"""The interface that every game's renderer implements, and where to find them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from engine.events import Event
from engine.text import Text
from render.apex.renderer import ApexRenderer
from render.extras import Overlay
from render.mutants.renderer import MutantsRenderer
from render.replica.renderer import ReplicaRenderer
from render.replicants.renderer import ReplicantsRenderer
from render.theme import Theme
from render.words import PLAIN, Look

V_contra = TypeVar("V_contra", contravariant=True)


class Renderer(Protocol[V_contra]):
    """A game's views as pictures and texts: pure, and safe to call from several threads at once."""

    def dress(self, theme: Theme) -> Theme:
        """Return a reader's theme as the game's pictures use it; so should whatever is shown together with them."""
        ...

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
        ...

    def alt_text(self, view: V_contra, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
        """Return the position in words, enough to play by, in at most 1,024 characters; goes with the picture."""
        ...

    def headline(self, view: V_contra) -> Text:
        """Return in one line how far the game is and what comes next, or who won.

        Who must decide is named in it as `Player`, unless several do at once: in calls a mention stands in its place.
        """
        ...

    def text_board(self, view: V_contra, look: Look = PLAIN) -> str:
        """Return the position in monospaced characters, for a code block.

        It has at most `render.words.TEXT_COLUMNS` columns and `render.words.TEXT_LIMIT` characters.
        """
        ...

    def sheet(self, data: str = "", look: Look = PLAIN) -> bytes:
        """Return the game's reference sheet as a PNG file.

        `data` is the version of the game's data file, empty for the current one.
        """
        ...

    def sheet_text(self, data: str = "", look: Look = PLAIN) -> str:
        """Return the reference sheet in words, in at most 1,024 characters."""
        ...


RENDERERS: Mapping[str, Renderer[Any]] = {
    "replicants": ReplicantsRenderer(),
    "replica": ReplicaRenderer(),
    "apex": ApexRenderer(),
    "mutants": MutantsRenderer(),
}


def renderer(game: str) -> Renderer[Any]:
    """Return the renderer of a game by its key.

    Raises:
        KeyError: No game with this key has one.
    """
    return RENDERERS[game]
