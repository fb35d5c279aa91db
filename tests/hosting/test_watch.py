"""Channels that follow matches: written with the event, once for each channel, the newest where several wait."""

from __future__ import annotations

import pytest

from engine.text import say
from hosting.arena import Arena
from hosting.match.events import substitute, undo
from hosting.match.model import Match, Person, Place, Post, Watch, WatchKind
from hosting.outbox import Undeliverable
from hosting.watches import MOST
from store.db.addresses import Address
from store.tables.watches import _OF_GUILD
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
)
from tests.refusals import refusal

LOUNGE, HALL = 900, 901


async def follow(
    arena: Arena, kind: WatchKind, target_id: int, channel_id: int = LOUNGE, *, quiet: bool = False
) -> Watch:
    return await arena.watches.follow(GUILD, channel_id, kind, target_id, quiet=quiet, person_id=EVE.person_id)


async def turn(arena: Arena, match: Match, who: Person = ANN) -> Match:
    match = await arena.matches.play(match.id, who.person_id, "1/1")
    await arena.idle()
    return match


async def begun(arena: Arena, places: tuple[Place, ...] = (Place("board", CHANNEL),)) -> Match:
    """Begin a match and have its first board posted: one that is not yet gives way to the next one."""
    match = await begin(arena, places=places)
    await arena.idle()
    return match


def followed(poster: NotingPoster, channel_id: int = LOUNGE) -> list[int]:
    return [seq for channel, kind, seq in poster.shown if kind == "watch" and channel == channel_id]


@pytest.mark.parametrize(
    ("kind", "target_id", "follows"),
    [
        ("server", GUILD, True),
        ("player", BOB.person_id, True),
        ("player", CLEO.person_id, False),
        ("match", 1, True),
        ("match", 2, False),
    ],
)
async def test_what_is_followed(
    arena: Arena, poster: NotingPoster, kind: WatchKind, target_id: int, *, follows: bool
) -> None:
    match = await begin(arena)
    await follow(arena, kind, target_id)
    await turn(arena, match)
    assert followed(poster) == ([1] if follows else [])


async def test_a_match_is_followed_from_its_start_to_its_end(arena: Arena, poster: NotingPoster) -> None:
    await follow(arena, "server", GUILD)
    match = await begin(arena)
    await arena.idle()
    await turn(arena, match)
    await arena.matches.forfeit(match.id, BOB.person_id)
    await arena.idle()
    assert followed(poster) == [0, 1, 2]


async def test_matches_of_other_servers_are_not_followed(arena: Arena, poster: NotingPoster) -> None:
    await arena.watches.follow(GUILD + 1, LOUNGE, "player", ANN.person_id, quiet=False, person_id=EVE.person_id)
    await turn(arena, await begun(arena))
    assert followed(poster) == []


async def test_a_channel_that_follows_a_match_in_several_ways_gets_it_once_as_the_closest_says(
    arena: Arena, poster: NotingPoster
) -> None:
    await follow(arena, "server", GUILD)
    await follow(arena, "player", ANN.person_id)
    closest = await follow(arena, "match", 1, quiet=True)
    elsewhere = await follow(arena, "player", BOB.person_id, HALL)
    await turn(arena, await begun(arena))
    last = {post.channel_id: post for post in poster.posts if post.kind == "watch"}
    assert followed(poster) == [0, 1]
    assert last[LOUNGE].payload == {"watch": closest.id}
    assert last[HALL].payload == {"watch": elsewhere.id}


async def test_the_channels_of_the_match_itself_get_no_second_board(arena: Arena, poster: NotingPoster) -> None:
    await follow(arena, "server", GUILD, CHANNEL)
    await follow(arena, "server", GUILD, HALL)
    places = (Place("board", CHANNEL), Place("spectators", HALL))
    await turn(arena, await begun(arena, places))
    assert followed(poster, CHANNEL) == []
    assert followed(poster, HALL) == [0, 1], "its spectators' place shows no boards by itself"


