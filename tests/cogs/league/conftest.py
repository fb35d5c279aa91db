"""What the tests of leagues share: the requests that the bot makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from simcord.http import router


@pytest.fixture
def requests() -> Iterator[list[tuple[str, str, Any]]]:
    """The requests so far: method, path, body. `tests/limits` holds them against Discord's document."""
    dispatch = router.dispatch
    made: list[tuple[str, str, Any]] = []

    def noting(backend: Any, method: str, path: str, **given: Any) -> Any:
        made.append((method, path, given.get("json")))
        return dispatch(backend, method, path, **given)

    with patch.object(router, "dispatch", noting):
        yield made
