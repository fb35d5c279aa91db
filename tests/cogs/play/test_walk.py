"""How often a turn asks the store: each transaction and each look-up is time that a player waits."""

from __future__ import annotations

from bench.walk import PROMISED, Walk, counting
from tests.cogs.apex.party import begin
from tests.cogs.conftest import World
from tests.cogs.playing import play, turn_message


def beyond(name: str, walk: Walk) -> dict[str, int]:
    """Return what a walk comes to more than is promised."""
    counts = walk.counts()
    return {unit: counts[unit] for unit, most in PROMISED[name].items() if counts[unit] > most}


async def test_a_turn_asks_the_store_no_more_than_is_promised(world: World) -> None:
    await world.begin()
    await play(world, "E/2C6/D8-", "E/3C1/F2-")
    with counting() as counter:
        await world.ann.slash(world.channel, "move", turn="E/3D6/E")
        await world.settle()
    assert beyond("/move", counter) == {}, counter


async def test_what_opens_the_builder_looks_the_match_up_once_and_asks_the_store_nothing(world: World) -> None:
    await world.begin()
    await play(world, "E/2C6/D8-", "E/3C1/F2-")
    await world.ann.click(turn_message(world), label="Play")  # what suits the reader is known from now on
    with counting() as counter:
        await world.ann.click(turn_message(world), label="Play")
    assert (counter.reads, counter.writes, counter.looked_up) == ([], [], ["cogs/core/access.py:match_for"])


async def test_the_last_choice_in_secret_reads_each_thing_once(world: World) -> None:
    party = await begin(world)
    await party.settle_in()
    await party.seal(1)
    choice = await party.choice(2)
    with counting() as counter:
        await world.bob.slash(world.channel, "move", turn=choice)
        await world.settle()
    assert len(counter.reads) == 7, counter.reads  # one of them for who bob is: he has done nothing before
    assert len(counter.writes) == 3, counter.writes


async def test_a_start_asks_the_store_no_more_than_is_promised(world: World) -> None:
    await world.begin(where="thread")  # the first one appoints what is due daily
    message = await world.lobby()
    await world.press("bob", message, "Join")
    with counting() as counter:
        await world.ann.click(world.latest(message), label="Start")
        await world.settle()
    assert len(world.channel.threads) == 2
    assert beyond("Start", counter) == {}, counter
