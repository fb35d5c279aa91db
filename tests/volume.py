"""How much of what is drawn at random the tests try: a part of it, or all where `ARENA_THOROUGH=1`."""

from __future__ import annotations

import os

THOROUGH = os.environ.get("ARENA_THOROUGH", "0") not in ("", "0")


def many(usual: int, thorough: int) -> int:
    """Return how many examples to try."""
    return thorough if THOROUGH else usual
