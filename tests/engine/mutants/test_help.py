"""The help: every rule, small enough for Discord, with examples that can be played, plain about what is made up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.mutants
from engine.mutants.components import components
from engine.mutants.rules import MOST_COPIES, RESERVE_SIZE
from engine.mutants.teaching.help import TOPICS
from engine.teaching import Point, Topic

POINTS = [(topic, point) for topic in TOPICS for point in topic.points]
LAST = {"M": 79, "N": 14}
"""The last rule of the page, by letter."""
ROOM = 3800
"""Characters of a topic, so that translations, which are longer, fit Discord's 4,096 as well."""

_TOP = r"(?P<top>[A-Z]{3})(@[1-3])?"
_EXAMPLES = (
    re.compile(r"D (?P<hand>[A-Z]{3})"),
    re.compile(rf"B (?P<hand>[A-Z]{{3}}\+[A-Z]{{3}})>{_TOP}"),
    re.compile(rf"I (?P<hand>[A-Z]{{3}})>{_TOP}"),
    re.compile(r"[ALR]|[YN]|F"),
    re.compile(r"(?P<hand>[A-Z]{3}(\+[A-Z]{3})*)"),
    re.compile(r"(?P<hand>[A-Z]{3})@[1-3]"),
    re.compile(r"([ALR]|(?P<hand>[A-Z]{3}))\.[DL]"),
)
"""The grammar of N2, in canonical form (N4)."""


def topic(key: str) -> Topic:
    (found,) = (each for each in TOPICS if each.key == key)
    return found


def test_the_topics_fit_one_menu() -> None:
    keys = [each.key for each in TOPICS]
    assert len(set(keys)) == len(keys) <= 25 + len(["rulings"])
    assert all(0 < len(key) <= 40 for key in keys)
    assert len({str(each.title) for each in TOPICS}) == len(keys)


@pytest.mark.parametrize("each", TOPICS, ids=lambda each: each.key)
def test_a_topic_fits_a_page(each: Topic) -> None:
    marks = sum(len(", ".join(point.rules)) + len(point.example) + 8 for point in each.points)
    assert sum(len(str(point.text)) for point in each.points) + marks < ROOM


@pytest.mark.parametrize(("each", "point"), POINTS, ids=lambda each: each.key if isinstance(each, Topic) else "")
def test_every_point_is_a_sentence_with_rules_of_the_page(each: Topic, point: Point) -> None:
    assert str(point.text)[-1] in ".!", each.key
    assert "{" not in str(point.text)
    for rule in point.rules:
        number = re.fullmatch(r"([MN])([1-9]\d?)", rule)
        assert number is not None, rule
        assert int(number[2]) <= LAST[number[1]], rule


@pytest.mark.parametrize("letter", LAST)
def test_every_rule_is_explained(letter: str) -> None:
    told = {rule for _, point in POINTS for rule in point.rules}
    assert {f"{letter}{number}" for number in range(1, LAST[letter] + 1)} <= told


def test_every_rule_that_an_error_names_is_explained() -> None:
    sources = [
        path.read_text() for path in Path(engine.mutants.__file__).parent.glob("*.py") if "help" not in path.name
    ]
    named = {rule for source in sources for rule in re.findall(r'"([MN]\d+)"', source)}
    assert named <= {rule for _, point in POINTS for rule in point.rules}


def test_the_examples_are_canonical_notation_of_real_cards() -> None:
    box, examples = components(), [point.example for _, point in POINTS if point.example]
    assert len(examples) >= 20
    for text in (part for example in examples for part in example.split("/")):
        found = next((match for each in _EXAMPLES if (match := each.fullmatch(text))), None)
        assert found is not None, text
        parts = found.groupdict()
        hand = (parts.get("hand") or "").split("+") if parts.get("hand") else []
        assert all(code in box.cards for code in hand), text
        assert list(box.sorted(hand)) == hand, text  # N4
        if top := parts.get("top"):
            assert box.card(top).kind == "advanced", text
            if text.startswith("B "):  # M24
                assert set(box.card(top).genes) <= {gene for code in hand for gene in box.card(code).genes}, text


def test_the_example_of_a_reserve_is_one() -> None:
    (example,) = (point.example for point in topic("constructed").points if point.example)
    codes = example.split("+")
    assert len(codes) == RESERVE_SIZE
    assert max(map(codes.count, codes)) <= MOST_COPIES
    assert {components().card(code).kind for code in codes} == {"advanced"}


def test_what_is_reconstructed_is_said_where_it_is_shown() -> None:
    for key in ("overview", "boss", "reconstruction"):
        assert any("not the published values" in str(point.text) for point in topic(key).points), key


def test_the_aid_card_has_all_that_belongs_on_it() -> None:
    aid = topic("aid")  # M72
    assert aid.sheet
    assert [each for each in TOPICS if each.sheet] == [aid]
    cited = {rule for point in aid.points for rule in point.rules}
    steps = {f"M{number}" for number in range(28, 33)}
    assert cited >= steps | {"M18", "M19", "M23", "M24", "M25", "M40", "M53"}
    words = " ".join(str(point.text) for point in aid.points)
    assert [gene for gene in ("Cyber", "Necro", "Saber", "Zoomorph", "Galactic", "Mythic") if gene not in words] == []


def test_decks_bosses_and_numbers_are_told_from_the_data() -> None:
    ready = " ".join(str(point.text) for point in topic("ready").points)
    for deck in components().decks.values():
        assert deck.name_en in ready
        assert [code for code in deck.cards if f"({code})" not in ready] == []
    boss = [str(point.text) for point in topic("boss").points]
    assert "Singularity Wizard: health 42, 12 cards." in boss
    assert "Jack Ice: health 46, 20 cards." in boss
    assert any("13 spaces" in str(point.text) for point in topic("force").points)
    assert any("4, 5, 6, 7, 8" in str(point.text) for point in topic("rounds").points)
    assert any("2, 2, 3, 3, 4" in str(point.text) for point in topic("rounds").points)
