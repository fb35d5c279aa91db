"""Deletes a person, and kills itself as `kill -9` does, before the statement that it is told."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from tests.hosting.conftest import ManualClock, NotingPoster, open_arena
from tests.hosting.leaving import ACCOUNT


def main(arguments: Sequence[str]) -> int:
    """Delete a person of a database; the second argument is the statement before which this process dies."""
    asyncio.run(_delete(Path(arguments[0]), int(arguments[1])))
    return 0


async def _delete(path: Path, last: int) -> None:
    arena = await open_arena(path, ManualClock(), NotingPoster())
    await arena.idle()
    person_id = await arena.people.find(ACCOUNT)
    assert person_id is not None
    running = (await arena.deletions.outline(person_id)).running
    numbers = count(1)

    @event.listens_for(Engine, "before_cursor_execute")
    def die(*_: Any) -> None:
        if next(numbers) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    await arena.deletions.delete(person_id, resigning={each.id for each in running})
    await arena.idle()
    await arena.close()
