"""A position in a match: immutable, hashable, and small. Cards are codes; unfinished steps are a stack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.chance import Chance
from engine.mutants.rules import Rules
from engine.mutants.stack import Ask, Frame, Picking
from engine.seat import Seat
from engine.values import quickly_made

ZONES = "ALR"
"""Active, left flank, right flank: a zone's number is its place here."""

BOSS: Seat = 2
"""The boss of a Revolt among markers and sides; not a player."""

KNOWN = 0
"""The mark of a hidden card that is public, as all saw it placed."""

Said: TypeAlias = tuple[str, str]
"""A line of the record: the public part, and cards after it that are masked during the match (N14)."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Side:
    """The possessions of one player, or the boss.

    Marks say which shuffle of this side, from 1 on, put a card of hand, deck or freezer in its place: to other players,
    cards of one shuffle are interchangeable. `KNOWN` ones were seen by all.

    Attributes:
        hand: In data-file order.
        deck: From the top down.
        discard: From the bottom up.
        freezer: In the order of their arrival.
        arena: The cards in the zones, empty for none.
        down: Whether each of those is K.O.
        incubator: The card in it; empty for none.
        piles: Of the reserve, each from the top down.
        buried: Whether all saw the bottom cards of the piles, before a mulligan put them there (M15).
        ready: The number of the ready deck (M12); 0 for another reserve.
        shuffles: The number of shuffles so far.
    """

    hand: tuple[str, ...] = ()
    hand_marks: tuple[int, ...] = ()
    deck: tuple[str, ...] = ()
    deck_marks: tuple[int, ...] = ()
    discard: tuple[str, ...] = ()
    freezer: tuple[str, ...] = ()
    freezer_marks: tuple[int, ...] = ()
    arena: tuple[str, ...] = ("", "", "")
    down: tuple[bool, ...] = (False, False, False)
    incubator: str = ""
    piles: tuple[tuple[str, ...], ...] = ((), (), ())
    buried: bool = False
    ready: int = 0
    shuffles: int = 0


@quickly_made
@dataclass(frozen=True, slots=True)
class State:
    """A position.

    Attributes:
        chance: For future draws.
        stack: Unfinished steps; empty when the game is over.
        sides: For seat 1, 2, …, the boss last.
        spaces: Of the force markers, in the same order; -1 after a resignation.
        line: The seats with a force marker, from the last to the furthest ahead (M5).
        points: VP, for seat 1, 2, …; none in a Revolt.
        standing: The seats on the score track from the lowest to the highest, stacks from the bottom up (M6).
        first: The first player of the round; 0 before the draw.
        active: The seat whose turn it is; 0 outside turns.
        round: 1 to 5; 0 before the first.
        turn: As `Game.turn`.
        packs: During the draft, the pack of each seat in data-file order.
        picks: Of each seat, in order.
        seen: The advanced mutants that each seat has seen in packs (M73), a bit for each in data-file order.
        gone: Resigned seats, in order.
        pending: Those of them still in the game until an ability has resolved (M54).
        health: Of the boss.
        boxed: Exploited cards of the boss (M66).
        over: The end: `"V"` by points, `"F"` all others resigned, `"W"` the boss is beaten, `"L"` the boss has won;
            empty before it.
        said: The record's lines of the last step.
    """

    rules: Rules
    chance: Chance
    stack: tuple[Frame, ...]
    sides: tuple[Side, ...]
    spaces: tuple[int, ...]
    line: tuple[Seat, ...]
    points: tuple[int, ...]
    standing: tuple[Seat, ...]
    first: Seat = 0
    active: Seat = 0
    round: int = 0
    turn: int = 0
    packs: tuple[tuple[str, ...], ...] = ()
    picks: tuple[tuple[str, ...], ...] = ()
    seen: tuple[int, ...] = ()
    gone: tuple[Seat, ...] = ()
    pending: tuple[Seat, ...] = ()
    health: int = 0
    boxed: tuple[str, ...] = ()
    over: str = ""
    said: tuple[Said, ...] = ()

    @property
    def ask(self) -> Ask | None:
        """The open prompt; None in a draft and at the end."""
        top = self.stack[-1] if self.stack else None
        return top if isinstance(top, Ask) else None


def to_act(state: State) -> frozenset[Seat]:
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Ask):
        return state.rules.alone[top.seat - 1]
    if isinstance(top, Picking):
        return frozenset(range(1, state.rules.seats + 1)).difference(state.gone)
    return frozenset()


def owner(state: State) -> Seat | None:
    """Return whose turn it is; None outside turns, and in the boss's (M76)."""
    if state.over or not state.active or (state.rules.solo and state.active == BOSS):
        return None
    return state.active
