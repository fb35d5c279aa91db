"""People whose clients were not updated since `/new` asked for all terms itself: what they send counts as before.

Tests open tables by it in one step, as the dialogs under Terms take three (`tests/cogs/lobby/test_terms_panel.py`).
"""

from __future__ import annotations

from typing import Any

from cogs.lobby.new import EARLIER
from engine import registry

_STRING, _BOOLEAN = 3, 5
"""Discord's types of options."""


def with_earlier(game: str, options: list[dict[str, Any]] | None) -> list[dict[str, Any]]:
    """Return the options of `/new` for a game as an older client knows them, from those that it has now."""
    now = options or []
    there = {each["name"] for each in now}
    kinds = {**EARLIER, **{option.key: str for option in registry.get(game).info.options}}
    return [
        *now,
        *(
            {"name": key, "type": _BOOLEAN if kind is bool else _STRING, "description": "-"}
            for key, kind in kinds.items()
            if key not in there
        ),
    ]
