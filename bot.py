"""The entry point: settings, then Discord, or the local page where there is no token.

python bot.py            with DISCORD_TOKEN on Discord, without it in local mode
python bot.py --version  which version this is
python bot.py --local    in local mode whatever the settings say
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import locale
import logging
import platform
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import discord
import yarl
from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError

from cogs.core.bot import ArenaBot, DiscordClock, NoConnectionsLeft
from cogs.core.errors import BROKEN
from cogs.core.permissions import invitation
from hosting.runtime import MachineClock
from locales import best
from monitoring.http import Endpoints, PortError, Watchdog
from monitoring.logs import Webhook, formatter, notes_beside, secrets_of
from settings import FILE, VERSION, Settings, explain, unknown_names, unreadable
from store.db import files
from store.db.addresses import InUseError, LostError, StoreError, UnreachableError, is_away, is_full, is_lasting, shown

if sys.platform != "win32":
    import uvloop

__all__ = ["ArenaBot", "main", "make_bot"]

log = logging.getLogger("arena")

_OUTSPOKEN = ("aiosqlite", "discord")
"""Libraries whose debugging output has every value that is written, received or sent."""

GARBAGE_AFTER = (10_000, 3, 33)
"""Objects made beyond those released before garbage is looked for among the youngest; after how many such looks among
those that outlived one, and after how many of these among all. Python's own choice is 700, 10, 10: with 10 in the
middle that look would go through 100,000 objects and hold up the loop for 40 ms."""

EXIT_FAILURE = 1
EXIT_CONFIG = 78
"""EX_CONFIG of sysexits.h: a supervisor should not simply start the program again."""

_STOPPED = {"cause": "stopped"}
"""Marks the entry of the log that says why the bot ended (`monitoring.logs`)."""
PRIVILEGED, SHARDS_REQUIRED = 4014, 4011
_CLOSED = {
    4004: "it refuses DISCORD_TOKEN; copy a fresh one from the application's Bot page",
    4010: "it doesn't accept the number of shards in SHARDS; leave that empty to have as many as Discord recommends",
    SHARDS_REQUIRED: "the bot is in too many servers for SHARDS as it's set; leave that empty to have as many as "
    "Discord recommends, or set a higher number",
    4012: "it no longer supports the API version that this program uses; install a newer version",
    4013: "it no longer knows an intent that this program asks for; install a newer version",
    PRIVILEGED: "it requires an intent to be switched on, although this program needs none; reinstall it",
}
"""Meanings of the gateway's close codes after which another start would end the same way."""


def make_bot(settings: Settings, clock: MachineClock | None = None) -> ArenaBot:
    """Return the bot, not started.

    `clock`: the source of all time; discord.py's by default, which SimCord replaces.
    """
    return ArenaBot(settings, clock or DiscordClock())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bot until it's told to stop; return the exit code."""
    parser = argparse.ArgumentParser(prog="bot.py", description="Arena: board games by message, on Discord.")
    parser.add_argument(
        "--local", action="store_true", help="a page on this machine instead of Discord; no account needed"
    )
    versions = f"arena {VERSION} (Python {platform.python_version()}, discord.py {discord.__version__})"
    parser.add_argument("--version", action="version", version=versions)
    local_mode: bool = parser.parse_args(arguments).local
    try:
        settings = Settings()
        slips, unknown = unknown_names()
    except ValidationError as error:
        sys.stderr.write(f"The settings (environment and .env; see .env.example) are wrong:\n{explain(error)}\n")
        return EXIT_CONFIG
    except (UnicodeDecodeError, OSError) as error:
        sys.stderr.write(f"The settings (.env; see .env.example) can't be read: {unreadable(error)}\n")
        return EXIT_CONFIG
    if slips:
        told = "".join(f"{name}: there's no such setting; did you mean {meant}?\n" for name, meant in slips.items())
        sys.stderr.write(f"The settings (.env; see .env.example) are wrong:\n{told}")
        return EXIT_CONFIG
    shows = logging.StreamHandler()
    shows.setFormatter(formatter(settings.log_format, secrets_of(settings)))
    logging.basicConfig(level=settings.log_level, handlers=[shows])
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for handler in logging.getLogger().handlers:
        handler.addFilter(brief)
    keep_secrets()
    if unknown:
        log.warning(".env has names that aren't settings: %s; .env.example lists them all", ", ".join(unknown))
    if local_mode or settings.discord_token is None:
        return _local(settings)
    _point_elsewhere(settings)
    try:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            return runner.run(serve(settings))
    except KeyboardInterrupt:
        return 0


