"""The rooms of `cogs/`: what one needs of another stands in files of its own, not beside a cog's listeners."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import cogs

HERE = Path(cogs.__file__).parent


def imports() -> Iterator[tuple[str, str]]:
    """Yield the room and the module of every import from one of the rooms."""
    for path in HERE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("cogs."):
                yield path.relative_to(HERE).parts[0], node.module


def test_no_room_imports_the_cog_of_another() -> None:
    found = list(imports())
    assert len(found) > 100
    assert [(room, name) for room, name in found if name.endswith(".cog") and name.split(".")[1] != room] == []
