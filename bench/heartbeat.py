"""The bot with a heartbeat in its event loop: `python -m bench.heartbeat RESULT` runs it until it is told to stop.

A coroutine that wants to go on every 5 ms measures by how much it is late. RESULT is a JSON file with the milliseconds:
`beats` of all heartbeats from the first posted board on, `drawings` of the latest heartbeat while each was drawn.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import bot
from cogs.delivery import cog as delivered
from cogs.ui import pictures
from settings import Settings

INTERVAL_S = 0.005


class Heart:
    """Beats, and knows how late it was while something was drawn."""

    def __init__(self) -> None:
        self.beats: list[float] = []
        self.drawings: list[float] = []
        self.drew = False

    async def beat(self) -> None:
        """Beat until cancelled."""
        while True:
            due = time.perf_counter() + INTERVAL_S
            await asyncio.sleep(INTERVAL_S)
            if self.drew:
                self.beats.append((time.perf_counter() - due) * 1000)

    async def draw(self, *arguments: Any, **options: Any) -> pictures.Board:  # noqa: ANN401 - as `draw_board` has them
        """Draw a board as the bot does, and note by how much the loop was late at most meanwhile."""
        self.drew, first = True, len(self.beats)
        began = time.perf_counter()
        drawn = await _draw(*arguments, **options)
        took = (time.perf_counter() - began) * 1000
        # A beat that is still due when the drawing is done counts with the next one.
        asyncio.get_running_loop().call_later(2 * INTERVAL_S, self._note, first, took)
        return drawn

    def _note(self, first: int, took: float) -> None:
        during = self.beats[first : first + max(1, int(took / INTERVAL_S / 1000) + 1)]
        self.drawings.append(max(during, default=0.0))


_draw = pictures.draw_board
_serve = bot.serve


async def _serve_with(heart: Heart, settings: Settings) -> int:
    beating = asyncio.create_task(heart.beat())
    try:
        return await _serve(settings)
    finally:
        beating.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await beating


def main(result: Path) -> int:
    """Run the bot, write the result, and return the bot's exit code."""
    heart = Heart()
    delivered.draw_board = heart.draw  # type: ignore[attr-defined]  # where it imported it to
    bot.serve = lambda settings: _serve_with(heart, settings)
    try:
        return bot.main([])
    finally:
        result.write_text(json.dumps({"beats": heart.beats, "drawings": heart.drawings}))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
