"""Positions that a seat cannot tell from one: other hands, other sectors face down, other deals to come."""

from __future__ import annotations

from engine.apex.rounds import passing
from engine.apex.state import Side, State
from engine.chance import Chance
from engine.seat import Seat


def alike(state: State, seat: Seat | None, chance: Chance) -> State:
    """Return such a position for a seat, or a spectator (None), drawn at random; see `engine.extras.Alike`."""
    sides, chance = _other_hands(state, seat, chance)
    tiles, chance = _other_tiles(state, chance)
    return state.but(chance=chance, sides=sides, tiles=tiles)


def seen_hands(state: State, seat: Seat | None) -> frozenset[Seat]:
    """Return whose hands a seat knows: its own, and those that it has handed on in this age (A22).

    What is played or discarded from a hand lies open (A18), so that a hand once seen is known until the age ends.
    """
    if seat is None or not state.age:
        return frozenset()
    step, count = passing(state.age), state.rules.seats
    return frozenset((seat - 1 + step * passed) % count + 1 for passed in range(state.round))


def _other_hands(state: State, seat: Seat | None, chance: Chance) -> tuple[tuple[Side, ...], Chance]:
    seen = seen_hands(state, seat)
    unknown = [card for other, side in enumerate(state.sides, 1) if other not in seen for card in side.hand]
    drawn, chance = chance.shuffled(unknown)
    rest, sides = list(drawn), list[Side]()
    for other, side in enumerate(state.sides, 1):
        hand = side.hand if other in seen else tuple(sorted(rest.pop() for _ in side.hand))
        sides.append(Side(side.civ, side.home, side.ships, side.colonies, side.levels, side.points, hand))
    return tuple(sides), chance


def _other_tiles(state: State, chance: Chance) -> tuple[tuple[int, ...], Chance]:
    """Return other neutral sectors face down, of those that do not lie face up and of those not used (A74)."""
    first = state.rules.seats
    down = [place for place in range(len(state.tiles)) if state.hidden >> place + first & 1]
    if not down:
        return state.tiles, chance
    shown = {tile for place, tile in enumerate(state.tiles) if place not in down}
    drawn, chance = chance.shuffled([tile for tile in range(len(state.rules.tiles)) if tile not in shown])
    other = dict(zip(down, drawn, strict=False))
    return tuple(other.get(place, tile) for place, tile in enumerate(state.tiles)), chance
