"""Registers the parlour game: records and the command line know games by their keys."""

from __future__ import annotations

import pytest

from engine import registry
from tests.engine.parlour.game import PARLOUR


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_GAMES", (*registry.games(), PARLOUR))
