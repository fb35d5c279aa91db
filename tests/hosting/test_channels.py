"""Where a match lives: places in place of others, and what is known of those that go on."""

from __future__ import annotations

import pytest

from engine.text import say
from hosting.arena import Arena
from hosting.consent.agreements import LEFT
from hosting.housing import GONE, KICKED, SILENCE, UNHOUSED, absent, housed, to_do, unhoused
from hosting.match.audit import AuditCode
from hosting.match.model import MatchPaused, Parked, Place, load_text
from hosting.match_terms import Terms
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, GUILD, ManualClock, NotingPoster, begin, open_arena


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
    assert [each for each in poster.shown if each[0] == 300] == [(300, "board", 1), (300, "board", 2)]
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


# Players who are gone: their match is paused until they are back or replaced.


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
async def test_only_the_next_player_is_missed(arena: Arena, poster: NotingPoster, who: object) -> None:
    match = await begin(arena)
    after = await arena.absences.miss(match.id, getattr(who, "person_id"))  # noqa: B009
    await arena.idle()
    assert after == match
    assert notices(poster) == []


async def test_a_match_that_stops_anyway_stays_as_it_is(arena: Arena) -> None:
    match = await begin(arena)
    parked = await arena.matches.park(match.id, say("It rains."), "rain")
    assert await arena.absences.miss(match.id, ANN.person_id) == parked


async def test_to_be_missed_twice_says_it_once(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    for _ in range(2):
        await arena.absences.miss(match.id, ANN.person_id)
    await arena.idle()
    assert len(notices(poster)) == 1


async def test_another_players_return_changes_nothing(arena: Arena) -> None:
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


async def test_a_substitute_for_another_player_does_not(arena: Arena) -> None:
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
