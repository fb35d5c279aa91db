"""Every legal move of a decision.

The order is part of the interface. Cards go in data-file order, zones `A` `L` `R`, piles 1 to 3, deploy before leave,
yes before no; `N` comes last. Actions: deploy by card; breed by the two cards, then pile; incubate by card, then pile.
"""

from __future__ import annotations

import functools
import itertools

from engine.mutants.components import Components
from engine.mutants.moves import Action, Breed, Choose, Copied, Deploy, Flank, Incubate, Move, Pick, Say, Top, Zone
from engine.mutants.stack import Ask, Picking
from engine.mutants.state import Side, State
from engine.seat import Seat

YES, NO = Say(yes=True), Say(yes=False)
OF_DISCARD = frozenset({"freeze-empty", "freeze-discard", "take"})
"""Prompts that choose a card of the discard."""
OF_HAND = frozenset({"cycle", "discard", "cost", "take-discard", "freeze-hand"})
"""Prompts that choose cards of the hand."""
OF_ZONES = frozenset({"freeze-arena", "ko", "flip", "parry"})
"""Prompts that choose a zone of an arena."""
YES_OR_NO = frozenset({"mulligan", "freeze-self", "offer"})
"""Prompts with nothing to choose."""
KINDS = frozenset({"pick", "act", "flank", "gain", "copy"}) | OF_DISCARD | OF_HAND | OF_ZONES | YES_OR_NO
"""Every kind of prompt (`view.Prompt.kind`)."""


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    """Return the moves of a seat that must decide, in a fixed order."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Picking):
        return () if seat in state.gone else tuple(map(Pick, _kinds(state, state.packs[seat - 1])))
    if not isinstance(top, Ask) or seat != top.seat:
        return ()
    side = state.sides[top.about - 1]
    if top.kind == "act":
        return actions(state.rules.components, side)
    if top.kind in YES_OR_NO:
        return (YES, NO)
    moves: tuple[Move, ...]
    if top.kind == "flank":
        return tuple(map(Flank, top.places))
    if top.kind in OF_HAND:
        moves = tuple(map(Choose, _selections(side.hand, top.count)))
    elif top.kind in OF_DISCARD:
        moves = tuple(Choose((code,)) for code in _kinds(state, side.discard))
    elif top.kind in OF_ZONES:
        moves = tuple(map(Zone, top.places))
    elif top.kind == "gain":
        moves = tuple(Top(int(place) - 1) for place in top.places)
    else:
        moves = tuple(Copied(*place.split(".")) for place in top.places)
    return (*moves, NO) if top.may else moves


def actions(box: Components, side: Side) -> tuple[Action, ...]:
    """Return the possible actions of a hand and a reserve (M23 to M25)."""
    kinds = dict.fromkeys(side.hand)
    found: list[Action] = [Deploy(code) for code in kinds]
    piles = tuple([pile for pile, cards in enumerate(side.piles) if cards])
    if piles:
        needed = [(pile, box.genes_of[side.piles[pile][0]]) for pile in piles]
        pairs = _pairs(box, side.hand)
        found += [Breed(cards, pile) for cards, missing in pairs for pile, genes in needed if not genes & missing]
        if not side.incubator:
            found += [move for code in kinds for move in _incubations(code, piles)]
    return tuple(found)


@functools.lru_cache(maxsize=4096)
def _pairs(box: Components, hand: tuple[str, ...]) -> tuple[tuple[tuple[str, str], int], ...]:
    """Return each choice of two cards of a hand, equal cards as one, with the genes that neither has."""
    genes, pairs = box.genes_of, dict.fromkeys(itertools.combinations(hand, 2))
    return tuple([(pair, ~(genes[pair[0]] | genes[pair[1]])) for pair in pairs])


@functools.lru_cache(maxsize=4096)
def _selections(hand: tuple[str, ...], count: int) -> tuple[tuple[str, ...], ...]:
    """Return each choice of a number of cards of a hand, equal cards as one."""
    return tuple(dict.fromkeys(itertools.combinations(hand, count)))


@functools.cache
def _incubations(code: str, piles: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(Incubate(code, pile) for pile in piles)


def _kinds(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    return state.rules.components.sorted(set(cards))


def default(state: State, seat: Seat) -> Move | None:
    """Return the move of a missed deadline (M77): No to every "may", else the first; None in a Revolt."""
    return None if state.rules.solo else usual(state, seat)


def usual(state: State, seat: Seat) -> Move | None:
    """Return the answer of M77 for a seat that must decide; else None."""
    ask = state.ask
    if ask is not None and ask.seat == seat and (ask.may or ask.kind in YES_OR_NO):
        return NO
    moves = legal(state, seat)
    return moves[0] if moves else None
