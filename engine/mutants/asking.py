"""What is asked on the way to a move, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.choices import Choice, Question
from engine.mutants.components import title
from engine.mutants.prompts import prompt
from engine.mutants.refusals import kind_of
from engine.mutants.state import State
from engine.seat import Seat
from engine.text import Text, listed, say, say_n

_HEADINGS: dict[str, Text] = {
    "pick": say("The draft"),
    "mulligan": say("Mulligan"),
    "flank": say("Your active mutant moves"),
    "act": say("Your action"),
    "freeze-empty": say("Your deck is empty"),
    "freeze-self": say("Freeze it?"),
    "freeze-hand": say("Freeze a card from your hand?"),
    "freeze-discard": say("Freeze a card from your discard?"),
    "freeze-arena": say("Freeze another mutant?"),
    "cycle": say("Discard after drawing"),
    "discard": say("Discard"),
    "offer": say("Pay for a mutant?"),
    "cost": say("Pay for a mutant"),
    "take": say("Take a card back"),
    "take-discard": say("Discard for it"),
    "gain": say("Gain a mutant"),
    "copy": say("Copy an ability"),
    "ko": say("K.O."),
    "flip": say("Turn a mutant face up"),
    "parry": say("Parry"),
}


def question(state: State, seat: Seat, chosen: Sequence[Choice]) -> Question:
    """Return what a seat that must decide is asked behind some steps."""
    asked, kind = prompt(state), kind_of(state)
    about = () if asked is None or kind in ("act", "flank", "mulligan") else (asked.why,)
    return Question(_heading(state, kind), about, _ask(state, seat, kind, chosen))


def _heading(state: State, kind: str) -> Text:
    if not state.round:
        return _HEADINGS[kind]
    return say("{what} · round {round} of {rounds}", what=_HEADINGS[kind], round=state.round, rounds=5)


def _ask(state: State, seat: Seat, kind: str, chosen: Sequence[Choice]) -> Text:  # noqa: PLR0911 - one for each kind
    count = 1 if state.ask is None else state.ask.count
    match kind:
        case "pick":
            number = len(state.picks[seat - 1]) + 1
            return say(
                "Pick {pick} of {picks}: which card do you keep? You get a second copy of it later.",
                pick=number,
                picks=6,
            )
        case "act":
            return _action(chosen)
        case "flank":
            return say("Which flank does it move to? The card there leaves the arena.")
        case "mulligan":
            tops = [title(pile[0]) for pile in state.sides[seat - 1].piles]
            return say(
                "Put {tops} under their piles and turn up the next ones? It's all of them or none, and only "
                "now. If you aren't sure, keep them: **No**.",
                tops=listed(tops),
            )
        case "freeze-self" | "offer":
            return say("Do you?")
        case "ko":
            return say("Which mutant do you turn face down?")
        case "flip":
            return say("Which mutant do you turn face up?")
        case "parry":
            return say("Which of your mutants parries?")
        case "copy":
            return say("Which ability do you copy?")
        case "gain":
            return say("Which reserve top?")
    if count > 1:
        return say_n("Card {number} of {count}?", "Card {number} of {count}?", count, number=len(chosen) + 1)
    return say("Which card?")


def _action(chosen: Sequence[Choice]) -> Text:
    if not chosen:
        return say("What do you do?")
    match chosen[0].key, len(chosen):
        case "D", _:
            return say("Which card do you deploy?")
        case "B", 1:
            return say("Which reserve top do you breed?")
        case "I", 1:
            return say("Which reserve top do you incubate?")
        case "B", 2:
            return say("Which two cards do you discard for it? The first:")
    return say("Which other card?") if chosen[0].key == "B" else say("Which card do you discard for it?")
