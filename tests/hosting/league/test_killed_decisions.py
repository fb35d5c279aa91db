"""A decision that is killed at any statement is taken or not taken, and one that is pressed again is taken once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from engine.text import say
from hosting.league.errors import ChangedMeanwhile, NoSuchDecision
from store.league import fixtures
from store.league.values import POINT, DecisionKind, Fixture
from tests.hosting.league.lives import Life, dying_before
from tests.hosting.league.playing import ORGANISER, Played
from tests.hosting.lobby.shelf import Killed, dies_at
from tests.volume import many

WHY = say("Both agreed.")
KINDS: tuple[DecisionKind, ...] = ("replay", "points", "forfeit", "strike")
STATEMENTS = 150
"""More than any decision takes."""


async def decide(league: Played, kind: DecisionKind, was: Fixture) -> None:
    """Take a decision about a fixture as it was seen."""
    decisions, season, seen = league.arena.decisions, league.season, was.rev
    match kind:
        case "points":
            given = dict.fromkeys(was.entries, POINT // 2)
            await decisions.points(season, ORGANISER, was.id, given, WHY, seen=seen)
        case "forfeit":
            await decisions.forfeit(season, ORGANISER, was.id, was.entries[:1], WHY, seen=seen)
        case "replay":
            await decisions.replay(season, ORGANISER, was.id, WHY, seen=seen)
        case _:
            await decisions.strike(season, ORGANISER, was.id, WHY, seen=seen)


async def until_taken(life: Life, number: int, doing: Callable[[Played], Awaitable[None]]) -> Played:
    """Do something in processes that die at one statement after the other, until it is one decision more.

    Whatever it had not come to by its death has left nothing.

    Args:
        life: The processes.
        number: How many decisions there are then.
        doing: What is done.
    """
    league = await life.rise()
    before = await league.view()
    for statement in range(1, STATEMENTS, many(3, 1)):
        with suppress(Killed), dying_before(statement):
            await doing(league)
        league = await life.rise()
        if len((view := await league.view()).decisions) == number:
            assert statement > 1  # it did die before
            return league
        assert view == before
    raise AssertionError("it is never taken")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", KINDS[: many(1, 4)])
async def test_killed_at_any_statement_a_decision_and_its_undo_happen_once(life: Life, kind: DecisionKind) -> None:
    league = await life.rise()
    first = (await league.begun(4)).fixtures[0]
    await league.lose(first, 2)
    await league.arena.idle()
    was = (await league.view()).fixtures[0]
    league = await until_taken(life, 1, lambda it: decide(it, kind, was))
    with pytest.raises(ChangedMeanwhile):  # the same button once more
        await decide(league, kind, was)
    after = (await league.view()).fixtures[0]
    if kind == "replay":
        await league.arena.starter.orders.resume()
        await league.arena.idle()
        after = (await league.view()).fixtures[0]
        assert (after.status, after.attempt) == ("running", 2)
        await league.lose(after, 1)
        await league.arena.idle()

    async def undo(it: Played) -> None:
        await it.arena.decisions.undo(it.season, ORGANISER, 1, WHY)

    league = await until_taken(life, 2, undo)
    with pytest.raises(NoSuchDecision):
        await undo(league)
    view = await league.view()
    assert [each.undoes for each in view.decisions] == [None, 1]
    assert replace(view.fixtures[0], rev=0, attempt=1) == replace(was, rev=0)
    assert dict(view.totals) == fixtures.added_up(view.fixtures)


@pytest.mark.parametrize("step", [1, 2])
async def test_killed_before_a_commit_nothing_is_decided_and_after_it_all(life: Life, step: int) -> None:
    league, points = await life.rise(), set[str]()
    was = (await league.begun(4)).fixtures[0]
    await league.lose(was, 2)
    await league.arena.idle()
    was = (await league.view()).fixtures[0]
    life.shelf.step = dies_at(step, points)
    with pytest.raises(Killed):
        await decide(league, "points", was)
    league = await life.rise()
    view = await league.view()
    assert points == {("before commit", "after commit")[step - 1]}
    assert (len(view.decisions), view.fixtures[0] == was) == (step - 1, step == 1)
