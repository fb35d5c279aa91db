"""What a report of battles tells, apart from how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.apex.events import Battle
from engine.game import Event

MOST = 6
"""So many battles are reported on a picture at most, the last ones."""


def battles_of(last: Sequence[Event]) -> tuple[Battle, ...]:
    """Return the battles among some events that a picture reports."""
    return tuple(event for event in last if isinstance(event, Battle))[-MOST:]
