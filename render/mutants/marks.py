"""What a picture marks: what happened last, and among what the asked seat can choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.events import Event
from engine.mutants.duels import Flipped, KnockedOut, Parried, PointsGained, RoundScored
from engine.mutants.events import Bred, Crushed, Deployed, Discarded, Frozen, Gained, Incubated, Shifted
from engine.mutants.view import MutantsView
from engine.seat import Seat


@dataclass(frozen=True, slots=True)
class Marks:
    """What happened last to the things of one seat, and what of them can be chosen.

    Attributes:
        fresh: Zones in which something came or was turned up.
        struck: Zones whose card is K.O. since.
        parried: Zones whose card parried.
        piles: Piles of the reserve whose top went away, from 1.
        incubator: Whether a card came into the incubator.
        points: VP gained.
        frozen: Cards frozen.
        discarded: Cards discarded.
        zones: That can be chosen now.
        choices: Piles that can be chosen now, from 1.
    """

    fresh: frozenset[str] = frozenset()
    struck: frozenset[str] = frozenset()
    parried: frozenset[str] = frozenset()
    piles: frozenset[int] = frozenset()
    incubator: bool = False
    points: int = 0
    frozen: int = 0
    discarded: int = 0
    zones: tuple[str, ...] = ()
    choices: tuple[int, ...] = ()


@dataclass(slots=True)
class _Tally:
    """Marks in the making."""

    fresh: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)
    parried: set[str] = field(default_factory=set)
    piles: set[int] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, event: Event) -> None:
        """Take an event of the seat into account."""
        match event:
            case Deployed():
                self.fresh.add("A")
            case Shifted() | Flipped():
                self.fresh.add(event.zone)
                self.struck.discard(event.zone)
            case KnockedOut():
                self.struck.add(event.zone)
            case Parried():
                self.parried.add(event.zone)
            case Bred() | Incubated() | Gained():
                self.piles.add(event.pile)
                into = "incubator" if isinstance(event, Incubated) else event.zone if isinstance(event, Gained) else ""
                self.counts[into] += 1
            case Frozen():
                self.counts["freezer"] += 1
            case Discarded():
                self.counts["discard"] += len(event.cards)
            case Crushed() | PointsGained():
                self.counts["points"] += event.points


def marks_of(view: MutantsView, last: Sequence[Event], seat: Seat) -> Marks:
    """Return what a picture marks of a seat's things."""
    tally = _Tally()
    for event in last:
        if isinstance(event, RoundScored) and seat in event.order:
            tally.counts["points"] += event.points[event.order.index(seat)]
        elif event.seat == seat:
            tally.add(event)
    prompt = view.prompt
    asked = prompt is not None and view.outcome is None
    counts = tally.counts
    return Marks(
        frozenset(tally.fresh),
        frozenset(tally.struck),
        frozenset(tally.parried),
        frozenset(tally.piles),
        bool(counts["incubator"]),
        counts["points"],
        counts["freezer"],
        counts["discard"],
        prompt.zones if prompt is not None and asked and prompt.about == seat else (),
        prompt.piles if prompt is not None and asked and seat in prompt.seats else (),
    )
