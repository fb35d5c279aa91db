"""Who goes on from the ties of a knock-out: written with the last match of each, as soon as it is decided."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.info import GameInfo
from hosting.league.pairing.knockout import advancing
from hosting.league.pairing.values import Season
from hosting.league.state import State
from store.league import fixtures
from store.league.values import Fixture, StoredSeason


async def decided(at: State, info: GameInfo) -> list[Fixture]:
    """Return the last matches of ties that are decided and of which that is not written, with who goes on."""
    return await asyncio.to_thread(_decided, at.paired(at.round, info), _undecided(at.fixtures))


async def undo(connection: AsyncConnection, season: StoredSeason, fixture: Fixture, last_round: int) -> None:
    """Have it be found out anew who goes on from the tie of a fixture, as long as the next round is not paired.

    Args:
        connection: In a transaction that holds the season.
        season: Of the fixture.
        fixture: One of whose tie the results change.
        last_round: The last round that was opened.
    """
    if fixture.round != last_round:
        return
    for each in await fixtures.of_round(connection, season.id, fixture.round):
        same = (each.division, each.board) == (fixture.division, fixture.board) and not each.is_bye
        if same and any(side.advances is not None for side in each.sides):
            sides = tuple(replace(side, advances=None) for side in each.sides)
            await fixtures.save(connection, season, each, replace(each, sides=sides))


def _undecided(found: Sequence[Fixture]) -> list[Fixture]:
    """Return the last matches, all over, of ties of which nobody goes on yet."""
    ties: dict[tuple[int, int, int], list[Fixture]] = {}
    for each in found:
        if not each.is_bye:
            ties.setdefault((each.division, each.round, each.board), []).append(each)
    return [
        max((each for each in tie if each.status == "over"), key=lambda each: each.leg)
        for tie in ties.values()
        if not any(each.open for each in tie)
        and any(each.status == "over" for each in tie)
        and not any(side.advances for each in tie for side in each.sides)
    ]


def _decided(season: Season, found: Sequence[Fixture]) -> list[Fixture]:
    out = []
    for each in found:
        on = advancing(season, each)
        if on is not None:
            sides = tuple(replace(side, advances=side.entry in on) for side in each.sides)
            out.append(replace(each, sides=sides))
    return out
