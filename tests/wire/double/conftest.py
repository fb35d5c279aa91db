"""Fixtures of the double's own tests."""

import pytest

pytest.register_assert_rewrite("tests.wire.double.sample")

from tests.wire.double import Contract, discord_contract, missing_document  # noqa: E402 - after the rewrite is registered


@pytest.fixture
def contract() -> Contract:
    """Discord's own description of its API; the test is skipped where it is missing."""
    found = discord_contract()
    if found is None:
        pytest.skip(missing_document())
    return found
