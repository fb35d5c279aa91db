"""The transaction that ends a match writes what came of it and adds it up, once, no matter who ends it and how."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from engine import registry
from engine.outcome import Grade, SeatFeature, Termination
from engine.seat import Seat
from engine.text import say
from hosting.arena import Arena
from hosting.corrections import (
    NewCorrection,
    NoSuchCorrection,
    NothingCorrected,
    corrected,
    in_force,
)
from hosting.match import answers, events
from hosting.match.audit import AuditCode
from hosting.match.events import Change
from hosting.match.model import Match, MatchOver, NoSuchMatch, Place
from hosting.match.service import advanced, write_event
from hosting.match_terms import Terms
from hosting.results import LONGEST_OPENING, Ended, Sitting, StandIn, results_of, scores, side_ranks, sittings
from store.database import Database
from store.db.addresses import Address
from store.ratings import replay
from store.ratings.model import MODEL
from store.ratings.replay import Ahead, NotAhead, go_ahead
from store.ratings.stored import Pool
from store.schema import ratings as schema_ratings
from store.tables import matches, results
from store.tables.matches import WriteConflict
from store.tables.results import Correction, Result, credited, held, holding
from store.tables.values import EventKind, MatchSeat, Person, Span, StoredEvent
from tests.hosting.conftest import ANN as CONFTEST_ANN
from tests.hosting.conftest import BOB as CONFTEST_BOB
from tests.hosting.conftest import CLEO as CONFTEST_CLEO
from tests.hosting.conftest import DAN as CONFTEST_DAN
from tests.hosting.conftest import EVE as CONFTEST_EVE
from tests.hosting.conftest import GUILD, ManualClock, NotingPoster, ask, begin, codes, open_arena, play
from tests.hosting.match.choosing import DAY, ONE_DAY, begin_apex, now, seal
from tests.refusals import refusal
from tests.store.samples import START
from tests.store.test_check import nothing_of, stored
from tests.store.test_queries import ANN as STORED_ANN
from tests.store.test_queries import BOB as STORED_BOB
from tests.store.test_queries import CLEO as STORED_CLEO
from tests.store.test_queries import DAN as STORED_DAN
from tests.store.test_queries import PLAIN, match
from tests.store.test_queries import match as rows_of

REASON = say("So be it.")


async def came_of(arena: Arena, match: Match) -> list[Result]:
    async with arena.db.read() as connection:
        return await results.of_match(connection, match.id)


async def test_the_end_by_the_rules_is_written_with_its_totals(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    for turn in ("3/3", "1/1"):
        await clock.advance(60)
        match = await play(arena, match, turn)
    assert await came_of(arena, match) == []
    match = await play(arena, match, "3/3")
    assert match.over
    one, other = await came_of(arena, match)
    assert (one.starter_id, one.finisher_id, one.turns, one.rank, one.score) == (
        CONFTEST_ANN.person_id,
        CONFTEST_ANN.person_id,
        2,
        1,
        120,
    )
    assert (other.starter_id, other.turns, other.rank, other.score) == (CONFTEST_BOB.person_id, 1, 2, 0)
    assert (one.guild_id, one.game, one.mode, one.options) == (GUILD, "tally", "2", (("speed", "slow"),))
    assert (one.started_at, one.ended_at) == (match.started_at, match.ended_at)
    assert (one.termination, one.why, one.opening, one.thought, one.timed) == ("rules", None, "3/3", 60, 2)
    assert [(each.rated, each.player_id, each.pool_no) for each in (one, other)] == [
        ("full", CONFTEST_ANN.person_id, 1),
        ("full", CONFTEST_BOB.person_id, 1),
    ]
    assert await stored(arena.db) == results.tally([[one, other]])


async def test_a_match_that_is_not_to_be_rated_has_results_all_the_same(arena: Arena) -> None:
    match = await begin(arena, terms=Terms(rated=False))
    match = await play(arena, match, "1/1", "1/1")
    match = await arena.matches.forfeit(match.id, CONFTEST_ANN.person_id)
    rows = await came_of(arena, match)
    assert {(each.counted, each.rated, each.player_id, each.pool_id, each.pool_no) for each in rows} == {
        (True, None, None, None, None)
    }


async def test_each_way_a_match_can_end_is_written(arena: Arena) -> None:
    async def resign(match: Match) -> Match:
        match = await play(arena, match, "1/1", "1/1")
        return await arena.matches.forfeit(match.id, CONFTEST_ANN.person_id)

    async def abort(match: Match) -> Match:
        return await arena.requests.abort(match.id, CONFTEST_ANN.person_id)

    async def void(match: Match) -> Match:
        return await arena.organiser.void(match.id, CONFTEST_DAN.person_id, REASON)

    async def decide(match: Match) -> Match:
        return await arena.organiser.adjudicate(match.id, CONFTEST_DAN.person_id, (1, 1), REASON)

    async def agree(match: Match) -> Match:
        match = await play(arena, match, "1/1", "1/1")
        asked = await ask(arena, match, CONFTEST_ANN.person_id, "end")
        return (await arena.requests.answer(asked, CONFTEST_BOB.person_id, agree=True)).match

    async def set_up(match: Match) -> Match:
        match = await arena.organiser.position(match.id, CONFTEST_DAN.person_id, "9+0")
        return await play(arena, match, "3")

    ways: list[tuple[Any, str, str | None, tuple[int, ...]]] = [
        (resign, "forfeit", None, (0, 120)),
        (abort, "void", "aborted", (60, 60)),
        (void, "void", "void", (60, 60)),
        (decide, "adjudicated", None, (60, 60)),
        (agree, "agreed", "undecided", (60, 60)),
        (set_up, "rules", "position", (120, 0)),
    ]
    for way, termination, why, points in ways:
        match = await way(await begin(arena))
        rows = await came_of(arena, match)
        assert {(each.termination, each.why) for each in rows} == {(termination, why)}
        assert tuple(each.score for each in rows) == points
        assert all(each.revision == 0 for each in rows)


async def test_partners_and_substitutes(arena: Arena) -> None:
    places = (Place("board", 300), Place("spectators", 301), Place("team:0", 302), Place("team:1", 303))
    match = await begin(arena, CONFTEST_ANN, CONFTEST_BOB, CONFTEST_CLEO, CONFTEST_DAN, mode="teams", places=places)
    match = await play(arena, match, "3/3", "1/1")
    match = await arena.substitutes.replace(match.id, 4, CONFTEST_EVE, 99)
    match = await play(arena, match, "1/1", "1/1", "3/3")
    rows = await came_of(arena, match)
    assert [each.score for each in rows] == [120, 0, 120, 0]
    assert [each.team for each in rows] == [0, 1, 0, 1]
    assert (rows[3].starter_id, rows[3].finisher_id, rows[3].turns, rows[3].finisher_turns) == (4, 5, 1, 1)


async def play_all(arena: Arena, match: Match, *turns: tuple[Person, str]) -> Match:
    for person, turn in turns:
        match = await arena.matches.play(match.id, person.person_id, turn)
    return match


async def test_who_takes_a_seat_over_gains_nothing_by_entering_a_turn_in_parts(arena: Arena) -> None:
    """Of the four turns of the seat two are the helper's, though they entered three times."""
    match = await begin(arena, game="duel")
    match = await play_all(arena, match, (CONFTEST_ANN, "go/end"), (CONFTEST_BOB, "1"), (CONFTEST_ANN, "3"))
    match = await arena.substitutes.replace(match.id, 1, CONFTEST_CLEO, CONFTEST_DAN.person_id)
    match = await play_all(
        arena, match, (CONFTEST_CLEO, "roll"), (CONFTEST_CLEO, "stay"), (CONFTEST_BOB, "1"), (CONFTEST_CLEO, "3")
    )
    assert match.over
    one, other = await came_of(arena, match)
    assert (one.turns, one.starter_turns, one.finisher_turns, one.score, other.turns) == (4, 2, 2, 120, 2)
    assert (one.rated, one.player_id) == ("hold", CONFTEST_ANN.person_id)


