"""Fixtures of the double's own tests."""

import logging
from collections.abc import Iterator

import pytest

pytest.register_assert_rewrite("tests.wire.sample")

from tests.wire import Contract, discord_contract, missing_document  # noqa: E402 - after the rewrite is registered


@pytest.fixture
def contract() -> Contract:
    """Discord's own description of its API; the test is skipped where it is missing."""
    found = discord_contract()
    if found is None:
        pytest.skip(missing_document())
    return found


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No error may pass unheard: the event loop and the server only log theirs."""
    yield
    heard = [
        r
        for r in caplog.get_records("call")
        if r.levelno >= logging.ERROR and r.name.startswith(("asyncio", "aiohttp"))
    ]
    assert [record.getMessage() for record in heard] == []
