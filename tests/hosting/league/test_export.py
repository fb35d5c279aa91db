"""Seasons as ZIPs: what is in them can be computed again from them alone, and they say nothing that is not public."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.league.lists import fixture_text
from engine.text import Quote, say
from hosting.errors import HostingError
from hosting.league.model import tables_of
from hosting.league.terms import LadderTerms, LeagueTerms
from hosting.match.model import Person
from store.db.addresses import Address
from store.export import export
from store.league.fixtures import added_up
from tests.hosting.conftest import CHANNEL, GUILD, ask, call
from tests.hosting.league import recompute
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms

ONCE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def exported(league: Played) -> bytes:
    """Return the ZIP of a season, which can be computed again from it."""
    made = await league.arena.season_files.make(league.season)
    recompute.check(made)
    return made


def read(made: bytes, filename: str) -> str:
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        return archive.read(filename).decode()


def rows(made: bytes, filename: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(read(made, filename), newline="")))


def records(made: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        return {each for each in archive.namelist() if each.startswith("records/")}


async def test_a_season_is_whole_once_it_is_closed_and_stays_so(
    league: Played, database: Address, tmp_path: Path
) -> None:
    await league.begun(4)
    fixture, *_ = await league.running()
    await league.play(fixture, "1/1", "1/1")
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    made = await exported(league)
    view = await league.view()
    about = json.loads(read(made, "league.json"))
    assert (about["closed"], about["secret"], about["rounds"]) == (True, view.secret, 3)
    results = rows(made, "results.csv")
    assert len(results) == 12
    assert {(each["match"], each["entry"]) for each in results} == {
        (str(each.match_id), str(side.entry)) for each in view.fixtures for side in each.sides
    }
    assert len(records(made)) == 6
    assert {each["name"] for each in rows(made, "entries.csv")} == {"P0", "P1", "P2", "P3"}
    assert {each["match"] for each in rows(made, "ratings.csv")} == {str(fixture.match_id)}
    assert await league.arena.season_files.make(league.season) == made
    assert (await export(database, tmp_path / "results.zip")).results == 12
    assert rows((tmp_path / "results.zip").read_bytes(), "results.csv") == results

    await league.pass_time(timedelta(days=1))
    assert fixture.match_id is not None
    await league.arena.corrections.rank(fixture.match_id, 77, [2, 1], say("Mistaken."))
    await league.arena.idle()
    after = await exported(league)
    for filename in ("fixtures.csv", "standings.csv", "league.json"):
        assert read(after, filename) == read(made, filename)
    assert [each["rank"] for each in rows(after, "results.csv")] == [each["rank"] for each in results]
    assert rows(after, "ratings.csv") == []


@ONCE
@pytest.mark.parametrize(
    ("count", "agreed"),
    [
        (5, terms(kind="swiss", rounds=3, tiebreaks=("buchholz_cut1", "buchholz", "direct", "wins", "lot"))),
        (3, terms(kind="knockout", most=16)),
        (4, terms(kind="double-knockout", most=16)),
        (8, terms(division_size=4, up=1)),
    ],
    ids=["swiss", "knockout", "double-knockout", "divisions"],
)
async def test_every_format_agrees_with_itself_from_its_start_to_its_close(
    league: Played, count: int, agreed: LeagueTerms
) -> None:
    await league.begun(count, agreed)
    begun = rows(await exported(league), "fixtures.csv")
    assert {each["repeat"] for each in begun} == {"0" if agreed.kind == "swiss" else ""}
    for each in (await league.running())[:1]:
        await league.lose(each, 2)
    await league.arena.idle()
    await exported(league)
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    assert json.loads(read(await exported(league), "league.json"))["closed"]


@ONCE
async def test_both_partners_sit_for_their_team(league: Played) -> None:
    leagues = league.arena.leagues
    await call(league.arena, *(Person(FIRST + at, f"P{at}") for at in range(8)))
    made = await leagues.create(GUILD, CHANNEL, ORGANISER, "Teams", terms(mode="teams", teams=True))
    league.season = made.season.id
    await leagues.publish(league.season)
    for captain in range(FIRST, FIRST + 8, 2):
        await leagues.join(league.season, captain, captain + 1, name=f"@team {captain}")
        await leagues.join(league.season, captain + 1, captain)
    await leagues.start(league.season)
    await league.arena.idle()
    for fixture in await league.running():
        await league.lose(fixture, 2, 4, 3)
    zipped = await exported(league)
    view = await league.view()
    players = {str(person): str(each.id) for each in view.entries for person in each.players}
    results = rows(zipped, "results.csv")
    assert len(results) == 24
    assert all(each["entry"] == players[each["starter"]] for each in results)
    assert {each["name"] for each in rows(zipped, "entries.csv")} == {
        f"'@team {captain}" for captain in range(FIRST, FIRST + 8, 2)
    }


@ONCE
async def test_who_left_has_no_seat_at_the_smaller_table(league: Played) -> None:
    await league.begun(6, terms(mode="3", sides=3, cap=1))
    await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    while found := await league.running():
        for each in found:
            while not (match := await league.match(each)).over:
                await league.arena.matches.forfeit(match.id, match.to_act[0])
        await league.arena.idle()
    made = await exported(league)
    players = {str(person): str(each.id) for each in (await league.view()).entries for person in each.players}
    results = rows(made, "results.csv")
    assert {each["mode"] for each in results} == {"2", "3"}
    assert all(each["entry"] == players[each["starter"]] for each in results)


@ONCE
async def test_a_ladder_agrees_with_itself(league: Played) -> None:
    view = await league.begun(4, terms(kind="ladder", tiebreaks=(), late_rounds=1, ladder=LadderTerms()))
    first, second = sorted(view.entries, key=lambda each: each.seed)[:2]
    challenges = league.arena.challenges
    await challenges.challenge(league.season, second.players[0], first.id)
    await challenges.answer(league.season, first.players[0], accept=True)
    await league.arena.idle()
    (fixture,) = await league.running()
    await league.lose(fixture, next(each.seat for each in fixture.sides if each.entry == first.id))
    await league.arena.idle()
    made = await exported(league)
    assert [each["entry"] for each in rows(made, "standings.csv")][:2] == [str(second.id), str(first.id)]
    assert {each["challenger"] for each in rows(made, "fixtures.csv")} == {"0", "1"}


@ONCE
async def test_nothing_of_a_match_that_goes_on_is_in_it(league: Played) -> None:
    view = await league.begun(4)
    secret = view.season.secret
    first, *others = await league.running()
    await league.play(first, "1/1", "1/1")
    await league.lose(first, 2)
    await league.play(others[0], "1/1")
    await league.arena.idle()
    made = await exported(league)
    assert {each["match"] for each in rows(made, "results.csv")} == {str(first.match_id)}
    assert {each["match"] for each in rows(made, "ratings.csv")} == {str(first.match_id)}
    assert records(made) == {f"records/{first.match_id}.txt"}
    assert {each["points"] for each in rows(made, "fixtures.csv") if each["status"] == "running"} == {""}
    assert json.loads(read(made, "league.json"))["secret"] is None
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert not any(secret.hex().encode() in archive.read(each) for each in archive.namelist())


@ONCE
async def test_names_are_no_formulas_and_the_deleted_have_none(league: Played) -> None:
    await league.begun(4)
    await call(league.arena, Person(FIRST, '=HYPERLINK("a,b")'))
    await league.play_on()
    await league.arena.deletions.delete(FIRST + 1)
    await league.arena.idle()
    made = await exported(league)
    players = {int(each["player"]): each for each in rows(made, "players.csv")}
    assert players[FIRST]["name"] == '\'=HYPERLINK("a,b")'
    assert players[FIRST + 1]["name"] == ""
    assert players[FIRST + 1]["left_at"] != ""
    assert [each["name"] for each in rows(made, "entries.csv")] == ['\'=HYPERLINK("a,b")', "", "P2", "P3"]


@ONCE
async def test_a_correction_counts_and_decisions_name_the_points_of_each_entry(league: Played) -> None:
    await league.begun(4)
    fixture, other, *_ = await league.running()
    await league.lose(fixture, 2)
    await league.lose(other, 2)
    assert fixture.match_id is not None
    await league.arena.corrections.rank(fixture.match_id, 77, [2, 1], say("Mistaken."))
    reason = say("{words}", words=Quote("+1, both\nwere ill"))
    given = dict.fromkeys(other.entries, 60)
    await league.arena.decisions.points(league.season, ORGANISER, other.id, given, reason)
    await league.arena.idle()
    made = await exported(league)
    mine = [each for each in rows(made, "results.csv") if each["match"] == str(fixture.match_id)]
    assert [(each["revision"], each["rank"]) for each in mine] == [("1", "2"), ("1", "1")]
    points = {(int(each["fixture"]), int(each["seat"])): each["points"] for each in rows(made, "fixtures.csv")}
    assert [points[each.id, seat] for each in (fixture, other) for seat in (1, 2)] == ["0", "120", "60", "60"]
    (decided,) = rows(made, "decisions.csv")
    assert decided["entry"] == ";".join(map(str, other.entries))
    assert (decided["points"], decided["reason"]) == ("60;60", "'+1, both\nwere ill")


@ONCE
async def test_there_is_nothing_before_the_start(league: Played) -> None:
    await league.found(3)
    for season in (league.season, league.season + 1):
        with pytest.raises(HostingError) as caught:
            await league.arena.season_files.make(season)
        assert caught.value.code in ("league-not-started", "no-such-league")


@ONCE
async def test_an_agreed_draw_counts_half_a_win_each_and_for_no_rating(league: Played) -> None:
    """In a game without draws: the league says what it was, its table and files count it, ratings do not."""
    match_terms = replace(terms().match, agreed_ends=True)
    await league.begun(4, terms(match=match_terms))
    fixture, other, *_ = await league.running()
    match = await league.play(fixture, "1/1", "1/1")
    one, two = (match.person_of(seat) for seat in (1, 2))
    request = await ask(league.arena, match, one, "end")
    answer = await league.arena.requests.answer(request, two, agree=True)
    assert answer.match.session.outcome is not None
    reason = str(answer.match.session.outcome.reason)
    assert "agreed draw" in reason
    assert "it isn't rated" in reason
    await league.play(other, "1/1", "1/1")
    await league.lose(other, 2)
    await league.arena.idle()
    view = await league.view()
    over = next(each for each in view.fixtures if each.id == fixture.id)
    assert (over.why, {side.points for side in over.sides}) == ("agreed", {60})
    table = {row.entry: row for row in tables_of(view)}
    assert {(table[each].played, table[each].level) for each in over.entries} == {(1, 1)}
    assert dict(view.totals) == added_up(view.fixtures)
    told = str(fixture_text(over, {each.id: say(f"E{each.id}") for each in view.entries}, {}, troubled=False))
    assert told.endswith(f"½–½: agreed draw, match {over.match_id}; ratings leave it out")
    made = await exported(league)
    assert {each["why"] for each in rows(made, "fixtures.csv") if each["fixture"] == str(over.id)} == {"agreed"}
    undecided = [each for each in rows(made, "results.csv") if each["match"] == str(over.match_id)]
    assert {(each["counted"], each["why"], each["pool_no"]) for each in undecided} == {("0", "undecided", "")}
    assert {each["match"] for each in rows(made, "ratings.csv")} == {str(other.match_id)}
