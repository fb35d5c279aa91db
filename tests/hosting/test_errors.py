"""Errors: each is in the tree of `hosting.errors`, and has its words and a code."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import hosting
from engine.text import say
from hosting import errors
from hosting.errors import HostingError
from hosting.match.model import MatchOver, NothingToTakeBack


def declared() -> Iterator[type[HostingError]]:
    """Give every error that hosting declares."""
    for module in pkgutil.walk_packages(hosting.__path__, "hosting."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, HostingError) and value.__module__ == module.name:
                yield value


@pytest.mark.parametrize("kind", sorted(declared(), key=str))
def test_the_tree_shows_every_error_beside_its_module(kind: type[HostingError]) -> None:
    tree = (errors.__doc__ or "").replace("\n    │                          ", " ")
    lines = [each for each in tree.splitlines() if kind.__name__ in each.replace(",", " ").split()]
    if kind is not HostingError:
        assert kind.__module__ in {f"hosting.{line.split('── ')[1].split()[0]}" for line in lines}


def test_an_error_is_raised_with_what_it_declares() -> None:
    with pytest.raises(MatchOver) as caught:
        raise MatchOver
    assert (caught.value.code, caught.value.text) == ("match-over", say("This match is over."))


def test_words_and_code_can_depend_on_what_happened() -> None:
    error = NothingToTakeBack(say("Nothing at all."), "nothing")
    assert (error.code, str(error.text)) == ("nothing", "Nothing at all.")
