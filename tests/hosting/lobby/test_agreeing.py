"""Terms of tables: who may change them, until when, what they are sat down on, and which were the last."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.errors import SetupError
from hosting.arena import Arena
from hosting.clock.time_control import PRESETS, Terms, preset_terms
from hosting.lobby.model import MARK_LENGTH, NotHost, SeatedOnTheseTerms, TableClosed, TermsChanged, mark_of
from hosting.match.model import Place, Table
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, GUILD


async def opened(arena: Arena, **others: object) -> Table:
    return await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", **others)  # type: ignore[arg-type]


def quick(before: Terms) -> Terms:
    return preset_terms("quick", before)


async def test_the_host_alone_changes_terms_while_alone(arena: Arena) -> None:
    table = await opened(arena, opponents=(BOB,))
    changed = await arena.tables.revise(table.id, ANN.person_id, terms=quick, where="here")
    assert Terms.load(changed.terms) == PRESETS["quick"]
    assert (changed.where, changed.rev) == ("here", table.rev + 1)
    with pytest.raises(NotHost):
        await arena.tables.revise(table.id, BOB.person_id, terms=quick)
    with pytest.raises(SetupError):
        await arena.tables.revise(table.id, ANN.person_id, options=(("no", "such"),))
    await arena.tables.accept(table.id, BOB)
    with pytest.raises(SeatedOnTheseTerms, match="Bob"):
        await arena.tables.revise(table.id, ANN.person_id, terms=lambda _: Terms())
    assert Terms.load((await arena.tables.get(table.id)).terms) == PRESETS["quick"]
    await arena.tables.cancel(table.id, ANN.person_id)
    with pytest.raises(TableClosed):
        await arena.tables.revise(table.id, ANN.person_id, terms=quick)


async def test_a_mark_stands_for_all_that_is_offered_and_for_nothing_else(arena: Arena) -> None:
    table = await opened(arena)
    mark = mark_of(table)
    assert len(mark) == MARK_LENGTH
    joined = await arena.tables.join(table.id, BOB, seen=mark)
    assert mark_of(joined) == mark, "who sits there is no term"
    others = [
        replace(table, terms=Terms(rated=False).dump()),
        replace(table, where="here"),
        replace(table, position="x"),
        replace(table, options=(("a", "b"),)),
        replace(table, mode="3"),
    ]
    assert len({mark, *map(mark_of, others)}) == 1 + len(others)


async def test_nobody_joins_on_terms_they_did_not_see(arena: Arena) -> None:
    table = await opened(arena, opponents=(BOB,))
    mark = mark_of(table)
    changed = await arena.tables.revise(table.id, ANN.person_id, terms=quick)
    with pytest.raises(TermsChanged):
        await arena.tables.accept(table.id, BOB, seen=mark)
    with pytest.raises(TermsChanged):
        await arena.tables.join(table.id, BOB, 2, seen=mark)
    back = await arena.tables.revise(table.id, ANN.person_id, terms=lambda _: Terms.load(table.terms))
    assert mark_of(back) == mark, "terms that are as they were are those that were seen"
    assert mark_of(changed) != mark
    assert (await arena.tables.accept(table.id, BOB, seen=mark)).seats[1].taken


async def test_of_a_change_and_a_join_at_once_one_comes_too_late(arena: Arena) -> None:
    table = await opened(arena)
    done = await asyncio.gather(
        arena.tables.revise(table.id, ANN.person_id, terms=quick),
        arena.tables.join(table.id, BOB, seen=mark_of(table)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, Table) for each in done) == 1
    (late,) = [each for each in done if not isinstance(each, Table)]
    assert isinstance(late, SeatedOnTheseTerms | TermsChanged)
    after = await arena.tables.get(table.id)
    assert after.seats[1].taken is isinstance(late, SeatedOnTheseTerms)
    assert after.rev == table.rev + 1


async def test_the_last_table_is_that_of_the_host_for_the_game_and_the_modes(arena: Arena) -> None:
    tables, modes = arena.tables, ("2", "3")
    assert await tables.last_of(ANN.person_id, "tally", modes) is None
    first = await opened(arena, terms=Terms(rated=False))
    second = await opened(arena)
    await tables.cancel(second.id, ANN.person_id)
    found = await tables.last_of(ANN.person_id, "tally", modes)
    assert found is not None
    assert (found.id, found.status) == (second.id, "cancelled")
    earlier = await tables.last_of(ANN.person_id, "tally", modes, before=second.id)
    assert earlier is not None
    assert (earlier.id, Terms.load(earlier.terms).rated) == (first.id, False)
    assert await tables.last_of(ANN.person_id, "tally", ("3",)) is None
    assert await tables.last_of(ANN.person_id, "chess", modes) is None
    assert await tables.last_of(CLEO.person_id, "tally", modes) is None


async def test_a_match_keeps_that_its_seats_were_drawn(arena: Arena) -> None:
    table = await opened(arena, terms=Terms(drawn=True))
    await arena.tables.join(table.id, BOB)
    match = await arena.tables.start(table.id, ANN.person_id, (Place("board", CHANNEL),))
    assert match.terms.drawn
