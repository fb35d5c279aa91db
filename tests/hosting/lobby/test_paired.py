"""Players whose offers fit: told, asked to step back, and started, whatever breaks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from engine.text import say
from hosting.lobby.seeks import LOOK, SEEK, NoSuchPairing, NotAskedFor, Pairings, TooLateToStepBack
from hosting.outbox import Retry, Undeliverable
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.lobby.offering import MINUTE, START, Offering, ids, offering


async def test_a_block_between_announcement_and_start_keeps_the_match_from_starting(o: Offering) -> None:
    await o.create(ANN, asks=True)
    await o.create(BOB)
    await o.arena.blocks.add(BOB.person_id, ANN.person_id)
    await o.wait(10 * MINUTE)
    assert await o.matches() == []
    assert (await o.pairing(1)).status == "off"
    (shown,) = o.noting.shown
    assert "block" not in shown
    assert o.shelf.things == {}


async def test_players_step_back_where_they_asked_for_it(o: Offering) -> None:
    await o.create(ANN, asks=True)
    await o.create(BOB)
    assert o.noting.asked == [(ANN.person_id,)]
    with pytest.raises(NotAskedFor):
        await o.arena.paired.step_back(1, BOB.person_id)
    for number, person in ((1, CLEO), (2, ANN)):
        with pytest.raises(NoSuchPairing):
            await o.arena.paired.step_back(number, person.person_id)
    await o.wait(9.9 * MINUTE)
    assert (await o.arena.paired.step_back(1, ANN.person_id)).status == "off"
    with pytest.raises(TooLateToStepBack):
        await o.arena.paired.step_back(1, ANN.person_id)
    await o.wait(60 * MINUTE)
    assert await o.matches() == [], "these offers are not brought together again"
    await o.create(CLEO)
    assert await o.matches() == [ids(BOB, CLEO)], "Bob is where he was in the queue, Ann behind him"


async def test_after_ten_minutes_it_is_too_late(o: Offering) -> None:
    await o.create(ANN, asks=True)
    await o.create(BOB)
    await o.wait(9.9 * MINUTE)
    assert await o.matches() == []
    await o.wait(0.1 * MINUTE)
    assert await o.matches() == [ids(ANN, BOB)]
    with pytest.raises(TooLateToStepBack):
        await o.arena.paired.step_back(1, ANN.person_id)


async def test_who_has_left_the_server_has_no_offers_there(o: Offering) -> None:
    o.noting.away = ids(ANN)
    await o.create(ANN)
    await o.create(BOB)
    assert o.noting.messages == {}
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []
    await o.create(CLEO)
    assert await o.matches() == [ids(BOB, CLEO)]


async def test_offers_from_where_nothing_can_be_posted_end(o: Offering) -> None:
    o.noting.before = [Undeliverable(say("The channel is gone."), "seek")]
    await o.create(ANN)
    await o.create(BOB, channel_id=CHANNEL + 1)
    assert o.noting.told == [(ANN.person_id, "The channel is gone.")]
    assert [len(await o.arena.seeks.of(GUILD, each.person_id)) for each in (ANN, BOB)] == [0, 1]
    await o.create(CLEO)
    assert await o.matches() == [ids(BOB, CLEO)]


async def test_a_match_is_announced_where_all_its_players_look(o: Offering) -> None:
    o.noting.hidden = {CHANNEL}
    await o.create(ANN)
    await o.create(BOB)
    await o.wait(LOOK.total_seconds())
    assert (await o.pairing(1)).status == "off"
    await o.create(CLEO, channel_id=CHANNEL + 1)
    assert (await o.matches()) == [ids(ANN, CLEO)]
    assert (await o.pairing(2)).channel_id == CHANNEL + 1


async def test_trouble_is_outlasted_and_nothing_is_announced_twice(o: Offering) -> None:
    o.noting.before, o.noting.after = [Retry()], [Retry()]
    await o.create(ANN, asks=True)
    await o.create(BOB)
    await o.wait(5 * MINUTE)  # it arrives, and nobody hears of that
    await o.wait(5 * MINUTE)
    assert (await o.pairing(1)).status == "announced"
    assert (await o.pairing(1)).starts_at == START + timedelta(minutes=15)
    await o.wait(5 * MINUTE)
    assert await o.matches() == [ids(ANN, BOB)]


async def test_what_cannot_start_is_told_and_the_offers_stand(o: Offering) -> None:
    def refuse(step: str) -> None:
        raise RuntimeError(step)

    o.shelf.step = refuse
    await o.create(ANN)
    await o.create(BOB)
    for _ in range(6):
        await o.wait(24 * 60 * MINUTE)
    assert o.noting.shown == ["1: Refused."]
    assert (await o.pairing(1)).status == "off"
    assert len(await o.arena.seeks.of(GUILD, ANN.person_id)) == 1


@asynccontextmanager
async def later(database: Address, clock: ManualClock, before: Offering | None) -> AsyncIterator[Offering]:
    """Go on as a process does that starts; what was made on Discord is still there."""
    arena = await open_arena(database, clock, NotingPoster())
    made = offering(arena, clock) if before is None else offering(arena, clock, before.noting, before.shelf)
    await arena.idle()
    yield made
    await arena.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_pairing_goes_on_after_a_restart(database: Address, clock: ManualClock) -> None:
    async with later(database, clock, None) as first:
        await first.create(ANN, asks=True)
        await first.create(BOB)
    await clock.advance(600)
    async with later(database, clock, first) as second:
        assert await second.matches() == [ids(ANN, BOB)]
        assert list(first.noting.messages) == [1]


def test_the_kind_of_origin_is_kept() -> None:
    """Orders of an earlier run are attended by it."""
    assert (SEEK, Pairings.waits) == ("seek", False)
