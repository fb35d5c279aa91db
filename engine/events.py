"""Events of a game, the source of histories, pictures and announcements; each game has its own kinds."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.seat import Seat
from engine.text import Player, Text, say


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a game; each game subclasses it with its own fields.

    Attributes:
        seat: The seat that caused it; None for the game itself.
        audience: The seats that may know of it; None for everyone. Set when the event is made, never changed.
    """

    seat: Seat | None
    audience: frozenset[Seat] | None = field(default=None, kw_only=True)

    @property
    def player(self) -> Player:
        """The player of its seat; only for events that have one."""
        if self.seat is None:
            raise AssertionError(f"{type(self).__name__} has a seat")
        return Player(self.seat)

    def known_to(self, seat: Seat | None) -> bool:
        """Return whether a seat, or a spectator (None), may know of it."""
        return self.audience is None or seat in self.audience

    def text(self) -> Text:
        """Return the event as one sentence."""
        raise AssertionError(f"{type(self).__name__} does not say what happened")


@dataclass(frozen=True, slots=True)
class Surrendered(Event):
    """A seat resigned, in any game.

    Attributes:
        late: Whether its time ran out.
        alone: Whether the game has no other player.
    """

    late: bool = False
    alone: bool = False

    def text(self) -> Text:
        if self.alone:
            return say("{player} abandons the match.", player=self.player)
        if self.late:
            return say("{player} ran out of time.", player=self.player)
        return say("{player} resigns.", player=self.player)
