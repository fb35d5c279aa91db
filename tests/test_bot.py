"""The entry point: what it runs, what it refuses, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest
from pydantic import SecretStr
from sqlalchemy import URL
from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, OperationalError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

import bot
import local
from cogs.core.bot import ArenaBot, DiscordClock
from cogs.core.permissions import wanted
from settings import VERSION, Settings
from store.database import Database
from store.db.addresses import InUseError, LostError, UnreachableError, parse
from store.db.files import CLASS, PROCESS
from store.share import Sharing
from tests.databases import NEEDS_POSTGRESQL, postgresql
from tests.wire.double import BotProcess, Double
from tests.wire.stage import arena_double

Maker = Callable[[], ArenaBot]

pytestmark = pytest.mark.usefixtures("elsewhere")


@pytest.fixture
def local_runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[ArenaBot, int | None]]:
    """What local mode was asked to run, instead of running it; the page and the bot speak one language."""
    runs: list[tuple[ArenaBot, int | None]] = []

    def run(make: Maker, *, port: int | None = None, language: str) -> None:
        made = make()
        assert made.settings.arena_language == language
        runs.append((made, port))

    monkeypatch.setattr(local, "run", run)
    return runs


async def test_no_privileged_intent_is_asked_for() -> None:
    made = bot.make_bot(Settings())

    assert made.intents.guilds
    assert made.intents.voice_states
    privileged = discord.Intents(members=True, presences=True, message_content=True)
    assert not made.intents.value & privileged.value


async def test_nobody_is_mentioned_unless_a_message_says_so() -> None:
    allowed = bot.make_bot(Settings()).allowed_mentions
    assert allowed is not None
    assert (allowed.everyone, allowed.users, allowed.roles) == (False, False, False)


async def test_the_clock_can_be_chosen() -> None:
    clock = DiscordClock()
    assert bot.make_bot(Settings(), clock).clock is clock
    assert bot.make_bot(Settings()).clock.now().tzinfo is not None


async def test_a_bot_that_is_ready_only_once_it_is_closed_says_nothing() -> None:
    made = bot.make_bot(Settings())
    await made.close()
    made.dispatch("ready")


async def test_a_bot_that_never_started_can_be_closed() -> None:
    made = bot.make_bot(Settings())
    await made.close()
    await made.close()


def test_without_a_token_it_runs_locally(local_runs: list[tuple[ArenaBot, int | None]]) -> None:
    assert bot.main([]) == 0

    [(made, port)] = local_runs
    assert made.default_where == "here"
    assert made.default_clock is None
    assert port is None


@pytest.mark.parametrize(
    ("machine", "chosen", "spoken"),
    [("de_AT", None, "de"), ("de_AT", "fr", "fr"), ("de_AT", "en", "en"), ("sv_SE", None, "en"), (None, None, "en")],
)
def test_local_mode_speaks_the_language_of_the_machine_unless_one_is_chosen(
    local_runs: list[tuple[ArenaBot, int | None]],
    monkeypatch: pytest.MonkeyPatch,
    machine: str | None,
    chosen: str | None,
    spoken: str,
) -> None:
    monkeypatch.setattr("locale.getlocale", lambda: (machine, "UTF-8"))
    if chosen is not None:
        monkeypatch.setenv("ARENA_LANGUAGE", chosen)
    assert bot.main([]) == 0
    [(made, _)] = local_runs
    assert made.settings.arena_language == spoken


def test_an_interruption_where_there_are_no_signals_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows Ctrl-C raises KeyboardInterrupt."""
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setattr(bot, "serve", Mock(side_effect=KeyboardInterrupt))

    assert bot.main([]) == 0


