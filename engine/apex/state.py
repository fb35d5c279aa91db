"""Positions, immutable, hashable and small, and the control of slots (A26 to A30)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, fields
from enum import IntEnum
from operator import attrgetter
from typing import Any

from engine.apex.components import Action, Bonus, Track
from engine.apex.rules import Rules
from engine.chance import Chance
from engine.seat import Seat
from engine.values import quickly_made

NONE = -1
"""No civilisation or home slot yet."""
NO_ACTIONS = (0,) * len(Action)


class Phase(IntEnum):
    """The kind of decision."""

    SETUP = 0
    CHOOSE = 1
    WAR = 2
    COLONISE = 3
    EXPAND = 4
    OVER = 5


@quickly_made
@dataclass(frozen=True, slots=True)
class Side:
    """One player's possessions.

    Attributes:
        civ: Place in `Rules.civilisations`, or `NONE`.
        home: Its slot, or `NONE`.
        ships: On each slot.
        colonies: Slots of the colony pawns, ascending, without the home colony (A4).
        levels: By `Track`.
        hand: Cards, ascending.
    """

    civ: int
    home: int
    ships: tuple[int, ...]
    colonies: tuple[int, ...]
    levels: tuple[int, ...]
    points: int
    hand: tuple[int, ...]


@quickly_made
@dataclass(frozen=True, slots=True)
class Strategy:
    """A revealed choice; `side` is `"W"`, `"E"`, `"C"` or `"X"`, `discard` a card or 0."""

    seat: Seat
    card: int
    side: str
    discard: int


@quickly_made
@dataclass(frozen=True, slots=True)
class State:
    """A position.

    Attributes:
        chance: For future deals.
        age: 1 to 3; 0 during the set-up.
        round: 1 to 5; 0 during the set-up.
        seat: The deciding seat; 0 where all choose at once, and at the end.
        sides: For seat 1, 2, ….
        tiles: The neutral sector on each slot after the homes, as its place in `Rules.tiles`.
        hidden: A bit for each slot with a face-down sector (A74).
        undealt: The remaining cards in this age, ascending (A16).
        spent: The cards played and discarded in this age, ascending.
        strategies: Of this round, in the order of resolution; of the previous one while all choose.
        step: The number of resolved strategies.
        fought: A bit for each slot that had its battle in the current war.
        actions: The remaining actions of the current expansion, by `Action`.
        begun: Whether the current strategy has had an action.
        gone: The resigned seats, in order.
    """

    rules: Rules
    chance: Chance
    phase: Phase
    age: int
    round: int
    seat: Seat
    sides: tuple[Side, ...]
    tiles: tuple[int, ...]
    hidden: int
    undealt: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    strategies: tuple[Strategy, ...] = ()
    step: int = 0
    fought: int = 0
    actions: tuple[int, ...] = NO_ACTIONS
    begun: bool = False
    gone: tuple[Seat, ...] = ()

    @property
    def strategy(self) -> Strategy:
        return self.strategies[self.step]

    def but(self, **changes: Any) -> State:  # noqa: ANN401 - a value for any field
        """Return the position with changed fields: `dataclasses.replace` takes three times as long."""
        values = list(_values(self))
        for name, value in changes.items():
            values[_PLACES[name]] = value
        return State(*values)


_PLACES = {field.name: place for place, field in enumerate(fields(State))}
_values = attrgetter(*_PLACES)


def start(rules: Rules, chance: Chance) -> State:
    """Return the position before the first civilisation is chosen (A11)."""
    count = len(rules.slots) - rules.seats
    drawn, chance = chance.shuffled([tile.name for tile in rules.tiles])
    names = [tile.name for tile in rules.tiles]
    tiles = tuple(names.index(name) for name in drawn[:count])
    hidden = (1 << len(rules.slots)) - (1 << rules.seats) if rules.exploration else 0  # A74
    empty = Side(NONE, NONE, (0,) * len(rules.slots), (), (0,) * len(Track), 0, ())
    return State(rules, chance, Phase.SETUP, 0, 0, 1, (empty,) * rules.seats, tiles, hidden)


def with_side(state: State, seat: Seat, side: Side) -> State:
    return state.but(sides=changed(state.sides, seat, side))


def changed(sides: tuple[Side, ...], seat: Seat, side: Side) -> tuple[Side, ...]:
    return (*sides[: seat - 1], side, *sides[seat:])


def with_ships(side: Side, slot: int, count: int) -> Side:
    ships = (*side.ships[:slot], count, *side.ships[slot + 1 :])
    return Side(side.civ, side.home, ships, side.colonies, side.levels, side.points, side.hand)


def bonus_on(state: State, slot: int) -> Bonus:
    """Return the bonus of the neutral sector on a slot (A43)."""
    return state.rules.bonuses[state.tiles[slot - state.rules.seats]]


def bonuses(state: State, side: Side, bonus: Bonus) -> int:
    """Return the number of a side's colonies with a bonus (A44)."""
    printed, tiles, first = state.rules.bonuses, state.tiles, state.rules.seats
    return sum([printed[tiles[slot - first]] is bonus for slot in side.colonies])


