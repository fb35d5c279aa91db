"""The real bot, killed between a change of terms and its answer: at the next start the table says what holds."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

from engine import registry
from store.check import check
from tests.forkserver import ForkServer
from tests.wire.double import BotProcess
from tests.wire.stage import CALLBACK, PATIENCE_S, answered, arena_double, secrets

OLD, NEW = "No turn is taken back.", "Clock: 15m for each player"


async def test_terms_that_nobody_was_shown_stand_at_the_table_after_the_next_start(
    tmp_path: Path, program: ForkServer
) -> None:
    database = tmp_path / "arena.db"
    async with arena_double() as double:
        guild = double.add_guild("Arena")
        hall, (ann, bob) = guild.add_channel("hall"), (double.add_user(name, guild) for name in ("ann", "bob"))
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": str(database)})
        try:
            await process.start(synced=True)
            lobby = (await ann.slash(hall, "new replicants", players=2, where="here", undo="never")).message
            panel = (await ann.press(lobby, "Terms")).message
            fault = double.inject("POST", CALLBACK, hold=True, drop="request")
            asked = asyncio.create_task(ann.select(panel, "j:1:preset", "quick"))
            await double.until(lambda: fault.hits, PATIENCE_S)
            await process.kill()
            fault.release()
            asked.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asked
            assert OLD in lobby.content
            await process.start()
            await double.until(lambda: OLD not in lobby.content, PATIENCE_S)
            assert NEW in lobby.content
            joined = await bob.press(lobby, "Join")
            await answered(joined)
            assert secrets([joined]) == [], "who saw these terms is told of no others"
            await ann.press(lobby, "Start")
            await double.until(lambda: "has started" in lobby.content, PATIENCE_S)
            assert await process.stop() == 0
        finally:
            await process.kill()
        assert double.violations == []
    assert " ERROR " not in process.output, process.output
    assert (await check(database, registry.get)).problems == ()
