"""Commitments: they tell nothing, cannot be altered unseen, and can be checked by anybody afterwards."""

from __future__ import annotations

import hashlib

from engine.text import say
from hosting.arena import Arena
from hosting.match.model import Place, Post
from hosting.match.sealing import digest
from hosting.outbox import Retry
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, ManualClock, NotingPoster, begin, open_arena, sealing_of, until_both_choose


async def test_a_sealed_choice_is_committed_to(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    before = await sealing_of(arena, match.id, 1)
    assert (before.deciding, before.digests, before.opened) == (2, (), ())
    await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.idle()
    sealing = await sealing_of(arena, match.id, 1)
    assert (len(sealing.digests), sealing.opened) == (1, ())
    posts = [post for post in poster.posts if post.kind == "sealed"]
    assert [(post.seq, post.payload) for post in posts] == [(0, {"decision": -1}), (1, {"decision": 1})]


async def test_the_same_choice_has_another_hash_elsewhere(arena: Arena) -> None:
    """Otherwise trying all choices would tell which it is."""
    match = await until_both_choose(arena)
    seen = set()
    for text in ("2", "3", "2"):
        await arena.matches.play(match.id, BOB.person_id, text)
        seen.add((await sealing_of(arena, match.id, 1)).digests)
    assert len(seen) == 3
    await arena.matches.play(match.id, BOB.person_id, "2")
    assert (await sealing_of(arena, match.id, 1)).digests in seen


async def test_the_reveal_opens_what_stood_there(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    stood = (await sealing_of(arena, match.id, 1)).digests
    await arena.idle()
    await arena.matches.play(match.id, ANN.person_id, "3")
    await arena.idle()
    sealing = await sealing_of(arena, match.id, 1)
    assert [(each.seat, each.text) for each in sealing.opened] == [(1, "3"), (2, "2")]
    bobs = sealing.opened[1]
    text = f"{match.id}:1:2:{bobs.salt.hex()}:2"
    assert digest(bobs) == hashlib.sha256(text.encode()).hexdigest() == stood[0]
    assert [post.payload["decision"] for post in poster.posts if post.kind == "sealed"] == [-1, 1, 1]


async def test_all_hashes_are_posted_before_anything_is_opened(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.matches.play(match.id, ANN.person_id, "3")
    await arena.idle()
    *_, hashes, board, status = poster.posts
    assert [post.kind for post in (hashes, board, status)] == ["sealed", "board", "status"]
    assert (hashes.payload, board.payload["opens"]) == ({"decision": 1}, 1)
    assert len((await sealing_of(arena, match.id, 1)).digests) == 2


async def test_nothing_is_opened_while_the_hashes_cannot_be_posted(
    arena: Arena, poster: NotingPoster, clock: ManualClock
) -> None:
    match = await until_both_choose(arena)
    await arena.idle()
    before = len(poster.posts)

    async def down(post: Post) -> None:
        if post.kind == "sealed":
            raise Retry

    poster.trouble = down
    await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.matches.play(match.id, ANN.person_id, "3")
    await arena.idle()
    assert poster.posts[before:] == []
    poster.trouble = None
    await clock.advance(5)
    await arena.idle()
    # What shows all hashes has taken the place of what showed one.
    assert [post.kind for post in poster.posts[before:]] == ["sealed", "board", "status"]


async def test_after_a_kill_the_hashes_still_come_first(
    arena: Arena, database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await until_both_choose(arena)
    await arena.idle()
    before = len(poster.posts)

    async def killed(_: Post) -> None:
        raise Retry

    poster.trouble = killed
    await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.matches.play(match.id, ANN.person_id, "3")
    await arena.idle()
    await arena.close()
    poster.trouble = None
    again = await open_arena(database, clock, poster)
    await clock.advance(5)
    await again.idle()
    await again.close()
    assert [post.kind for post in poster.posts[before:]] == ["sealed", "board", "status"]


async def test_the_hashes_of_one_decision_do_not_take_the_place_of_those_of_another(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, poster)
    match = await until_both_choose(arena)
    await arena.idle()

    async def down(_: Post) -> None:
        raise Retry

    poster.trouble = down
    await arena.matches.play(match.id, BOB.person_id, "2")
    after = await arena.matches.play(match.id, ANN.person_id, "2")
    while after.decision is None:
        after = await arena.matches.play(match.id, after.to_act[0], "go/end")
    await arena.matches.play(match.id, BOB.person_id, "2")
    before = len(poster.posts)
    poster.trouble = None
    await clock.advance(900)
    await arena.idle()
    posted = [post.payload["decision"] for post in poster.posts[before:] if post.kind == "sealed"]
    assert posted == [1, after.decision]
    await arena.close()


async def test_a_message_whose_choices_are_open_is_not_touched_again(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.matches.play(match.id, ANN.person_id, "3")
    await arena.idle()
    before = len(poster.posts)
    await arena.matches.park(match.id, say("Trouble."), "trouble")
    await arena.matches.unpark(match.id)
    await arena.idle()
    assert "sealed" not in [post.kind for post in poster.posts[before:]]


async def test_hashes_that_parking_held_back_are_posted_before_what_it_held_back_too(
    arena: Arena, poster: NotingPoster
) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.idle()
    before = len(poster.posts)

    async def down(_: Post) -> None:
        raise Retry

    poster.trouble = down
    await arena.matches.play(match.id, ANN.person_id, "3")
    await arena.idle()
    await arena.matches.park(match.id, say("Trouble."), "trouble")
    poster.trouble = None
    await arena.matches.unpark(match.id)
    await arena.idle()
    assert [(post.kind, post.payload.get("opens")) for post in poster.posts[before:]] == [
        ("sealed", None),
        ("board", 1),
        ("status", None),
    ]


async def test_a_player_is_told_the_hash_of_their_own_choice_only(arena: Arena) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    held = await arena.commitments.held_to(match.id, 1, 2, "2")
    assert (held,) == (await sealing_of(arena, match.id, 1)).digests
    assert await arena.commitments.held_to(match.id, 1, 2, "3") == ""
    assert await arena.commitments.held_to(match.id, 1, 1, "2") == ""


async def test_what_never_comes_to_light_is_dropped(arena: Arena) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.matches.forfeit(match.id, ANN.person_id)
    sealing = await sealing_of(arena, match.id, 1)
    assert (sealing.digests, sealing.opened) == ((), ())
    assert [(each.seat, each.cause) for each in sealing.dropped] == [(2, "never-opened")]


async def test_a_commitment_survives_a_restart(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    stood = await sealing_of(arena, match.id, 1)
    await arena.close()
    again = await open_arena(database, clock, None)
    assert await sealing_of(again, match.id, 1) == stood
    await again.matches.play(match.id, ANN.person_id, "1")
    opened = await sealing_of(again, match.id, 1)
    await again.close()
    assert stood.digests[0] in opened.digests


async def test_in_every_channel_of_a_match_the_hashes_come_first(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena, game="duel", places=(Place("board", 300), Place("team:0", 302), Place("team:1", 303)))
    await arena.matches.play(match.id, ANN.person_id, "go/end")
    await arena.idle()
    before = len(poster.posts)
    await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.matches.play(match.id, ANN.person_id, "3")
    await arena.idle()
    for channel_id in (300, 302, 303):
        kinds = [post.kind for post in poster.posts[before:] if post.channel_id == channel_id]
        assert kinds[-3:] == ["sealed", "board", "status"]


async def test_a_choice_that_goes_with_turns_taken_back_leaves_its_hash(arena: Arena) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    (stood,) = (await sealing_of(arena, match.id, 1)).digests
    await arena.organiser.back(match.id, 99, 0)
    sealing = await sealing_of(arena, match.id, 1)
    assert (sealing.digests, sealing.opened) == ((), ())
    assert [(each.digest, each.cause) for each in sealing.dropped] == [(stood, "taken-back")]
    await arena.matches.play(match.id, ANN.person_id, "go/end")
    for person in (BOB, ANN):
        await arena.matches.play(match.id, person.person_id, "2")
    again = await sealing_of(arena, match.id, 1)
    assert len(again.opened) == len(again.digests) == 2
    assert stood not in again.digests
