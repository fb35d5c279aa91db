"""A deleted account withdraws from its leagues."""

from __future__ import annotations

from tests.hosting.league.playing import FIRST, Played, terms


async def test_who_is_deleted_withdraws(league: Played) -> None:
    view = await league.begun(4, terms(cap=1))
    gone = view.entry_of(FIRST)
    assert gone is not None
    running = [each.id for each in await league.arena.matches.of_person(FIRST)]
    await league.arena.deletions.delete(FIRST, resigning=running)
    await league.arena.idle()
    view = await league.view()
    assert view.entry_of(FIRST) is None
    assert next(each for each in view.entries if each.id == gone.id).left_at == league.clock.now()
    assert {each.why for each in view.fixtures if gone.id in each.entries} == {"withdrawal"}
    await league.play_on()
    assert (await league.view()).season.status == "ended"


async def test_who_is_deleted_before_the_start_is_no_entry(league: Played) -> None:
    await league.found(4)
    await league.arena.deletions.delete(FIRST)
    await league.arena.idle()
    assert [each.players for each in (await league.view()).entries] == [(FIRST + 1,), (FIRST + 2,), (FIRST + 3,)]
