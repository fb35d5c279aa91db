"""Look after the database: `python -m store [--database PATH] ACTION`.

The actions are `doctor`, `backup TARGET`, `restore FILE [--deletions LIST]`, `copy FROM TO`, `check`, `upgrade
[--create] [--deletions LIST]`, `ratings --check | --rebuild`, `leagues --check` and `results --export ZIP [--guild
ID]`. All but `restore`, `copy`, `upgrade` and `ratings --rebuild` may be done beside a running bot. The operator's
webhook is told of checks that find something, or fail.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from admin import copy, doctor, restore
from engine import registry
from hosting.league import check as league
from monitoring.logs import Webhook, notes_beside, secrets_of
from settings import Settings, explain, unreadable
from store import check
from store.check import check_database
from store.database import Database
from store.db import backups, files
from store.db.addresses import StoreError, parse, shown
from store.db.backups import Backups
from store.export import export
from store.privacy import deletion
from store.ratings.replay import DamagedResultError

CONFIG = 78
"""EX_CONFIG of sysexits.h, as the bot ends with where starting it again won't help."""
_FAILURES = (DBAPIError, UnicodeDecodeError, OSError, sqlite3.Error, StoreError, DamagedResultError)
"""What is wrong with a database or a file, which `_words` says in a line."""

