"""`/settings vacation`: announced, listed, cancelled, refused."""

from __future__ import annotations

import pytest

from tests.cogs.clock.waiting import DAY, stamp, wait
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, posts


async def test_a_vacation(world: World) -> None:
    await world.begin(clock="3d")
    said = message_of(await world.ann.slash(world.channel, "settings vacation", first="2026-01-02", last="2026-01-06"))
    assert "2026-01-02 to 2026-01-06" in said.content
    assert "Days you have left in 2026: 25 of 30." in said.content
    await world.settle()
    assert posts(world)[-1].content.startswith("ann is on vacation from")
    clock = message_of(await world.bob.slash(world.channel, "match clock")).content
    assert f"until {stamp(world, 8 * DAY)}" in clock
    assert "ann is on vacation from" in clock
    await wait(world, 2 * DAY)
    assert "The clock is paused until" in message_of(await world.bob.slash(world.channel, "match clock")).content
    assert "• 2026-01-02 to 2026-01-06" in message_of(await world.ann.slash(world.channel, "settings vacation")).content
    (choice,) = await world.ann.autocomplete(world.channel, "settings vacation", "cancel", "")
    back = message_of(await world.ann.slash(world.channel, "settings vacation", cancel=choice["value"]))
    assert "Welcome back." in back.content
    await world.settle()
    assert posts(world)[-1].content == "ann is back from vacation. Their clock runs as usual."


async def test_a_vacation_that_cannot_be(world: World) -> None:
    today = message_of(await world.ann.slash(world.channel, "settings vacation", first="2026-01-01"))
    assert "Announce a vacation before it starts" in today.content
    what = message_of(await world.ann.slash(world.channel, "settings vacation", first="soon"))
    assert "I can't read soon as a day. Write it like 2026-01-01." in what.content


@pytest.mark.parametrize(("first", "last"), [("9999-12-31", "9999-12-31"), ("2026-01-05", "9999-12-31")])
async def test_a_vacation_at_the_end_of_time_is_refused(world: World, first: str, last: str) -> None:
    told = message_of(await world.ann.slash(world.channel, "settings vacation", first=first, last=last)).content
    assert "That's too far off" in told or "A vacation can't be longer than 30 days." in told


async def test_tables_without_vacations_are_named(world: World) -> None:
    await world.begin(clock="3d", vacation=False)
    said = message_of(await world.ann.slash(world.channel, "settings vacation", first="2026-01-02"))
    assert "These tables don't have vacations" in said.content
    assert str(world.channel.id) in said.content
