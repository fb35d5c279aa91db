"""The table of optional protocols names every one of them, and the games that have it."""

from __future__ import annotations

import inspect
from typing import Any, Protocol

import pytest

from engine import extras, registry


def protocols() -> dict[str, Any]:
    """Return the optional protocols by name."""
    found = vars(extras).items()
    return {
        name: kind for name, kind in found if inspect.isclass(kind) and getattr(kind, "_is_runtime_protocol", False)
    }


def test_the_table_tells_which_games_have_which_protocol() -> None:
    keys = [game.info.key for game in registry.games()]
    rows = [line.split() for line in (extras.__doc__ or "").splitlines() if line.startswith("    ")][1:]
    told = {row[0]: {word for word in row if word in keys} for row in rows}
    assert told == {
        name: {game.info.key for game in registry.games() if isinstance(game, kind)}
        for name, kind in protocols().items()
    }


def test_whether_a_class_has_a_protocol_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain: ...

    looked: list[object] = []

    def look(_protocol: type, instance: object) -> bool:
        looked.append(instance)
        return False

    monkeypatch.setattr(type(Protocol), "__instancecheck__", look)
    assert not any(isinstance(Plain(), extras.Lists) for _ in range(2))
    assert len(looked) == 1
