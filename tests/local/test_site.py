"""Start and end of local mode, as a process of its own."""

import asyncio
import errno
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import Mock

import aiohttp
import pytest

import local
from tests.local.sample import SampleBot

ROOT = Path(__file__).parents[2]
PROGRAM = """
import logging
import sys
logging.basicConfig(level=logging.WARNING)
import local
from tests.local.sample import SampleBot
local.run(SampleBot, port=int(sys.argv[1]))
"""


@asynccontextmanager
async def _process(port: int = 0) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-W",
        "ignore::DeprecationWarning",
        "-c",
        PROGRAM,
        str(port),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
async def test_one_address_and_a_clean_end(name: signal.Signals) -> None:
    async with _process() as process:
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        address = re.fullmatch(r"Arena, local: (http://127\.0\.0\.1:\d+/) \(Ctrl-C ends it\)\n", line)
        assert address
        async with aiohttp.ClientSession() as session, session.get(address[1]) as answer:
            assert answer.status == 200
            process.send_signal(name)
            rest, complaints = await process.communicate()
    assert (process.returncode, rest, complaints) == (0, b"", b"")


async def test_a_taken_port_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port: int = taken.getsockname()[1]
        async with _process(port) as process:
            rest, complaints = await process.communicate()
    assert process.returncode == 1
    assert rest == b""
    assert complaints.decode() == f"Port {port} is taken; choose another one or none.\n"


async def test_the_usual_port_may_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr("local.site.DEFAULT_PORT", taken.getsockname()[1])
        async with local.opened(SampleBot) as site:
            assert site.address != f"http://127.0.0.1:{taken.getsockname()[1]}/"


def test_only_a_taken_port_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.site.opened", Mock(side_effect=PermissionError(errno.EACCES, "not for you")))
    with pytest.raises(PermissionError, match="not for you"):
        local.run(SampleBot, port=80)
