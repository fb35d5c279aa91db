"""The position and events after legal moves, including battles (A33 to A40)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from engine.apex import events as happened
from engine.apex import rounds
from engine.apex.components import Action
from engine.apex.events import Battle, Fighter
from engine.apex.moves import Ambush, Close, Colonise, Convert, Doing, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.state import Phase, Side, State, armament, bonus_on, changed, has_colony, present, with_ships
from engine.errors import IllegalMoveError
from engine.events import Event, Surrendered
from engine.game import Step
from engine.seat import Seat
from engine.text import say

# Battles (A33 to A40).


def battle(state: State, seat: Seat, slot: int) -> tuple[tuple[Side, ...], Battle]:
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


def _won(side: Side, slot: int, left: int) -> Side:
    """Return a winner with its remaining pawns, a colony among them (A35), and one more point (A38)."""
    ships = min(side.ships[slot], left - has_colony(side, slot))
    return Side(side.civ, side.home, _put(side, slot, ships), side.colonies, side.levels, side.points + 1, side.hand)


def _lost(side: Side, slot: int) -> Side:
    """Return a side without its pawns on a slot (A34, A36), except the home colony (A37)."""
    colonies = tuple(each for each in side.colonies if each != slot)
    return Side(side.civ, side.home, _put(side, slot, 0), colonies, side.levels, side.points, side.hand)


def _put(side: Side, slot: int, count: int) -> tuple[int, ...]:
    return (*side.ships[:slot], count, *side.ships[slot + 1 :])


def apply_moves(state: State, moves: Mapping[Seat, Move]) -> Step[State]:
    events: list[Event] = []
    if state.phase is Phase.CHOOSE:
        secrets = {seat: move for seat, move in moves.items() if isinstance(move, Secret)}
        return Step(rounds.reveal(state, secrets, events), tuple(events), barrier=True)
    after = _applied(state, moves[state.seat], events)
    # New hands or a sector were revealed: no look ahead past that, and no undo.
    barrier = after.phase is Phase.CHOOSE or after.age != state.age or after.hidden != state.hidden
    return Step(after, tuple(events), barrier)


def forfeit(state: State, seat: Seat) -> Step[State]:
    """Return the result of a resignation: the defaults play on (A25); the last but one ends the game (A64)."""
    if state.phase is Phase.OVER:
        raise IllegalMoveError(say("The game is over; players can no longer resign."), code="game-over", rule="A64")
    if seat in state.gone:
        raise IllegalMoveError(say("This player has already resigned."), code="gone", rule="A64")
    events: list[Event] = [Surrendered(seat)]
    state = state.but(gone=(*state.gone, seat))
    if len(state.gone) >= state.rules.seats - 1:
        state = rounds.over(state)
    elif state.seat == seat and state.phase is Phase.SETUP:
        state = rounds.without_the_gone(state, events)
    elif state.seat == seat:
        state = rounds.close(state, events)
    return Step(state, tuple(events), barrier=True)


def _applied(state: State, move: Move, events: list[Event]) -> State:
    seat = state.seat
    match move:
        case Settle():
            return rounds.settle(state, seat, move, events)
        case Fight(slot):
            sides, fought = battle(state, seat, slot)
            events.append(fought)
            return state.but(sides=sides, fought=state.fought | 1 << slot, begun=True)
        case Colonise(slot):
            return rounds.close(_colonised(state, slot, events), events)
        case Close():
            return rounds.close(state, events)
        case Ship() | Produce() | Ambush() | Convert():
            return _done(state, move, events)
    raise AssertionError(f"{move!r} is no move of this decision")


def _colonised(state: State, slot: int, events: list[Event]) -> State:
    seat = state.seat
    side = state.sides[seat - 1]
    colonies = tuple(sorted((*side.colonies, slot)))
    after = Side(side.civ, side.home, side.ships, colonies, side.levels, side.points, side.hand)
    events.append(happened.Colonised(seat, state.rules.slots[slot], bonus_on(state, slot)))
    return state.but(sides=changed(state.sides, seat, after), begun=True)


def _done(state: State, move: Doing, events: list[Event]) -> State:
    seat, names = state.seat, state.rules.slots
    side, sides, hidden = state.sides[seat - 1], state.sides, state.hidden
    match move:
        case Ship(portal, origin, target, count):
            action = Action.PORTAL if portal else Action.MOVEMENT
            moved = with_ships(side, origin, side.ships[origin] - count)
            sides = changed(sides, seat, with_ships(moved, target, side.ships[target] + count))
            events.append(happened.Moved(seat, names[origin], names[target], count, portal))
            if hidden >> target & 1:  # A74, A75
                hidden ^= 1 << target
                tile = state.rules.tiles[state.tiles[target - state.rules.seats]]
                events.append(happened.Explored(seat, names[target], tile.name, tile.bonus))
        case Produce(slot):
            action = Action.PRODUCTION
            sides = changed(sides, seat, with_ships(side, slot, side.ships[slot] + 1))
            events.append(happened.Produced(seat, names[slot]))
        case Ambush(slot, victim):
            action = Action.AMBUSH
            sides = _without_ship(sides, victim, slot)
            events.append(happened.Ambushed(seat, names[slot], victim))
        case Convert(slot, victim):
            action = Action.CONVERSION
            sides = changed(_without_ship(sides, victim, slot), seat, with_ships(side, slot, side.ships[slot] + 1))
            events.append(happened.Converted(seat, names[slot], victim))
        case _:
            assert_never(move)
    left = (*state.actions[:action], state.actions[action] - 1, *state.actions[action + 1 :])
    return state.but(sides=sides, hidden=hidden, actions=left, begun=True)


def _without_ship(sides: tuple[Side, ...], seat: Seat, slot: int) -> tuple[Side, ...]:
    side = sides[seat - 1]
    return changed(sides, seat, with_ships(side, slot, side.ships[slot] - 1))
