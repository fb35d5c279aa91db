"""Counting legal sequences of decisions a second time: a walk through the second implementation, without recursion.

One ply is one decision, or one joint decision where several decide at once, as `engine.perft` has it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from tests.engine.mutants.reference import Drawn, Reference

Path: TypeAlias = tuple[Mapping[int, str], ...]
"""The decisions that lead from a position to another."""

DrawnBehind: TypeAlias = Callable[[Path], Sequence[Drawn]]
"""Tells what comes up behind the last decision of a path."""


def nothing_drawn(_path: Path) -> Sequence[Drawn]:
    """Tell of no draw: the game has a lot, or none comes up."""
    return ()


def decisions(game: Reference) -> Iterator[Mapping[int, str]]:
    """Yield every decision, or joint decision, that is legal."""
    seats = game.acting()
    if seats:
        for texts in itertools.product(*(sorted(game.answers(seat)) for seat in seats)):
            yield dict(zip(seats, texts, strict=True))


def walk(game: Reference, depth: int, drawn: DrawnBehind = nothing_drawn) -> Iterator[tuple[Path, Reference]]:
    """Yield every position behind fewer decisions than a depth, and the way there."""
    waiting: list[tuple[Path, Reference]] = [((), game)]
    while waiting:
        path, here = waiting.pop()
        yield path, here
        if len(path) + 1 < depth:
            for decision in decisions(here):
                further = (*path, decision)
                waiting.append((further, here.after(decision, drawn(further))))


def counts(game: Reference, depth: int, drawn: DrawnBehind = nothing_drawn) -> list[int]:
    """Return how many sequences of 1, 2, … decisions there are, up to a depth; games that end earlier do not count."""
    found = [0] * depth
    for path, here in walk(game, depth, drawn):
        found[len(path)] += sum(1 for _ in decisions(here))
    return found


def kinds(game: Reference, depth: int, drawn: DrawnBehind = nothing_drawn) -> set[str]:
    """Return the kinds of prompt that so many decisions meet."""
    return {kind for _, here in walk(game, depth, drawn) for kind in here.told()["asked"].values()}
