"""Ratings as matches end and are corrected, in the transaction that writes their results.

Which match is rated, and in which order, is decided here; what comes of it follows from the results alone
(`store.ratings`). `hosting.results` calls `rate` before it writes the results of a match that ended; of a corrected
match `renumber` before and `recompute` after that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from store import people
from store.holders import unrated
from store.ratings import replay, stored
from store.ratings.matches import Seated, can_be_rated, rate_match
from store.ratings.stored import Change
from store.results import Result


async def rate(connection: AsyncConnection, rows: Sequence[Result], *, variant: str, wanted: bool) -> list[Result]:
    """Rate a match that has ended, and return its results with its pool and its number there, or without any rating.

    Args:
        connection: In the transaction of the end.
        rows: What came of each seat, by seat: how each would be rated, and whose rating that concerns.
        variant: Which of its options make another game of it (`engine.info.GameInfo.variant`).
        wanted: Whether its table agreed on ratings.
    """
    seats = _seated(rows, wanted=wanted)
    if seats is None:
        return list(unrated(rows))
    first = rows[0]
    pool = await stored.next_among(connection, first.guild_id, first.game, first.mode, variant, _sat(rows))
    if pool is None:
        return list(unrated(rows))
    known = await stored.skills(connection, pool.id, [each.person_id for each in seats if each.person_id is not None])
    moved = rate_match(seats, known)
    await stored.note_end(connection, pool, first.match_id, moved, first.ended_at)
    return [each._replace(pool_id=pool.id, pool_no=pool.last_no) for each in rows]


async def renumber(
    connection: AsyncConnection, rows: Sequence[Result], earlier: Sequence[Result], *, variant: str, wanted: bool
) -> list[Result]:
    """Return the corrected results of a match with the number that it had in its pool, or with the next one.

    Until the transaction ends, nothing else is rated in the pool.

    Args:
        connection: In the transaction of the correction.
        rows: As for `rate`.
        earlier: What was written of the match before, of all revisions.
        variant: As for `rate`.
        wanted: As for `rate`.
    """
    had = _numbered(earlier)
    if had is not None:
        await stored.hold(connection, had[0])
    if _seated(rows, wanted=wanted) is None or await people.any_computer(connection, _sat(rows)):
        return list(unrated(rows))
    if had is None:
        first = rows[0]
        pool = await stored.next_number(connection, first.guild_id, first.game, first.mode, variant)
        had = pool.id, pool.last_no
    return [each._replace(pool_id=had[0], pool_no=had[1]) for each in rows]


async def recompute(
    connection: AsyncConnection,
    rows: Sequence[Result],
    earlier: Sequence[Result],
    *,
    cause: int,
    at: datetime,
    ahead: Mapping[int, replay.Ahead],
) -> list[Change]:
    """Rate a pool anew from a corrected match on, and return how what is known of people differs from before.

    Args:
        connection: In the transaction of the correction, after its results were written.
        rows: As `renumber` returned them; nothing moves if there are none.
        earlier: As for `renumber`.
        cause: The correction.
        at: When it was made.
        ahead: How far pools were gone through before, by their number.

    Raises:
        NotAhead: The pool has to be gone through before.
    """
    numbered = _numbered([*earlier, *rows])
    if numbered is None:
        return []
    pool_id, pool_no = numbered
    pool = await stored.hold(connection, pool_id)
    changes, last = await replay.recomputed(
        connection, pool, pool_no, rows[0].match_id, "correction", cause, at, ahead.get(pool_id)
    )
    await stored.note(connection, changes, last)
    return changes


def _seated(rows: Sequence[Result], *, wanted: bool) -> list[Seated] | None:
    """Return the seats of a match that is rated, if no computer sat in it; None for any other."""
    if not wanted:
        return None
    seats = []
    for each in rows:
        if each.why is not None or each.rated is None:
            return None
        seats.append(Seated(each.seat, each.team, each.rank, each.rated, each.player_id))
    return seats if can_be_rated(seats) else None


def _sat(rows: Sequence[Result]) -> set[int]:
    """Return who sat in a match first or last."""
    return {person_id for each in rows for person_id in (each.starter_id, each.finisher_id)}


def _numbered(rows: Sequence[Result]) -> tuple[int, int] | None:
    """Return the pool in which a match was rated, and its number there; None if it never was."""
    return next(
        ((each.pool_id, each.pool_no) for each in rows if each.pool_id is not None and each.pool_no is not None), None
    )
