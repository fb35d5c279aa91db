"""Ties of a knock-out: who goes on is written with the last match as soon as it is known, and no match is too many."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from engine.info import GameInfo
from hosting.league import outcomes
from hosting.league.pairing.formats import advancing, plan
from hosting.league.state import State
from store.league.values import Fixture, Side


async def decided(at: State, info: GameInfo, now: datetime) -> list[tuple[Fixture, Fixture]]:
    """Return the matches of which it is not written as it is who goes on, each as it is and as it should be.

    A match that is planned and not needed any more, as an earlier one of its tie counts again, counts for nothing.
    """
    if needless := await asyncio.to_thread(_needless, at, info):
        return [(each, outcomes.struck(each, "void", now)) for each in needless]
    known = {each.id: each for each in at.fixtures}
    found = await asyncio.to_thread(advancing, at.paired(at.round, info))
    return [
        (known[number], replace(known[number], sides=_told(known[number], on))) for number, on in sorted(found.items())
    ]


def _needless(at: State, info: GameInfo) -> list[Fixture]:
    """Return the later matches of ties that would not be planned now."""
    later = [each for each in at.fixtures if each.status == "planned" and each.leg > 1]
    if not later:
        return []
    rest = replace(at, fixtures=tuple(each for each in at.fixtures if each not in later))
    wanted = {(each.division, each.round, each.board, each.leg) for each in plan(rest.paired(at.round, info))}
    return [each for each in later if (each.division, each.round, each.board, each.leg) not in wanted]


def _told(fixture: Fixture, on: tuple[bool | None, ...]) -> tuple[Side, ...]:
    return tuple(replace(side, advances=each) for side, each in zip(fixture.sides, on, strict=True))
