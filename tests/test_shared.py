"""What tests share: the line about a missing PostgreSQL server, and processes that are forked."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from tests import conftest, databases
from tests.forkserver import ForkServer


def test_tests_without_a_server_are_told_in_one_line_and_others_one_by_one() -> None:
    missing = [SimpleNamespace(longrepr=("file.py", line, f"Skipped: {databases.NO_SERVER}")) for line in range(3)]
    other = SimpleNamespace(longrepr=("file.py", 9, "Skipped: no browser"))
    reporter = Mock(stats={"skipped": [*missing, other]})
    conftest.pytest_terminal_summary(reporter)
    (call,) = reporter.write_line.call_args_list
    assert call.args[0].startswith("3 tests were not run on PostgreSQL. To run them, set TEST_POSTGRESQL")
    assert reporter.stats["skipped"] == [other]


def test_nothing_is_told_where_all_ran() -> None:
    reporter = Mock(stats={})
    conftest.pytest_terminal_summary(reporter)
    reporter.write_line.assert_not_called()


# Processes that are forked from one that has imported their program.


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
