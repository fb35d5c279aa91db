"""Computers in matches: every game to its end, once each turn, and what of a person's they have and have not."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import URL, select

from computer.players import known
from engine import registry
from engine.text import say
from hosting.arena import Arena
from hosting.computers.opponents import PATIENCE, Opponents
from hosting.computers.workers import Decided, Job
from hosting.consent.agreements import (
    COMPUTER_TURN,
    COMPUTERS,
    Agreement,
    End,
    Extension,
    Pause,
    RequestClosed,
    TakeBack,
    asked_of,
)
from hosting.errors import HostingError
from hosting.lobby.model import mark_of, start_of, terms_at
from hosting.lobby.rematch import RematchPlace
from hosting.lobby.tables import terms_of
from hosting.match.events import Change, position
from hosting.match.model import Computer, Match, MatchPaused, NotSeated, Person, Place, Request, Table
from hosting.match.service import record_of
from hosting.match_terms import PRESETS, QUICK, Terms
from hosting.runtime import UNREAD
from store.check import check_database
from store.db.addresses import Address
from store.privacy import held
from store.ratings.model import BEGINNER
from store.schema import deadlines, person_totals, ratings, results
from store.tables import match_queries, people
from store.tables.matches import ReplayError
from tests.computers import computers_in_process, switch_off  # noqa: F401 - a fixture
from tests.databases import setting
from tests.every_mode import EVERY_MODE, Row, drawn_text
from tests.forkserver import ForkServer
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    TEAMS,
    ManualClock,
    NotingPoster,
    ask,
    open_arena,
    ordered_for,
    refused,
)
from tests.volume import many

pytestmark = pytest.mark.usefixtures("computers_in_process")

PLACES = (Place("board", CHANNEL),)


def many_of(rows: list[Row]) -> list[Row]:
    """Return one of the rows, or all when thorough; `ARENA_SEED` gives another one."""
    rng = random.Random(f"computers {os.environ.get('ARENA_SEED', '')}")
    return rng.sample(rows, many(1, len(rows)))


PLAYED = [
    row
    for game in registry.games()
    for row in many_of([row for row in EVERY_MODE if row.game is game and not row.mode.alone])
]


@pytest_asyncio.fixture
async def arena(database: Address, clock: ManualClock) -> AsyncIterator[Arena]:
    arena = await opened(database, clock)
    yield arena
    await arena.close()


async def opened(database: Address, clock: ManualClock, poster: NotingPoster | None = None) -> Arena:
    return await open_arena(database, clock, poster or NotingPoster(), registry.get)


async def gather(arena: Arena, *levels: int, game: str = "replica", mode: str = "2", **options: Any) -> Table:
    """Open a table of Ann's with computers of these levels."""
    return await arena.tables.open(GUILD, CHANNEL, ANN, game, mode, where="here", computers=levels, **options)


async def begin(
    arena: Arena, *levels: int, people: Sequence[Person] = (), places: Sequence[Place] = PLACES, **options: Any
) -> Match:
    """Start a match of Ann's with computers of these levels, and with other people."""
    table = await gather(arena, *levels, **options)
    for person in people:
        await arena.tables.join(table.id, person)
    return await arena.tables.start(table.id, ANN.person_id, places)


async def play(arena: Arena, match: Match, rng: random.Random | None = None, *, seat: int = 1) -> Match:
    """Play any turn of a seat's."""
    text = drawn_text(match.session, seat, rng or random.Random(1))
    return await arena.matches.play(match.id, match.person_of(seat), text)


async def go_by(arena: Arena, clock: ManualClock, seconds: float = 2) -> None:
    """Let time pass, and what is due then be done."""
    await clock.advance(seconds)
    await arena.idle()


def expects(monkeypatch: pytest.MonkeyPatch, arena: Arena, value: Callable[[Job], int | None]) -> None:
    """Have computers expect this of what they decide."""
    decide = arena.computers.decide

    async def valued(job: Job) -> Decided:
        return replace(await decide(job), value=value(job))

    monkeypatch.setattr(arena.computers, "decide", valued)


def noted(monkeypatch: pytest.MonkeyPatch, arena: Arena) -> list[Job]:
    """Return what computers decide from now on, in order."""
    decide, jobs = arena.computers.decide, list[Job]()

    async def note(job: Job) -> Decided:
        jobs.append(job)
        return await decide(job)

    monkeypatch.setattr(arena.computers, "decide", note)
    return jobs


async def answer_to(arena: Arena, clock: ManualClock, match: Match, wanted: Agreement) -> Request:
    """Have Ann ask for something, and return the request after the computers' answers."""
    answer = await arena.requests.ask(match.id, ANN.person_id, wanted)
    assert answer.request is not None
    await go_by(arena, clock)
    return await arena.requests.get(answer.request.id)


async def go_on(arena: Arena, clock: ManualClock, match: Match) -> Match:
    """Let computers play until a person has to act, or the match is over."""
    match = await arena.matches.get(match.id)
    while not match.over and match.session.to_act & match.computers:
        await go_by(arena, clock)
        match = await arena.matches.get(match.id)
    return match


async def appointed(arena: Arena) -> list[str]:
    async with arena.db.read() as connection:
        rows = await connection.execute(select(deadlines.c.key).where(deadlines.c.kind == COMPUTER_TURN))
        return sorted(rows.scalars())


