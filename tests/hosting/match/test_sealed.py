"""Choices of several seats at once: sealed until the last is in, replaceable until then, and never lost."""

from __future__ import annotations

import pytest

from hosting.arena import Arena
from hosting.match.model import NotYourTurn
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CHANNEL, ManualClock, NotingPoster, begin, open_arena, until_both_choose


async def test_a_sealed_choice_is_no_event_and_shows_nothing(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    await arena.idle()
    before = poster.shown.copy()
    after = await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.idle()
    assert (after.seq, after.to_act) == (match.seq, (ANN.person_id,))
    assert [each for each in poster.shown if each not in before] == [(CHANNEL, "sealed", match.seq)]
    assert "2 2" not in await arena.matches.record(match.id, ANN.person_id)
    (summary,) = await arena.matches.of_person(ANN.person_id)
    assert summary.to_act == (ANN.person_id,)


async def test_the_last_choice_reveals_all_in_one_event(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    after = await arena.matches.play(match.id, ANN.person_id, "3", seen=match.seq)
    await arena.idle()
    assert (after.seq, after.session.state.scores) == (2, (3, 2))
    assert [seq for _, kind, seq in poster.shown if kind == "board"] == [0, 1, 2]


async def test_a_choice_can_be_replaced_until_then(arena: Arena) -> None:
    match = await until_both_choose(arena)
    for text in ("1", "2", "3"):
        await arena.matches.play(match.id, BOB.person_id, text)
    after = await arena.matches.play(match.id, ANN.person_id, "1")
    assert after.session.state.scores == (1, 3)
    with pytest.raises(NotYourTurn):
        await arena.matches.play(match.id, BOB.person_id, "1")


async def test_a_sealed_choice_survives_a_restart(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await until_both_choose(arena)
    sealed = await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.close()
    again = await open_arena(database, clock, None)
    assert await again.matches.get(match.id) == sealed
    after = await again.matches.play(match.id, ANN.person_id, "3")
    await again.close()
    once_more = await open_arena(database, clock, None)
    assert await once_more.matches.get(match.id) == after
    assert (await once_more.matches.at(match, 1)).sealed == ()
    await once_more.close()


async def test_giving_up_discards_what_was_sealed(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    after = await arena.matches.forfeit(match.id, BOB.person_id)
    assert after.over
    await arena.close()
    again = await open_arena(database, clock, None)
    assert await again.matches.get(match.id) == after
    await again.close()


async def test_a_hidden_result_ends_the_event_not_the_turn(arena: Arena) -> None:
    match = await begin(arena, game="duel")
    rolled = await arena.matches.play(match.id, ANN.person_id, "roll")
    assert (rolled.seq, rolled.to_act) == (1, (ANN.person_id,))
    ended = await arena.matches.play(match.id, ANN.person_id, "end", seen=1)
    assert (ended.seq, set(ended.to_act)) == (2, {ANN.person_id, BOB.person_id})
