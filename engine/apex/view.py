"""What a seat, or a spectator, may know of a game of APEX (A9): all but hands, sealed choices and what is face down.

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
    """The pawns of one player in one sector.

    Attributes:
        seat: Whose.
        ships: How many.
        colony: Whether a colony of theirs stands there, the home colony included (A4).
    """

    seat: Seat
    ships: int
    colony: bool


@dataclass(frozen=True, slots=True)
class Sector:
    """A slot of the star map and what lies on it.

    Attributes:
        slot: Its name, e.g. `"B2"`.
        x: Where it is drawn, to the right, from 0 to 1.
        y: Where it is drawn, downwards, from 0 to 1.
        home: Whether it is a home slot.
        owner: Whose home sector lies there; None elsewhere and on a home slot that is free.
        tile: The neutral sector, e.g. `"N08"`; empty on home slots and where it lies face down (A74).
        bonus: Of a colony there: `"portal"`, `"movement"`, `"production"`, `"ambush"`, `"conversion"`, `"victory"`,
            `"influence"` or `"armament"`; empty where `tile` is.
        face_down: Whether it has not been explored (A74).
        pawns: Of everyone who has some there, by seat.
        controller: Who controls it (A26, A27); None for nobody.
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
    """A player and what they have.

    Attributes:
        seat: Whose.
        civilisation: The code, e.g. `"HUM"`; empty until it is chosen.
        home: The slot of the home sector; empty until it is chosen.
        levels: Of production, movement, influence and armament, 0 to 5 (A7).
        influence: With the bonuses of colonies (A29).
        armament: With the bonuses of colonies (A33).
        points: So far.
        controlled: How many sectors they control now.
        ships: On the map.
        supply: Ships that are not.
        colonies: The slots of their colony pawns, without the home colony.
        colonies_left: Colony pawns in the supply.
        hand: The cards in hand, ascending, for a reader who may see them; None for others.
        hand_size: How many those are.
        left: Whether they resigned and are played by the defaults (A25, A64).
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
        seat: Whose.
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
    """A position as a picture, a text board or an alt text needs it.

    Attributes:
        mode: `"2"` to `"6"`, the number of players.
        exploration: Whether sectors begin face down (A74).
        data: Version of the data file.
        reconstruction: What of it is not the published one, said wherever any of it is shown; None if all of it is.
        viewer: Whose eyes these are; None for a spectator.
        age: 1 to 3; 0 during the set-up.
        round: 1 to 5; 0 during the set-up.
        phase: `"setup"`, `"choose"`, `"war"`, `"colonise"`, `"expand"` or `"over"`.
        to_act: Who must decide, several while strategies are chosen. It does not tell who has chosen already.
        sectors: Every slot, in the order `H1`…, `A1`…, `B1`…, `C1`…, `D1`….
        lanes: Pairs of adjacent slots.
        sides: For seat 1, 2, ….
        strategies: Of the round, once revealed, in the order in which they are carried out; while the next ones are
            chosen, those of the round before. Empty before the first.
        actions: What the player whose expansion it is may still do: portal, movement, production, ambush and conversion
            actions; all 0 in other phases.
        fought: The slots of the battles of the war going on, in the order of `sectors`.
        spent: Cards played or discarded in this age, ascending.
        undealt: Cards that were not dealt in this age, ascending (A16).
        outside: Cards that are left out of the whole game, ascending (A10).
        passing: 1 where hands pass to the next seat in this age, -1 where to the one before (A22); 0 during the set-up.
        outcome: The result, or None while the game goes on.
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
        """Return the sector on a slot.

        Raises:
            KeyError: The map has no such slot.
        """
        for sector in self.sectors:
            if sector.slot == slot:
                return sector
        raise KeyError(slot)


def view(state: State, seat: Seat | None) -> ApexView:
    """Return what a seat, or a spectator (None), may know."""
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
    """Return who must decide now."""
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
