"""Answers in advance (M79), and veils for moves that only their seat may read until the game is over.

Zones and cards are given in order; the first possible one is chosen. `discard` takes as many as needed: of each card in
the order all that are in hand, before the next.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import permutations

from engine.choices import Choice, Preparation
from engine.errors import NotationError
from engine.mutants.components import components
from engine.mutants.events import ZONE_NAMES
from engine.mutants.legal import NO, YES, legal
from engine.mutants.moves import Choose, Move, Pick, Zone
from engine.mutants.notation import read_yes
from engine.mutants.state import ZONES, State
from engine.seat import Seat
from engine.text import Text, listed, say, shortened

_ZONE_HINT = say("I choose the first of these zones that's possible; if none is, I ask you.")
_KEPT = (Choice("N", say("Keep the three tops")), Choice("Y", say("Put the three tops under their piles")))
_ORDERS = tuple(
    Choice(" ".join(zones), say("{zones}", zones=listed([ZONE_NAMES[zone] for zone in zones], "comma")))
    for zones in permutations(ZONES)
)
PREPARATIONS = (
    Preparation(
        "mulligan",
        say("Mulligan"),
        say("Y puts the three tops of your reserve under their piles, N keeps them."),
        "N",
        _KEPT,
    ),
    Preparation("parry", say("Which of your mutants parries"), _ZONE_HINT, "L R A", _ORDERS),
    Preparation("ko", say("Which of your mutants is K.O."), _ZONE_HINT, "L R A", _ORDERS),
    Preparation("flip", say("Which of your mutants you turn face up"), _ZONE_HINT, "A L R", _ORDERS),
    Preparation(
        "discard",
        say("What you discard when you're attacked"),
        say("You discard the first of these cards in your hand; if there are too few, I ask you."),
        "DEM ROB ZOM",
    ),
    Preparation(
        "freeze-empty",
        say("What you freeze when your deck is empty"),
        say("You freeze the first of these cards in your discard; if there's none, I ask you."),
        "ZOM ROB WAR",
    ),
)
_OF_ZONES = ("parry", "ko", "flip")
_MOST = 400
"""Characters of an answer."""


def parse_prepared(key: str, text: str) -> str:
    if len(text) > _MOST:
        raise _no_answer(say("An answer in advance must be much shorter."), text)
    if key == "mulligan":
        yes = read_yes(text)
        if yes is None:
            raise _no_answer(say("Answer Y or N."), text)
        return "Y" if yes else "N"
    if key in _OF_ZONES:
        zones = list(re.sub(r"[\s,+>/]", "", text).upper())
        if not zones or not set(zones) <= set(ZONES) or len(set(zones)) < len(zones):
            raise _no_answer(say("Name zones in order, each once, like L R A."), text)
        return " ".join(zones)
    if key not in {each.key for each in PREPARATIONS}:
        raise _no_answer(say("I never ask for an answer like that."), text)
    words = re.split(r"[,+>/]", text) if re.search(r"[,+>/]", text) else text.split()
    codes = [_code(word.strip(), text) for word in words]
    if not codes or len(set(codes)) < len(codes):
        raise _no_answer(say("Name cards in order, each once, like DEM ROB ZOM."), text)
    return " ".join(codes)


def prepared(state: State, seat: Seat, answers: Mapping[str, str]) -> Move | None:
    ask = state.ask
    if ask is None or ask.seat != seat or ask.about != seat or not answers.get(ask.kind):
        return None
    answer = answers[ask.kind]
    move: Move | None = None
    if ask.kind == "mulligan":
        move = YES if answer == "Y" else NO
    elif ask.kind in _OF_ZONES:
        move = next((Zone(zone) for zone in answer.split() if zone in ask.places), None)
    else:
        side = state.sides[seat - 1]
        cards = _first(answer.split(), side.hand if ask.kind == "discard" else side.discard, ask.count)
        move = Choose(state.rules.components.sorted(cards)) if len(cards) == ask.count else None
    return move if move in legal(state, seat) else None


def _first(order: Sequence[str], cards: Sequence[str], count: int) -> list[str]:
    return [code for each in order for code in cards if code == each][:count]


def _code(word: str, text: str) -> str:
    found = components().named(word)
    if len(found) != 1:
        reason = say("There's no card {word}: write its code or its name.", word=shortened(word) or "-")
        raise _no_answer(reason, text)
    return found[0].code


def _no_answer(reason: Text, text: str) -> NotationError:
    return NotationError(reason, code="prepared", rule="M79", given=shortened(text))


# Answers that only their seat may read until the game is over, and their veils (N8).


_PICK = say("picks a card")
_VEILS: dict[str, Text] = {
    "freeze-empty": say("freezes a card from the discard"),
    "freeze-discard": say("freezes a card from the discard"),
    "freeze-hand": say("freezes a card from the hand"),
    "take": say("takes a card from the discard"),
}


_DECLINED: dict[str, Text] = {
    "freeze-discard": say("freezes no card from the discard"),
    "freeze-hand": say("freezes no card from the hand"),
}


def veil(state: State, _seat: Seat, move: Move) -> Text | None:
    """Return the text that others see instead of a move; None for a public one.

    In a Revolt frozen cards are face up (M68), so freezing is no secret there.
    """
    if isinstance(move, Pick):
        return _PICK
    ask = state.ask
    if ask is None or (state.rules.solo and ask.kind != "take"):
        return None
    return (_VEILS if isinstance(move, Choose) else _DECLINED).get(ask.kind)
