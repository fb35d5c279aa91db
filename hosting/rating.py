"""Ratings when matches end and are corrected, those of all servers, and how a rating is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import say
from store.ratings import replay, stored
from store.ratings.model import BEGINNER, Skill
from store.ratings.stored import RatingChange, Seated, can_be_rated, rate_match
from store.tables import people
from store.tables import people as stored_people
from store.tables.results import ALL_SERVERS, Result, unrated

# Ratings as matches end and are corrected, in the transaction that writes their results.
#
# Which match is rated, and in which order, is decided here; what comes of it follows from the results alone
# (`store.ratings`). `hosting.results` calls `rate` before it writes the results of a match that ended; of a corrected
# match `renumber` before and `recompute` after that.


async def rate(connection: AsyncConnection, rows: Sequence[Result], *, variant: str, wanted: bool) -> list[Result]:
    """Rate a match that has ended; return its results with its pool and its number there, or without a rating.

    `rows`: by seat, as each would be rated. `variant`: the options that make it another game
    (`engine.game.GameInfo.variant`). `wanted`: whether its table agreed on ratings.
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
    """Return the corrected results of a match with its number in its pool, or with the next one.

    Until the transaction ends, nothing else is rated in the pool.
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
) -> list[RatingChange]:
    """Rate a pool anew from a corrected match on, and return the changes of people's ratings."""
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
    """Return the people whose results count; a computer may have played on for one who left."""
    return {each.player_id for each in rows if each.player_id is not None}


def _numbered(rows: Sequence[Result]) -> tuple[int, int] | None:
    """Return the pool of a match, and its number there; None if it never was rated."""
    return next(
        ((each.pool_id, each.pool_no) for each in rows if each.pool_id is not None and each.pool_no is not None), None
    )


# Ratings of all servers: which matches count there, and what is kept of them.
#
# A match counts there if the operator wants such ratings and each of its players had agreed when it ended. The
# transaction of the end decides that for good: agreeing or withdrawing later changes nothing, and corrections of the
# match reach both ratings. A match that is called off as its start can't be read counts in its server alone.


async def agreed_to_global(connection: AsyncConnection, rows: Sequence[Result]) -> bool:
    """Return whether everybody agreed who sat in a seat of a match first or last.

    A correction can bring each of them into the calculation, and their numbers are kept even where it doesn't.
    """
    people = {each for row in rows for each in (row.starter_id, row.finisher_id)}
    return await stored_people.agreed(connection, people) == people


def of_all_servers(rows: Sequence[Result]) -> list[Result]:
    """Return the part of a match's results that outlives its server: numbers, without text and server."""
    return [
        row._replace(
            guild_id=ALL_SERVERS,
            category=None,
            merit=None,
            pool_id=None,
            pool_no=None,
            gave_up=None,
            opening=None,
            thought=0,
            timed=0,
            features=(),
        )
        for row in rows
    ]


# How a rating is shown: on a scale that players know, with how far it may be off.


START = 1500
"""The shown rating of a beginner."""
SCALE = 30
"""Shown points for one of `Skill.mu`."""
SETTLED = 10
"""Rated games after which a rating is no longer provisional."""


def shown_value(skill: Skill) -> int:
    """Return a rating as it's shown: 1500 for a beginner."""
    return round(START + SCALE * (skill.mu - BEGINNER.mu))


def shown_deviation(skill: Skill) -> int:
    """Return how far a rating may be off, in shown points: two standard deviations."""
    return round(2 * SCALE * skill.sigma)


def is_provisional(skill: Skill) -> bool:
    return skill.games < SETTLED


def shown_rating(skill: Skill) -> str:
    """Return a rating as text: `1534 ± 210` on one line, with `?` behind it while it's provisional."""
    doubt = "?" if is_provisional(skill) else ""
    return f"{shown_value(skill)}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{shown_deviation(skill)}{doubt}"


# What can be wrong with ratings.


NO_RATINGS_OF_ALL_SERVERS = (
    say("There are no ratings across all servers: my operator hasn't switched them on. Each server has its own."),
    "no-ratings-of-all-servers",
)
