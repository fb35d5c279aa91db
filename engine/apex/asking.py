"""What is asked on the way to a move, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.apex.components import Action
from engine.apex.control import armament
from engine.apex.hints import after_ship, counted, enough, gives_up
from engine.apex.rounds import passing
from engine.apex.rules import AGES, MOST_COLONIES, ROUNDS
from engine.apex.state import Phase, State
from engine.choices import Choice, Question
from engine.seat import Seat
from engine.text import Player, Text, say


def question(state: State, seat: Seat, chosen: Sequence[Choice]) -> Question:
    """Return what a seat that must decide is asked behind some steps."""
    match state.phase:
        case Phase.SETUP:
            return _settling(chosen)
        case Phase.CHOOSE:
            return _secret(state, seat, chosen)
        case Phase.WAR:
            return _war(state, seat)
        case Phase.COLONISE:
            return _colony(state, seat)
    return _expansion(state, seat, chosen)


def _settling(chosen: Sequence[Choice]) -> Question:
    heading = say("Set-up: choose your civilisation and home")
    if chosen:
        return Question(heading, (), say("Where should its home be? Each home is listed with the sectors next to it."))
    return Question(heading, (), say("Which civilisation do you lead?"))


def _secret(state: State, seat: Seat, chosen: Sequence[Choice]) -> Question:
    heading = say("Your secret choice · {round}", round=_round(state))
    last = state.round == ROUNDS
    if last:
        about = say("This is the last round of the age: then you score.")
    else:
        seats = state.rules.seats
        after = (seat - 1 + passing(state.age)) % seats + 1
        about = say("The cards left in your hand go to {player} after this round.", player=Player(after))
    match len(chosen):
        case 0:
            ask = say("Which card do you play? If several players choose the same side, the lowest card goes first.")
        case 1:
            ask = say("Which side of card {card}? War comes first, Expansion last.", card=chosen[0].key)
        case _:
            ask = say("Which other card do you discard with it?")
    return Question(heading, (about,), ask)


def _war(state: State, seat: Seat) -> Question:
    own = armament(state, state.sides[seat - 1])
    about = (
        say("Armament adds {armament} to your pawns in each battle.", armament=own),
        say("There's at most one battle in a sector, and they're fought in the order you pick them."),
    )
    ask = say("Where else do you fight?") if state.begun else say("Where do you fight?")
    return Question(_heading(state, say("Your War")), about, ask)


def _colony(state: State, seat: Seat) -> Question:
    about = say("Colonies left: {count}.", count=MOST_COLONIES - len(state.sides[seat - 1].colonies))
    ask = say("Which of the sectors you control gets one?")
    return Question(_heading(state, say("Your Colonisation")), (about,), ask)


def _expansion(state: State, seat: Seat, chosen: Sequence[Choice]) -> Question:
    heading = _heading(state, say("Your Expansion"))
    left = {action: state.actions[action] for action in Action if state.actions[action]}
    about = (say("Actions left: {actions}.", actions=counted(left)),) if left else ()
    if not chosen:
        return Question(heading, about, say("What next?") if state.begun else say("What do you do first?"))
    kind, _, names = chosen[0].key.partition(" ")
    if kind == "PORT" and len(chosen) == 1:
        return Question(heading, about, say("Where do the ships in {slot} go?", slot=names))
    origin, target = (names, chosen[1].key) if kind == "PORT" else names.split(">")
    return Question(heading, about, _how_many(state, seat, origin, target))


def _how_many(state: State, seat: Seat, origin: str, target: str) -> Text:
    """Return the question how many ships go, with the number from which on it makes a difference."""
    start, end = state.rules.number[origin], state.rules.number[target]
    every = state.sides[seat - 1].ships[start]
    ask = say("{origin} → {target}: how many ships?", origin=origin, target=target)
    needed = enough(state, seat, start, end)
    if needed > 1:
        ask = say("{question} With {count} or more you control {slot}.", question=ask, count=needed, slot=target)
    if gives_up(state, seat, start, after_ship(state, seat, start, end, every)):
        ask = say("{question} If they all go, you lose control of {slot}.", question=ask, slot=origin)
    return ask


def _heading(state: State, strategy: Text) -> Text:
    return say("{strategy} · card {card} · {round}", strategy=strategy, card=state.strategy.card, round=_round(state))


def _round(state: State) -> Text:
    return say(
        "age {age} of {ages}, round {round} of {rounds}",
        age=state.age,
        ages=AGES,
        round=state.round,
        rounds=ROUNDS,
    )
