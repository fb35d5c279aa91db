"""The command line: a copy while others write, and a check that finds what is wrong."""

from __future__ import annotations

import asyncio
import itertools
import runpy
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from admin.__main__ import main
from engine import registry
from engine.__main__ import selfplay
from engine.game import Setup
from engine.session import Session
from store import schema
from store.database import Database
from store.db import migrate
from store.tables import matches, results
from store.tables.matches import dump_outcome
from store.tables.values import MatchSeat, Place, StoredEvent
from tests.monitoring.test_logs import operator
from tests.people import acquaint
from tests.store.samples import START
from tests.store.test_queries import match as results_of

# ruff: noqa: ASYNC240 - nothing else runs in these loops

PLAYED = selfplay(registry.get("replicants"), Setup("2", (), "1"), "store")


def turns(session: Session) -> list[StoredEvent]:
    """Return the events of a game."""
    groups = itertools.groupby(session.entries, key=lambda entry: (entry.turn, entry.seat))
    return [
        StoredEvent(seq, "turn", seat, seat * 10, "/".join(entry.text for entry in entries), (), START)
        for seq, ((_, seat), entries) in enumerate(groups, 1)
    ]


async def write_game(database: Database, session: Session = PLAYED) -> int:
    """Store a game that was played to its end."""
    assert session.outcome is not None
    events = turns(session)
    async with database.write() as connection:
        await acquaint(connection, 10, 20)
        match_id = await matches.add(
            connection,
            guild_id=1,
            channel_id=7,
            game="replicants",
            rules_version=1,
            setup=session.setup,
            seed=session.chance.seed,
            to_act=[1],
            organiser_id=10,
            seats=[MatchSeat(1, 10, "Ann"), MatchSeat(2, 20, "Bob")],
            match_places=[Place("board", 7)],
            at=START,
        )
        for event in events:
            last = event is events[-1]
            outcome = dump_outcome(session.outcome) if last else None
            await matches.append(
                connection, match_id, event, status="over" if last else "running", to_act=[], outcome=outcome
            )
        rows = results_of(match_id, 10, 20, game="replicants")
        await results.add(connection, rows)
        await results.add_totals(connection, results.tally([rows]))
    return match_id


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


@pytest.fixture(autouse=True)
def ready_made() -> None:
    """Stores are made anew here: what the command line makes is checked."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a game in it, to be copied."""
    path = tmp_path_factory.mktemp("original") / "arena.db"

    async def fill() -> None:
        database = await Database.open(path)
        await write_game(database)
        await database.close()

    asyncio.run(fill())
    return path


@pytest.fixture
def filled(original: Path, path: Path) -> Path:
    path.write_bytes(original.read_bytes())
    return path


def run(path: Path, *arguments: str) -> int:
    return main(["--database", str(path), *arguments])


