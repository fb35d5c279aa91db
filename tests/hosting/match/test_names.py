"""Players of one name are told apart by the same numbers wherever their match is told of."""

from __future__ import annotations

from sqlalchemy import update

from hosting.arena import Arena
from hosting.match.model import Person
from store import people
from store.names import BY_LETTERS
from store.schema import matches
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, GUILD, begin, call

NAMESAKE = Person(77, "ann")
LOOKALIKE = Person(79, "Аnn")
"""Their first letter is Cyrillic."""


async def told(arena: Arena, match_id: int) -> set[tuple[str, ...]]:
    """Return what a match, and each kind of list, calls its players."""
    arena.matches.forget([match_id])
    match = await arena.matches.get(match_id)
    page = await arena.lists.in_guild(GUILD, BOB.person_id, [CHANNEL], 0, 10)
    (line,) = page.lines
    (title,) = await arena.lists.titles(GUILD, "")
    (summary,) = await arena.matches.in_guild(GUILD)
    return {match.names, tuple(seat.name for seat in line.match.seats), title.names, summary.names}


async def test_who_was_there_first_has_the_name_in_lists_too(arena: Arena) -> None:
    await call(arena, NAMESAKE, CLEO)
    match = await begin(arena, ANN, BOB)
    assert await told(arena, match.id) == {("Ann", "Bob")}
    await arena.substitutes.replace(match.id, 2, NAMESAKE, CLEO.person_id)
    assert await told(arena, match.id) == {("Ann", "ann2")}
    await arena.substitutes.replace(match.id, 1, CLEO, BOB.person_id)
    assert await told(arena, match.id) == {("Cleo", "ann2")}


async def test_names_that_look_the_same_are_told_apart_in_matches_that_start_today(arena: Arena) -> None:
    await call(arena, LOOKALIKE, CLEO)
    match = await begin(arena, ANN, LOOKALIKE)
    assert await told(arena, match.id) == {("Ann", "Аnn2")}


async def test_a_match_of_before_keeps_its_names_in_lists_and_in_its_record(arena: Arena) -> None:
    other = Person(78, "Сleo")
    await call(arena, LOOKALIKE, CLEO, other)
    match = await begin(arena, ANN, LOOKALIKE)
    async with arena.db.write() as connection:
        await connection.execute(update(matches).values(naming=BY_LETTERS))
    assert await told(arena, match.id) == {("Ann", "Аnn")}
    record = await arena.matches.record(match.id, None)
    assert "Аnn" in record
    assert "Аnn2" not in record
    await arena.substitutes.replace(match.id, 1, other, BOB.person_id)
    await arena.substitutes.replace(match.id, 2, CLEO, BOB.person_id)
    assert await told(arena, match.id) == {("Сleo", "Cleo")}


async def test_a_running_match_keeps_a_name_with_more_marks_than_are_shown_today(arena: Arena) -> None:
    marked = "Bob" + "\u0301" * 9
    match = await begin(arena)
    async with arena.db.write() as connection:
        await connection.execute(update(matches).values(naming=BY_LETTERS))
        await people.remember(connection, GUILD, BOB.person_id, marked)
    arena.people.forget()
    arena.matches.renamed(GUILD, BOB.person_id)
    assert await told(arena, match.id) == {("Ann", marked)}
    async with arena.db.write() as connection:
        account = (await people.accounts(connection, [BOB.person_id]))[BOB.person_id]
    for name, shown in ((marked, marked), (marked + "\u0301", marked), ("Rob", "Rob")):
        arena.people.forget()
        assert (await arena.people.enter(account, GUILD, name)).name == Person(0, name).name
        assert await told(arena, match.id) == {("Ann", shown)}, name
