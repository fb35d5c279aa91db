"""The rules as the help restates them."""

from __future__ import annotations

import re

import pytest

from engine.extras import Explained
from engine.registry import games
from engine.replicants.notation import read_move
from engine.replicants.teaching.help import TOPICS
from engine.teaching import Point, Topic

POINTS = [(topic, point) for topic in TOPICS for point in topic.points]


def test_every_game_brings_its_help_in_one_menu() -> None:
    for game in games():
        assert isinstance(game, Explained)
        keys = [topic.key for topic in game.topics]
        # The rulings have a button of their own.
        assert keys.count("rulings") == 1
        assert 0 < len(keys) - 1 <= 25
        assert len(set(keys)) == len(keys)
        assert all(0 < len(key) <= 40 for key in keys)


@pytest.mark.parametrize(("topic", "point"), POINTS, ids=lambda each: each.key if isinstance(each, Topic) else "")
def test_every_point_is_a_sentence_with_its_rules(topic: Topic, point: Point) -> None:
    assert point.rules or topic.key in ("reconstructed", "rulings"), f"{topic.key}: {point.text} cites no rule"
    for rule in point.rules:
        number = re.fullmatch(r"([RN])(\d+)", rule)
        assert number is not None
        assert 1 <= int(number[2]) <= {"R": 31, "N": 7}[number[1]]
    assert point.example or str(point.text)[-1] in ".!"


def test_every_rule_of_play_is_explained() -> None:
    cited = {rule for _, point in POINTS for rule in point.rules}
    # R5 is about drawing and R31 a theorem.
    assert cited >= {f"R{number}" for number in range(1, 31)} - {"R5"}
    assert cited >= {f"N{number}" for number in range(1, 8)}


def test_examples_are_readable_notation() -> None:
    examples = [point.example for _, point in POINTS if point.example and not point.example.startswith("(")]
    assert len(examples) >= 10
    for example in examples:
        for action in example.split("/"):
            read_move(action)


def test_the_reconstructed_parts_are_named() -> None:
    topic = next(topic for topic in TOPICS if topic.key == "reconstructed")
    assert {"R4", "R9"} <= {rule for point in topic.points for rule in point.rules}
    assert next(topic for topic in TOPICS if topic.key == "charts").sheet
