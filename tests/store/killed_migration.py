"""Brings a database to the next release, and kills itself as `kill -9` does, before the statement that it is told."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import alembic.command  # noqa: F401 - as a fork server imports it beforehand
from sqlalchemy import event
from sqlalchemy.engine import Engine

from store.database import Database
from tests.store.made_up import next_release


def main(arguments: Sequence[str]) -> int:
    """Open a database with the scripts of a folder; the third argument is the statement before which this process dies.

    It is 0 for none: then how many there were is written as it ends.
    """
    path, scripts, last = Path(arguments[0]), Path(arguments[1]), int(arguments[2])
    numbers = count(1)

    @event.listens_for(Engine, "before_cursor_execute")
    def die(*_: Any) -> None:
        if next(numbers) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    with next_release(scripts):
        asyncio.run(_open(path))
    sys.stdout.write(f"{next(numbers) - 1}\n")
    sys.stdout.flush()
    return 0


async def _open(path: Path) -> None:
    await (await Database.open(path)).close()
