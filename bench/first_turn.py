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
from pathlib import Path

from bench.measure import Row, Timer, scratch
from tests.local.first import join_and_start, take_a_turn
from tests.local.page import PHONE, launched, window

HERE = Path(__file__).resolve().parent.parent
_NOT_OURS = ("DISCORD_", "ARENA_", "DATABASE", "LOCAL_PORT")
"""Settings of the one who measures; a newcomer has none."""


def first_turn(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` neither clones nor installs, and starts what this environment holds."""
    took, python, clone = dict[str, float](), Path(sys.executable), HERE
    environment = {name: value for name, value in os.environ.items() if not name.startswith(_NOT_OURS)}
    with scratch() as folder:
        if not quick:
            clone = folder / "arena"
            for name, command, where in (
                ("clone", ["git", "clone", "--quiet", str(HERE), str(clone)], folder),
                ("install", ["make", ".venv/.local-installed"], clone),
            ):
                timer = Timer()
                subprocess.run(command, cwd=where, env=environment, check=True, stdout=subprocess.DEVNULL)
                took[name] = timer.passed / 1000
            python = clone / ".venv" / "bin" / "python"
        took |= asyncio.run(_played(python, clone, environment))
    return [
        *(Row(f"first turn: {name}", value, "s") for name, value in took.items()),
        Row("first turn: all of it", sum(took.values()), "s", at_most=None if quick else 25),
    ]


async def _played(python: Path, clone: Path, environment: dict[str, str]) -> dict[str, float]:
    took: dict[str, float] = {}
    async with launched() as browser:
        timer = Timer()
        bot = await asyncio.create_subprocess_exec(
            python, "bot.py", "--local", cwd=clone, env=environment, stdout=asyncio.subprocess.PIPE
        )
        try:
            address = await asyncio.wait_for(_address(bot), 120)
            took["start"], timer = timer.passed / 1000, Timer()
            async with window(browser, size=PHONE, touch=True) as page:
                await page.enter(address)
                took["page opened"], timer = timer.passed / 1000, Timer()
                await join_and_start(page)
                took["table joined and started"], timer = timer.passed / 1000, Timer()
                await take_a_turn(page)
                took["turn picked and posted"] = timer.passed / 1000
        finally:
            if bot.returncode is None:
                bot.terminate()
            await bot.wait()
    return took


async def _address(bot: asyncio.subprocess.Process) -> str:
    if bot.stdout is None:
        raise AssertionError("the output of the bot is a pipe")
    async for line in bot.stdout:
        if found := re.search(rb"http://\S+", line):
            return found[0].decode()
    raise RuntimeError("the bot ended without an address")
