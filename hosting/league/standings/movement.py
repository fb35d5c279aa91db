"""Promotion and relegation at the close of a season."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hosting.league.standings.values import Division, Movement
from store.league.values import Entry


def movements(division: Division, members: Iterable[Entry], ranked: Sequence[int]) -> dict[int, Movement]:
    """Return what becomes of the entries of a division.

    Promoted are the first `up` who have not withdrawn; relegated the last `down` who have not, less one for each who
    has. Where both would take the same entry, it is promoted.

    Args:
        division: How many go up and down.
        members: All of its entries, those that withdrew before they played as well.
        ranked: Those in the table, the first first.
    """
    left = {each.id for each in members if each.left_at is not None}
    staying = [entry for entry in ranked if entry not in left]
    found: dict[int, Movement] = {entry: "out" if entry in left else "stay" for entry in ranked}
    down = max(division.down - len(left), 0)
    found |= dict.fromkeys(staying[max(len(staying) - down, 0) :], "down")
    found |= dict.fromkeys(staying[: division.up], "up")
    return found
