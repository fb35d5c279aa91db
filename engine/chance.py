"""The only source of randomness: a value inside a game's state, reproducible on any machine.

Python promises no stable `random.shuffle` across versions, so draws come from BLAKE2b in counter mode: draw number n
hashes n under the seed as key, and rejection sampling makes every outcome equally likely.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from engine.values import quickly_made

T = TypeVar("T")

Draw: TypeAlias = tuple[str | int, ...]
"""A draw in a record: a number, or the first items of an order."""

SEED_BYTES = 16
_WORD = 2**64


class DrawError(ValueError):
    """A draw in a record is impossible; `index` counts the record's draws from 0."""

    def __init__(self, message: str, index: int) -> None:
        super().__init__(message)
        self.index = index


@quickly_made
@dataclass(frozen=True, slots=True)
class Chance:
    """A seed of at least 128 bits and the number of 64-bit words used; or the draws that a record names.

    Attributes:
        seed: Secret until the match ends; its `commitment` is published at the start.
        used: Words drawn so far; of a record, draws.
        recorded: The draws of a game played elsewhere, without our seed; None where the seed decides.
    """

    seed: bytes
    used: int = 0
    recorded: tuple[Draw, ...] | None = None

    def __post_init__(self) -> None:
        if not SEED_BYTES <= len(self.seed) <= hashlib.blake2b.MAX_KEY_SIZE:
            raise ValueError(f"a seed has {SEED_BYTES} to {hashlib.blake2b.MAX_KEY_SIZE} bytes, not {len(self.seed)}")

    @classmethod
    def from_text(cls, text: str) -> Chance:
        """Return the chance for a typed seed of any length (command line, tests)."""
        return cls(hashlib.blake2b(text.encode(), digest_size=SEED_BYTES).digest())

    @classmethod
    def scripted(cls, draws: Sequence[Draw]) -> Chance:
        """Return the chance of a game played elsewhere: its draws come up again, in order."""
        return cls(bytes(SEED_BYTES), recorded=tuple(draws))

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed in hexadecimal: published before the match, checkable after it."""
        return hashlib.sha256(self.seed).hexdigest()

    def below(self, count: int) -> tuple[int, Chance]:
        """Return a number from 0 to `count - 1`, each equally likely, and the remaining chance (or `DrawError`)."""
        if not 1 <= count <= _WORD:
            raise ValueError(f"cannot draw one of {count}")
        if self.recorded is not None:
            recorded = self._next_recorded()
            if len(recorded) != 1 or not isinstance(recorded[0], int) or not 0 <= recorded[0] < count:
                raise DrawError(f"{recorded} is not a number from 0 to {count - 1}", self.used)
            return recorded[0], replace(self, used=self.used + 1)
        number, used = _draw(self._keyed, count, self.used)
        return number, Chance(self.seed, used)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """Return the items in random order (Fisher–Yates), and the remaining chance (or `DrawError`)."""
        if self.recorded is not None:
            return self._ordered(items), replace(self, used=self.used + 1)
        pool, used, keyed = list(items), self.used, self._keyed
        for last in range(len(pool) - 1, 0, -1):
            pick, used = _draw(keyed, last + 1, used)
            pool[pick], pool[last] = pool[last], pool[pick]
        return tuple(pool), Chance(self.seed, used)

    @property
    def _keyed(self) -> hashlib.blake2b:
        return hashlib.blake2b(digest_size=8, key=self.seed)

    def _ordered(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items, those that the record names first, in its order."""
        rest, first = list(items), list[T]()
        for recorded in self._next_recorded():
            found = next((item for item in rest if item == recorded), None)
            if found is None:
                raise DrawError(f"{recorded} cannot have been drawn", self.used)
            rest.remove(found)
            first.append(found)
        return (*first, *rest)

    def _next_recorded(self) -> Draw:
        if self.recorded is None or self.used >= len(self.recorded):
            raise DrawError("the record does not say what was drawn", self.used)
        return self.recorded[self.used]


def _draw(keyed: hashlib.blake2b, count: int, used: int) -> tuple[int, int]:
    """Return a number below `count`, and the number of words used then."""
    fair = _WORD - _WORD % count
    while True:
        hashed = keyed.copy()  # takes less time than another hash with the same key
        hashed.update(used.to_bytes(8, "big"))
        word = int.from_bytes(hashed.digest(), "big")
        used += 1
        if word < fair:
            return word % count, used
