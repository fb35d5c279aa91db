"""Results and ratings as files, from which a sceptic computes every rating again."""

from __future__ import annotations

import csv
import io
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from store.__main__ import main
from store.database import Database
from store.export import PLAYERS, RATINGS, RESULTS, Exported, export
from store.tables import people
from tests.hosting.rating.ladder import START, Ladder, won

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "ratings.md"


@pytest_asyncio.fixture
async def played(tmp_path: Path) -> AsyncIterator[Path]:
    """A store with pools of two servers, with every way in which a seat can enter, ties, teams and corrections."""
    database = await Database.open(tmp_path / "arena.db")
    async with database.write() as connection:
        for account, known_as in ((900001, "Ann"), (900002, "=Bob, the 2nd"), (900003, 'C "C" Cleo'), (900004, "Dan")):
            person_id = await people.enter(connection, account, START)
            await people.remember(connection, 1, person_id, known_as)
        await people.remember(connection, 2, 1, "Anna")
        await people.forget(connection, 4, START)
    ladder = Ladder(database)
    await ladder.end(*won(1, 2))
    await ladder.end((1, "full", 1), (1, "full", 2), (3, "full", 3), (3, "full", 4))
    await ladder.end((1, "gain", 2), (2, "full", 4), why="undecided")
    await ladder.end((1, "gain", 2), (2, "full", 4))
    await ladder.end((2, "gain", 1), (1, "hold", 2), (3, "out", None), (4, "full", 3))
    await ladder.end((1, "full", 1), (2, "full", 2), (1, "full", 3), (2, "full", 4), teams=(0, 1, 0, 1))
    await ladder.correct(2, (4, "full", 1), (1, "full", 2), (2, "full", 3), (2, "full", 4))
    await ladder.correct(3, *won(1, 2))
    await ladder.end(*won(3, 2))
    await ladder.correct(4, *won(1, 2), why="void")
    await Ladder(database, guild_id=2, ended=100).end(*won(1, 2))
    await database.close()
    yield tmp_path / "arena.db"


def read(path: Path, filename: str) -> list[list[str]]:
    with zipfile.ZipFile(path) as archive:
        return list(csv.reader(io.StringIO(archive.read(filename).decode("utf-8"), newline="")))


def recompute(archive: Path) -> subprocess.CompletedProcess[str]:
    """Run the page of the documentation, which has the ZIP and openskill alone."""
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    script = archive.with_name("recompute.py")
    script.write_text(program, encoding="utf-8")
    command = [sys.executable, "-I", str(script), str(archive)]
    return subprocess.run(command, cwd=archive.parent, capture_output=True, text=True, check=False)


async def test_three_files_hold_what_is_known(played: Path, tmp_path: Path) -> None:
    target = tmp_path / "all.zip"
    assert await export(played, target) == Exported(4, 22, 19)
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["results.csv", "ratings.csv", "players.csv"]
        assert not any(b"\r" in archive.read(each) for each in archive.namelist())
    assert read(target, "players.csv") == [
        list(PLAYERS),
        ["1", "Ann", "2026-03-01T00:00:00Z", "", ""],
        ["2", "'=Bob, the 2nd", "2026-03-01T00:00:00Z", "", ""],
        ["3", 'C "C" Cleo', "2026-03-01T00:00:00Z", "", ""],
        ["4", "", "2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z", ""],
    ]
    header, *rows = read(target, "results.csv")
    assert header == list(RESULTS)
    found = {(row["match"], row["seat"]): row for row in (dict(zip(header, each, strict=True)) for each in rows)}
    assert ",".join(found["5", "1"].values()) == (
        "5,0,tally,2,,1,1,,,,1,1,0,5,5,5,2,0,,2026-03-01T00:00:00Z,2026-03-01T00:05:00Z,rules,1,,gain,1,4"
    )
    assert [found["4", seat][name] for seat in "12" for name in ("revision", "why", "rated", "player", "pool_no")] == [
        *("1", "void", "", "", ""),
        *("1", "void", "", "", ""),
    ]
    assert [found["3", "1"][name] for name in ("revision", "rated", "pool_no")] == ["1", "full", "6"]
    header, *rows = read(target, "ratings.csv")
    assert header == list(RATINGS)
    assert [row[:5] for row in rows[:3]] == [
        ["1", "1", "1", "1", "1"],
        ["1", "1", "1", "2", "2"],
        ["1", "2", "2", "1", "1"],
    ]
    assert rows[0][5:] == ["25.0", "8.333333333333334", "27.635389493140497", "8.06590141354368", "1"]
    assert all(b"9000" not in zipfile.ZipFile(target).read(each) for each in ("players.csv", "results.csv"))


