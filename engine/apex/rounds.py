"""The course of a game between decisions: set-up, deals, reveals, resolution, passing, scoring, the end.

Every function takes the position and the events so far, adds to the events and returns the next position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.apex import events as happened
from engine.apex.components import Action, Bonus, Track
from engine.apex.legal import default, idle
from engine.apex.moves import SIDES, Secret, Settle
from engine.apex.rules import AGES, ROUNDS, TOP, Rules
from engine.apex.state import NO_ACTIONS, Phase, Side, State, Strategy, bonuses, changed, controlled, with_side
from engine.events import Event
from engine.seat import Seat


def settle(state: State, seat: Seat, move: Settle, events: list[Event]) -> State:
    """Give a seat its civilisation and home (A12, A13), then go on to the next seat, or to the first age."""
    chosen = state.rules.civilisations[move.civ]
    ships = tuple(chosen.ships if slot == move.home else 0 for slot in range(len(state.rules.slots)))
    side = Side(move.civ, move.home, ships, (), chosen.levels, 0, ())  # A14: no colony pawns
    events.append(happened.Settled(seat, chosen.code, state.rules.slots[move.home], chosen.ships))
    state = with_side(state, seat, side)
    if seat == state.rules.seats:
        return _deal(state, 1, events)
    return without_the_gone(state.but(seat=seat + 1), events)


def without_the_gone(state: State, events: list[Event]) -> State:
    """Decide for a seat that has resigned during the set-up (A25)."""
    if state.phase is Phase.SETUP and state.seat in state.gone:
        move = default(state, state.seat)
        if not isinstance(move, Settle):
            raise AssertionError(move)
        return settle(state, state.seat, move, events)
    return state


def reveal(state: State, choices: Mapping[Seat, Secret], events: list[Event]) -> State:
    """Reveal the choices of all seats (A18) and begin to carry them out in order (A19)."""
    sides, spent, strategies = list(state.sides), list(state.spent), []
    for seat, side in enumerate(state.sides, 1):
        choice = choices[seat] if seat in choices else default(state, seat)
        if not isinstance(choice, Secret):
            raise AssertionError(f"{choice!r} is no secret choice")
        used = (choice.card, choice.discard)
        hand = tuple(card for card in side.hand if card not in used)
        sides[seat - 1] = Side(side.civ, side.home, side.ships, side.colonies, side.levels, side.points, hand)
        spent += [card for card in used if card]
        strategies.append(Strategy(seat, choice.card, choice.side, choice.discard))
        events.append(happened.Revealed(seat, choice.card, choice.side, choice.discard))
    strategies.sort(key=lambda each: (SIDES.index(each.side), each.card))  # A19
    state = state.but(sides=tuple(sides), spent=tuple(sorted(spent)), strategies=tuple(strategies), step=0, begun=False)
    return carry_out(state, events)


def carry_out(state: State, events: list[Event]) -> State:
    """Carry out strategies from the current step until a player must decide (A20, A55)."""
    for step, strategy in enumerate(state.strategies[state.step :], state.step):
        seat, side = strategy.seat, strategy.side
        if side == "E":
            state = _evolve(state, strategy, events)
            continue
        begun = begin(state, strategy, step)
        reason = idle(begun, seat)
        if reason is None and seat not in state.gone:
            return begun
        events.append(happened.Closed(seat, side, idle=reason))
    return _end_round(state, events)


def close(state: State, events: list[Event]) -> State:
    strategy = state.strategy
    if not state.begun:
        events.append(happened.Closed(strategy.seat, strategy.side))
    return carry_out(state.but(step=state.step + 1), events)


def actions(state: State, strategy: Strategy) -> tuple[int, ...]:
    """Return the numbers of an expansion's actions by kind: from the card, levels and colonies (A45, A46)."""
    side = state.sides[strategy.seat - 1]
    count = [
        printed + bonuses(state, side, Bonus(action))
        for action, printed in enumerate(state.rules.components.card(strategy.card).actions)
    ]
    count[Action.PRODUCTION] += side.levels[Track.PRODUCTION]
    count[Action.MOVEMENT] += side.levels[Track.MOVEMENT]
    return tuple(count)


