"""How much time the players of a match have left."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Json


@dataclass(frozen=True, slots=True)
class MatchClock:
    """A match's clock."""

    def dump(self) -> Json:
        """Return the clock as JSON; `load` takes it back."""
        return {}

    @classmethod
    def load(cls, _data: Json) -> MatchClock:
        """Return the clock that `dump` wrote."""
        return cls()
