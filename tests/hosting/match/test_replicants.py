"""A real game hosted from its table to its record, in every mode."""

from __future__ import annotations

import random

import pytest

from bench.playing import any_turn
from engine import record, registry
from hosting.arena import Arena
from hosting.match.model import Place
from store.check import check_database
from store.db.addresses import Address
from tests.entropy import pinned
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, GUILD, PEOPLE, ManualClock, NotingPoster, call


@pytest.mark.parametrize("mode", [mode.key for mode in registry.get("replicants").info.modes])
async def test_a_random_game(database: Address, clock: ManualClock, poster: NotingPoster, mode: str) -> None:
    arena = await Arena.open(database, clock, entropy=pinned(), sleep=clock.sleep)
    await call(arena, *PEOPLE)
    arena.outbox.set_poster(poster)
    await arena.start()
    rng = random.Random(mode)
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "replicants", mode, where="here")
    for person in (BOB, CLEO, DAN)[: len(table.seats) - 1]:
        table = await arena.tables.join(table.id, person)
    match = await arena.tables.start(table.id, ANN.person_id, [Place("board", CHANNEL)])
    sessions = [match.session]
    while not match.over:
        (person_id,) = match.to_act
        match = await arena.matches.play(match.id, person_id, any_turn(match.session, rng), seen=match.seq)
        sessions.append(match.session)
    text = await arena.matches.record(match.id, None)
    await arena.idle()
    await arena.close()

    assert record.replay(record.read(text)).state == match.session.state
    assert [post.seq for post in poster.posts if post.kind != "status"] == list(range(match.seq + 1))
    again = await Arena.open(database, clock, entropy=pinned(), sleep=clock.sleep)
    assert await again.matches.get(match.id) == match
    for seq in (0, 1, match.seq // 2, match.seq):
        assert (await again.matches.at(match, seq)).state == sessions[seq].state
    await again.close()
    assert (await check_database(database, registry.get)).problems == ()
