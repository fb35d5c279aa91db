"""What can be said of a game without playing it."""

from __future__ import annotations

import pytest

from engine import registry
from engine.game import GameInfo, Mode, Option
from engine.text import say

INFO = GameInfo(
    "toy",
    "Toy",
    (Mode("2", say("2 players"), 2), Mode("3", say("3 players"), 3)),
    (
        Option("speed", say("Speed"), ("slow", "fast"), "slow", (say("slow"), say("fast"))),
        Option(
            "map", say("Map"), ("old", "new", "odd"), "old", (say("old"), say("new"), say("odd")), apart=("new", "odd")
        ),
        Option("cards", say("Cards"), ("few", "many"), "few", (say("few"), say("many")), ("3",), apart=("many",)),
    ),
)


@pytest.mark.parametrize(
    ("mode", "options", "variant"),
    [
        ("2", (), ""),
        ("2", (("speed", "fast"), ("map", "old")), ""),
        ("2", (("map", "odd"),), "map=odd"),
        ("2", (("cards", "many"), ("map", "new")), "map=new"),
        ("3", (("map", "new"), ("cards", "many")), "cards=many;map=new"),
        ("4", (("map", "new"),), ""),
    ],
)
def test_a_variant_is_what_options_make_another_game(
    mode: str, options: tuple[tuple[str, str], ...], variant: str
) -> None:
    assert INFO.variant(mode, options) == variant


def test_of_our_games_only_exploration_is_another_game() -> None:
    apart = {
        (game.info.key, option.key, value)
        for game in registry.games()
        for option in game.info.options
        for value in option.apart
    }
    assert apart == {("apex", "mode", "exploration")}
    assert all(
        option.default not in option.apart and set(option.apart) <= set(option.choices)
        for game in registry.games()
        for option in game.info.options
    )
