"""Games that only the tests know are among the games here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import registry
from tests.engine.conformance.games import GAMES


@pytest.fixture(autouse=True, scope="package")
def registered() -> Iterator[None]:
    """Register the games that only the tests know: records name them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_GAMES", tuple(GAMES))
        yield
