"""Look after the database: `python -m store [--database PATH] backup TARGET | check | upgrade`."""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from engine import registry
from settings import Settings
from store import dialects
from store.check import check
from store.database import Database
from store.migrate import UnknownSchemaError


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked and return the exit status: 0 if all is well, 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m store", description="Look after the database.")
    parser.add_argument(
        "--database", type=Path, help="the SQLite file (default: the setting DATABASE, as the bot reads it)"
    )
    actions = parser.add_subparsers(dest="action", required=True)
    backup = actions.add_parser("backup", help="copy the database, safe while the bot runs")
    backup.add_argument("target", type=Path, help="a file that does not exist yet")
    actions.add_parser("check", help="check the file, and play every match again")
    actions.add_parser("upgrade", help="bring the schema up to date, as the bot does when it starts")
    options = parser.parse_args(arguments)
    database: Path = options.database or Settings().database
    try:
        if options.action == "upgrade":
            return asyncio.run(_upgrade(database))
        if not database.is_file():
            raise FileNotFoundError(f"there is no database {database}")
        return _backup(database, options.target) if options.action == "backup" else asyncio.run(_check(database))
    except DBAPIError as error:
        sys.stderr.write(f"{database}: {error.orig}\n")
    except (OSError, sqlite3.Error, UnknownSchemaError) as error:
        sys.stderr.write(f"{error}\n")
    return 1


def _backup(database: Path, target: Path) -> int:
    dialects.backup(database, target)
    problems = dialects.damage(target)
    sys.stdout.write("".join(f"{problem}\n" for problem in problems) or f"copied to {target}\n")
    return 1 if problems else 0


async def _check(database: Path) -> int:
    report = await check(database, registry.get)
    for problem in report.problems:
        sys.stdout.write(f"{problem}\n")
    sys.stdout.write(f"{report.matches} matches with {report.events} events, {len(report.problems)} problems\n")
    return 1 if report.problems else 0


async def _upgrade(database: Path) -> int:
    await (await Database.open(database)).close()
    sys.stdout.write(f"{database} is up to date\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