_log = logging.getLogger(__name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status: 0 if all is well, 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m store", description="Look after the database.")
    parser.add_argument(
        "--database",
        metavar="PATH",
        help="a SQLite file, or the address of a PostgreSQL database (default: the setting DATABASE)",
    )
    actions = parser.add_subparsers(dest="action", required=True)
    backup = actions.add_parser(
        "backup", help="copy the database, with PostgreSQL by its own pg_dump; safe while the bot runs"
    )
    backup.add_argument("target", type=Path, help="a file that doesn't exist yet")
    restoring = actions.add_parser(
        "restore",
        help="put a backup in the place of the database, and repeat the deletions of people since; what was there is "
        "kept aside; stop the bot first",
    )
    restoring.add_argument("file", type=Path, help="what `backup` or the bot made")
    restoring.add_argument("--deletions", type=Path, metavar="LIST", help="the list of deletions (default: DELETIONS)")
    moving = actions.add_parser(
        "copy",
        help="copy a database to where there is none yet, between SQLite and PostgreSQL too, with the list of "
        "deletions; stop the bot first",
    )
    moving.add_argument("source", metavar="FROM", help="a SQLite file, or the address of a PostgreSQL database")
    moving.add_argument("target", metavar="TO", help="another one, with nothing in it")
    actions.add_parser(
        "doctor", help="examine what a start needs: settings, token, rights, database, clock, disk, programs"
    )
    actions.add_parser(
        "check", help="check the file and every row, and play every match again; safe while the bot runs"
    )
    upgrade = actions.add_parser(
        "upgrade",
        help="bring the schema up to date and repeat the deletions of people since, as the bot does when it starts; "
        "stop it first",
    )
    upgrade.add_argument("--create", action="store_true", help="create the SQLite file if there is none")
    upgrade.add_argument(
        "--deletions",
        type=Path,
        metavar="LIST",
        help="repeat the deletions of people made after a backup (default: DELETIONS)",
    )
    ratings = actions.add_parser("ratings", help="compute all ratings from the results alone")
    ways = ratings.add_mutually_exclusive_group(required=True)
    ways.add_argument(
        "--check",
        action="store_true",
        help="show the first difference from what's stored, only in what ratings rest on (`check` finds other damage); "
        "safe while the bot runs",
    )
    ways.add_argument("--rebuild", action="store_true", help="append what was computed; stop the bot first")
    leagues = actions.add_parser("leagues", help="compute all league standings from results and decisions alone")
    leagues.add_argument(
        "--check",
        required=True,
        action="store_true",
        help="show the first difference from what's stored; safe while the bot runs",
    )
    results = actions.add_parser("results", help="write results and ratings to a file; safe while the bot runs")
    results.add_argument(
        "--export", required=True, type=Path, metavar="ZIP", help="a file that doesn't exist yet, for three CSV files"
    )
    results.add_argument("--guild", type=int, metavar="ID", help="only those of one server")
    options = parser.parse_args(arguments)
    wrong = CONFIG if options.action == "doctor" else 1
    try:
        settings = Settings()
        database = settings.database if options.database is None else parse(options.database)
    except (ValidationError, StoreError) as error:
        sys.stderr.write(f"{explain(error) if isinstance(error, ValidationError) else error}\n")
        return wrong
    except (UnicodeDecodeError, OSError) as error:
        sys.stderr.write(f".env can't be read: {unreadable(error)}\n")
        return wrong
    try:
        return asyncio.run(_act(options, settings, database))
    except _FAILURES as error:
        sys.stderr.write(f"{_words(error, database)}\n")
    return 1


def _words(error: Exception, database: Path | URL) -> str:
    if isinstance(error, DBAPIError):
        return f"{shown(database)}: {error.orig}"
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes a damaged schema, of which the driver makes no text
        return f"{shown(database)} is damaged: {error}"
    if isinstance(error, FileExistsError):
        return f"{error.filename} is there already, and nothing is replaced: name another file"
    return str(error)


async def _act(options: argparse.Namespace, settings: Settings, database: Path | URL) -> int:
    action: str = options.action
    makes = action in {"restore", "copy", "doctor"} or (action == "upgrade" and options.create)
    if isinstance(database, Path) and not database.is_file() and not makes:  # noqa: ASYNC240 - nothing else runs
        hint = "; `upgrade --create` makes one" if action == "upgrade" else ""
        raise FileNotFoundError(f"there's no database {database}{hint}")
    match action:
        case "upgrade" | "restore" | "copy":
            return await _change(options, settings, database)
        case "doctor":
            found = await doctor.examine(settings, database)
            sys.stdout.write("".join(f"{each}\n" for each in found))
            return CONFIG if any(each.weight is doctor.Weight.STOP for each in found) else 0
        case "ratings" if options.rebuild:
            return await _rebuild_ratings(database)
        case "results":
            return await _export(database, options.export, options.guild)
        case "backup":
            return await _backup(database, options.target)
    return await _checked(action, settings, database)


async def _change(options: argparse.Namespace, settings: Settings, database: Path | URL) -> int:
    if options.action == "copy":
        source, target = parse(options.source), parse(options.target)
        lists = settings.deletion_list(source), settings.deletion_list(target)
        copied = await copy.copy(source, target, lists)
        sys.stdout.write("".join(f"{line}\n" for line in copy.summary(copied, target)))
        return 1 if copied.report.problems else 0
    listed = settings.deletion_list(database) if options.deletions is None else options.deletions
    if options.deletions is not None and not listed.is_file():
        raise FileNotFoundError(f"there's no list {listed}")
    if options.action == "upgrade":
        return await _upgrade(database, listed, settings.backups(database))
    done = await restore.restore(database, options.file, listed, settings.folder_of_backups(database))
    sys.stdout.write("".join(f"{line}\n" for line in restore.summary(done, options.file)))
    return 0


async def _backup(database: Path | URL, target: Path) -> int:
    await backups.backup(database, target)
    return _reported([] if isinstance(database, URL) else files.damage(target), f"copied to {target}")


def _reported(problems: Sequence[str], whole: str) -> int:
    """Write the problems, or the line that says there are none, and return the exit status."""
    sys.stdout.write("".join(f"{problem}\n" for problem in problems) or f"{whole}\n")
    return 1 if problems else 0


# Checks. One that is run from time to time is read by nobody, so the operator's webhook is told what is wrong.


async def _checked(action: str, settings: Settings, database: Path | URL) -> int:
    command = f"`python -m store {action}{'' if action == 'check' else ' --check'}`"
    try:
        problems, lines = await _CHECKS[action](database)
    except _FAILURES as error:
        await _tell(settings, database, f"{command} failed: {_words(error, database)}")
        raise
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    if problems:
        more = f", and {len(problems) - 1} more" if len(problems) > 1 else ""
        await _tell(settings, database, f"{command} found: {problems[0]}{more}")
    return 1 if problems else 0


async def _tell(settings: Settings, database: Path | URL, text: str) -> None:
    if settings.operator_webhook is None:
        return
    webhook = Webhook(settings.operator_webhook, secrets_of(settings), notes_beside(database))
    _log.addHandler(webhook)
    try:
        _log.error(text, extra={"cause": "check"})
        await webhook.end()
    finally:
        _log.removeHandler(webhook)


async def _check(database: Path | URL) -> tuple[Sequence[str], list[str]]:
    report = await check_database(database, registry.get)
    pages = ["pages and indexes are PostgreSQL's own: pg_amcheck checks them"] if isinstance(database, URL) else []
    found = len(report.problems)
    total = (
        f"{report.matches} {'match' if report.matches == 1 else 'matches'} with {report.events} "
        f"{'event' if report.events == 1 else 'events'}, {found} {'problem' if found == 1 else 'problems'}"
    )
    return report.problems, [*report.problems, *pages, total]


async def _check_ratings(database: Path | URL) -> tuple[Sequence[str], list[str]]:
    found = await check.check_ratings(database)
    whole = f"{found.pools} pools with {found.matches} rated matches: every rating is as computed"
    return found.problems, [*found.problems] or [whole]


async def _check_leagues(database: Path | URL) -> tuple[Sequence[str], list[str]]:
    found = await league.check_leagues(database)
    whole = f"{found.seasons} seasons with {found.fixtures} fixtures: every standing is as computed"
    return found.problems, [*found.problems] or [whole]


_CHECKS: Mapping[str, Callable[[Path | URL], Awaitable[tuple[Sequence[str], list[str]]]]] = {
    "check": _check,
    "ratings": _check_ratings,
    "leagues": _check_leagues,
}
"""Of each check what is wrong, and the lines that say so or say that nothing is."""


async def _rebuild_ratings(database: Path | URL) -> int:
    done = await check.repair_ratings(database)
    sys.stdout.write("".join(f"{problem}\n" for problem in done.problems))
    sys.stdout.write("".join(f"pool {pool_id}: {count} ratings written\n" for pool_id, count in done.written.items()))
    if not done.problems and not done.written:
        sys.stdout.write("every rating is as computed\n")
    return 1 if done.problems else 0


async def _export(database: Path | URL, target: Path, guild_id: int | None) -> int:
    done = await export(database, target, guild_id)
    sys.stdout.write(f"{done.players} players, {done.results} results, {done.ratings} ratings: {target}\n")
    return 0


async def _upgrade(database: Path | URL, deletions: Path, copies: Backups | None) -> int:
    opened = await Database.open(database, backups=copies)
    try:
        async with opened.write(long=True) as connection:
            again = await deletion.again(connection, deletion.read_deletions(deletions), datetime.now(UTC))
        if again:
            await opened.scrub()
    finally:
        await opened.close()
    if again:
        sys.stdout.write(f"deletions repeated from {deletions}: {len(again)}\n")
    sys.stdout.write(f"{shown(database)} is up to date\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