async def test_an_answer_in_the_turn_of_another_is_an_own_turn_and_the_turn_around_it_is_one(arena: Arena) -> None:
    """Both pick two cards; then the first player attacks and, once that is answered, ends the turn."""
    match = await begin(arena, game="parlour")
    for _ in range(2):
        for seat, person in ((1, CONFTEST_ANN), (2, CONFTEST_BOB)):
            match = await arena.matches.play(match.id, person.person_id, str(match.session.state.packs[seat - 1][0]))
    first, second = match.session.state.order
    match = await play(arena, match, f"A {second}", "-", "N", "P")
    match = await arena.matches.forfeit(match.id, match.person_of(first))
    turns = {each.seat: each.turns for each in await came_of(arena, match)}
    assert (turns[first], turns[second]) == (2 + 1, 2 + 2)


async def test_a_player_alone_has_a_result_and_no_score(arena: Arena) -> None:
    match = await begin(arena, CONFTEST_ANN, game="mutants", mode="solo")
    match = await arena.matches.forfeit(match.id, CONFTEST_ANN.person_id)
    (row,) = await came_of(arena, match)
    assert (row.score, row.rank, row.why, row.gave_up) == (None, 2, "solo", "resigned")
    assert row.category == "boss=wizard;limits=none;ultra=no"
    assert row.points == [0, 42]
    assert row.merit is not None
    assert not any((await stored(arena.db)).values())
    async with arena.db.read() as connection:
        assert await results.best(connection, GUILD, "mutants", "solo", row.category, limit=5) == [row]


async def test_a_result_alone_that_people_decided_is_not_listed(arena: Arena) -> None:
    match = await begin(arena, CONFTEST_ANN, game="mutants", mode="solo")
    match = await arena.organiser.adjudicate(match.id, CONFTEST_DAN.person_id, (1,), REASON)
    (row,) = await came_of(arena, match)
    assert (row.why, row.rank, row.merit) == ("solo", 1, None)


