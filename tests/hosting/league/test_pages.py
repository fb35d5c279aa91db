"""Worked seasons, here and in docs/leagues/*.md: who meets whom, and the tables, are what comes out of the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cogs.core.text import plain
from cogs.league.terms_form import Field, Page, fields_of, usual_terms
from engine import registry
from hosting.league.announcements import DAY, match_of_the_day
from hosting.league.model import SeasonState
from hosting.league.pairing.divisions import NextEntry, next_season, next_sizes
from hosting.league.pairing.formats import BOUNDS, finished, plan, rounds
from hosting.league.pairing.values import Absence, PairingSeason
from hosting.league.schedule import key_of
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Row, TableSeason
from hosting.league.terms import LadderTerms, LeagueTerms
from store.league.seasons import POINT, Division, Entry, Fixture, Kind, Side, StoredSeason
from tests.hosting.conftest import CHANNEL, NotingPoster
from tests.hosting.league.lives import Life, dying_before
from tests.hosting.league.pairing.seasons import entries, made, noted, over, season, terms
from tests.hosting.league.playing import ORGANISER, TERMS, Played, news
from tests.hosting.league.playing import terms as playing_terms
from tests.hosting.league.standings.seasons import entry, met
from tests.hosting.lobby.offering import Killed
from tests.volume import many

PAGES = Path(__file__).parents[3] / "docs" / "leagues"
FIXTURES = "| round | board | entries | points |"
WORKED = {
    "knockout": """
| round | board | entries | points |
|--:|--:|---|---|
| 1 | 2 | 4 – 5 | 1 – 0 |
| 1 | 4 | 3 – 6 | 1 – 0 |
| 1 | bye | 1 | 1 |
| 1 | bye | 2 | 1 |
| 2 | 1 | 1 – 4 | 0 – 1 |
| 2 | 2 | 2 – 3 | 0 – 1 |
| 3 | 1 | 3 – 4 | 1 – 0 |

| place | entry | played | won | level | lost |
|--:|--:|--:|--:|--:|--:|
| 1 | 3 | 3 | 3 | 0 | 0 |
| 2 | 4 | 3 | 2 | 0 | 1 |
| 3 | 1 | 1 | 0 | 0 | 1 |
| 3 | 2 | 1 | 0 | 0 | 1 |
| 5 | 5 | 1 | 0 | 0 | 1 |
| 5 | 6 | 1 | 0 | 0 | 1 |

| round | board | entries | points |
|--:|--:|---|---|
| 1 | 1 | 1 – 4 | 0 – 1 |
| 1 | 2 | 2 – 3 | 0 – 1 |
| 2 | 1 | 3 – 4 | 1 – 0 |
| 3 | 1 | 1 – 2 | 1 – 0 |
| 4 | 1 | 4 – 1 | 0 – 1 |
| 5 | 1 | 3 – 1 | 0 – 1 |
| 6 | 1 | 1 – 3 | 1 – 0 |

| place | entry | played | won | level | lost |
|--:|--:|--:|--:|--:|--:|
| 1 | 1 | 5 | 4 | 0 | 1 |
| 2 | 3 | 4 | 2 | 0 | 2 |
| 3 | 4 | 3 | 1 | 0 | 2 |
| 4 | 2 | 2 | 0 | 0 | 2 |
""",
    "tables": """
| round | board | entries | points |
|--:|--:|---|---|
| 1 | 1 | 4 – 3 – 1 | 0 – ½ – 1 |
| 1 | 2 | 6 – 2 – 5 | ½ – 1 – 0 |
| 1 | 3 | 9 – 7 – 8 | ½ – 0 – 1 |
| 2 | 1 | 8 – 1 – 2 | 0 – 1 – ½ |
| 2 | 2 | 5 – 9 – 3 | 1 – 0 – ½ |
| 2 | 3 | 7 – 6 – 4 | 0 – ½ – 1 |
| 3 | 1 | 1 – 5 – 7 | 1 – ½ – 0 |
| 3 | 2 | 2 – 4 – 9 | 1 – ½ – 0 |
| 3 | 3 | 3 – 8 – 6 | ½ – 0 – 1 |
| 4 | 1 | 9 – 1 – 6 | ½ – 1 – 0 |
| 4 | 2 | 7 – 2 – 3 | 0 – 1 – ½ |
| 4 | 3 | 8 – 4 – 5 | ½ – 1 – 0 |

