"""Battles (A33 to A40)."""

from __future__ import annotations

from engine.apex.control import armament, has_colony, present
from engine.apex.events import Battle, Fighter
from engine.apex.state import Side, State
from engine.seat import Seat


def battle(state: State, seat: Seat, slot: int) -> tuple[tuple[Side, ...], Battle]:
    """Return the sides after the battle that a seat triggers on a slot, and what happened."""
    here = present(state, slot)  # A33: everybody who is there
    scores = {}
    for each in here:
        side = state.sides[each - 1]
        scores[each] = side.ships[slot] + has_colony(side, slot) + armament(state, side)
    best = max(scores.values())
    first = [each for each in here if scores[each] == best]
    winner = first[0] if len(first) == 1 else None  # A34, A36
    second = max((score for each, score in scores.items() if each != winner), default=0)
    sides, fighters = list(state.sides), []
    for each in here:
        before = state.sides[each - 1]
        after = _won(before, slot, best - second) if each == winner else _lost(before, slot)
        sides[each - 1] = after
        fighters.append(
            Fighter(
                seat=each,
                ships=before.ships[slot],
                colony=has_colony(before, slot),
                armament=armament(state, before),
                ships_left=after.ships[slot],
                colony_left=has_colony(after, slot),
            )
        )
    return tuple(sides), Battle(seat, state.rules.slots[slot], tuple(fighters), winner)


def _won(side: Side, slot: int, kept: int) -> Side:
    """Return a winner with the pawns that are left, a colony among them (A35), and one more point (A38)."""
    ships = min(side.ships[slot], kept - has_colony(side, slot))
    return Side(side.civ, side.home, _put(side, slot, ships), side.colonies, side.levels, side.points + 1, side.hand)


def _lost(side: Side, slot: int) -> Side:
    """Return a side whose pawns there are all destroyed (A34, A36), but for the home colony (A37)."""
    colonies = tuple(each for each in side.colonies if each != slot)
    return Side(side.civ, side.home, _put(side, slot, 0), colonies, side.levels, side.points, side.hand)


def _put(side: Side, slot: int, count: int) -> tuple[int, ...]:
    return (*side.ships[:slot], count, *side.ships[slot + 1 :])
