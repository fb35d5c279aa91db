"""Ratings are computed again from the results, compared with what is stored, and repaired by appending."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from engine import registry
from store import check
from store.__main__ import main
from store.check import check_database
from store.database import Database
from store.db import files, migrate
from store.db.addresses import StoreError
from store.ratings.model import MODEL
from store.schema.dialects import lift_append_only
from tests.hosting.rating.ladder import Ladder, won

Change = Callable[[str], None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


async def play(path: Path) -> None:
    """Fill a store with a pool of five matches, one of them corrected, and a pool of one match."""
    database = await Database.open(path)
    ladder = Ladder(database)
    for match in (won(1, 2), won(2, 3), won(3, 1)):
        await ladder.end(*match)
    await ladder.correct(2, *won(3, 2))
    await ladder.end(*won(1, 2))
    await ladder.end((1, "hold", 1), (2, "full", 3))
    await Ladder(database, guild_id=2, ended=5).end(*won(1, 2))
    await database.close()


@pytest.fixture(scope="module")
def filled(new_store: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What such a store is, made once."""
    path = tmp_path_factory.mktemp("played") / "arena.db"
    path.touch(files.PRIVATE)
    path.write_bytes(new_store.read_bytes())
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, play(path)).result()
    return path.read_bytes()


@pytest.fixture
def played(path: Path, filled: bytes) -> Path:
    """A copy of it."""
    path.touch(files.PRIVATE)
    path.write_bytes(filled)
    return path


@pytest.fixture
def change(played: Path) -> Change:
    """Run a statement behind the back of the program, whatever guards the tables."""

    def run(statement: str) -> None:
        with closing(sqlite3.connect(played)) as connection:
            for table in ("results", "rating_changes"):
                lift_append_only(connection.execute, "sqlite", table)
            connection.execute(statement)
            connection.commit()

    return run


def ratings(path: Path, action: str = "--check") -> int:
    return main(["--database", str(path), "ratings", action])


async def test_what_is_stored_is_what_is_computed(played: Path) -> None:
    assert await check.check_ratings(played) == check.Checked(2, 6, ())
    assert await check.repair_ratings(played) == check.Rebuilt({}, ())


