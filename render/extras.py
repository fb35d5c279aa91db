"""What a renderer may have beyond `render.registry.Renderer`: optional protocols. It has one by having its methods.

    protocol      what it draws or tells                       games  who asks
    HandRenderer  the hand of a view's viewer alone            apex   the turn builder, `/legal`
    DeckRenderer  which cards are still out                    apex   `/cards`
    Dressing      what seats wear that they chose in a match   apex   cards of matches, animated pictures
    Sized         how high a picture is, where that differs    apex   animated pictures

A test holds the table to the renderers (`tests/render/test_extras.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar, runtime_checkable

from engine.game import Event
from render.look import PLAIN, Look
from render.theme import Theme

V_contra = TypeVar("V_contra", contravariant=True)


@runtime_checkable
class HandRenderer(Protocol[V_contra]):
    """A renderer that draws the hand of a view's viewer alone."""

    def draw_hand(self, view: V_contra, look: Look = PLAIN, *, picked: str = "") -> bytes:
        """Return the viewer's hand as a PNG file that can be read 400 pixels wide.

        Args:
            view: As the viewer may see it; without a viewer the picture says that there is no hand.
            look: How the viewer sees it.
            picked: What is chosen so far, in the game's notation, complete or not; it is marked.
        """
        ...

    def hand_text(self, view: V_contra, look: Look = PLAIN) -> str:
        """Return the viewer's hand in words, in at most 1,024 characters; goes with the picture."""
        ...


@runtime_checkable
class DeckRenderer(Protocol[V_contra]):
    """A renderer that shows which cards are still out."""

    def draw_cards(self, view: V_contra, look: Look = PLAIN) -> bytes:
        """Return all cards as a PNG file: which are gone, which the viewer holds, which others hold."""
        ...

    def cards_text(self, view: V_contra, look: Look = PLAIN) -> str:
        """Return the same in words, in at most 1,024 characters."""
        ...


@runtime_checkable
class Dressing(Protocol[V_contra]):
    """A renderer whose seats wear what they chose in the match."""

    def dress_for(self, theme: Theme, view: V_contra) -> Theme:
        """Return a reader's theme as the pictures of this view use it."""
        ...


@runtime_checkable
class Sized(Protocol[V_contra]):
    """A renderer whose pictures of one match differ in height."""

    def height(self, view: V_contra, last: Sequence[Event] = (), look: Look = PLAIN) -> int:
        """Return how high the picture with these arguments is, in pixels, without drawing it."""
        ...
