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
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import event
from sqlalchemy.engine import Engine

from engine import registry
from engine.game import Game
from hosting.lobby.model import mark_of
from hosting.match.model import Where
from hosting.match_terms import Terms, preset_terms
from tests.every_mode import EVERY_MODE
from tests.hosting import toygame
from tests.hosting.conftest import ANN, ManualClock, NotingPoster, open_arena

Options: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Change:
    """What a table offers before it is changed, and afterwards.

    Attributes:
        game: Its game.
        mode: The mode.
        options: Those that are chosen, before and after.
        where: Where it is to be played, before and after.
        alone: Whether one plays alone.
    """

    game: str
    mode: str
    options: tuple[Options, Options]
    where: tuple[Where, Where]
    alone: bool = False

    @classmethod
    def of(cls, name: str) -> Change:
        """Return the change of a game for tests, or of a row of `EVERY_MODE` to the next one of its mode."""
        if name == "tally":
            return cls("tally", "2", ((), (("speed", "fast"),)), ("here", "thread"))
        rows = [
            each for each in EVERY_MODE if each.mode == (row := EVERY_MODE[int(name)]).mode and each.game is row.game
        ]
        other = rows[(rows.index(row) + 1) % len(rows)]
        where: tuple[Where, Where] = ("channels", "channels") if row.mode.silent else ("here", "thread")
        return cls(row.key, row.mode.key, (row.options, other.options), where, row.mode.alone)


def games(key: str) -> Game[Any, Any, Any]:
    """Return a game for tests, or one of the registry."""
    return registry.get(key) if key in {game.info.key for game in registry.games()} else toygame.games(key)


def quick(before: Terms) -> Terms:
    """Return the terms of the preset Quick, with seats that are drawn."""
    return preset_terms("quick", Terms(drawn=not before.drawn))


def message_of(path: Path) -> Path:
    """Return where the message of the table of a database is."""
    return path.with_suffix(".message")


def main(arguments: Sequence[str]) -> int:
    """Change the first table of a database; the second argument is the point at which this process dies, from 1.

    The third one names the change (`Change.of`).

    Points are before and after each statement, before each commit, before the message is edited, and after that. A
    process that comes to its end says how many there are.
    """
    asyncio.run(_change(Path(arguments[0]), int(arguments[1]), Change.of(arguments[2])))
    return 0


async def _change(path: Path, last: int, made: Change) -> None:
    arena = await open_arena(path, ManualClock(), NotingPoster(), games)
    await arena.idle()
    numbers = count(1)

    def die(*_: Any) -> None:
        if next(numbers) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    for each in ("before_cursor_execute", "after_cursor_execute", "commit"):
        event.listen(Engine, each, die)
    async with arena.tables.hold(1):
        table = await arena.tables.revise(1, ANN.person_id, terms=quick, where=made.where[1], options=made.options[1])
        die()
        message_of(path).write_text(mark_of(table))
        die()
        await arena.tables.shown(table)
    sys.stdout.write(f"{next(numbers) - 1}")
