"""Players of one name are told apart by the same numbers wherever their match is told of."""

from __future__ import annotations

from hosting.arena import Arena
from hosting.match.model import Person
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


async def test_names_that_look_the_same_are_told_apart(arena: Arena) -> None:
    await call(arena, LOOKALIKE, CLEO)
    match = await begin(arena, ANN, LOOKALIKE)
    assert await told(arena, match.id) == {("Ann", "Аnn2")}
