"""The rules page: complete, and every rule on it is tested under its number."""

from __future__ import annotations

import ast
import re
from pathlib import Path

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
