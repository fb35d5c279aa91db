"""Who goes on from the ties of a knock-out: written with the last match of each as soon as that is known."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from engine.info import GameInfo
from hosting.league.pairing.formats import advancing
from hosting.league.state import State
from store.league.values import Fixture, Side


async def decided(at: State, info: GameInfo) -> list[tuple[Fixture, Fixture]]:
    """Return the matches of which it is not written as it is who goes on, each as it is and as it should be."""
    known = {each.id: each for each in at.fixtures}
    found = await asyncio.to_thread(advancing, at.paired(at.round, info))
    return [
        (known[number], replace(known[number], sides=_told(known[number], on))) for number, on in sorted(found.items())
    ]


def _told(fixture: Fixture, on: tuple[bool | None, ...]) -> tuple[Side, ...]:
    return tuple(replace(side, advances=each) for side, each in zip(fixture.sides, on, strict=True))
