"""The pages of the documentation: every file that they name is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
PAGES = [*sorted(HERE.glob("*.md")), *sorted((HERE / "docs").rglob("*.md"))]
_FILE = re.compile(r"`([\w./-]+/[\w./-]*\.(?:py|md|toml|txt|json|pot))`")
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_TREE = re.compile(r"^```\n(bot\.py .*?)^```", re.MULTILINE | re.DOTALL)


def named(page: Path) -> Iterator[Path]:
    """Give every file that a page names in its text or links to."""
    text = page.read_text(encoding="utf-8")
    yield from (HERE / found for found in _FILE.findall(text) if "<" not in found)
    yield from (page.parent / found for found in _LINK.findall(text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    assert [str(path) for path in named(page) if not path.exists()] == []


def test_every_file_of_the_tree_is_in_its_folder() -> None:
    found = _TREE.search((HERE / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert found is not None
    folder, missing = HERE, []
    for line in found[1].splitlines():
        if (top := re.match(r"(\w+)/", line)) is not None:
            folder = HERE / top[1]
        elif not line.startswith(" "):
            folder = HERE
        missing += [name for name in re.findall(r"[\w/]+\.py\b", line) if not any(folder.rglob(Path(name).name))]
    assert missing == []
