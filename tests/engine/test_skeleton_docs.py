"""docs/adding-a-game.md and the skeleton game that it shows say the same."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from engine.game import Game
from tests.engine.skeleton.game import Nim

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
SKELETON = (ROOT / "tests" / "engine" / "skeleton" / "game.py").read_text(encoding="utf-8")


def test_what_the_page_shows_is_the_skeletons_code() -> None:
    shown = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert shown
    assert [code for code in shown if code not in SKELETON] == []


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((\.\./[^)#]+)", PAGE))))
def test_what_the_page_links_to_exists(target: str) -> None:
    assert (ROOT / "docs" / target).resolve().exists()


@pytest.mark.parametrize(
    "place", ["engine/registry.py", "render/registry.py", "tests/engine/kits.py", "tests/cogs/test_visibility.py"]
)
def test_the_places_that_name_a_game_are_on_the_page_and_name_each(place: str) -> None:
    assert f"`{place}`" in PAGE
    text = (ROOT / place).read_text(encoding="utf-8").casefold()
    assert all(key in text for key in ("replicants", "replica", "apex"))


def test_the_skeleton_has_the_interface_and_nothing_else() -> None:
    def methods(kind: type) -> set[str]:
        return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}

    assert methods(Nim) == methods(Game)
