"""The whole life of a match of Replica, in the channel where its table was opened."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME
from tests.cogs.telling import Script, tell

pytestmark = pytest.mark.usefixtures("pictures")

SCRIPT = Script(
    game="replica",
    name="Replica",
    where="here",
    players='[White "cleo"]\n[Black "dan"]',
    turns=("a1-e1", "g8=K", "c1-e3", "h6-f4", "d1=K", "f4-f3", "d2-f4", "f3-e2", "c2-c3", "e2xd1"),
    result="0-1",
    turned=2,
    winner=2,
)


async def test_the_whole_life_of_a_match_of_replica(world: World) -> None:
    await tell(world, SCRIPT)


# The whole life of a match of Replicants, in a thread of its own.


REPLICANTS_SCRIPT = Script(
    game="replicants",
    name="Replicants",
    where="thread",
    players="T0..(cleo.dan)",
    turns=SHORT_GAME,
    result="(M.cleo)",
    turned=1,
    winner=1,
)


async def test_the_whole_life_of_a_match_of_replicants(world: World) -> None:
    await tell(world, REPLICANTS_SCRIPT)
