"""Who sees the answer to a command that fails: the person who gave it alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.conftest import World
from tests.cogs.playing import posts
from tests.cogs.seeing import ME
from tests.cogs.test_visibility import COMMANDS
from tests.cogs.test_visibility_answers import _assert_seen

FAILING: dict[str, dict[str, Any]] = {
    "new replicants": {"players": 3, "mode": "teams"},
    "settings block": {"add": "@ann"},
    "seek create": {"game": "replicants", "expires": "2020-01-01"},
    "seek cancel": {"offer": 99},
    "league create": {"game": "replicants", "format": "swiss", "ends": "what"},
    "league join": {},
    "league standings": {"league": 99},
    "league-manage start": {},
    "move": {"turn": "E"},
    "match plan": {"add": "E"},
    "board": {"show": "everyone"},
    "legal": {"piece": "2E7"},
    "match cards": {},
    "match record": {},
    "match replay": {},
    "match import": {"file": ("what.txt", b"what")},
    "resign": {},
    "undo": {},
    "match clock": {},
    "settings vacation": {"first": "what"},
    "match end": {},
    "match pause": {"days": 3},
    "match more-time": {"hours": 2},
    "match abort": {},
    "match leave": {},
    "organise pause": {"reason": "other"},
    "organise resume": {},
    "organise extend": {"player": "ann", "hours": 3},
    "organise substitute": {"seat": "ann"},
    "organise adjudicate": {"reason": "other", "winner": "ann"},
    "organise void": {"reason": "other"},
    "organise correct": {"what": "doesn't count", "reason": "other", "match": 99},
    "organise takeback": {"turn": "1"},
    "organise set-position": {"position": "what"},
    "organise log": {},
    "learn": {"game": "replicants", "step": 25},
    "rules": {"topic": "what"},
    "silence log": {},
    "watch match": {},
    "watch stop": {"what": "what"},
    "match spectate": {},
    "match move-to": {},
}
"""By command: options that fail in a channel where no match was ever played. The others cannot fail there."""


async def test_errors_are_private(world: World, subtests: pytest.Subtests) -> None:
    assert FAILING.keys() <= COMMANDS.keys()
    organiser = world.organiser()
    for name, options in FAILING.items():
        with subtests.test(name):
            await _assert_seen(world, organiser, name, options, ME)
            assert posts(world) == []
