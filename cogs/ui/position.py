"""What pictures and menus of a position are made of, be it of a match or of a private board."""

from __future__ import annotations

from typing import Protocol

from engine.info import Setup
from engine.session import Session


class Position(Protocol):
    """A game as it stands, and who plays it; every match is one (`hosting.match.model.Match`)."""

    @property
    def game(self) -> str:
        """Key of the game."""
        ...

    @property
    def setup(self) -> Setup:
        """What the game started from."""
        ...

    @property
    def session(self) -> Session:
        """The game itself."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, for seat 1, 2, …."""
        ...
