"""The real bot, killed between a change of terms and its answer: at the next start the table says what holds.

Every game, mode and option value is what the host changed last, at several tables at once.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from cogs.core.text import shown
from engine import registry
from engine.game import Option
from engine.setups import chosen_options
from engine.text import say
from hosting.arena import Arena
from hosting.runtime.time import SystemClock
from store.check import check_database
from tests.every_mode import EVERY_MODE, Row, grouped, sampled
from tests.forkserver import ForkServer
from tests.volume import many
from tests.wire.double import BotProcess, Double, Interaction
from tests.wire.double.model import Message
from tests.wire.double.shapes import walk
from tests.wire.stage import CALLBACK, PATIENCE_S, answered, arena_double, secrets

OLD, NEW = "Turns can't be taken back.", "Clock: 15m each, 2m more per turn, 30m at most."
AT_ONCE = 13
"""Tables that are changed before the bot dies."""


def chosen() -> list[Row]:
    """Return some rows of each game, one that is played alone first; all rows when thorough."""
    rows = sampled(len(EVERY_MODE), "terms that are killed")
    alone = next(row for row in rows if row.mode.alone)
    return [alone, *(row for row in rows if row is not alone)][: many(AT_ONCE, len(rows))]


class OpenTable:
    """A table for a row, in a server of its own, whose host changes its terms."""

    lobby: Message
    panel: Message
    number: int

    def __init__(self, double: Double, row: Row) -> None:
        self.double, self.row = double, row
        guild = double.add_guild("Arena")
        self.hall = guild.add_channel("hall")
        self.host, *self.guests = (double.add_user(f"player{number}", guild) for number in range(1, row.seats + 1))
        values = dict(row.options)
        offered = row.game.info.options_of(row.mode.key)
        self.options = [(each, values[each.key]) for each in offered if each.key in values]
        self.shows = NEW
        """The line that says what was changed last."""

    async def open(self) -> None:
        """Open it, and change all but the last that makes it a table for the row."""
        asked: dict[str, str | int] = {"players": self.row.seats}
        if self.row.key == "replicants":
            asked["mode"] = "teams" if self.row.mode.teams else "individual"
        if not self.options:
            asked["undo"] = "never"
        self.lobby = (await self.host.slash(self.hall, f"new {self.row.key}", **asked)).message
        self.panel = (await self.host.press(self.lobby, "Terms")).message
        keys = [str(each.get("custom_id", "")) for _, each in walk(self.panel.components)]
        self.number = next(int(found[1]) for key in keys if (found := re.match(r"[dj]:(\d+):", key)))
        for option, value in self.options[:-1]:
            await self._choose(option, value)
        for option, value in self.options[-1:]:
            if value == option.default:
                await self._choose(option, next(each for each in option.choices if each != value))
            await self._turn_to(option, value)
            self.shows = _line(option, value)
        assert not self.says(self.shows)

    def says(self, line: str) -> bool:
        """Return whether a line stands at the table."""
        return line in self.lobby.content.splitlines()

    async def change(self) -> Interaction:
        """Change the last."""
        for option, value in self.options[-1:]:
            return await self.host.select(self.panel, f"d:{self.number}:{option.key}", f"v:{value}")
        return await self.host.select(self.panel, f"j:{self.number}:preset", "quick")

    async def _choose(self, option: Option, value: str) -> None:
        """Choose a value, and wait until the table says so."""
        await self._turn_to(option, value)
        await answered(await self.host.select(self.panel, f"d:{self.number}:{option.key}", f"v:{value}"))
        await self.double.until(lambda: self.says(_line(option, value)), PATIENCE_S)

    async def _turn_to(self, option: Option, value: str) -> None:
        """Turn to the page of a menu with a value."""
        key = f"d:{self.number}:{option.key}"
        while f"v:{value}" not in (offered := [each["value"] for each in self.panel.component(key, (3,))["options"]]):
            pages = [each for each in offered if each.startswith("p:")]
            last = next(each for each in reversed(offered) if each.startswith("v:"))
            further = option.choices.index(value) > option.choices.index(last.removeprefix("v:"))
            await answered(await self.host.select(self.panel, key, pages[-1 if further else 0]))

    async def check(self) -> None:
        """See that the table says what holds, that nobody who joins is told of other terms, and that it starts."""
        await self.double.until(lambda: self.says(self.shows), PATIENCE_S)
        assert OLD not in self.lobby.content
        for guest in self.guests:
            joined = await guest.press(self.lobby, "Join")
            await answered(joined)
            assert secrets([joined]) == [], "who saw these terms is told of no others"
        labels = {each.get("label") for each in self.lobby.buttons}
        assert "Start" in labels or "Choose in private" in labels
        if "Start" in labels:
            await self.host.press(self.lobby, "Start")
            await self.double.until(lambda: "match has" in self.lobby.content, PATIENCE_S)


def _line(option: Option, value: str) -> str:
    return shown(say("{option}: {value}", option=option.name, value=option.label(value)), None)


@pytest.mark.parametrize("rows", grouped(chosen(), AT_ONCE))
async def test_terms_that_nobody_was_shown_stand_at_the_table_after_the_next_start(
    tmp_path: Path, program: ForkServer, rows: list[Row]
) -> None:
    database = tmp_path / "arena.db"
    async with arena_double() as double:
        tables = [OpenTable(double, row) for row in rows]
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": str(database)})
        try:
            await process.start(synced=True)
            await asyncio.gather(*(table.open() for table in tables))
            fault = double.inject("POST", CALLBACK, hold=True, drop="request", times=len(tables))
            asked = asyncio.gather(*(table.change() for table in tables))
            await double.until(lambda: fault.hits == len(tables), PATIENCE_S)
            await process.kill()
            fault.release()
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            for table in tables:
                assert not table.says(table.shows)
            await process.start()
            await asyncio.gather(*(table.check() for table in tables))
            assert await process.stop() == 0
        finally:
            await process.kill()
        assert double.violations == []
    assert " ERROR " not in process.output, process.output
    arena = await Arena.open(database, SystemClock())
    try:
        for table in tables:
            row, stored = table.row, await arena.tables.get(table.number)
            assert (stored.game, stored.mode) == (row.key, row.mode.key)
            held = chosen_options(row.game.info, row.mode.key, dict(stored.options))
            assert {key: held[key] for key, _ in row.options} == dict(row.options)
    finally:
        await arena.close()
    assert (await check_database(database, registry.get)).problems == ()
