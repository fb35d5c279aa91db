"""CSV as it is exported."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from store.csv_text import line, name, read_name, value, values
from tests.characters import ANY
from tests.volume import many


@pytest.mark.parametrize(
    ("found", "written"),
    [
        (None, ""),
        (True, "1"),
        (False, "0"),
        (-7, "-7"),
        (0.1 + 0.2, "0.30000000000000004"),
        (25.0, "25.0"),
        (datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC), "2026-11-22T01:02:03Z"),
        (datetime(2026, 11, 22, 1, 2, 3, 4500, tzinfo=timezone(timedelta(hours=1))), "2026-11-22T00:02:03.004500Z"),
        ("undecided", "undecided"),
    ],
)
def test_values_are_written_so_that_they_are_read_back(found: object, written: str) -> None:
    assert value(found) == written


def test_several_numbers_stand_in_one_field() -> None:
    assert (values(None), values(12.5), values([1, 7, 23])) == ("", "12.5", "1;7;23")


@pytest.mark.parametrize("begun", ["=1+1", "+49", "-1", "@here", "'tis", "\tx", "\rx"])
def test_a_name_that_a_spreadsheet_would_compute_is_a_text(begun: str) -> None:
    assert name(begun) == "'" + begun
    assert name("Ann = Bob") == "Ann = Bob"


@settings(max_examples=many(100, 2000), derandomize=True, database=None)
@given(st.lists(st.text(ANY, max_size=8), min_size=2, max_size=4))
def test_any_names_are_read_back_by_the_standard_library(names: list[str]) -> None:
    written = line(map(name, names))
    assert written.endswith("\n")
    (read,) = csv.reader(io.StringIO(written, newline=""))
    assert [read_name(each) for each in read] == names
