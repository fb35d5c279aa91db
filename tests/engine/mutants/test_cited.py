"""Every rule, every case and every line on notation and records is cited by a test that holds it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

TESTS = Path(__file__).parents[2]
NUMBERS = (
    {f"M{number}" for number in range(1, 80)}
    | {f"N{number}" for number in range(1, 15)}
    | {f"C{number}" for number in range(1, 11)}
)


def functions() -> Iterator[str]:
    """Yield the source of each test of Mutants; the second implementation, tested by itself, is left out."""
    for path in sorted(TESTS.rglob("mutants/**/test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "reference" in path.name or path == Path(__file__):
            continue
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                yield "\n".join(source.splitlines()[first - 1 : node.end_lineno])


def cited(source: str) -> set[str]:
    """Return the numbers that a test cites, those between two as well: `M63 to M65`."""
    ranges = re.findall(r"\b([MNC])(\d+) to \1(\d+)\b", source)
    between = {f"{letter}{number}" for letter, low, high in ranges for number in range(int(low), int(high) + 1)}
    return between | set(re.findall(r"\b[MNC]\d+\b", source))


def test_no_number_is_without_a_test() -> None:
    assert cited('"""M63 to M65, N2."""') == {"M63", "M64", "M65", "N2"}
    assert sorted(NUMBERS - set(chain.from_iterable(map(cited, functions())))) == []