async def test_what_was_no_turn_is_told_in_the_same_words(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    await follow(arena, "match", match.id)
    await turn(arena, match)
    start = await arena.matches.at(match, 0)

    async def take_back(match: Match) -> object:
        return undo(match, 0, start, 1, ANN.person_id, arena.clock.now())

    await arena.matches.change(match.id, take_back)  # type: ignore[arg-type]
    await arena.idle()
    board, watch = (next(post for post in reversed(poster.posts) if post.kind == kind) for kind in ("board", "watch"))
    assert board.seq == watch.seq == 2
    assert watch.payload["note"] == board.payload["note"]


async def test_a_new_player_is_followed_from_then_on(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    await follow(arena, "player", CLEO.person_id)
    await turn(arena, match)

    async def replace_ann(match: Match) -> object:
        return substitute(match, 1, CLEO, DAN.person_id, arena.clock.now())

    await arena.matches.change(match.id, replace_ann)  # type: ignore[arg-type]
    await arena.idle()
    await turn(arena, match, BOB)
    assert followed(poster) == [2, 3]


async def test_of_several_that_wait_only_the_newest_is_posted(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, None)
    await follow(arena, "server", GUILD)
    match, other = await begin(arena), await begin(arena, CLEO, DAN, places=(Place("board", 300),))
    for number in range(4):
        await arena.matches.play(match.id, (ANN, BOB)[number % 2].person_id, "1/1")
    await arena.matches.play(other.id, CLEO.person_id, "1/1")
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    assert [(post.match_id, post.seq) for post in poster.posts if post.kind == "watch"] == [
        (match.id, 4),
        (other.id, 1),
    ]
    assert [seq for channel, kind, seq in poster.shown if kind == "board" and channel == CHANNEL] == [0, 1, 2, 3, 4]
    await arena.close()


async def test_one_that_may_have_been_posted_before_it_was_replaced_is_found_again(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, None)
    await follow(first, "server", GUILD)
    match = await begin(first)
    await first.matches.play(match.id, ANN.person_id, "1/1")
    await first.close()
    # The process that dies here may have posted the first of them, and not have noted so.
    second = await open_arena(database, clock, None)
    await second.matches.play(match.id, BOB.person_id, "1/1")
    second.outbox.set_poster(poster)
    second.outbox.drain()
    await second.idle()
    assert [post.seq for post in poster.posts if post.kind == "watch"] == [2]
    assert [(post.kind, post.seq, post.attempts) for post in poster.sought] == [("watch", 0, 1), ("watch", 1, 1)]
    await second.close()


async def test_what_waits_in_a_channel_is_not_overtaken_by_a_board_of_its_own_match(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    """A channel may follow a match and host another; neither takes the other's place."""
    arena = await open_arena(database, clock, None)
    await follow(arena, "match", 1)
    match = await begin(arena)
    here = await begin(arena, CLEO, DAN, places=(Place("board", LOUNGE),))
    await arena.matches.play(match.id, ANN.person_id, "1/1")
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    assert [(post.match_id, post.kind, post.seq) for post in poster.posts if post.channel_id == LOUNGE] == [
        (here.id, "board", 0),
        (match.id, "watch", 1),
    ]
    await arena.close()


async def test_a_follower_that_cannot_be_reached_parks_nothing(arena: Arena, poster: NotingPoster) -> None:
    async def shut(post: Post) -> None:
        if post.kind == "watch":
            raise Undeliverable(say("The door is shut."), "shut")

    poster.trouble = shut
    match = await begin(arena)
    await follow(arena, "match", match.id)
    await turn(arena, match)
    assert (await arena.matches.get(match.id)).status == "running"
    assert followed(poster) == []
    poster.trouble = None
    await turn(arena, match, BOB)
    assert followed(poster) == [2]


async def test_parking_a_match_leaves_what_its_followers_wait_for(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, None)
    await follow(arena, "server", GUILD)
    match = await begin(arena)
    await arena.matches.park(match.id, say("It rains."), "rain")
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    assert poster.shown == [(LOUNGE, "watch", 0)]
    await arena.close()


async def test_the_present_board_can_be_had_at_once(arena: Arena, poster: NotingPoster) -> None:
    match = await turn(arena, await begun(arena))
    await arena.watches.follow(GUILD, LOUNGE, "match", match.id, quiet=False, person_id=EVE.person_id, now=match)
    await arena.idle()
    assert followed(poster) == [1]


async def test_following_twice_changes_the_wish(arena: Arena) -> None:
    await follow(arena, "server", GUILD)
    again = await follow(arena, "server", GUILD, quiet=True)
    assert await arena.watches.in_guild(GUILD) == [again]
    assert await arena.watches.get(again.id) == again


async def test_ending_and_leaving(arena: Arena, poster: NotingPoster) -> None:
    first, second = await follow(arena, "server", GUILD), await follow(arena, "match", 1)
    third = await follow(arena, "match", 1, HALL)
    await arena.watches.end(first.id)
    assert await arena.watches.get(first.id) is None
    assert await arena.watches.leave(GUILD, LOUNGE) == [second]
    assert await arena.watches.leave(GUILD, LOUNGE) == []
    assert await arena.watches.in_guild(GUILD) == [third]
    await turn(arena, await begun(arena))
    assert (followed(poster), followed(poster, HALL)) == ([], [0, 1])


async def test_a_server_follows_so_much_and_no_more(arena: Arena) -> None:
    for number in range(MOST):
        await follow(arena, "match", number + 1)
    with refusal("too-many-watches"):
        await follow(arena, "match", MOST + 1)
    await follow(arena, "match", 1, quiet=True)
    await arena.watches.follow(GUILD + 1, LOUNGE, "server", GUILD + 1, quiet=False, person_id=EVE.person_id)


async def test_what_follows_is_found_through_an_index(arena: Arena) -> None:
    """So the cost to a turn does not grow with the watches of all servers."""
    async with arena.db.read() as connection:
        if connection.dialect.name != "sqlite":
            pytest.skip("the plan is SQLite's")
        asked = _OF_GUILD.params(guild=1)
        query = asked.compile(
            connection.sync_engine, compile_kwargs={"literal_binds": True, "render_postcompile": True}
        )
        plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")
        steps = [str(row.detail) for row in plan]
    assert any("USING INDEX" in step for step in steps), steps
    assert not any(step.startswith("SCAN") for step in steps), steps
