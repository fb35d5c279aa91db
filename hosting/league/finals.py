"""What a season came to once it is closed: its champion, and who moves to another division.

It follows from the table, which never changes any more; nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hosting.league.promotion import holders
from hosting.league.standings.values import MET, Row
from hosting.league.state import View
from hosting.league.tables import tables_of
from store.league.entries import Player
from store.league.values import Division


@dataclass(frozen=True, slots=True)
class Finals:
    """What a season came to.

    Attributes:
        champion: The entry that won it; None where no one entry did.
        promoted: The entries that rise, by division and place.
        relegated: The entries that go down, likewise.
    """

    champion: int | None = None
    promoted: tuple[Row, ...] = ()
    relegated: tuple[Row, ...] = ()


def finals(view: View) -> Finals:
    """Return what a season came to; nothing before it is closed. Too long for the event loop if it is large."""
    if view.season.status != "closed" or view.season.started_at is None:
        return Finals()
    rows = tables_of(view)
    return Finals(
        champion=_champion(view, rows),
        promoted=tuple(row for row in rows if row.movement == "up"),
        relegated=tuple(row for row in rows if row.movement == "down"),
    )


def champions(view: View, players: Iterable[Player]) -> tuple[int, ...]:
    """Return the people who won a season: who played most of the champion's fixtures, in a team two.

    Args:
        view: The season.
        players: Of all its entries.
    """
    number = finals(view).champion
    entry = next((each for each in view.entries if each.id == number), None)
    if entry is None:
        return ()
    return holders(entry, [each for each in players if each.entry == number], view.fixtures)


def _champion(view: View, rows: Sequence[Row]) -> int | None:
    """Return who is first in the highest division and has not withdrawn.

    In a knock-out, who alone is in at the end: if it is closed before, nobody has won it. Nor has anybody where nothing
    was played.
    """
    highest = min(view.divisions, key=_number, default=None)
    if highest is None or not any(each.why in MET for each in view.fixtures if each.division == highest.number):
        return None
    left = {each.id for each in view.entries if each.left_at is not None}
    there = [row for row in rows if row.division == highest.number and row.entry not in left]
    first = [row for row in there if row.place == there[0].place]
    if view.terms.kind in ("knockout", "double-knockout"):
        first = [row for row in there if row.place == 1]
    return first[0].entry if len(first) == 1 else None


def _number(division: Division) -> int:
    return division.number