def test_a_whole_database_passes(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(filled, "check") == 0
    assert capsys.readouterr().out == f"1 match with {len(turns(PLAYED))} events, 0 problems\n"


async def test_the_operators_webhook_is_told_what_a_check_finds_and_that_it_failed(
    filled: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def check(*arguments: str) -> int:
        return await asyncio.to_thread(run, filled, *arguments)

    async with operator() as there:
        assert filled.parent == elsewhere
        monkeypatch.setenv("OPERATOR_WEBHOOK", there.url.get_secret_value())
        assert [await check(*each) for each in (["check"], ["ratings", "--check"], ["leagues", "--check"])] == [0, 0, 0]
        assert there.messages == []
        with closing(sqlite3.connect(filled)) as connection, connection:
            connection.execute("DROP TRIGGER events_no_update")
            connection.execute("UPDATE events SET person_id = 11 WHERE seq IN (2, 4)")
        assert await check("check") == 1
        assert await check("check") == 1
        (told,) = there.messages
        lines = told.splitlines()
        assert lines[0] == "**The database isn't as it should be**"
        assert lines[1].startswith("`python -m store check` found: events: row (1, 2) is not what was written")
        assert lines[1].endswith(", and 2 more")
        filled.with_name("arena.db.webhook").unlink()
        filled.write_bytes(b"no database")
        assert await check("ratings", "--check") == 1
        assert f"`python -m store ratings --check` failed: {filled}: file is not a database\n" in there.messages[1]
    filled.with_name("arena.db.webhook").unlink()
    assert await check("check") == 1
    assert "OPERATOR_WEBHOOK did not take a message (check)" in caplog.text


def test_the_help_of_the_check_of_ratings_says_what_finds_other_damage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["ratings", "--help"])
    assert "only in what ratings rest on (`check` finds other damage)" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("UPDATE events SET text = 'E/9Z9/E' WHERE seq = 2", "match 1 does not replay at event 2"),
        ("UPDATE events SET seat = NULL WHERE seq = 2", "match 1 does not replay at event 2"),
        ("DELETE FROM events WHERE seq = 3", "its events are numbered [1, 2, 4"),
        ("UPDATE matches SET seq = seq + 1", "its events are numbered"),
        ("UPDATE matches SET mode = '9'", "does not replay at event 0"),
        ("UPDATE matches SET game = 'chess'", "There's no game chess"),
        ("UPDATE matches SET outcome = '{}'", "its result is noted as {}"),
        ("UPDATE matches SET to_act = '[1]'", "seats (1,) are noted to act"),
        ("UPDATE matches SET status = 'parked', ended_at = NULL", "its status is parked"),
        ("UPDATE events SET person_id = 11 WHERE seq = 2", "events: row (1, 2) is not what was written"),
        ("UPDATE events SET at = '2026-01-01 12:30:16.123456' WHERE seq = 2", "events: row (1, 2) is not"),
        ("UPDATE events SET checksum = x'00' WHERE seq = 2", "events: row (1, 3) is not"),
        ("UPDATE events SET checksum = NULL WHERE seq = 2", "events: row (1, 2) is not"),
        ("UPDATE matches SET seed = x'01'", "matches: row (1,) is not what was written"),
        ("UPDATE matches SET terms = '{\"x\"', seq = 1", "matches: a row after None can't be read"),
        ("UPDATE matches SET clock = '{}'", "matches: the clock of match 1 is not what was written"),
        ("UPDATE matches SET moved_at = '2026-01-01 00:00:00'", "its last turn is noted at 2026-01-01 00:00:00"),
        ("UPDATE matches SET ended_at = '2026-01-01 00:00:00'", "its end is noted at 2026-01-01 00:00:00"),
        ("UPDATE match_seats SET person_id = 12 WHERE seat = 1", "match_seats: row (1, 1) is not what was written"),
        ("UPDATE places SET channel_id = 8", "places: row (1, 'board') is not what was written"),
        ("UPDATE matches SET channel_id = 8", "its channel is noted as 8, its board is shown in [7]"),
        ("UPDATE places SET busy = 1", "place board is marked wrongly"),
        ("UPDATE match_seats SET live = 1 WHERE seat = 2", "seat 2 is marked wrongly"),
        (
            "INSERT INTO sealed_choices VALUES (9, 1, 1, 'x', '2026-01-01', NULL, NULL, NULL)",
            "refers to no row of matches",
        ),
        ("UPDATE alembic_version SET version_num = '0036'", "older than the first release"),
    ],
)
def test_damage_is_found(filled: Path, capsys: pytest.CaptureFixture[str], damage: str, found: str) -> None:
    with closing(sqlite3.connect(filled)) as connection, connection:
        for trigger in ("events_no_update", "events_no_delete"):
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(damage)
    assert run(filled, "check") == 1
    assert found in capsys.readouterr().out


