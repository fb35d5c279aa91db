"""The worked table of docs/leagues.md is what comes out."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from hosting.league.export import COLUMNS
from hosting.league.standings.table import table_of
from hosting.league.terms import LeagueTerms
from store.export import PLAYERS, RATINGS, RESULTS
from store.league.values import Fixture
from tests.hosting.league.playing import Played
from tests.hosting.league.standings.seasons import ahead, entry, met, season, terms

PAGE = Path(__file__).parents[3] / "docs" / "leagues.md"


def _rows(after: str) -> list[list[str]]:
    """Return the cells of the table that begins with a header."""
    lines = PAGE.read_text("utf-8").split(after, 1)[1].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def _fixture(cells: list[str]) -> Fixture:
    number, one, points, other, others = cells
    if not points:
        return ahead(int(number), int(one), int(other))
    return met(int(number), {int(one): int(points), int(other): int(others)})


def test_the_worked_table_is_what_comes_out() -> None:
    fixtures = [_fixture(cells) for cells in _rows("| fixture | entry | points | entry | points |")]
    assert len(fixtures) == 6
    rows = table_of(season(terms(), [entry(n) for n in (1, 2, 3, 4)], fixtures))
    expected = _rows("| place | entry | played |")
    found = [
        [
            *(row.place, row.entry, row.played, row.won, row.level, row.lost, row.points),
            *("" if each is None else each for each in row.tiebreaks[:-1]),
            f"{row.min_place}–{row.max_place}",
        ]
        for row in rows
    ]
    assert [[str(cell) for cell in cells] for cells in found] == expected


def test_the_default_order_is_that_of_a_round_robin() -> None:
    listed = f"`{', '.join(LeagueTerms('round-robin', 'nim', 'two').tiebreaks)}`"
    assert listed in PAGE.read_text("utf-8")


@pytest.mark.parametrize("filename", COLUMNS)
def test_the_page_has_the_columns_of_each_file(filename: str) -> None:
    of_ratings = COLUMNS[filename] in (RESULTS, RATINGS, PLAYERS)
    page = PAGE.with_name("ratings.md") if of_ratings else PAGE
    assert f"`{','.join(COLUMNS[filename])}`" in page.read_text("utf-8")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_the_page_has_the_keys_of_the_league_in_order(league: Played) -> None:
    await league.begun(4)
    with zipfile.ZipFile(io.BytesIO(await league.arena.season_files.make(league.season))) as archive:
        keys = json.loads(archive.read("league.json"))
    said = PAGE.read_text("utf-8").split("- `league.json` has, in this order, ", 1)[1]
    places = [said.index(f"`{key}`") for key in keys]
    assert places == sorted(places)