async def test_what_missed_deadlines_chose_is_nobodys_turn(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    """Ann and Cleo miss the deadline together; what Bob had sealed before is his own."""
    arena = await open_arena(database, clock, poster, games=registry.get)
    match = await seal(arena, await begin_apex(arena, ONE_DAY), CONFTEST_BOB)
    await clock.advance(DAY)
    await arena.idle()
    match = await arena.matches.get(match.id)
    assert match.history[-1].kind == "joint"
    await arena.organiser.adjudicate(match.id, CONFTEST_DAN.person_id, (1, 2, 3), REASON)
    assert [each.turns for each in await came_of(arena, match)] == [1, 2, 1]
    await arena.close()


async def test_a_choice_that_was_sealed_by_itself_is_nobodys_turn_though_another_player_opens_it(
    database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Results, own turns: "what the clock or `automatic:` plays is none". The process ends between the two."""
    forced: set[Seat] = set()

    def only_turn(_game: object, state: Any, seat: Seat) -> str | None:
        return f"{state.sides[seat - 1].hand[1]}W" if seat in forced else None

    monkeypatch.setattr(answers, "only_turn", only_turn)
    arena = await open_arena(database, clock, poster, games=registry.get)
    match = await begin_apex(arena, Terms(automatic=True))
    forced |= {1}  # as if Ann had a single choice left once Bob has made his
    match = await seal(arena, match, CONFTEST_BOB)
    assert match.causes == {}
    assert (await now(arena)).causes == {1: "automatic"}
    forced.clear()
    await arena.close()

    arena = await open_arena(database, clock, poster, games=registry.get)
    match = await seal(arena, await now(arena), CONFTEST_CLEO)
    assert (match.causes, match.events[-1].kind, match.events[-1].data) == ({}, "joint", {"causes": {"1": "automatic"}})
    await arena.organiser.adjudicate(match.id, CONFTEST_DAN.person_id, (1, 2, 3), REASON)
    assert [each.turns for each in await came_of(arena, match)] == [1, 2, 2]
    await arena.close()


async def test_a_choice_is_a_players_own_again_once_they_make_another(
    database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = await open_arena(database, clock, poster, games=registry.get)
    match = await begin_apex(arena, Terms(automatic=True))
    monkeypatch.setattr(
        answers, "only_turn", lambda _game, state, seat: f"{state.sides[0].hand[1]}W" * (seat == 1) or None
    )
    await seal(arena, match, CONFTEST_BOB)
    monkeypatch.undo()
    match = await seal(arena, await now(arena), CONFTEST_ANN, side="E")
    assert match.causes == {}
    match = await seal(arena, match, CONFTEST_CLEO)
    await arena.organiser.adjudicate(match.id, CONFTEST_DAN.person_id, (1, 2, 3), REASON)
    assert [each.turns for each in await came_of(arena, match)] == [2, 2, 2]
    await arena.close()


async def test_pauses_are_no_time_to_think(database: Address, clock: ManualClock, poster: NotingPoster) -> None:
    """A pause within a turn, one of which a restart knows nothing but what is stored, and one that the end ends."""
    arena = await open_arena(database, clock, poster)
    match = await begin(arena)
    for seconds in (10, 20):
        await clock.advance(seconds)
        await arena.organiser.pause(match.id, CONFTEST_DAN.person_id, REASON)
        await clock.advance(1000)
        await arena.organiser.resume(match.id, CONFTEST_DAN.person_id)
    await clock.advance(30)
    match = await play(arena, await now(arena), "1/1")
    await arena.organiser.pause(match.id, CONFTEST_DAN.person_id, REASON)
    await clock.advance(1000)
    await arena.close()

    arena = await open_arena(database, clock, poster)
    await arena.organiser.resume(match.id, CONFTEST_DAN.person_id)
    await clock.advance(5)
    match = await play(arena, await now(arena), "1/1")
    await arena.organiser.pause(match.id, CONFTEST_DAN.person_id, REASON)
    await clock.advance(1000)
    match = await arena.matches.forfeit(match.id, CONFTEST_ANN.person_id)
    assert [round((until - since).total_seconds()) for since, until in match.pauses] == [1000] * 4
    assert [(each.thought, each.timed) for each in await came_of(arena, match)] == [(60, 1), (5, 1)]
    async with arena.db.read() as connection:
        read = await matches.load(connection, match.id)
    assert read is not None
    assert read.pauses == match.pauses
    await arena.close()


async def test_a_change_after_the_end_writes_nothing_more(arena: Arena) -> None:
    match = await begin(arena)
    await arena.matches.forfeit(match.id, CONFTEST_ANN.person_id)
    before = await came_of(arena, match), await stored(arena.db)
    with pytest.raises(MatchOver):
        await arena.organiser.void(match.id, CONFTEST_DAN.person_id, REASON)
    await arena.matches.unpark(match.id)
    assert (await came_of(arena, match), await stored(arena.db)) == before


async def test_of_two_ends_that_two_processes_write_at_once_one_stands(arena: Arena, clock: ManualClock) -> None:
    """Each has read the match before the other wrote, and neither has the lock of the other."""
    match = await begin(arena)
    ended = [advanced(match, events.forfeit(match, seat, match.person_of(seat), clock.now())) for seat in (1, 2)]
    others = [await Database.connect(arena.db.address) for _ in ended]

    async def end(database: Database, change: Change) -> None:
        async with database.write() as connection:
            await write_event(connection, match, change)
            await arena.results.write(connection, match, change.match)

    outcomes = await asyncio.gather(*map(end, others, ended), return_exceptions=True)
    for database in others:
        await database.close()
    assert [type(each) for each in outcomes if each is not None] == [WriteConflict]
    rows = await came_of(arena, match)
    assert len(rows) == 2
    assert await stored(arena.db) == results.tally([rows])


async def test_matches_of_the_same_people_that_end_at_once_are_all_added_up(arena: Arena) -> None:
    begun = [await begin(arena, places=(Place("board", 400 + number),)) for number in range(6)]
    await asyncio.gather(
        *(
            arena.matches.forfeit(match.id, (CONFTEST_ANN, CONFTEST_BOB)[number % 2].person_id)
            for number, match in enumerate(begun)
        )
    )
    rows = [await came_of(arena, match) for match in begun]
    assert await stored(arena.db) == results.tally(rows)


# Own turns: what a player entered or planned and was not taken back, no matter who sat there since.


ANN, BOB, CLEO, DAN, EVE = 1, 2, 3, 4, 5
MINUTE = timedelta(minutes=1)


def log(*events: tuple[Any, ...]) -> tuple[StoredEvent, ...]:
    """Return a log, a minute between events, from their kinds, seats, texts or choices, and data."""
    found = []
    for seq, (kind, seat, played, data) in enumerate(((*each, {})[:4] for each in events), 1):
        choices = played if isinstance(played, tuple) else ()
        text = played if isinstance(played, str) else ""
        found.append(StoredEvent(seq, kind, seat, ANN, text, choices, START + seq * MINUTE, data))
    return tuple(found)


def handed(seat: int, was: int, user: int, **data: Any) -> tuple[EventKind, int, str, dict[str, Any]]:
    return "substitute", seat, "", {"was": was, "user": user, **data}


def became(
    events: tuple[StoredEvent, ...], *people: int, pauses: Sequence[Span] = (), game_turns: Sequence[int] = ()
) -> dict[int, Sitting]:
    """Return what became of the seats in which these people sit at the end, or Ann and Bob.

    Args:
        events: Of the match.
        people: In the order of the seats.
        pauses: Of the match.
        game_turns: In which turn of the game each of the events was, as far as that is known.
    """
    seats = [MatchSeat(seat, person, "") for seat, person in enumerate(people or (ANN, BOB), 1)]
    numbered = {event.seq: turn for event, turn in zip(events, game_turns, strict=False)}
    return sittings(seats, events, START, pauses=pauses, game_turns=numbered)


@pytest.mark.parametrize(
    ("cause", "own"),
    [(None, True), ("plan", True), ("prepared", True), ("time", False), ("automatic", False)],
)
def test_a_turn_is_ones_own_unless_the_clock_or_the_rules_played_it(cause: str | None, own: bool) -> None:
    event = ("turn", 1, "1/2", {} if cause is None else {"cause": cause})
    seat = became(log(event, ("turn", 2, "3/3")))[1]
    assert seat.turns == ({ANN: 1} if own else {})
    assert (seat.opening, seat.timed, seat.thought) == (("1/2", 1, 60.0) if own else (None, 0, 0.0))


def test_choices_that_were_sealed_are_own_turns_of_all_but_those_for_whom_something_stood_in() -> None:
    choices = ((1, "go"), (2, "stay"))
    seats = became(log(("joint", 2, choices)))
    assert (seats[1].turns, seats[2].turns, seats[2].opening) == ({ANN: 1}, {BOB: 1}, "stay")
    assert seats[1].timed == 0  # when it was chosen, nobody knows any more
    last = became(log(("joint", 2, choices, {"cause": "time"})))
    assert (last[1].turns, last[2].turns) == ({ANN: 1}, {})


def test_a_choice_that_a_deadline_sealed_is_none_though_another_player_opens_it() -> None:
    """The deadline of seat 1 passes half a minute before the event; that of an earlier decision does not matter."""
    choices = ((1, "go"), (2, "stay"))
    events, seats = log(("joint", 2, choices), ("joint", 2, choices)), [MatchSeat(1, ANN, ""), MatchSeat(2, BOB, "")]
    late = [StandIn(1, START + 1.5 * MINUTE)]
    found = sittings(seats, events, START, late)
    assert (found[1].turns, found[2].turns) == ({ANN: 1}, {BOB: 2})
    both = [StandIn(1, START + 2 * MINUTE), StandIn(2, START + 2 * MINUTE)]
    found = sittings(seats, events, START, both)
    assert (found[1].turns, found[2].turns) == ({ANN: 1}, {BOB: 1})


@pytest.mark.parametrize(("cause", "own"), [("automatic", 0), ("time", 0), ("plan", 1), ("prepared", 1)])
def test_a_choice_that_was_sealed_by_itself_is_none_though_another_player_opens_it(cause: str, own: int) -> None:
    """Results, own turns: "what the clock or `automatic:` plays is none", when it is opened by another's turn, too."""
    choices = ((1, "go"), (2, "stay"))
    for kind, seat in (("joint", 2), ("forfeit", 3)):
        seats = became(log((kind, seat, choices, {"causes": {"1": cause}})), ANN, BOB, CLEO)
        assert [seats[each].turns.total() for each in (1, 2, 3)] == [own, 1, 0]


def test_thinking_takes_no_time_while_the_match_is_paused() -> None:
    """Turns come after 1, 2 and 3 minutes."""
    events = log(("turn", 1, "1/1"), ("turn", 2, "2/2"), ("turn", 1, "3/3"))

    def thought(*minutes: tuple[float, float]) -> tuple[float, float]:
        seats = became(events, pauses=[(START + first * MINUTE, START + last * MINUTE) for first, last in minutes])
        assert (seats[1].timed, seats[2].timed) == (2, 1)
        return seats[1].thought, seats[2].thought

    assert thought() == (120, 60)
    assert thought((0, 0.5)) == (90, 60)
    assert thought((0.5, 1.25), (1.5, 1.75)) == (90, 30)
    assert thought((-1, 0), (0.25, 2.75), (3, 9)) == (30, 0)


def test_a_surrender_opens_what_others_had_chosen() -> None:
    seats = became(log(("forfeit", 3, ((1, "go"), (2, "stay")))), ANN, BOB, CLEO)
    assert [seats[seat].turns for seat in (1, 2, 3)] == [{ANN: 1}, {BOB: 1}, {}]
    assert [seats[seat].gave_up for seat in (1, 2, 3)] == [None, None, "resigned"]
    assert became(log(("forfeit", 1, "", {"cause": "time"})))[1].gave_up == "time"


def test_a_turn_that_is_entered_in_parts_is_one_own_turn() -> None:
    """Ann's turn has three parts, of which one follows an answer of Bob's; a turn of each comes after it."""
    turns = [("turn", 1, "1"), ("turn", 1, "2"), ("turn", 2, "9"), ("turn", 1, "3"), ("turn", 2, "4"), ("turn", 1, "5")]
    seats = became(log(*turns), game_turns=(1, 1, 1, 1, 2, 3))
    assert (seats[1].turns, seats[2].turns, seats[1].opening) == ({ANN: 2}, {BOB: 2}, "1")
    assert [(each.timed, each.thought) for each in seats.values()] == [(2, 240), (2, 120)]


def test_several_answers_within_a_turn_of_another_are_one_own_turn() -> None:
    turns = [("turn", 1, "1"), ("turn", 2, "8"), ("turn", 1, "2"), ("turn", 2, "9")]
    seats = became(log(*turns), game_turns=(5, 5, 5, 5))
    assert (seats[1].turns, seats[2].turns) == ({ANN: 1}, {BOB: 1})


def test_a_turn_that_two_people_made_is_that_of_who_began_it() -> None:
    turns = [("turn", 1, "1"), handed(1, ANN, CLEO), ("turn", 1, "2"), ("turn", 2, "3"), ("turn", 1, "4")]
    seat = became(log(*turns), CLEO, BOB, game_turns=(1, 1, 1, 2, 3))[1]
    assert (seat.turns, seat.turns.total(), seat.timed) == ({ANN: 1, CLEO: 1}, 2, 2)


def test_a_turn_that_the_clock_began_is_that_of_who_went_on() -> None:
    turns = [("turn", 1, "1", {"cause": "time"}), handed(1, ANN, CLEO), ("turn", 1, "2"), ("turn", 1, "3")]
    seat = became(log(*turns), CLEO, BOB, game_turns=(1, 1, 1, 1))[1]
    assert (seat.turns, seat.opening, seat.timed, seat.thought) == ({CLEO: 1}, "2", 1, 120)


def test_a_turn_of_which_a_part_was_taken_back_is_one_and_of_which_all_was_is_none() -> None:
    turns = [("turn", 1, "1"), ("turn", 1, "2"), ("undo", 1, "", {"to": 1}), ("turn", 1, "3")]
    assert became(log(*turns), game_turns=(1, 1, 1, 1))[1].turns == {ANN: 1}
    gone = [("turn", 1, "1"), ("turn", 1, "2"), ("undo", 1, "", {"to": 0})]
    assert became(log(*gone), game_turns=(1, 1, 0))[1].turns == {}


def test_choices_that_were_sealed_for_one_turn_are_one_own_turn_of_each() -> None:
    choices = ((1, "go"), (2, "stay"))
    seats = became(log(("joint", 2, choices), ("joint", 1, choices), ("joint", 1, choices)), game_turns=(1, 2, 3))
    assert (seats[1].turns, seats[2].turns) == ({ANN: 3}, {BOB: 3})


def test_what_was_taken_back_is_no_turn() -> None:
    seats = became(log(("turn", 1, "1/1"), ("turn", 2, "2/2"), ("undo", 1, "", {"to": 0}), ("turn", 1, "3/3")))
    assert (seats[1].turns, seats[2].turns, seats[1].opening) == ({ANN: 1}, {}, "3/3")
    again = became(
        log(
            ("turn", 1, "1/1"),
            ("turn", 2, "2/2"),
            ("undo", 2, "", {"to": 1}),
            ("turn", 2, "3/3"),
            ("undo", 2, "", {"to": 1}),
        )
    )
    assert (again[1].turns, again[2].turns) == ({ANN: 1}, {})


def test_a_surrender_that_was_set_back_with_the_match_is_none() -> None:
    """Nobody takes a surrender back but with a match that cannot be read."""
    seats = became(log(("turn", 1, "1/1"), ("forfeit", 2, ""), ("undo", None, "", {"to": 1, "cause": "organiser"})))
    assert seats[2].gave_up is None


def test_each_person_has_the_turns_made_while_they_sat_there() -> None:
    events = log(
        ("turn", 1, "1/1"),
        ("turn", 2, "1/1"),
        handed(1, ANN, CLEO),
        ("turn", 1, "2/2"),
        ("turn", 2, "1/1"),
        handed(1, CLEO, DAN),
        ("turn", 1, "3/3"),
        ("turn", 2, "1/1"),
        ("turn", 1, "3/3"),
    )
    seat = became(events, DAN, BOB)[1]
    assert (seat.starter_id, seat.finisher_id) == (ANN, DAN)
    assert (seat.turns[ANN], seat.turns[CLEO], seat.turns[DAN], seat.turns.total()) == (1, 1, 2, 4)
    assert seat.opening == "1/1"


def test_who_came_back_has_both_times() -> None:
    events = log(("turn", 1, "1/1"), handed(1, ANN, CLEO), ("turn", 1, "2/2"), handed(1, CLEO, ANN), ("turn", 1, "3/3"))
    seat = became(events)[1]
    assert (seat.starter_id, seat.finisher_id, seat.turns[ANN], seat.turns[CLEO]) == (ANN, ANN, 2, 1)


def test_a_turn_taken_back_past_a_handover_is_nobodys_and_the_seat_stays_handed_over() -> None:
    events = log(("turn", 1, "1/1"), handed(1, ANN, CLEO), ("undo", None, "", {"to": 0}), ("turn", 1, "2/2"))
    seat = became(events, CLEO, BOB)[1]
    assert (seat.starter_id, seat.turns) == (ANN, {CLEO: 1})


def test_a_starter_is_excused_by_what_was_said_when_they_last_left() -> None:
    away, back = handed(1, ANN, CLEO, excused=True), handed(1, CLEO, ANN)
    assert became(log(away), CLEO)[1].excused
    assert not became(log(away, back, handed(1, ANN, DAN)), DAN)[1].excused
    assert became(log(handed(1, ANN, CLEO), back, away), CLEO)[1].excused
    assert became(log(away, handed(1, CLEO, DAN)), DAN)[1].excused
    assert not became(log(handed(1, ANN, CLEO), handed(1, CLEO, DAN, excused=True)), DAN)[1].excused


def test_what_was_played_before_a_position_was_set_up_is_none() -> None:
    events = log(
        ("turn", 1, "1/1"), ("turn", 2, "1/1"), ("position", None, "", {"position": "5+5"}), ("turn", 1, "2/2")
    )
    seats = became(events)
    assert (seats[1].turns, seats[2].turns) == ({ANN: 1}, {})


def test_a_long_first_turn_is_one_short_line() -> None:
    opening = became(log(("turn", 1, "1\n" + "/2" * LONGEST_OPENING)))[1].opening
    assert opening is not None
    assert (len(opening), opening[:4]) == (LONGEST_OPENING, "1 /2")


def test_events_that_are_lost_are_passed_over() -> None:
    events = log(("turn", 1, "1/1"), ("turn", 2, "1/1"), ("turn", 1, "2/2"), ("undo", None, "", {"to": 9}))
    seats = became((events[0], *events[2:]))
    assert (seats[1].turns, seats[2].turns) == ({ANN: 2}, {})


# Scores in 120ths: every outcome of one to six seats, with ties and teams.


NO_TEAMS = (None,) * 6


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1,), (None,)),
        ((2,), (None,)),
        ((1, 2), (120, 0)),
        ((2, 1), (0, 120)),
        ((1, 1), (60, 60)),
        ((1, 2, 2), (120, 30, 30)),
        ((1, 3, 3), (120, 30, 30)),  # the same order, said in another way
        ((1, 1, 2), (90, 90, 0)),
        ((3, 1, 2), (0, 120, 60)),
        ((1, 1, 1), (60, 60, 60)),
        ((1, 2, 3, 4), (120, 80, 40, 0)),
        ((1, 2, 2, 2), (120, 40, 40, 40)),
        ((1, 2, 2, 4), (120, 60, 60, 0)),
        ((1, 2, 3, 4, 5), (120, 90, 60, 30, 0)),
        ((1, 2, 2, 2, 2), (120, 45, 45, 45, 45)),
        ((1, 2, 3, 4, 5, 6), (120, 96, 72, 48, 24, 0)),
        ((1, 2, 2, 2, 2, 2), (120, 48, 48, 48, 48, 48)),
        ((2, 2, 1, 1, 2, 2), (36, 36, 108, 108, 36, 36)),
    ],
)
def test_scores_of_those_who_play_alone(ranks: tuple[int, ...], expected: tuple[int | None, ...]) -> None:
    assert scores(ranks, NO_TEAMS[: len(ranks)]) == expected


