"""What a match began with is what it goes on with."""

from __future__ import annotations

import pytest

from engine import registry
from engine.info import Setup
from store import matches
from store.database import Database
from store.replay import replay
from store.values import MatchSeat, Place
from tests.people import acquaint
from tests.store.samples import START


@pytest.mark.parametrize(("version", "legal"), [(1, True), (2, False)])
async def test_a_match_goes_on_under_the_rules_with_which_it_began(
    database: Database, version: int, *, legal: bool
) -> None:
    """R18 of Replicants was another one in version 1 of its rules."""
    game = registry.get("replicants")
    position = "T5.1.2 | e1 h5 r- 1D7:3 2D8:3 2F9:3 5E5:0 | e1 h5 r- 2A2:0 2A3:0 1E7:0 3F7:0"
    async with database.write() as connection:
        await acquaint(connection, 10, 20)
        match_id = await matches.add(
            connection,
            guild_id=1,
            channel_id=7,
            game="replicants",
            rules_version=version,
            setup=Setup("2", (), "1", position),
            seed=bytes(16),
            to_act=[1],
            organiser_id=10,
            seats=[MatchSeat(1, 10, "Ann"), MatchSeat(2, 20, "Bob")],
            match_places=[Place("board", 7)],
            at=START,
        )
    async with database.read() as connection:
        stored = await matches.load(connection, match_id)
    assert stored is not None
    session = replay(game, stored)
    moves = [game.format(session.state, 1, move) for move in game.legal(session.state, 1)]
    assert ("xE7.xF7" in moves) is legal
