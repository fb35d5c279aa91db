"""How much of what is drawn at random the tests try: a part of it, or all where `ARENA_THOROUGH=1`."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

THOROUGH = os.environ.get("ARENA_THOROUGH", "0") not in ("", "0")


def many(usual: int, thorough: int) -> int:
    """Return how many examples to try."""
    return thorough if THOROUGH else usual


def drawn(cases: Iterable[T], usual: int, test: str) -> list[T]:
    """Return so many of the cases of a test, in their order, others for another `ARENA_SEED`; all where thorough."""
    every = list(cases)
    if THOROUGH or usual >= len(every):
        return every
    places = random.Random(f"{test} {os.environ.get('ARENA_SEED', '')}").sample(range(len(every)), usual)
    return [every[place] for place in sorted(places)]