@pytest.mark.parametrize(
    ("ranks", "teams", "expected"),
    [
        ((1, 2, 1, 2), (0, 1, 0, 1), (120, 0, 120, 0)),
        ((1, 1, 1, 1), (0, 1, 0, 1), (60, 60, 60, 60)),
        ((1, 3, 2, 4), (0, 1, 0, 1), (120, 0, 120, 0)),  # an organiser ranked partners apart: the better place counts
        ((1, 1, 2, 2, 3, 3), (0, 0, 1, 1, 2, 2), (120, 120, 60, 60, 0, 0)),
        ((1, 2), (0, 0), (None, None)),
        ((1, 2, 2), (0, 1, None), (120, 30, 30)),  # a team against one and another
    ],
)
def test_partners_have_the_same(
    ranks: tuple[int, ...], teams: tuple[int | None, ...], expected: tuple[int | None, ...]
) -> None:
    assert scores(ranks, teams) == expected


_ranks = st.integers(2, 6).flatmap(lambda n: st.lists(st.integers(1, n), min_size=n, max_size=n))


@given(_ranks, st.booleans())
def test_the_scores_of_all_sides_add_up_to_sixty_each(ranks: list[int], in_teams: bool) -> None:
    teams: list[int | None] = [seat % 2 if in_teams else None for seat in range(len(ranks))]
    found = dict(zip(teams if in_teams else range(len(ranks)), scores(ranks, teams), strict=False))
    sums = [each for each in found.values() if each is not None]
    assert len(sums) == len(found)
    assert sum(sums) == 60 * len(found)


