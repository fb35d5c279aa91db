"""The stages of a turn that `bench.stages` counts: each change of a match is one of them, whichever way it is made."""

from __future__ import annotations

from typing import Any

import pytest

from bench import stages
from hosting.arena import Arena
from hosting.match import events
from hosting.match.service import Matches
from tests.hosting.conftest import ANN, begin


async def test_what_is_changed_by_a_block_is_counted(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    match, meter = await begin(arena), stages.Meter()
    for owner, name, stage in stages._STAGES:
        if owner is Matches:
            method: Any = getattr(owner, name)
            monkeypatch.setattr(owner, name, method)  # put back at the end
            meter.wrap(owner, name, stage)
    meter.reset()
    async with arena.matches.changing(match.id) as (found, carry_out):
        await carry_out(events.forfeit(found, 1, ANN.person_id, arena.clock.now()))
    assert "the match and its writers" in meter.told()
