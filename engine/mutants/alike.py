"""Positions that a seat cannot tell from one: other cards wherever it has never looked.

What may differ: the order of decks and of the reserve below its tops; which cards of one shuffle lie in an opponent's
hand, deck or freezer; which mutants never seen by the seat are in a reserve or a pack; all draws to come. Cards that
everybody saw go somewhere stay there. Of what a choice tells about the cards that were not chosen, only that is kept
which the rules themselves show.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.chance import SEED_BYTES, Chance
from engine.mutants.box import Components
from engine.mutants.rules import Rules
from engine.mutants.state import KNOWN, Side, State
from engine.seat import Seat


def alike(state: State, seat: Seat | None, chance: Chance) -> State:
    """Return a position drawn from those that a seat, or a spectator (None), cannot tell from this one."""
    seed = bytearray()
    for _ in range(SEED_BYTES):
        number, chance = chance.below(256)
        seed.append(number)
    state = replace(state, chance=Chance(bytes(seed)))
    if state.over:
        return state
    eyes = None if seat in state.gone else seat
    if state.rules.reserve == "draft":
        state, chance = _renamed(state, eyes, chance)
    elif state.rules.reserve == "constructed":
        for other in range(1, state.rules.seats + 1):
            if other != eyes:
                state, chance = _other_reserve(state, other, chance)
    sides = []
    for number, side in enumerate(state.sides, 1):
        dealt, chance = _piles(side, chance)
        shuffled, chance = _marked(state.rules, dealt, chance, own=number == eyes)
        sides.append(shuffled)
    return replace(state, sides=tuple(sides))


def _hidden(side: Side) -> list[tuple[int, int]]:
    """Return the places of a reserve that nobody has seen: pile, and place in it from the top."""
    last = 1 if side.buried else 0
    return [(at, place) for at, pile in enumerate(side.piles) for place in range(1, len(pile) - last)]


def _unseen_kinds(side: Side) -> set[str]:
    """Return the mutants of a reserve of which nobody has ever seen one."""
    hidden = [side.piles[at][place] for at, place in _hidden(side)]
    lying = [*side.hand, *side.deck, *side.discard, *side.freezer, *side.arena, side.incubator]
    shown = [code for pile in side.piles for code in pile]
    for code in hidden:
        shown.remove(code)
    return set(hidden) - {*shown, *lying}


def _mapped(cards: Iterable[str], names: dict[str, str]) -> tuple[str, ...]:
    return tuple(names.get(code, code) for code in cards)


def _renamed(state: State, eyes: Seat | None, chance: Chance) -> tuple[State, Chance]:
    """Return the position with other mutants in place of those of a draft that a seat has never seen (M73)."""
    box = state.rules.components
    bits = state.seen[eyes - 1] if eyes is not None else 0
    seen = {card.code for place, card in enumerate(box.advanced) if bits >> place & 1}
    public = set[str]()
    if not state.packs:
        for side, picks in zip(state.sides, state.picks, strict=False):
            public |= set(picks) - _unseen_kinds(side) if any(side.piles) or side.deck or side.discard else set()
    if eyes is not None and not state.packs:
        seen |= set(state.picks[eyes - 1])
    free = [card.code for card in box.advanced if card.code not in seen | public]
    other, chance = chance.shuffled(free)
    names = dict(zip(free, other, strict=True))
    every = _mapped((card.code for card in box.advanced), names)
    sides = tuple(replace(side, piles=tuple(_mapped(pile, names) for pile in side.piles)) for side in state.sides)
    return replace(
        state,
        sides=sides,
        packs=tuple(box.sorted(_mapped(pack, names)) for pack in state.packs),
        picks=tuple(_mapped(picks, names) for picks in state.picks),
        seen=tuple(_renamed_bits(bits, every, box) for bits in state.seen),
    ), chance


def _renamed_bits(bits: int, names: Sequence[str], box: Components) -> int:
    """Return what a seat has seen, with other names in the order of the advanced mutants."""
    seen = {name for place, name in enumerate(names) if bits >> place & 1}
    return sum(1 << place for place, card in enumerate(box.advanced) if card.code in seen)


def _other_reserve(state: State, seat: Seat, chance: Chance) -> tuple[State, Chance]:
    """Return the position with other mutants in place of those that nobody has seen of a constructed reserve."""
    side = state.sides[seat - 1]
    hidden = state.rules.components.sorted(_unseen_kinds(side))
    held = {code for pile in side.piles for code in pile} - set(hidden)
    elsewhere = {*held, *side.hand, *side.deck, *side.discard, *side.freezer, *side.arena, side.incubator}
    other, chance = chance.shuffled([card.code for card in state.rules.allowed if card.code not in elsewhere])
    names = dict(zip(hidden, other, strict=False))
    piles = tuple(_mapped(pile, names) for pile in side.piles)
    return replace(state, sides=_with(state.sides, seat, replace(side, piles=piles))), chance


def _piles(side: Side, chance: Chance) -> tuple[Side, Chance]:
    """Return a side with what nobody has seen of its reserve in another order (M57)."""
    places = _hidden(side)
    cards, chance = chance.shuffled([side.piles[at][place] for at, place in places])
    piles = [list(pile) for pile in side.piles]
    for (at, place), code in zip(places, cards, strict=True):
        piles[at][place] = code
    return replace(side, piles=tuple(map(tuple, piles))), chance


def _marked(rules: Rules, side: Side, chance: Chance, *, own: bool) -> tuple[Side, Chance]:
    """Return a side with the cards of each shuffle dealt anew to the places where they may be.

    Args:
        rules: For the order of the hand.
        side: Whose cards.
        chance: Draws them.
        own: Whether the reader knows hand and freezer: then only the deck has another order.
    """
    hand, deck, freezer = list(side.hand), list(side.deck), list(side.freezer)
    zones: Sequence[tuple[list[str], tuple[int, ...]]] = (
        ((deck, side.deck_marks),)
        if own
        else ((hand, side.hand_marks), (deck, side.deck_marks), (freezer, side.freezer_marks))
    )
    for mark in sorted({mark for _, marks in zones for mark in marks} - {KNOWN}):
        places = [(cards, at) for cards, marks in zones for at, each in enumerate(marks) if each == mark]
        dealt, chance = chance.shuffled([cards[at] for cards, at in places])
        for (cards, at), code in zip(places, dealt, strict=True):
            cards[at] = code
    order = rules.components.order
    held = sorted(zip(hand, side.hand_marks, strict=True), key=lambda each: order[each[0]])
    return replace(
        side,
        hand=tuple(code for code, _ in held),
        hand_marks=tuple(mark for _, mark in held),
        deck=tuple(deck),
        freezer=tuple(freezer),
    ), chance


def _with(sides: tuple[Side, ...], seat: Seat, side: Side) -> tuple[Side, ...]:
    return (*sides[: seat - 1], side, *sides[seat:])
