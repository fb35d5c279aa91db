"""What is told of tests that need a PostgreSQL server where there is none."""

from __future__ import annotations

from types import SimpleNamespace
from unittest.mock import Mock

from tests import conftest, databases


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