def test_the_command_says_in_a_line_that_all_is_well(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ratings(played) == 0
    assert capsys.readouterr().out == "2 pools with 6 rated matches: every rating is as computed\n"
    assert ratings(played, "--rebuild") == 0
    assert capsys.readouterr().out == "every rating is as computed\n"


@pytest.mark.parametrize(
    ("statement", "first", "row"),
    [
        (
            "UPDATE ratings SET mu = 30.5 WHERE pool_id = 1 AND person_id = 2",
            "pool 1 (tally 2), match 4, person 2: stored is mu 30.5 ",
            "ratings: row (1, 2) is not what was written",
        ),
        (
            "UPDATE rating_changes SET sigma = 7.5 WHERE pool_no = 4 AND person_id = 1",
            "pool 1 (tally 2), match 4, person 1: stored is mu ",
            "rating_changes: row (10,) is not what was written",
        ),
        (
            "UPDATE rating_changes SET games = 'some' WHERE pool_no = 1 AND person_id = 2 AND pool_id = 1",
            "pool 1 (tally 2), match 1, person 2: stored is mu ",
            "rating_changes: row (2,) is not what was written",
        ),
        (
            "DELETE FROM rating_changes WHERE pool_id = 2 AND person_id = 2",
            "pool 2 (tally 2), match 6, person 2: stored is nothing, computed mu 25.0 ",
            None,
        ),
        (
            "DELETE FROM ratings WHERE pool_id = 2",
            "pool 2 (tally 2), match 6, person 1: stored is mu 25.0 sigma 8.333333333333334 games 0, computed mu ",
            None,
        ),
        (
            "UPDATE results SET rank = 3 - rank WHERE match_id = 4",
            "pool 1 (tally 2), match 4, person 1: stored is mu ",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET rank = 'first' WHERE match_id = 4 AND seat = 1",
            "pool 1: match 4: its results cannot be rated: ",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET player_id = 2 WHERE match_id = 4",
            "pool 1: match 4: its results cannot be rated: there are no two sides",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET ended_at = 'soon' WHERE match_id = 4 AND seat = 1",
            "what is stored cannot be read: ",
            "results: a row after (3, 1, 0, 2) cannot be read: ",
        ),
        (
            "UPDATE results SET pool_id = 9 WHERE match_id = 6",
            "match 6: there is no pool 9",
            "results: row (6, 2, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET rated = NULL WHERE match_id = 4 AND seat = 1",
            "match 4: nothing says how seat 1 is rated",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET pool_no = 1 << 62 WHERE match_id = 4",
            f"pool 1 (tally 2): stored is 5 as the last number, computed {1 << 62}",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE results SET pool_no = 9223372036854775807 WHERE match_id = 4",
            "what is stored cannot be read: ",
            "results: row (4, 1, 0, 1) is not what was written",
        ),
        (
            "UPDATE pools SET last_no = 3 WHERE id = 1",
            "pool 1 (tally 2): stored is 3 as the last number, computed 5",
            None,
        ),
        (
            "UPDATE pools SET model = 'Elo' WHERE id = 2",
            "pool 2 (tally 2): stored is the model Elo, computed with openskill",
            "pools: row (2,) is not what was written",
        ),
    ],
)
def test_the_first_difference_is_shown_and_the_damaged_row_named(
    change: Change, played: Path, statement: str, first: str, row: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    change(statement)
    assert ratings(played) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(first)
    assert row is None or any(each.startswith(row) for each in lines[1:])


async def test_the_check_of_the_whole_database_looks_at_ratings_too(change: Change, played: Path) -> None:
    change("UPDATE pools SET last_no = 3 WHERE id = 1")
    report = await check_database(played, registry.get)
    assert "pool 1 (tally 2): stored is 3 as the last number, computed 5" in report.problems


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ratings SET mu = 30.5 WHERE pool_id = 1 AND person_id = 2",
        "DELETE FROM ratings",
        "INSERT INTO ratings VALUES (1, 77, 30.0, 2.0, 5, 3, '2026-03-01 00:00:00.000000', x'00')",
        "UPDATE rating_changes SET sigma = 7.5 WHERE pool_no = 4",
        "DELETE FROM rating_changes",
        "UPDATE pools SET last_no = 3 WHERE id = 1",
    ],
)
async def test_a_repair_writes_what_follows_from_the_results(change: Change, played: Path, statement: str) -> None:
    change(statement)
    assert (await check.check_ratings(played)).problems
    before = rows(played, "rating_changes")
    assert (await check.repair_ratings(played)).problems == ()
    assert rows(played, "rating_changes")[: len(before)] == before
    assert await check.check_ratings(played) == check.Checked(2, 6, ())

    database = await Database.open(played)
    ladder = Ladder(database, ended=6, corrected=1)
    await ladder.end(*won(2, 1))
    await ladder.correct(3, *won(1, 3))
    assert await ladder.differences() == []
    await database.close()


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("UPDATE results SET rank = 'first' WHERE match_id = 4", "pool 1: match 4: its results cannot be rated: "),
        ("UPDATE results SET ended_at = 'soon' WHERE match_id = 4", "pool 1 cannot be read: "),
    ],
)
def test_a_repair_of_results_that_cannot_be_rated_writes_nothing_there(
    change: Change, played: Path, damage: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(damage)
    change("UPDATE ratings SET mu = 30.5")
    before = rows(played, "ratings")
    assert ratings(played, "--rebuild") == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(why)
    assert second == "pool 2: 2 ratings written"
    assert [row for row in rows(played, "ratings") if row[0] == 1] == [row for row in before if row[0] == 1]


def test_a_pool_of_another_model_is_not_repaired_by_this_one(
    change: Change, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change("UPDATE pools SET model = 'Elo' WHERE id = 2")
    assert ratings(played, "--rebuild") == 1
    assert capsys.readouterr().out == f"pool 2 is rated by Elo, this version rates by {MODEL}\n"


@pytest.mark.parametrize("action", ["ratings --check", "check"])
def test_a_damaged_schema_is_said_in_a_line(played: Path, action: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What SQLite says of it has the damaged bytes in it, which are no text."""
    played.write_bytes(played.read_bytes().replace(b"CREATE TABLE places", b"CREATE \xdcABLE places"))
    assert main(["--database", str(played), *action.split()]) == 1
    assert capsys.readouterr().err.startswith(f"{played} is damaged: ")


@pytest.mark.parametrize("action", ["--check", "--rebuild"])
async def test_another_schema_is_named_as_such(path: Path, action: str) -> None:
    database = await Database.open(path)
    await database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    found = await (check.check_ratings(path) if action == "--check" else check.repair_ratings(path))
    assert found.problems == (f"the schema is 9999, of a newer version than this one, which knows {migrate.head()}",)


async def test_ratings_that_are_in_use_are_not_repaired(played: Path) -> None:
    database = await Database.open(played)
    with pytest.raises(StoreError):
        await check.repair_ratings(played)
    await database.close()


def rows(path: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2"))  # noqa: S608 - a name of its own
