"""Promotion and relegation: at the close of a season, and before it where they are proven."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from hosting.league.standings.values import Movement, Row
from store.league.values import Division, Entry

Outlook: TypeAlias = Literal["promoted", "safe", "relegated"]
"""What is certain of an entry before the close."""


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


def outlook(division: Division, members: Iterable[Entry], rows: Iterable[Row], entry: int) -> Outlook | None:
    """Return what is proven of an entry, whatever comes of the fixtures; None for nothing.

    It is certain as long as nobody withdraws and organisers decide nothing: who withdraws from now on saves one from
    relegation, and fixtures that are struck change points.

    Args:
        division: How many go up and down.
        members: All of its entries.
        rows: The rows of its table.
        entry: One that is in the table.
    """
    left = {each.id for each in members if each.left_at is not None}
    if entry in left:
        return None
    table = list(rows)
    (own,) = (row for row in table if row.entry == entry)
    gone = [row for row in table if row.entry in left]
    above = sum(row.max_place < own.min_place for row in gone)
    below = sum(row.min_place > own.max_place for row in gone)
    # The most and the fewest of those who have not withdrawn that can end above the entry. Of those who have withdrawn,
    # some may come into the table only with a fixture that is still open.
    most_above = own.max_place - 1 - above
    least_above = max(own.min_place - 1 - (len(left) - below), 0)
    others = len(table) - len(gone) - 1
    down = max(division.down - len(left), 0)
    if most_above < division.up:
        return "promoted"
    if division.down and others - most_above >= down:
        return "safe"
    if others - least_above < down and least_above >= division.up:
        return "relegated"
    return None
