"""Changes all that a table offers, and kills itself as `kill -9` does, at the point that it is told.

The message of the table is a file that outlives the process: the mark of what the table offers (`mark_of`), as its
**Join** carries it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from hosting.clock.control import Terms
from hosting.clock.presets import preset_terms
from hosting.lobby.agreeing import mark_of
from tests.hosting.conftest import ANN, ManualClock, NotingPoster, open_arena

OPTIONS = (("speed", "fast"),)
"""What the table offers besides other terms and another place."""


def quick(before: Terms) -> Terms:
    """Return the terms of the preset Quick, with seats that are drawn."""
    return preset_terms("quick", Terms(drawn=not before.drawn))


def message_of(path: Path) -> Path:
    """Return where the message of the table of a database is."""
    return path.with_suffix(".message")


def main(arguments: Sequence[str]) -> int:
    """Change the first table of a database; the second argument is the point at which this process dies, from 1.

    Points are before and after each statement, before each commit, before the message is edited, and after that. A
    process that comes to its end says how many there are.
    """
    asyncio.run(_change(Path(arguments[0]), int(arguments[1])))
    return 0


async def _change(path: Path, last: int) -> None:
    arena = await open_arena(path, ManualClock(), NotingPoster())
    await arena.idle()
    numbers = count(1)

    def die(*_: Any) -> None:
        if next(numbers) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    for each in ("before_cursor_execute", "after_cursor_execute", "commit"):
        event.listen(Engine, each, die)
    table = await arena.tables.revise(1, ANN.person_id, terms=quick, where="thread", options=OPTIONS)
    die()
    message_of(path).write_text(mark_of(table))
    die()
    await arena.showing.shown(table)
    sys.stdout.write(f"{next(numbers) - 1}")
