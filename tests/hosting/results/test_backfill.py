"""Matches that ended before there were results have those that they would have if they ended today.

Each of these databases goes back to the schema without results and forth again: what the migration writes is compared
with what the ends of the matches wrote.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from alembic import command
from sqlalchemy import text

from engine.text import say
from hosting.arena import Arena
from hosting.clock.control import ClockTerms, Terms
from store import results, row_check, totals
from store.database import Database
from store.results import Result
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, EVE, ManualClock, ask, begin, open_arena, play
from tests.store.older import alembic
from tests.store.test_totals import stored

REASON = say("So be it.")
WITHOUT = "0011"


async def every(database: Database) -> list[list[Result]]:
    async with database.read() as connection:
        numbers = (await connection.execute(text("SELECT id FROM matches ORDER BY id"))).scalars().all()
        found = [await results.of_match(connection, number) for number in numbers]
    return [rows for rows in found if rows]


def without_game(row: Result) -> Result:
    """Return a result without what its game alone could say, or who agreed to be rated."""
    return row._replace(
        options=row.options if row.game == "mutants" else (),  # defaults of games of tests it does not know
        points=None,
        features=(),
        category=None,
        merit=None,
        rated=None,
        player_id=None,
        pool_id=None,
        pool_no=None,
    )


def by_parts(row: Result, more: int) -> Result:
    """Return the result of a seat that one person held with each part of its turns as a turn.

    Where a turn of the game ends, the log alone does not say.
    """
    turns = row.turns + more
    return row._replace(turns=turns, starter_turns=turns, finisher_turns=turns, timed=row.timed + more)


async def there_and_back(arena: Arena) -> tuple[list[list[Result]], list[list[Result]]]:
    """Return the results of an arena, which is closed, as its matches wrote them and as the migration does."""
    written, address = await every(arena.db), arena.db.address
    await arena.close()
    database = await Database.connect(address)
    async with database.write() as connection:
        await connection.run_sync(lambda each: command.downgrade(alembic(each), WITHOUT))
    await database.close()
    database = await Database.open(address)
    found = await every(database)
    assert [fault async for fault in row_check.faults(database)] == []
    assert await stored(database) == totals.tally(found)
    await database.close()
    return written, found


async def test_the_migration_writes_what_the_ends_wrote(database: Any, clock: ManualClock) -> None:
    arena = await open_arena(database, clock, None)
    await _ends(arena, clock)
    await _handovers(arena, clock)
    await _choices(arena, clock)
    await arena.tasks.close()
    written, found = await there_and_back(arena)
    expected = [[without_game(row) for row in match] for match in written]
    expected[-1][0] = by_parts(expected[-1][0], 1)  # a roll and what comes after it
    assert found == expected
    assert len({row.why for match in found for row in match}) == 6
    assert {row.gave_up for match in found for row in match} == {None, "resigned", "time"}


async def _ends(arena: Arena, clock: ManualClock) -> None:
    match = await play(arena, await begin(arena), "1/1", "2/2")
    await arena.matches.forfeit(match.id, ANN.person_id)
    await begin(arena, terms=Terms(clock=ClockTerms("turn", per_turn=timedelta(hours=1))))
    await clock.advance(3601)
    await arena.tasks.idle()
    for act in ("void", "abort", "agree", "position", "alone", "level"):
        match = await begin(arena, *((ANN,) if act == "alone" else (ANN, BOB)), **_setup(act))
        if act == "void":
            await arena.organiser.void(match.id, DAN.person_id, REASON)
        elif act == "abort":
            await arena.requests.abort(match.id, ANN.person_id)
        elif act == "agree":
            await arena.requests.answer(await ask(arena, match, ANN.person_id, "end"), BOB.person_id, agree=True)
        elif act == "position":
            await arena.organiser.position(match.id, DAN.person_id, "9+0")
            await arena.matches.play(match.id, ANN.person_id, "3")
        elif act == "alone":
            await arena.matches.forfeit(match.id, ANN.person_id)
        else:
            await arena.organiser.adjudicate(match.id, DAN.person_id, (1, 1), REASON)


def _setup(act: str) -> dict[str, Any]:
    return {"game": "mutants", "mode": "solo"} if act == "alone" else {}


async def _handovers(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, terms=Terms(undo="free"))
    for turn in ("1/2", "1/1"):
        await clock.advance(30)
        match = await play(arena, match, turn)
    match = await arena.substitutes.replace(match.id, 1, CLEO, DAN.person_id)
    await clock.advance(30)
    match = await play(arena, match, "1/1", "1/1")
    await arena.organiser.back(match.id, DAN.person_id, match.history[-2].seq)
    match = await play(arena, await arena.matches.get(match.id), "2/2", "2/2", "2/2")
    match = await arena.substitutes.replace(match.id, 1, EVE, DAN.person_id)
    assert (await play(arena, match, "3")).over


async def _choices(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, game="duel")
    for turn in ("go/end", "roll", "stay"):
        match = await arena.matches.play(match.id, ANN.person_id, turn)
        await clock.advance(10)
        for person in (BOB, ANN) if len(match.awaited) > 1 else ():
            match = await arena.matches.play(match.id, person.person_id, "2")
    assert match.over
