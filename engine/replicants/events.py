"""Events of Replicants, as values: pictures mark them, histories tell them. Hexes are written `"E8"`."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event
from engine.seat import Seat
from engine.text import Player, Text, say
from engine.values import Interned


@dataclass(frozen=True, slots=True)
class Charged(Event):
    """A seat charged its matrix to `energy` (R13, R20)."""

    energy: int

    def text(self) -> Text:
        return say("{player} charges the matrix to {energy}.", player=self.player, energy=self.energy)


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """A seat's overloaded matrix struck its own Replicant of `value` on `hex` (R13)."""

    value: int
    hex: str

    def text(self) -> Text:
        return say(
            "{player}'s matrix overloads and destroys their own {value} on {hex}.",
            player=self.player,
            value=self.value,
            hex=self.hex,
        )


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A Replicant of `value` moved from `origin` to `target` (R14)."""

    value: int
    origin: str
    target: str

    def text(self) -> Text:
        return say(
            "{player} moves their {value} from {origin} to {target}.",
            player=self.player,
            value=self.value,
            origin=self.origin,
            target=self.target,
        )


@dataclass(frozen=True, slots=True)
class Destroyed(Event, metaclass=Interned):
    """A Replicant of `owner` and `value` on `hex` was destroyed, by a move or by arcs (R15, R17)."""

    owner: Seat
    value: int
    hex: str
    by_arcs: bool

    def text(self) -> Text:
        if self.by_arcs:
            return say(
                "{player}'s arcs destroy {owner}'s {value} on {hex}.",
                player=self.player,
                owner=Player(self.owner),
                value=self.value,
                hex=self.hex,
            )
        return say(
            "{player} destroys {owner}'s {value} on {hex}.",
            player=self.player,
            owner=Player(self.owner),
            value=self.value,
            hex=self.hex,
        )


@dataclass(frozen=True, slots=True)
class Created(Event):
    """A seat created a Replicant of `value` on `hex` (R19)."""

    value: int
    hex: str
    heading: int

    def text(self) -> Text:
        return say("{player} creates a {value} on {hex}.", player=self.player, value=self.value, hex=self.hex)


@dataclass(frozen=True, slots=True)
class Rotated(Event):
    """A seat turned its Replicant of `value` on `hex` by 60°: `by` is +1 clockwise, -1 anticlockwise (R20)."""

    value: int
    hex: str
    by: int
    heading: int

    def text(self) -> Text:
        if self.by > 0:
            return say(
                "{player} rotates their {value} on {hex} to the right.",
                player=self.player,
                value=self.value,
                hex=self.hex,
            )
        return say(
            "{player} rotates their {value} on {hex} to the left.", player=self.player, value=self.value, hex=self.hex
        )


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat had no legal second action (R21)."""

    def text(self) -> Text:
        return say("{player} has nothing to move or create.", player=self.player)