@given(_ranks)
def test_a_player_who_is_ranked_before_another_has_more(ranks: list[int]) -> None:
    found = scores(ranks, NO_TEAMS[: len(ranks)])
    for one, ours in zip(ranks, found, strict=True):
        for other, theirs in zip(ranks, found, strict=True):
            assert ours is not None
            assert theirs is not None
            assert (ours > theirs) == (one < other)


def test_the_rank_of_a_side_is_that_of_its_best_seat() -> None:
    assert side_ranks((2, 3, 1, 4), (0, 1, 0, 1)) == (1, 3, 1, 3)
    assert side_ranks((2, 1), (None, None)) == (2, 1)


# Whose the result of a seat is: the table of docs/ratings.md, row by row.


def seat(
    score: int, finisher: int = STORED_ANN, *, turns: int = 8, starter: int = 4, last: int = 4, **more: Any
) -> Result:
    """Return the result of a seat in which Ann sat first."""
    return PLAIN._replace(
        finisher_id=finisher,
        score=score,
        turns=turns,
        starter_turns=starter,
        finisher_turns=starter if finisher == STORED_ANN else last,
        **more,
    )


@pytest.mark.parametrize(
    ("result", "expected", "in_the_record_of"),
    [
        # never left, or came back
        (seat(120), ("full", STORED_ANN), STORED_ANN),
        (seat(60), ("full", STORED_ANN), STORED_ANN),
        (seat(0), ("full", STORED_ANN), STORED_ANN),
        (seat(0, excused=True), ("full", STORED_ANN), STORED_ANN),
        (seat(0, turns=1, starter=1), ("full", STORED_ANN), STORED_ANN),
        # handed over and won: three own turns and a quarter of the seat's
        (seat(120, STORED_CLEO), ("gain", STORED_CLEO), STORED_CLEO),
        (seat(61, STORED_CLEO, turns=12, last=3), ("gain", STORED_CLEO), STORED_CLEO),
        (seat(120, STORED_CLEO, turns=13, last=3), ("hold", STORED_ANN), None),
        (seat(120, STORED_CLEO, turns=8, last=2), ("hold", STORED_ANN), None),
        (seat(120, STORED_CLEO, turns=3, starter=0, last=3), ("gain", STORED_CLEO), STORED_CLEO),
        (
            seat(120, STORED_CLEO, turns=16, starter=4, last=4),
            ("gain", STORED_CLEO),
            STORED_CLEO,
        ),  # and a player in between made eight
        (seat(120, STORED_CLEO, turns=20, starter=4, last=4), ("hold", STORED_ANN), None),
        (seat(120, STORED_CLEO, excused=True), ("gain", STORED_CLEO), STORED_CLEO),
        # handed over and not won: it stays with who left
        (seat(60, STORED_CLEO), ("full", STORED_ANN), STORED_ANN),
        (seat(0, STORED_CLEO), ("full", STORED_ANN), STORED_ANN),
        (seat(0, STORED_CLEO, turns=40, starter=1, last=39), ("full", STORED_ANN), STORED_ANN),
        (seat(0, STORED_CLEO, excused=True), ("hold", STORED_ANN), None),
        (seat(60, STORED_CLEO, excused=True), ("hold", STORED_ANN), None),
        (seat(0, STORED_CLEO, turns=9, starter=0, last=9), ("hold", STORED_ANN), None),
        # nobody made an own turn: tested before all else
        (seat(120, turns=0, starter=0, last=0), ("out", None), STORED_ANN),
        (seat(0, turns=0, starter=0, last=0), ("out", None), STORED_ANN),
        (seat(0, STORED_CLEO, turns=0, starter=0, last=0), ("out", None), None),
        (seat(120, STORED_CLEO, turns=0, starter=0, last=0), ("out", None), None),
    ],
)
def test_the_table(result: Result, expected: tuple[str, int | None], in_the_record_of: int | None) -> None:
    assert holding(result) == expected
    assert credited(result) == in_the_record_of
    assert credited(result._replace(why="void")) is None


def ratings(rows: list[Result]) -> list[tuple[str | None, int | None]]:
    return [(each.rated, each.player_id) for each in held(rows)]


NOTHING = (None, None)


def test_a_match_of_two_is_rated_if_both_have_played() -> None:
    both = match(1, STORED_ANN, STORED_BOB)
    assert ratings(both) == [("full", STORED_ANN), ("full", STORED_BOB)]
    assert ratings([both[0], both[1]._replace(turns=0)]) == [NOTHING, NOTHING]


@pytest.mark.parametrize("why", ["void", "aborted", "undecided", "position"])
def test_what_does_not_count_is_not_rated(why: Any) -> None:
    assert ratings(match(1, STORED_ANN, STORED_BOB, why=why, pool_id=1, pool_no=2)) == [NOTHING, NOTHING]
    assert held(match(1, STORED_ANN, STORED_BOB, why=why, pool_id=1, pool_no=2))[0].pool_no is None


def test_who_plays_alone_is_not_rated() -> None:
    assert ratings([PLAIN._replace(score=None, why="solo")]) == [NOTHING]


def test_a_seat_without_turns_is_left_out_where_two_sides_are_left() -> None:
    three = match(1, STORED_ANN, STORED_BOB, STORED_CLEO)
    assert ratings([*three[:2], three[2]._replace(turns=0)]) == [
        ("full", STORED_ANN),
        ("full", STORED_BOB),
        ("out", None),
    ]
    assert ratings([three[0], *(each._replace(turns=0) for each in three[1:])]) == [NOTHING] * 3


def test_a_match_of_teams_needs_every_seat() -> None:
    four = [
        each._replace(team=each.seat % 2, score=120)
        for each in match(1, STORED_ANN, STORED_BOB, STORED_CLEO, STORED_DAN)
    ]
    assert [rated for rated, _ in ratings(four)] == ["full"] * 4
    assert ratings([four[0]._replace(turns=0), *four[1:]]) == [NOTHING] * 4


def test_a_seat_that_is_held_is_a_side_all_the_same() -> None:
    one, other = match(1, STORED_ANN, STORED_BOB)
    assert ratings([one, other._replace(finisher_id=STORED_CLEO, excused=True)]) == [
        ("full", STORED_ANN),
        ("hold", STORED_BOB),
    ]


# What comes of a match: whether it counts, for every way in which matches end, with one to six seats and in teams.


VOID, AGREED, ADJUDICATED = Termination.VOID, Termination.AGREED, Termination.ADJUDICATED
RULES, FORFEIT, TIME = Termination.RULES, Termination.FORFEIT, Termination.TIME

ALONE = (None,) * 6
TEAMS = (0, 1, 0, 1, 0, 1)
PLAYED = [("turn", seat, "1/1") for seat in range(1, 7)]


def ended(ranks: tuple[int, ...], termination: Termination, *events: Any, **more: Any) -> Ended:
    """Return a match with as many seats as there are ranks, of the players 1, 2, …; it ends with these events."""
    teams = more.pop("teams", ALONE)[: len(ranks)]
    match = Ended(
        match_id=7,
        guild_id=100,
        game="tally",
        mode=str(len(ranks)),
        options=(("speed", "fast"), ("goal", "12")),
        set_up=False,
        seats=tuple(MatchSeat(seat, seat, "", team) for seat, team in enumerate(teams, 1)),
        events=log(*PLAYED[: len(ranks)], *events),
        started_at=START,
        ended_at=START + timedelta(hours=1),
        ranks=ranks,
        termination=termination,
        draws=False,
    )
    return replace(match, **more)


