"""What a seat, or a spectator, may know of a game of Mutants (M56 to M60).

An allow-list: it holds names and numbers, never the state or a part of it. Cards are codes (`"ZOM"`), zones `"A"`,
`"L"`, `"R"` (active, left flank, right flank), piles of the reserve 1 to 3.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of an arena.

    Attributes:
        name: `"A"`, `"L"` or `"R"`.
        card: What lies there, known to all also while it is K.O. (M56); empty for nothing.
        down: Whether it is K.O. and so lies face down (M45).
    """

    name: str
    card: str = ""
    down: bool = False


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of a gene reserve: its top card, empty for none, and how many cards it has, the top included."""

    top: str
    size: int


@dataclass(frozen=True, slots=True)
class Side:
    """A player and what they have.

    Attributes:
        seat: Whose.
        arena: Active, left flank, right flank, in this order.
        incubator: The card in it; empty for none.
        piles: The three piles of the gene reserve; empty before there is one.
        hand_size: Cards in hand.
        deck_size: Cards in the deck.
        discard_size: Cards in the discard.
        freezer_size: Cards in the freezer.
        discard_top: The top card of the discard (M59); empty for none.
        ready: The number of the ready deck (M12), which all may know; 0 for another reserve.
        space: Where the force marker stands, from 0; -1 without one.
        points: VP so far, those of the freezer not counted.
        dread: Whether the player is dreaded (M38).
        fury: Whether the player is in Fury (M38).
        left: Whether they resigned (M54).
        hand: The hand in data-file order, for a reader who may see it; None for others.
        deck: What the deck holds, in data-file order as nobody knows its own, likewise; None for others.
        discard: The whole discard from the bottom up, likewise; None for others.
        freezer: What lies in the freezer in data-file order, likewise; None for others. All of it at the end (M74).
        freezer_values: What each of those is worth now, variable values worked out (M52); None with `freezer`.
        unseen: The cards of the reserve below the tops in data-file order, as far as their owner knows which those are
            (M60), likewise; None for others.
    """

    seat: Seat
    arena: tuple[Zone, Zone, Zone]
    incubator: str
    piles: tuple[Pile, ...]
    hand_size: int
    deck_size: int
    discard_size: int
    freezer_size: int
    discard_top: str
    ready: int
    space: int
    points: int
    dread: bool
    fury: bool
    left: bool
    hand: tuple[str, ...] | None
    deck: tuple[str, ...] | None
    discard: tuple[str, ...] | None
    freezer: tuple[str, ...] | None
    freezer_values: tuple[int, ...] | None
    unseen: tuple[str, ...] | None

    @property
    def freezer_points(self) -> int | None:
        """What the freezer is worth now; None for a reader who may not know it."""
        return None if self.freezer_values is None else sum(self.freezer_values)


@dataclass(frozen=True, slots=True)
class Boss:
    """The boss of a Revolt (M61 to M70).

    Attributes:
        key: As in options, e.g. `"wizard"`.
        health: Now.
        full: At the start.
        ultra: Whether it is ultra-resistant (M70).
        limits: Gene letters that the reserve may not have (M70).
        arena: Active, left flank, right flank, in this order.
        deck_size: Cards in its deck.
        discard_size: Cards in its discard.
        discard_top: The top card of its discard; empty for none.
        boxed: Exploited cards, in data-file order (M66).
        space: Where its force marker stands, from 0.
    """

    key: str
    health: int
    full: int
    ultra: bool
    limits: str
    arena: tuple[Zone, Zone, Zone]
    deck_size: int
    discard_size: int
    discard_top: str
    boxed: tuple[str, ...]
    space: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked now (N8); all of it is public.

    Attributes:
        kind: `"pick"`, `"mulligan"`, `"flank"`, `"act"`, `"freeze-empty"`, `"freeze-self"`, `"freeze-hand"`,
            `"freeze-discard"`, `"freeze-arena"`, `"cycle"`, `"discard"`, `"offer"` (whether a cost is paid), `"cost"`,
            `"take"`, `"take-discard"` (the second answer of a take), `"gain"`, `"copy"`, `"ko"`, `"flip"` or `"parry"`.
        seats: Who is asked: several for a pick, else one.
        about: Whose cards are chosen from: the asked seat's own, or the boss's (seat 2 of a Revolt), for whom the
            player chooses (M67).
        owner: Whose turn it is; None outside turns.
        count: How many cards are to be chosen; 1 for most prompts.
        may: Whether `N` declines.
        card: The card whose ability asks; empty where none does.
        source: The card whose ability it is, where `card` copies or parries; else like `card`.
        zones: The zones that can be chosen, for prompts that choose one in an arena.
        piles: The piles of the reserve that can be chosen, from 1, for a gain or a copy of a reserve top.
        why: Why it is asked, as a sentence that all may read.
    """

    kind: str
    seats: tuple[Seat, ...]
    about: Seat
    owner: Seat | None
    count: int
    may: bool
    card: str
    source: str
    zones: tuple[str, ...]
    piles: tuple[int, ...]
    why: Text


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft that goes on (M11), as its reader sees it.

    Attributes:
        pick: Which pick it is, 1 to 6.
        pack_size: How many cards each pack has now.
        pack: The reader's pack in data-file order; None for spectators and those who left.
        picks: The reader's picks so far, in their order; None likewise.
    """

    pick: int
    pack_size: int
    pack: tuple[str, ...] | None
    picks: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class MutantsView:
    """A position as a picture, a text board or an alt text needs it.

    Attributes:
        mode: `"2"`, `"3"`, `"4"` or `"solo"`.
        reserve: `"draft"`, `"ready"` or `"constructed"`.
        data: Version of the data file.
        reconstruction: What of it is not the published one, said wherever any of it is shown; None if all of it is.
        viewer: Whose eyes these are; None for a spectator.
        phase: `"draft"`, `"mulligan"`, `"round"` or `"over"`.
        round: 1 to 5; 0 before the first.
        red: The points of the first player on the force track, for round 1, 2, … (M28).
        black: The points of those between, and of a crush, likewise (M19, M28).
        dread: How many spaces from the left are the Dread zone (M4).
        challenger: The Challenger space (M4).
        force: The markers on each space of the force track from the left, from the bottom up; the last is Fury. In a
            Revolt seat 2 is the boss.
        score: The markers on the occupied spaces of the score track, in ascending order: the space, and the markers
            from the bottom up. Empty in a Revolt.
        first: The first player of the round; in a Revolt 2, the boss. None before it is drawn.
        owner: Whose turn it is, in a Revolt 2 for the boss; None outside turns.
        sides: For seat 1, 2, ….
        boss: Of a Revolt; None in other games.
        draft: While it goes on; None afterwards and in other games.
        prompt: What is asked now; None when the game is over.
        turn: As `Game.turn` counts.
        outcome: The result, or None while the game goes on.
    """

    mode: str
    reserve: str
    data: str
    reconstruction: Text | None
    viewer: Seat | None
    phase: str
    round: int
    red: tuple[int, ...]
    black: tuple[int, ...]
    dread: int
    challenger: int
    force: tuple[tuple[Seat, ...], ...]
    score: tuple[tuple[int, tuple[Seat, ...]], ...]
    first: Seat | None
    owner: Seat | None
    sides: tuple[Side, ...]
    boss: Boss | None
    draft: Draft | None
    prompt: Prompt | None
    turn: int
    outcome: Outcome | None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who must decide; it does not tell who has picked already."""
        return () if self.prompt is None else self.prompt.seats
