"""The transaction that ends a match writes what came of it and adds it up, once, whoever ends it and however."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine import registry
from engine.seat import Seat
from engine.text import say
from hosting.arena import Arena
from hosting.clock.time_control import Terms
from hosting.match import answers, events
from hosting.match.events import Change
from hosting.match.model import Match, MatchOver, Place
from hosting.match.service import advanced, write_event
from store.database import Database
from store.db.addresses import Address
from store.tables import matches, results
from store.tables.matches import WriteConflict
from store.tables.results import Result
from store.tables.values import Person
from tests.hosting.conftest import (
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    GUILD,
    ManualClock,
    NotingPoster,
    ask,
    begin,
    open_arena,
    play,
)
from tests.hosting.match.choosing import DAY, ONE_DAY, begin_apex, now, seal
from tests.store.test_totals import stored

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
        ANN.person_id,
        ANN.person_id,
        2,
        1,
        120,
    )
    assert (other.starter_id, other.turns, other.rank, other.score) == (BOB.person_id, 1, 2, 0)
    assert (one.guild_id, one.game, one.mode, one.options) == (GUILD, "tally", "2", (("speed", "slow"),))
    assert (one.started_at, one.ended_at) == (match.started_at, match.ended_at)
    assert (one.termination, one.why, one.opening, one.thought, one.timed) == ("rules", None, "3/3", 60, 2)
    assert [(each.rated, each.player_id, each.pool_no) for each in (one, other)] == [
        ("full", ANN.person_id, 1),
        ("full", BOB.person_id, 1),
    ]
    assert await stored(arena.db) == results.tally([[one, other]])


async def test_a_match_that_is_not_to_be_rated_has_results_all_the_same(arena: Arena) -> None:
    match = await begin(arena, terms=Terms(rated=False))
    match = await play(arena, match, "1/1", "1/1")
    match = await arena.matches.forfeit(match.id, ANN.person_id)
    rows = await came_of(arena, match)
    assert {(each.counted, each.rated, each.player_id, each.pool_id, each.pool_no) for each in rows} == {
        (True, None, None, None, None)
    }


async def test_each_way_a_match_can_end_is_written(arena: Arena) -> None:
    async def resign(match: Match) -> Match:
        match = await play(arena, match, "1/1", "1/1")
        return await arena.matches.forfeit(match.id, ANN.person_id)

    async def abort(match: Match) -> Match:
        return await arena.requests.abort(match.id, ANN.person_id)

    async def void(match: Match) -> Match:
        return await arena.organiser.void(match.id, DAN.person_id, REASON)

    async def decide(match: Match) -> Match:
        return await arena.organiser.adjudicate(match.id, DAN.person_id, (1, 1), REASON)

    async def agree(match: Match) -> Match:
        match = await play(arena, match, "1/1", "1/1")
        asked = await ask(arena, match, ANN.person_id, "end")
        return (await arena.requests.answer(asked, BOB.person_id, agree=True)).match

    async def set_up(match: Match) -> Match:
        match = await arena.organiser.position(match.id, DAN.person_id, "9+0")
        return await play(arena, match, "3")

    ways: list[tuple[Any, str, str | None, tuple[int, ...]]] = [
        (resign, "forfeit", None, (0, 120)),
        (abort, "void", "aborted", (60, 60)),
        (void, "void", "void", (60, 60)),
        (decide, "adjudicated", None, (60, 60)),
        (agree, "agreed", "undecided", (60, 60)),
        (set_up, "rules", "position", (120, 0)),
    ]
    for way, termination, why, scores in ways:
        match = await way(await begin(arena))
        rows = await came_of(arena, match)
        assert {(each.termination, each.why) for each in rows} == {(termination, why)}
        assert tuple(each.score for each in rows) == scores
        assert all(each.revision == 0 for each in rows)


async def test_partners_and_substitutes(arena: Arena) -> None:
    places = (Place("board", 300), Place("spectators", 301), Place("team:0", 302), Place("team:1", 303))
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=places)
    match = await play(arena, match, "3/3", "1/1")
    match = await arena.substitutes.replace(match.id, 4, EVE, 99)
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
    match = await play_all(arena, match, (ANN, "go/end"), (BOB, "1"), (ANN, "3"))
    match = await arena.substitutes.replace(match.id, 1, CLEO, DAN.person_id)
    match = await play_all(arena, match, (CLEO, "roll"), (CLEO, "stay"), (BOB, "1"), (CLEO, "3"))
    assert match.over
    one, other = await came_of(arena, match)
    assert (one.turns, one.starter_turns, one.finisher_turns, one.score, other.turns) == (4, 2, 2, 120, 2)
    assert (one.rated, one.player_id) == ("hold", ANN.person_id)


async def test_an_answer_in_the_turn_of_another_is_an_own_turn_and_the_turn_around_it_is_one(arena: Arena) -> None:
    """Both pick two cards; then the first player attacks and, once that is answered, ends the turn."""
    match = await begin(arena, game="parlour")
    for _ in range(2):
        for seat, person in ((1, ANN), (2, BOB)):
            match = await arena.matches.play(match.id, person.person_id, str(match.session.state.packs[seat - 1][0]))
    first, second = match.session.state.order
    match = await play(arena, match, f"A {second}", "-", "N", "P")
    match = await arena.matches.forfeit(match.id, match.person_of(first))
    turns = {each.seat: each.turns for each in await came_of(arena, match)}
    assert (turns[first], turns[second]) == (2 + 1, 2 + 2)


async def test_a_player_alone_has_a_result_and_no_score(arena: Arena) -> None:
    match = await begin(arena, ANN, game="mutants", mode="solo")
    match = await arena.matches.forfeit(match.id, ANN.person_id)
    (row,) = await came_of(arena, match)
    assert (row.score, row.rank, row.why, row.gave_up) == (None, 2, "solo", "resigned")
    assert row.category == "boss=wizard;limits=none;ultra=no"
    assert row.points == [0, 42]
    assert row.merit is not None
    assert not any((await stored(arena.db)).values())
    async with arena.db.read() as connection:
        assert await results.best(connection, GUILD, "mutants", "solo", row.category, limit=5) == [row]


async def test_a_result_alone_that_people_decided_is_not_listed(arena: Arena) -> None:
    match = await begin(arena, ANN, game="mutants", mode="solo")
    match = await arena.organiser.adjudicate(match.id, DAN.person_id, (1,), REASON)
    (row,) = await came_of(arena, match)
    assert (row.why, row.rank, row.merit) == ("solo", 1, None)


async def test_what_missed_deadlines_chose_is_nobodys_turn(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    """Ann and Cleo miss the deadline together; what Bob had sealed before is his own."""
    arena = await open_arena(database, clock, poster, games=registry.get)
    match = await seal(arena, await begin_apex(arena, ONE_DAY), BOB)
    await clock.advance(DAY)
    await arena.idle()
    match = await arena.matches.get(match.id)
    assert match.history[-1].kind == "joint"
    await arena.organiser.adjudicate(match.id, DAN.person_id, (1, 2, 3), REASON)
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
    match = await seal(arena, match, BOB)
    assert match.causes == {}
    assert (await now(arena)).causes == {1: "automatic"}
    forced.clear()
    await arena.close()

    arena = await open_arena(database, clock, poster, games=registry.get)
    match = await seal(arena, await now(arena), CLEO)
    assert (match.causes, match.events[-1].kind, match.events[-1].data) == ({}, "joint", {"causes": {"1": "automatic"}})
    await arena.organiser.adjudicate(match.id, DAN.person_id, (1, 2, 3), REASON)
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
    await seal(arena, match, BOB)
    monkeypatch.undo()
    match = await seal(arena, await now(arena), ANN, side="E")
    assert match.causes == {}
    match = await seal(arena, match, CLEO)
    await arena.organiser.adjudicate(match.id, DAN.person_id, (1, 2, 3), REASON)
    assert [each.turns for each in await came_of(arena, match)] == [2, 2, 2]
    await arena.close()


async def test_pauses_are_no_time_to_think(database: Address, clock: ManualClock, poster: NotingPoster) -> None:
    """A pause within a turn, one of which a restart knows nothing but what is stored, and one that the end ends."""
    arena = await open_arena(database, clock, poster)
    match = await begin(arena)
    for seconds in (10, 20):
        await clock.advance(seconds)
        await arena.organiser.pause(match.id, DAN.person_id, REASON)
        await clock.advance(1000)
        await arena.organiser.resume(match.id, DAN.person_id)
    await clock.advance(30)
    match = await play(arena, await now(arena), "1/1")
    await arena.organiser.pause(match.id, DAN.person_id, REASON)
    await clock.advance(1000)
    await arena.close()

    arena = await open_arena(database, clock, poster)
    await arena.organiser.resume(match.id, DAN.person_id)
    await clock.advance(5)
    match = await play(arena, await now(arena), "1/1")
    await arena.organiser.pause(match.id, DAN.person_id, REASON)
    await clock.advance(1000)
    match = await arena.matches.forfeit(match.id, ANN.person_id)
    assert [round((until - since).total_seconds()) for since, until in match.pauses] == [1000] * 4
    assert [(each.thought, each.timed) for each in await came_of(arena, match)] == [(60, 1), (5, 1)]
    async with arena.db.read() as connection:
        read = await matches.load(connection, match.id)
    assert read is not None
    assert read.pauses == match.pauses
    await arena.close()


async def test_a_change_after_the_end_writes_nothing_more(arena: Arena) -> None:
    match = await begin(arena)
    await arena.matches.forfeit(match.id, ANN.person_id)
    before = await came_of(arena, match), await stored(arena.db)
    with pytest.raises(MatchOver):
        await arena.organiser.void(match.id, DAN.person_id, REASON)
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
        *(arena.matches.forfeit(match.id, (ANN, BOB)[number % 2].person_id) for number, match in enumerate(begun))
    )
    rows = [await came_of(arena, match) for match in begun]
    assert await stored(arena.db) == results.tally(rows)
