"""Commitments: they tell nothing, cannot be altered unseen, and can be checked by anybody afterwards."""

from __future__ import annotations

import hashlib
from pathlib import Path

from hosting.arena import Arena
from hosting.commitments import digest
from tests.hosting.conftest import ANN, BOB, ManualClock, NotingPoster, open_arena, until_both_choose


async def test_a_sealed_choice_is_committed_to(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    before = await arena.commitments.sealing(match.id, 1)
    assert (before.deciding, before.digests, before.opened) == (2, (), ())
    await arena.matches.play(match.id, BOB.user_id, "2")
    await arena.idle()
    sealing = await arena.commitments.sealing(match.id, 1)
    assert (len(sealing.digests), sealing.opened) == (1, ())
    posts = [post for post in poster.posts if post.kind == "sealed"]
    assert [(post.seq, post.payload) for post in posts] == [(1, {"decision": 1})]


async def test_the_same_choice_has_another_hash_elsewhere(arena: Arena) -> None:
    """Otherwise trying all choices would tell which it is."""
    match = await until_both_choose(arena)
    seen = set()
    for text in ("2", "3", "2"):
        await arena.matches.play(match.id, BOB.user_id, text)
        seen.add((await arena.commitments.sealing(match.id, 1)).digests)
    assert len(seen) == 3
    await arena.matches.play(match.id, BOB.user_id, "2")
    assert (await arena.commitments.sealing(match.id, 1)).digests in seen


async def test_the_reveal_opens_what_stood_there(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.user_id, "2")
    stood = (await arena.commitments.sealing(match.id, 1)).digests
    await arena.idle()
    await arena.matches.play(match.id, ANN.user_id, "3")
    await arena.idle()
    sealing = await arena.commitments.sealing(match.id, 1)
    assert [(each.seat, each.text) for each in sealing.opened] == [(1, "3"), (2, "2")]
    bobs = sealing.opened[1]
    text = f"{match.id}:1:2:{bobs.salt.hex()}:2"
    assert digest(bobs) == hashlib.sha256(text.encode()).hexdigest() == stood[0]
    assert [post.kind for post in poster.posts].count("sealed") == 2


async def test_what_never_comes_to_light_is_dropped(arena: Arena) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.user_id, "2")
    await arena.matches.forfeit(match.id, ANN.user_id)
    sealing = await arena.commitments.sealing(match.id, 1)
    assert (sealing.digests, sealing.opened) == ((), ())


async def test_a_commitment_survives_a_restart(arena: Arena, database: str | Path, clock: ManualClock) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.user_id, "2")
    stood = await arena.commitments.sealing(match.id, 1)
    await arena.close()
    again = await open_arena(database, clock, None)
    assert await again.commitments.sealing(match.id, 1) == stood
    await again.matches.play(match.id, ANN.user_id, "1")
    opened = await again.commitments.sealing(match.id, 1)
    await again.close()
    assert stood.digests[0] in opened.digests
