"""Brings a database up to date, and kills itself as `kill -9` does, before the statement that it is told."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
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


def main(arguments: Sequence[str]) -> int:
    """Open a database; the second argument is the statement before which this process dies, 0 for none.

    How many there were is written as it ends.
    """
    path, last = Path(arguments[0]), int(arguments[1])
    numbers = count(1)
    # Two runs are compared row by row: what they draw is to be the same.
    same = random.Random(7)
    secrets.token_bytes = lambda nbytes=None: same.randbytes(nbytes or 32)

    @event.listens_for(Engine, "before_cursor_execute")
    def die(*_: Any) -> None:
        if next(numbers) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(_open(path))
    sys.stdout.write(f"{next(numbers) - 1}\n")
    sys.stdout.flush()
    return 0


async def _open(path: Path) -> None:
    await (await Database.open(path)).close()
