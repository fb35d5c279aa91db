"""Missed deadlines of choices that stay closed: their player is told, and nobody else before the match is over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hosting.clock.time_control import ClockTerms, Terms
from tests.cogs.conftest import World, private
from tests.cogs.parlour.conftest import begin
from tests.cogs.playing import posts
from tests.cogs.twins import told, words

pytestmark = pytest.mark.usefixtures("parlour")

DAILY = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)))


async def test_a_default_that_stays_closed_is_its_players_alone(world: World) -> None:
    olaf = world.organiser()
    party = await begin(world, terms=DAILY)
    await party.move(1, str((await party.session()).state.packs[0][0]))
    await world.env.advance_time(25 * 3600)
    await world.settle()
    assert (await party.session()).state.turn == 2
    public = words([await told(message) for message in posts(world)])
    assert "didn't decide in time" not in public
    own = [message.content for message in world.bob.user.dm_channel.history(viewer=world.bob.user)]
    assert any("You didn't decide in time in match 1" in each and "Nobody else is told." in each for each in own)
    assert "nothing in the log" in private(await olaf.slash(world.channel, "organise log", match=1))
    await world.bot.arena.matches.forfeit(party.match_id, world.person("ann"))
    await world.settle()
    assert "bob ran out of time." in private(await olaf.slash(world.channel, "organise log", match=1))


async def test_a_default_that_all_may_read_is_told_to_all(world: World) -> None:
    party = await begin(world, hand="chosen", terms=DAILY)
    first, _ = await party.attack()
    await world.env.advance_time(25 * 3600)
    await world.settle()
    assert (await party.session()).to_act == {first}
    public = words([await told(message) for message in posts(world)])
    assert "didn't decide in time, so what the rules say was played." in public