def code(state: State, seat: Seat) -> str:
    """Return a seat's name in the notation (A2): its civilisation, or `"P1"` before it has one."""
    civ = state.sides[seat - 1].civ
    return f"P{seat}" if civ == NONE else state.rules.civilisations[civ].code


# Presence, strength and control (A26 to A30), computed whenever needed.


def has_colony(side: Side, slot: int) -> bool:
    """Return whether a side has a colony on a slot, the home colony included (A4)."""
    return slot == side.home or slot in side.colonies


def pawns(side: Side, slot: int) -> int:
    """Return the number of a side's ships and colonies on a slot (A3)."""
    return side.ships[slot] + (slot == side.home or slot in side.colonies)


def occupied(side: Side) -> set[int]:
    """Return the slots with a side's pawns, the home colony among them."""
    slots = {*itertools.compress(itertools.count(), side.ships), *side.colonies}
    if side.home != NONE:
        slots.add(side.home)
    return slots


def influence(state: State, side: Side) -> int:
    """Return the level of the track plus one for each colony with the bonus (A29)."""
    return side.levels[Track.INFLUENCE] + bonuses(state, side, Bonus.INFLUENCE)


def armament(state: State, side: Side) -> int:
    """Return the level of the track plus one for each colony with the bonus (A33)."""
    return side.levels[Track.ARMAMENT] + bonuses(state, side, Bonus.ARMAMENT)


def present(state: State, slot: int) -> list[Seat]:
    """Return the seats with ships, their home or a colony in a sector."""
    return [
        seat
        for seat, side in enumerate(state.sides, 1)
        if side.ships[slot] or slot == side.home or slot in side.colonies
    ]


def controller(state: State, slot: int) -> Seat | None:
    """Return the seat that controls a slot, or None."""
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


def controllers(state: State) -> list[Seat | None]:
    """Return the seat that controls each slot, or None: as `controller`, but for all of them at once."""
    holders: list[Seat | None] = [None] * len(state.rules.slots)
    most = [0] * len(holders)
    for seat, side in enumerate(state.sides, 1):
        strength = influence(state, side)
        for slot in occupied(side):
            count = pawns(side, slot) + strength
            if count > most[slot]:
                most[slot], holders[slot] = count, seat
            elif count == most[slot]:
                holders[slot] = None
    return holders


def controlled(state: State, seat: Seat) -> list[int]:
    """Return the slots that a seat controls."""
    return [slot for slot in sorted(occupied(state.sides[seat - 1])) if controller(state, slot) == seat]


def on_map(side: Side) -> int:
    """Return the number of a side's ships and colony pawns on the map (A62)."""
    return sum(side.ships) + len(side.colonies)