ORGANISER = {"cause": "organiser"}
BY_ORGANISER, BY_PLAYERS = ("ruling", None, "", ORGANISER), ("ruling", 1, "")
ENDS = {
    # how: termination, whether all are ranked alike, events, what else is different, why it does not count
    "by the rules": (RULES, False, (), {}, None),
    "as a draw by the rules": (RULES, True, (), {"draws": True}, None),
    "by resignation": (FORFEIT, False, (("forfeit", 2, ""),), {}, None),
    "by the clock": (TIME, False, (("forfeit", 2, "", {"cause": "time"}),), {}, None),
    "agreed, no draws known": (AGREED, True, (BY_PLAYERS,), {}, "undecided"),
    "agreed as a draw": (AGREED, True, (BY_PLAYERS,), {"draws": True}, None),
    "agreed with a winner": (AGREED, False, (BY_PLAYERS,), {}, None),
    "adjudicated": (ADJUDICATED, False, (BY_ORGANISER,), {}, None),
    "adjudicated as a draw": (ADJUDICATED, True, (BY_ORGANISER,), {}, None),
    "void": (VOID, True, (BY_ORGANISER,), {}, "void"),
    "aborted": (VOID, True, (BY_PLAYERS,), {}, "aborted"),
    "from a position": (RULES, False, (), {"set_up": True}, "position"),
    "with a position": (RULES, False, (("position", None, "", {"position": "0+0", **ORGANISER}),), {}, "position"),
    "void, from a position": (VOID, True, (BY_ORGANISER,), {"set_up": True}, "void"),
    "undecided, from a position": (AGREED, True, (BY_PLAYERS,), {"set_up": True}, "undecided"),
}


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("teams", [ALONE, TEAMS], ids=["alone", "teams"])
def test_whether_it_counts(how: str, seats: int, teams: tuple[int | None, ...]) -> None:
    if teams is TEAMS and seats % 2:
        return  # sides of unlike size there are none
    termination, level, events, more, why = ENDS[how]
    of_sides = [1 if seat == 1 or teams[seat - 1] == 0 else 2 for seat in range(1, seats + 1)]
    ranks = (1,) * seats if level else tuple(of_sides)
    rows = results_of(ended(ranks, termination, *events, teams=teams, **more))
    assert {each.why for each in rows} == {why}
    assert {each.counted for each in rows} == {why is None}
    assert [each.rank for each in rows] == list(ranks)
    sides = {each.side: each.score for each in rows}
    assert sum(each or 0 for each in sides.values()) == 60 * len(sides)
    assert {each.termination for each in rows} == {termination.value}
    assert all((each.rated is not None) == (why is None) for each in held(rows))


@pytest.mark.parametrize("how", [how for how in ENDS if ENDS[how][0] is not AGREED])  # nobody is there to agree
def test_alone_it_never_counts_and_has_no_score(how: str) -> None:
    termination, _, events, more, why = ENDS[how]
    own = [(kind, seat and 1, *rest) for kind, seat, *rest in events]
    for rank in (1, 2):
        (row,) = results_of(ended((rank,), termination, *own, **more))
        assert (row.score, row.rank, row.counted, row.why) == (None, rank, False, why or "solo")


GRADE = Grade(5, (3, 12))


def test_a_result_alone_is_listed_under_its_options_only_if_nothing_was_set_up() -> None:
    (row,) = results_of(ended((1,), RULES, grade=GRADE))
    assert (row.category, row.merit, row.points) == ("goal=12;speed=fast", 5, [3, 12])
    assert row.options == (("goal", "12"), ("speed", "fast"))
    for case in (
        ended((1,), RULES, grade=GRADE, set_up=True),
        ended((1,), RULES, ("position", None, "", {"position": "5", **ORGANISER}), grade=GRADE),
        ended((1,), VOID, BY_ORGANISER, grade=GRADE),
        ended((1,), RULES),
    ):
        (row,) = results_of(case)
        assert (row.category, row.merit) == (None, None)


def test_points_and_features_go_to_their_seats() -> None:
    features = (SeatFeature(2, "people", "Terrans"), SeatFeature(1, "people", "Eridani"), SeatFeature(2, "crew", "few"))
    one, other = results_of(ended((1, 2), RULES, points=(7.5, 3.0), features=features))
    assert [repr(each.points) for each in (one, other)] == ["7.5", "3"]
    assert (one.features, other.features) == ((("people", "Eridani"),), (("crew", "few"), ("people", "Terrans")))


def test_who_sat_there_and_what_they_did_is_told_by_seat() -> None:
    match = ended((2, 1), FORFEIT, handed(2, BOB, CLEO, excused=True), ("turn", 2, "2/2"), ("forfeit", 1, ""))
    match = replace(match, seats=(match.seats[0], MatchSeat(2, CLEO, "Cleo")))
    one, other = results_of(match)
    assert (one.starter_id, one.finisher_id, one.turns, one.gave_up) == (ANN, ANN, 1, "resigned")
    assert (other.starter_id, other.finisher_id, other.excused) == (BOB, CLEO, True)
    assert (other.turns, other.starter_turns, other.finisher_turns) == (2, 1, 1)
    assert (one.opening, one.timed, one.thought, other.timed, other.thought) == ("1/1", 1, 60, 2, 120)
    assert (one.started_at, one.ended_at) == (START, START + timedelta(hours=1))


# Corrections: what each makes of the results, who may not, and that taking them back leads back to where it began.


def plain(rows: list[Result]) -> list[Result]:
    """Return results without their revision."""
    return [each._replace(revision=0) for each in rows]


async def rated(arena: Arena) -> list[tuple[Any, ...]]:
    """Return every rating as it stands, to the last bit."""
    async with arena.db.read() as connection:
        query = select(schema_ratings).order_by(schema_ratings.c.pool_id, schema_ratings.c.person_id)
        return [tuple(row) for row in await connection.execute(query)]


async def won_by_bob(arena: Arena, *players: Any, channel: int = 200) -> Match:
    """Return a match that is over: both made a turn, and the first player resigned."""
    match = await begin(arena, *(players or (CONFTEST_ANN, CONFTEST_BOB)), places=(Place("board", channel),))
    match = await play(arena, match, "1/1", "1/1")
    return await arena.matches.forfeit(match.id, match.person_of(1))


async def test_a_match_is_voided_and_counts_again(arena: Arena) -> None:
    match = await won_by_bob(arena)
    before, counted, rating = await came_of(arena, match), await stored(arena.db), await rated(arena)
    assert [each.rated for each in before] == ["full", "full"]
    correction = await arena.corrections.void(match.id, CONFTEST_DAN.person_id, REASON)
    rows = await came_of(arena, match)
    assert {(each.revision, each.why, each.termination, each.score, each.rated) for each in rows} == {
        (1, "void", "void", 60, None)
    }
    assert not any(nothing_of(await stored(arena.db)).values())
    assert await rated(arena) != rating
    undone = await arena.corrections.undo(match.id, CONFTEST_DAN.person_id, None, REASON)
    assert (undone.undoes, undone.revision) == (correction.id, 2)
    assert plain(await came_of(arena, match)) == before
    assert nothing_of(await stored(arena.db)) == nothing_of(counted)
    assert await rated(arena) == rating
    assert (await codes(arena, match))[-2:] == [AuditCode.CORRECTED, AuditCode.CORRECTED]


async def test_a_match_is_ranked_otherwise(arena: Arena) -> None:
    match = await won_by_bob(arena)
    await arena.corrections.rank(match.id, CONFTEST_DAN.person_id, (1, 2), REASON)
    rows = await came_of(arena, match)
    assert [(each.rank, each.score, each.termination, each.why) for each in rows] == [
        (1, 120, "adjudicated", None),
        (2, 0, "adjudicated", None),
    ]
    assert [each.pool_no for each in rows] == [1, 1]
    assert nothing_of(await stored(arena.db)) == nothing_of(results.tally([rows]))


