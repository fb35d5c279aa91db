"""Several choose at once: what everybody may know of it, surrenders, substitutes and restarts meanwhile."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import random
import signal
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import URL

from engine import registry
from engine.auto_turns import prepared_turn
from engine.game import Json
from engine.text import load_text, say
from hosting.arena import Arena
from hosting.consent.agreements import way_back
from hosting.lobby.loadouts import opened_line
from hosting.match.answers import preparations
from hosting.match.audit import AuditCode
from hosting.match.model import Dropped, Match, Person, Place, PlayerSettings, Post
from hosting.match.sealing import digest
from hosting.match.service import playing
from hosting.match_terms import Terms
from hosting.outages import CLOCK
from hosting.outbox import Retry
from hosting.runtime import SystemClock
from store.check import check_database
from store.db.addresses import Address
from store.tables import choices as stored_answers
from store.tables import match_queries
from tests.databases import setting
from tests.engine.parlour.game import PARLOUR
from tests.every_mode import EVERY_MODE, Row, part_of
from tests.forkserver import ForkServer
from tests.hosting.conftest import (
    ANN,
    BOB,
    CLEO,
    DAN,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
    sealing_of,
    until_both_choose,
)
from tests.hosting.conftest import CHANNEL as CONFTEST_CHANNEL
from tests.hosting.match.choosing import BANK, DAY, ONE_DAY, begin_apex, choice, now, seal
from tests.hosting.match.secret_player import CHANNEL, games
from tests.refusals import refusal
from tests.volume import many


async def test_whom_a_match_awaits_does_not_tell_who_has_chosen(apex: Arena) -> None:
    match = await begin_apex(apex)
    after = await seal(apex, match, BOB)
    assert (after.awaited, after.secret, len(after.session.sealed)) == (frozenset({1, 2, 3}), True, 1)
    assert after.to_act == (ANN.person_id, CLEO.person_id)
    with refusal("choose-again"):
        way_back(after, 2)


async def test_a_table_can_show_who_has_chosen(apex: Arena) -> None:
    match = await begin_apex(apex, Terms(shows_chosen=True))
    after = await seal(apex, match, BOB)
    assert (after.awaited, after.secret) == (frozenset({1, 3}), False)
    assert (await sealing_of(apex, 1, after.decision or 0)).chosen == (2,)


async def test_without_that_nothing_names_who_has_chosen(apex: Arena) -> None:
    after = await seal(apex, await begin_apex(apex), BOB)
    assert (await sealing_of(apex, 1, after.decision or 0)).chosen == ()
    gone = await apex.matches.forfeit(1, CLEO.person_id)
    with refusal("not-your-turn") as caught:
        await apex.matches.play(gone.id, CLEO.person_id, "1W")
    assert str(caught.value.text) == "Other players have to decide first."


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))))
async def test_the_order_of_arrival_changes_nothing(apex: Arena, order: tuple[int, ...]) -> None:
    # A18
    match = await begin_apex(apex)
    choices = {seat: choice(match, seat, side) for seat, side in zip((1, 2, 3), "WEX", strict=True)}
    for seat in order:
        match = await apex.matches.play(1, match.person_of(seat), choices[seat])
    entries = match.session.entries[3:]
    assert [(entry.seat, entry.text) for entry in entries] == sorted(choices.items())
    assert match.session.last is not None
    assert [event.seat for event in match.session.last.events[:3]] == [1, 2, 3]


async def test_a_commitment_outlasts_another_players_surrender(apex: Arena) -> None:
    match = await begin_apex(apex)
    decision = match.decision or 0
    await seal(apex, match, BOB)
    stood = await sealing_of(apex, 1, decision)
    gone = await apex.matches.forfeit(1, CLEO.person_id)
    assert (gone.decision, gone.seq) == (decision, match.seq + 1)
    after = await sealing_of(apex, 1, decision)
    assert (after.digests, after.deciding, stood.deciding) == (stood.digests, 2, 3)
    await seal(apex, gone, ANN)
    opened = (await sealing_of(apex, 1, decision)).opened
    assert {each.seat for each in opened} == {1, 2}
    assert stood.digests[0] in map(digest, opened)


async def test_a_surrender_drops_its_own_choice_and_keeps_the_hash(apex: Arena) -> None:
    match = await begin_apex(apex)
    await seal(apex, match, BOB, CLEO)
    await apex.matches.forfeit(1, CLEO.person_id)
    sealing = await sealing_of(apex, 1, match.decision or 0)
    assert (len(sealing.digests), [(each.seat, each.cause) for each in sealing.dropped]) == (1, [(3, "gave-up")])


async def test_a_surrender_that_leaves_nobody_to_wait_for_opens_all(apex: Arena) -> None:
    match = await begin_apex(apex)
    await seal(apex, match, ANN, BOB)
    after = await apex.matches.forfeit(1, CLEO.person_id)
    assert after.session.sealed == ()
    assert {each.seat for each in (await sealing_of(apex, 1, match.decision or 0)).opened} == {1, 2}


async def test_a_seat_that_is_handed_over_loses_what_it_has_sealed(
    apex: Arena, database: Address, clock: ManualClock
) -> None:
    match = await begin_apex(apex, BANK)
    decision = match.decision or 0
    await seal(apex, match, BOB)
    (stood,) = (await sealing_of(apex, 1, decision)).digests
    after = await apex.substitutes.replace(1, 2, DAN, CLEO.person_id)
    assert (after.session.sealed, after.to_act) == ((), (ANN.person_id, DAN.person_id, CLEO.person_id))
    assert after.clock is not None
    assert after.clock.due(2) is not None
    sealing = await sealing_of(apex, 1, decision)
    assert (sealing.digests, sealing.dropped) == ((), (Dropped(1, decision, 2, stood, "handed-over"),))
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    assert await now(again) == after
    assert choice(match, 2) not in await stored_texts(again)
    chosen = await seal(again, after, ANN, DAN, CLEO, side="C")
    opened = (await sealing_of(again, 1, decision)).opened
    assert [each.text for each in opened] == [entry.text for entry in chosen.session.entries[3:6]]
    await again.close()


async def test_a_seat_that_is_taken_over_loses_what_it_has_sealed(apex: Arena) -> None:
    match = await begin_apex(apex)
    await seal(apex, match, BOB)
    request = await apex.substitutes.leave(1, BOB.person_id)
    assert len((await now(apex)).session.sealed) == 1, "until a substitute comes the choice holds"
    after = await apex.substitutes.take(request.id, DAN)
    assert after.session.sealed == ()
    assert len((await sealing_of(apex, 1, match.decision or 0)).dropped) == 1


async def stored_texts(arena: Arena) -> list[str]:
    """Return the choices that the database knows and that are not open."""
    async with arena.db.read() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT text FROM sealed_choices UNION ALL SELECT text FROM commitments WHERE NOT revealed"
        )
        return [str(row.text) for row in rows]


async def test_what_was_sealed_stays_sealed_when_the_match_is_called_off(apex: Arena, poster: NotingPoster) -> None:
    match = await seal(apex, await begin_apex(apex), BOB)
    decision = match.decision or 0
    text = choice(match, 2)
    await apex.organiser.void(1, 99, load_text({"template": "Enough.", "values": {}}))
    await apex.idle()
    sealing = await sealing_of(apex, 1, decision)
    assert (sealing.digests, sealing.opened, sealing.deciding) == ((), (), 0)
    assert [(each.seat, each.cause) for each in sealing.dropped] == [(2, "never-opened")]
    assert text not in await apex.matches.record(1, BOB.person_id)
    assert text not in await stored_texts(apex)
    assert [post.kind for post in poster.posts[-2:]] == ["sealed", "ended"]


async def test_a_sealed_choice_that_no_longer_fits_comes_into_no_log(
    apex: Arena, database: Address, clock: ManualClock
) -> None:
    match = await seal(apex, await begin_apex(apex), BOB)
    text = choice(match, 2)
    async with apex.db.write() as connection:
        await connection.exec_driver_sql("UPDATE sealed_choices SET text = '29X-secret'")
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    with pytest.raises(RuntimeError) as caught:
        await now(again)
    await again.close()
    shown = f"{caught.value!r} {caught.value} {caught.value.__cause__!r} {caught.value.__cause__}"
    assert "secret" not in shown
    assert text not in shown


# Several choose at once: clocks and deadlines meanwhile, of which nothing tells who has chosen.


async def test_the_clock_of_a_player_who_has_chosen_stands_and_does_not_show_it(
    apex: Arena, clock: ManualClock
) -> None:
    match = await begin_apex(apex, BANK)
    await clock.advance(DAY / 2)
    after = await seal(apex, match, BOB)
    assert after.clock is not None
    assert after.clock.due(2) is None
    assert after.clock.shown.due(2) == after.clock.due(1) == after.clock.due(3)
    await clock.advance(DAY)
    assert after.clock.shown.seat(2).left_at(clock.now()) == after.clock.seat(1).left_at(clock.now())
    done = await seal(apex, after, ANN, CLEO)
    assert done.clock is not None
    # Bob took half a day, the others a day more.
    assert [each.left_at(clock.now()) / timedelta(hours=1) for each in done.clock.seats] == [12, 36, 12]


async def test_a_pause_stops_the_clocks_as_all_see_them(apex: Arena, clock: ManualClock) -> None:
    match = await begin_apex(apex, BANK)
    await seal(apex, match, BOB)
    nothing = load_text({"template": "A pause.", "values": {}})
    await apex.organiser.pause(1, 99, nothing)
    await clock.advance(DAY)
    after = await apex.organiser.resume(1, 99)
    assert after.clock is not None
    assert after.clock.shown.due(2) == after.clock.due(1)
    assert after.clock.due(2) is None
    done = await seal(apex, after, ANN, CLEO)
    assert done.clock is not None
    assert {each.left_at(clock.now()) for each in done.clock.seats} == {timedelta(days=2)}


async def test_after_a_pause_quiet_hours_hold_for_those_who_have_chosen_too(apex: Arena, clock: ManualClock) -> None:
    await apex.settings.change_player(BOB.person_id, lambda _: PlayerSettings(quiet_from=22 * 60, quiet_until=7 * 60))
    match = await begin_apex(apex, BANK)
    due = match.clock.due(2) if match.clock is not None else None
    await seal(apex, match, BOB)
    await apex.organiser.pause(1, 99, load_text({"template": "A pause.", "values": {}}))
    await clock.advance(DAY)
    after = await apex.organiser.resume(1, 99)
    assert after.clock is not None
    assert due is not None
    assert after.clock.shown.due(2) == due + timedelta(days=1)
    assert after.clock.due(1) != due + timedelta(days=1)


async def test_more_time_is_given_alike_to_those_who_have_chosen(apex: Arena, clock: ManualClock) -> None:
    match = await seal(apex, await begin_apex(apex, BANK), BOB)
    for seat in (1, 2):
        match = await apex.organiser.extend(1, 99, seat, timedelta(hours=5))
    assert match.clock is not None
    assert match.clock.shown.due(1) == match.clock.shown.due(2)
    done = await seal(apex, match, ANN, CLEO)
    assert done.clock is not None
    assert done.clock.seat(1).left_at(clock.now()) == done.clock.seat(2).left_at(clock.now())


async def test_clocks_survive_a_restart(apex: Arena, database: Address, clock: ManualClock) -> None:
    sealed = await seal(apex, await begin_apex(apex, BANK), BOB)
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    assert await now(again) == sealed
    await again.close()


async def apart(arena: Arena) -> Match:
    """Start a match in which the third has three days more than the others; they have two."""
    await begin_apex(arena, BANK)
    return await arena.organiser.extend(1, 99, 3, timedelta(days=3))


async def test_a_missed_choice_is_played_only_when_nobody_who_chooses_has_time_left(
    apex: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    # A25: played at the deadline it would tell those who still choose whose choice it is
    match = await apart(apex)
    lowest = match.session.state.sides[0].hand[0]
    match = await seal(apex, match, BOB)
    await apex.idle()
    before = len(poster.posts)
    await clock.advance(2 * DAY)
    await apex.idle()
    assert (await now(apex)).session == match.session
    assert [post for post in poster.posts[before:] if post.kind != "private"] == []
    assert await late(apex) == []
    before = len(poster.posts)
    await seal(apex, match, CLEO)
    await apex.idle()
    entries = (await now(apex)).session.entries[3:]
    assert next((entry.seat, entry.text) for entry in entries) == (1, f"{lowest}W")
    assert await late(apex) == [1]
    told = [load_text(post.payload["text"]) for post in poster.posts[before:] if post.kind == "nudge"]
    assert [str(text) for text in told] == ["Player 1 didn't decide in time, so I played what the rules say."]


@pytest.mark.parametrize("chosen", [(), (BOB,), (ANN, BOB)])
async def test_what_others_see_of_a_deadline_does_not_tell_who_has_chosen(
    apex: Arena, clock: ManualClock, poster: NotingPoster, chosen: tuple[Person, ...]
) -> None:
    # A25
    match = await seal(apex, await apart(apex), *chosen)
    await apex.idle()
    before = len(poster.posts)
    digests = (await sealing_of(apex, 1, match.decision or 0)).digests
    for _ in range(5):
        await clock.advance(DAY / 2)
        await apex.idle()
    after = await now(apex)
    assert [post.kind for post in poster.posts[before:] if post.kind != "private"] == []
    assert (await sealing_of(apex, 1, match.decision or 0)).digests == digests
    assert after.clock is not None
    assert after.clock.shown.seat(1) == after.clock.shown.seat(2)


async def test_when_the_last_of_those_who_choose_is_late_all_defaults_are_opened_at_once(
    apex: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await seal(apex, await apart(apex), BOB)
    await clock.advance(5 * DAY - 1)
    await apex.idle()
    assert (await now(apex)).seq == match.seq
    before = len(poster.posts)
    await clock.advance(1)
    await apex.idle()
    after = await now(apex)
    assert after.decision != match.decision
    assert [post.kind for post in poster.posts[before:]].count("board") == 1
    assert await late(apex) == [1, 3]


async def test_the_last_surrender_of_those_with_time_left_has_defaults_played(apex: Arena, clock: ManualClock) -> None:
    match = await seal(apex, await apart(apex), BOB)
    await clock.advance(3 * DAY)
    await apex.idle()
    await apex.matches.forfeit(1, CLEO.person_id)
    await apex.idle()
    assert (await now(apex)).decision != match.decision


async def test_defaults_that_a_kill_left_over_are_played_at_the_start(
    apex: Arena, database: Address, clock: ManualClock
) -> None:
    match = await seal(apex, await apart(apex), BOB)
    await clock.advance(3 * DAY)
    await apex.idle()
    apex.schedule.handle(CLOCK, _never)
    match = await seal(apex, match, CLEO)
    assert len((await now(apex)).session.sealed) == 2
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    await again.idle()
    assert (await now(again)).decision != match.decision
    await again.close()


async def test_a_seat_handed_over_late_has_time_again(apex: Arena, clock: ManualClock) -> None:
    match = await seal(apex, await apart(apex), BOB)
    await clock.advance(3 * DAY)
    await apex.idle()
    await apex.substitutes.replace(1, 1, DAN, 99)
    after = await seal(apex, await now(apex), CLEO)
    await apex.idle()
    assert (await now(apex)).decision == match.decision
    assert after.clock is not None
    assert after.clock.due(1) == clock.now() + timedelta(days=2)


async def test_a_table_that_shows_who_has_chosen_waits_alike(apex: Arena, clock: ManualClock) -> None:
    match = await begin_apex(apex, replace(BANK, shows_chosen=True))
    match = await seal(apex, await apex.organiser.extend(1, 99, 3, timedelta(days=3)), BOB)
    await clock.advance(3 * DAY)
    await apex.idle()
    assert (await now(apex)).session == match.session


async def test_a_player_who_chooses_late_but_in_time_for_the_others_is_not_said_to_have_missed_it(
    apex: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await apart(apex)
    await clock.advance(2 * DAY)
    await apex.idle()
    await seal(apex, match, ANN, BOB, CLEO, side="C")
    await apex.idle()
    assert not [post for post in poster.posts if post.kind == "nudge"]
    assert await late(apex) == []


async def late(arena: Arena) -> list[Json]:
    """Return for whom a default was played, as the audit log has it."""
    lines = [line for line in await arena.audit.of_match(1) if line.code == AuditCode.TIME_UP]
    assert {line.detail["did"] for line in lines} <= {"default"}
    return [line.detail["seat"] for line in lines]


async def _never(_key: str, _payload: Json) -> None:
    await asyncio.Event().wait()


async def test_if_all_miss_it_each_is_told_of_once(apex: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await begin_apex(apex, ONE_DAY)
    await clock.advance(DAY)
    await apex.idle()
    match = await now(apex)
    assert match.session.state.round == 2
    told = [post.payload for post in poster.posts if post.kind == "nudge"]
    assert len(told) == 3


async def test_reminders_while_all_choose_are_private(apex: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await seal(apex, await begin_apex(apex, ONE_DAY), BOB)
    await apex.idle()
    before = len(poster.posts)
    for _ in range(23):
        await clock.advance(3600)
        await apex.idle()
    reminders = [post for post in poster.posts[before:] if "reminder" in post.payload]
    assert {post.kind for post in reminders} == {"private"}
    assert {post.channel_id for post in reminders} == {ANN.person_id, CLEO.person_id}


async def test_a_player_who_left_the_server_is_missed_whether_they_have_chosen_or_not(apex: Arena) -> None:
    await seal(apex, await begin_apex(apex), BOB)
    paused = await apex.absences.miss(1, BOB.person_id)
    assert paused.paused is not None


# `kill -9` around what is chosen in secret: what was acknowledged is what is opened, and its hash fits.


KILLS, KILLS_EACH = many(4, 20), many(3, 4)
"""How often the parlour game is killed, and each row of all games."""
Told = dict[tuple[str, ...], list[tuple[str, bool]]]
"""What was tried, in order, and whether it was acknowledged, by what it was about: `("loadout", table, seat)`."""


@pytest.fixture(scope="module")
def player() -> Iterator[ForkServer]:
    """What plays, imported once for all its lives."""
    server = ForkServer("tests.hosting.match.secret_player", ready=True)
    yield server
    server.close()


async def lines_until_killed(
    player: ForkServer, database: Path | URL, folder: Path, seed: int, row: Row | None
) -> list[str]:
    """Return what a process said before it was killed."""
    pipe = folder / f"said-{seed}"
    os.mkfifo(pipe)
    number = PARLOUR.info.key if row is None else str(EVERY_MODE.index(row))
    process = player.fork([setting(database), str(seed), number], output=pipe, env=os.environ)
    with pipe.open() as said:
        lines = [said.readline() for _ in range(random.Random(seed).randrange(20, 80))]
        process.kill()
        lines += said.readlines()
    assert await process.wait() == -signal.SIGKILL, "".join(lines)
    return lines


def noted(lines: list[str], found: Told) -> None:
    """Sort what a process said by what it was about."""
    places = {"loadout": 2, "pick": 3, "answer": 3}
    for line in lines:
        how, kind, *words = line.split()
        if kind not in places:
            continue
        key, text = (kind, *words[: places[kind]]), " ".join(words[places[kind] :])
        if how == "try":
            found[key].append((text, False))
        else:
            assert found[key][-1] == (text, False)
            found[key][-1] = (text, True)


def possible(tries: list[tuple[str, bool]]) -> set[str]:
    """Return what can be in force: the last that was acknowledged, or one tried since; "" before any was."""
    held = {""}
    for text, acknowledged in tries:
        held = {text} if acknowledged else held | {text}
    return held


SECRET = [row for row in part_of("secrets that are killed") if row.game.info.together or row.game.preparations]
"""Games in which something is chosen in secret: at the same time as others, in advance, or before the start."""


@pytest.mark.parametrize("row", [None, *SECRET], ids=lambda row: PARLOUR.info.key if row is None else row.name)
async def test_what_was_chosen_in_secret_outlasts_kills(
    player: ForkServer, database: Path | URL, tmp_path: Path, row: Row | None
) -> None:
    found: Told = defaultdict(list)
    for seed in range(KILLS if row is None else KILLS_EACH):
        noted(await lines_until_killed(player, database, tmp_path, seed, row), found)
    assert row is not None or {kind for kind, *_ in found} == {"loadout", "pick", "answer"}

    arena = await Arena.open(database, SystemClock(), games=games)
    await arena.start()
    await arena.idle()
    async with arena.db.read() as connection:
        numbers = await match_queries.ids(connection)
    if (match := await arena.matches.running_in(CHANNEL)) is not None:
        await _nothing_that_fits_waits(arena, match, found)
        while not match.over:
            match = await arena.matches.forfeit(match.id, match.person_of(min(playing(match))))
    for number in numbers:
        match = await arena.matches.get(number)
        assert match.over
        for opened in await arena.commitments.opened(match):
            entries = {entry.seat: entry.text for entry in match.session.entries if entry.turn == opened.decision}
            assert {one.seat: one.text for one in opened.opened}.items() <= entries.items()
            for one in opened.opened:
                assert one.text in possible(found["pick", str(number), str(one.decision), str(one.seat)])
                assert digest(one) in opened.digests
        held = {each.seat: each.digest for each in await arena.loadouts.held(number)}
        for begun in await arena.loadouts.opened(match):
            can_be = possible(found["loadout", str(begun.table_id), str(begun.seat)])
            game = match.session.game
            assert (begun.text if begun.salt else "") in can_be
            assert begun.salt or begun.text == game.usual_loadout(match.setup, begun.seat)
            assert bool(begun.salt) is bool(held[begun.seat])
            assert begun.text == match.setup.loadouts[begun.seat - 1]
            assert not begun.salt or opened_line(begun).endswith(f":{begun.text}")
    await arena.close()
    assert (await check_database(database, games)).problems == ()


async def _nothing_that_fits_waits(arena: Arena, match: Match, found: Told) -> None:
    """See that answers in advance are there, and that none of them fits what is asked now."""
    async with arena.db.read() as connection:
        for seat in range(1, len(match.seats) + 1):
            stored = await stored_answers.prepared_of(connection, match.id, seat)
            answers = {} if stored is None else dict(stored.answers)
            for each in preparations(match):
                assert answers.get(each.key, "") in possible(found["answer", str(match.id), str(seat), each.key])
            assert prepared_turn(match.session.game, match.session.state, seat, answers) is None


# Commitments: they tell nothing, cannot be altered unseen, and can be checked by anybody afterwards.


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
    *_, hashes, board = poster.posts
    assert [post.kind for post in (hashes, board)] == ["sealed", "board"]
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
    assert [post.kind for post in poster.posts[before:]] == ["sealed", "board"]


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
    assert [post.kind for post in poster.posts[before:]] == ["sealed", "board"]


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
        assert kinds[-2:] == ["sealed", "board"]


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


# Choices of several seats at once: sealed until the last is in, replaceable until then, and never lost.


async def test_a_sealed_choice_is_no_event_and_shows_nothing(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    await arena.idle()
    before = poster.shown.copy()
    after = await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.idle()
    assert (after.seq, after.to_act) == (match.seq, (ANN.person_id,))
    assert [each for each in poster.shown if each not in before] == [(CONFTEST_CHANNEL, "sealed", match.seq)]
    assert "2 2" not in await arena.matches.record(match.id, ANN.person_id)
    (summary,) = await arena.matches.of_person(ANN.person_id)
    assert summary.to_act == (ANN.person_id,)


async def test_the_last_choice_reveals_all_in_one_event(arena: Arena, poster: NotingPoster) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    after = await arena.matches.play(match.id, ANN.person_id, "3", seen=match.seq)
    await arena.idle()
    assert (after.seq, after.session.state.scores) == (2, (3, 2))
    assert [seq for _, kind, seq in poster.shown if kind == "board"] == [0, 1, 2]


async def test_a_choice_can_be_replaced_until_then(arena: Arena) -> None:
    match = await until_both_choose(arena)
    for text in ("1", "2", "3"):
        await arena.matches.play(match.id, BOB.person_id, text)
    after = await arena.matches.play(match.id, ANN.person_id, "1")
    assert after.session.state.scores == (1, 3)
    with refusal("not-your-turn"):
        await arena.matches.play(match.id, BOB.person_id, "1")


async def test_a_sealed_choice_survives_a_restart(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await until_both_choose(arena)
    sealed = await arena.matches.play(match.id, BOB.person_id, "2")
    await arena.close()
    again = await open_arena(database, clock, None)
    assert await again.matches.get(match.id) == sealed
    after = await again.matches.play(match.id, ANN.person_id, "3")
    await again.close()
    once_more = await open_arena(database, clock, None)
    assert await once_more.matches.get(match.id) == after
    assert (await once_more.matches.at(match, 1)).sealed == ()
    await once_more.close()


async def test_giving_up_discards_what_was_sealed(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await until_both_choose(arena)
    await arena.matches.play(match.id, BOB.person_id, "2")
    after = await arena.matches.forfeit(match.id, BOB.person_id)
    assert after.over
    await arena.close()
    again = await open_arena(database, clock, None)
    assert await again.matches.get(match.id) == after
    await again.close()


async def test_a_hidden_result_ends_the_event_not_the_turn(arena: Arena) -> None:
    match = await begin(arena, game="duel")
    rolled = await arena.matches.play(match.id, ANN.person_id, "roll")
    assert (rolled.seq, rolled.to_act) == (1, (ANN.person_id,))
    ended = await arena.matches.play(match.id, ANN.person_id, "end", seen=1)
    assert (ended.seq, set(ended.to_act)) == (2, {ANN.person_id, BOB.person_id})
