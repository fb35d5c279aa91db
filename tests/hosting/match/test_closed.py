"""Choices that stay closed when all are in: their hashes stand at once, and all are opened when the match is over."""

from __future__ import annotations

import pytest

from engine.text import say
from hosting.arena import Arena
from hosting.match.model import Match
from hosting.match.service import record_of
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CLEO, ManualClock, NotingPoster, begin, open_arena, sealing_of


async def pick(arena: Arena, match: Match) -> dict[int, str]:
    """Have Ann and Bob pick their lowest cards; return the cards by seat."""
    found = {}
    for seat, person in ((1, ANN), (2, BOB)):
        found[seat] = str((await arena.matches.get(match.id)).session.state.packs[seat - 1][0])
        await arena.matches.play(match.id, person.person_id, found[seat])
    await arena.idle()
    return found


async def test_the_hashes_stand_and_nothing_is_opened(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena, game="parlour")
    picked = await pick(arena, match)
    sealing = await sealing_of(arena, match.id, 1)
    assert (len(sealing.digests), sealing.opened, sealing.closed, sealing.deciding) == (2, (), 2, 0)
    assert await arena.commitments.opened(await arena.matches.get(match.id)) == []
    *_, hashes, board, _status = poster.posts
    assert (hashes.kind, hashes.payload) == ("sealed", {"decision": 1})
    assert (board.kind, board.payload.get("opens")) == ("board", None)
    match = await arena.matches.get(match.id)
    assert match.session.last is not None
    shown = [str(each.shown(None, over=False)) for each in match.session.last.together]
    assert shown == ["picks a card"] * 2
    assert [each.text for each in match.session.last.together] == list(picked.values())


@pytest.mark.parametrize("how", ["resigned", "called off", "after a restart"])
async def test_all_are_opened_when_the_match_is_over(
    database: Address, clock: ManualClock, poster: NotingPoster, how: str
) -> None:
    arena = await open_arena(database, clock, poster)
    match = await begin(arena, game="parlour")
    first, second = await pick(arena, match), await pick(arena, match)
    stood = {decision: (await sealing_of(arena, match.id, decision)).digests for decision in (1, 2)}
    if how == "after a restart":
        await arena.close()
        arena = await open_arena(database, clock, poster)
    assert await arena.commitments.opened_at_the_end(await arena.matches.get(match.id)) == []
    if how == "called off":
        await arena.organiser.void(match.id, CLEO.person_id, say("A test."))
    else:
        await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    found = await arena.commitments.opened_at_the_end(await arena.matches.get(match.id))
    opened = {each.decision: {one.seat: one.text for one in each.opened} for each in found}
    assert opened == {1: first, 2: second}
    assert {each.decision: each.digests for each in found} == stood
    ended = next(post for post in poster.posts if post.kind == "ended")
    assert ended.payload.get("opens") is None
    where = {each.decision: each for each in await arena.commitments.proofs(await arena.matches.get(match.id))}
    assert where[1].opening == where[2].opening is not None
    await arena.close()


async def test_choices_that_all_may_read_are_opened_at_once(arena: Arena) -> None:
    match = await begin(arena, game="duel")
    await arena.matches.play(match.id, ANN.person_id, "go/end")
    for person in (ANN, BOB):
        await arena.matches.play(match.id, person.person_id, "2")
    sealing = await sealing_of(arena, match.id, 1)
    assert (len(sealing.opened), sealing.closed) == (2, 0)
    await arena.matches.forfeit(match.id, ANN.person_id)
    assert await arena.commitments.opened_at_the_end(await arena.matches.get(match.id)) == []


async def test_whoever_takes_over_a_seat_sees_what_it_picked(arena: Arena) -> None:
    match = await begin(arena, game="parlour")
    picked = await pick(arena, match)
    await arena.substitutes.replace(match.id, 1, CLEO, BOB.person_id)
    match = await arena.matches.get(match.id)
    assert f"S1 {picked[1]}\nS2 ??\n" in record_of(match, CLEO.person_id)
    assert "S1 ??\nS2 ??\n" in record_of(match, ANN.person_id)
