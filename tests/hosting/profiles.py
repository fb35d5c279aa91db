"""Results to make profiles of, written as the end of a match writes them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hosting import rating
from hosting.rating import SETTLED, of_all_servers
from store.database import Database
from store.ratings import stored
from store.ratings.model import BEGINNER, Skill
from store.ratings.stored import Moved
from store.tables import results
from store.tables.results import Result

NOW = datetime(2026, 1, 1, tzinfo=UTC)
GUILD = 100


def result(person: int, **changed: Any) -> Result:
    """Return the result of a seat that one person held throughout; won unless something else is given."""
    given = Result(
        match_id=1,
        revision=0,
        seat=1,
        guild_id=GUILD,
        game="tally",
        mode="2",
        options=(),
        team=None,
        starter_id=person,
        finisher_id=person,
        excused=False,
        turns=4,
        starter_turns=4,
        finisher_turns=4,
        rank=1,
        score=120,
        started_at=NOW - timedelta(hours=2),
        ended_at=NOW - timedelta(hours=1),
        termination="rules",
    )
    return given._replace(**changed)


def duel(number: int, winner: int, loser: int, *, days: int = 1, **changed: Any) -> list[Result]:
    """Return a match of two that ended some days ago and that the first seat won."""
    return [
        result(
            person,
            match_id=number,
            seat=seat,
            **({"rank": seat, "score": 240 - 120 * seat, "ended_at": NOW - timedelta(days=days)} | changed),
        )
        for seat, person in enumerate((winner, loser), 1)
    ]


async def write(database: Database, *matches: Sequence[Result], rated: bool = False, everywhere: bool = False) -> None:
    """Write matches with their totals, and with ratings if they are wanted, of all servers, too."""
    async with database.write() as connection:
        for match in matches:
            rows = await rating.rate(connection, results.held(match), variant="", wanted=rated)
            if everywhere:
                rows += await rating.rate(connection, of_all_servers(rows), variant="", wanted=rated)
            await results.add(connection, rows)
        await results.add_totals(connection, results.tally(matches))


async def rank(
    database: Database, person_ids: Sequence[int], *, guild_id: int = GUILD, at: datetime = NOW - timedelta(days=1)
) -> None:
    """Write ratings in Replicants of two, the best first, as if all had just ended enough matches for a place."""
    async with database.write() as connection:
        pool = await stored.next_number(connection, guild_id, "replicants", "2", "")
        moved = [
            Moved(1, person, BEGINNER, Skill(40 - index / 10, 2.0, SETTLED)) for index, person in enumerate(person_ids)
        ]
        await stored.note_end(connection, pool, 1, moved, at)
