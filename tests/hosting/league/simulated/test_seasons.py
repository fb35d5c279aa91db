"""Seasons of every format that are drawn and played to their close; what holds of them is looked at after every event.

`ARENA_THOROUGH=1` plays hundreds, of up to 600 entries.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from store.db.addresses import Address
from tests.hosting.league.simulated.play import played, world_of
from tests.hosting.league.simulated.scenario import FORMATS, SMALL
from tests.volume import THOROUGH, many

USUAL = (
    ("round-robin", 4),
    ("swiss", 3),
    ("knockout-tables", 4),
    ("double-knockout", 4),
    ("ladder", 2),
)
"""Formats and seeds of those that are played each time."""
SIZES = (120, 600)
LARGE = tuple(of for of in FORMATS if of not in ("round-robin", "round-robin-teams", "round-robin-tables"))
"""Formats of which one season of each of these sizes is played in a thorough run, besides hundreds of small ones."""


def seasons() -> Iterator[tuple[str, int, int]]:
    """Give what is played: the format, the seed and the most entries."""
    if not THOROUGH:
        yield from ((of, seed, 6) for of, seed in USUAL)
        return
    for of in FORMATS:
        yield from ((of, seed, 9) for seed in range(20))
        yield from ((of, seed, 30) for seed in range(100, 103))
    yield from ((of, 1000, most) for most in SIZES for of in LARGE)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("of", "seed", "most"), list(seasons()))
async def test_whatever_happens_in_a_season_it_holds_together(of: str, seed: int, most: int, database: Address) -> None:
    async with world_of(of, seed, most, database) as world:
        every = 40 if most == max(SIZES) else many(40, 10)
        checks = every if most > SMALL else many(40, 1)
        watch = await played(world, every=every, checks=checks, outcomes=many(20, 200))
    assert watch.exports >= 1
