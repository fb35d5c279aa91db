"""The source of unpredictable bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Entropy: TypeAlias = Callable[[int], bytes]
"""Returns that number of random bytes: `secrets.token_bytes`, or a test's own."""
