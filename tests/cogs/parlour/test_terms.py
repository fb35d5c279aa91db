"""What a table agrees on where the rules say of some decisions what a missed deadline plays, and of others nothing."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World
from tests.cogs.playing import message_of

pytestmark = pytest.mark.usefixtures("parlour")


async def test_what_happens_where_the_rules_say_nothing_is_the_tables_choice(world: World) -> None:
    asked = await world.ann.slash(world.channel, "new parlour", where="here", clock="1d", timeout="notice")
    told = message_of(asked).content
    assert (
        "When a player runs out of time, the rules say what is played; where they don't, the organisers are told, "
        "and the match goes on." in told
    )
    assert "Where everyone chooses in secret, that happens once all who haven't chosen are out of time." in told


async def test_without_a_choice_who_runs_out_of_time_loses_where_the_rules_say_nothing(world: World) -> None:
    told = message_of(await world.ann.slash(world.channel, "new parlour", where="here", clock="1d")).content
    assert "the rules say what is played; where they don't, the player loses." in told
