"""The whole life of a match of Replicants, in a thread of its own."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World
from tests.cogs.life.telling import Script, tell
from tests.cogs.playing import SHORT_GAME

pytestmark = pytest.mark.usefixtures("pictures")

SCRIPT = Script(
    game="replicants",
    name="Replicants",
    where="thread",
    players="T0..(cleo.dan)",
    turns=SHORT_GAME,
    result="(M.cleo)",
    turned=1,
    winner=1,
)


async def test_the_whole_life_of_a_match(world: World) -> None:
    await tell(world, SCRIPT)
