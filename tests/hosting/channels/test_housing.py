"""Where a match lives: places in place of others, and what is known of those that go on."""

from __future__ import annotations

import pytest

from engine.text import say
from hosting.arena import Arena
from hosting.housing import GONE, KICKED, SILENCE, UNHOUSED, housed, to_do, unhoused
from hosting.match.audit import AuditCode
from hosting.match.model import Parked, Place
from tests.hosting.conftest import ANN, BOB, CHANNEL, GUILD, NotingPoster, begin


async def test_a_new_place_takes_the_place_of_one_with_the_same_role(arena: Arena) -> None:
    match = await begin(arena, places=(Place("board", 2), Place("team:0", 4)))
    moved = housed(match, Place("board", 7), Place("spectators", 8))
    assert moved.channel_id == 7
    assert moved.places == (Place("board", 7), Place("spectators", 8), Place("team:0", 4))
    assert unhoused(moved, "spectators").places == (Place("board", 7), Place("team:0", 4))


async def test_a_parked_match_that_moved_goes_on_where_it_is_now(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    await arena.matches.play(match.id, ANN.person_id, "1/1")
    await arena.idle()
    await arena.matches.park(match.id, say("It is gone."), GONE)
    await arena.housing.move(match.id, [Place("board", 300)], BOB.person_id)
    await arena.matches.unpark(match.id)
    await arena.idle()
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    await arena.idle()
    assert [each for each in poster.shown if each[0] == 300] == [
        (300, "board", 1),
        (300, "status", 1),
        (300, "board", 2),
        (300, "status", 2),
    ]
    assert await arena.matches.running_in(CHANNEL) is None
    found = await arena.matches.running_in(300)
    assert found is not None
    assert found.id == match.id
    (line,) = await arena.audit.of_match(match.id)
    assert (line.code, line.person_id, line.detail) == (AuditCode.REHOUSED, BOB.person_id, {"channel": 300})


async def test_a_match_that_goes_on_is_not_moved(arena: Arena) -> None:
    match = await begin(arena)
    assert await arena.housing.move(match.id, [Place("board", 300)], BOB.person_id) == match
    await arena.matches.forfeit(match.id, ANN.person_id)
    assert (await arena.housing.move(match.id, [Place("board", 300)], BOB.person_id)).channel_id == CHANNEL


async def test_a_place_that_is_gone_and_not_needed_is_dropped(arena: Arena) -> None:
    match = await begin(arena, places=(Place("board", 2), Place("spectators", 4)))
    await arena.matches.park(match.id, say("It is gone."), GONE)
    after = await arena.housing.move(match.id, [Place("board", 300)], BOB.person_id, without="spectators")
    assert after.places == (Place("board", 300),)


async def test_servers_with_matches_and_where_a_match_was_opened(arena: Arena) -> None:
    assert await arena.housing.guilds() == []
    match = await begin(arena, places=(Place("board", 300),))
    assert await arena.housing.guilds() == [GUILD]
    assert await arena.housing.home(match) == CHANNEL
    await arena.matches.forfeit(match.id, ANN.person_id)
    assert await arena.housing.guilds() == []


@pytest.mark.parametrize("code", sorted({*UNHOUSED, SILENCE, KICKED}))
def test_there_is_something_to_do_for_each_reason(code: str) -> None:
    assert to_do(Parked(say("Why."), code)) != to_do(Parked(say("Why."), "unheard-of"))