@pytest.mark.parametrize("way", ["resigned", "rules", "from a position"])
async def test_a_result_is_not_corrected_to_the_ranks_that_it_has(arena: Arena, way: str) -> None:
    """It stays what it was, not adjudicated, and may be ranked otherwise, and then in that way no second time."""
    match = await won_by_bob(arena) if way == "resigned" else await begin(arena)
    if way == "rules":
        match = await play(arena, match, "1/1", "3/3", "1/1", "3/3")
    elif way == "from a position":
        match = await arena.organiser.position(match.id, CONFTEST_DAN.person_id, "0+9")
        match = await play(arena, match, "1/1", "3")
    assert match.over
    before = await came_of(arena, match)
    assert [each.rank for each in before] == [2, 1]
    with pytest.raises(NothingCorrected):
        await arena.corrections.rank(match.id, CONFTEST_EVE.person_id, (2, 1), REASON)
    assert await came_of(arena, match) == before
    assert await arena.corrections.in_force(match.id) == []
    await arena.corrections.rank(match.id, CONFTEST_EVE.person_id, (1, 2), REASON)
    with pytest.raises(NothingCorrected):
        await arena.corrections.rank(match.id, CONFTEST_EVE.person_id, (1, 2), REASON)
    assert {each.revision for each in await came_of(arena, match)} == {1}
    await arena.corrections.rank(match.id, CONFTEST_EVE.person_id, (2, 1), REASON)
    assert {(each.revision, each.termination) for each in await came_of(arena, match)} == {(2, "adjudicated")}


