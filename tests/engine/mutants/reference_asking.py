"""How a seat is asked, and how a draw is asked for: a flow yields what it needs and is sent what came of it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from tests.engine.mutants.reference_data import Card
from tests.engine.mutants.reference_table import Table

T = TypeVar("T")

OWN = frozenset({"pick", "freeze-empty", "freeze-hand", "freeze-discard", "take"})


def private_kinds(*, solo: bool) -> frozenset[str]:
    """Return the prompts whose answers only their owner reads (N8); in a Revolt what is frozen lies face up (M68)."""
    return frozenset({"take"}) if solo else OWN


@dataclass(frozen=True)
class Ask:
    """An open prompt.

    Attributes:
        kind: As N8 calls it; `take` twice: the second one is `take-discard`.
        answers: Every legal text.
        default: What is played for who is late (M77).
    """

    kind: str
    answers: frozenset[str]
    default: str


@dataclass(frozen=True)
class Draw:
    """A draw (N12).

    Attributes:
        kind: As N11 writes it.
        owner: Whose cards, e.g. `"S1"`; empty for none.
        cards: What is to be shuffled, in file order, or drawn from.
        number: How many of them come up.
    """

    kind: str
    owner: str
    cards: tuple[str | int, ...]
    number: int


@dataclass(frozen=True)
class Forfeit:
    """What a flow is sent in place of answers."""

    seat: int


class TurnEnds(Exception):  # noqa: N818 - how M54 ends a turn
    """Who was asked has left the table."""


Request: TypeAlias = dict[int, Ask] | Draw
Flow: TypeAlias = Generator[Request, Any, T]


class Asking(Table):
    def choose(self, seat: int, kind: str, options: dict[str, T], *, default: str = "", public: bool = True) -> Flow[T]:
        """Ask a seat, unless public facts leave one answer (N6), and return what its text stands for.

        Args:
            seat: Who is asked.
            kind: The prompt.
            options: What each text stands for, the default first.
            default: The default where it is not the first.
            public: Whether everybody can tell what the options are.
        """
        assert options
        if public and len(options) == 1:
            return next(iter(options.values()))
        ask = Ask(kind, frozenset(options), default or next(iter(options)))
        while True:
            if seat in self.leaving:
                return options[ask.default]
            came = yield {seat: ask}
            if not isinstance(came, Forfeit):
                return options[came[seat]]
            self.leave_table(came.seat)
            if seat in self.gone:
                raise TurnEnds

    def yes_or_no(self, seat: int, kind: str) -> Flow[bool]:
        return (yield from self.choose(seat, kind, {"Y": True, "N": False}, default="N"))

    def drawn(self, kind: str, owner: str, cards: Iterable[str | int], number: int | None = None) -> Flow[list[Any]]:
        """Return what is drawn."""
        self.hidden += 1
        pool = tuple(cards)
        came = yield Draw(kind, owner, pool, len(pool) if number is None else number)
        return list(came)

    def shuffled(self, kind: str, owner: str, cards: list[Card]) -> Flow[list[Card]]:
        """Return the cards in the order that was drawn."""
        rest, order = list(cards), list[Card]()
        for code in (yield from self.drawn(kind, owner, [card.code for card in cards])):
            order.append(next(card for card in rest if card.code == code))
            rest.remove(order[-1])
        assert not rest
        return order
