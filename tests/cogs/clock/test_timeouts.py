"""What comes of a player whose time is up."""

from __future__ import annotations

from tests.cogs.clock.waiting import DAY, wait
from tests.cogs.conftest import World
from tests.cogs.playing import latest, posts


async def test_a_substitute_is_sought(world: World) -> None:
    await world.begin(clock="1d", timeout="substitute")
    await wait(world, DAY)
    said = "\n".join(each.content for each in posts(world))
    assert "ann's time is up. The match is paused" in said
    match = await latest(world)
    assert match.paused is not None


async def test_the_organisers_are_told_once(world: World) -> None:
    await world.begin(clock="1d", timeout="notice")
    await wait(world, DAY)
    await wait(world, DAY)
    (told,) = [each for each in posts(world) if "ann's time is up. The match goes on" in each.content]
    assert world.pings(told) == [world.ann.id]  # whose table it was; the server has named no role for it
    assert not (await latest(world)).over


async def test_a_random_turn_is_announced(world: World) -> None:
    await world.begin(clock="1d", timeout="random")
    await wait(world, DAY)
    assert (await latest(world)).seq == 1
    assert "ann didn't decide in time, so a random legal turn was played." in posts(world)[-1].content


async def test_everything_goes_on_after_a_restart(world: World) -> None:
    await world.begin(clock="1d")
    await world.restart()
    await wait(world, DAY)
    assert (await latest(world)).over
    assert len([each for each in posts(world) if "half of your time" in each.content]) == 1
