"""What is looked up of cards tells nothing that the asker does not know: two matches that differ in a pick."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.mutants.game import MUTANTS
from engine.mutants.moves import Pick
from engine.mutants.rules import PICKS
from engine.mutants.state import State
from engine.mutants.view import MutantsView
from engine.seat import Seat
from tests.cogs.conftest import World
from tests.cogs.mutants.matches import begin
from tests.cogs.playing import message_of
from tests.cogs.twins import difference, look_around, parallel, plain, told


async def looked_up(world: World, person: str, names: tuple[str, ...]) -> list[Any]:
    """Return what `/match cards` tells a person of the match and of some cards, and what it completes."""
    found = [await told(message_of(await world.people[person].slash(world.channel, "match cards")))]
    for name in names:
        found.append(await told(message_of(await world.people[person].slash(world.channel, "match cards", name=name))))
        found.append(await world.people[person].autocomplete(world.channel, "match cards", "name", name))
    seen: list[Any] = plain(found)
    return seen


async def drafted(world: World, place: int) -> tuple[str, ...]:
    """Have the whole draft picked; Ann's last pick is one of two that others cannot tell apart. Return these two."""
    match = await begin(world)
    seat = match.seat_of(world.person("ann"))
    assert seat is not None
    other = 3 - seat
    people = {seat: world.ann, other: world.bob}
    alike: tuple[str, ...] = ()
    for _ in range(PICKS):
        session = (await world.bot.arena.matches.get(match.id)).session
        mine, theirs = session.state.packs[seat - 1], session.state.packs[other - 1]
        alike = _alike(session.state, seat) if len(session.state.picks[0]) == PICKS - 1 else (mine[0],)
        for each, card in ((seat, alike[place % len(alike)]), (other, theirs[0])):
            assert message_of(await people[each].slash(world.channel, "move", turn=card)).ephemeral
        await world.settle()
    return alike


def _alike(state: State, seat: Seat) -> tuple[str, ...]:
    """Return two last picks of a seat after which the other one, and who watches, see the same."""
    other = 3 - seat
    seen: dict[tuple[MutantsView, MutantsView], str] = {}
    for card in state.packs[seat - 1]:
        after = MUTANTS.apply(state, {seat: Pick(card), other: Pick(state.packs[other - 1][0])}).state
        sight = MUTANTS.view(after, other), MUTANTS.view(after, None)
        if sight in seen:
            return seen[sight], card
        seen[sight] = card
    raise AssertionError("each pick brings other cards to light")


async def test_a_pick_that_lies_deep_is_found_by_nobody_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    # M57, M60, M73
    others: list[list[Any]] = []
    own: list[list[Any]] = []
    for place in (0, 1):
        async with parallel(tmp_path / str(place), caplog, ("gus",)) as world:
            world.people["gus"] = world.organiser()
            names = await drafted(world, place)
            assert len(names) == 2
            seen = [await looked_up(world, name, names) for name in ("bob", "cleo", "gus")]
            others.append([*seen, await look_around(world, "bob", "cleo", "gus")])
            own.append(await looked_up(world, "ann", names))
    assert difference(others) == ""
    assert difference(own) != ""
