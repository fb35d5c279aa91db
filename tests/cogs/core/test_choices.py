"""What an option offers while somebody types."""

from __future__ import annotations

import pytest

from cogs.core.replies import offered
from cogs.core.text import CHOICE_LIMIT, MOST_CHOICES


def test_only_what_fits_is_offered_in_its_order() -> None:
    named = [("Bob: E/2C6", 2), ("ANN: E", 1), ("Straße", 3)]
    assert [each.value for each in offered(named, "")] == [2, 1, 3]
    assert [each.value for each in offered(named, "ann")] == [1]
    assert [each.value for each in offered(named, "STRASSE")] == [3]
    assert offered(named, "zoe") == []


@pytest.mark.parametrize("typed", ["", "x"])
def test_no_more_and_nothing_longer_than_discord_takes(typed: str) -> None:
    choices = offered([("x" * 200, str(number)) for number in range(40)], typed)
    assert [each.value for each in choices] == [str(number) for number in range(MOST_CHOICES)]
    assert {len(each.name) for each in choices} == {CHOICE_LIMIT}


def test_a_key_is_looked_up_too_where_people_type_notation() -> None:
    named = [("Replicant 2 on E7", "2E7"), ("Replicant 3 on B2", "3B2")]
    assert [each.value for each in offered(named, "2e")] == []
    assert [each.value for each in offered(named, "2e", by_value=True)] == ["2E7"]
