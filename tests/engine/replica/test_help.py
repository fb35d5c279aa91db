"""The rules as the help restates them."""

from __future__ import annotations

import pytest

from engine.replica.notation import read_move
from engine.replica.teaching.help import TOPICS
from engine.teaching import Point, Topic

POINTS = [(topic, point) for topic in TOPICS for point in topic.points]


@pytest.mark.parametrize(("topic", "point"), POINTS, ids=lambda each: each.key if isinstance(each, Topic) else "")
def test_every_point_is_a_sentence_with_its_rules(topic: Topic, point: Point) -> None:
    assert point.rules or topic.key == "rulings", f"{topic.key}: {point.text} cites no rule"
    assert set(point.rules) <= {f"P{number}" for number in range(1, 11)}
    assert str(point.text).endswith(".")


def test_every_rule_is_explained() -> None:
    assert {rule for _, point in POINTS for rule in point.rules} == {f"P{number}" for number in range(1, 11)}


def test_topics_fit_a_menu() -> None:
    keys = [topic.key for topic in TOPICS]
    assert len(set(keys)) == len(keys) <= 25


def test_examples_are_readable_notation() -> None:
    examples = [point.example for _, point in POINTS if point.example]
    assert len(examples) >= 4
    for example in examples:
        for move in example.split("/"):
            read_move(move)