| place | entry | played | won | level | lost | points | direct | sonneborn_berger | wins |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| 1 | 1 | 4 | 4 | 0 | 0 | 4 | | 3360 | 4 |
| 2 | 2 | 4 | 3 | 0 | 1 | 3½ | | 2520 | 3 |
| 3 | 4 | 4 | 2 | 0 | 2 | 2½ | | 1440 | 2 |
| 4 | 6 | 4 | 1 | 0 | 3 | 2 | 2 | 1200 | 1 |
| 5 | 3 | 4 | 0 | 0 | 4 | 2 | 0 | 1200 | 0 |
| 6 | 8 | 4 | 1 | 0 | 3 | 1½ | 2 | 600 | 1 |
| 7 | 5 | 4 | 1 | 0 | 3 | 1½ | 0 | 720 | 1 |
| 8 | 9 | 4 | 0 | 0 | 4 | 1 | | 480 | 0 |
| 9 | 7 | 4 | 0 | 0 | 4 | 0 | | 0 | 0 |
""",
    "ladder": """
| fixture | challenger | challenged | why | who wins |
|--:|--:|--:|---|--:|
| 1 | 4 | 2 | played | 4 |
| 2 | 5 | 4 | played | 4 |
| 3 | 3 | 2 | played | 3 |
| 4 | 3 | 1 | played | 3 |
| 5 | 2 | 1 | played | 1 |
| 6 | 5 | 2 | inactivity | |

