"""Errors: each has its words and a code of its own, and a class only where something catches it by name."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import hosting
from engine.text import say
from hosting.errors import HostingError
from hosting.match.model import MatchOver

ROOT = Path(hosting.__file__).parents[1]


@cache
def trees() -> dict[str, ast.Module]:
    """Return what the files of hosting and of the commands say; to read them takes seconds."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for each in ("hosting", "cogs")
        for path in (ROOT / each).rglob("*.py")
    }


def declared() -> Iterator[type[HostingError]]:
    """Give every error that hosting declares."""
    for module in pkgutil.walk_packages(hosting.__path__, "hosting."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, HostingError) and value.__module__ == module.name:
                yield value


def caught() -> Iterator[str]:
    """Give the names of errors that the program catches or tells apart, each where it does."""
    for tree in trees().values():
        for node in ast.walk(tree):
            match node:
                case ast.ExceptHandler(type=ast.expr() as named):
                    yield from names(named)
                case ast.Call(func=ast.Name("isinstance"), args=[_, named]):
                    yield from names(named)
                case ast.Call(func=ast.Name("suppress") | ast.Attribute(attr="suppress"), args=args):
                    yield from (name for each in args for name in names(each))


def names(node: ast.AST) -> Iterator[str]:
    return (each.id for each in ast.walk(node) if isinstance(each, ast.Name))


def code_of(node: ast.AST) -> str | None:
    """Return the code of an error that is written here: in a class, in a pair of words and code, or at a raise."""
    match node:
        case ast.Call(ast.Name("HostingError"), keywords=[*_, ast.keyword("code", ast.Constant(str(code)))]):
            return code
        case ast.Call(ast.Name("HostingError"), [_, ast.Constant(str(code))]):
            return code
        case ast.Assign(value=ast.Tuple([ast.Call(ast.Name("say" | "say_n")), ast.Constant(str(code))])):
            return code
        case ast.Assign([ast.Name("code")], ast.Constant(str(code))):
            return code
        case ast.Assign([ast.Tuple([ast.Name("code"), *_])], ast.Tuple([ast.Constant(str(code)), *_])):
            return code
    return None


def test_an_error_has_a_class_only_where_it_is_caught() -> None:
    found = set(caught())
    by_table = {"MatchParked"}  # `cogs.core.errors` explains it at length
    assert {kind.__name__ for kind in declared()} - found - by_table == set()


def test_a_code_is_written_in_one_module() -> None:
    found = defaultdict(set)
    for module, tree in trees().items():
        for code in filter(None, map(code_of, ast.walk(tree))):
            found[code].add(module)
    assert len(found) > 100
    assert {code: places for code, places in found.items() if len(places) > 1} == {}


def test_an_error_is_raised_with_what_it_declares() -> None:
    with pytest.raises(MatchOver) as raised:
        raise MatchOver
    assert (raised.value.code, raised.value.text) == ("match-over", say("This match is over."))


def test_words_and_code_can_depend_on_what_happened() -> None:
    error = MatchOver(say("Nothing at all."), "nothing")
    assert (error.code, str(error.text)) == ("nothing", "Nothing at all.")