async def test_a_match_without_a_winner_counts_once_it_is_ranked_level(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1", "1/1")
    match = await arena.organiser.void(match.id, CONFTEST_DAN.person_id, REASON)
    assert {(each.rank, each.why) for each in await came_of(arena, match)} == {(1, "void")}
    await arena.corrections.rank(match.id, CONFTEST_EVE.person_id, (1, 1), REASON)
    assert {(each.rank, each.why) for each in await came_of(arena, match)} == {(1, None)}


async def test_a_match_that_did_not_count_is_ranked_and_takes_the_next_number(arena: Arena) -> None:
    void = await begin(arena)
    void = await play(arena, void, "1/1", "1/1")
    void = await arena.organiser.void(void.id, CONFTEST_DAN.person_id, REASON)
    await won_by_bob(arena)
    await arena.corrections.rank(void.id, CONFTEST_DAN.person_id, (1, 2), REASON)
    assert [(each.why, each.pool_no) for each in await came_of(arena, void)] == [(None, 2), (None, 2)]


async def test_a_match_from_a_position_does_not_count_however_it_is_ranked(arena: Arena) -> None:
    match = await begin(arena)
    match = await arena.organiser.position(match.id, CONFTEST_DAN.person_id, "9+0")
    match = await play(arena, match, "3")
    await arena.corrections.rank(match.id, CONFTEST_DAN.person_id, (2, 1), REASON)
    assert {(each.why, each.rated) for each in await came_of(arena, match)} == {("position", None)}


async def test_a_result_alone_that_is_corrected_leaves_the_list_of_the_best(arena: Arena) -> None:
    match = await begin(arena, CONFTEST_ANN, game="mutants", mode="solo")
    match = await arena.matches.forfeit(match.id, CONFTEST_ANN.person_id)
    with pytest.raises(NothingCorrected):  # they resigned, and that is how they rank
        await arena.corrections.rank(match.id, CONFTEST_DAN.person_id, (2,), REASON)
    await arena.corrections.rank(match.id, CONFTEST_DAN.person_id, (1,), REASON)
    (row,) = await came_of(arena, match)
    assert (row.rank, row.score, row.why, row.merit, row.category) == (1, None, "solo", None, None)
    await arena.corrections.undo(match.id, CONFTEST_DAN.person_id, None, REASON)
    assert (await came_of(arena, match))[0].merit is not None


async def test_a_player_who_left_is_excused(arena: Arena) -> None:
    match = await begin(arena)
    match = await play(arena, match, "1/1", "1/1")
    match = await arena.substitutes.replace(match.id, 1, CONFTEST_CLEO, CONFTEST_EVE.person_id)
    match = await arena.matches.forfeit(match.id, CONFTEST_CLEO.person_id)
    assert [each.player_id for each in await came_of(arena, match)] == [
        CONFTEST_ANN.person_id,
        CONFTEST_BOB.person_id,
    ]
    await arena.corrections.excuse(match.id, CONFTEST_DAN.person_id, 1, excused=True, reason=REASON)
    rows = await came_of(arena, match)
    assert [(each.excused, each.rated) for each in rows] == [(True, "hold"), (False, "full")]
    await arena.corrections.excuse(match.id, CONFTEST_DAN.person_id, 1, excused=False, reason=REASON)
    assert [each.rated for each in await came_of(arena, match)] == ["full", "full"]
    with refusal("not-handed-over"):
        await arena.corrections.excuse(match.id, CONFTEST_DAN.person_id, 2, excused=True, reason=REASON)


async def test_a_match_that_was_not_to_be_rated_is_not_rated_by_a_correction(arena: Arena) -> None:
    match = await begin(arena, terms=Terms(rated=False))
    match = await play(arena, match, "1/1", "1/1")
    match = await arena.matches.forfeit(match.id, CONFTEST_ANN.person_id)
    await arena.corrections.rank(match.id, CONFTEST_DAN.person_id, (1, 2), REASON)
    rows = await came_of(arena, match)
    assert {(each.revision, each.rated) for each in rows} == {(1, None)}


async def test_who_may_not_and_what_makes_no_sense_is_refused_and_nothing_changes(arena: Arena) -> None:
    running = await begin(arena)
    with refusal("no-result-yet"):
        await arena.corrections.void(running.id, CONFTEST_DAN.person_id, REASON)
    with pytest.raises(NoSuchMatch):
        await arena.corrections.void(99, CONFTEST_DAN.person_id, REASON)
    match = await play(arena, running, "1/1", "1/1")
    match = await arena.substitutes.replace(match.id, 1, CONFTEST_CLEO, CONFTEST_EVE.person_id)
    match = await arena.substitutes.replace(match.id, 1, CONFTEST_DAN, CONFTEST_EVE.person_id)
    match = await arena.matches.forfeit(match.id, CONFTEST_DAN.person_id)
    for person in (CONFTEST_ANN, CONFTEST_BOB, CONFTEST_CLEO, CONFTEST_DAN):
        with refusal("played-there"):
            await arena.corrections.void(match.id, person.person_id, REASON)
    before = await came_of(arena, match)
    with pytest.raises(NothingCorrected):
        await arena.corrections.excuse(match.id, CONFTEST_EVE.person_id, 1, excused=False, reason=REASON)
    with pytest.raises(NoSuchCorrection):
        await arena.corrections.undo(match.id, CONFTEST_EVE.person_id, None, REASON)
    for ranks in ((1, 2, 3), (2, 2), (0, 1)):
        with pytest.raises(ValueError, match=r"rank|seats"):
            await arena.corrections.rank(match.id, CONFTEST_EVE.person_id, ranks, REASON)
    assert await came_of(arena, match) == before
    assert await arena.corrections.in_force(match.id) == []
    await arena.corrections.void(match.id, CONFTEST_EVE.person_id, REASON)
    with pytest.raises(NothingCorrected):
        await arena.corrections.void(match.id, CONFTEST_EVE.person_id, REASON)
    with pytest.raises(NoSuchCorrection):
        await arena.corrections.undo(match.id, CONFTEST_EVE.person_id, 99, REASON)


async def test_partners_are_not_ranked_apart(arena: Arena) -> None:
    places = (Place("board", 300), Place("spectators", 301), Place("team:0", 302), Place("team:1", 303))
    match = await begin(arena, CONFTEST_ANN, CONFTEST_BOB, CONFTEST_CLEO, CONFTEST_DAN, mode="teams", places=places)
    match = await arena.organiser.adjudicate(match.id, CONFTEST_EVE.person_id, (1, 2, 1, 2), REASON)
    with refusal("partners-apart"):
        await arena.corrections.rank(match.id, CONFTEST_EVE.person_id, (1, 2, 3, 4), REASON)
    await arena.corrections.rank(match.id, CONFTEST_EVE.person_id, (2, 1, 2, 1), REASON)
    assert [each.score for each in await came_of(arena, match)] == [0, 120, 0, 120]


async def test_a_correction_is_announced_and_each_person_who_moved_is_told_once(
    arena: Arena, poster: NotingPoster
) -> None:
    first = await won_by_bob(arena)
    await won_by_bob(arena, CONFTEST_BOB, CONFTEST_CLEO)
    await arena.idle()
    shown = len(poster.posts)
    await arena.corrections.rank(first.id, CONFTEST_DAN.person_id, (1, 2), REASON)
    await arena.idle()
    posts = poster.posts[shown:]
    assert [post.channel_id for post in posts if post.kind == "notice"] == [200]
    assert sorted(post.channel_id for post in posts if post.kind == "private") == [1, 2, 3]


async def test_what_follows_a_correction_is_gone_through_before_it_is_written(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await won_by_bob(arena)
    await won_by_bob(arena, CONFTEST_BOB, CONFTEST_CLEO)
    before, gone = await rated(arena), list[int]()

    async def noted(read: Any, missing: NotAhead) -> Ahead:
        assert not arena.db._turnstile.locked(), "others can write meanwhile"
        gone.append(missing.pool.last_no)
        return await go_ahead(read, missing)

    monkeypatch.setattr(replay, "WITHIN", 0)
    monkeypatch.setattr("hosting.corrections.go_ahead", noted)
    await arena.corrections.void(first.id, CONFTEST_DAN.person_id, REASON)
    assert await rated(arena) != before
    await arena.corrections.undo(first.id, CONFTEST_DAN.person_id, None, REASON)
    assert await rated(arena) == before
    assert gone == [2, 2]
    assert [each.revision for each in await came_of(arena, first)] == [2, 2]


async def test_a_correction_gives_up_where_others_correct_all_the_time(arena: Arena) -> None:
    async def write(_: object) -> None:
        raise NotAhead(Pool(1, GUILD, "tally", "2", "", MODEL, 0), 1, None)

    with refusal("corrected-meanwhile"):
        await arena.corrections.ahead(write)


async def test_of_two_corrections_that_two_processes_write_at_once_one_stands(arena: Arena) -> None:
    match = await won_by_bob(arena)
    processes = [await Database.connect(arena.db.address) for _ in range(2)]

    async def void(database: Database) -> None:
        async with database.write() as connection:
            await arena.corrections._write(
                connection, match.id, CONFTEST_DAN.person_id, NewCorrection("void"), REASON, {}, readable=True
            )

    outcomes = await asyncio.gather(*map(void, processes), return_exceptions=True)
    for database in processes:
        await database.close()
    # Where one waits for the other before it reads, it finds the match void already.
    assert [type(each) in (WriteConflict, NothingCorrected) for each in outcomes if each is not None] == [True]
    assert {(each.revision, each.why) for each in await came_of(arena, match)} == {(1, "void")}


async def test_who_corrects_what_another_has_corrected_meanwhile_is_told(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await won_by_bob(arena)

    async def touched(*_: object) -> None:
        raise WriteConflict

    monkeypatch.setattr(matches, "touch", touched)
    with refusal("corrected-meanwhile"):
        await arena.corrections.void(match.id, CONFTEST_DAN.person_id, REASON)
    assert [each.revision for each in await came_of(arena, match)] == [0, 0]


async def test_any_corrections_taken_back_lead_to_where_it_began(arena: Arena) -> None:
    """Three matches in one pool: results, totals and ratings are what they were, to the last bit."""
    lots = random.Random(11)
    begun = [
        await won_by_bob(arena),
        await won_by_bob(arena, CONFTEST_BOB, CONFTEST_CLEO),
        await won_by_bob(arena, CONFTEST_CLEO, CONFTEST_ANN),
    ]
    before = [await came_of(arena, match) for match in begun]
    counted, rating = await stored(arena.db), await rated(arena)
    for _ in range(14):
        match = lots.choice(begun)
        try:
            match lots.randrange(3):
                case 0:
                    await arena.corrections.void(match.id, CONFTEST_DAN.person_id, REASON)
                case 1:
                    ranks = lots.choice([(1, 2), (2, 1), (1, 1)])
                    await arena.corrections.rank(match.id, CONFTEST_DAN.person_id, ranks, REASON)
                case _:
                    holding = await arena.corrections.in_force(match.id)
                    number = lots.choice([each.id for each in holding] or [0])
                    await arena.corrections.undo(match.id, CONFTEST_DAN.person_id, number, REASON)
        except (NothingCorrected, NoSuchCorrection):
            continue
    assert [plain(await came_of(arena, match)) for match in begun] != before
    while open_ones := [(match, each) for match in begun for each in await standing(arena, match)]:
        match, correction = lots.choice(open_ones)
        await arena.corrections.undo(match.id, CONFTEST_DAN.person_id, correction.id, REASON)
    assert [plain(await came_of(arena, match)) for match in begun] == before
    assert nothing_of(await stored(arena.db)) == nothing_of(counted)
    assert await rated(arena) == rating


async def standing(arena: Arena, match: Match) -> list[Correction]:
    return [each for each in await arena.corrections.in_force(match.id) if each.kind != "undo"]


_deeds = st.lists(
    st.one_of(
        st.just(("void", {})),
        st.permutations([1, 2, 2]).map(lambda ranks: ("ranks", {"ranks": ranks})),
        st.tuples(st.integers(1, 3), st.booleans()).map(lambda pair: ("excuse", {"seat": pair[0], "excused": pair[1]})),
        st.integers(0, 5).map(lambda index: ("undo", index)),
    ),
    max_size=8,
)


@given(_deeds)
def test_what_is_taken_back_is_as_if_it_had_never_been(deeds: list[Any]) -> None:
    ended, made = rows_of(1, 1, 2, 3), list[Correction]()

    def add(kind: Any, detail: Any, undoes: int | None = None) -> None:
        number = len(made) + 1
        made.append(Correction(number, 100, 1, number, kind, detail, 9, START, undoes=undoes))

    for kind, detail in deeds:
        holding = in_force(made)
        if kind != "undo":
            add(kind, detail)
        elif holding:
            add("undo", {}, holding[detail % len(holding)].id)
    held = corrected(ended, made, set_up=False)
    add("void", {})
    add("undo", {}, made[-1].id)
    assert corrected(ended, made, set_up=False) == held
    while left := [each for each in in_force(made) if each.kind != "undo"]:
        add("undo", {}, left[0].id)
    assert corrected(ended, made, set_up=False) == tuple(ended)


async def test_an_organiser_excuses_who_leaves_and_takes_it_back_after_the_end(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1", "1/1")
    await arena.organiser.replace(match.id, CONFTEST_DAN.person_id, 1, CONFTEST_CLEO, excused=True)
    await arena.matches.forfeit(match.id, CONFTEST_CLEO.person_id)
    assert [each.rated for each in await came_of(arena, match)] == ["hold", "full"]
    (line,) = [each for each in await arena.audit.of_match(match.id) if each.code == AuditCode.REPLACED]
    assert line.detail["excused"] is True
    await arena.corrections.excuse(match.id, CONFTEST_EVE.person_id, 1, excused=False, reason=REASON)
    assert [each.rated for each in await came_of(arena, match)] == ["full", "full"]
