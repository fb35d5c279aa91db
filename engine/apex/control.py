"""Who is where, how strong they are, and who controls what (A26 to A30). Worked out afresh whenever it matters."""

from __future__ import annotations

from engine.apex.components import Bonus, Track
from engine.apex.state import NONE, Side, State, bonuses
from engine.seat import Seat


def has_colony(side: Side, slot: int) -> bool:
    """Return whether a colony of a side stands on a slot, the home colony included (A4)."""
    return slot == side.home or slot in side.colonies


def pawns(side: Side, slot: int) -> int:
    """Return how many ships and colonies of a side are on a slot (A3)."""
    return side.ships[slot] + (slot == side.home or slot in side.colonies)


def occupied(side: Side) -> set[int]:
    """Return the slots where a side has a pawn, the home colony among them."""
    slots = {slot for slot, ships in enumerate(side.ships) if ships}
    slots.update(side.colonies)
    if side.home != NONE:
        slots.add(side.home)
    return slots


def influence(state: State, side: Side) -> int:
    """Return the level of the track and a point for each colony with the bonus (A29)."""
    return side.levels[Track.INFLUENCE] + bonuses(state, side, Bonus.INFLUENCE)


def armament(state: State, side: Side) -> int:
    """Return the level of the track and a point for each colony with the bonus (A33)."""
    return side.levels[Track.ARMAMENT] + bonuses(state, side, Bonus.ARMAMENT)


def present(state: State, slot: int) -> list[Seat]:
    """Return who has pawns on a slot, by seat."""
    return [
        seat
        for seat, side in enumerate(state.sides, 1)
        if side.ships[slot] or slot == side.home or slot in side.colonies
    ]


def controller(state: State, slot: int) -> Seat | None:
    """Return who controls a slot, or None."""
    here = present(state, slot)
    if len(here) < 2:
        return here[0] if here else None  # A26
    best, holder = 0, None
    for seat in here:
        side = state.sides[seat - 1]
        count = pawns(side, slot) + influence(state, side)  # A27
        if count > best:
            best, holder = count, seat
        elif count == best:
            holder = None
    return holder


def controlled(state: State, seat: Seat) -> list[int]:
    """Return the slots that a seat controls."""
    return [slot for slot in sorted(occupied(state.sides[seat - 1])) if controller(state, slot) == seat]


def on_map(side: Side) -> int:
    """Return how many ships and colony pawns of a side are on the map (A62)."""
    return sum(side.ships) + len(side.colonies)
