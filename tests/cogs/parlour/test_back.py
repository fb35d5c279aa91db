"""Taking back in turns with answers: what players and organisers are asked, offered and told."""

from __future__ import annotations

import pytest

from hosting.clock.time_control import Terms
from tests.cogs.conftest import World, private
from tests.cogs.parlour.conftest import PLAYERS, begin
from tests.cogs.playing import message_of, posts, refreshed

pytestmark = pytest.mark.usefixtures("parlour")


async def test_an_answer_is_taken_back_as_a_decision(world: World) -> None:
    party = await begin(world, hand="chosen")
    _, second = await party.attack()
    await party.move(second, "-")
    name = PLAYERS[second - 1]
    await party.player(second).slash(world.channel, "undo")
    await world.settle()
    asked = posts(world)[-1]
    assert f"**{name}** would like to take the match back to before their last decision." in asked.content
    await party.player(3 - second).click(asked, label="Agree")
    await world.settle()
    said = f"**{name}** took the match back to before their last decision; it goes on from there."
    assert any(said in post.content for post in posts(world))
    assert (await party.session()).to_act == {second}


async def test_who_may_take_back_freely_is_told_that_it_was_a_decision(world: World) -> None:
    party = await begin(world, hand="chosen", terms=Terms(undo="free"))
    _, second = await party.attack()
    await party.move(second, "-")
    assert private(await party.player(second).slash(world.channel, "undo")) == "Your last decision has been taken back."
    assert (await party.session()).to_act == {second}


async def test_organisers_see_answers_beside_their_turn(world: World) -> None:
    olaf = world.organiser()
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    await party.move(second, "-")
    await party.move(first, "N")
    await party.move(second, "P")
    owner, other = PLAYERS[first - 1], PLAYERS[second - 1]
    offered = await olaf.autocomplete(world.channel, "organise takeback", "turn", "")
    assert [each["name"] for each in offered] == [
        f"2. {other}",
        f"1. {owner}, later in the same turn",
        f"1. {other}, later in the same turn",
        f"1. {owner}",
    ]
    question = message_of(await olaf.slash(world.channel, "organise takeback", turn=offered[2]["value"]))
    assert question.content == f"Go back to before this decision of {other}, in the middle of a turn?"
    await olaf.click(question, label="Take back")
    await world.settle()
    assert refreshed(olaf, question).content == "The match goes on from there."
    assert (await party.session()).to_act == {second}
    log = private(await olaf.slash(world.channel, "organise log"))
    assert f"{olaf.mention} took the match back into a turn." in log


async def test_choices_that_were_made_at_once_are_not_offered_to_organisers(world: World) -> None:
    olaf = world.organiser()
    party = await begin(world)
    await party.draft()
    await party.attack()
    names = [each["name"] for each in await olaf.autocomplete(world.channel, "organise takeback", "turn", "")]
    assert names == [f"3. {PLAYERS[(await party.first()) - 1]}"], "the draft is behind a barrier"