def scores(state: State, seat: Seat) -> tuple[int, int]:
    """Return a seat's score if the age ended now: for sectors (A60), and for colonies (A61)."""
    side = state.sides[seat - 1]
    return len(controlled(state, seat)), bonuses(state, side, Bonus.VICTORY)


def passing(age: int) -> int:
    """Return 1 in an age in which hands pass to the next seat, -1 for the previous one (A22)."""
    return -1 if age == 2 else 1


def begin(state: State, strategy: Strategy, step: int) -> State:
    seat, count, phase = strategy.seat, NO_ACTIONS, Phase.EXPAND
    match strategy.side:
        case "W":
            phase = Phase.WAR
        case "C":
            phase = Phase.COLONISE
        case _:
            count = actions(state, strategy)
    return state.but(phase=phase, seat=seat, step=step, fought=0, actions=count, begun=False)


def _evolve(state: State, strategy: Strategy, events: list[Event]) -> State:
    track = state.rules.components.card(strategy.card).evolution
    side = state.sides[strategy.seat - 1]
    level = min(side.levels[track] + 1, TOP)  # A41
    events.append(happened.Evolved(strategy.seat, track, level, rose=level > side.levels[track]))
    levels = (*side.levels[:track], level, *side.levels[track + 1 :])
    after = Side(side.civ, side.home, side.ships, side.colonies, levels, side.points, side.hand)
    return with_side(state, strategy.seat, after)


def _end_round(state: State, events: list[Event]) -> State:
    if state.round == ROUNDS:
        return _end_age(state, events)  # A23
    step = passing(state.age)
    hands = [side.hand for side in state.sides]
    sides = []
    for index, side in enumerate(state.sides):
        hand = hands[(index - step) % len(hands)]  # A22
        sides.append(Side(side.civ, side.home, side.ships, side.colonies, side.levels, side.points, hand))
    events.append(happened.HandsPassed(None, step))
    events += _hands(sides, dealt=False)
    return _choosing(state, round=state.round + 1, sides=tuple(sides))


def _end_age(state: State, events: list[Event]) -> State:
    sides = state.sides
    for seat, side in enumerate(state.sides, 1):
        sectors, bonus = scores(state, seat)
        points = side.points + sectors + bonus
        after = Side(side.civ, side.home, side.ships, side.colonies, side.levels, points, ())  # A23
        sides = changed(sides, seat, after)
        events.append(happened.Scored(seat, state.age, sectors, bonus, points))
    state = state.but(sides=sides, step=len(state.strategies))
    if state.age == AGES:
        return over(state)  # A64
    return _deal(state, state.age + 1, events)


def over(state: State) -> State:
    return state.but(phase=Phase.OVER, seat=0, fought=0, actions=NO_ACTIONS, begun=False)


def _deal(state: State, age: int, events: list[Event]) -> State:
    """Shuffle the cards in use and deal them (A16)."""
    rules: Rules = state.rules
    deck, chance = state.chance.shuffled(rules.deck)
    sides = []
    for index, side in enumerate(state.sides):
        hand = tuple(sorted(deck[index * rules.dealt : (index + 1) * rules.dealt]))
        sides.append(Side(side.civ, side.home, side.ships, side.colonies, side.levels, side.points, hand))
    undealt = tuple(sorted(deck[rules.seats * rules.dealt :]))
    events.append(happened.AgeBegan(None, age, undealt))
    events += _hands(sides, dealt=True)
    return _choosing(state, chance=chance, age=age, round=1, sides=tuple(sides), undealt=undealt, spent=())


def _choosing(state: State, **changes: Any) -> State:  # noqa: ANN401 - as `State.but`
    step = len(state.strategies)
    return state.but(phase=Phase.CHOOSE, seat=0, step=step, fought=0, actions=NO_ACTIONS, begun=False, **changes)


def _hands(sides: list[Side], *, dealt: bool) -> list[Event]:
    return [
        happened.HandTaken(seat, side.hand, dealt, audience=frozenset({seat})) for seat, side in enumerate(sides, 1)
    ]
