"""The features of `cogs/`: what one needs of another stands in files of its own; all of one is in its `Feature`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import cogs
from cogs.core.bot import Interaction
from cogs.core.feature import Feature
from store.tables.values import PostKind, Subject
from tests.cogs.conftest import World

HERE = Path(cogs.__file__).parent


def imports() -> Iterator[tuple[str, str]]:
    """Yield the feature and the module of every import from one of the features."""
    for path in HERE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("cogs."):
                yield path.relative_to(HERE).parts[0], node.module


def test_no_feature_imports_the_cog_of_another() -> None:
    found = list(imports())
    assert len(found) > 100
    assert [(own, name) for own, name in found if name.endswith(".cog") and name.split(".")[1] != own] == []


FILLED = frozenset(
    (
        *("presses", "table_press", "season_presses", "season_pages", "deliveries", "news_posters"),
        *("puzzle_poster", "channel_resolvers", "silence"),
    )
)
"""What of the bot only `Feature.open` fills, beside the defaults of the bot itself."""
REGISTERING = re.compile(r"set_(poster|remover|builder|show|announcer)|listen|handle|add_(cog|command|dynamic_items)")
"""Methods that register something."""
ELSEWHERE = {
    ("lobby/new.py", "add_command"): "the command of a game below `/new`",
    ("core/bot.py", "add_command"): "the word under which several features have their commands",
    ("settings/__init__.py", "add_command"): "a command that is only there with several languages",
}


def registered() -> Iterator[tuple[str, str]]:
    """Yield where something is registered, and what by."""
    for path in HERE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and REGISTERING.fullmatch(called.attr):
                yield path.relative_to(HERE).as_posix(), called.attr
            targets = node.targets if isinstance(node, ast.Assign) else ()
            for target in (*targets, *((node.target,) if isinstance(node, ast.AugAssign) else ())):
                whole = target.value if isinstance(target, ast.Subscript) else target
                # `self` of the bot itself is how it begins.
                if isinstance(whole, ast.Attribute) and whole.attr in FILLED and ast.unparse(whole.value) != "self":
                    yield path.relative_to(HERE).as_posix(), whole.attr


def test_a_feature_is_registered_in_one_place() -> None:
    found = set(registered())
    assert {where for where, _ in found} == {"core/feature.py", *(where for where, _ in ELSEWHERE)}
    assert {each for each in found if each[0] != "core/feature.py"} == ELSEWHERE.keys()


@pytest.mark.parametrize(
    ("offer", "key"),
    [
        ("presses", "play"),
        ("season_presses", "join"),
        ("season_pages", "t"),
        ("deliveries", "watch"),
        ("shows", "table"),
        ("news", "watch"),
        ("channels", "league"),
    ],
)
async def test_what_two_features_offer_is_found_out_at_the_start(world: World, offer: str, key: str) -> None:
    offered: dict[str, Any] = {offer: {key: _nothing}}
    with pytest.raises(ValueError, match=f"another feature has {key}"):
        await Feature(cogs=(), **offered).open(world.bot)


async def test_every_kind_of_post_is_delivered(world: World) -> None:
    by_the_poster = {"ended", "notice", "refresh"}
    assert {*world.bot.deliveries, *by_the_poster} == {*get_args(PostKind)}


async def test_every_kind_of_message_that_is_kept_true_is_shown(world: World) -> None:
    assert {*world.bot.shows} == {"table", "rematch", "pairing", "league"}
    for kind in world.bot.shows:
        assert Subject(kind, 1).lane < 0


async def _nothing(_interaction: Interaction, _match_id: int, _seq: int) -> None:
    """Do nothing."""
