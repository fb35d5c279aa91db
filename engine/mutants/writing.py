"""Moves in the one form that is printed and recorded (N2 to N5)."""

from __future__ import annotations

from engine.mutants.frames import Ability
from engine.mutants.moves import Breed, Choose, Copied, Deploy, Flank, Incubate, Move, Pick, Say, Top, Zone
from engine.mutants.state import Side, State
from engine.mutants.vocabulary import Copy
from engine.seat import Seat


def format_move(state: State, seat: Seat, move: Move) -> str:  # noqa: PLR0911 - one form for each kind of move
    """Return the canonical text of a move."""
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
    """Return how the top of a pile, from 0, is written: with the pile's number if it is not the first of such (N3)."""
    tops = [cards[0] if cards else "" for cards in side.piles]
    code = tops[pile]
    return code if tops.index(code) == pile else f"{code}@{pile + 1}"


def copied_effect(state: State) -> Copy | None:
    """Return the copy for which it is asked what to copy; None for other prompts."""
    below = state.stack[-2] if len(state.stack) > 1 else None
    ask = state.ask
    if ask is None or ask.kind != "copy" or not isinstance(below, Ability):
        return None
    effect = state.rules.ability(below.source, below.half)[below.index - 1]
    return effect if isinstance(effect, Copy) else None


def copies_either(state: State) -> bool:
    """Return whether the half has to be named (N4)."""
    effect = copied_effect(state)
    return effect is not None and effect.what == "either"