def new_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop: where there's uvloop, whose steps take half as long as those of Python's own."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def brief(record: logging.LogRecord) -> bool:
    """Shorten log records of a full disk, or of a server that is away, to one line: there would be many tracebacks."""
    error = record.exc_info[1] if record.exc_info else None
    if is_full(error) or is_away(error):
        why = "the database's disk is full" if is_full(error) else "the database can't be reached"
        record.msg = f"{record.getMessage()}: {why}"
        record.args, record.exc_info, record.exc_text = (), None, None
        record.cause = "disk" if is_full(error) else "store"
    return True


def keep_secrets() -> None:
    """Keep values that libraries log out of the log, at any level: sealed choices and private answers too."""
    for name in _OUTSPOKEN:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


async def serve(settings: Settings) -> int:
    """Serve Discord until SIGINT or SIGTERM; return the exit code. systemd and the operator's webhook hear of it."""
    watchdog = Watchdog()
    watchdog.start()
    try:
        return await _serve_heard(settings)
    finally:
        watchdog.close()


async def _serve_heard(settings: Settings) -> int:
    if settings.operator_webhook is None:
        return await _serve(settings)
    webhook = Webhook(settings.operator_webhook, secrets_of(settings), notes_beside(settings.database))
    webhook.addFilter(brief)
    logging.getLogger().addHandler(webhook)
    try:
        return await _serve(settings)
    finally:
        logging.getLogger().removeHandler(webhook)
        await webhook.end()


async def _serve(settings: Settings) -> int:
    if settings.discord_token is None:
        raise AssertionError("there is no token to log in with")
    _warn_of_readers()
    bot = make_bot(settings)

    async def settle() -> None:
        """Take permanent objects out of the collector's sight: a full collection would hold up the loop for long."""
        bot.remove_listener(settle, "on_connect")
        gc.collect()
        gc.freeze()
        # A turn allocates tens of thousands of objects, and next to none of them are in cycles.
        gc.set_threshold(*GARBAGE_AFTER)

    bot.add_listener(settle, "on_connect")
    endpoints = None if settings.http is None else Endpoints(bot, settings.http)
    running = asyncio.ensure_future(_run(bot, settings.discord_token.get_secret_value(), endpoints))
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows, where Ctrl-C raises KeyboardInterrupt instead
            loop.add_signal_handler(name, running.cancel)
    taken: list[InUseError] = []

    def lost(error: InUseError) -> None:
        """Stop: another process posts now."""
        taken.append(error)
        running.cancel()

    bot.when_store_is_lost = lost
    try:
        await running
    except asyncio.CancelledError:
        if taken:
            log.error("stopped: %s", taken[0], extra=_STOPPED)
            # One of several is started again, and waits as a spare.
            return EXIT_CONFIG if settings.processes == 1 else EXIT_FAILURE
        log.info("stopped")
    except discord.LoginFailure:
        log.error("Discord refuses DISCORD_TOKEN; copy a fresh one from the application's Bot page", extra=_STOPPED)
        return EXIT_CONFIG
    except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
        return _closed(error.code if isinstance(error, discord.ConnectionClosed) else PRIVILEGED, settings)
    except StoreError as error:
        log.error("the database can't be used: %s", error, extra=_STOPPED)
        return EXIT_FAILURE if isinstance(error, LostError) and settings.processes > 1 else EXIT_CONFIG
    except (PortError, UnreachableError, NoConnectionsLeft) as error:
        log.error("%s", error, extra=_STOPPED)
        return EXIT_FAILURE if isinstance(error, UnreachableError) else EXIT_CONFIG
    except (*BROKEN, discord.GatewayNotFound) as error:
        log.error("Discord can't be reached: %s", str(error) or repr(error), extra=_STOPPED)
        return EXIT_FAILURE
    except DBAPIError as error:
        log.error("%s can't be used: %s", shown(settings.database), error.orig, extra=_STOPPED)
        return EXIT_CONFIG if is_lasting(error) else EXIT_FAILURE
    finally:
        if endpoints is not None:
            await endpoints.close()
        await bot.close()
    return 0


