"""What a change sets off: everything that it carries is written with it, in order, once, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import say
from hosting.arena import Arena
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Vacancy
from hosting.match.model import Match, Paused, StaleBoard
from hosting.posts import Posting, TextPost
from tests.hosting.conftest import ANN, CHANNEL, ManualClock, NotingPoster, begin, codes

STOP = say("Somebody is sought.")


def stopped(match: Match, clock: ManualClock) -> Change:
    """Return a pause that carries everything a change can carry."""
    change = Change(
        replace(match, paused=Paused(BOT, "substitute", STOP, clock.now())),
        clock.now(),
        announcement=say("The match is paused."),
        vacancies=(Vacancy(1, BOT, "time"),),
        posts=(Posting("nudge", CHANNEL, TextPost(STOP)),),
    )
    return change.logged(AuditCode.PAUSED, BOT)


async def test_what_a_change_carries_is_written_in_its_order(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await begin(arena)
    await arena.idle()
    shown = len(poster.posts)

    async def stop(now: Match) -> Change:
        return stopped(now, clock)

    await arena.matches.change(match.id, stop)
    await arena.idle()
    assert await codes(arena, match) == [AuditCode.PAUSED, AuditCode.CALLED]
    assert [kind for _, kind, _ in poster.shown[shown:]] == ["status", "notice", "request", "nudge"]


async def test_nobody_is_called_for_twice(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    call = await arena.substitutes.leave(match.id, ANN.person_id)

    async def stop(now: Match) -> Change:
        return stopped(now, clock)

    match = await arena.matches.change(match.id, stop)
    assert match.paused is not None
    assert [each.id for each in await arena.requests.open_of(match.id)] == [call.id]


async def test_what_changes_nothing_is_not_written_nor_what_it_carries(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await begin(arena)
    await arena.idle()
    shown = len(poster.posts)

    async def nothing(now: Match) -> Change:
        return replace(stopped(now, clock), match=now)

    assert await arena.matches.change(match.id, nothing) == match
    await arena.idle()
    assert (await codes(arena, match), poster.posts[shown:]) == ([], [])


async def test_what_cannot_be_written_undoes_the_change(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)

    async def fails(_connection: AsyncConnection, _match: Match, _vacancy: Vacancy) -> None:
        raise RuntimeError("no")

    async def stop(now: Match) -> Change:
        return stopped(now, clock)

    arena.matches.pipeline = replace(arena.matches.pipeline, seek=fails)
    with pytest.raises(RuntimeError, match="no"):
        await arena.matches.change(match.id, stop)
    assert await arena.matches.get(match.id) == match
    assert await codes(arena, match) == []


async def test_a_change_is_made_once_within_one_hold(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    async with arena.matches.changing(match.id) as (held, carry_out):
        after = await carry_out(stopped(held, clock))
        with pytest.raises(StaleBoard):
            await carry_out(stopped(held, clock))
    assert held == match
    assert await arena.matches.get(match.id) == after
