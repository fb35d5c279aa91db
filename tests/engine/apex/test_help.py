"""The help: complete, small enough for Discord, with examples that can be played, and plain about what is made up."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from engine.apex.cards import bonus_text, card_text, civilisation_text
from engine.apex.components import components
from engine.apex.game import APEX
from engine.apex.notation import read_move
from engine.apex.state import Phase

ANSWERS = [Phase.SETUP, Phase.CHOOSE, Phase.WAR, Phase.EXPAND]


def test_apex_brings_its_help() -> None:
    keys = [topic.key for topic in APEX.topics]
    assert len(set(keys)) == len(keys) <= 25
    assert all(len(key) <= 40 for key in keys)


def test_every_point_is_a_sentence_with_rules_of_the_page() -> None:
    for topic in APEX.topics:
        assert sum(len(str(point.text)) + len(point.example) + 40 for point in topic.points) < 3800
        for point in topic.points:
            assert str(point.text).endswith(".")
            assert all(re.fullmatch(r"A[1-7]?\d", rule) for rule in point.rules)


def test_the_examples_can_be_read() -> None:
    for topic in APEX.topics:
        for point in topic.points:
            for part in re.split("[,/]", point.example) if point.example else ():
                assert any(read_move(phase, part) is not None for phase in ANSWERS), part


def test_what_is_reconstructed_is_said_where_it_is_shown() -> None:
    for key in ("overview", "civilisations", "cards", "sectors", "reconstruction"):
        (topic,) = (topic for topic in APEX.topics if topic.key == key)
        assert any("reconstruction" in str(point.text) for point in topic.points)


def test_cards_sectors_and_civilisations_are_told_from_the_data() -> None:
    box = components()
    assert str(card_text(box.card(3))) == "Card 3: evolution influence; expansion portal."
    assert (
        str(card_text(box.card(30)))
        == "Card 30 (circled): evolution influence; expansion portal, production, conversion."
    )
    assert str(civilisation_text(box.civilisations[0])) == "Humans (HUM): 5 ships, influence at 1."
    assert str(civilisation_text(box.civilisations[5])) == "Cireades (CIR): 9 ships, all levels at 0."
    assert len({str(bonus_text(tile.bonus)) for tile in box.tiles}) == 8


# The rules page: complete, and every rule on it is tested under its number.


ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "apex.md").read_text(encoding="utf-8")
UNUSED = {57, 58, 59, 65, 66, 67, 68, 69}
RULES = set(range(1, 76)) - UNUSED


def on_the_page() -> dict[int, str]:
    """Return the rules of the page and what each says of its source, ranges such as `A3–A5` taken apart."""
    found: dict[int, str] = {}
    for line in re.findall(r"^- \*\*(A[^*]+)\*\* \(([^)]+)\)", PAGE, re.MULTILINE):
        for first, last in re.findall(r"A(\d+)(?:–A(\d+))?", line[0]):
            for number in range(int(first), int(last or first) + 1):
                assert number not in found, f"A{number} stands there twice"
                found[number] = line[1]
    return found


def in_names_of_tests() -> set[int]:
    """Return the rules named by tests such as `test_a62_a63_points_then_pawns`."""
    found: set[int] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = re.match(r"test((?:_a\d+)+)_", node.name) if isinstance(node, ast.FunctionDef) else None
            found |= set(map(int, re.findall(r"\d+", name[1]))) if name else set()
    return found


def test_the_page_has_every_rule_and_says_where_it_comes_from() -> None:
    page = on_the_page()
    assert set(page) == RULES
    assert {re.split(r"\W", source)[0] for source in page.values()} == {"stated", "ruling", "data"}


def test_every_rule_is_tested_under_its_number() -> None:
    assert RULES - in_names_of_tests() == set()
    assert in_names_of_tests() - RULES == set()


def test_the_engine_cites_rules_of_the_page() -> None:
    for path in (ROOT / "engine" / "apex").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        cited = {int(number) for number in re.findall(r'(?:rule="|"|# |\()A(\d\d)\b', text)}
        assert cited <= RULES, path.name
