"""Positions of the parlour game that a seat cannot tell from one (`Game.alike`)."""

from __future__ import annotations

from dataclasses import replace

from engine.chance import Chance
from engine.seat import Seat
from tests.engine.parlour.table import CARDS, STOCK, Piles, State

_PAIRS = tuple((low, high) for low in CARDS for high in CARDS if low < high and low + high <= 20)  # P3


def alike(state: State, seat: Seat | None, chance: Chance) -> State:
    """Return a position with other cards wherever a seat has not looked, drawn at random."""
    for other in range(1, state.table.seats + 1) if state.loadouts else ():
        if other != seat:
            state, chance = _other_loadout(state, other, chance)
    dealt = STOCK if state.loadouts else CARDS
    seen = {*state.discard, *_own(state, seat), *_open(state)}
    hidden = [card for card in dealt if card not in seen]
    pool, chance = chance.shuffled(hidden)
    rest = list(pool)

    def redealt(piles: Piles) -> Piles:
        return tuple(
            pile if other == seat else tuple(sorted(rest.pop() if card in hidden else card for card in pile))
            for other, pile in enumerate(piles, 1)
        )

    packs, hands, asides = redealt(state.packs), redealt(state.hands), redealt(state.asides)
    return replace(state, chance=chance, packs=packs, hands=hands, asides=asides, deck=tuple(rest))


def _own(state: State, seat: Seat | None) -> tuple[int, ...]:
    """Return the cards that a seat has looked at and that nobody else has."""
    if seat is None:
        return ()
    return (*state.packs[seat - 1], *state.hands[seat - 1], *state.asides[seat - 1])


def _open(state: State) -> tuple[int, ...]:
    """Return the cards set aside once everybody sees them (P7)."""
    return tuple(card for aside in state.asides for card in aside) if state.phase == "over" else ()


def _other_loadout(state: State, seat: Seat, chance: Chance) -> tuple[State, Chance]:
    """Return the position with another loadout for a seat, which has the cards of it that came to light."""
    loadout, hand, aside = state.loadouts[seat - 1], state.hands[seat - 1], state.asides[seat - 1]
    held = [card for card in loadout if (card in hand or card in aside) and card not in _open(state)]
    shown = set(loadout) - set(held)
    pairs = [pair for pair in _PAIRS if shown <= set(pair)]
    number, chance = chance.below(len(pairs))
    new, chance = chance.shuffled([card for card in pairs[number] if card not in shown])
    swap = dict(zip(held, new, strict=True))

    def swapped(piles: Piles) -> Piles:
        pile = tuple(sorted(swap.get(card, card) for card in piles[seat - 1]))
        return (*piles[: seat - 1], pile, *piles[seat:])

    loadouts = (*state.loadouts[: seat - 1], pairs[number], *state.loadouts[seat:])
    return replace(state, loadouts=loadouts, hands=swapped(state.hands), asides=swapped(state.asides)), chance
