"""Matches played twice that differ in what even the asked does not know: menus and private answers are the same.

What lies in decks and below the tops of reserves differs, and what others hold.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.mutants.legal import KINDS
from tests.cogs.mutants.twin_matches import begun, name_of, part
from tests.cogs.mutants.twin_scenes import ALL, Scene, Twin, behind, parting, twins
from tests.cogs.twins import difference

IN_OTHER_TURNS = ("discard, 4", "ko, 2", "parry, 4")
ASKED = {
    name: scene
    for name, scene in ALL.items()
    if scene.setup.mode == "solo" or scene.kind == "pick" or name in IN_OTHER_TURNS
}

DRAWING = ("act, solo", "act, 3", "flip, 3", "take, 4")
"""Answers behind which the top of a deck comes to light."""


def test_every_kind_of_prompt_has_a_scene() -> None:
    assert {scene.kind for scene in ASKED.values()} == KINDS


async def seen_by_the_asked(
    path: Path, caplog: pytest.LogCaptureFixture, scene: Scene, twin: Twin, number: int
) -> list[Any]:
    name = name_of(scene.asked)
    async with begun(path, caplog, scene, twin, number=number) as party:
        found = [await party.look(name), await party.menus(name), await party.answer(twin)]
        return [*found, await party.look(name, typing=False), caplog.messages]


@pytest.mark.parametrize("name", part(ASKED, *IN_OTHER_TURNS, "pick, 3"))
async def test_the_asked_sees_no_difference(tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str) -> None:
    scene, number = ALL[name], list(ALL).index(name)
    one, two = [
        await seen_by_the_asked(tmp_path / str(place), caplog, scene, twin, number)
        for place, twin in enumerate(twins(scene, scene.asked))
    ]
    assert difference([one, two]) == ""


async def told_beforehand(
    path: Path, caplog: pytest.LogCaptureFixture, scene: Scene, twin: Twin, texts: list[str]
) -> list[Any]:
    """Return what the asked is told of a turn that is not played: by menus, and of answers typed behind it."""
    name = name_of(scene.asked)
    async with begun(path, caplog, scene, twin) as party:
        person, channel = party.world.people[name], party.world.channel
        found: list[Any] = [await party.menus(name, way) for way in range(4)]
        found += [
            await person.autocomplete(channel, "move", "turn", typed) for typed in ("", twin.turn[:-1], f"{twin.turn}/")
        ]
        found += [await party.asked(name, "move", turn=f"{twin.turn}/{text}") for text in texts]
        assert (await party.world.bot.arena.matches.get(party.match.id)).seq == 0
        return [*found, caplog.messages]


@pytest.mark.parametrize("name", DRAWING)
async def test_nothing_is_told_of_what_has_not_come_to_light(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """N7: neither menus nor refusals look past a draw."""
    scene = ALL[name]
    both = parting(scene)
    texts = sorted({text for twin in both for text in behind(scene, twin)})
    one, two = [
        await told_beforehand(tmp_path / str(place), caplog, scene, twin, texts) for place, twin in enumerate(both)
    ]
    assert difference([one, two]) == ""
