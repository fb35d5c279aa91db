"""Words in the room that there is."""

from __future__ import annotations

import pytest

from render.words import in_limit


@pytest.mark.parametrize(
    ("limit", "shown"),
    [
        (8, "ab\ncd\nef"),
        (7, "ab\ncd"),  # the second part is left out whole, and what follows it with it
        (4, ""),
        (0, ""),
    ],
)
def test_of_a_text_board_whole_parts_are_shown_as_far_as_they_fit(limit: int, shown: str) -> None:
    assert in_limit([["ab", "cd"], ["ef"]], limit) == shown


def test_behind_a_part_that_does_not_fit_comes_none_that_would() -> None:
    assert in_limit([["ab"], ["cdefg"], ["h"]], 5) == "ab"
