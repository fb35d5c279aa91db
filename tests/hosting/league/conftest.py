from __future__ import annotations

import pytest

from hosting.arena import Arena
from tests.hosting.conftest import ManualClock
from tests.hosting.league.playing import Played, with_builder


@pytest.fixture
def league(arena: Arena, clock: ManualClock) -> Played:
    return with_builder(arena, clock)
