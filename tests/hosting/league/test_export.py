"""Seasons as ZIPs: what is in them can be computed again from them alone, and they say nothing that is not public."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from admin.__main__ import main
from cogs.league.lists import fixture_text
from engine.text import Quote, say
from hosting.errors import HostingError
from hosting.league.model import tables_of
from hosting.league.standings.table import table_of
from hosting.league.terms import LadderTerms, LeagueTerms
from hosting.match.model import Person
from store.db import files as stored_files
from store.db.addresses import Address
from store.export import export
from store.league import fixtures
from store.league.fixtures import added_up
from store.league.seasons import Kind, Totals
from tests.databases import Fill
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock, NotingPoster, ask, call, open_arena
from tests.hosting.league import recompute
from tests.hosting.league.drawn import draw
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms, with_builder
from tests.hosting.league.sample import files, pack, text
from tests.hosting.league.sample import rows as sample_rows
from tests.volume import many

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
    await league.arena.rulings.points(league.season, ORGANISER, other.id, given, reason)
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
    assert told.endswith(f"½–½: agreed draw, match {over.match_id}; not rated")
    made = await exported(league)
    assert {each["why"] for each in rows(made, "fixtures.csv") if each["fixture"] == str(over.id)} == {"agreed"}
    undecided = [each for each in rows(made, "results.csv") if each["match"] == str(over.match_id)]
    assert {(each["counted"], each["why"], each["pool_no"]) for each in undecided} == {("0", "undecided", "")}
    assert {each["match"] for each in rows(made, "ratings.csv")} == {str(other.match_id)}


# The tables of seasons, computed a second time by a program that knows the files and nothing of the product.


KINDS: tuple[Kind, ...] = ("round-robin", "swiss", "knockout", "double-knockout", "ladder")
SAMPLES = [(kind, seed) for seed in (2, 5) for kind in KINDS]

FREE = {
    "decisions.csv": {"kind", "reason"},
    "entries.csv": {"name"},
    "players.csv": {"name"},
    "results.csv": {"turns", "excused", "points", "termination", "why"},
}
"""Columns that nothing else in the files depends on: only the sums guard them."""


@settings(max_examples=many(40, 5000), deadline=None, derandomize=True)
@given(kind=st.sampled_from(KINDS), seed=st.integers(0, 10**9))
def test_tables_are_what_the_files_say(kind: Kind, seed: int) -> None:
    recompute.check(pack(files(draw(kind, seed))))


def other(cell: str) -> str:
    """Return something else that could stand in a cell."""
    return str(int(cell) + 1) if cell.lstrip("-").isdecimal() else f"{cell}x" if cell else "1"


def damaged(found: dict[str, str], name: str, line: int, column: int) -> dict[str, str]:
    """Return files in which one cell of one file is another."""
    cells = sample_rows(found[name])
    cells[line][column] = other(cells[line][column])
    return {**found, name: text(cells)}


def refusal(found: dict[str, str]) -> recompute.DifferenceError | None:
    try:
        recompute.check(pack(found))
    except recompute.DifferenceError as difference:
        return difference
    return None


@pytest.mark.parametrize("name", recompute.HEADERS)
def test_another_value_in_any_column_is_found(name: str) -> None:
    samples = [files(draw(kind, seed, closed=True)) for kind, seed in SAMPLES]
    header = recompute.HEADERS[name].split(",")
    unseen = set(header)
    for found in samples:
        last = len(sample_rows(found[name])) - 1
        for line in sorted({1, last}) if last else ():
            unseen -= {each for each in unseen if refusal(damaged(found, name, line, header.index(each)))}
    assert unseen == FREE.get(name, set())


@pytest.mark.parametrize(
    ("kind", "closed"), [*((kind, True) for kind in KINDS), ("round-robin", False), ("knockout", False)]
)
def test_every_column_of_the_table_is_held(kind: Kind, closed: bool) -> None:
    found = files(draw(kind, 4, closed=closed))
    # While a season runs, possible places are bounds: only their order is held.
    bounds = () if closed else ("min_place", "max_place")
    lines = 1, len(sample_rows(found["standings.csv"])) - 1
    for column, name in enumerate(recompute.HEADERS["standings.csv"].split(",")):
        for line in lines if name not in bounds else ():
            difference = refusal(damaged(found, "standings.csv", line, column))
            assert difference is not None, (name, line)
            assert difference.file in {"standings.csv", "entries.csv"}


@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
@pytest.mark.parametrize(("column", "instead"), [("min_place", "max_place"), ("max_place", "min_place")])
def test_possible_places_that_exclude_what_can_come_are_found(kind: Kind, column: str, instead: str) -> None:
    found = files(draw(kind, 4, closed=False))
    cells = sample_rows(found["standings.csv"])
    one, other = cells[0].index(column), cells[0].index(instead)
    seen = 0
    for line in range(1, len(cells)):
        narrowed = [list(each) for each in cells]
        narrowed[line][one] = narrowed[line][other]
        difference = refusal({**found, "standings.csv": text(narrowed)})
        seen += difference is not None and "impossible" in difference.reason
    assert seen


@pytest.mark.parametrize("key", sorted(recompute.KEYS))
def test_another_league_is_found(key: str) -> None:
    found = files(draw("round-robin", 2, closed=True))
    without = found["league.json"].replace(f'"{key}"', '"another"')
    assert refusal({**found, "league.json": without}) is not None


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ('"version": 1', '"version": 2'),
        ('"kind": "round-robin"', '"kind": "swiss"'),
        ('"closed": true', '"closed": false'),
        ('"lot"', '"wins"'),
        ('"secret": "', '"secret": "00'),
        ('"commitment": "', '"commitment": "0'),
        ('"entries_sha256": "', '"entries_sha256": "0'),
    ],
)
def test_another_value_of_the_league_is_found(written: str, instead: str) -> None:
    found = files(draw("round-robin", 2, closed=True))
    assert written in found["league.json"]
    difference = refusal({**found, "league.json": found["league.json"].replace(written, instead)})
    assert difference is not None


def test_another_secret_is_found() -> None:
    found = files(draw("swiss", 2, closed=True))
    assert '"secret": "6465' in found["league.json"]
    difference = refusal({**found, "league.json": found["league.json"].replace('"secret": "6465', '"secret": "6564')})
    assert difference is not None
    assert "promised" in difference.reason


def test_seeds_that_changed_places_are_found() -> None:
    found = files(draw("swiss", 2, closed=True))
    cells = sample_rows(found["entries.csv"])
    seed = cells[0].index("seed")
    seeded = [line for line in cells[1:] if line[seed] != "0"]
    first, last = seeded[0], seeded[-1]
    first[seed], last[seed] = last[seed], first[seed]
    difference = refusal({**found, "entries.csv": text(cells)})
    assert difference is not None
    assert "seeds are neither" in difference.reason


@pytest.mark.parametrize("name", ["league.json", "fixtures.csv", "decisions.csv"])
def test_a_missing_file_is_found(name: str) -> None:
    found = files(draw("swiss", 2))
    del found[name]
    difference = refusal(found)
    assert difference is not None
    assert (difference.file, difference.line) == (name, 0)


@pytest.mark.parametrize("name", ["notes.txt", "records/x.txt", "records/../league.json", "records/99999.txt"])
def test_a_file_too_many_is_found(name: str) -> None:
    difference = refusal({**files(draw("swiss", 2)), name: "x"})
    assert difference is not None
    assert difference.file == name


def test_a_wrong_sum_is_found() -> None:
    found = files(draw("swiss", 2))
    sound = pack(found)
    # The bytes of the name are stored as they are: the sums stay, the file is another.
    broken = sound.replace(b"Player 21,", b"Player 12,")
    assert broken != sound
    with pytest.raises(Exception, match=r"CRC|another sum"):
        recompute.check(broken)


def _without_row(found: dict[str, str], name: str, line: int) -> dict[str, str]:
    cells = sample_rows(found[name])
    del cells[line]
    return {**found, name: text(cells)}


def _twice(found: dict[str, str], name: str, line: int) -> dict[str, str]:
    cells = sample_rows(found[name])
    return {**found, name: text([*cells, cells[line]])}


@pytest.mark.parametrize("change", [_without_row, _twice])
@pytest.mark.parametrize("name", ["entries.csv", "fixtures.csv", "results.csv", "ratings.csv", "standings.csv"])
def test_a_row_too_few_or_too_many_is_found(
    name: str, change: Callable[[dict[str, str], str, int], dict[str, str]]
) -> None:
    found = files(draw("round-robin", 2, closed=True))
    assert refusal(found) is None
    assert refusal(change(found, name, 1)) is not None


def test_it_runs_by_itself_and_says_what_it_found(tmp_path: Path) -> None:
    found = files(draw("round-robin", 2, closed=True))
    for name, content in (("good.zip", found), ("bad.zip", damaged(found, "standings.csv", 1, 8))):
        (tmp_path / name).write_bytes(pack(content))
    # -I: neither the folder of the file nor that of the project is on the path.
    command = [sys.executable, "-I", recompute.__file__]
    good = subprocess.run([*command, tmp_path / "good.zip"], capture_output=True, text=True, check=False)
    assert (good.returncode, good.stdout.endswith("all agrees\n"), good.stderr) == (0, True, "")
    bad = subprocess.run([*command, tmp_path / "bad.zip"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stderr) == (1, "")
    assert bad.stdout.startswith("standings.csv:2: points is ")


@settings(max_examples=many(15, 500), deadline=None, derandomize=True)
@given(kind=st.sampled_from(KINDS), seed=st.integers(0, 10**9))
def test_totals_that_are_kept_are_those_of_the_table(kind: Kind, seed: int) -> None:
    of = draw(kind, seed)
    totals = fixtures.added_up(of.fixtures)
    for row in table_of(of):
        counted = Totals(row.played, row.won, row.level, row.lost, row.byes, row.points)
        assert totals.get(row.entry, Totals()) == counted


# Seasons are computed from results and decisions, compared with what is stored; the first difference is named.


Change = Callable[[str], None]
TURNED = """UPDATE fixture_sides SET advances = NOT advances WHERE seat > 0
            AND fixture_id IN (SELECT id FROM fixtures WHERE season_id = 3 AND round = 1)"""
"""Has who lost the first tie of the cup go on, and not who won it and played the next one."""


async def play(path: Path) -> None:
    """Fill a store: a round robin, a Swiss that is closed, a knock-out of five, and a season that has not started."""
    clock = ManualClock()
    arena = await open_arena(path, clock, NotingPoster())
    league = with_builder(arena, clock)
    await league.begun(4)
    one, two, three, *_ = await league.running()
    await league.lose(one, 2)
    await league.lose(two, 2)
    await arena.idle()
    await arena.rulings.points(league.season, ORGANISER, two.id, dict.fromkeys(two.entries, 30), say("Agreed."))
    assert one.match_id is not None
    await arena.corrections.rank(one.match_id, 77, [1, 1], say("Mistaken."))
    await league.lose(three, 1)
    await arena.idle()
    swiss = terms(kind="swiss", rounds=3, tiebreaks=("buchholz_cut1", "buchholz", "direct", "wins", "lot"))
    await league.found(5, swiss, "Swiss")
    await arena.leagues.start(league.season)
    await arena.idle()
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    await league.found(5, terms(kind="knockout", most=16), "Cup")
    await arena.leagues.start(league.season)
    await arena.idle()
    await league.play_on()
    await league.found(2, terms(), "Later")
    await arena.tasks.close()
    await arena.close()


@pytest.fixture(scope="module")
def filled(fill: Fill) -> bytes:
    """What such a store is, made once."""
    return fill(play)


@pytest.fixture
def path(tmp_path: Path, filled: bytes) -> Path:
    """A copy of it."""
    path = tmp_path / "arena.db"
    path.touch(stored_files.PRIVATE)
    path.write_bytes(filled)
    return path


@pytest.fixture
def change(path: Path) -> Change:
    """Run a statement behind the back of the program, whatever guards the tables."""

    def run(statement: str) -> None:
        with closing(sqlite3.connect(path)) as connection:
            for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                connection.execute(f'DROP TRIGGER "{trigger}"')
            assert connection.execute(statement).rowcount > 0
            connection.commit()

    return run


def leagues(path: Path) -> int:
    return main(["--database", str(path), "leagues", "--check"])


def test_the_command_says_in_a_line_that_all_is_well(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = path.read_bytes()
    assert leagues(path) == 0, capsys.readouterr().out
    assert capsys.readouterr().out == "3 seasons with 22 fixtures: every standing is as computed\n"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "first", "row"),
    [
        ("UPDATE standings SET points = points + 60 WHERE entry_id = 1", "season 1: entry 1: stored played ", None),
        ("DELETE FROM standings WHERE entry_id = 2", "season 1: entry 2: stored played 0 ", None),
        (
            "UPDATE fixture_sides SET points = 120 - points WHERE fixture_id = 3",
            "season 1: fixture 3: over by played: stored 120:0, computed 0:120",
            "fixture_sides: row (3, ",
        ),
        (
            "UPDATE results SET rank = 3 - rank WHERE match_id = (SELECT match_id FROM fixtures WHERE id = 3)",
            "season 1: fixture 3: over by played: stored 0:120, computed 120:0",
            "results: row (",
        ),
        ("DELETE FROM decisions", "season 1: fixture 2: decided, but no decision ", None),
        (
            "UPDATE decisions SET detail = replace(detail, '30', '40')",
            "season 1: fixture 2: over by decision: stored 30:30, computed 40:40",
            "decisions: row (1,) is not what was written",
        ),
        (
            "UPDATE fixtures SET match_id = NULL WHERE id = 4",
            "season 1: fixture 4: running without a match",
            "fixtures: row (4,) is not what was written",
        ),
        (
            "UPDATE fixtures SET status = 'running', why = NULL, ended_at = NULL WHERE id = 3",
            "season 1: fixture 3: status running doesn't go with points [0, 120]",
            "fixtures: row (3,) is not what was written",
        ),
        (
            "UPDATE entry_players SET person_id = 77 WHERE entry_id = 3",
            "season 1: the digest of the entries at the start is ",
            "entry_players: row (3, 0) is not what was written",
        ),
        ("DELETE FROM divisions WHERE season_id = 1", "season 1: entry 1: there is no division 1", None),
        (
            "DELETE FROM fixture_sides WHERE fixture_id = 1",
            "season 1: what is stored can't be read: rows of 1 are missing",
            None,
        ),
        (
            "UPDATE divisions SET up = 1 WHERE season_id = 1",
            "season 1: division 1: 1 are promoted from it, but 0 relegated ",
            None,
        ),
        (
            "UPDATE entries SET division = 2 WHERE id = 1",
            "season 1: fixture 2: entry 1 is in division 2, but the fixture is in 1",
            "entries: row (1,) is not what was written",
        ),
        (
            "UPDATE fixture_sides SET seat = 3 WHERE fixture_id = 1 AND seat = 2",
            "season 1: fixture 1: wrong seats at board ",
            "fixture_sides: row (1, ",
        ),
        (
            "UPDATE seasons SET terms = json_set(terms, '$.cap', 0) WHERE id = 1",
            "season 1: entry ",
            "seasons: row (1,) is not what was written",
        ),
        (
            "UPDATE seasons SET terms = json_set(terms, '$.legs', 2) WHERE id = 1",
            "season 1: entries 1 and 2 meet 1 times, not 2",
            "seasons: row (1,) is not what was written",
        ),
        (
            "UPDATE fixtures SET repeat = 1 WHERE season_id = 2 AND round = 2 AND board = 1",
            "season 2: fixture ",
            "fixtures: row (",
        ),
        (
            "UPDATE seasons SET status = 'closed', closed_at = ended_at WHERE id = 1",
            "season 1: fixture ",
            "seasons: row (1,) is not what was written",
        ),
        (
            TURNED,
            "season 3: fixture ",
            "fixture_sides: row (",
        ),
    ],
)
def test_the_first_difference_is_named(
    path: Path, change: Change, capsys: pytest.CaptureFixture[str], statement: str, first: str, row: str | None
) -> None:
    change(statement)
    assert leagues(path) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(first)
    assert (row is None and len(lines) == 1) or (row is not None and lines[1].startswith(row))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE seasons SET terms = 'x' WHERE id = 1",
        "UPDATE seasons SET terms = '{}' WHERE id = 1",
        "UPDATE seasons SET terms = '[]' WHERE id = 1",
        "UPDATE seasons SET terms = json_set(terms, '$.kind', 'x') WHERE id = 1",
        "UPDATE seasons SET terms = json_set(terms, '$.cap', 'x') WHERE id = 1",
        "UPDATE seasons SET started_at = 'soon' WHERE id = 1",
        "UPDATE fixtures SET ended_at = 'soon' WHERE id = 1",
        "UPDATE fixtures SET attempt = 'x' WHERE id = 1",
        "UPDATE fixtures SET round = 'x' WHERE id = 1",
        "DELETE FROM fixture_sides WHERE fixture_id = 1",
        "UPDATE fixture_sides SET points = 'x' WHERE fixture_id = 1",
        "UPDATE fixture_sides SET seat = 'x' WHERE fixture_id = 1 AND seat = 1",
        "DELETE FROM entry_players WHERE entry_id = 1",
        "UPDATE entries SET division = 'x' WHERE id = 1",
        "UPDATE decisions SET detail = '[]'",
        'UPDATE decisions SET detail = \'{"points":{"1":"x"}}\'',
        "UPDATE results SET rank = 'x'",
        "UPDATE results SET started_at = 'x'",
        "UPDATE standings SET points = 'x' WHERE entry_id = 1",
        "UPDATE divisions SET up = 'x' WHERE season_id = 1",
        "UPDATE matches SET origin = 'league:x:1' WHERE origin LIKE 'league:1:%'",
    ],
)
def test_damage_is_named_and_no_traceback(
    path: Path, change: Change, capsys: pytest.CaptureFixture[str], statement: str
) -> None:
    change(statement)
    assert leagues(path) == 1
    assert capsys.readouterr().out.startswith("season 1: ")
