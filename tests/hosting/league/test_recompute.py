"""The tables of seasons, computed a second time by a program that knows the files and nothing of the product."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.standings.table import table_of
from store.league import fixtures
from store.league.values import Kind, Totals
from tests.hosting.league import recompute
from tests.hosting.league.drawn import draw
from tests.hosting.league.sample import files, pack, rows, text
from tests.volume import many

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
    cells = rows(found[name])
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
        last = len(rows(found[name])) - 1
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
    lines = 1, len(rows(found["standings.csv"])) - 1
    for column, name in enumerate(recompute.HEADERS["standings.csv"].split(",")):
        for line in lines if name not in bounds else ():
            difference = refusal(damaged(found, "standings.csv", line, column))
            assert difference is not None, (name, line)
            assert difference.file in {"standings.csv", "entries.csv"}


@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
@pytest.mark.parametrize(("column", "instead"), [("min_place", "max_place"), ("max_place", "min_place")])
def test_possible_places_that_exclude_what_can_come_are_found(kind: Kind, column: str, instead: str) -> None:
    found = files(draw(kind, 4, closed=False))
    cells = rows(found["standings.csv"])
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
    cells = rows(found["entries.csv"])
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
    cells = rows(found[name])
    del cells[line]
    return {**found, name: text(cells)}


def _twice(found: dict[str, str], name: str, line: int) -> dict[str, str]:
    cells = rows(found[name])
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