@pytest.mark.parametrize("row", PLAYED, ids=lambda row: row.name)
async def test_one_person_plays_against_computers_to_the_end(
    row: Row, tmp_path: Any, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = await opened(tmp_path / "arena.db", clock)
    jobs = noted(monkeypatch, arena)
    match = await begin(arena, *[1] * (row.seats - 1), game=row.key, mode=row.setup.mode, options=row.options)
    rng = random.Random(row.name)
    assert [each.computer is None for each in match.seats] == [True] + [False] * (row.seats - 1)
    for _ in range(2000):
        match = await go_on(arena, clock, match)
        if match.over:
            break
        match = await play(arena, match, rng)
    assert match.over
    game = registry.get(row.key)
    # What is computed elsewhere holds nothing that its seat can't know.
    assert all(known(game, job.world, job.seat) == job.world for job in jobs)
    assert {job.seat for job in jobs} == match.computers
    assert not any(event.data.get("computer", {}) == {"drawn": True} for event in match.events)
    assert await appointed(arena) == []
    async with arena.db.read() as connection:
        rows = list(await connection.execute(select(results)))
        totals = list(await connection.execute(select(person_totals)))
    assert {(each.why, each.rated, each.pool_id) for each in rows} == {("computer", None, None)}
    assert totals == []
    await arena.close()


async def test_computers_are_people_with_names_of_their_own_and_distinct(arena: Arena) -> None:
    table = await gather(arena, 2, 2, 1, game="apex", mode="4")
    assert [each.computer for each in table.seats] == [None, Computer(2), Computer(2, 2), Computer(1, 3)]
    other = await gather(arena, 2)
    assert other.seats[1].person_id == table.seats[1].person_id
    match = await arena.tables.start(table.id, ANN.person_id, PLACES)
    assert match.humans == (ANN.person_id,)
    record = record_of(match, None)
    assert all(f'"{name}"' in record for name in ("Computer, level 2", "Computer 2, level 2", "Computer 3, level 1"))
    ids = [each.person_id for each in match.seats]
    assert await arena.people.accounts(ids[1:]) == {}
    assert await arena.people.computers(ids) == dict(
        zip(ids[1:], [Computer(2), Computer(2, 2), Computer(1, 3)], strict=True)
    )


def test_a_person_who_is_called_like_a_computer_is_told_from_it() -> None:
    names = people.distinct_names(["Computer, level 2", Computer(2).name])
    assert names[1] == Computer(2).name
    assert people.computer_of(names[0]) is None
    assert names[0] != "Computer, level 2"
    assert people.computer_of("\x01Computer, level") is None


@pytest.mark.parametrize(
    ("game", "mode", "level", "code"),
    [
        ("replica", "2", 9, "no-such-level"),
        ("replica", "2", 0, "no-such-level"),
        ("mutants", "solo", 1, "no-computers"),
    ],
)
async def test_what_no_computer_can_play_is_refused(arena: Arena, game: str, mode: str, level: int, code: str) -> None:
    mode = next((each.key for each in registry.get(game).info.modes if each.alone), mode) if mode == "solo" else mode
    with refused(code):
        await gather(arena, level, game=game, mode=mode)
    with refused("table-full"):
        await gather(arena, 1, 1)


async def test_a_host_adds_computers_and_has_them_leave_and_the_table_is_never_rated(arena: Arena) -> None:
    tables = arena.tables
    table = await gather(arena, game="apex", mode="4")
    assert terms_at(table).rated
    table = await tables.add_computers(table.id, ANN.person_id, 2, 2)
    assert [each.computer for each in table.seats] == [None, Computer(2), Computer(2, 2), None]
    assert not terms_at(table).rated
    table = await tables.revise(table.id, ANN.person_id, terms=lambda before: replace(before, rated=True))
    assert not Terms.load(start_of(table).terms).rated
    with refused("table-full"):
        await tables.add_computers(table.id, ANN.person_id, 1, 2)
    with refused("not-host"):
        await tables.add_computers(table.id, BOB.person_id, 1)
    table = await tables.remove_computers(table.id, ANN.person_id)
    assert [each.person_id for each in table.seats] == [ANN.person_id, None, None, None]
    assert terms_at(table).rated, "as it was before"
    table = await tables.add_computers(table.id, ANN.person_id, 1, 2)
    table = await tables.join(table.id, BOB)
    # A table passes to a person, never to a computer.
    table = await tables.leave(table.id, ANN.person_id)
    assert table.host.person_id == BOB.person_id
    assert (await tables.leave(table.id, BOB.person_id)).status == "cancelled"


async def test_a_player_who_joined_before_a_computer_came_or_left_keeps_the_seat_and_is_asked_again(
    arena: Arena,
) -> None:
    tables = arena.tables
    table = await gather(arena, game="apex", mode="5")
    for person in (BOB, CLEO):
        table = await tables.join(table.id, person, seen=mark_of(table))
    before = table
    with refused("not-host"):
        await tables.add_computers(table.id, BOB.person_id, 1)
    table = await tables.add_computers(table.id, ANN.person_id, 1)
    assert [(each.person_id, each.invited) for each in table.seats[:3]] == [
        (ANN.person_id, False),
        (BOB.person_id, True),
        (CLEO.person_id, True),
    ]
    with refused("terms-changed"):
        await tables.accept(table.id, BOB, seen=mark_of(before))
    one = await tables.accept(table.id, BOB, seen=mark_of(table))
    # What Bob has accepted has one computer; with two he is asked once more, and so he is if they leave.
    two = await tables.add_computers(table.id, ANN.person_id, 1)
    assert mark_of(two) != mark_of(one)
    with refused("too-few-players"):
        await tables.start(two.id, ANN.person_id, PLACES)
    for person in (BOB, CLEO):
        two = await tables.accept(two.id, person, seen=mark_of(two))
    assert tables.ready(two)
    left = await tables.remove_computers(two.id, ANN.person_id)
    assert [each.invited for each in left.seats] == [False, True, True, False, False]
    left = await tables.decline(left.id, BOB.person_id)
    assert left.seats[1].free
    assert await tables.remove_computers(left.id, ANN.person_id) == left, "nobody is asked for nothing"


async def test_a_computers_private_choice_is_held_to_its_hash_as_anybodys(arena: Arena) -> None:
    row = next(each for each in EVERY_MODE if each.seats > 1 and each.game.loadout_seats(each.setup))
    match = await begin(arena, *[1] * (row.seats - 1), game=row.key, mode=row.setup.mode, options=row.options)
    held = {each.seat: each.digest for each in await arena.loadouts.held(match.id)}
    assert all(held[seat] for seat in match.session.game.loadout_seats(match.setup) & match.computers)


async def test_a_turn_comes_two_seconds_later_and_survives_the_end_of_the_process(
    tmp_path: Any, clock: ManualClock
) -> None:
    path = tmp_path / "arena.db"
    arena = await opened(path, clock)
    match = await begin(arena, 1)
    await play(arena, match)
    await go_by(arena, clock, 1)
    assert (await arena.matches.get(match.id)).seq == 1
    assert await appointed(arena) == [str(match.id)]
    await arena.close()

    again = await opened(path, clock)
    await again.idle()
    after = await again.matches.get(match.id)
    assert (after.seq, after.events[-1].person_id) == (2, match.person_of(2))
    assert await appointed(again) == []
    await again.close()


async def test_a_turn_that_was_overtaken_is_not_played(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(arena, 1)
    decide, once = arena.computers.decide, list[int]()

    async def late(job: Job) -> Decided:
        decided = await decide(job)
        if not once:
            once.append(1)
            await arena.requests.ask(match.id, ANN.person_id, TakeBack())
        return decided

    monkeypatch.setattr(arena.computers, "decide", late)
    await play(arena, match)
    await go_by(arena, clock)
    match = await arena.matches.get(match.id)
    assert ([each.kind for each in match.events], match.session.entries) == (["turn", "undo"], ())
    await go_by(arena, clock, 5)
    assert await appointed(arena) == []
    await play(arena, match, random.Random(2))
    assert (await go_on(arena, clock, match)).session.to_act == {1}


async def test_a_turn_that_cannot_be_played_is_drawn_instead(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = await begin(arena, 1, game="apex")
    if 1 in match.session.to_act:
        match = await play(arena, match)

    async def wrong(job: Job) -> Decided:
        return Decided(("no move at all",), None, job.level)

    monkeypatch.setattr(arena.computers, "decide", wrong)
    match = await go_on(arena, clock, match)
    assert 2 not in match.session.to_act
    assert "a legal one is drawn" in caplog.text
    assert "no move at all" not in caplog.text, "what it would have played may be secret"


async def test_clocks_of_computers_stand_still_and_nobody_reminds_them(
    database: Address, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    poster = NotingPoster()
    arena = await opened(database, clock, poster)
    match = await begin(arena, 1, terms=PRESETS[QUICK])

    async def busy(_job: Job) -> Decided:
        raise HostingError(say("not yet"), code="busy")

    monkeypatch.setattr(arena.computers, "decide", busy)
    match = await play(arena, match)
    assert match.clock is not None
    assert match.clock.next_due is None
    for _ in range(5):
        await go_by(arena, clock, timedelta(days=2).total_seconds())
    match = await arena.matches.get(match.id)
    assert (match.over, match.seq) == (False, 1)
    assert not any(post.kind in ("nudge", "private") for post in poster.posts)
    await arena.close()


async def test_who_plays_computers_alone_without_a_clock_is_not_reminded(database: Address, clock: ManualClock) -> None:
    poster = NotingPoster()
    arena = await opened(database, clock, poster)
    alone = await begin(arena, 1)
    other = await begin(arena, 1, people=[BOB], game="replicants", mode="3", places=[Place("board", CHANNEL + 1)])
    await go_by(arena, clock, timedelta(days=3).total_seconds())
    reminded = [post.match_id for post in poster.posts if "reminder" in post.payload]
    assert reminded == [other.id]
    await arena.matches.forfeit(other.id, BOB.person_id)  # Ann is left with the computer
    await go_by(arena, clock, timedelta(days=8).total_seconds())
    assert [post.match_id for post in poster.posts if "reminder" in post.payload] == reminded
    assert not (await arena.matches.get(alone.id)).over
    await arena.close()


async def test_the_turn_of_a_match_that_cannot_be_read_waits_until_it_can(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = await begin(arena, 1)
    await play(arena, match)

    async def unreadable(match_id: int) -> Match:
        raise ReplayError(match_id, 1, ValueError("another version"))

    with monkeypatch.context() as patch:
        patch.setattr(arena.opponents, "matches", SimpleNamespace(get=unreadable))
        await go_by(arena, clock)
    due = await arena.schedule.due_at(COMPUTER_TURN, str(match.id))
    assert due == clock.now() + UNREAD
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []
    await clock.advance(UNREAD.total_seconds())
    await arena.idle()
    assert (await arena.matches.get(match.id)).seq == 2


async def test_asked_twice_at_once_a_computer_plays_once(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await begin(arena, 1)
    jobs = noted(monkeypatch, arena)
    await play(arena, match)
    for _ in range(3):
        await arena.opponents.due(str(match.id), None)
    await arena.idle()
    match = await arena.matches.get(match.id)
    assert ([each.seat for each in match.events], len(jobs)) == ([1, 2], 1)


async def test_after_a_restart_only_some_matches_are_thought_of_at_a_time_the_earliest_due_first(
    tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, most = tmp_path / "arena.db", 2
    arena, waiting = await opened(path, clock), list[int]()
    for number in range(5):
        match = await begin(arena, 1, places=[Place("board", CHANNEL + number)])
        await play(arena, match, random.Random(number))
        waiting.insert(0, match.id)
    # The last to begin came due first.
    for number, match_id in enumerate(waiting):
        due = clock.now() + timedelta(minutes=number + 1)
        await arena.schedule.set(COMPUTER_TURN, str(match_id), due)
    await arena.close()

    await clock.advance(3600)
    monkeypatch.setattr("hosting.computers.opponents.THINKING_PER_WORKER", most)
    wait, think = Opponents._wait, Opponents._think
    come, begun, at_once = list[int](), list[int](), list[int]()
    all_came, gate = asyncio.Event(), asyncio.Event()
    thinking, expected_s = set[int](), list[float]()

    async def coming(self: Opponents, match_id: int) -> None:
        come.append(match_id)
        if len(come) == len(waiting):
            all_came.set()
        await wait(self, match_id)

    async def noted(self: Opponents, match_id: int) -> None:
        begun.append(match_id)
        thinking.add(match_id)
        at_once.append(len(thinking))
        await gate.wait()
        expected_s.append(self.computers.waiting_s)
        await think(self, match_id)
        thinking.discard(match_id)

    monkeypatch.setattr(Opponents, "_wait", coming)
    monkeypatch.setattr(Opponents, "_think", noted)
    again = await opened(path, clock)
    await all_came.wait()
    assert begun == waiting[:most]
    gate.set()
    await again.idle()
    assert (begun, max(at_once)) == (waiting, most)
    # Those that wait for their turn count in how much there is to do, by which levels use less.
    assert (expected_s[0] > 0, again.computers.waiting_s) == (True, 0)
    assert [(await again.matches.get(each)).seq for each in waiting] == [2] * len(waiting)
    await again.close()


@pytest.mark.parametrize(
    ("wanted", "value", "agreed"),
    [
        (Pause(7), 500, True),
        (End(), 500, False),
        (End(), 0, True),
        (End(), None, False),
    ],
)
async def test_a_computer_answers_requests_and_ends_a_match_early_if_it_does_not_expect_to_win(
    arena: Arena,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
    wanted: Agreement,
    value: int | None,
    agreed: bool,
) -> None:
    match = await begin(arena, 1)
    expects(monkeypatch, arena, lambda _: value)
    await play(arena, match)
    match = await go_on(arena, clock, match)
    request = await answer_to(arena, clock, match, wanted)
    assert request.status == ("accepted" if agreed else "refused")


async def test_each_computer_answers_by_what_it_expects_itself(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(arena, 1, 1, game="replicants", mode="3")
    expects(monkeypatch, arena, lambda job: {2: 5, 3: -5}[job.seat])
    await play(arena, match)
    match = await go_on(arena, clock, match)
    assert (await answer_to(arena, clock, match, End())).status == "refused"


@pytest.mark.parametrize("name", ["apex-2-standard", "mutants-2-draft"])
@pytest.mark.parametrize("revealed", [False, True], ids=["sealed", "revealed"])
@pytest.mark.parametrize(("value", "agreed"), [(-5, True), (5, False)])
async def test_a_computer_that_never_chooses_last_answers_by_what_it_expects_too(
    tmp_path: Path,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    value: int,
    agreed: bool,
    revealed: bool,
) -> None:
    arena, rng = await opened(tmp_path / "arena.db", clock), random.Random(1)
    row = next(each for each in EVERY_MODE if each.name == name)

    def expectation(job: Job) -> int:
        return value if len(row.game.to_act(job.world)) > 1 else -value

    expects(monkeypatch, arena, expectation)
    match = await begin(arena, 1, game=row.key, mode=row.setup.mode, options=row.options)
    match = await go_on(arena, clock, match)
    while not match.session.sealed:
        match = await play(arena, match, rng)
        match = await go_on(arena, clock, match)
    if revealed:
        # What it decided is stored with its sealed choice, and with the event that brings that to light.
        await arena.close()
        arena = await opened(tmp_path / "arena.db", clock)
        expects(monkeypatch, arena, expectation)
        match = await arena.matches.get(match.id)
        assert match.decided == {2: {"value": value}}
        match = await play(arena, match, rng)
        assert (match.events[-1].seat, [seat for seat, _ in match.events[-1].choices]) == (1, [1, 2])
        assert match.events[-1].data == {"computers": {"2": {"value": value}}}
        assert match.decided == {}
    told = match.events
    assert (await answer_to(arena, clock, match, End())).status == ("accepted" if agreed else "refused")
    if not revealed and not agreed:
        # What it expected of a choice that's still sealed stays with it.
        match = await arena.matches.get(match.id)
        assert ([seat for seat, _, _ in match.session.sealed], match.events) == ([2], told)
    await arena.close()


async def test_turns_are_taken_back_at_once_where_all_others_are_computers(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, 1)
    await play(arena, match)
    match = await go_on(arena, clock, match)
    answer = await arena.requests.ask(match.id, ANN.person_id, TakeBack())
    assert answer.done
    assert answer.match.session.entries == ()


@pytest.mark.parametrize("wanted", [TakeBack(), End()])
async def test_with_another_person_a_computer_agrees_and_the_person_decides(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, wanted: Agreement
) -> None:
    match = await begin(arena, 1, people=[BOB], game="replicants", mode="3")
    expects(monkeypatch, arena, lambda _: 0)
    await play(arena, match)
    match = await go_on(arena, clock, match)
    request = await answer_to(arena, clock, match, wanted)
    assert (request.status, request.agreed) == ("open", tuple(match.computers))
    assert (await arena.requests.answer(request.id, BOB.person_id, agree=True)).done


@pytest.mark.parametrize("answer", [True, False, None])
@pytest.mark.parametrize("late", [False, True], ids=["before it decides", "while it decides"])
async def test_a_computer_waits_with_its_turn_until_people_have_answered_what_that_would_close(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, answer: bool | None, late: bool
) -> None:
    match = await begin(arena, 1, people=[BOB], game="replicants", mode="3")
    while not match.session.to_act & match.computers:
        match = await play(arena, match, seat=min(match.session.to_act))
    last, decide = match.events[-1], arena.computers.decide
    asker, other = (ANN, BOB) if last.person_id == ANN.person_id else (BOB, ANN)
    asked = [] if late else [(await arena.requests.ask(match.id, asker.person_id, TakeBack())).request]

    async def asks(job: Job) -> Decided:
        if not asked:
            asked.append((await arena.requests.ask(match.id, asker.person_id, TakeBack())).request)
        return await decide(job)

    monkeypatch.setattr(arena.computers, "decide", asks)
    for _ in range(3):
        await go_by(arena, clock, 60)
    (request,) = asked
    assert request is not None
    assert (await arena.matches.get(match.id)).seq == last.seq
    if answer is None:
        await go_by(arena, clock, PATIENCE.total_seconds())
        assert (await arena.requests.get(request.id)).status == "outdated"
    else:
        await arena.requests.answer(request.id, other.person_id, agree=answer)
        await go_by(arena, clock)
    after = await arena.matches.get(match.id)
    assert after.events[last.seq].kind == ("undo" if answer else "turn")


async def test_without_workers_matches_are_paused_and_go_on_when_there_are_some(
    tmp_path: Any, clock: ManualClock
) -> None:
    path = tmp_path / "arena.db"
    arena = await opened(path, clock)
    match = await begin(arena, 1)
    await play(arena, match)
    switch_off(arena)
    await go_by(arena, clock)
    match = await arena.matches.get(match.id)
    assert match.paused is not None
    assert match.paused.code == COMPUTERS
    assert "operator has switched computer players off" in str(match.paused.text)
    with pytest.raises(MatchPaused):
        await arena.matches.play(match.id, ANN.person_id, "anything")
    assert await appointed(arena) == []
    await arena.close()

    again = await opened(path, clock)
    await again.idle()
    match = await go_on(again, clock, match)
    assert (match.paused, match.seq) == (None, 2)
    await again.close()


async def test_a_match_without_workers_goes_on_once_a_person_has_the_computers_seat(
    arena: Arena, clock: ManualClock
) -> None:
    match = await begin(arena, 1, 1, game="replicants", mode="3")
    await play(arena, match)
    switch_off(arena)
    await go_by(arena, clock)
    match = await arena.substitutes.replace(match.id, 3, BOB, EVE.person_id)
    assert match.paused is not None, "the computer on seat 2 has to act"
    match = await arena.substitutes.replace(match.id, 2, CLEO, EVE.person_id)
    assert match.paused is None
    match = await play(arena, match, seat=2)
    assert match.session.to_act == {3}


async def test_a_rematch_begins_as_soon_as_all_people_want_it(arena: Arena) -> None:
    match = await begin(arena, 1)
    match = await arena.matches.forfeit(match.id, ANN.person_id)
    offer = await arena.rematches.agree(match.id, ANN.person_id, RematchPlace("here", CHANNEL))
    assert offer.status == "ordered"
    ordered = await ordered_for(arena, f"rematch:{match.id}")
    assert ordered is not None
    assert ordered.start.seats == {1: match.person_of(2), 2: ANN.person_id}


async def test_a_seat_of_a_computer_can_be_a_silent_partners(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, 1, 1, 1, places=TEAMS, game="replicants", mode="teams")
    assert match.silent
    for number in range(3):
        await play(arena, match, random.Random(number))
        match = await go_on(arena, clock, match)
    assert match.session.to_act == {1}


async def taken_over(arena: Arena, clock: ManualClock, match: Match, caller: int, agreeing: int) -> Match:
    """Have a player ask for a substitute, and the others agree that a computer plays on."""
    call = await arena.substitutes.leave(match.id, caller)
    answer = await arena.opponents.play_on(call.id, agreeing, 1)
    assert answer.request is not None
    if answer.request.status == "open":
        await go_by(arena, clock)
    assert (await arena.requests.get(call.id)).status == "outdated"
    return await arena.matches.get(match.id)


async def test_a_computer_plays_on_for_a_player_who_left_and_the_leaver_alone_loses_by_it(
    arena: Arena, clock: ManualClock
) -> None:
    match = await begin(arena, people=[BOB], game="replicants")
    assert match.terms.rated
    for seat in (1, 2):
        match = await play(arena, match, random.Random(seat), seat=seat)
    # Only Bob remains, so nobody else has to agree.
    match = await taken_over(arena, clock, match, ANN.person_id, BOB.person_id)
    assert (match.seats[0].computer, match.former[0].person_id) == (Computer(1), ANN.person_id)
    match = await go_on(arena, clock, match)
    assert match.session.to_act == {2}
    await arena.matches.forfeit(match.id, match.person_of(1))
    async with arena.db.read() as connection:
        rows = list(await connection.execute(select(results).order_by(results.c.seat)))
    assert [(each.why, each.rated, each.player_id) for each in rows] == [
        (None, "full", ANN.person_id),
        (None, "hold", BOB.person_id),
    ]
    async with arena.db.read() as connection:
        moved = list(await connection.execute(select(ratings.c.person_id, ratings.c.mu).order_by(ratings.c.person_id)))
    assert [each.person_id for each in moved if each.mu != BEGINNER.mu] == [ANN.person_id]


@pytest.mark.parametrize("successor", [ANN, CLEO], ids=["who left", "another"])
async def test_nobodys_rating_rises_by_what_a_computer_has_played(
    arena: Arena, clock: ManualClock, successor: Person
) -> None:
    """An organiser gives the seat of a computer to the player who left, or to another one, who wins."""
    match = await begin(arena, people=[BOB], game="replicants")
    for seat in (1, 2):
        match = await play(arena, match, random.Random(seat), seat=seat)
    await taken_over(arena, clock, match, ANN.person_id, BOB.person_id)
    match = await arena.substitutes.replace(match.id, 1, successor, EVE.person_id)
    for number in range(12):
        seat = min(match.session.to_act)
        text = drawn_text(match.session, seat, random.Random(number), half=0)
        match = await arena.matches.play(match.id, match.person_of(seat), text)
        assert not match.over
    await arena.matches.forfeit(match.id, BOB.person_id)
    async with arena.db.read() as connection:
        rows = list(await connection.execute(select(results).order_by(results.c.seat)))
    assert [each.rated for each in rows] == [None, None]
    # A correction is rated by the same rule.
    await arena.corrections.rank(match.id, EVE.person_id, [2, 1], say("A mistake."))
    async with arena.db.read() as connection:
        moved = list(await connection.execute(select(ratings.c.person_id, ratings.c.mu)))
    assert {each.person_id for each in moved if each.mu != BEGINNER.mu} <= ({ANN.person_id} - {successor.person_id})


async def test_others_are_asked_whether_a_computer_may_play_on(arena: Arena) -> None:
    match = await begin(arena, people=[BOB, CLEO, DAN], game="replicants", mode="4")
    call = await arena.substitutes.leave(match.id, ANN.person_id)
    with pytest.raises(NotSeated):
        await arena.opponents.play_on(call.id, EVE.person_id, 1)
    answer = await arena.opponents.play_on(call.id, BOB.person_id, 2)
    assert answer.request is not None
    assert asked_of(answer.request) == (3, 4), "neither who leaves nor who asks"
    answer = await arena.requests.answer(answer.request.id, CLEO.person_id, agree=True)
    assert not answer.done
    assert answer.request is not None
    answer = await arena.requests.answer(answer.request.id, DAN.person_id, agree=True)
    assert answer.done
    assert answer.match.seats[0].computer == Computer(2)
    with pytest.raises(RequestClosed):
        await arena.opponents.play_on(call.id, BOB.person_id, 2)


async def test_who_leaves_too_is_not_asked_whether_a_computer_may_play_on(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, people=[BOB, CLEO], game="replicants", mode="3")
    for call in [await arena.substitutes.leave(match.id, each.person_id) for each in (ANN, BOB)]:
        await arena.opponents.play_on(call.id, CLEO.person_id, 1)
        await go_by(arena, clock)  # a computer that is asked agrees
    assert (await arena.matches.get(match.id)).humans == (CLEO.person_id,)


@pytest.mark.parametrize("how", ["withdrawn", "back"])
async def test_no_computer_plays_on_for_a_player_who_stays_after_all(
    arena: Arena, clock: ManualClock, how: str
) -> None:
    terms = replace(PRESETS[QUICK], timeout="substitute")
    match = await begin(arena, people=[BOB, CLEO], game="replicants", mode="3", terms=terms)
    if how == "withdrawn":
        call = await arena.substitutes.leave(match.id, ANN.person_id)
    else:
        await go_by(arena, clock, 3600)
        (call,) = await arena.requests.open_of(match.id)
        assert call.seat == 1
    answer = await arena.opponents.play_on(call.id, BOB.person_id, 1)
    assert answer.request is not None
    assert asked_of(answer.request) == (3,)
    if how == "withdrawn":
        await arena.requests.withdraw(call.id, ANN.person_id)
    else:
        await arena.organiser.extend(match.id, EVE.person_id, 1, timedelta(hours=1))
        await arena.organiser.resume(match.id, EVE.person_id)
    with pytest.raises(RequestClosed):
        await arena.requests.answer(answer.request.id, CLEO.person_id, agree=True)
    assert await arena.requests.open_of(match.id) == []
    with pytest.raises(RequestClosed):
        await arena.opponents.play_on(call.id, BOB.person_id, 1)
    assert (await arena.matches.get(match.id)).computers == frozenset()


async def test_a_profile_counts_wins_against_each_level_and_nothing_else(arena: Arena) -> None:
    for level, loser in ((1, 2), (2, 2), (2, 2), (2, 1)):
        match = await begin(arena, level)
        await arena.matches.forfeit(match.id, match.person_of(loser))
    # What is called off before everybody has moved is no match.
    called_off = await begin(arena, 1)
    await arena.requests.abort(called_off.id, ANN.person_id)
    profile = await arena.profiles.of(GUILD, ANN.person_id, ANN.person_id)
    assert profile is not None
    assert profile.computers == (("replica", 1, 1, 1), ("replica", 2, 2, 3))
    assert (profile.modes, profile.opponents, profile.ratings, profile.recent.matches) == ((), (), (), 0)
    other = await arena.profiles.of(GUILD, ANN.person_id, ANN.person_id, "apex")
    assert other is not None
    assert other.computers == ()


async def test_a_profile_counts_no_level_of_a_computer_that_took_over_a_seat(arena: Arena, clock: ManualClock) -> None:
    for computers in ((), (1,)):
        match = await begin(arena, *computers, people=[BOB], game="apex", mode=str(2 + len(computers)))
        call = await arena.substitutes.leave(match.id, BOB.person_id)
        await arena.opponents.play_on(call.id, ANN.person_id, 3)
        await go_by(arena, clock)
        match = await arena.matches.get(match.id)
        assert Computer(3, 1 + len(computers)) in [each.computer for each in match.seats]
        for seat in sorted(match.computers):
            await arena.matches.forfeit(match.id, match.person_of(seat))
    profile = await arena.profiles.of(GUILD, ANN.person_id, ANN.person_id)
    assert profile is not None
    assert profile.computers == (("apex", 1, 1, 1),)


async def test_as_last_time_is_rated_as_the_person_chose_and_not_as_a_computer_made_it(arena: Arena) -> None:
    async def rated() -> bool:
        last = await arena.tables.last_of(ANN.person_id, "replica", ["2"])
        assert last is not None
        return Terms.load(last.terms).rated

    table = await gather(arena, 1)
    assert not terms_at(table).rated
    assert await rated(), "as is usual"
    for chosen in (False, True):
        await gather(arena, terms=Terms(rated=chosen))
        assert await rated() == chosen
        for _ in range(2):
            await gather(arena, 1)
        assert await rated() == chosen


async def test_a_computer_is_given_no_more_time(arena: Arena) -> None:
    match = await begin(arena, 1, people=[BOB], game="apex", mode="3", terms=PRESETS[QUICK])
    before = match.clock
    assert before is not None
    (computer,) = match.computers
    for giving in (
        arena.requests.ask(match.id, ANN.person_id, Extension(computer, 3600)),
        arena.organiser.extend(match.id, EVE.person_id, computer, timedelta(hours=1)),
    ):
        with pytest.raises(HostingError, match="no clock") as refused:
            await giving
        assert refused.value.code == "computer-time"
    assert (await arena.matches.get(match.id)).clock == before


@pytest.mark.parametrize("long", [False, True])
async def test_a_request_made_while_a_computer_decides_is_answered_behind_its_turn(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, long: bool
) -> None:
    match = await begin(arena, 1)
    decide, asked = arena.computers.decide, list[int]()

    async def asks(job: Job) -> Decided:
        asked.append(await ask(arena, match, ANN.person_id, "pause", days=7))
        if long:  # the appointment to answer comes due meanwhile, and is put off
            await clock.advance(2)
            while await arena.schedule.due_at(COMPUTER_TURN, f"{match.id}") == clock.now():
                continue
        return await decide(job)

    monkeypatch.setattr(arena.computers, "decide", asks)
    await play(arena, match)
    await go_by(arena, clock)
    assert (await arena.matches.get(match.id)).seq == 2
    for _ in range(2):
        await go_by(arena, clock)
    (request,) = asked
    assert (await arena.requests.get(request)).status == "accepted"
    assert await appointed(arena) == []


async def test_a_request_that_cannot_be_carried_out_does_not_hold_up_a_computers_turn(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(arena, 1)
    await play(arena, match)
    await arena.requests.ask(match.id, ANN.person_id, Pause(7))

    async def refuse(*_: Any) -> Any:
        raise HostingError(say("It can't be paused."), code="no-pauses")

    monkeypatch.setattr(Pause, "apply", refuse)
    await go_by(arena, clock)
    assert (await arena.matches.get(match.id)).seq == 2


async def test_a_computer_takes_the_seat_of_a_silent_player_who_is_not_asked(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, people=[BOB, CLEO, DAN], places=TEAMS, game="replicants", mode="teams")
    assert match.silent
    call = await arena.substitutes.seek(match.id, 2, EVE.person_id)
    answer = await arena.opponents.play_on(call.id, ANN.person_id, 1)
    assert answer.due is not None
    await go_by(arena, clock, timedelta(hours=1).total_seconds())
    (request,) = [each for each in await arena.requests.open_of(match.id) if each.kind == "computer"]
    assert asked_of(request) == (3, 4), "neither who leaves nor who asks"
    for person in (CLEO, DAN):
        answer = await arena.requests.answer(request.id, person.person_id, agree=True)
    assert answer.match.seats[1].computer == Computer(1)


@pytest.mark.parametrize(("leaving", "asked"), [((2, 4), (3,)), ((2, 3, 4), (3, 4))])
async def test_of_silent_players_those_who_leave_too_are_asked_only_if_nobody_else_remains(
    arena: Arena, clock: ManualClock, leaving: tuple[int, ...], asked: tuple[int, ...]
) -> None:
    match = await begin(arena, people=[BOB, CLEO, DAN], places=TEAMS, game="replicants", mode="teams")
    call, *_ = [await arena.substitutes.seek(match.id, seat, EVE.person_id) for seat in leaving]
    await arena.opponents.play_on(call.id, ANN.person_id, 1)
    await go_by(arena, clock, timedelta(hours=1).total_seconds())
    (request,) = [each for each in await arena.requests.open_of(match.id) if each.kind == "computer"]
    assert asked_of(request) == asked
    for seat in asked:
        await arena.requests.answer(request.id, match.person_of(seat), agree=True)
    assert (await arena.matches.get(match.id)).computers == {2}


async def test_nobody_has_the_name_of_a_computer_as_it_is_stored(arena: Arena) -> None:
    person = await arena.people.enter(4711, GUILD, Computer(2).name)
    assert person.name == "Computer, level 2"
    assert (await arena.people.enter(4711, GUILD, Computer(2).name)).name == "Computer, level 2"
    match = await begin(arena, people=[person], game="replica")
    assert match.computers == frozenset()


async def test_computers_outlive_the_servers_in_which_they_played(arena: Arena, clock: ManualClock) -> None:
    computer = (await begin(arena, 1)).person_of(2)
    await arena.retention.left(GUILD)
    await clock.advance(timedelta(days=31).total_seconds())
    await arena.retention.remove_expired((), arena.core.share.has)
    zoe = await arena.people.enter(4711, GUILD + 1, "Zoe")
    table = await arena.tables.open(GUILD + 1, CHANNEL, zoe, "replica", "2", where="here", computers=[1])
    match = await arena.tables.start(table.id, zoe.person_id, PLACES)
    assert match.person_of(2) == computer
    assert match.computers == {2}
    async with arena.db.read() as connection:
        assert await people.deleted(connection, {computer}) == set()


async def test_a_rematch_with_a_computer_that_took_over_is_not_rated(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, people=[BOB], game="replicants")
    match = await taken_over(arena, clock, match, ANN.person_id, BOB.person_id)
    await arena.matches.forfeit(match.id, BOB.person_id)
    await arena.rematches.agree(match.id, BOB.person_id, RematchPlace("here", CHANNEL))
    ordered = await ordered_for(arena, f"rematch:{match.id}")
    assert ordered is not None
    assert not Terms.load(ordered.start.terms).rated


async def test_a_table_like_a_match_with_a_level_that_is_gone_has_the_highest_that_there_is(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(arena, 3)
    monkeypatch.setattr("hosting.lobby.tables.keys", lambda *_: ("1", "2"))
    assert arena.tables.levels_like(match) == [2]


async def test_a_table_like_a_match_has_its_computers_also_one_that_took_over_and_is_not_rated(
    arena: Arena, clock: ManualClock
) -> None:
    tables = arena.tables
    match = await begin(arena, people=[BOB], game="replicants")
    assert terms_of(match).rated
    assert tables.levels_like(match) == []
    match = await taken_over(arena, clock, match, ANN.person_id, BOB.person_id)
    levels = [each.computer.level for each in match.seats if each.computer is not None]
    assert tables.levels_like(match) == levels != []
    without = await tables.open(
        GUILD, CHANNEL, BOB, "replicants", "2", options=match.setup.options, where="here", terms=terms_of(match)
    )
    assert not Terms.load(without.terms).rated
    assert await tables.like(match, BOB.person_id) is None
    alike = await tables.add_computers(without.id, BOB.person_id, *levels)
    assert await tables.like(match, BOB.person_id) == alike


async def test_where_there_are_no_computers_none_is_seated(arena: Arena) -> None:
    table = await gather(arena, game="apex", mode="4")
    switch_off(arena)
    with refused("computers-off"):
        await arena.tables.add_computers(table.id, ANN.person_id, 1)
    with refused("computers-off"):
        await gather(arena, 1)


async def test_a_win_from_a_set_up_position_counts_against_no_level(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, 2)
    line = match.session.game.write_position(match.session.state)

    async def set_up(now: Match) -> Change:
        return position(now, line, EVE.person_id, clock.now())

    await arena.matches.change(match.id, set_up)
    await arena.matches.forfeit(match.id, match.person_of(2))
    for level, start in ((2, line), (1, "")):
        match = await begin(arena, level, position=start)
        await arena.matches.forfeit(match.id, match.person_of(2))
    profile = await arena.profiles.of(GUILD, ANN.person_id, ANN.person_id)
    assert profile is not None
    assert profile.computers == (("replica", 1, 1, 1),)


# A process that is killed leaves every turn of a computer played once, or to be played.


@pytest.fixture(scope="module")
def player() -> Iterator[ForkServer]:
    server = ForkServer("tests.hosting.computers.killed_computers", ready=True)
    yield server
    server.close()


async def test_killed_again_and_again_computers_play_each_turn_once(
    player: ForkServer, database: Address, clock: ManualClock, tmp_path: Path
) -> None:
    known: dict[tuple[int, int], tuple[int, str]] = {}
    for life in range(many(4, 40)):
        pipe = tmp_path / f"life {life}"
        os.mkfifo(pipe)
        assert isinstance(database, Path | URL)
        process = player.fork([setting(database), str(life)], output=pipe, env=os.environ)
        with pipe.open() as read:
            lines = [read.readline() for _ in range(random.Random(life).randrange(1, 40))]
            process.kill()
            lines += read.readlines()
        assert await process.wait() == -signal.SIGKILL, "".join(lines)
        for match_id, seq, seat, text in map(json.loads, lines):
            assert known.setdefault((match_id, seq), (seat, text)) == (seat, text)
    report = await check_database(database, registry.get)
    assert report.problems == ()
    arena = await opened(database, clock)
    await arena.idle()
    async with arena.db.read() as connection:
        numbers = await match_queries.ids(connection)
    for number in numbers:
        match = await go_on(arena, clock, await arena.matches.get(number))
        assert match.over or not match.session.to_act & match.computers
        assert [each.seq for each in match.events] == list(range(1, match.seq + 1))
        stored = {(number, each.seq): (each.seat, each.text) for each in match.events}
        assert {key: stored[key] for key in known if key[0] == number} == {
            key: each for key, each in known.items() if key[0] == number
        }
        assert not any(each.data.get("computer") == {"drawn": True} for each in match.events)
    assert len({seat for seat, _ in known.values()}) > 1
    assert await appointed(arena) == []
    await arena.close()


async def test_what_services_tell_of_a_match_with_computers_holds_people_alone(
    database: Address, clock: ManualClock
) -> None:
    poster = NotingPoster()
    arena = await opened(database, clock, poster)
    match = await begin(arena, 1, 1, game="replicants", mode="3", terms=PRESETS[QUICK])
    computers = {match.person_of(seat) for seat in match.computers}
    await play(arena, match)
    match = await go_on(arena, clock, match)
    # What waits, and for whom.
    assert [each.match.id for each in (await arena.lists.of_person(ANN.person_id, 0, 5)).lines] == [match.id]
    (line,) = (await arena.lists.in_guild(GUILD, ANN.person_id, [CHANNEL], 0, 5)).lines
    assert {each.person_id for each in line.match.seats} == {ANN.person_id, *computers}
    # Nobody is written to, reminded or waited for who isn't there.
    await go_by(arena, clock, timedelta(days=3).total_seconds())
    assert not {post.channel_id for post in poster.posts if post.kind == "private"} & computers
    match = await arena.matches.get(match.id)
    assert match.over, "Ann's own time is up"
    assert match.session.outcome is not None
    # Nothing is held about a computer, and it can't be blocked, rated or listed.
    async with arena.db.read() as connection:
        for each in computers:
            found = await held.of_person(connection, each)
            assert found.person["account"] is None
            assert found.imports == {}
        assert await people.blocks_among(connection, computers) == frozenset()
    assert await arena.profiles.of(GUILD, ANN.person_id, ANN.person_id) is not None
    # A person who is deleted leaves the computers where they are.
    await arena.deletions.delete(ANN.person_id)
    await arena.idle()
    match = await arena.matches.get(match.id)
    assert [each.computer is None for each in match.seats] == [True, False, False]
    assert (await check_database(database, registry.get)).problems == ()
    await arena.close()
