"""The table of optional protocols names every one of them, and the games whose renderer has it."""

from __future__ import annotations

import inspect

from render import extras
from render.registry import RENDERERS


def test_the_table_tells_which_renderers_have_which_protocol() -> None:
    classes = inspect.getmembers(extras, inspect.isclass)
    protocols = {name: kind for name, kind in classes if getattr(kind, "_is_runtime_protocol", False)}
    rows = [line.split() for line in (extras.__doc__ or "").splitlines() if line.startswith("    ")][1:]
    told = {row[0]: {word for word in row if word in RENDERERS} for row in rows}
    assert told == {
        name: {key for key, artist in RENDERERS.items() if isinstance(artist, kind)} for name, kind in protocols.items()
    }
