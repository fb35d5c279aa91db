"""The knowledge of a seat, or a spectator, in APEX (A9): all but hands, sealed choices and face-down sectors.

An allow-list: it holds names and numbers, never the state or a part of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.apex.components import CARDS, Track
from engine.apex.outcome import outcome
from engine.apex.rounds import passing
from engine.apex.rules import MOST_COLONIES, MOST_SHIPS
from engine.apex.state import (
    NONE,
    Phase,
    State,
    armament,
    bonus_on,
    code,
    controlled,
    controller,
    has_colony,
    influence,
    pawns,
)
from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Pawns:
    """The pawns of one player in one sector; `colony` includes the home colony (A4)."""

    seat: Seat
    ships: int
    colony: bool


@dataclass(frozen=True, slots=True)
class Sector:
    """A slot of the star map and its contents.

    Attributes:
        slot: Its name, e.g. `"B2"`.
        x: In the picture, to the right, from 0 to 1.
        y: In the picture, downwards, from 0 to 1.
        owner: The owner of the home sector there; None elsewhere and on a free home slot.
        tile: The neutral sector, e.g. `"N08"`; empty on home slots and for a face-down one (A74).
        bonus: Of a colony there: `"portal"`, `"movement"`, `"production"`, `"ambush"`, `"conversion"`, `"victory"`,
            `"influence"` or `"armament"`; empty where `tile` is.
        face_down: Whether it is unexplored (A74).
        pawns: Of each player present, by seat.
        controller: The controlling seat (A26, A27), or None.
    """

    slot: str
    x: float
    y: float
    home: bool
    owner: Seat | None
    tile: str
    bonus: str
    face_down: bool
    pawns: tuple[Pawns, ...]
    controller: Seat | None


@dataclass(frozen=True, slots=True)
class Side:
    """A player and their possessions.

    Attributes:
        civilisation: The code, e.g. `"HUM"`; empty until it is chosen.
        home: The slot of the home sector; empty until it is chosen.
        levels: Of production, movement, influence and armament, 0 to 5 (A7).
        influence: With the bonuses of colonies (A29).
        armament: With the bonuses of colonies (A33).
        controlled: The number of controlled sectors.
        ships: On the map.
        supply: Ships off the map.
        colonies: The slots of their colony pawns, without the home colony.
        colonies_left: Colony pawns in the supply.
        hand: The cards in hand, ascending; None for readers who may not see them.
        left: Whether they resigned and the defaults play for them (A25, A64).
    """

    seat: Seat
    civilisation: str
    home: str
    levels: tuple[int, int, int, int]
    influence: int
    armament: int
    points: int
    controlled: int
    ships: int
    supply: int
    colonies: tuple[str, ...]
    colonies_left: int
    hand: tuple[int, ...] | None
    hand_size: int
    left: bool


@dataclass(frozen=True, slots=True)
class Strategy:
    """A revealed choice.

    Attributes:
        card: Its index.
        side: `"W"`, `"E"`, `"C"` or `"X"`.
        discard: The card discarded with it (2 players, A71); 0 for none.
        done: Whether it has been carried out.
    """

    seat: Seat
    card: int
    side: str
    discard: int
    done: bool


@dataclass(frozen=True, slots=True)
class ApexView:
    """A position for pictures, text boards and alt texts.

    Attributes:
        mode: `"2"` to `"6"`, the number of players.
        exploration: Whether sectors begin face down (A74).
        data: Version of the data file.
        reconstruction: The reconstructed part of it, named in every display; None for a published version.
        viewer: The reader's seat; None for a spectator.
        age: 1 to 3; 0 during the set-up.
        round: 1 to 5; 0 during the set-up.
        phase: `"setup"`, `"choose"`, `"war"`, `"colonise"`, `"expand"` or `"over"`.
        to_act: The deciding seats, all of them while strategies are chosen, so that nobody sees who has chosen already.
        sectors: Every slot, in the order `H1`…, `A1`…, `B1`…, `C1`…, `D1`….
        lanes: Pairs of adjacent slots.
        sides: For seat 1, 2, ….
        strategies: Revealed, in the order of resolution; those of the previous round while the next are chosen. Empty
            before the first.
        actions: The remaining actions of the current expansion: portal, movement, production, ambush, conversion; all 0
            in other phases.
        fought: The slots of the battles in the current war, in the order of `sectors`.
        spent: Cards played or discarded in this age, ascending.
        undealt: Cards not dealt in this age, ascending (A16).
        outside: Cards left out of the whole game, ascending (A10).
        passing: 1 where hands pass to the next seat in this age, -1 for the previous one (A22); 0 during the set-up.
    """

    mode: str
    exploration: bool
    data: str
    reconstruction: Text | None
    viewer: Seat | None
    age: int
    round: int
    phase: str
    to_act: tuple[Seat, ...]
    sectors: tuple[Sector, ...]
    lanes: tuple[tuple[str, str], ...]
    sides: tuple[Side, ...]
    strategies: tuple[Strategy, ...]
    actions: tuple[int, int, int, int, int]
    fought: tuple[str, ...]
    spent: tuple[int, ...]
    undealt: tuple[int, ...]
    outside: tuple[int, ...]
    passing: int
    outcome: Outcome | None

    def sector(self, slot: str) -> Sector:
        for sector in self.sectors:
            if sector.slot == slot:
                return sector
        raise KeyError(slot)


def view(state: State, seat: Seat | None) -> ApexView:
    rules = state.rules
    portal, movement, production, ambush, conversion = state.actions
    return ApexView(
        mode=rules.mode.key,
        exploration=rules.exploration,
        data=rules.data,
        reconstruction=rules.components.reconstructed,
        viewer=seat,
        age=state.age,
        round=state.round,
        phase=state.phase.name.lower(),
        to_act=tuple(sorted(to_act(state))),
        sectors=tuple(_sector(state, slot) for slot in range(len(rules.slots))),
        lanes=rules.map.lanes,
        sides=tuple(_side(state, each, seat) for each in range(1, rules.seats + 1)),
        strategies=tuple(
            Strategy(each.seat, each.card, each.side, each.discard, index < state.step)
            for index, each in enumerate(state.strategies)
        ),
        actions=(portal, movement, production, ambush, conversion),
        fought=tuple(name for slot, name in enumerate(rules.slots) if state.fought >> slot & 1),
        spent=state.spent,
        undealt=state.undealt,
        outside=tuple(card for card in range(1, CARDS + 1) if card not in rules.deck),
        passing=passing(state.age) if state.age else 0,
        outcome=outcome(state),
    )


def to_act(state: State) -> frozenset[Seat]:
    if state.phase is Phase.CHOOSE:
        return frozenset(range(1, state.rules.seats + 1)).difference(state.gone)
    return frozenset({state.seat}) if state.seat else frozenset()


def _sector(state: State, slot: int) -> Sector:
    rules = state.rules
    place = next(each for each in rules.map.places if each.name == rules.slots[slot])
    home = slot < rules.seats
    down = bool(state.hidden >> slot & 1)
    tile = "" if home or down else rules.tiles[state.tiles[slot - rules.seats]].name
    return Sector(
        slot=place.name,
        x=place.x,
        y=place.y,
        home=home,
        owner=next((seat for seat, side in enumerate(state.sides, 1) if side.home == slot), None),
        tile=tile,
        bonus=bonus_on(state, slot).name.lower() if tile else "",
        face_down=down,
        pawns=tuple(
            Pawns(seat, side.ships[slot], has_colony(side, slot))
            for seat, side in enumerate(state.sides, 1)
            if pawns(side, slot)
        ),
        controller=controller(state, slot),
    )


def _side(state: State, seat: Seat, viewer: Seat | None) -> Side:
    side, slots = state.sides[seat - 1], state.rules.slots
    chosen = side.civ != NONE
    return Side(
        seat=seat,
        civilisation=code(state, seat) if chosen else "",
        home=slots[side.home] if chosen else "",
        levels=(
            side.levels[Track.PRODUCTION],
            side.levels[Track.MOVEMENT],
            side.levels[Track.INFLUENCE],
            side.levels[Track.ARMAMENT],
        ),
        influence=influence(state, side),
        armament=armament(state, side),
        points=side.points,
        controlled=len(controlled(state, seat)),
        ships=sum(side.ships),
        supply=MOST_SHIPS - sum(side.ships),
        colonies=tuple(slots[slot] for slot in side.colonies),
        colonies_left=MOST_COLONIES - len(side.colonies),
        hand=side.hand if seat == viewer else None,
        hand_size=len(side.hand),
        left=seat in state.gone,
    )
