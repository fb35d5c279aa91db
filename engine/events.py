"""What happens in a game, as values that histories, pictures and announcements are made from; games have their own."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.seat import Seat
from engine.text import Player, Text, say


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for histories, pictures and announcements; games subclass it with their own fields.

    Attributes:
        seat: Whose doing it was; None for the game's own.
        audience: Who may know of it; None for everyone. Set when the event is made, never afterwards.
    """

    seat: Seat | None
    audience: frozenset[Seat] | None = field(default=None, kw_only=True)

    def known_to(self, seat: Seat | None) -> bool:
        """Return whether a seat, or a spectator (None), may know of it."""
        return self.audience is None or seat in self.audience

    def text(self) -> Text:
        """Return what happened, as one sentence."""
        raise AssertionError(f"{type(self).__name__} does not say what happened")


@dataclass(frozen=True, slots=True)
class Surrendered(Event):
    """A seat resigned, in any game.

    Attributes:
        late: Whether nobody's hand did it: its time was up.
        alone: Whether nobody else played.
    """

    late: bool = False
    alone: bool = False

    def text(self) -> Text:
        """Return what happened, as one sentence."""
        if self.seat is None:
            raise AssertionError("nobody surrendered")
        player = Player(self.seat)
        if self.alone:
            return say("{player} abandons the match.", player=player)
        return say("{player} ran out of time.", player=player) if self.late else say("{player} resigns.", player=player)
