"""Ties of a knock-out that end before they are decided: what counts of them, and when that is enough."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from store.league.values import Fixture


def counted(there: Iterable[Fixture], ended_at: datetime | None) -> list[Fixture]:
    """Return the matches of a tie that count; what was not over at the end of the season is none of them.

    Args:
        there: The matches of the tie, in order.
        ended_at: When the season ended; None while it goes on.
    """
    return [each for each in there if each.status == "over" and not _fell_to_the_end(each, ended_at)]


def is_cut(there: list[Fixture], ended_at: datetime | None) -> bool:
    """Return whether a tie is decided as it is, though by its matches it would go on.

    So it is where its last match could never start, and where organisers decided that match after the end.
    """
    last = there[-1]
    if last.why == "unfinished":
        return not _fell_to_the_end(last, ended_at)
    if ended_at is None or last.ended_at is None:
        return False
    return last.why in {"decision", "forfeit"} and last.ended_at >= ended_at


def _fell_to_the_end(fixture: Fixture, ended_at: datetime | None) -> bool:
    return (
        fixture.why == "unfinished"
        and ended_at is not None
        and fixture.ended_at is not None
        and fixture.ended_at >= ended_at
    )
