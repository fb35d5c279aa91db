"""A round robin plays itself: from the first player who joins to the secret that is opened."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple, replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest

from engine.text import load_text, say
from hosting.league import director
from hosting.league.model import SeasonView, table_season, tables_of
from hosting.league.terms import LeagueTerms
from hosting.lobby.rematch import RematchPlace
from hosting.lobby.starter import PAUSES
from store.league import fixtures
from store.league.seasons import POINT
from tests.hosting.conftest import CHANNEL, GUILD, NotingPoster
from tests.hosting.league import recompute
from tests.hosting.league.playing import FIRST, Played, terms, told
from tests.hosting.league.sample import files, pack
from tests.hosting.league.test_export import exported
from tests.hosting.lobby.offering import refuses

sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


WIN = POINT


def add_up(view: SeasonView) -> None:
    """Check that the table is what the fixtures add up to."""
    assert dict(view.totals) == fixtures.added_up(view.fixtures)


async def test_a_season_plays_itself_to_its_close(league: Played) -> None:
    view = await league.begun(4, terms(cap=3))
    assert view.season.status == "running"
    assert [each.seed for each in view.entries] != [0] * 4
    assert len(view.fixtures) == 6
    assert {each.status for each in view.fixtures} == {"running"}
    assert {each.method for each in view.fixtures} == {"berger"}
    assert view.secret is None
    assert await league.play_on() == 6
    view = await league.view()
    assert view.season.status == "ended"
    assert {(each.status, each.why) for each in view.fixtures} == {("over", "played")}
    assert [each.sides[0].points for each in view.fixtures] == [WIN] * 6
    assert [each.played for each in view.totals.values()] == [3] * 4
    add_up(view)
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    assert view.season.status == "closed"
    assert view.secret is not None
    assert sha256(bytes.fromhex(view.secret)).hexdigest() == view.commitment
    assert list(view.done) == ["close", "end", "round:1", "round:2", "round:3", "start"]


@sqlite
async def test_nobody_plays_more_at_a_time_than_agreed(league: Played) -> None:
    await league.begun(4, terms(cap=1))
    while found := await league.running():
        assert max(Counter(entry for each in found for entry in each.entries).values()) == 1
        await league.lose(found[0], 2)
        await league.arena.idle()
    view = await league.view()
    assert len(view.fixtures) == 6
    assert view.season.status == "ended"
    add_up(view)


@sqlite
async def test_the_longest_waiting_begin_first_and_never_more_than_the_server_wants(league: Played) -> None:
    await league.arena.settings.change_server(GUILD, lambda it: replace(it, program_matches=2))
    await league.begun(4, terms(cap=3))
    order = []
    while found := await league.running():
        assert len(found) <= 2
        order += [each.id for each in found if each.id not in order]
        await league.lose(min(found, key=lambda each: each.id), 2)
        await league.arena.idle()
    assert order == sorted(order)
    assert len(order) == 6


async def test_what_is_played_on_after_the_end_takes_room_until_it_is_over(league: Played) -> None:
    await league.arena.settings.change_server(GUILD, lambda it: replace(it, program_matches=2))
    await league.begun(4)
    on = [each.match_id for each in await league.running()]
    await league.arena.leagues.close(league.season)
    await league.found(4, name="Next")
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    assert (len(on), await league.running()) == (2, [])
    for count, number in enumerate(on, 1):
        assert number is not None
        match = await league.arena.matches.get(number)
        await league.arena.matches.forfeit(number, match.person_of(1))
        await league.arena.idle()
        assert len(await league.running()) == count
    await league.play_on()
    assert (await league.view()).season.status == "ended"


@sqlite
async def test_silent_matches_that_are_played_on_have_their_channels(
    league: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(director, "SILENT_AT_ONCE", 1)
    season = (await league.with_teams(4, name="Silent")).season.id
    (first,) = await league.running()
    await league.arena.leagues.close(season)
    await league.with_teams(4, name="Next")
    assert await league.running() == []
    await league.lose(first, 2, 4, 3)
    await league.arena.idle()
    assert len(await league.running()) == 1


@sqlite
async def test_rounds_open_one_after_the_other_and_time_away_does_not_shorten_them(league: Played) -> None:
    view = await league.begun(4, terms(round_days=7))
    assert [each.number for each in view.rounds] == [1]
    assert {each.round for each in await league.running()} == {1}
    await league.pass_time(timedelta(days=6, hours=23))
    assert len((await league.view()).rounds) == 1
    await league.pass_time(timedelta(hours=1))
    assert [each.number for each in (await league.view()).rounds] == [1, 2]


@sqlite
async def test_a_round_does_not_end_while_players_do_not_reach_the_bot(league: Played) -> None:
    await league.begun(4, terms(round_days=7))
    await league.pass_time(timedelta(days=6))
    await league.away(timedelta(days=3))
    assert len((await league.view()).rounds) == 1
    await league.pass_time(timedelta(hours=23))
    assert len((await league.view()).rounds) == 1
    await league.pass_time(timedelta(hours=2))
    assert len((await league.view()).rounds) == 2


async def test_a_correction_flows_through(league: Played) -> None:
    view = await league.begun(4)
    first = view.fixtures[0]
    await league.lose(first, 2)
    await league.arena.idle()
    assert first.match_id is not None
    await league.arena.corrections.rank(first.match_id, 77, [2, 1], say("Mistaken."))
    view = await league.view()
    assert [side.points for side in view.fixtures[0].sides] == [0, WIN]
    add_up(view)
    correction = await league.arena.corrections.void(first.match_id, 77, say("Mistaken again."))
    view = await league.view()
    assert (view.fixtures[0].status, view.fixtures[0].why) == ("struck", "void")
    assert set(map(astuple, view.totals.values())) == {(0, 0, 0, 0, 0, 0)}
    await league.arena.corrections.undo(first.match_id, 77, correction.id, say("It counts."))
    view = await league.view()
    assert [side.points for side in view.fixtures[0].sides] == [0, WIN]
    add_up(view)


async def test_who_withdraws_early_is_struck_from_the_table(league: Played) -> None:
    await league.begun(4)  # all fixtures are being played
    first = await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    await league.play_on()
    view = await league.view()
    mine = [each for each in view.fixtures if first.id in each.entries]
    assert {(each.status, each.why) for each in mine} == {("struck", "withdrawal")}
    assert view.season.status == "ended"
    assert len(view.fixtures) - len(mine) == 3
    add_up(view)


@sqlite
async def test_one_post_says_which_results_a_withdrawal_strikes_and_why(league: Played, poster: NotingPoster) -> None:
    await league.begun(6, terms(cap=5))
    mine = (await league.view()).entry_of(FIRST)
    assert mine is not None
    over = [each for each in await league.running() if mine.id in each.entries][:2]
    for each in over:
        await league.lose(each, 2)
    await league.arena.idle()
    assert told(poster) == []
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    (post,) = told(poster)
    text = str(load_text(post.payload["text"]))
    assert "before half of its matches were over" in text
    others = [each for fixture in over for each in fixture.entries if each != mine.id]
    people = {each.id: each.players[0] for each in (await league.view()).entries}
    assert all(f"Person {people[each]}" in text for each in others)
    assert sum(f"Person {each}" in text for each in people.values()) == 1 + len(others)


@sqlite
async def test_who_withdraws_late_loses_what_is_left(league: Played) -> None:
    await league.begun(4, terms(cap=1))
    mine = (await league.view()).entry_of(FIRST)
    assert mine is not None
    for _ in range(2):
        for each in await league.running():
            await league.lose(each, next(side.seat for side in each.sides if side.entry != mine.id))
        await league.arena.idle()
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    await league.play_on()
    view = await league.view()
    own = sorted((each.why or "") for each in view.fixtures if mine.id in each.entries)
    assert own.count("played") >= 2
    assert view.totals[mine.id].played == 3
    assert view.totals[mine.id].won == 2
    add_up(view)


@sqlite
async def test_that_one_was_struck_strikes_nothing_of_another_who_withdraws_late(league: Played) -> None:
    await league.begun(4, terms(cap=1))
    first = await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    (over,) = await league.running()
    await league.lose(over, 2)
    await league.arena.idle()
    (live,) = await league.running()
    second = next(each for each in (await league.view()).entries if each.id in {*over.entries} & {*live.entries})
    await league.arena.leagues.withdraw(league.season, second.players[0])
    await league.arena.idle()
    found = {each.id: each for each in (await league.view()).fixtures}
    assert {each.why for each in found.values() if first.id in each.entries} == {"withdrawal"}
    assert [found[each.id].why for each in (over, live)] == ["played", "played"]
    assert [side.points for side in found[live.id].sides if side.entry == second.id] == [0]


@sqlite
async def test_divisions_play_among_themselves_the_stronger_ones_in_the_higher(league: Played) -> None:
    await league.arena.settings.change_server(GUILD, lambda it: replace(it, program_matches=1))
    view = await league.begun(9, terms(division_size=5, up=1, most=20))
    assert [(each.number, each.up, each.down) for each in view.divisions] == [(1, 0, 1), (2, 1, 0)]
    of = {each.id: each.division for each in view.entries}
    assert sorted(of.values()) == [1] * 5 + [2] * 4
    assert max(each.seed for each in view.entries if each.division == 1) == 5
    assert sorted(each.division for each in view.fixtures) == [1] * 10 + [2] * 6
    assert all(of[entry] == each.division for each in view.fixtures for entry in each.entries)


@sqlite
async def test_silent_matches_are_no_more_than_there_are_channels_for(
    league: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(director, "SILENT_AT_ONCE", 1)
    await league.with_teams(4, name="Silent")
    (first,) = await league.running()
    await league.lose(first, 2, 4, 3)
    await league.arena.idle()
    assert len(await league.running()) == 1


@sqlite
async def test_a_rematch_is_no_match_of_the_league(league: Played) -> None:
    view = await league.begun(4)
    first = view.fixtures[0]
    await league.lose(first, 2)
    await league.arena.idle()
    before, match = await league.view(), await league.match(first)
    for seat in match.seats:
        await league.arena.rematches.agree(match.id, seat.person_id, RematchPlace("thread", CHANNEL))
    await league.arena.idle()
    again = max(await league.arena.matches.of_person(match.seats[0].person_id), key=lambda each: each.id)
    found = await league.arena.matches.get(again.id)
    assert (match.terms.league, found.terms.league) == (league.season, None)
    await league.arena.matches.forfeit(found.id, found.seats[0].person_id)
    await league.arena.idle()
    assert (await league.view()).totals == before.totals


# A Swiss is paired round by round, each once the one before is over.


SWISS = terms(kind="swiss", rounds=3, tiebreaks=("buchholz_cut1", "buchholz", "direct", "wins", "lot"))


async def test_a_round_opens_once_the_one_before_is_over(league: Played) -> None:
    view = await league.begun(5, SWISS)
    for number in (1, 2, 3):
        view = await league.view()
        assert [each.number for each in view.rounds] == list(range(1, number + 1))
        assert view.rounds[-1].method == "dutch"
        now = [each for each in view.fixtures if each.round == number]
        assert sorted(entry for each in now for entry in each.entries) == [each.id for each in view.entries]
        assert [each.why for each in now if each.is_bye] == ["bye"]
        for each in await league.running():
            await league.lose(each, 2)
        await league.arena.idle()
    view = await league.view()
    assert view.season.status == "ended"
    assert len({frozenset(each.entries) for each in view.fixtures}) == 9
    assert dict(view.totals) == fixtures.added_up(view.fixtures)
    assert sum(each.byes for each in view.totals.values()) == 3


@sqlite
async def test_a_large_one_is_paired_in_a_process(league: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(director, "LARGE", 4)
    own, jobs_run = league.arena.processes.run, []

    async def run(job: Callable[..., Any], *values: Any) -> Any:
        assert await own(os.getpid) != os.getpid()
        jobs_run.append(job)
        return await own(job, *values)

    monkeypatch.setattr(league.arena.processes, "run", run)
    view = await league.begun(4, SWISS)
    assert sorted(entry for each in view.fixtures for entry in each.entries) == [each.id for each in view.entries]
    assert len(jobs_run) == 1
    assert view.rounds[-1].method == "dutch"


@sqlite
async def test_a_round_lasts_as_long_as_was_said(league: Played) -> None:
    await league.begun(4, replace(SWISS, round_days=7))
    for each in await league.running():
        await league.lose(each, 2)
    await league.arena.idle()
    await league.pass_time(timedelta(days=6))
    assert len((await league.view()).rounds) == 1
    await league.pass_time(timedelta(days=1))
    assert len((await league.view()).rounds) == 2


@sqlite
async def test_who_withdraws_loses_the_round_and_is_paired_no_more(league: Played) -> None:
    await league.begun(4, replace(SWISS, rounds=2))
    gone = await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    await league.play_on()
    view = await league.view()
    mine = [each for each in view.fixtures if gone.id in each.entries]
    assert [(each.round, each.why) for each in mine] == [(1, "played")]
    assert next(side.points for side in mine[0].sides if side.entry == gone.id) == 0
    assert view.season.status == "ended"


@sqlite
async def test_who_meet_again_because_of_a_correction_that_is_taken_back_later_are_no_fault(league: Played) -> None:
    view = await league.begun(4, replace(SWISS, round_days=7))
    corrections, first = league.arena.corrections, [each.match_id or 0 for each in view.fixtures]
    for each in await league.running():
        await league.lose(each, 2)
    for number in first:
        await corrections.void(number, 77, say("Nobody was there."))
    await league.pass_time(timedelta(days=7))
    for number in first:
        await corrections.undo(number, 77, None, say("They were."))
    await league.arena.idle()
    rounds = [{frozenset(each.entries) for each in (await league.view()).fixtures if each.round == at} for at in (1, 2)]
    assert rounds[0] == rounds[1]
    await exported(league)


# Tables of seasons as they are stored.


@sqlite
async def test_a_season_is_recomputed_from_what_is_stored_of_it(league: Played) -> None:
    view = await league.found(4)
    assert tables_of(view) == ()
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    view = await league.view()
    rows = tables_of(view)
    assert [(row.place, row.min_place, row.max_place) for row in rows] == [(1, 1, 4)] * 4
    # The secret is not open: no row shows a lot.
    assert {row.tiebreaks[-1] for row in rows} == {None}
    for fixture in await league.running():
        await league.lose(fixture, 2)
    await league.arena.idle()
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    rows = tables_of(view)
    assert {row.movement for row in rows} == {"stay"}
    assert {row.tiebreaks[-1] for row in rows} == {view.lots("lot", row.entry).hex() for row in rows}
    recompute.check(pack(files(table_season(view), bytes.fromhex(view.secret or ""))))


@sqlite
@pytest.mark.parametrize(
    ("count", "of"),
    [
        (4, terms(kind="swiss", tiebreaks=("buchholz_cut1", "buchholz", "direct", "wins", "lot"))),
        (5, terms(kind="knockout", sides=3, mode="3")),
    ],
    ids=["swiss", "knock-out at tables of three"],
)
async def test_seasons_in_which_one_withdraws_are_recomputed(league: Played, count: int, of: LeagueTerms) -> None:
    view = await league.begun(count, of)
    first = next(each for each in view.fixtures if not each.is_bye)
    gone = next(each for each in view.entries if each.id == first.entries[0])
    await league.arena.leagues.withdraw(league.season, gone.players[0])
    await league.arena.idle()
    while found := await league.running():
        for each in found:
            # Who withdrew has resigned the first seat, or is missing, and the others play at a smaller table.
            for seat in range(2, len(each.sides) + 1):
                if not (await league.match(each)).over:
                    await league.lose(each, seat)
        await league.arena.idle()
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    rows = {row.entry: row for row in tables_of(view)}
    assert view.season.status == "closed"
    assert rows[gone.id].movement == "out"
    assert [each for each, row in rows.items() if row.place == 1] != [gone.id]
    recompute.check(pack(files(table_season(view), bytes.fromhex(view.secret or ""))))


# Tables of three, each for themselves: smaller ones where the numbers do not divide, or an entry is missing.


TABLES = terms(kind="swiss", mode="3", sides=3, rounds=2, place_points=(6, 3), tiebreaks=("wins", "lot"))


@sqlite
async def test_places_give_points_and_ties_share_them(league: Played) -> None:
    view = await league.begun(6, TABLES)
    assert [len(each.sides) for each in view.fixtures] == [3, 3]
    first, second = view.fixtures
    await league.lose(first, 3, 2)  # both losers share the last rank
    await league.play(second, "3/3", "1/1", "1/1", "3/3")
    await league.arena.idle()
    view = await league.view()
    assert [[side.points for side in each.sides] for each in view.fixtures[:2]] == [[720, 180, 180]] * 2
    assert len(view.rounds) == 2
    await league.play_on()
    view = await league.view()
    assert view.season.status == "ended"
    assert dict(view.totals) == fixtures.added_up(view.fixtures)


@sqlite
async def test_who_is_left_plays_at_a_smaller_table_and_who_is_missing_ranks_last(league: Played) -> None:
    league.shelf.step = refuses("check")
    await league.begun(6, TABLES)
    gone = await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    league.shelf.step = refuses("never")
    await league.pass_time(PAUSES[0])
    view = await league.view()
    table = next(each for each in view.fixtures if gone.id in each.entries)
    match = await league.match(table)
    assert len(match.seats) == 2
    others = [side for side in table.sides if side.entry != gone.id]
    players = {each.id: each.players[0] for each in view.entries}
    assert [seat.person_id for seat in match.seats] == [players[side.entry] for side in others]
    await league.lose(table, 1)
    await league.arena.idle()
    table = next(each for each in (await league.view()).fixtures if each.id == table.id)
    assert (table.status, table.why) == ("over", "played")
    points = {side.entry: side.points for side in table.sides}
    assert [points[others[0].entry], points[others[1].entry], points[gone.id]] == [360, 720, 0]
