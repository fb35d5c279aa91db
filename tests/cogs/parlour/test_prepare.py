"""`/match plan` with answers in advance: what is stored, shown and refused, to one's own eyes alone."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World, private
from tests.cogs.parlour.conftest import PLAYERS, begin
from tests.cogs.playing import posts

pytestmark = pytest.mark.usefixtures("parlour")


async def test_an_answer_is_stored_and_comes_at_once(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = (await party.session()).state.order
    asked = world.people[PLAYERS[second - 1]]
    assert "**What to discard**: nothing, so I'll ask you." in private(await asked.slash(world.channel, "match plan"))
    assert await asked.autocomplete(world.channel, "match plan", "question", "disc") == [
        {"name": "What to discard", "value": "discard"}
    ]
    before = len(posts(world))
    said = private(await asked.slash(world.channel, "match plan", question="discard", answer="26 -"))
    assert "**What to discard**: `26 -`. The first of these that is in your hand is discarded." in said
    assert len(posts(world)) == before
    await party.attack()
    assert (await party.session()).to_act == {first}
    assert "nothing, so I'll ask" in private(await asked.slash(world.channel, "match plan", question="discard"))


async def test_what_cannot_be_stored_is_refused(world: World) -> None:
    party = await begin(world, hand="chosen")
    said = private(await world.ann.slash(world.channel, "match plan", question="discard", answer="all of it"))
    assert "Cards in the order in which to discard them, or -, as in 3 5 -." in said
    said = private(await world.cleo.slash(world.channel, "match plan"))
    assert "prepare" not in said
    assert await world.cleo.autocomplete(world.channel, "match plan", "question", "") == []
    assert (await party.match()).session.entries == ()


async def test_a_game_without_such_answers_says_so(world: World) -> None:
    await world.begin()
    said = private(await world.ann.slash(world.channel, "match plan", question="discard"))
    assert "In this game nothing like that can be answered in advance." in said