async def test_one_server_has_a_file_of_its_own(played: Path, tmp_path: Path) -> None:
    target = tmp_path / "one.zip"
    assert await export(played, target, 2) == Exported(2, 2, 2)
    assert [row[:2] for row in read(target, "players.csv")[1:]] == [["1", "Anna"], ["2", ""]]
    assert {row[0] for row in read(target, "ratings.csv")[1:]} == {"2"}


async def test_what_counts_for_all_servers_is_there_twice(tmp_path: Path) -> None:
    played, target = tmp_path / "arena.db", tmp_path / "all.zip"
    database = await Database.open(played)
    async with database.write() as connection:
        for account in (1, 2, 3):
            await people.enter(connection, account, START)
    one, other = Ladder(database, 8, everywhere=True), Ladder(database, 9, everywhere=True, ended=10)
    await one.end(*won(1, 2))
    await other.end(*won(2, 3))
    await Ladder(database, 9, ended=20).end(*won(3, 1))  # not there
    await one.end(*won(3, 1), wanted=False)
    await one.correct(1, *won(2, 1))
    await database.close()

    assert await export(played, target) == Exported(3, 12, 10)
    header, *rows = read(target, "results.csv")
    found = [dict(zip(header, each, strict=True)) for each in rows]
    assert [(row["match"], row["pool"], row["pool_no"]) for row in found if row["seat"] == "1"] == [
        *(("1", "2", "1"), ("1", "1", "1")),
        ("2", "", ""),
        *(("11", "2", "2"), ("11", "3", "1")),
        ("21", "3", "2"),
    ]
    assert recompute(target).stdout == "10 ratings, 0 differ\n"
    alone = tmp_path / "one.zip"
    assert await export(played, alone, 9) == Exported(3, 4, 4)
    assert {row[0] for row in read(alone, "ratings.csv")[1:]} == {"3"}


async def test_the_same_results_make_the_same_file(played: Path, tmp_path: Path) -> None:
    for each in ("first.zip", "second.zip"):
        await export(played, tmp_path / each)
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()


def test_a_file_that_is_there_is_not_overwritten(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "here.zip"
    arguments = ["--database", str(played), "results", "--export", str(target)]
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"4 players, 22 results, 19 ratings: {target}\n"
    before = target.read_bytes()
    assert main(arguments) == 1
    assert "File exists" in capsys.readouterr().err
    assert target.read_bytes() == before


def test_a_database_of_another_schema_is_not_exported(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(played)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert main(["--database", str(played), "results", "--export", str(tmp_path / "new.zip")]) == 1
    assert capsys.readouterr().err.startswith("the schema is 9999, of a newer version than this one")
    assert not (tmp_path / "new.zip").exists()


def test_nothing_is_left_of_a_file_that_cannot_be_written(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(played)) as connection:
        connection.execute("DROP TRIGGER results_no_update")
        connection.execute("UPDATE results SET player_id = 2 WHERE match_id = 1")
        connection.commit()
    assert main(["--database", str(played), "results", "--export", str(tmp_path / "new.zip")]) == 1
    assert "match 1: its results cannot be rated" in capsys.readouterr().err
    assert not (tmp_path / "new.zip").exists()


@pytest.mark.parametrize("damage", ["started_at = 'soon'", "options = 'x'", "starter_id = 'Ann'"])
def test_a_damaged_row_is_no_file_and_no_traceback(
    played: Path, tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(played)) as connection:
        connection.execute("DROP TRIGGER results_no_update")
        connection.execute(f"UPDATE results SET {damage} WHERE match_id = 1")  # noqa: S608 - of its own
        connection.commit()
    assert main(["--database", str(played), "results", "--export", str(tmp_path / "new.zip")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("what is stored cannot be read: ")
    assert said.endswith("; `python -m store check` names the row\n")
    assert not (tmp_path / "new.zip").exists()


def test_a_sceptic_gets_every_rating_to_the_last_digit(played: Path, tmp_path: Path) -> None:
    """By the page of the documentation."""
    target, spoilt = tmp_path / "all.zip", tmp_path / "spoilt.zip"
    assert main(["--database", str(played), "results", "--export", str(target)]) == 0
    done = recompute(target)
    assert (done.stdout, done.stderr, done.returncode) == ("19 ratings, 0 differ\n", "", 0)

    with zipfile.ZipFile(target) as source, zipfile.ZipFile(spoilt, "w") as copy:
        for each in source.namelist():
            copy.writestr(each, source.read(each).replace(b"27.635389493140497", b"27.635389493140498"))
    done = recompute(spoilt)
    assert done.stdout.startswith(
        "pool 1, match 1, seat 1: written ('1', '25.0', '8.333333333333334', '27.635389493140498'"
    )
    assert done.returncode == 1
