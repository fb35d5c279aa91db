"""The decisions of Mutants as values (N2, N8). Cards are codes, zones `"A"`, `"L"`, `"R"`, piles numbers from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.values import Interned


@dataclass(frozen=True, slots=True)
class Pick(metaclass=Interned):
    """Keep a card of the pack (M11)."""

    card: str


@dataclass(frozen=True, slots=True)
class Say(metaclass=Interned):
    """Yes or no; also no to a prompt with a choice (N5)."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Flank(metaclass=Interned):
    """Move the active mutant to a flank (M20)."""

    zone: str


@dataclass(frozen=True, slots=True)
class Deploy(metaclass=Interned):
    """Deploy a card of the hand (M23)."""

    card: str


@dataclass(frozen=True, slots=True)
class Breed(metaclass=Interned):
    """Breed the top of a pile with two cards of the hand, in data-file order (M24)."""

    cards: tuple[str, str]
    pile: int


@dataclass(frozen=True, slots=True)
class Incubate(metaclass=Interned):
    """Incubate the top of a pile for a card of the hand (M25)."""

    card: str
    pile: int


@dataclass(frozen=True, slots=True)
class Choose(metaclass=Interned):
    """Choose cards of the hand or the discard, in data-file order."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Zone(metaclass=Interned):
    """Choose the card in a zone of an arena."""

    zone: str


@dataclass(frozen=True, slots=True)
class Top(metaclass=Interned):
    """Choose the top of a pile."""

    pile: int


@dataclass(frozen=True, slots=True)
class Copied(metaclass=Interned):
    """Copy an ability (M49): the other mutant's zone, or its code outside of an arena, and `"deploy"` or `"leave"`."""

    place: str
    half: str


Action: TypeAlias = Deploy | Breed | Incubate
Move: TypeAlias = Pick | Say | Flank | Action | Choose | Zone | Top | Copied