| after | from the top |
|--:|---|
| the start | 1, 2, 3, 4, 5 |
| 1 | 1, 4, 2, 3, 5 |
| 2 | 1, 4, 2, 3, 5 |
| 3 | 1, 4, 3, 2, 5 |
| 4 | 3, 1, 4, 2, 5 |
| 5 | 3, 1, 4, 2, 5 |
| 6 | 3, 1, 4, 5, 2 |
""",
}
"""Seasons as the pages write them: of six and (double) four, of nine at tables of three, of five on a ladder."""

_PARTS = {POINT // 4: "¼", POINT // 2: "½", POINT * 3 // 4: "¾"}
SWISS = ("buchholz_cut1", "buchholz", "direct", "wins", "lot")


def cells(page: str, header: str, number: int = 0) -> list[list[str]]:
    """Return the cells of a table of a page, or of a season above: the so many-th that begins with a header."""
    whole = WORKED[page] if page in WORKED else (PAGES / page).read_text("utf-8")
    text = whole.split(f"\n{header}", number + 1)[number + 1]
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


def played(now: PairingSeason, rows: Sequence[Sequence[str]]) -> tuple[PairingSeason, list[list[str]]]:
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


def ranked(now: PairingSeason, *divisions: Division, columns: bool = True) -> list[list[str]]:
    """Return the rows of the table of a season that is closed, but for the lot."""
    found = table_of(
        TableSeason(
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


def the_same(page: str, now: PairingSeason, header: str, *divisions: Division, number: int = 0) -> PairingSeason:
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
    rows = table_of(TableSeason(of, divisions, now.entries, now.fixtures, lot=drawn, closed=True))
    moved = {row.entry: row for row in rows if row.movement in ("up", "down")}
    joining = [
        NextEntry(row.entry, row.division, row.place, row.movement or "stay")  # type: ignore[arg-type]
        for row in rows
        if row.entry != 3  # who does not join again
    ]
    joining += [NextEntry(9, 1, 2, away=2), NextEntry(10)]
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
    the_same("knockout", season(terms("knockout"), *entries(6)), header)
    the_same("knockout", season(terms("double-knockout"), *entries(4)), header, number=1)


def test_tables_of_three() -> None:
    header = "| place | entry | played | won | level | lost | points | direct | sonneborn_berger | wins |"
    the_same("tables", season(terms("round-robin", sides=3), *entries(9)), header)


def test_a_ladder() -> None:
    of = terms("ladder", ladder=LadderTerms())
    found = []
    for number, row in enumerate(cells("ladder", "| fixture | challenger | challenged | why | who wins |"), 1):
        _, challenger, challenged, why, winner = row
        fell = why == "inactivity"
        assert bool(winner) != fell
        points = [None if fell else POINT * (winner == each) for each in (challenger, challenged)]
        sides = (
            Side(1, int(challenger), points[0], challenger=True),
            Side(2, int(challenged), points[1], challenger=False),
        )
        found.append(met(number, {}, "inactivity" if fell else "played", stage="ladder", sides=sides))
    expected = cells("ladder", "| after | from the top |")
    for number, (_, order) in enumerate(expected):
        there = [entry(each) for each in range(1, 6)]
        rows = table_of(TableSeason(of, (Division(1),), tuple(there), tuple(found[:number]), closed=True))
        assert order == ", ".join(str(row.entry) for row in rows)
    assert len(expected) == len(found) + 1


@pytest.mark.parametrize(
    ("page", "kind", "mode", "most", "dialogs"),
    [
        ("../leagues.md", "round-robin", "2", None, ("dates", "ending", "matches", "telling")),
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


# What each week brought, and the match of the day: which it is, and that both are told once.


NOW = datetime(2026, 3, 1, tzinfo=UTC)
OTHER = 777
"""A channel that follows the league."""


def state(*pairs: tuple[int, int], mu: tuple[float | None, ...]) -> SeasonState:
    """Return a season whose entries 1, 2, … have these ratings, with a match of each pair that has just begun."""
    entries = [Entry(number, 1, (number,), NOW, seed_mu=each) for number, each in enumerate(mu, start=1)]
    fixtures = [
        Fixture(number, 1, "division", 1, 1, number, (Side(1, a), Side(2, b)), "running", started_at=NOW)
        for number, (a, b) in enumerate(pairs, start=1)
    ]
    season = StoredSeason(1, 1, 1, 1, "running", TERMS.dump(), b"", NOW)
    return SeasonState(season, TERMS, tuple(entries), tuple(fixtures), (), ())


def chosen(at: SeasonState, now: datetime = NOW) -> int | None:
    found = match_of_the_day(at, now)
    return None if found is None else found.id


def test_the_match_of_the_day_is_high_and_close() -> None:
    mu = (40.0, 20.0, 30.0, 29.0, 5.0, 5.0)
    assert chosen(state((1, 2), (3, 4), (5, 6), mu=mu)) == 2, "neither the best one's nor the closest"
    assert chosen(state((5, 6), (1, 2), mu=mu)) == 1, "both low and level before one that is decided"
    assert chosen(state((3, 4), (4, 3), mu=mu)) == 1, "of two that are equal the first"
    assert chosen(state((3, 4), mu=mu)) is None, "one alone is none of several"
    assert chosen(state((3, 4), (1, 2), (1, 3), mu=(None, *mu[1:]))) is None, "nothing is known of one"
    at = state((3, 4), (1, 2), (5, 6), mu=mu)
    assert chosen(at, NOW + DAY) is None, "they began the day before"
    late = [replace(each, status="over") if each.id == 1 else each for each in at.fixtures]
    assert chosen(replace(at, fixtures=tuple(late))) == 3


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_weeks_and_matches_of_the_day_are_told_once_and_followed(league: Played, poster: NotingPoster) -> None:
    view = await league.found(4, playing_terms(cap=1))
    watches = league.arena.watches
    guild, followed = view.season.guild_id, view.league.id
    for channel in (OTHER, CHANNEL):
        await watches.follow(guild, channel, "league", followed, quiet=False, person_id=ORGANISER)
    await watches.follow(guild, OTHER + 1, "league", followed + 1, quiet=False, person_id=ORGANISER)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    await league.pass_time(timedelta(hours=3))
    (day,) = [number for kind, number in set(news(poster)) if kind == "day"]
    assert day in [each.id for each in await league.running()]
    for days in (8, 14):
        await league.pass_time(timedelta(days=days))
    told = [each for each in news(poster) if each[0] in ("week", "day")]
    assert sorted(set(told)) == [("day", day), ("week", 1), ("week", 3)], "the bot was away at the end of week 2"
    for each in set(told):
        assert told.count(each) == 2, "in the league's channel, and in the one that follows it"
    where = [(post.kind, post.channel_id) for post in poster.posts if post.payload.get("news") in ("week", "day")]
    assert set(where) == {("notice", CHANNEL), ("watch", OTHER)}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_killed_at_any_statement_weeks_and_matches_of_the_day_are_told_once(life: Life) -> None:
    league = await life.rise()
    view = await league.begun(6, playing_terms(cap=1, legs=2))
    seen: set[int] = set()
    deaths = 0
    for week, statement in enumerate(range(1, many(31, 61), many(6, 2)), start=1):
        for each in await league.running():
            await league.lose(each, 2)
        await league.arena.idle()
        began = {each.id for each in await league.running()}
        for time in (timedelta(hours=3), timedelta(weeks=1)):
            with suppress(Killed), dying_before(statement):
                await life.clock.advance(time.total_seconds())
                await league.arena.director.due(key_of(view.season), None)
                deaths -= 1
            deaths += 1
            league = await life.rise()
            await league.arena.idle()
            await league.arena.director.due(key_of(view.season), None)  # once more, though nothing is due
        told = {key: each for key, each in (await _told(league)).items() if key not in seen}
        (day, number), last = told.values()
        assert (day, last) == ("day", ("week", week))
        assert number in began
        seen |= told.keys()
    assert deaths > 4, "it did die before what was due was done"


async def _told(league: Played) -> dict[int, tuple[str, int]]:
    """Return the summaries that were to be posted lately, by the number of the post, in order."""
    rows = sorted((await league.stored())["outbox"], key=lambda each: each.id)
    found = {row.id: (row.payload.get("news"), row.payload.get("number")) for row in rows}
    return {key: each for key, each in found.items() if each[0] in ("week", "day")}