def test_with_a_token_it_can_be_made_to(
    local_runs: list[tuple[ArenaBot, int | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("LOCAL_PORT", "0")

    assert bot.main(["--local"]) == 0

    assert [port for _, port in local_runs] == [0]


def test_local_mode_leaves_the_database_alone(
    local_runs: list[tuple[ArenaBot, int | None]], elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DELETIONS", str(elsewhere / "list"))
    monkeypatch.setenv("BACKUP", "daily")
    monkeypatch.setenv("DATABASE", str(elsewhere / "mine.db"))

    bot.main(["--local"])

    [(made, _)] = local_runs
    assert (made.settings.deletions, made.settings.backup) == (None, "off"), "nor what belongs to it"
    assert made.settings.database != elsewhere / "mine.db"
    assert not Path(str(made.settings.database)).parent.exists()  # it was of no use any more


def test_local_mode_without_simcord_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "local")
    monkeypatch.delitem(sys.modules, "local.site")
    for name in [name for name in sys.modules if name.startswith("local.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "simcord", None)

    assert bot.main(["--local"]) == bot.EXIT_CONFIG
    assert "make play" in capsys.readouterr().err


def test_wrong_settings_are_explained(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "hunter2")
    monkeypatch.setenv("DISCORD_API_BASE", "https://discord.com/api")
    monkeypatch.setenv("DISCORD_GATEWAY_URL", "ws://127.0.0.1:1/")

    assert bot.main([]) == bot.EXIT_CONFIG

    told = capsys.readouterr().err
    assert "DISCORD_API_BASE" in told
    assert "hunter2" not in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ARENA_LANGUAGE=klingon", "ARENA_LANGUAGE: there's no such language; choose from en"),
        ("DATABASE=folder", "DATABASE: it's a folder"),
        ("DATABSE=hunter2", "DATABSE: there's no such setting; did you mean DATABASE?"),
        ("discord_tokn=hunter2", "discord_tokn: there's no such setting; did you mean DISCORD_TOKEN?"),
        (f"DATABASE={'hunter2' * 50}", "DATABASE: no file can have this path: "),
        ("OPERATOR_NAME=hunter2 M\udcfcller", ".env.example) can't be read: line 2 isn't UTF-8"),
    ],
)
def test_a_slip_in_the_file_is_refused_before_discord_is_asked(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    serve = Mock()
    monkeypatch.setattr(bot, "serve", serve)
    (elsewhere / "folder").mkdir()
    (elsewhere / ".env").write_text(f"DISCORD_TOKEN=secret\n{line}\n", "utf-8", "surrogateescape")

    assert bot.main([]) == bot.EXIT_CONFIG

    told = capsys.readouterr().err
    assert says in told
    assert "hunter2" not in told
    serve.assert_not_called()


def test_a_file_of_settings_that_cannot_be_read_is_told_of(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = Mock(side_effect=PermissionError(13, "Permission denied"))
    (elsewhere / ".env").write_text("DISCORD_TOKEN=secret\n", encoding="utf-8")
    monkeypatch.setattr("settings.dotenv_values", refused)
    assert bot.main([]) == bot.EXIT_CONFIG
    assert capsys.readouterr().err.endswith(".env.example) can't be read: Permission denied\n")


@pytest.mark.usefixtures("local_runs")
def test_other_names_in_the_file_are_told_in_one_line(elsewhere: Path, caplog: pytest.LogCaptureFixture) -> None:
    names = ("POSTGRES_PASSWORD", "COMPOSE_PROJECT_NAME", "EDITOR", "log_level", "BACKUP_DAYS")
    (elsewhere / ".env").write_text("".join(f"{name}=info\n" for name in names), encoding="utf-8")
    (elsewhere / ".env").chmod(0o600)

    assert bot.main([]) == 0

    warned = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert warned == [".env has names that aren't settings: EDITOR, BACKUP_DAYS; .env.example lists them all"]


@pytest.fixture
def double() -> Double:
    """A Discord on this machine with one server."""
    double = arena_double(token="secret")  # noqa: S106 - to be looked for in the log
    double.add_guild("Arena").add_channel("general")
    return double


@pytest.fixture(autouse=True)
def collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program does to the garbage collector is for its own process only."""
    monkeypatch.setattr(bot, "gc", Mock())


async def _serves(
    double: Double,
    database: Path | URL,
    token: str = "secret",  # noqa: S107 - of the double
    shards: int | None = None,
    processes: int = 1,
) -> int:
    """Serve that Discord in this process until it ends; return the exit code."""
    settings = Settings(discord_token=SecretStr(token), database=database, shards=shards, processes=processes)
    with double.redirected():
        return await bot.serve(settings)


async def test_it_serves_stops_when_told_and_registers_its_commands_once(
    double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """First as a program of its own, then in this process."""
    guild = next(iter(double.guilds.values()))
    ann, channel = double.add_user("ann", guild), next(iter(guild.channels.values()))
    path = elsewhere / "data" / "arena.db"
    process = BotProcess(
        double, [sys.executable, "bot.py"], log=elsewhere / "bot.log", env={"DATABASE": str(path)}, synced=True
    )
    async with double:
        async with process:
            assert (await ann.slash(channel, "help")).ephemeral
            assert await process.stop() == 0
        caplog.set_level(logging.INFO)
        running = asyncio.create_task(_serves(double, path))
        await double.until(double.gateway.links)
        assert (await ann.slash(channel, "help")).ephemeral
        signal.raise_signal(signal.SIGTERM)
        assert await running == 0
        registered = [call for call in double.requests if call.method == "PUT" and call.route.endswith("/commands")]

    assert len(registered) == 1
    for log in ((elsewhere / "bot.log").read_text(encoding="utf-8"), caplog.text):
        assert f"permissions={wanted().value}" in log  # the invitation
        assert "Traceback" not in log
        assert "ERROR" not in log
        assert "secret" not in log
    assert not double.violations


async def test_a_refused_token_is_explained(double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with double:
        assert await _serves(double, elsewhere / "arena.db", token="stale") == bot.EXIT_CONFIG  # noqa: S106
    assert "DISCORD_TOKEN" in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_start_without_a_network_is_told_in_a_line(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A supervisor starts it again: the network may be there in a moment."""

    async def unreachable(*_: object) -> None:
        raise aiohttp.ClientConnectionError("no route to discord.com")

    monkeypatch.setattr(bot.ArenaBot, "login", unreachable)
    settings = Settings(discord_token=SecretStr("secret"), database=elsewhere / "arena.db")
    assert await bot.serve(settings) == bot.EXIT_FAILURE
    assert "Discord can't be reached: no route to discord.com" in caplog.text


@pytest.mark.parametrize(("code", "said"), [(4014, "an intent"), (4004, "DISCORD_TOKEN")])
async def test_a_connection_that_is_closed_for_good_ends_the_program(
    double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture, code: int, said: str
) -> None:
    """With the code that tells a supervisor not to start it again: the end would be the same."""
    async with double:
        running = asyncio.create_task(_serves(double, elsewhere / "arena.db"))
        await double.until(double.gateway.links)
        await double.gateway.disconnect(code=code)
        assert await running == bot.EXIT_CONFIG

    (told,) = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert f"({code})" in told
    assert said in told


@pytest.mark.parametrize(("least", "most", "code"), [(3, 10_000, 4011), (1, 1, 4010)])
async def test_a_number_of_shards_that_discord_refuses_ends_the_program(
    double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture, least: int, most: int, code: int
) -> None:
    double.gateway.least_shards, double.gateway.most_shards = least, most
    async with double:
        assert await _serves(double, elsewhere / "arena.db", shards=2) == bot.EXIT_CONFIG
    (told,) = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert f"({code})" in told
    assert "SHARDS" in told
    assert "leave that empty" in told


async def test_a_bot_that_grew_beyond_its_shards_is_started_again(
    double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """With SHARDS empty the next start takes as many as Discord recommends by then."""
    double.gateway.least_shards = 3
    async with double:
        assert await _serves(double, elsewhere / "arena.db") == bot.EXIT_FAILURE
        assert "the next start has them" in caplog.text
        double.shards, double.gateway.max_concurrency = 3, 3
        running = asyncio.create_task(_serves(double, elsewhere / "arena.db"))
        await double.until(lambda: len(double.gateway.links()) == 3)
        signal.raise_signal(signal.SIGTERM)
        assert await running == 0


async def test_the_last_connections_of_a_day_are_not_used_up_by_starts(
    double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    double.gateway.starts_left = 51
    async with double:
        assert await _serves(double, elsewhere / "arena.db", shards=2) == bot.EXIT_CONFIG
        assert double.gateway.identifies == 0
    (told,) = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert "1000 times a day" in told
    assert "start it again after" in told


async def test_a_file_that_is_no_database_is_named(
    double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (elsewhere / "arena.db").write_text("Dear diary, " * 400, encoding="utf-8")
    async with double:
        assert await _serves(double, elsewhere / "arena.db") == bot.EXIT_CONFIG
    assert "arena.db: file is not a database" in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_database_in_use_is_refused(double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture) -> None:
    first = await Database.open(elsewhere / "arena.db")
    async with double:
        assert await _serves(double, elsewhere / "arena.db") == bot.EXIT_CONFIG
    await first.close()
    assert f"arena.db is in use by process {os.getpid()} on " in caplog.text
    assert "Traceback" not in caplog.text


@NEEDS_POSTGRESQL
async def test_a_database_that_another_process_takes_ends_the_program(
    double: Double, caplog: pytest.LogCaptureFixture
) -> None:
    """It would post everything twice; a supervisor is told not to start it again."""
    guild = next(iter(double.guilds.values()))
    ann, channel = double.add_user("ann", guild), next(iter(guild.channels.values()))
    async with postgresql() as address:
        async with double:
            running = asyncio.create_task(_serves(double, address))
            await double.until(double.gateway.links)
            assert (await ann.slash(channel, "board")).ephemeral
            thief = await _take(address)
            asked = asyncio.create_task(ann.slash(channel, "board"))
            assert await running == bot.EXIT_CONFIG
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
        await thief.close()
        await thief.engine.dispose()

    (told,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert (told.name, told.exc_info) == ("arena", None)
    assert told.message.startswith("stopped: postgresql://")
    assert "is in use by a thief since 2" in told.message
    assert "Traceback" not in caplog.text


@NEEDS_POSTGRESQL
async def test_one_of_several_processes_that_lost_its_place_is_started_again(
    double: Double, caplog: pytest.LogCaptureFixture
) -> None:
    async with postgresql() as address:
        async with double:
            running = asyncio.create_task(_serves(double, address, processes=2))
            await double.until(double.gateway.links)
            thief = await _take(address)
            assert await running == bot.EXIT_FAILURE
        await thief.close()
        await thief.engine.dispose()
    assert "which must be alone" in caplog.text


@NEEDS_POSTGRESQL
async def test_a_spare_is_stopped_and_has_not_connected(double: Double, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with postgresql() as address, double:
        others = [await Database.open(address, sharing=Sharing(2)) for _ in range(2)]
        running = asyncio.create_task(_serves(double, address, processes=2))
        await double.until(lambda: "this process is a spare" in caplog.text)
        signal.raise_signal(signal.SIGTERM)
        assert await running == 0
        for each in others:
            await each.close()
        assert double.gateway.identifies == 0
        assert not [call for call in double.requests if call.route.endswith("/commands")]
    assert "Traceback" not in caplog.text


@NEEDS_POSTGRESQL
async def test_several_processes_that_grew_beyond_their_shards_are_all_to_be_stopped(
    double: Double, caplog: pytest.LogCaptureFixture
) -> None:
    """The number is fixed for as long as one of them runs."""
    double.gateway.least_shards = 3
    async with postgresql() as address, double:
        assert await _serves(double, address, processes=2) == bot.EXIT_CONFIG
    assert "stop all processes, then start them again" in caplog.text


async def _take(address: URL) -> AsyncConnection:
    """End the session that holds the lock of a database, and take the lock."""
    name = {"server_settings": {"application_name": "a thief 1"}}
    engine = create_async_engine(address, isolation_level="AUTOCOMMIT", connect_args=name)
    connection = await engine.connect()
    query = f"SELECT pg_try_advisory_lock({CLASS}, {PROCESS})"
    while not (await connection.exec_driver_sql(query)).scalar_one():
        await connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
    return connection


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("mysql://bob:hunter2@localhost/arena", "must be the path of a SQLite file, or an address"),
        ("postgresql://bob:hunter2@localhost", "the address lacks the database's name"),
    ],
)
def test_what_is_wrong_with_an_address_is_told_without_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str, told: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("DATABASE", address)
    assert bot.main([]) == bot.EXIT_CONFIG
    found = capsys.readouterr().err
    assert told in found
    assert "hunter2" not in found
    assert "Traceback" not in found


async def test_a_server_that_cannot_be_reached_is_told_without_the_password(
    double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bot.keep_secrets()
    async with double:
        assert await _serves(double, parse("postgresql://bob:hunter2@127.0.0.1:1/arena")) == bot.EXIT_FAILURE
    assert "postgresql://bob@127.0.0.1:1/arena can't be" in caplog.text
    assert "hunter2" not in caplog.text
    assert "Traceback" not in caplog.text
    assert not (elsewhere / "postgresql:").exists()


class Said(Exception):  # noqa: N818 - named by what it stands for
    """What a driver says."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("the server's words")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ProgrammingError("SELECT", {}, Said("28P01")), bot.EXIT_CONFIG),
        (OperationalError("SELECT", {}, Said("57P03")), bot.EXIT_FAILURE),
        (DatabaseError("SELECT", {}, Said(None)), bot.EXIT_CONFIG),
        (OperationalError("SELECT", {}, Said(None)), bot.EXIT_FAILURE),
        (InterfaceError("SELECT", {}, Said(None), connection_invalidated=True), bot.EXIT_FAILURE),
    ],
)
async def test_what_an_operator_must_change_ends_the_program_for_good(
    double: Double,
    elsewhere: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    error: DBAPIError,
    code: int,
) -> None:
    monkeypatch.setattr(Database, "open", AsyncMock(side_effect=error))
    async with double:
        assert await _serves(double, elsewhere / "arena.db") == code
    assert "arena.db can't be used: the server's words" in caplog.text


@pytest.mark.parametrize(
    ("error", "processes", "code"),
    [
        (LostError("set 1 is in use"), 2, bot.EXIT_FAILURE),  # started again, it waits as a spare
        (LostError("it is in use"), 1, bot.EXIT_CONFIG),
        (InUseError("it is in use"), 2, bot.EXIT_CONFIG),
    ],
)
async def test_what_is_lost_during_the_start_is_no_wrong_setting(
    double: Double, monkeypatch: pytest.MonkeyPatch, error: InUseError, processes: int, code: int
) -> None:
    monkeypatch.setattr(Database, "open", AsyncMock(side_effect=error))
    async with double:
        assert await _serves(double, parse("postgresql://bob@127.0.0.1:1/arena"), processes=processes) == code


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
@pytest.mark.usefixtures("local_runs")
def test_a_loose_file_of_settings_is_warned_of(elsewhere: Path, caplog: pytest.LogCaptureFixture) -> None:
    (elsewhere / ".env").write_text("LOG_LEVEL=INFO\n")
    for mode, warned in ((0o600, False), (0o640, True)):
        (elsewhere / ".env").chmod(mode)
        bot.main([])
        assert ("chmod 600 .env" in caplog.text) == warned


async def test_a_database_of_a_newer_version_is_left_alone(
    double: Double, elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with contextlib.closing(sqlite3.connect(elsewhere / "arena.db")) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    async with double:
        assert await _serves(double, elsewhere / "arena.db") == bot.EXIT_CONFIG
    assert "the schema is 9999, newer than this version knows" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_full_disk_and_a_server_that_is_away_are_logged_in_one_line_wherever_they_are_noticed() -> None:
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler = Lines()
    handler.addFilter(bot.brief)
    logger = logging.getLogger("elsewhere")
    logger.addHandler(handler)
    logger.propagate = False
    full, away = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), UnreachableError("refused")
    for error in (full, away, ValueError("something else")):
        try:
            raise error
        except (OSError, ValueError):
            logger.exception("channel %d cannot be noted", 7)
    assert lines[0] == "channel 7 cannot be noted: the database's disk is full"
    assert lines[1] == "channel 7 cannot be noted: the database can't be reached"
    assert "Traceback" in lines[2]
    logger.removeHandler(handler)
    logger.propagate = True


def test_it_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"arena {VERSION} (Python 3.")
