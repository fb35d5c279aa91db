"""Several choose at once: what everybody may know of it, surrenders, substitutes and restarts meanwhile."""

from __future__ import annotations

import itertools

import pytest

from engine import registry
from engine.text import load_text
from hosting.arena import Arena
from hosting.clock.time_control import Terms
from hosting.consent.agreements import ChooseAgain, way_back
from hosting.match.model import Dropped, NotYourTurn
from hosting.match.sealing import digest
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, ManualClock, NotingPoster, open_arena, sealing_of
from tests.hosting.match.choosing import BANK, begin_apex, choice, now, seal


async def test_whom_a_match_awaits_does_not_tell_who_has_chosen(apex: Arena) -> None:
    match = await begin_apex(apex)
    after = await seal(apex, match, BOB)
    assert (after.awaited, after.secret, len(after.session.sealed)) == (frozenset({1, 2, 3}), True, 1)
    assert after.to_act == (ANN.person_id, CLEO.person_id)
    with pytest.raises(ChooseAgain):
        way_back(after, 2)


async def test_a_table_can_show_who_has_chosen(apex: Arena) -> None:
    match = await begin_apex(apex, Terms(shows_chosen=True))
    after = await seal(apex, match, BOB)
    assert (after.awaited, after.secret) == (frozenset({1, 3}), False)
    assert (await sealing_of(apex, 1, after.decision or 0)).chosen == (2,)


async def test_without_that_nothing_names_who_has_chosen(apex: Arena) -> None:
    after = await seal(apex, await begin_apex(apex), BOB)
    assert (await sealing_of(apex, 1, after.decision or 0)).chosen == ()
    gone = await apex.matches.forfeit(1, CLEO.person_id)
    with pytest.raises(NotYourTurn) as caught:
        await apex.matches.play(gone.id, CLEO.person_id, "1W")
    assert str(caught.value.text) == "Others must decide first."


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))))
async def test_the_order_of_arrival_changes_nothing(apex: Arena, order: tuple[int, ...]) -> None:
    # A18
    match = await begin_apex(apex)
    choices = {seat: choice(match, seat, side) for seat, side in zip((1, 2, 3), "WEX", strict=True)}
    for seat in order:
        match = await apex.matches.play(1, match.person_of(seat), choices[seat])
    entries = match.session.entries[3:]
    assert [(entry.seat, entry.text) for entry in entries] == sorted(choices.items())
    assert match.session.last is not None
    assert [event.seat for event in match.session.last.events[:3]] == [1, 2, 3]


async def test_a_commitment_outlasts_somebody_elses_surrender(apex: Arena) -> None:
    match = await begin_apex(apex)
    decision = match.decision or 0
    await seal(apex, match, BOB)
    stood = await sealing_of(apex, 1, decision)
    gone = await apex.matches.forfeit(1, CLEO.person_id)
    assert (gone.decision, gone.seq) == (decision, match.seq + 1)
    after = await sealing_of(apex, 1, decision)
    assert (after.digests, after.deciding, stood.deciding) == (stood.digests, 2, 3)
    await seal(apex, gone, ANN)
    opened = (await sealing_of(apex, 1, decision)).opened
    assert {each.seat for each in opened} == {1, 2}
    assert stood.digests[0] in map(digest, opened)


async def test_a_surrender_drops_its_own_choice_and_keeps_the_hash(apex: Arena) -> None:
    match = await begin_apex(apex)
    await seal(apex, match, BOB, CLEO)
    await apex.matches.forfeit(1, CLEO.person_id)
    sealing = await sealing_of(apex, 1, match.decision or 0)
    assert (len(sealing.digests), [(each.seat, each.cause) for each in sealing.dropped]) == (1, [(3, "gave-up")])


async def test_a_surrender_that_leaves_nobody_to_wait_for_opens_all(apex: Arena) -> None:
    match = await begin_apex(apex)
    await seal(apex, match, ANN, BOB)
    after = await apex.matches.forfeit(1, CLEO.person_id)
    assert after.session.sealed == ()
    assert {each.seat for each in (await sealing_of(apex, 1, match.decision or 0)).opened} == {1, 2}


async def test_a_seat_that_is_handed_over_loses_what_it_has_sealed(
    apex: Arena, database: Address, clock: ManualClock
) -> None:
    match = await begin_apex(apex, BANK)
    decision = match.decision or 0
    await seal(apex, match, BOB)
    (stood,) = (await sealing_of(apex, 1, decision)).digests
    after = await apex.substitutes.replace(1, 2, DAN, CLEO.person_id)
    assert (after.session.sealed, after.to_act) == ((), (ANN.person_id, DAN.person_id, CLEO.person_id))
    assert after.clock is not None
    assert after.clock.due(2) is not None
    sealing = await sealing_of(apex, 1, decision)
    assert (sealing.digests, sealing.dropped) == ((), (Dropped(1, decision, 2, stood, "handed-over"),))
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    assert await now(again) == after
    assert choice(match, 2) not in await stored_texts(again)
    chosen = await seal(again, after, ANN, DAN, CLEO, side="C")
    opened = (await sealing_of(again, 1, decision)).opened
    assert [each.text for each in opened] == [entry.text for entry in chosen.session.entries[3:6]]
    await again.close()


async def test_a_seat_that_is_taken_over_loses_what_it_has_sealed(apex: Arena) -> None:
    match = await begin_apex(apex)
    await seal(apex, match, BOB)
    request = await apex.substitutes.leave(1, BOB.person_id)
    assert len((await now(apex)).session.sealed) == 1, "until somebody takes over the choice holds"
    after = await apex.substitutes.take(request.id, DAN)
    assert after.session.sealed == ()
    assert len((await sealing_of(apex, 1, match.decision or 0)).dropped) == 1


async def stored_texts(arena: Arena) -> list[str]:
    """Return the choices that the database knows and that are not open."""
    async with arena.db.read() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT text FROM sealed_choices UNION ALL SELECT text FROM commitments WHERE NOT revealed"
        )
        return [str(row.text) for row in rows]


async def test_what_was_sealed_stays_sealed_when_the_match_is_called_off(apex: Arena, poster: NotingPoster) -> None:
    match = await seal(apex, await begin_apex(apex), BOB)
    decision = match.decision or 0
    text = choice(match, 2)
    await apex.organiser.void(1, 99, load_text({"template": "Enough.", "values": {}}))
    await apex.idle()
    sealing = await sealing_of(apex, 1, decision)
    assert (sealing.digests, sealing.opened, sealing.deciding) == ((), (), 0)
    assert [(each.seat, each.cause) for each in sealing.dropped] == [(2, "never-opened")]
    assert text not in await apex.matches.record(1, BOB.person_id)
    assert text not in await stored_texts(apex)
    assert [post.kind for post in poster.posts[-2:]] == ["sealed", "ended"]


async def test_a_sealed_choice_that_no_longer_fits_comes_into_no_log(
    apex: Arena, database: Address, clock: ManualClock
) -> None:
    match = await seal(apex, await begin_apex(apex), BOB)
    text = choice(match, 2)
    async with apex.db.write() as connection:
        await connection.exec_driver_sql("UPDATE sealed_choices SET text = '29X-secret'")
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    with pytest.raises(RuntimeError) as caught:
        await now(again)
    await again.close()
    shown = f"{caught.value!r} {caught.value} {caught.value.__cause__!r} {caught.value.__cause__}"
    assert "secret" not in shown
    assert text not in shown
