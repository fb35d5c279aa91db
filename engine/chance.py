"""The only source of randomness: a value inside a game's state, reproducible on any machine.

Python promises no stable `random.shuffle` across versions, so draws come from BLAKE2b in counter mode: draw number n
hashes n under the seed as key, and rejection sampling makes every outcome equally likely.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 16
_WORD = 2**64


@dataclass(frozen=True, slots=True)
class Chance:
    """A seed of at least 128 bits and how many 64-bit words of its stream are spent.

    Attributes:
        seed: Secret until the match ends; its `commitment` is published at the start.
        used: Words drawn so far.
    """

    seed: bytes
    used: int = 0

    def __post_init__(self) -> None:
        if not SEED_BYTES <= len(self.seed) <= hashlib.blake2b.MAX_KEY_SIZE:
            raise ValueError(f"a seed has {SEED_BYTES} to {hashlib.blake2b.MAX_KEY_SIZE} bytes, not {len(self.seed)}")

    @classmethod
    def from_text(cls, text: str) -> Chance:
        """Return the chance for a seed that somebody typed, of any length (command line, tests)."""
        return cls(hashlib.blake2b(text.encode(), digest_size=SEED_BYTES).digest())

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed in hexadecimal: published before the match, checkable after it."""
        return hashlib.sha256(self.seed).hexdigest()

    def below(self, count: int) -> tuple[int, Chance]:
        """Return a number from 0 to `count - 1`, each equally likely, and the chance that remains."""
        if not 1 <= count <= _WORD:
            raise ValueError(f"cannot draw one of {count}")
        used = self.used
        fair = _WORD - _WORD % count
        while True:
            word = int.from_bytes(
                hashlib.blake2b(used.to_bytes(8, "big"), digest_size=8, key=self.seed).digest(), "big"
            )
            used += 1
            if word < fair:
                return word % count, Chance(self.seed, used)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """Return the items in an order drawn at random (Fisher–Yates), and the chance that remains."""
        pool, chance = list(items), self
        for last in range(len(pool) - 1, 0, -1):
            pick, chance = chance.below(last + 1)
            pool[pick], pool[last] = pool[last], pool[pick]
        return tuple(pool), chance
