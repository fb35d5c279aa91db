"""Positions as far as their reader may know them: an optional protocol for games in which something is hidden."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.game import Game, Seat

S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Masking(Protocol[S_contra]):
    """A game whose positions are written differently for each reader."""

    def masked_position(self, state: S_contra, seat: Seat | None) -> str:
        """Return a position in one line, as far as a seat, or a spectator (None), may know it."""
        ...


def position_for(game: Game[Any, Any, Any], state: Any, seat: Seat | None) -> str:  # noqa: ANN401 - each game has its own
    """Return a position in one line, as far as a seat, or a spectator (None), may know it."""
    return game.masked_position(state, seat) if isinstance(game, Masking) else game.write_position(state)
