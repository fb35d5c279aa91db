"""Decisions in as few words as are clear, for the button that plays them."""

from __future__ import annotations

from typing import assert_never

from engine.apex.events import SIDE_NAMES
from engine.apex.moves import Ambush, Close, Colonise, Convert, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.state import Phase, State
from engine.seat import Seat
from engine.text import Player, Text, say, say_n


def brief(state: State, seat: Seat, move: Move) -> Text:  # noqa: ARG001, PLR0911 - one way for each kind of decision
    """Return a legal decision in few words: "2 ships H2 → A1"."""
    slots = state.rules.slots
    match move:
        case Settle(civ, home):
            return say("{civilisation} on {slot}", civilisation=state.rules.civilisations[civ].name, slot=slots[home])
        case Secret(card, side, 0):
            return say("card {card}, {side}", card=card, side=SIDE_NAMES[side])
        case Secret(card, side, discard):
            return say("card {card}, {side}; discard {discard}", card=card, side=SIDE_NAMES[side], discard=discard)
        case Fight(slot):
            return say("battle in {slot}", slot=slots[slot])
        case Colonise(slot):
            return say("colony on {slot}", slot=slots[slot])
        case Ship(portal, origin, target, count):
            way = {"origin": slots[origin], "target": slots[target]}
            if portal:
                return say_n(
                    "portal: {count} ship {origin} → {target}",
                    "portal: {count} ships {origin} → {target}",
                    count,
                    **way,
                )
            return say_n("{count} ship {origin} → {target}", "{count} ships {origin} → {target}", count, **way)
        case Produce(slot):
            return say("new ship in {slot}", slot=slots[slot])
        case Ambush(slot, victim):
            return say("ambush {player} in {slot}", player=Player(victim), slot=slots[slot])
        case Convert(slot, victim):
            return say("convert {player}'s ship in {slot}", player=Player(victim), slot=slots[slot])
        case Close():
            return _nothing(state)
        case _:
            assert_never(move)


def _nothing(state: State) -> Text:
    """Return what it is to do nothing, or nothing more."""
    match state.phase:
        case Phase.WAR:
            return say("no battle", context="in few words")
        case Phase.COLONISE:
            return say("no colony", context="in few words")
    return say("no action", context="in few words")
