"""The way to a move for people who pick instead of typing."""

from __future__ import annotations

from engine.apex.components import BONUS_NAMES, TRACK_NAMES, Card
from engine.apex.effects import action_list, civilisation_label
from engine.apex.events import SIDE_NAMES
from engine.apex.moves import Ambush, Close, Colonise, Convert, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.state import Phase, State, bonus_on, code
from engine.game import Choice
from engine.text import Player, Text, say

_PORT = Choice("PORT", say("Portal"))
_MOVE = Choice("MOVE", say("Movement"))
_PROD = Choice("PROD", say("Production"))
_AMB = Choice("AMB", say("Ambush"))
_CONV = Choice("CONV", say("Conversion"))
_CLOSING = {
    Phase.WAR: Choice("-", say("No more battles")),
    Phase.COLONISE: Choice("-", say("No colony")),
    Phase.EXPAND: Choice("-", say("End the expansion")),
}


def choices(state: State, move: Move) -> tuple[Choice, ...]:
    """Return the steps that lead to a legal move; no two moves share them."""
    slots = state.rules.slots
    match move:
        case Settle(civ, home):
            chosen = state.rules.civilisations[civ]
            return Choice(chosen.code, civilisation_label(chosen)), Choice(
                slots[home], say("Home on {slot}", slot=slots[home])
            )
        case Secret(card, side, discard):
            chosen_card = state.rules.cards[card - 1]
            steps = (Choice(str(card), _card_label(chosen_card)), _side(chosen_card, side))
            return (*steps, Choice(str(discard), say("Discard {card}", card=discard))) if discard else steps
        case Fight(slot):
            return (Choice(slots[slot], say("Battle in {slot}", slot=slots[slot])),)
        case Colonise(slot):
            bonus = BONUS_NAMES[bonus_on(state, slot)]
            return (Choice(slots[slot], say("Colony on {slot} ({bonus})", slot=slots[slot], bonus=bonus)),)
        case Ship(portal, origin, target, count):
            start = Choice(slots[origin], say("From {slot}", slot=slots[origin]))
            end = Choice(slots[target], say("To {slot}", slot=slots[target]))
            return _PORT if portal else _MOVE, start, end, Choice(f"x{count}", say("Ships: {count}", count=count))
        case Produce(slot):
            return _PROD, _place(slots[slot])
        case Ambush(slot, victim) | Convert(slot, victim):
            enemy = Choice(code(state, victim), say("{player}", player=Player(victim)))
            return _AMB if isinstance(move, Ambush) else _CONV, _place(slots[slot]), enemy
        case Close():
            return (_CLOSING[state.phase],)
    raise TypeError(f"{move!r} is no move of APEX")


def _place(name: str) -> Choice:
    return Choice(name, say("In {slot}", slot=name))


def _card_label(card: Card) -> Text:
    return say(
        "Card {card}: evolution {track}, expansion {actions}",
        card=card.index,
        track=TRACK_NAMES[card.evolution],
        actions=action_list(card.expansion),
    )


def _side(card: Card, side: str) -> Choice:
    return Choice(side, side_text(card, side))


def side_text(card: Card, side: str) -> Text:
    """Return a side of a card and what it does, as a label."""
    if side == "E":
        return say("{side}: {effect}", side=SIDE_NAMES[side], effect=TRACK_NAMES[card.evolution])
    if side == "X":
        return say("{side}: {effect}", side=SIDE_NAMES[side], effect=action_list(card.expansion))
    return SIDE_NAMES[side]
