"""Every legal move of a decision, and strategies that would have no effect.

The order is part of the interface. Set-up: by civilisation (A2), then home slot. Secret choice: by card, side (War,
Evolution, Colonisation, Expansion) and discard. War and colonisation: by slot, then `-`. Expansion: portals, then
movements, by origin, target and number of ships, all first; productions by slot; ambushes and conversions by slot and
seat; then `-`. Slots go H, A, B, C, D.
"""

from __future__ import annotations

import functools
from enum import StrEnum
from operator import itemgetter

from engine.apex.components import CARDS, Action, Card
from engine.apex.moves import CLOSE, SIDES, Ambush, Colonise, Convert, Doing, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.rules import MOST_COLONIES, MOST_SHIPS, TOP, Rules
from engine.apex.state import Phase, State, controller, occupied
from engine.seat import Seat
from engine.text import Text, say


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    """Return the moves of a seat that must decide, in a fixed order."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.CHOOSE:
            return () if seat in state.gone else secrets(state.sides[seat - 1].hand, discards=state.rules.seats == 2)
        case _ if seat != state.seat:
            return ()
        case Phase.SETUP:
            return tuple(Settle(civ, home) for civ in free_civilisations(state) for home in free_homes(state))
        case Phase.WAR:
            return (*map(_fight, battlefields(state, seat)), CLOSE)
        case Phase.COLONISE:
            return (*map(_colonise, colonisable(state, seat)), CLOSE)
    return (*doings(state, seat), CLOSE)


def count_legal(state: State, seat: Seat) -> int:
    if state.phase is Phase.CHOOSE and seat not in state.gone:
        cards = len(state.sides[seat - 1].hand)
        return len(SIDES) * cards * (cards - 1 if state.rules.seats == 2 else 1)
    return len(legal(state, seat))


def free_civilisations(state: State) -> list[int]:
    """Return the civilisations without a player (A12)."""
    taken = {side.civ for side in state.sides}
    return [civ for civ in range(len(state.rules.civilisations)) if civ not in taken]


def free_homes(state: State) -> list[int]:
    """Return the home slots without a player (A12)."""
    taken = {side.home for side in state.sides}
    return [slot for slot in range(state.rules.seats) if slot not in taken]


@functools.lru_cache(maxsize=256)
def secrets(hand: tuple[int, ...], *, discards: bool) -> tuple[Secret, ...]:
    """Return the possible choices from a hand (A17, A71)."""
    found: list[Secret] = []
    for card in hand:
        if discards and len(hand) > 2:
            discarded = itemgetter(*[other for other in hand if other != card])  # by far the fastest way to take many
            for side in SIDES:
                found += discarded(_secrets(card, side))
        else:
            others = [other for other in hand if other != card] if discards else [0]
            found += [_secrets(card, side)[other] for side in SIDES for other in others]
    return tuple(found)


def battlefields(state: State, seat: Seat) -> list[int]:
    """Return the slots where a seat may still trigger a battle in its war (A31)."""
    own = occupied(state.sides[seat - 1])
    enemy = set[int]().union(*(occupied(side) for other, side in enumerate(state.sides, 1) if other != seat))
    return [slot for slot in sorted(own & enemy) if not state.fought >> slot & 1]


def colonisable(state: State, seat: Seat) -> list[int]:
    """Return the slots where a seat may place a colony (A42)."""
    side, first = state.sides[seat - 1], state.rules.seats
    if len(side.colonies) == MOST_COLONIES:
        return []
    settled = {slot for each in state.sides for slot in each.colonies}
    return [
        slot
        for slot in range(first, len(side.ships))
        if side.ships[slot] and slot not in settled and controller(state, slot) == seat
    ]


def doings(state: State, seat: Seat) -> list[Doing]:
    rules, side, left = state.rules, state.sides[seat - 1], state.actions
    found: list[Doing] = []
    for action in (Action.PORTAL, Action.MOVEMENT):
        if left[action]:
            for origin, count in enumerate(side.ships):
                if count:
                    found += voyages(rules, origin, count, portal=action is Action.PORTAL)
    found += deeds(state, seat)
    return found


def deeds(state: State, seat: Seat) -> list[Produce | Ambush | Convert]:
    """Return the productions, ambushes and conversions that a seat can carry out now (A50 to A53)."""
    side, left = state.sides[seat - 1], state.actions
    found: list[Produce | Ambush | Convert] = []
    room = sum(side.ships) < MOST_SHIPS  # A53
    if left[Action.PRODUCTION] and room:
        found += [_produce(slot) for slot in sorted((side.home, *side.colonies))]  # A50
    if left[Action.AMBUSH]:
        found += [_ambush(slot, victim) for slot in sorted(occupied(side)) for victim in victims(state, seat, slot)]
    if left[Action.CONVERSION] and room:
        found += [
            _convert(slot, victim)
            for slot in sorted(occupied(side))
            if (enemies := victims(state, seat, slot)) and controller(state, slot) == seat  # A52
            for victim in enemies
        ]
    return found


def can_do(state: State, seat: Seat) -> bool:
    """Return whether a seat can carry out any action in its expansion (A55, A56)."""
    side, left = state.sides[seat - 1], state.actions
    ships = sum(side.ships)
    if ships and (left[Action.PORTAL] or left[Action.MOVEMENT]):
        return True
    if left[Action.PRODUCTION] and ships < MOST_SHIPS:
        return True
    return bool((left[Action.AMBUSH] or left[Action.CONVERSION]) and deeds(state, seat))


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    if state.phase is not Phase.EXPAND:
        return move in legal(state, seat)
    if not isinstance(move, Ship):
        return move == CLOSE or move in deeds(state, seat)
    near = move.origin != move.target if move.portal else move.target in state.rules.near[move.origin]
    left = state.actions[Action.PORTAL if move.portal else Action.MOVEMENT]
    return near and left > 0 and 1 <= move.count <= state.sides[seat - 1].ships[move.origin]


@functools.cache
def voyages(rules: Rules, origin: int, ships: int, *, portal: bool) -> tuple[Ship, ...]:
    """Return the ways to move some of a slot's ships (A47, A48)."""
    targets = [slot for slot in range(len(rules.slots)) if slot != origin] if portal else rules.near[origin]
    return tuple([_ship(portal, origin, target, count) for target in targets for count in range(ships, 0, -1)])


