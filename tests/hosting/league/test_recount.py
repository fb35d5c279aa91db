"""Seasons are computed from results and decisions, compared with what is stored; the first difference is named."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from engine.text import say
from store.__main__ import main
from store.db import files
from tests.hosting.conftest import ManualClock, NotingPoster, open_arena
from tests.hosting.league.playing import ORGANISER, terms, with_builder

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
    await arena.decisions.points(league.season, ORGANISER, two.id, dict.fromkeys(two.entries, 30), say("Agreed."))
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
def filled(new_store: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What such a store is, made once."""
    path = tmp_path_factory.mktemp("leagues") / "arena.db"
    path.touch(files.PRIVATE)
    path.write_bytes(new_store.read_bytes())
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, play(path)).result()
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, filled: bytes) -> Path:
    """A copy of it."""
    path = tmp_path / "arena.db"
    path.touch(files.PRIVATE)
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
        ("UPDATE standings SET points = points + 60 WHERE entry_id = 1", "season 1: entry 1: stored is played ", None),
        ("DELETE FROM standings WHERE entry_id = 2", "season 1: entry 2: stored is played 0 ", None),
        (
            "UPDATE fixture_sides SET points = 120 - points WHERE fixture_id = 3",
            "season 1: fixture 3: by played stored is 120:0, computed 0:120",
            "fixture_sides: row (3, ",
        ),
        (
            "UPDATE results SET rank = 3 - rank WHERE match_id = (SELECT match_id FROM fixtures WHERE id = 3)",
            "season 1: fixture 3: by played stored is 0:120, computed 120:0",
            "results: row (",
        ),
        ("DELETE FROM decisions", "season 1: fixture 2: it was decided, and no decision ", None),
        (
            "UPDATE decisions SET detail = replace(detail, '30', '40')",
            "season 1: fixture 2: by decision stored is 30:30, computed 40:40",
            "decisions: row (1,) is not what was written",
        ),
        (
            "UPDATE fixtures SET match_id = NULL WHERE id = 4",
            "season 1: fixture 4: it is running without a match",
            "fixtures: row (4,) is not what was written",
        ),
        (
            "UPDATE fixtures SET status = 'running', why = NULL, ended_at = NULL WHERE id = 3",
            "season 1: fixture 3: it is running, with points [0, 120]",
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
            "season 1: what is stored cannot be read: rows of 1 are missing",
            None,
        ),
        ("UPDATE divisions SET up = 1 WHERE season_id = 1", "season 1: division 1: 1 are promoted, 0 relegated ", None),
        (
            "UPDATE entries SET division = 2 WHERE id = 1",
            "season 1: fixture 2: entry 1 is in division 2, not in 1",
            "entries: row (1,) is not what was written",
        ),
        (
            "UPDATE fixture_sides SET seat = 3 WHERE fixture_id = 1 AND seat = 2",
            "season 1: fixture 1: its seats are [1, 3] ",
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
