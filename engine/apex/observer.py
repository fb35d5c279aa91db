"""Making the view of a seat, or of a spectator, from a position."""

from __future__ import annotations

from engine.apex import view as seen
from engine.apex.components import CARDS, Track
from engine.apex.control import armament, controlled, controller, has_colony, influence, pawns
from engine.apex.outcome import outcome
from engine.apex.rounds import passing
from engine.apex.rules import MOST_COLONIES, MOST_SHIPS
from engine.apex.state import NONE, Phase, State, bonus_on, code
from engine.seat import Seat


def view(state: State, seat: Seat | None) -> seen.ApexView:
    """Return what a seat, or a spectator (None), may know."""
    rules = state.rules
    portal, movement, production, ambush, conversion = state.actions
    return seen.ApexView(
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
            seen.Strategy(each.seat, each.card, each.side, each.discard, index < state.step)
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


def _sector(state: State, slot: int) -> seen.Sector:
    rules = state.rules
    place = next(each for each in rules.map.places if each.name == rules.slots[slot])
    home = slot < rules.seats
    down = bool(state.hidden >> slot & 1)
    tile = "" if home or down else rules.tiles[state.tiles[slot - rules.seats]].name
    return seen.Sector(
        slot=place.name,
        x=place.x,
        y=place.y,
        home=home,
        owner=next((seat for seat, side in enumerate(state.sides, 1) if side.home == slot), None),
        tile=tile,
        bonus=bonus_on(state, slot).name.lower() if tile else "",
        face_down=down,
        pawns=tuple(
            seen.Pawns(seat, side.ships[slot], has_colony(side, slot))
            for seat, side in enumerate(state.sides, 1)
            if pawns(side, slot)
        ),
        controller=controller(state, slot),
    )


def _side(state: State, seat: Seat, viewer: Seat | None) -> seen.Side:
    side, slots = state.sides[seat - 1], state.rules.slots
    chosen = side.civ != NONE
    return seen.Side(
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
