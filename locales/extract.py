"""Collects the texts for people from the code, by the names of the functions that mark them."""

from __future__ import annotations

import ast
import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog

from locales import HERE

PACKAGES = ("engine", "render", "hosting", "cogs", "local")
KEYWORDS = {"say": 1, "say_n": 2, "mark": 1}
"""Functions whose first arguments are texts, and how many: a second one is the plural; `context=` may follow."""

LONG_AGO = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""A date that does not change, so that the file changes only when a text does."""


class Message(NamedTuple):
    """A text as the code marks it; `context` tells two uses of the same English apart."""

    forms: tuple[str, ...]
    context: str | None


def messages(source: str) -> Iterator[Message]:
    """Yield the texts that a Python file marks, in their order; what is no literal is left out (a test refuses it)."""
    calls = [
        (node.lineno, node.col_offset, node.func.id, node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS
    ]
    for _line, _column, name, call in sorted(calls, key=lambda each: each[:2]):
        forms = [form for argument in call.args[: KEYWORDS[name]] if (form := _literal(argument)) is not None]
        contexts = [_literal(keyword.value) for keyword in call.keywords if keyword.arg == "context"]
        if len(forms) == KEYWORDS[name]:
            yield Message(tuple(forms), contexts[0] if contexts else None)


def extracted(root: Path = HERE.parent) -> Catalog:
    """Return every text of the project below a folder, with the files where it stands."""
    catalogue = Catalog(
        project="Arena", version="", copyright_holder="the Arena authors", charset="utf-8", creation_date=LONG_AGO
    )
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            for forms, context in messages(path.read_text(encoding="utf-8")):
                catalogue.add(forms if len(forms) > 1 else forms[0], locations=[(place, 0)], context=context)
    return catalogue


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
