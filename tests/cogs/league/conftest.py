"""What the tests of leagues share: every request that the bot makes is held against Discord's OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from simcord.http import router

from tests.wire.double import Violation, discord_contract


@pytest.fixture(autouse=True)
def requests() -> Iterator[list[tuple[str, str, Any]]]:
    """The requests so far: method, path, body. They are not checked where the document is missing."""
    contract, dispatch = discord_contract(), router.dispatch
    made: list[tuple[str, str, Any]] = []
    wrong: list[Violation] = []

    def noting(backend: Any, method: str, path: str, **given: Any) -> Any:
        body = given.get("json")
        made.append((method, path, body))
        if contract is not None:
            wrong.extend(contract.check(method, path, body))
        return dispatch(backend, method, path, **given)

    with patch.object(router, "dispatch", noting):
        yield made
    assert wrong == []
