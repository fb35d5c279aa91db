"""Knock-outs: ties go on until they are decided, and whoever won them goes on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.text import say
from hosting.corrections import NewCorrection
from hosting.league.errors import BadDecision
from hosting.league.model import SeasonView, tables_of
from store.league import fixtures
from store.league.values import Fixture
from tests.hosting.conftest import GUILD
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms
from tests.hosting.league.test_export import exported
from tests.volume import THOROUGH, many

sqlite = pytest.mark.parametrize("database", ["sqlite"] if not THOROUGH else ["sqlite", "postgresql"], indirect=True)
CUP = terms(kind="knockout", most=16)


def losses(view: SeasonView) -> Counter[int]:
    """Return how often each entry did not go on."""
    return Counter(side.entry for each in view.fixtures for side in each.sides if side.advances is False)


@sqlite
async def test_the_last_one_has_lost_nothing(league: Played) -> None:
    view = await league.begun(5, CUP)
    assert sorted(each.why or "" for each in view.fixtures) == ["", "bye", "bye", "bye"]
    await league.play_on()
    view = await league.view()
    assert view.season.status == "ended"
    assert [each.number for each in view.rounds] == [1, 2, 3]
    assert sorted(losses(view).values()) == [1] * 4
    assert {each.why for each in view.fixtures} == {"bye", "played"}
    assert dict(view.totals) == fixtures.added_up(view.fixtures)


@sqlite
async def test_a_tie_goes_on_with_seats_swapped_until_it_is_decided(league: Played) -> None:
    await league.begun(2, terms(kind="knockout", most=16, legs=3))
    for legs in (1, 2, 3):
        (now,) = await league.running()
        assert now.leg == legs
        await league.lose(now, 2)  # seat 1 wins: one each, as they swap, and then the third decides
        await league.arena.idle()
    view = await league.view()
    assert view.season.status == "ended"
    assert len({each.entries for each in view.fixtures}) == 2
    assert [[side.advances for side in each.sides] for each in view.fixtures] == [[None] * 2, [None] * 2, [True, False]]


@sqlite
async def test_nobody_is_out_of_a_double_one_before_the_second_loss(league: Played) -> None:
    await league.begun(4, terms(kind="double-knockout", most=16))
    await league.play_on()
    view = await league.view()
    assert view.season.status == "ended"
    last = {side.entry: side.advances for each in view.fixtures for side in each.sides}
    assert sorted(last.values(), key=bool) == [False, False, False, True]
    lost = Counter(side.entry for each in view.fixtures for side in each.sides if side.points == 0)
    assert all(lost[entry] == (1 if on else 2) or (on and not lost[entry]) for entry, on in last.items())


@sqlite
async def test_a_correction_changes_who_goes_on_until_the_next_round_is_paired(league: Played) -> None:
    async def turned(fixture: Fixture) -> list[bool | None]:
        assert fixture.match_id is not None
        await league.arena.corrections.rank(fixture.match_id, 77, [2, 1], say("Mistaken."))
        await league.arena.idle()
        found = next(each for each in (await league.view()).fixtures if each.id == fixture.id)
        assert [side.points for side in found.sides] == [0, 120]
        return [side.advances for side in found.sides]

    view = await league.begun(4, CUP)
    first, second = view.fixtures
    await league.lose(first, 2)
    await league.arena.idle()
    assert [side.advances for side in (await league.view()).fixtures[0].sides] == [True, False]
    assert await turned(first) == [False, True]
    await league.lose(second, 2)
    await league.arena.idle()
    (final,) = await league.running()
    assert {first.entries[1], second.entries[0]} == {*final.entries}
    assert await turned(second) == [True, False]  # its winner plays the final already
    await league.play_on()
    assert (await league.view()).season.status == "ended"


@sqlite
async def test_a_match_counts_again_and_not_besides_the_one_in_its_place(league: Played) -> None:
    await league.arena.settings.change_server(GUILD, lambda it: replace(it, program_matches=1))
    decisions, why = league.arena.decisions, say("Mistaken.")
    await league.begun(4, CUP)
    (first,) = await league.running()
    await league.lose(first, 2)
    await league.arena.idle()
    (other,) = await league.running()
    await decisions.strike(league.season, ORGANISER, first.id, why)
    await league.arena.idle()
    assert [(each.leg, each.status) for each in (await league.view()).fixtures if each.board == first.board] == [
        (1, "struck"),
        (2, "planned"),
    ]
    await decisions.undo(league.season, ORGANISER, None, why)
    await league.arena.idle()
    again, _, needless = (await league.view()).fixtures
    assert [side.advances for side in again.sides] == [True, False]
    assert (needless.status, needless.why) == ("struck", "void")
    await decisions.strike(league.season, ORGANISER, first.id, why)
    await league.arena.idle()
    await league.lose(other, 2)
    await league.arena.idle()
    assert [each.leg for each in await league.running()] == [3]
    with pytest.raises(BadDecision, match="begun in place of this one"):
        await decisions.undo(league.season, ORGANISER, None, why)
    with pytest.raises(BadDecision, match="begun in place of this one"):
        await decisions.points(league.season, ORGANISER, first.id, dict.fromkeys(first.entries, 60), why)
    await league.play_on()
    assert (await league.view()).season.status == "ended"


@sqlite
async def test_the_opponent_of_one_who_withdrew_goes_on(league: Played) -> None:
    await league.begun(4, CUP)
    gone = await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    await league.play_on()
    view = await league.view()
    assert view.season.status == "ended"
    assert losses(view)[gone.id] == 1
    assert len(view.fixtures) == 3


@sqlite
async def test_a_match_that_is_voided_is_played_again_until_the_next_round_is_paired(league: Played) -> None:
    view = await league.begun(4, CUP)
    first, second = view.fixtures
    for each in (first, second):
        await league.lose(each, 2)
        await league.arena.idle()
        assert each.match_id is not None
        await league.arena.corrections.void(each.match_id, 77, say("Neither was there."))
        await league.arena.idle()
    again = await league.running()
    assert [(each.round, each.leg, {*each.entries}) for each in again] == [
        (1, 2, {*first.entries}),
        (1, 2, {*second.entries}),
    ]
    view = await league.view()
    struck = {each.id: [side.advances for side in each.sides] for each in view.fixtures if each.status == "struck"}
    assert struck == {first.id: [None, None], second.id: [None, None]}


@sqlite
async def test_a_match_that_is_voided_later_still_says_who_went_on(league: Played) -> None:
    view = await league.begun(4, CUP)
    first, second = view.fixtures
    await league.lose(first, 2)
    await league.lose(second, 2)
    await league.arena.idle()
    assert first.match_id is not None
    await league.arena.corrections.void(first.match_id, 77, say("Neither was there."))
    await league.arena.idle()
    view = await league.view()
    assert [(each.round, each.status) for each in view.fixtures] == [(1, "struck"), (1, "over"), (2, "running")]
    assert [side.advances for side in view.fixtures[0].sides] == [True, False]
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    assert view.season.status == "closed"
    places = {row.entry: row.place for row in tables_of(view)}
    assert [places[first.entries[1]], places[second.entries[1]]] == [3, 3]
    await exported(league)


@sqlite
async def test_one_that_a_single_player_has_joined_is_looked_at(
    league: Played, caplog: pytest.LogCaptureFixture
) -> None:
    await league.found(1, CUP)
    await league.pass_time(timedelta(days=1))
    assert caplog.messages == []


@sqlite
@pytest.mark.parametrize("count", range(3, many(10, 20)))
async def test_who_loses_the_semi_finals_plays_for_the_third_place(league: Played, count: int) -> None:
    await league.begun(count, terms(kind="knockout", most=32, third=True))
    seen: list[dict[int, tuple[int, int]]] = []
    at = count
    while found := await league.running():
        at += 1
        each = found[at % len(found)]
        await league.lose(each, 1 + at % 2)
        await league.arena.idle()
        rows = tables_of(await league.view())
        seen.append({row.entry: (row.min_place, row.max_place) for row in rows})
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    assert view.season.status == "closed"
    there = [each for each in view.fixtures if each.stage == "third"]
    assert len(there) == (count > 3)
    places = {row.entry: row.place for row in tables_of(view)}
    assert sorted(places.values())[:4] == [1, 2, 3, 4][:count]
    for each in there:
        assert each.round == max(fixture.round for fixture in view.fixtures)
        assert {places[side.entry]: side.advances for side in each.sides} == {3: True, 4: False}
    for bounds in seen:
        for entry, (best, worst) in bounds.items():
            assert best <= places[entry] <= worst, (entry, best, worst, places)
    await exported(league)


@sqlite
@pytest.mark.parametrize("late", [False, True])
async def test_a_correction_of_the_match_for_the_third_place_is_foretold(league: Played, *, late: bool) -> None:
    await league.begun(4, terms(kind="knockout", most=8, third=True))
    await league.play_on()
    if late:
        await league.pass_time(timedelta(hours=12))
    view = await league.view()
    (third,) = [each for each in view.fixtures if each.stage == "third"]
    assert third.match_id is not None
    loser = next(side.entry for side in third.sides if not side.advances)
    said = await league.arena.corrections.foresee(third.match_id, 77, NewCorrection("ranks", {"ranks": [2, 1]}))
    assert "third place instead" in str(said)
    await league.arena.corrections.rank(third.match_id, 77, [2, 1], say("Mistaken."))
    await league.pass_time(timedelta(days=1))
    assert {row.entry: row.place for row in tables_of(await league.view())}[loser] == 3
