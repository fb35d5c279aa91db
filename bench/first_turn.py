"""From the clone to a newcomer's first posted turn: what the program takes of that time, in a real browser.

The newcomer does at once what the page says, so that what is measured is installing, starting and answering, not
reading and thinking. Installing needs the network, as `make play` does; what uv keeps from earlier installations on
this machine makes it faster, as it does for anybody.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from bench.report import Row
from bench.scratch import scratch
from tests.local.first import join_and_start, take_a_turn
from tests.local.page import PHONE, launched, window

HERE = Path(__file__).resolve().parent.parent
MOST_S = 25
"""Promised for all of it."""
_ADDRESS = re.compile(rb"http://\S+")
_WAIT_S = 120
_NOT_OURS = ("DISCORD_", "ARENA_", "DATABASE", "LOCAL_PORT")
"""Settings of the one who measures; a newcomer has none."""


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` neither clones nor installs, and starts what this environment holds."""
    return asyncio.run(_measured(quick=quick))


async def _measured(*, quick: bool) -> list[Row]:
    with scratch() as folder:
        rows, python, clone = [], Path(sys.executable), HERE
        if not quick:
            clone = folder / "arena"
            rows.append(_taken("clone", ["git", "clone", "--quiet", str(HERE), str(clone)], folder))
            rows.append(_taken("install", ["make", ".venv/.local-installed"], clone))
            python = clone / ".venv" / "bin" / "python"
        rows += await _played(python, clone)
        total = sum(row.value for row in rows)
        return [*rows, Row.most("first turn: all of it", total, "s", None if quick else MOST_S)]


def _taken(name: str, command: list[str], folder: Path) -> Row:
    begun = time.perf_counter()
    subprocess.run(command, cwd=folder, env=_environment(), check=True, stdout=subprocess.DEVNULL)
    return Row.most(f"first turn: {name}", time.perf_counter() - begun, "s")


async def _played(python: Path, clone: Path) -> list[Row]:
    """Start the local page and play a turn on it with a telephone."""
    async with launched() as browser:
        begun = time.perf_counter()
        bot = await asyncio.create_subprocess_exec(
            python, "bot.py", "--local", cwd=clone, env=_environment(), stdout=asyncio.subprocess.PIPE
        )
        try:
            address = await asyncio.wait_for(_address(bot), _WAIT_S)
            started = time.perf_counter()
            async with window(browser, size=PHONE, touch=True) as page:
                await page.enter(address)
                entered = time.perf_counter()
                await join_and_start(page)
                matched = time.perf_counter()
                await take_a_turn(page)
                posted = time.perf_counter()
        finally:
            if bot.returncode is None:
                bot.terminate()
            await bot.wait()
    times = {
        "start": started - begun,
        "page opened": entered - started,
        "table joined and started": matched - entered,
        "turn picked and posted": posted - matched,
    }
    return [Row.most(f"first turn: {name}", value, "s") for name, value in times.items()]


async def _address(bot: asyncio.subprocess.Process) -> str:
    if bot.stdout is None:
        raise AssertionError("the output of the bot is a pipe")
    async for line in bot.stdout:
        if found := _ADDRESS.search(line):
            return found[0].decode()
    raise RuntimeError("the bot ended without an address")


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(_NOT_OURS)}
