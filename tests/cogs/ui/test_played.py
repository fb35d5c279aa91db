"""What is told of choices that were revealed together."""

from __future__ import annotations

import pytest

from cogs.ui.turn_text import CLOSED, choices_are_open, choices_text
from engine.script import Entry
from engine.session import Played
from engine.text import say

OPEN, VEILED = Entry(1, 1, "3W"), Entry(1, 2, "5E", veil=say("chooses in private"))


@pytest.mark.parametrize(
    ("together", "over", "told"),
    [
        ((OPEN, Entry(1, 2, "5E")), False, "**All choices are revealed:** `3W · 5E`"),
        ((OPEN, VEILED), False, "**Open:** `3W`. The others stay closed until the match is over."),
        ((OPEN, VEILED), True, "**All choices are revealed:** `3W · 5E`"),
        ((VEILED,), False, str(CLOSED)),
    ],
)
def test_of_choices_together_only_the_open_ones_are_told(together: tuple[Entry, ...], over: bool, told: str) -> None:
    last = Played(2, "5E", (), together, together)
    assert str(choices_text(last, over=over)) == told
    assert choices_are_open(last, over=over) is told.startswith("**All choices")
