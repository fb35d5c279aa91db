"""The message that says whose turn it is, below what is said on the board."""

from __future__ import annotations

import pytest

from engine.text import say
from hosting.arena import Arena
from tests.hosting.conftest import ANN, NotingPoster, begin


@pytest.mark.parametrize(("over", "kinds"), [(False, ["notice", "status"]), (True, ["notice"])])
async def test_what_is_said_on_the_board_stands_above_the_status_while_there_is_one(
    arena: Arena, poster: NotingPoster, *, over: bool, kinds: list[str]
) -> None:
    match = await begin(arena)
    if over:
        await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    shown = len(poster.posts)
    await arena.statuses.above(match.id, say("Something happened."))
    await arena.idle()
    assert [post.kind for post in poster.posts[shown:]] == kinds
