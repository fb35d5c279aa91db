"""What corrections make of the results of a match: pure, from the results as it ended and the corrections in force.

Corrections lie one above the other. Of those that say how the match ended, the last one in force holds; so does, for
each seat, the last one that says whether its first player is excused. One that is taken back counts no more, unless
what took it back was taken back itself. So any order of corrections and of taking them back that leaves none in force
leaves the results as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.outcome import Termination
from hosting.results.scoring import scores, side_ranks
from store.results import Correction, Result, Why


def in_force(corrections: Sequence[Correction]) -> list[Correction]:
    """Return the corrections that hold, in the order of writing, those that take others back among them."""
    found: list[Correction] = []
    undone: set[int] = set()
    for each in reversed(corrections):
        if each.id in undone:
            continue
        found.append(each)
        if each.undoes is not None:
            undone.add(each.undoes)
    return found[::-1]


def corrected(ended: Sequence[Result], corrections: Sequence[Correction], *, set_up: bool) -> tuple[Result, ...]:
    """Return the results of a match with the corrections that hold; nothing is said of ratings (`store.holders.held`).

    Args:
        ended: The results as it ended.
        corrections: All of the match, in order.
        set_up: Whether it started from a position, or one was set up.
    """
    rows = tuple(ended)
    for each in in_force(corrections):
        match each.kind:
            case "void":
                rows = _ranked(rows, [1] * len(rows), Termination.VOID, "void")
            case "ranks":
                ranks = cast("Sequence[int]", each.detail["ranks"])
                why: Why | None = "position" if set_up else "solo" if len(rows) == 1 else None
                rows = _ranked(rows, ranks, Termination.ADJUDICATED, why)
            case "excuse":
                seat, excused = each.detail["seat"], each.detail["excused"] is True
                rows = tuple(row._replace(excused=excused) if row.seat == seat else row for row in rows)
            case "undo":
                continue
    return rows


def _ranked(
    rows: Sequence[Result], ranks: Sequence[int], termination: Termination, why: Why | None
) -> tuple[Result, ...]:
    """Return results with other ranks: people decided them, so that they are in no list of the best."""
    teams = [row.team for row in rows]
    return tuple(
        row._replace(rank=rank, score=score, termination=termination.value, why=why, category=None, merit=None)
        for row, rank, score in zip(rows, side_ranks(ranks, teams), scores(ranks, teams), strict=True)
    )
