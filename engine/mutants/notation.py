"""Moves as text: read without a position (N1, N2), written in one canonical form (N2 to N5)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from engine.mutants.abilities import Copy
from engine.mutants.moves import Breed, Choose, Copied, Deploy, Flank, Incubate, Move, Pick, Say, Top, Zone
from engine.mutants.stack import Ability
from engine.mutants.state import Side, State
from engine.seat import Seat

_DASHES = re.compile("[\u2010-\u2015\u2212]")
# Only from its first stroke: from every stroke, a long row of them would take far too long.
_ARROWS = re.compile("(?<!-)-+>|(?<!=)=+>|\u2192|\u21d2|\u203a|\u00bb")
_ACTION = re.compile(r"(?P<verb>D|B|I|DEPLOY|BREED|INCUBATE)\s+(?P<rest>\S.*)", re.IGNORECASE)
_PILE = re.compile(r"\s*@\s*(?P<pile>[0-9]{1,2})\s*\Z")
_HALF = re.compile(r"\s*\.\s*(?P<half>D|L|DEPLOY|LEAVE)\s*\Z", re.IGNORECASE)
_MOST_CARDS = 12
"""The most cards in one text."""


@dataclass(frozen=True, slots=True)
class WrittenTop:
    """A reserve top: the words for its card, and the pile if one was written."""

    card: str
    pile: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """An action: `"D"`, `"B"` or `"I"`, the words for its cards, and the top if there is one."""

    verb: str
    cards: tuple[str, ...]
    top: WrittenTop | None


@dataclass(frozen=True, slots=True)
class WrittenCopy:
    """A copy: a zone or the words for a card, and `"deploy"`, `"leave"` or nothing."""

    place: str
    half: str


Written: TypeAlias = WrittenAction | WrittenTop | WrittenCopy | tuple[str, ...]


def plain(text: str) -> str:
    return _ARROWS.sub(">", _DASHES.sub("-", text))


def read_action(text: str) -> WrittenAction | None:
    found = _ACTION.fullmatch(plain(text))
    if found is None:
        return None
    verb = found["verb"][0].upper()
    words, arrow, top = found["rest"].partition(">")
    cards = read_cards(words)
    if bool(arrow) != (verb != "D") or len(cards) != (2 if verb == "B" else 1) or not all(cards):
        return None
    return WrittenAction(verb, cards, read_top(top) if arrow else None)


def read_cards(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("+", _MOST_CARDS))


def read_top(text: str) -> WrittenTop:
    found = _PILE.search(text)
    if found is None:
        return WrittenTop(text.strip())
    return WrittenTop(text[: found.start()].strip(), int(found["pile"]))


def read_copy(text: str) -> WrittenCopy:
    found = _HALF.search(text)
    if found is None:
        return WrittenCopy(text.strip(), "")
    half = "deploy" if found["half"][0].upper() == "D" else "leave"
    return WrittenCopy(text[: found.start()].strip(), half)


def read_yes(text: str) -> bool | None:
    return {"Y": True, "YES": True, "N": False, "NO": False}.get(text.strip().upper())


# Moves in canonical form (N2 to N5).


def format_move(state: State, seat: Seat, move: Move) -> str:  # noqa: PLR0911 - one form for each kind of move
    side = state.sides[seat - 1]
    match move:
        case Pick(card):
            return card
        case Say(yes):
            return "Y" if yes else "N"
        case Flank(zone) | Zone(zone):
            return zone
        case Deploy(card):
            return f"D {card}"
        case Breed(cards, pile):
            return f"B {'+'.join(cards)}>{top_text(side, pile)}"
        case Incubate(card, pile):
            return f"I {card}>{top_text(side, pile)}"
        case Choose(cards):
            return "+".join(cards)
        case Top(pile):
            return top_text(side, pile)
        case Copied(place, half):
            return f"{place}.{half[0].upper()}" if copies_either(state) else place
    raise AssertionError(f"{move!r} is no move of Mutants")


def top_text(side: Side, pile: int) -> str:
    """Return the text of a pile's top, with the pile's number if an earlier top is the same card (N3)."""
    tops = [cards[0] if cards else "" for cards in side.piles]
    code = tops[pile]
    return code if tops.index(code) == pile else f"{code}@{pile + 1}"


def copied_effect(state: State) -> Copy | None:
    below = state.stack[-2] if len(state.stack) > 1 else None
    ask = state.ask
    if ask is None or ask.kind != "copy" or not isinstance(below, Ability):
        return None
    effect = state.rules.abilities[below.source, below.half][below.index - 1]
    return effect if isinstance(effect, Copy) else None


def copies_either(state: State) -> bool:
    """Return whether the half has to be named (N4)."""
    effect = copied_effect(state)
    return effect is not None and effect.what == "either"