def test_broken_pages_are_found(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    with filled.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    assert run(filled, "check") == 1
    assert "malformed" in capsys.readouterr().out


def test_an_empty_database_is_neither_well_nor_copied(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_bytes(b"")
    copy = path.with_name("copy.db")
    assert run(path, "check") == 1
    assert "there's nothing in it yet: the bot was never started with it" in capsys.readouterr().out
    assert run(path, "backup", str(copy)) == 1
    assert "arena.db is empty" in capsys.readouterr().err
    assert [each.name for each in path.parent.iterdir() if "copy" in each.name] == []


def test_no_database_at_all_is_found(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text("a letter, not a database, and long enough to be looked at in earnest" * 20)
    assert run(path, "check") == 1
    assert "not a database" in capsys.readouterr().out


async def test_a_backup_is_one_moment_though_others_write(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = await Database.open(path)
    await write_game(database)
    copy = path.with_name("copy.db")
    async with database.write() as connection:
        await connection.execute(update(schema.matches).values(organiser_id=99))
        assert await asyncio.to_thread(run, path, "backup", str(copy)) == 0
    await database.close()
    capsys.readouterr()
    assert await asyncio.to_thread(run, copy, "check") == 0
    assert [each.name for each in path.parent.glob("copy*")] == ["copy.db"]
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT organiser_id FROM matches").fetchone() == (10,)


def test_a_backup_makes_its_folder(filled: Path) -> None:
    copy = filled.parent / "backups" / "first" / "copy.db"
    assert run(filled, "backup", str(copy)) == 0
    assert run(copy, "check") == 0


def test_a_backup_replaces_nothing(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = filled.with_name("copy.db")
    copy.write_text("precious")
    assert run(filled, "backup", str(copy)) == 1
    assert copy.read_text() == "precious"
    assert capsys.readouterr().err == f"{copy} is there already, and nothing is replaced: name another file\n"


def test_a_backup_that_fails_leaves_nothing_behind(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text("a letter, not a database, and long enough to be looked at in earnest" * 20)
    assert run(path, "backup", str(path.with_name("copy.db"))) == 1
    assert "not a database" in capsys.readouterr().err
    assert list(path.parent.glob("copy*")) == []


@pytest.mark.parametrize("action", [("check",), ("backup", "copy.db"), ("upgrade",)])
def test_without_a_database_nothing_is_made(
    path: Path, action: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    mistyped = path.parent / "mistyped" / "arena.db"
    assert run(mistyped, *action) == 1
    assert not mistyped.parent.exists()
    assert "there's no database" in capsys.readouterr().err


def test_a_file_that_is_no_database_is_named(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text("not a database, but long enough to be taken for one: " * 40, encoding="utf-8")
    for action in ("upgrade", "check"):
        assert run(path, action) == 1
        printed = capsys.readouterr()
        assert "file is not a database" in printed.out + printed.err


def test_the_schema_of_a_newer_version_is_left_alone(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = filled.read_bytes()
    assert run(filled, "upgrade") == 1
    assert "the schema is 9999, newer than this version knows" in capsys.readouterr().err
    assert run(filled, "check") == 1
    assert "the schema is 9999, newer than this version knows" in capsys.readouterr().out
    assert filled.read_bytes() == before


def test_upgrade_makes_and_upgrades(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", str(path))
    assert main(["upgrade", "--create"]) == 0
    assert main(["upgrade"]) == 0
    assert main(["upgrade", "--create"]) == 0
    assert main(["check"]) == 0
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (migrate.head(),)


def test_an_address_that_is_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--database", "mysql://localhost/arena", "check"]) == 1
    assert "must be the path of a SQLite file" in capsys.readouterr().err


def test_a_file_of_settings_that_is_no_text_is_named(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (elsewhere / ".env").write_bytes(b"LOG_LEVEL=INFO\nOPERATOR_NAME=hunter2 M\xfcller\n")
    assert main(["check"]) == 1
    assert capsys.readouterr().err == ".env can't be read: line 2 isn't UTF-8\n"


def test_what_the_server_says_is_told_without_the_statement(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = OperationalError("SELECT secret", {}, sqlite3.OperationalError("database is locked"))
    monkeypatch.setattr("admin.__main__._upgrade", Mock(side_effect=locked))
    assert run(path, "upgrade", "--create") == 1
    assert capsys.readouterr().err == f"{path}: database is locked\n"


def test_python_m_store_hands_over(
    filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["store", "--database", str(filled), "leagues", "--check"])
    monkeypatch.delitem(sys.modules, "store.__main__", raising=False)  # as another test may have imported it
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("store", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out == "0 seasons with 0 fixtures: every standing is as computed\n"
