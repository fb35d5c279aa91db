"""What can happen to a match besides turns: taking back, substitutes, rulings, positions; and what a restart finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import SetupError
from engine.outcome import Termination, draw, ruling
from engine.text import say
from hosting.arena import Arena
from hosting.match import events
from hosting.match.events import Change
from hosting.match.model import Match, MatchOver, MatchPaused, NothingToTakeBack, NotSeated, NotYourTurn, Paused, Person
from store.check import check_database
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, ManualClock, NotingPoster, begin, open_arena
from tests.hosting.toygame import games


async def take_back(arena: Arena, match: Match, to: int, seat: int | None = 1) -> Match:
    earlier = await arena.matches.at(match, to)

    async def decide(now: Match) -> Change:
        return events.undo(now, to, earlier, seat, ANN.person_id, arena.clock.now())

    return await arena.matches.change(match.id, decide)


async def hand_over(arena: Arena, match: Match, seat: int, person: Person) -> Match:
    async def decide(now: Match) -> Change:
        return events.substitute(now, seat, person, DAN.person_id, arena.clock.now())

    return await arena.matches.change(match.id, decide)


async def whole(database: Address) -> None:
    """The store agrees with itself."""
    report = await check_database(database, games)
    assert report.problems == ()


async def test_taking_back_leads_to_what_was_before(arena: Arena, database: Address, poster: NotingPoster) -> None:
    match = await begin(arena)
    match = await arena.matches.play(match.id, ANN.person_id, "3/3")
    match = await arena.matches.play(match.id, BOB.person_id, "1/1")
    match = await take_back(arena, match, 0)
    assert (match.seq, match.history, match.session.view(None)) == (3, (), (0, 0))
    match = await arena.matches.play(match.id, ANN.person_id, "1/2")
    assert [passed.seq for passed in match.history] == [4]
    match = await arena.matches.play(match.id, BOB.person_id, "2/2")
    match = await take_back(arena, match, 4)
    assert match.session.view(None) == (3, 0)
    assert match.to_act == (BOB.person_id,)
    await arena.idle()
    assert [seq for _, kind, seq in poster.shown if kind == "board"] == [0, 1, 2, 3, 4, 5, 6]
    assert [("note" in post.payload) for post in poster.posts if post.kind == "board"] == [
        False, False, False, True, False, False, True,
    ]  # fmt: skip
    await whole(database)


async def test_a_restart_finds_what_was_taken_back(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await begin(arena)
    for person, text in ((ANN, "3/3"), (BOB, "1/1"), (ANN, "1/1")):
        match = await arena.matches.play(match.id, person.person_id, text)
    match = await take_back(arena, match, 1)
    match = await hand_over(arena, match, 2, CLEO)
    await arena.close()
    again = await open_arena(database, clock, None)
    found = await again.matches.get(match.id)
    await again.close()
    assert found == match
    assert found.to_act == (CLEO.person_id,)


@pytest.mark.parametrize("to", [2, 3, 9])
async def test_only_events_that_counted_can_be_gone_back_to(arena: Arena, to: int) -> None:
    """2 is what the match stands at, 3 was taken back, 9 never was."""
    match = await begin(arena)
    for person in (ANN, BOB, ANN):
        match = await arena.matches.play(match.id, person.person_id, "1/1")
    match = await take_back(arena, match, 2)
    assert [passed.seq for passed in match.history] == [1, 2]

    async def decide(now: Match) -> Change:
        return events.undo(now, to, now.session, 1, ANN.person_id, arena.clock.now())

    with pytest.raises(NothingToTakeBack):
        await arena.matches.change(match.id, decide)
    assert await arena.matches.get(match.id) == match


async def test_nothing_is_taken_back_past_a_barrier(arena: Arena) -> None:
    match = await begin(arena, game="duel")
    match = await arena.matches.play(match.id, ANN.person_id, "roll")
    match = await arena.matches.play(match.id, ANN.person_id, "end")
    match = await take_back(arena, match, 1)
    assert match.seq == 3
    with pytest.raises(NothingToTakeBack) as caught:
        await take_back(arena, match, 0)
    assert caught.value.code == "undo-barrier"


async def test_a_substitute_plays_on_and_the_record_says_so(arena: Arena, database: Address) -> None:
    match = await begin(arena)
    for person in (ANN, BOB):
        match = await arena.matches.play(match.id, person.person_id, "1/1")
    match = await hand_over(arena, match, 1, CLEO)
    with pytest.raises(NotSeated):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    match = await arena.matches.play(match.id, CLEO.person_id, "2/2")
    assert [passed.person_id for passed in match.history] == [ANN.person_id, BOB.person_id, CLEO.person_id]
    assert '[Substitutes "seat 1: Ann up to turn 2"]' in await arena.matches.record(match.id, None)
    assert [each.id for each in await arena.matches.of_person(CLEO.person_id)] == [match.id]
    assert await arena.matches.of_person(ANN.person_id) == []
    await whole(database)


async def test_nobody_sits_twice(arena: Arena) -> None:
    match = await begin(arena)
    for seat, person in ((1, BOB), (1, ANN), (3, CLEO)):
        with pytest.raises(NotSeated):
            await hand_over(arena, match, seat, person)


async def test_a_ruling_ends_a_match(arena: Arena, database: Address, poster: NotingPoster) -> None:
    match = await begin(arena)

    async def agreed(now: Match) -> Change:
        return events.rule(now, draw(2), ANN.person_id, arena.clock.now())

    match = await arena.matches.change(match.id, agreed)
    assert match.over
    assert match.session.outcome is not None
    assert match.session.outcome.termination is Termination.AGREED
    with pytest.raises(MatchOver):
        await arena.matches.change(match.id, agreed)
    assert await arena.matches.running_in(match.channel_id) is None
    assert '[Termination "agreed"]' in await arena.matches.record(match.id, None)
    await arena.idle()
    assert poster.shown[-1][1:] == ("ended", 1)
    await whole(database)


async def test_an_adjudicated_match_has_the_ranks_it_was_given(arena: Arena, database: Address) -> None:
    match = await begin(arena)

    async def decide(now: Match) -> Change:
        outcome = ruling(Termination.ADJUDICATED, (2, 1), say("Bob was about to win."))
        return events.rule(now, outcome, DAN.person_id, arena.clock.now(), "organiser")

    match = await arena.matches.change(match.id, decide)
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (2,)
    await whole(database)


async def test_a_position_starts_anew(arena: Arena, database: Address) -> None:
    match = await begin(arena)
    match = await arena.matches.play(match.id, ANN.person_id, "3/3")

    async def decide(now: Match) -> Change:
        return events.position(now, "5+6", DAN.person_id, arena.clock.now())

    match = await arena.matches.change(match.id, decide)
    assert match.session.view(None) == (5, 6)
    match = await arena.matches.play(match.id, ANN.person_id, "1/1")
    assert match.session.view(None) == (7, 6)
    assert (await arena.matches.at(match, 1)).view(None) == (6, 0)
    assert '[Position "5+6"]' in await arena.matches.record(match.id, None)
    match = await take_back(arena, match, 2)
    assert match.session.view(None) == (5, 6)
    for to in (0, 1):
        with pytest.raises(NothingToTakeBack):
            await take_back(arena, match, to)
    await whole(database)


@pytest.mark.parametrize("line", ["", "1", "12+0"])
async def test_a_position_must_be_one_that_goes_on(arena: Arena, line: str) -> None:
    match = await begin(arena)

    async def decide(now: Match) -> Change:
        return events.position(now, line or "nonsense", DAN.person_id, arena.clock.now())

    with pytest.raises(SetupError):
        await arena.matches.change(match.id, decide)


async def test_a_table_may_start_from_a_position(arena: Arena) -> None:
    table = await arena.tables.open(1, 200, ANN, "tally", "2", where="here", opponents=[BOB], position="4+0")
    assert (await arena.tables.get(table.id)).position == "4+0"
    with pytest.raises(SetupError):
        await arena.tables.open(1, 200, ANN, "tally", "2", where="here", position="4")
    with pytest.raises(SetupError, match="The game is over in this position"):
        await arena.tables.open(1, 200, ANN, "tally", "2", where="here", position="12+0")
    with pytest.raises(SetupError):
        await arena.tables.open(1, 200, ANN, "duel", "2", where="here", position="4")


async def test_a_paused_match_stands_still(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await begin(arena)
    paused = Paused(DAN.person_id, "organiser", say("The server moves house."), clock.now())

    async def stop(now: Match) -> Change:
        return Change(replace(now, paused=paused), clock.now())

    match = await arena.matches.change(match.id, stop)
    with pytest.raises(MatchPaused):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    await arena.close()
    again = await open_arena(database, clock, None)
    assert (await again.matches.get(match.id)).paused == paused

    async def go_on(now: Match) -> Change:
        return Change(replace(now, paused=None), clock.now())

    await again.matches.change(match.id, go_on)
    with pytest.raises(NotYourTurn):
        await again.matches.play(match.id, BOB.person_id, "1/1")
    await again.matches.play(match.id, ANN.person_id, "1/1")
    await again.close()


async def test_who_writes_along_is_told_of_everything_and_can_undo_it(arena: Arena) -> None:
    told: list[tuple[int | None, int]] = []

    async def writer(_connection: AsyncConnection, before: Match | None, after: Match) -> Match:
        told.append((None if before is None else before.seq, after.seq))
        if after.seq == 2:
            raise RuntimeError("no")
        return after

    kept = arena.matches.pipeline
    arena.matches.pipeline = replace(kept, writers=kept.writers._replace(watches=writer))
    match = await begin(arena)
    match = await arena.matches.play(match.id, ANN.person_id, "1/1")
    with pytest.raises(RuntimeError, match="no"):
        await arena.matches.play(match.id, BOB.person_id, "1/1")
    assert told == [(None, 0), (0, 1), (1, 2)]
    assert await arena.matches.get(match.id) == match


async def test_nothing_happens_any_more_to_a_match_that_is_over(arena: Arena) -> None:
    over = await arena.matches.forfeit((await begin(arena)).id, ANN.person_id)
    now = arena.clock.now()
    with pytest.raises(MatchOver):
        events.undo(over, 0, over.session, 1, ANN.person_id, now)
    with pytest.raises(MatchOver):
        events.substitute(over, 1, CLEO, DAN.person_id, now)
    with pytest.raises(MatchOver):
        events.position(over, "", DAN.person_id, now)
