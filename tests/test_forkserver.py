"""Processes that are forked from one that has imported their program."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.forkserver import ForkServer


@pytest.fixture(scope="module")
def timeit() -> Iterator[ForkServer]:
    """Any program with a `main`; this one runs what it is given as an argument."""
    server = ForkServer("timeit")
    yield server
    server.close()


async def test_environment_folder_output_and_end(timeit: ForkServer, tmp_path: Path) -> None:
    output, code = tmp_path / "log", "print(os.environ, os.getcwd(), sys.stdin.read())"
    setup = ["-n1", "-r1", "-s", "import os, sys"]
    one = timeit.fork([*setup, code], output=output, env={"NAME": "one"}, cwd=tmp_path)
    assert await one.wait() == one.returncode == 0
    two = timeit.fork(["--nonsense"], output=output, env={}, cwd=tmp_path)
    assert await two.wait() == 2
    assert output.read_text().startswith(f"environ({{'NAME': 'one'}}) {tmp_path} \n")
    assert "option --nonsense not recognized" in output.read_text()
    assert one.pid != two.pid


async def test_killed(timeit: ForkServer, tmp_path: Path) -> None:
    process = timeit.fork(["-s", "import signal", "signal.pause()"], output=tmp_path / "log", env={}, cwd=tmp_path)
    assert process.returncode is None
    process.kill()
    assert await process.wait() == -signal.SIGKILL
    process.kill()  # does nothing
