"""Matches played twice that differ in what the asked alone knows: all others meet the same, byte for byte.

Each kind of prompt comes up in one of the modes, and is answered. Cards of others and the order of decks differ, and
answers that their seat alone may read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.mutants.legal import KINDS
from tests.cogs.mutants.twin_matches import ORGANISER, SPECTATOR, begun, name_of
from tests.cogs.mutants.twin_scenes import ALL, Scene, Twin, twins
from tests.cogs.twins import difference

OTHERS = {name: scene for name, scene in ALL.items() if scene.setup.mode != "solo"}
ONLOOKERS = {name: ALL[name] for name in ("act, solo", "cycle, solo", "take, solo", "discard, solo")}


def test_every_kind_of_prompt_has_a_scene() -> None:
    assert {scene.kind for scene in OTHERS.values()} == KINDS
    assert {scene.setup.mode for scene in (OTHERS | ONLOOKERS).values()} == {"2", "3", "4", "solo"}


async def seen_by_others(
    path: Path, caplog: pytest.LogCaptureFixture, scene: Scene, twin: Twin, number: int
) -> tuple[list[Any], list[Any]]:
    """Return what others see of a match, before and after the answer, and what the asked holds then."""
    async with begun(path, caplog, scene, twin, number=number) as party:
        found = [await party.look(*party.readers, typing=False), await party.answer(twin), await party.join()]
        found += [await party.look(*party.readers, SPECTATOR), await party.asked(ORGANISER, "organise log")]
        found += [await party.spectate(), await party.followed(), caplog.messages]
        return found, await party.hand(name_of(scene.asked))


@pytest.mark.parametrize("name", OTHERS | ONLOOKERS)
async def test_others_see_no_difference(tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str) -> None:
    scene, number = ALL[name], list(ALL).index(name)
    (one, held), (two, held_there) = [
        await seen_by_others(tmp_path / str(place), caplog, scene, twin, number)
        for place, twin in enumerate(twins(scene, scene.reader))
    ]
    assert difference([one, two]) == ""
    assert held != held_there