def _warn_of_readers() -> None:
    if files.exposed_files(FILE):
        log.warning("others can read .env, which holds the token: chmod 600 .env", extra={"cause": "permissions"})


def _closed(code: int, settings: Settings) -> int:
    """Log why Discord closed the connection for good; return the exit code."""
    if code == SHARDS_REQUIRED and settings.shards is None and settings.processes > 1:
        log.error(
            "the bot has joined so many servers that it needs more shards: stop all processes, then start them again",
            extra=_STOPPED,
        )
        return EXIT_CONFIG
    if code == SHARDS_REQUIRED and settings.shards is None:
        log.error(
            "the bot has joined so many servers that it needs more shards: the next start has them", extra=_STOPPED
        )
        return EXIT_FAILURE
    reason = _CLOSED.get(code, "it doesn't say why")
    log.error("Discord closed the connection for good (%s): %s", code, reason, extra=_STOPPED)
    return EXIT_CONFIG if code in _CLOSED else EXIT_FAILURE


async def _run(bot: ArenaBot, token: str, endpoints: Endpoints | None) -> None:
    if endpoints is not None:
        await endpoints.start()
    await bot.login(token)
    if bot.application_id is not None:
        log.info("to add the bot to a server, open %s", invitation(bot.application_id))
        log.info("or, for servers without silent teams, %s", invitation(bot.application_id, silent=False))
    await bot.connect()


def _local(settings: Settings) -> int:
    _warn_of_readers()
    # SimCord makes a client without intents to look at, and discord.py warns of it.
    logging.getLogger("discord.state").setLevel(logging.ERROR)
    # It is an extra: a bot that serves Discord does not need it.
    try:
        import local  # noqa: PLC0415
    except ModuleNotFoundError as error:
        sys.stderr.write(f"Local mode needs {error.name}: pip install 'arena[local]', or use `make play`.\n")
        return EXIT_CONFIG
    language = settings.arena_language
    if "arena_language" not in settings.model_fields_set:
        language = best(locale.getlocale()[0])
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        # The simulated server begins anew each time, so whatever is stored about its channels must, too.
        own = settings.model_copy(
            update={
                "database": Path(folder) / "arena.db",
                "shards": 1,
                "processes": 1,
                "deletions": None,
                "backup": "off",
                "arena_language": language,
            }
        )

        def maker() -> ArenaBot:
            bot = make_bot(own)
            bot.default_where = "here"
            bot.default_clock = None  # one person plays all seats
            return bot

        local.run(maker, port=settings.local_port, language=language)
    return 0


def _point_elsewhere(settings: Settings) -> None:
    """Have requests go to a double of Discord, or through a proxy, if there is one."""
    route = discord.http.Route
    if settings.discord_api_base is not None and settings.discord_gateway_url is not None:
        route.BASE = settings.discord_api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
        log.warning("talking to the test double at %s", settings.discord_api_base)
    if settings.discord_proxy is not None:
        route.BASE = settings.discord_proxy + yarl.URL(route.BASE).path
        log.info("requests to Discord pass the proxy at %s", settings.discord_proxy)


if __name__ == "__main__":
    sys.exit(main())
