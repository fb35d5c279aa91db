"""The values of the parlour game: how a table is set up, a position, what happens, what a seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from engine.chance import Chance, Draw
from engine.events import Event
from engine.game import Mode, Option, Setup
from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import Player, Text, say

Piles: TypeAlias = tuple[tuple[int, ...], ...]
"""Cards by seat."""

CARDS = tuple(range(1, 19))  # P1
STOCK = tuple(range(19, 27))  # P3
TURNS = 3  # P4
CALM, FIERCE = 5, 8  # P8
PLAYERS = ("2", "3")

MODES = (
    Mode("2", say("2 players"), 2),
    Mode("3", say("3 players"), 3),
    Mode("solo", say("Alone against the dealer"), 1),
)
HAND = Option("hand", say("Hands"), ("draft", "chosen"), "draft", (say("drafted"), say("chosen before")), PLAYERS)
DOUBLE = Option(
    "double", say("Cards set aside"), ("no", "yes"), "no", (say("once"), say("twice")), PLAYERS, ("hand", "draft")
)
DEALER = Option("dealer", say("The dealer"), ("calm", "fierce"), "calm", (say("calm"), say("fierce")), ("solo",))
OPTIONS = (HAND, DOUBLE, DEALER)


@dataclass(frozen=True, slots=True)
class Table:
    """A setup: how many seats, whether hands are drafted, what a card set aside counts, the dealer's points a turn."""

    seats: int
    draft: bool
    factor: int
    dealer: int

    @property
    def solo(self) -> bool:
        return self.seats == 1


def table_of(mode: Mode, options: Mapping[str, str]) -> Table:
    """Return the table of a mode and the values of its options."""
    return Table(
        mode.seats,
        options.get(HAND.key) == "draft",
        2 if options.get(DOUBLE.key) == "yes" else 1,
        {"calm": CALM, "fierce": FIERCE}.get(options.get(DEALER.key, ""), 0),
    )


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    Attributes:
        table: The setup.
        chance: For what is still to be drawn.
        phase: `"pick"`, `"act"`, `"answer"`, `"keep"` or `"over"`.
        turn: From 1; both picks of a draft are turns.
        order: Who plays after whom; empty in a draft.
        seat: Whose turn it is; 0 in a draft and at the end.
        attacked: Who must answer; 0 for nobody.
        done: Turns played since the draft.
        packs: What each seat picks from, and what it left of it.
        hands: In ascending order.
        asides: Set aside, in ascending order.
        points: Of each seat.
        dealer: The dealer's points.
        deck: From the top down.
        discard: Face up, in the order in which they came.
        loadouts: What each seat chose before the start; empty in a draft and alone.
        gone: Who resigned.
    """

    table: Table
    chance: Chance
    phase: str
    turn: int
    order: tuple[Seat, ...]
    seat: Seat
    attacked: Seat
    done: int
    packs: Piles
    hands: Piles
    asides: Piles
    points: tuple[int, ...]
    dealer: int
    deck: tuple[int, ...]
    discard: tuple[int, ...]
    loadouts: Piles = ()
    gone: tuple[Seat, ...] = ()

    @property
    def left(self) -> tuple[Seat, ...]:
        """The seats that still play."""
        return tuple(seat for seat in range(1, self.table.seats + 1) if seat not in self.gone)


def put(values: Piles, seat: Seat, *cards: int) -> Piles:
    """Return piles with some more cards in one of them."""
    return (*values[: seat - 1], tuple(sorted((*values[seat - 1], *cards))), *values[seat:])


def taken(values: Piles, seat: Seat, card: int) -> Piles:
    """Return piles with a card less in one of them."""
    rest = list(values[seat - 1])
    rest.remove(card)
    return (*values[: seat - 1], tuple(rest), *values[seat:])


def start(setup: Setup, table: Table, chance: Chance) -> State:
    """Return the position before the first decision (P1-P3, P8)."""
    empty: Piles = ((),) * table.seats
    if table.draft:
        deck, chance = chance.shuffled(CARDS)
        packs = tuple(tuple(sorted(deck[4 * seat : 4 * seat + 4])) for seat in range(table.seats))
        rest = tuple(sorted(deck[4 * table.seats :]))
        return State(table, chance, "pick", 1, (), 0, 0, 0, packs, empty, empty, (0,) * table.seats, 0, rest, ())
    loadouts = tuple(tuple(map(int, text.split("+"))) for text in setup.loadouts)
    deck, chance = chance.shuffled(CARDS if table.solo else STOCK)
    hands, deck = ((tuple(sorted(deck[:2])),), deck[2:]) if table.solo else (loadouts, deck)
    order: tuple[Seat, ...] = (1,)
    if not table.solo:
        order, chance = chance.shuffled(range(1, table.seats + 1))
    return State(
        table, chance, "act", 1, order, order[0], 0, 0, empty, hands, empty, (0,) * table.seats, 0, deck, (), loadouts
    )


def begun(state: State) -> tuple[State, tuple[Draw, ...]]:
    """Return the position after a draft, and what was drawn: the deck, then the order of play. Two shuffles (P2)."""
    deck, chance = state.chance.shuffled(state.deck)
    order, chance = chance.shuffled(state.left)
    return replace(state, chance=chance, phase="act", order=order, seat=order[0], deck=deck), (deck, order)


@dataclass(frozen=True, slots=True)
class Told(Event):
    """Something happened that is told in one sentence."""

    sentence: Text = field(default_factory=lambda: say("Nothing."))

    def text(self) -> Text:
        return self.sentence


def public(seat: Seat, sentence: str, **values: int) -> Told:
    """Return what everybody may know."""
    return Told(seat, sentence=Text(sentence, (("player", Player(seat)), *values.items())))


def private(seat: Seat, sentence: str, **values: int) -> Told:
    """Return what only a seat may know."""
    return replace(public(seat, sentence, **values), audience=frozenset({seat}))


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or a spectator, may know. `hand`, `pack` and `aside` are the viewer's own; `open` is for the end."""

    viewer: Seat | None
    phase: str
    turn: int
    done: int
    to_act: tuple[Seat, ...]
    owner: Seat | None
    order: tuple[Seat, ...]
    hand: tuple[int, ...]
    pack: tuple[int, ...]
    aside: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]
    points: tuple[int, ...]
    dealer: int
    deck: int
    discard: tuple[int, ...]
    gone: tuple[Seat, ...]
    open: Piles
    outcome: Outcome | None