def victims(state: State, seat: Seat, slot: int) -> list[Seat]:
    return [other for other, side in enumerate(state.sides, 1) if other != seat and side.ships[slot]]


def default(state: State, seat: Seat) -> Move:
    """Return the move for a seat that misses its decision, or has left (A25)."""
    if state.phase is Phase.SETUP:
        return Settle(free_civilisations(state)[0], free_homes(state)[0])
    if state.phase is Phase.CHOOSE:
        hand = state.sides[seat - 1].hand
        return Secret(hand[0], "W", hand[1] if state.rules.seats == 2 else 0)
    return CLOSE


@functools.cache
def _secrets(card: int, side: str) -> tuple[Secret, ...]:
    return tuple(Secret(card, side, discard) for discard in range(CARDS + 1))


# Cached: these are needed again and again, and creating a frozen value takes longer than a look-up.
_ship = functools.cache(Ship)
_fight = functools.cache(Fight)
_colonise = functools.cache(Colonise)
_produce = functools.cache(Produce)
_ambush = functools.cache(Ambush)
_convert = functools.cache(Convert)


# Strategies without effect, and the reasons: a warning before the choice, an announcement after it.


class Idle(StrEnum):
    """Why a strategy has no effect."""

    NOBODY_TO_FIGHT = "nobody-to-fight"
    AT_THE_TOP = "at-the-top"
    ALL_PLACED = "all-placed"
    NO_SECTOR = "no-sector"
    NO_ACTION = "no-action"


RULES: dict[Idle, str] = {
    Idle.NOBODY_TO_FIGHT: "A31",
    Idle.AT_THE_TOP: "A41",
    Idle.ALL_PLACED: "A42",
    Idle.NO_SECTOR: "A42",
    Idle.NO_ACTION: "A55",
}
"""The number of the rule behind each."""

REASONS: dict[Idle, Text] = {
    Idle.NOBODY_TO_FIGHT: say("no sector has both their pawns and an opponent's"),
    Idle.AT_THE_TOP: say("the track is already at level 5"),
    Idle.ALL_PLACED: say("all three of their colonies are on the map"),
    Idle.NO_SECTOR: say("they control no sector without a colony"),
    Idle.NO_ACTION: say("none of its actions can be carried out"),
}
"""About a player, after a colon."""

OWN_REASONS: dict[Idle, Text] = {
    **REASONS,
    Idle.NOBODY_TO_FIGHT: say("no sector has both your pawns and an opponent's"),
    Idle.ALL_PLACED: say("all three of your colonies are on the map"),
    Idle.NO_SECTOR: say("you control no sector without a colony"),
}
"""About the reader."""


def idle(begun: State, seat: Seat) -> Idle | None:
    """Return why a strategy that begins has no decision; None if it has one (A55)."""
    if begun.phase is Phase.WAR:
        return None if battlefields(begun, seat) else Idle.NOBODY_TO_FIGHT
    if begun.phase is Phase.COLONISE:
        if colonisable(begun, seat):
            return None
        return Idle.ALL_PLACED if len(begun.sides[seat - 1].colonies) == MOST_COLONIES else Idle.NO_SECTOR
    return None if can_do(begun, seat) else Idle.NO_ACTION


def idle_evolution(state: State, seat: Seat, card: Card) -> Idle | None:
    """Return why an evolution changes nothing; None if it does (A41)."""
    return Idle.AT_THE_TOP if state.sides[seat - 1].levels[card.evolution] == TOP else None
