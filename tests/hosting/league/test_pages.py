"""The worked seasons of docs/leagues/*.md: who meets whom, and the tables, are what comes out of the results there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cogs.core.text import plain
from cogs.league.terms_form import Field, Page, fields_of, usual_terms
from engine import registry
from hosting.league.pairing.divisions import Joining, next_season, next_sizes
from hosting.league.pairing.formats import BOUNDS, finished, plan, rounds
from hosting.league.pairing.values import Absence, Season
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Row
from hosting.league.standings.values import Season as Standings
from hosting.league.terms import LadderTerms, LeagueTerms
from store.league.values import POINT, Division, Fixture, Kind, Side
from tests.hosting.league.pairing.seasons import entries, made, noted, over, season, terms
from tests.hosting.league.standings.seasons import entry, met

PAGES = Path(__file__).parents[3] / "docs" / "leagues"
FIXTURES = "| round | board | entries | points |"
_PARTS = {POINT // 4: "¼", POINT // 2: "½", POINT * 3 // 4: "¾"}
SWISS = ("buchholz_cut1", "buchholz", "direct", "wins", "lot")


def cells(page: str, header: str, number: int = 0) -> list[list[str]]:
    """Return the cells of a table of a page: the so many-th that begins with a header."""
    text = (PAGES / page).read_text("utf-8").split(f"\n{header}", number + 1)[number + 1]
    lines = text.split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def shown(points: int) -> str:
    """Return points as the pages write them."""
    whole, part = divmod(points, POINT)
    return f"{whole or ''}{_PARTS[part]}" if part else str(whole)


def read(points: str) -> int:
    """Return points of a page in 120ths."""
    part = next((part for part, glyph in _PARTS.items() if points.endswith(glyph)), 0)
    return int((points[:-1] if part else points) or 0) * POINT + part


def drawn(_purpose: str, number: int) -> bytes:
    """Return lots by which the lower number is first."""
    return number.to_bytes(4, "big")


def played(now: Season, rows: Sequence[Sequence[str]]) -> tuple[Season, list[list[str]]]:
    """Play a season with the results of a page; return it, and its rows as they have to be in the page.

    Args:
        now: The season at its start.
        rows: Of the page; only their points are read, in order.
    """
    given = iter(rows)
    while not finished(now):
        planned = plan(now)
        if not planned:
            now = replace(now, round=now.round + 1)
            continue
        before = len(now.fixtures)
        now = made(now, planned)
        new = sorted(
            now.fixtures[before:], key=lambda each: (each.round, each.leg, each.division, each.is_bye, each.board)
        )
        done = {each.id: _result(each, next(given)) for each in new}
        now = noted(replace(now, fixtures=tuple(done.get(each.id, each) for each in now.fixtures)))
    assert next(given, None) is None
    return now, [_row(each) for each in sorted(now.fixtures, key=_order)]


def _order(fixture: Fixture) -> tuple[int, int, int, bool, int]:
    return fixture.round, fixture.leg, fixture.division, fixture.is_bye, fixture.board


def _result(fixture: Fixture, row: Sequence[str]) -> Fixture:
    return fixture if fixture.is_bye else over(fixture, tuple(map(read, row[3].split(" – "))))


def _row(fixture: Fixture) -> list[str]:
    entries = " – ".join(str(side.entry) for side in fixture.sides)
    points = " – ".join(shown(side.points or 0) for side in fixture.sides)
    board = (fixture.why or "").replace("_", "-") if fixture.is_bye else str(fixture.board)
    return [str(fixture.round), board, entries, points]


def ranked(now: Season, *divisions: Division, columns: bool = True) -> list[list[str]]:
    """Return the rows of the table of a season that is closed, but for the lot."""
    found = table_of(
        Standings(
            now.terms,
            divisions or (Division(1),),
            now.entries,
            now.fixtures,
            rounds(now.terms, len(now.entries)) if now.terms.kind == "swiss" else 0,
            lot=drawn,
            closed=True,
        )
    )
    return [list(_line(row, columns=columns)) for row in found]


def _line(row: Row, *, columns: bool) -> Iterator[str]:
    yield from map(str, (row.place, row.entry, row.played, row.won, row.level, row.lost))
    if columns:
        yield shown(row.points)
        yield from ("" if each is None else str(each) for each in row.tiebreaks[:-1])


def the_same(page: str, now: Season, header: str, *divisions: Division, number: int = 0) -> Season:
    """Hold the fixtures and the table of a page; return the season as it was played."""
    rows = cells(page, FIXTURES, number)
    now, expected = played(replace(now, lot=drawn, round=1), rows)
    assert rows == expected
    columns = now.terms.kind in ("round-robin", "swiss")
    assert cells(page, header, number) == ranked(now, *divisions, columns=columns)
    return now


def test_a_round_robin_of_two_divisions_and_who_plays_where_afterwards() -> None:
    of = terms("round-robin", division_size=4, up=1)
    there = (*entries(4), *entries(4, division=2, first=5))
    divisions = Division(1, down=1), Division(2, up=1)
    now = season(of, *there)
    header = "| place | entry | played | won | level | lost | points | direct | sonneborn_berger | wins |"
    now = the_same("round-robin.md", now, header, *divisions)
    rows = table_of(Standings(of, divisions, now.entries, now.fixtures, lot=drawn, closed=True))
    moved = {row.entry: row for row in rows if row.movement in ("up", "down")}
    joining = [
        Joining(row.entry, row.division, row.place, row.movement or "stay")  # type: ignore[arg-type]
        for row in rows
        if row.entry != 3  # who does not join again
    ]
    joining += [Joining(9, 1, 2, away=2), Joining(10)]
    placed = next_season(joining, next_sizes(joining, 4, BOUNDS["round-robin"], by_rating=False), by_rating=False)
    expected = cells("round-robin.md", "| division | entries | why |")
    assert [row[1] for row in expected] == [", ".join(map(str, sorted(each))) for each in placed]
    assert {row.movement for row in moved.values()} == {"up", "down"}


def test_a_swiss_with_a_bye_and_a_round_that_is_sat_out() -> None:
    of = terms("swiss", tiebreaks=SWISS)
    now = season(of, *entries(7), absences=(Absence(3, 2, half=True),))
    the_same(
        "swiss.md",
        now,
        "| place | entry | played | won | level | lost | points | buchholz_cut1 | buchholz | direct | wins |",
    )


def test_knockouts() -> None:
    header = "| place | entry | played | won | level | lost |"
    the_same("knockout.md", season(terms("knockout"), *entries(6)), header)
    the_same("knockout.md", season(terms("double-knockout"), *entries(4)), header, number=1)


def test_tables_of_three() -> None:
    header = "| place | entry | played | won | level | lost | points | direct | sonneborn_berger | wins |"
    the_same("tables.md", season(terms("round-robin", sides=3), *entries(9)), header)


def test_a_ladder() -> None:
    of = terms("ladder", ladder=LadderTerms())
    found = []
    for number, row in enumerate(cells("ladder.md", "| fixture | challenger | challenged | why | who wins |"), 1):
        _, challenger, challenged, why, winner = row
        fell = why == "inactivity"
        assert bool(winner) != fell
        points = [None if fell else POINT * (winner == each) for each in (challenger, challenged)]
        sides = (
            Side(1, int(challenger), points[0], challenger=True),
            Side(2, int(challenged), points[1], challenger=False),
        )
        found.append(met(number, {}, "inactivity" if fell else "played", stage="ladder", sides=sides))
    expected = cells("ladder.md", "| after | from the top |")
    for number, (_, order) in enumerate(expected):
        there = [entry(each) for each in range(1, 6)]
        rows = table_of(Standings(of, (Division(1),), tuple(there), tuple(found[:number]), closed=True))
        assert order == ", ".join(str(row.entry) for row in rows)
    assert len(expected) == len(found) + 1


@pytest.mark.parametrize(
    ("page", "kind", "mode", "most", "dialogs"),
    [
        ("README.md", "round-robin", "2", None, ("dates", "ending", "matches", "telling")),
        ("round-robin.md", "round-robin", "2", 40, ("size", "points")),
        ("swiss.md", "swiss", "2", None, ("size", "points")),
        ("knockout.md", "knockout", "2", None, ("size", "points")),
        ("knockout.md", "double-knockout", "2", None, ("size", "points")),
        ("ladder.md", "ladder", "2", None, ("size", "points", "ladder")),
        ("tables.md", "knockout", "4", None, ("size", "points")),
    ],
)
def test_every_term_of_the_dialogs_is_on_its_page_with_its_default(
    page: str, kind: Kind, mode: str, most: int | None, dialogs: Sequence[Page]
) -> None:
    game = registry.get("replicants")
    played_by = game.info.mode(mode)
    assert played_by is not None
    of = usual_terms(kind, game, played_by, most)
    expected = [
        [plain(field.label, "en"), ", ".join(_default(field, of)) or "empty"]
        for dialog in dialogs
        for field in fields_of(dialog, of, datetime(2026, 1, 1, tzinfo=UTC))
    ]
    other, own = ("single", "double") if kind == "double-knockout" else ("double", "single")
    rows = [row[:2] for row in cells(page, "| term | default | what it means |") if not row[0].endswith(f" ({other})")]
    assert [[label.removesuffix(f" ({own})"), default] for label, default in rows] == expected


def _default(field: Field, of: LeagueTerms) -> Iterator[str]:
    labels = dict(field.choices)
    for value in filter(None, field.show(of)):
        yield plain(labels[value], "en") if labels else value
