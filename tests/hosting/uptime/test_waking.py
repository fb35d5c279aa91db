"""After an absence the message that says how much time is left is edited, and nothing is posted: in every game."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest

from engine import registry
from hosting.clock.time_control import ClockTerms, Terms
from hosting.match.model import Place
from hosting.posts import BoardPost, load
from store.db.addresses import Address
from tests.hosting import conftest
from tests.hosting.conftest import PEOPLE, ManualClock, NotingPoster, open_arena
from tests.hosting.timed import HOUR, HOUR_S, advance

DUE, NEAR, FAR = 2 * HOUR, 4.5 * HOUR, 24 * HOUR
"""Deadlines that pass in the absence, from one hour to four; that come within an hour after it; and later."""


@pytest.mark.parametrize("left", [DUE, NEAR, FAR], ids=["due", "near", "far"])
async def test_the_message_that_calls_is_edited_where_the_deadline_is_near_and_nothing_else_is_posted(
    database: Address, clock: ManualClock, poster: NotingPoster, left: timedelta
) -> None:
    first = await open_arena(database, clock, poster, games=registry.get)
    numbers = count(1000)
    expected: set[tuple[int, str, bool]] = set()
    for game, mode in [(each, mode) for each in registry.games() for mode in each.info.modes]:
        roles = ("board", "team:0", "team:1") if mode.silent else ("board",)
        places = tuple(Place(role, next(numbers)) for role in roles)
        terms = Terms(clock=ClockTerms("turn", per_turn=left))
        players = PEOPLE[: mode.seats]
        match = await conftest.begin(first, *players, game=game.info.key, mode=mode.key, places=places, terms=terms)
        assert (match.clock is None) is mode.alone
        if mode.alone:
            continue
        kind = "board" if game.info.by_decision else "status"
        expected |= {(each.channel_id, kind, game.info.by_decision) for each in places}
    await advance(first, clock, HOUR_S)
    await first.close()
    poster.posts.clear()
    await clock.advance(3 * HOUR_S)
    second = await open_arena(database, clock, poster, games=registry.get)
    await second.idle()
    found = [(post, load(post.kind, post.payload)) for post in poster.posts if post.kind != "private"]
    boards = [(post, content) for post, content in found if isinstance(content, BoardPost)]
    assert all(content.edit for _, content in boards)
    edited = [(post.channel_id, post.kind, content.calls) for post, content in boards]
    assert sorted(edited) == ([] if left == FAR else sorted(expected))
    assert len(found) == len(boards), "nothing else is posted"
    await second.close()
