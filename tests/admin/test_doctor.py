"""What a start needs, looked at before it: what stops it ends with 78 and says what to do."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import URL, insert

from admin import doctor
from admin.__main__ import main
from store import schema
from store.database import Database
from store.db import backups, migrate
from store.db.addresses import StoreError
from store.db.files import SessionLock
from store.share import Sharing
from store.tables import outages
from tests.databases import NEEDS_POSTGRESQL, postgresql, setting
from tests.ports import free_port
from tests.store.made_up import NEXT, next_release, with_step

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.hunter2hunter2hunter2hunter2hunter2"  # noqa: S105 - nobody's
DOCS = Path(__file__).parents[2] / "docs"
_IGNORED = re.compile(r"^ *ignore_startup_parameters = .*", re.MULTILINE)
NEEDS_USER = pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write anywhere")


@pytest.fixture(autouse=True)
def settings(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings with which all is well."""
    for name, value in {"DISCORD_TOKEN": TOKEN, "OPERATOR_NAME": "Ann", "OPERATOR_CONTACT": "ann@example.org"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("store.db.files.START_S", 0.0)
    return elsewhere


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    """Return the status and the lines that are not all right."""
    capsys.readouterr()
    status = main([*arguments, "doctor"])
    written = capsys.readouterr()
    assert "hunter2" not in written.out + written.err
    return status, [line for line in written.out.splitlines() if not line.startswith("ok ")] + written.err.splitlines()


def one(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Return the status and the only line that is not all right."""
    status, (line,) = run(capsys, *arguments)
    return status, line


def make(path: Path = Path("data/arena.db")) -> Path:
    async def opened() -> None:
        await (await Database.open(path)).close()

    asyncio.run(opened())
    return path


def test_before_the_first_start_and_after_it_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys) == (0, [])
    assert not Path("data").exists(), "nothing is made"
    path = make()
    before = path.read_bytes()
    assert run(capsys) == (0, [])
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "token",
    [f"Bot {TOKEN}", f'"{TOKEN}"', TOKEN.partition(".")[0], "x" * 70, f"{'x' * 24}.GabcdE.{'y' * 38}"],
)
def test_what_is_no_token_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    status, said = one(capsys)
    assert status == 78
    assert said.startswith("stop  DISCORD_TOKEN isn't a bot's token")


def test_settings_that_are_wrong_are_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("DATABSE=x\nGREETING=hello\n", encoding="utf-8")
    Path(".env").chmod(0o600)
    assert run(capsys) == (
        78,
        [
            "stop  .env has DATABSE, which is no setting: write DATABASE",
            "note  .env has names that aren't settings: GREETING",
        ],
    )
    monkeypatch.setenv("BACKUP_KEEP", "0")
    status, said = run(capsys)
    assert (status, said[0].startswith("BACKUP_KEEP: ")) == (78, True)
    Path(".env").write_bytes(b"LOG_LEVEL=\xff\n")
    assert run(capsys) == (78, [".env can't be read: line 1 isn't UTF-8"])


def test_what_is_worth_knowing_stops_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("OPERATOR_CONTACT", "")
    path = make()
    path.chmod(0o644)
    Path(".env").touch(0o644)
    Path(".env").chmod(0o644)
    status, said = run(capsys)
    assert status == 0
    for line, begin in zip(said, ("DISCORD_TOKEN is empty", "OPERATOR_NAME and", "others can read"), strict=True):
        assert line.startswith(f"note  {begin}")
    assert said[2].endswith("chmod 600 .env data/arena.db")


@pytest.mark.parametrize(
    ("workers", "cores", "note"), [("0", 4, "=0: there are no"), ("3", 1, "=3, and this machine has one core: ")]
)
def test_workers_of_computers_are_compared_with_the_machine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, workers: str, cores: int, note: str
) -> None:
    make()
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    monkeypatch.setenv("COMPUTER_WORKERS", workers)
    status, said = run(capsys)
    assert status == 0
    assert [line for line in said if line.startswith(f"note  COMPUTER_WORKERS{note}")]


def test_where_health_is_served_is_tried(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        monkeypatch.setenv("HTTP", f"127.0.0.1:{port}")
        status, said = one(capsys)
        assert (status, said.startswith(f"note  HTTP=127.0.0.1:{port} is taken, by the bot if it runs")) == (0, True)
    assert run(capsys) == (0, [])
    monkeypatch.setenv("HTTP", f"0.0.0.0:{port}")
    status, said = one(capsys)
    assert (status, said.startswith(f"note  HTTP=0.0.0.0:{port} can be read by everybody")) == (0, True)
    monkeypatch.setenv("HTTP", "192.0.2.1:8080")  # RFC 5737
    status, said = one(capsys)
    assert (status, said.startswith("stop  HTTP=192.0.2.1:8080 can't be served (")) == (78, True)
    monkeypatch.setenv("OPERATOR_WEBHOOK", "http://example.com/hunter2")
    assert run(capsys)[0] == 78


def test_a_database_that_cannot_be_used_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = make()
    path.rename("data/elsewhere.db")
    status, said = one(capsys)
    assert (status, "data/arena.db is gone: put a backup in its place" in said) == (78, True)
    path.touch(0o600)
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 4096)
    status, said = one(capsys)
    assert (status, "arena.db is damaged" in said) == (78, True)
    path.unlink()
    Path("data/elsewhere.db").rename(path)
    with next_release(with_step(tmp_path)):
        status, said = one(capsys)
        assert (status, f"will be migrated from {migrate.head()}" in said) == (0, False)
        assert said.endswith(f"to {NEXT} at the start")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    status, said = one(capsys)
    assert (status, "newer than this version knows" in said) == (78, True)


async def test_a_bot_that_runs_is_no_trouble(capsys: pytest.CaptureFixture[str]) -> None:
    database = await Database.open("data/arena.db")
    status, said = await asyncio.to_thread(one, capsys)
    assert (status, said.startswith("note  ")) == (0, True)
    assert f"is in use by process {os.getpid()}" in said
    await database.close()


def test_a_last_sign_of_life_in_the_future_is_a_wrong_clock(capsys: pytest.CaptureFixture[str]) -> None:
    path = make()

    async def live() -> None:
        database = await Database.open(path)
        async with database.write() as connection:
            sign = outages.Sign(0, 1, datetime.now(UTC) + timedelta(hours=1))
            await outages.set_alive(connection, 1, sign)
        await database.close()

    asyncio.run(live())
    status, said = one(capsys)
    assert (status, said.endswith("in the future: set the clock")) == (78, True)


def test_a_full_disk_is_found(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    make()
    monkeypatch.setattr("admin.doctor.shutil.disk_usage", lambda _: SimpleNamespace(free=2**20))
    status, said = one(capsys)
    assert (status, said.startswith("stop  1 MiB are free in ")) == (78, True)


@NEEDS_USER
def test_a_folder_that_may_not_be_written_is_named_with_its_setting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("closed").mkdir(mode=0o500)
    monkeypatch.setenv("BACKUP_FOLDER", "closed/backups")
    status, said = one(capsys)
    assert (status, said.endswith("or set BACKUP_FOLDER to another place")) == (78, True)


def test_a_file_where_a_folder_should_be_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("taken").touch()
    monkeypatch.setenv("DELETIONS", "taken/list")
    status, said = one(capsys)
    assert (status, said.endswith("or set DELETIONS to another place")) == (78, True)


@NEEDS_POSTGRESQL
async def test_a_server_is_looked_at_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with postgresql(empty=True) as address:
        arguments = ("--database", setting(address))
        assert await asyncio.to_thread(run, capsys, *arguments) == (0, [])
        database = await Database.open(address)
        async with database.write() as connection:
            await connection.execute(insert(schema.notes), {"key": "k", "value": "v"})
        status, said = await asyncio.to_thread(one, capsys, *arguments)
        assert (status, " is in use by arena " in said) == (0, True)
        await database.close()

        with monkeypatch.context() as patch:
            patch.setattr(doctor, "MOST_AHEAD", timedelta(days=-1))
            status, said = await asyncio.to_thread(one, capsys, *arguments)
            assert (status, said.endswith("set both by NTP")) == (78, True)
        monkeypatch.setattr(backups, "_DEBIAN", tmp_path)
        monkeypatch.setenv("PATH", "")
        status, lines = await asyncio.to_thread(run, capsys, *arguments)
        assert (status, len(lines)) == (78, 2)
        assert all("or set BACKUP=off and make backups yourself" in line for line in lines)
        monkeypatch.setenv("BACKUP", "off")
        assert (await asyncio.to_thread(run, capsys, *arguments))[0] == 0
        wrong = address.set(database="nobody")
        status, said = await asyncio.to_thread(one, capsys, "--database", setting(wrong))
        assert (status, 'database "nobody" does not exist' in said) == (78, True)
        deaf = address.update_query_dict({"host": str(tmp_path)})
        status, said = await asyncio.to_thread(one, capsys, "--database", setting(deaf))
        assert (status, "can't be used: " in said) == (78, True)


@NEEDS_POSTGRESQL
async def test_processes_and_spares_are_counted_and_nothing_is_taken_from_one_that_starts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with postgresql() as address:
        databases = [await Database.open(address, sharing=Sharing(2)) for _ in range(2)]
        spare = SessionLock(address, 2)
        assert not await spare.join()
        await spare.joined()
        monkeypatch.setattr(SessionLock, "_connect", None)
        monkeypatch.setenv("DATABASE", setting(address))
        monkeypatch.setenv("PROCESSES", "2")
        status, said = await asyncio.to_thread(one, capsys)
        assert (status, said.count(" since 20")) == (0, 3)
        assert " is in use by 3 processes, 1 of them spare: arena" in said
        for name, value in (("SHARDS", "3"), ("PROCESSES", "1"), ("PROCESSES", "3")):
            with monkeypatch.context() as patch:
                patch.setenv(name, value)
                status, (_, found) = await asyncio.to_thread(run, capsys)
            assert (status, found) == (
                78,
                "stop  those that run have SHARDS=2 and PROCESSES=2: set the same here, or stop all of them first",
            )
        await spare.release()
        for database in databases:
            await database.close()


@NEEDS_POSTGRESQL
async def test_one_that_has_all_servers_leaves_none_to_several(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with postgresql() as address:
        monkeypatch.setenv("DATABASE", setting(address))
        monkeypatch.setenv("PROCESSES", "3")
        database = await Database.open(address)
        status, (_, found) = await asyncio.to_thread(run, capsys)
        assert (status, found) == (78, "stop  PROCESSES=3, but the one that runs has all servers: stop it first")
        await database.close()
        assert await asyncio.to_thread(run, capsys) == (0, [])


@NEEDS_POSTGRESQL
@pytest.mark.skipif(shutil.which("pgbouncer") is None, reason="pgbouncer is not installed")
@pytest.mark.parametrize("mode", ["session", "transaction"])
async def test_a_pooler_that_changes_sessions_is_refused_at_the_start_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, mode: str
) -> None:
    async with postgresql(empty=True) as address, pooler(address, tmp_path, mode) as pooled:
        status, said = await asyncio.to_thread(run, capsys, "--database", setting(pooled))
        if mode == "session":
            assert (status, said) == (0, [])
            for sharing in (None, Sharing(2)):
                await (await Database.open(pooled, sharing=sharing)).close()
        else:
            assert (status, len(said)) == (78, 1)
            assert "is behind a pooler that changes sessions between transactions" in said[0]
            for sharing in (None, Sharing(2), None):
                with pytest.raises(StoreError, match="is behind a pooler that changes sessions"):
                    await Database.open(pooled, sharing=sharing)


@asynccontextmanager
async def pooler(address: URL, folder: Path, mode: str) -> AsyncIterator[URL]:
    """Give the address of a database behind PgBouncer."""
    port = free_port()
    lines = [
        "[databases]",
        f"* = host={address.query.get('host', address.host)} port={address.port or 5432} user={address.username}",
        "[pgbouncer]",
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\npool_mode = {mode}",
        *_IGNORED.findall((DOCS / "postgresql.md").read_text(encoding="utf-8")),
    ]
    file = folder / "pgbouncer.ini"
    file.write_text("\n".join(lines), encoding="utf-8")
    # As root it doesn't start; the server's socket may be in a folder of its user's.
    user = ["-u", "postgres"] if os.geteuid() == 0 else []
    process = await asyncio.create_subprocess_exec("pgbouncer", "-q", *user, str(file))
    try:
        async with asyncio.timeout(180):
            while process.returncode is None:
                with suppress(OSError):
                    (await asyncio.open_connection("127.0.0.1", port))[1].close()
                    break
                await asyncio.sleep(0.02)
        yield URL.create(address.drivername, address.username, None, "127.0.0.1", port, address.database)
    finally:
        process.terminate()
        await process.wait()


def test_a_proxy_that_does_not_answer_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        monkeypatch.setenv("DISCORD_PROXY", f"http://127.0.0.1:{port}")
        assert run(capsys) == (0, [])
    status, said = one(capsys)
    assert (status, said.startswith(f"stop  DISCORD_PROXY=http://127.0.0.1:{port} doesn't answer (")) == (78, True)


@NEEDS_POSTGRESQL
async def test_a_server_that_does_not_encrypt_where_it_must_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """The bot would end with 78, too: trying again does not help."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(8)
        writer.write(b"N")
        await writer.drain()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        address = f"postgresql://ann@127.0.0.1:{port}/arena?sslmode=require"
        with pytest.raises(StoreError, match="doesn't encrypt connections, which sslmode demands"):
            await Database.open(address)
        status, said = await asyncio.to_thread(one, capsys, "--database", address)
    assert (status, said.endswith("it doesn't encrypt connections, which sslmode demands")) == (78, True)
