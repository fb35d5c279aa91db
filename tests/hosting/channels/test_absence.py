"""Players who are gone: their match is paused until they are back or replaced."""

from __future__ import annotations

import pytest

from engine.text import say
from hosting.arena import Arena
from hosting.clock.time_control import Terms
from hosting.consent.agreements import LEFT
from hosting.housing import absent
from hosting.match.model import MatchPaused, Place, load_text
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, ManualClock, NotingPoster, begin, open_arena


def notices(poster: NotingPoster) -> list[tuple[int, str]]:
    return [
        (post.channel_id, load_text(post.payload["text"]).template) for post in poster.posts if post.kind == "notice"
    ]


async def test_nobody_moves_while_the_next_player_is_gone(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    match = await arena.absences.miss(match.id, ANN.person_id)
    await arena.idle()
    assert match.paused is not None
    assert (match.paused.code, absent(match)) == (LEFT, ANN.person_id)
    with pytest.raises(MatchPaused):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    assert await arena.absences.waiting() == [(match.id, ANN.person_id)]
    ((channel_id, told),) = notices(poster)
    assert channel_id == CHANNEL
    assert "left the server" in told

    match = await arena.absences.back(match.id, ANN.person_id)
    await arena.idle()
    assert match.paused is None
    assert "is back" in notices(poster)[-1][1]
    assert await arena.absences.waiting() == []
    await arena.matches.play(match.id, ANN.person_id, "1/1")


async def test_both_teams_are_told(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena, places=(Place("board", 2), Place("team:0", 4), Place("spectators", 5)))
    await arena.absences.miss(match.id, ANN.person_id)
    await arena.idle()
    assert sorted(channel_id for channel_id, _ in notices(poster)) == [2, 4]


@pytest.mark.parametrize("who", [BOB, CLEO])
async def test_only_whoever_is_next_is_missed(arena: Arena, poster: NotingPoster, who: object) -> None:
    match = await begin(arena)
    after = await arena.absences.miss(match.id, getattr(who, "person_id"))  # noqa: B009
    await arena.idle()
    assert after == match
    assert notices(poster) == []


async def test_a_match_that_stands_still_anyway_stays_as_it_is(arena: Arena) -> None:
    match = await begin(arena)
    parked = await arena.matches.park(match.id, say("It rains."), "rain")
    assert await arena.absences.miss(match.id, ANN.person_id) == parked


async def test_to_be_missed_twice_says_it_once(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    for _ in range(2):
        await arena.absences.miss(match.id, ANN.person_id)
    await arena.idle()
    assert len(notices(poster)) == 1


async def test_somebody_else_s_return_changes_nothing(arena: Arena) -> None:
    match = await begin(arena)
    missed = await arena.absences.miss(match.id, ANN.person_id)
    assert await arena.absences.back(match.id, BOB.person_id) == missed


async def test_a_substitute_ends_the_wait(arena: Arena) -> None:
    match = await begin(arena)
    await arena.absences.miss(match.id, ANN.person_id)
    match = await arena.organiser.replace(match.id, 99, 1, CLEO)
    # In one event with the seat: nothing is left to be done if the process ends now.
    assert match.paused is None
    await arena.matches.play(match.id, CLEO.person_id, "1/1")


async def test_a_substitute_for_somebody_else_does_not(arena: Arena) -> None:
    match = await begin(arena)
    await arena.absences.miss(match.id, ANN.person_id)
    match = await arena.organiser.replace(match.id, 99, 2, CLEO)
    assert absent(match) == ANN.person_id


async def test_a_substitute_is_sought_where_the_table_says_so(arena: Arena) -> None:
    match = await begin(arena, terms=Terms(timeout="substitute"))
    await arena.absences.miss(match.id, ANN.person_id)
    (call,) = await arena.requests.open_of(match.id)
    assert call.seat == 1
    match = await arena.substitutes.take(call.id, CLEO)
    assert (await arena.matches.get(match.id)).paused is None


async def test_elsewhere_nobody_is_sought(arena: Arena) -> None:
    match = await begin(arena, terms=Terms(timeout="forfeit"))
    await arena.absences.miss(match.id, ANN.person_id)
    assert await arena.requests.open_of(match.id) == []


async def test_who_is_missed_is_known_after_a_restart(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, poster)
    match = await begin(arena)
    await arena.absences.miss(match.id, ANN.person_id)
    await arena.idle()
    await arena.close()
    again = await open_arena(database, clock, poster)
    assert await again.absences.waiting() == [(match.id, ANN.person_id)]
    await again.absences.back(match.id, ANN.person_id)
    assert (await again.matches.get(match.id)).paused is None
    await again.close()
