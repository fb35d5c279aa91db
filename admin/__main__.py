"""Look after the database: `python -m store [--database PATH] ACTION`.

The actions are `backup TARGET`, `check`, `upgrade [--create] [--deletions LIST]`, `ratings --check | --rebuild`,
`leagues --check` and `results --export ZIP [--guild ID]`. All but `upgrade` and `ratings --rebuild` may be done beside
a running bot.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from engine import registry
from hosting.league import check as league
from settings import Settings, explain, unreadable
from store import check
from store.check import check_database
from store.database import Database
from store.db import files
from store.db.addresses import StoreError, parse, shown
from store.export import export
from store.privacy import deletion
from store.ratings.replay import DamagedResultError


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
        "backup", help="copy the SQLite file, safe while the bot runs; with PostgreSQL use pg_dump"
    )
    backup.add_argument("target", type=Path, help="a file that doesn't exist yet")
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
        help="repeat the deletions of people made after a backup (default: the list beside the database)",
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
    try:
        database = Settings().database if options.database is None else parse(options.database)
    except (ValidationError, StoreError) as error:
        sys.stderr.write(f"{explain(error) if isinstance(error, ValidationError) else error}\n")
        return 1
    except (UnicodeDecodeError, OSError) as error:
        sys.stderr.write(f".env can't be read: {unreadable(error)}\n")
        return 1
    try:
        upgrading = options.action == "upgrade"
        if isinstance(database, Path) and not database.is_file() and not (upgrading and options.create):
            hint = "; `upgrade --create` makes one" if upgrading else ""
            raise FileNotFoundError(f"there's no database {database}{hint}")
        if upgrading:
            listed = deletion.deletion_list_path(database) if options.deletions is None else options.deletions
            if options.deletions is not None and not listed.is_file():
                raise FileNotFoundError(f"there's no list {listed}")
            return asyncio.run(_upgrade(database, listed))
        if options.action == "ratings":
            return asyncio.run(_rebuild_ratings(database) if options.rebuild else _check_ratings(database))
        if options.action == "leagues":
            return asyncio.run(_check_leagues(database))
        if options.action == "results":
            return asyncio.run(_export(database, options.export, options.guild))
        return _backup(database, options.target) if options.action == "backup" else asyncio.run(_check(database))
    except DBAPIError as error:
        sys.stderr.write(f"{shown(database)}: {error.orig}\n")
    except UnicodeDecodeError as error:  # SQLite quotes a damaged schema, of which the driver makes no text
        sys.stderr.write(f"{shown(database)} is damaged: {error}\n")
    except (OSError, sqlite3.Error, StoreError, DamagedResultError) as error:
        sys.stderr.write(f"{error}\n")
    return 1


def _backup(database: Path | URL, target: Path) -> int:
    if isinstance(database, URL):
        where = shown(database)
        sys.stderr.write(
            f"PostgreSQL copies {where} itself, safely while the bot runs:\n"
            f"    pg_dump --format=custom --file={target} {where}\n"
        )
        return 1
    files.backup(database, target)
    return _reported(files.damage(target), f"copied to {target}")


async def _check(database: Path | URL) -> int:
    report = await check_database(database, registry.get)
    for problem in report.problems:
        sys.stdout.write(f"{problem}\n")
    if isinstance(database, URL):
        sys.stdout.write("pages and indexes are PostgreSQL's own: pg_amcheck checks them\n")
    sys.stdout.write(f"{report.matches} matches with {report.events} events, {len(report.problems)} problems\n")
    return 1 if report.problems else 0


async def _check_ratings(database: Path | URL) -> int:
    found = await check.check_ratings(database)
    whole = f"{found.pools} pools with {found.matches} rated matches: every rating is as computed"
    return _reported(found.problems, whole)


async def _check_leagues(database: Path | URL) -> int:
    found = await league.check_leagues(database)
    whole = f"{found.seasons} seasons with {found.fixtures} fixtures: every standing is as computed"
    return _reported(found.problems, whole)


def _reported(problems: Sequence[str], whole: str) -> int:
    """Write the problems, or the line that says there are none, and return the exit status."""
    sys.stdout.write("".join(f"{problem}\n" for problem in problems) or f"{whole}\n")
    return 1 if problems else 0


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


async def _upgrade(database: Path | URL, deletions: Path) -> int:
    opened = await Database.open(database)
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
