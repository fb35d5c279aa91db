"""The way to a move for people who pick instead of typing.

An action of an expansion begins with a step that says what and where at once: a movement with both of its sectors.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from engine.apex.components import BONUS_NAMES, TRACK_NAMES, Action, Card
from engine.apex.control import present
from engine.apex.effects import action_list, civilisation_label, civilisation_note
from engine.apex.events import SIDE_NAMES
from engine.apex.hints import (
    battle_texts,
    colony_text,
    counted,
    joined,
    outlook,
    place_text,
    production_text,
    ship_text,
    strike_text,
)
from engine.apex.moves import Ambush, Close, Colonise, Convert, Doing, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.state import Phase, State, bonus_on, code
from engine.choices import Choice
from engine.seat import Seat
from engine.text import Player, Text, say

_remembered = lru_cache(maxsize=512)
"""Most of the legal moves of a position share their first steps."""


def choices(state: State, seat: Seat, move: Move) -> tuple[Choice, ...]:
    """Return the steps that lead to a legal move; no two moves share them."""
    match move:
        case Settle(civ, home):
            chosen = state.rules.civilisations[civ]
            civilisation = Choice(chosen.code, civilisation_label(chosen), civilisation_note(chosen))
            return civilisation, _home(state, seat, home)
        case Secret():
            return _secret(state, seat, move)
        case Fight(slot):
            return (_battle(state, seat, slot),)
        case Colonise(slot):
            return (_colony(state, seat, slot),)
        case Close():
            return (Choice("-", _closing(state)),)
        case _:
            return _doing(state, seat, move)


def side_text(card: Card, side: str) -> Text:
    """Return a side of a card and what it does, as a label."""
    if side == "E":
        return say("{side}: {effect}", side=SIDE_NAMES[side], effect=TRACK_NAMES[card.evolution])
    if side == "X":
        return say("{side}: {effect}", side=SIDE_NAMES[side], effect=action_list(card.expansion))
    return SIDE_NAMES[side]


def _secret(state: State, seat: Seat, move: Secret) -> tuple[Choice, ...]:
    card = state.rules.cards[move.card - 1]
    label = say("Card {card}", card=move.card)
    steps = (Choice(str(move.card), label, _card_note(card)), _side(state, seat, card, move.side))
    if not move.discard:
        return steps
    note = _card_note(state.rules.cards[move.discard - 1])
    return *steps, Choice(str(move.discard), say("Discard {card}", card=move.discard), note)


def _doing(state: State, seat: Seat, move: Doing) -> tuple[Choice, ...]:
    match move:
        case Ship(portal, origin, target, count):
            every = count == state.sides[seat - 1].ships[origin]
            ships = Choice(f"x{count}", say("All {count}", count=count) if every else say("{count}", count=count))
            if portal:
                return _portal(state, origin), _exit(state, seat, origin, target), ships
            return _lane(state, seat, origin, target), ships
        case Produce(slot):
            return (_production(state, seat, slot),)
        case Ambush(slot, victim):
            return (_ambush(state, seat, slot, victim),)
        case Convert(slot, victim):
            return (_conversion(state, seat, slot, victim),)
        case _:
            assert_never(move)


def _card_note(card: Card) -> Text:
    return say(
        "evolution: {track} · expansion: {actions}",
        track=TRACK_NAMES[card.evolution],
        actions=action_list(card.expansion),
    )


def _closing(state: State) -> Text:
    match state.phase:
        case Phase.WAR:
            return say("No more battles") if state.begun else say("No battle")
        case Phase.COLONISE:
            return say("No colony")
    return say("End the expansion") if state.begun else say("No action")


@_remembered
def _home(state: State, seat: Seat, slot: int) -> Choice:
    name, near = state.rules.slots[slot], state.rules.near[slot]
    beside = [
        say("{slot} {sector}", slot=state.rules.slots[each], sector=place_text(state, seat, each)) for each in near
    ]
    return Choice(name, say("Home on {slot}", slot=name), joined(beside))


@_remembered
def _side(state: State, seat: Seat, card: Card, side: str) -> Choice:
    return Choice(side, side_text(card, side), outlook(state, seat, card, side))


@_remembered
def _battle(state: State, seat: Seat, slot: int) -> Choice:
    return Choice(state.rules.slots[slot], *battle_texts(state, seat, slot))


@_remembered
def _colony(state: State, seat: Seat, slot: int) -> Choice:
    name, bonus = state.rules.slots[slot], BONUS_NAMES[bonus_on(state, slot)]
    return Choice(name, say("Colony on {slot} ({bonus})", slot=name, bonus=bonus), colony_text(state, seat, slot))


@_remembered
def _lane(state: State, seat: Seat, origin: int, target: int) -> Choice:
    start, end, ships = state.rules.slots[origin], state.rules.slots[target], state.sides[seat - 1].ships[origin]
    return Choice(
        f"MOVE {start}>{end}",
        say("{origin} → {target} (ships: {count})", origin=start, target=end, count=ships),
        ship_text(state, seat, origin, target),
        say("Movement, {count} left: from where to where…", count=state.actions[Action.MOVEMENT]),
    )


@_remembered
def _portal(state: State, origin: int) -> Choice:
    name = state.rules.slots[origin]
    return Choice(
        f"PORT {name}",
        say("Portal from {slot} (ships: {count})", slot=name, count=state.sides[state.seat - 1].ships[origin]),
        place_text(state, state.seat, origin),
        say("Portal, {count} left: from where…", count=state.actions[Action.PORTAL]),
    )


@_remembered
def _exit(state: State, seat: Seat, origin: int, target: int) -> Choice:
    name = state.rules.slots[target]
    return Choice(name, say("To {slot}", slot=name), ship_text(state, seat, origin, target))


@_remembered
def _production(state: State, seat: Seat, slot: int) -> Choice:
    name = state.rules.slots[slot]
    note = production_text(state, seat, slot) if len(present(state, slot)) > 1 else None
    return Choice(f"PROD {name}", say("New ship in {slot}", slot=name), note, _deeds(state))


@_remembered
def _ambush(state: State, seat: Seat, slot: int, victim: Seat) -> Choice:
    name = state.rules.slots[slot]
    label = say("Ambush {player} in {slot}", player=Player(victim), slot=name)
    note = strike_text(state, seat, slot, victim, converts=False)
    return Choice(f"AMB {name} {code(state, victim)}", label, note, _deeds(state))


@_remembered
def _conversion(state: State, seat: Seat, slot: int, victim: Seat) -> Choice:
    name = state.rules.slots[slot]
    label = say("Convert {player}'s ship in {slot}", player=Player(victim), slot=name)
    note = strike_text(state, seat, slot, victim, converts=True)
    return Choice(f"CONV {name} {code(state, victim)}", label, note, _deeds(state))


def _deeds(state: State) -> Text:
    """Return what the menu of new ships, ambushes and conversions is called."""
    kinds = (Action.PRODUCTION, Action.AMBUSH, Action.CONVERSION)
    return say(
        "Left: {actions}…", actions=counted({each: state.actions[each] for each in kinds if state.actions[each]})
    )
