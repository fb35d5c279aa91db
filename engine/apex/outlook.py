"""What each side of a card would bring if nobody else did anything before: for whoever chooses one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.apex.components import ACTION_NAMES, Action, Card, Track
from engine.apex.events import SIDE_NAMES
from engine.apex.idle import OWN_REASONS, RULES, idle, idle_evolution
from engine.apex.legal import battlefields, can_do, colonisable
from engine.apex.moves import Secret
from engine.apex.rounds import actions, begin
from engine.apex.rules import MOST_COLONIES, TOP
from engine.apex.state import State, Strategy
from engine.game import Seat
from engine.text import Text, say


def outlook(state: State, seat: Seat, card: Card, side: str) -> Text:
    """Return what a side of a card would bring a seat as things stand."""
    return _SIDES[side](state, seat, card)


def caution(state: State, move: Secret, seat: Seat) -> Text | None:
    """Return that a choice would have no effect as things stand, and why; None if it would have one."""
    card = state.rules.cards[move.card - 1]
    if move.side == "E":
        reason = idle_evolution(state, seat, card)
    else:
        reason = idle(begin(state, Strategy(seat, card.index, move.side, 0), 0), seat)
    if reason is None:
        return None
    return say(
        "As things stand, {side} would have no effect: {reason} ({rule}).",
        side=SIDE_NAMES[move.side],
        reason=OWN_REASONS[reason],
        rule=RULES[reason],
    )


def counted(left: Mapping[Action, int]) -> Text:
    """Return kinds of actions and how many there are of each, in a row; there is at least one."""
    first, *others = (say("{action} {count}", action=ACTION_NAMES[each], count=count) for each, count in left.items())
    for other in others:
        first = say("{list}, {item}", list=first, item=other)
    return first


def _war(state: State, seat: Seat, _card: Card) -> Text:
    found = battlefields(state, seat)
    if not found:
        return say("As things stand there is nobody to fight.")
    return say("As things stand you could fight in {slots}.", slots=_names(state, found))


def _evolution(state: State, seat: Seat, card: Card) -> Text:
    level = state.sides[seat - 1].levels[card.evolution]
    if level == TOP:
        return say("No effect: this track is at its height.")
    return say("It rises from {level} to {next}.", level=level, next=level + 1)


def _colonisation(state: State, seat: Seat, _card: Card) -> Text:
    if len(state.sides[seat - 1].colonies) == MOST_COLONIES:
        return say("No effect: all your colonies are placed.")
    found = colonisable(state, seat)
    if not found:
        return say("As things stand there is no sector for it.")
    return say("As things stand you could place one on {slots}.", slots=_names(state, found))


def _expansion(state: State, seat: Seat, card: Card) -> Text:
    strategy = Strategy(seat, card.index, "X", 0)
    side, count = state.sides[seat - 1], actions(state, strategy)
    if not can_do(begin(state, strategy, 0), seat):
        return say("As things stand none of its actions can be carried out.")
    total = counted({action: count[action] for action in Action if count[action]})
    if side.colonies or side.levels[Track.PRODUCTION] or side.levels[Track.MOVEMENT]:
        return say("With your levels and colonies: {actions}.", actions=total)
    return say("Your actions: {actions}.", actions=total)


_SIDES: dict[str, Callable[[State, Seat, Card], Text]] = {
    "W": _war,
    "E": _evolution,
    "C": _colonisation,
    "X": _expansion,
}


def _names(state: State, slots: list[int]) -> str:
    return ", ".join(state.rules.slots[slot] for slot in slots)
