"""Puzzles: each can be solved, each solution counts once, and the puzzle of the day is announced once in each place."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime

import pytest

from computer import puzzles
from computer.prover import Prover
from computer.puzzles import Puzzle, of_day
from engine.text import say
from engine.turn import parse_turn
from hosting.arena import Arena
from hosting.match.model import Post
from hosting.outbox import PuzzlePost, Undeliverable
from hosting.puzzles import RESERVED, Counted, Standing, day_of, midnight, standing_of
from store.db.addresses import Address
from store.tables import people
from store.tables.people import PuzzleResult
from tests.databases import NEEDS_POSTGRESQL
from tests.hosting.conftest import (
    ANN,
    BOB,
    EVE,
    GUILD,
    Cluster,
    ManualClock,
    NotingPoster,
    call,
    open_arena,
)
from tests.hosting.killed_outage import kill
from tests.hosting.timed import DAY_S, HOUR_S
from tests.volume import THOROUGH

FIRST = day_of(datetime(2026, 1, 1, tzinfo=UTC))
"""The day on which the clock of these tests begins."""
LOUNGE, HALL = 900, 901


def shipped() -> list[Puzzle]:
    return [each for game in puzzles.GAMES for each in puzzles.shipped(game)]


async def test_every_solution_is_accepted_and_leads_to_the_end(arena: Arena) -> None:
    for puzzle in shipped():
        state = puzzles.solved(puzzle)
        for played in range(puzzle.turns):
            verdict = await arena.puzzles.judge(puzzle, state[2 * played + 1], played)
            assert verdict.right, puzzle
            assert verdict.over == (played == puzzle.turns - 1), puzzle
            if not verdict.over:
                assert verdict.reply == puzzle.solution[2 * played + 1], puzzle


async def test_other_third_actions_that_win_are_accepted_and_answered(arena: Arena) -> None:
    found = [each for each in puzzles.shipped("replicants") if each.also]
    assert found
    for puzzle in found if THOROUGH else found[::8]:
        game, state = puzzles.start(puzzle)
        first = puzzle.solution[0].rsplit("/", 1)[0]
        for third in (puzzle.also[0], puzzle.also[-1]):
            after = parse_turn(game, state, puzzle.seat, f"{first}/{third}").state
            verdict = await arena.puzzles.judge(puzzle, after, 0)
            assert verdict.right, puzzle
            replied = parse_turn(game, after, 3 - puzzle.seat, verdict.reply)
            assert replied.over, puzzle
            assert game.outcome(replied.state) is None, puzzle


@pytest.mark.parametrize("turns", puzzles.TURNS)
@pytest.mark.parametrize("game", puzzles.GAMES)
async def test_a_wrong_turn_is_refused_with_a_reply_after_which_there_is_no_win(
    arena: Arena, game: str, turns: int
) -> None:
    found = [each for each in puzzles.shipped(game) if each.turns == turns]
    for puzzle in found if THOROUGH else found[:: 6 * turns * turns]:
        rules, state = puzzles.start(puzzle)
        right = puzzle.solution[0].split("/")
        texts = (text for text, _ in puzzles.turns_of(rules, state))
        wrong = next(text for text in texts if text.split("/")[: len(right[:2])] != right[:2])
        after = parse_turn(rules, state, puzzle.seat, wrong).state
        verdict = await arena.puzzles.judge(puzzle, after, 0)
        assert not verdict.right, puzzle
        assert not verdict.idea, puzzle
        if turns == 1:
            assert not verdict.reply
            continue
        replied = parse_turn(rules, after, 3 - puzzle.seat, verdict.reply).state
        if rules.outcome(replied) is None:
            prover = Prover(rules, puzzle.seat)
            assert puzzles.ideas(prover, replied, turns - 1, most=1) == [], puzzle


async def test_a_right_second_action_with_a_wrong_third_one_is_told_apart(arena: Arena) -> None:
    found = [each for each in puzzles.shipped("replicants") if each.turns == 2 and each.whole]
    puzzle = found[0]
    game, state = puzzles.start(puzzle)
    *first, third = puzzle.solution[0].split("/")
    after = parse_turn(game, state, puzzle.seat, "/".join(first)).state
    others = [game.format(after, puzzle.seat, move) for move in game.legal(after, puzzle.seat)]
    wrong = next(each for each in others if each != third)
    verdict = await arena.puzzles.judge(
        puzzle, parse_turn(game, state, puzzle.seat, "/".join((*first, wrong))).state, 0
    )
    assert (verdict.right, verdict.idea) == (False, True)
    assert verdict.reply


def test_a_hint_never_gives_the_whole_solution() -> None:
    for puzzle in shipped():
        game, state = puzzles.start(puzzle)
        here = puzzles.choice(state)
        fact, value = puzzles.hint(puzzle)
        if fact == "end":
            assert value == puzzle.end  # of no action
            continue
        known = [puzzles.kind_of(game, here, move) for move in game.legal(here, puzzle.seat)]
        alike = [kind for kind, piece in known if value == (piece if fact == "piece" else kind)]
        assert len(alike) > 1, puzzle


# What counts.


async def test_a_solution_counts_once_whatever_is_pressed_at_once(arena: Arena) -> None:
    puzzle, other = of_day(FIRST), of_day(FIRST + 40)
    counted = await asyncio.gather(*(arena.puzzles.solve(ANN.person_id, puzzle, FIRST) for _ in range(4)))
    assert sorted(each.name for each in counted) == ["AGAIN", "AGAIN", "AGAIN", "NEW"]
    assert await arena.puzzles.standing(ANN.person_id) == Standing(1, 1, 1)
    assert await arena.puzzles.solvers(FIRST) == 1
    assert await arena.puzzles.solve(ANN.person_id, puzzle) is Counted.AGAIN
    assert await arena.puzzles.solve(ANN.person_id, other) is Counted.NEW
    assert await arena.puzzles.solve(BOB.person_id, puzzle, FIRST) is Counted.NEW
    assert await arena.puzzles.standing(ANN.person_id) == Standing(2, 1, 1)
    assert await arena.puzzles.solvers(FIRST) == 2


async def test_who_has_seen_the_solution_has_not_solved_it(arena: Arena) -> None:
    puzzle, service = of_day(FIRST), arena.puzzles
    assert await service.result(ANN.person_id, puzzle) is None
    shown = await asyncio.gather(service.show(ANN.person_id, puzzle, FIRST), service.show(ANN.person_id, puzzle, FIRST))
    assert set(shown) == {Counted.SHOWN}
    for day in (FIRST, 0, FIRST - 1):
        assert await service.solve(ANN.person_id, puzzle, day) is Counted.SHOWN
    assert await service.result(ANN.person_id, puzzle, FIRST) is False
    assert await service.standing(ANN.person_id) == Standing()
    # Who has solved it may look at the solution.
    assert await service.solve(BOB.person_id, puzzle, FIRST) is Counted.NEW
    assert await service.show(BOB.person_id, puzzle, FIRST) is Counted.AGAIN
    assert await service.result(BOB.person_id, puzzle, FIRST) is True
    assert await service.standing(BOB.person_id) == Standing(1, 1, 1)


async def test_a_puzzle_of_the_day_counts_for_its_day_while_it_lasts(arena: Arena, clock: ManualClock) -> None:
    service, puzzle = arena.puzzles, of_day(FIRST)
    assert await service.show(ANN.person_id, puzzle) is Counted.SHOWN  # long ago
    await clock.advance(DAY_S - 1)
    assert service.today == FIRST
    assert await service.solve(ANN.person_id, puzzle, FIRST) is Counted.NEW
    await clock.advance(1)
    assert service.today == FIRST + 1
    assert await service.solve(BOB.person_id, puzzle, FIRST) is Counted.NEW
    assert [await service.solvers(day) for day in (FIRST, FIRST + 1, 0)] == [1, 0, 0]
    assert await service.standing(BOB.person_id) == Standing(1, 0, 0)


async def test_no_other_puzzle_counts_as_that_of_the_day(arena: Arena) -> None:
    assert of_day(FIRST) != of_day(FIRST + 1)
    assert await arena.puzzles.solve(ANN.person_id, of_day(FIRST + 1), FIRST) is Counted.NEW
    assert await arena.puzzles.standing(ANN.person_id) == Standing(1, 0, 0)
    assert [arena.puzzles.day_for(of_day(FIRST), day) for day in (FIRST, FIRST + 1, 0, 9_999_999)] == [FIRST, 0, 0, 0]


async def test_a_deleted_person_solves_nothing_more(arena: Arena) -> None:
    await arena.puzzles.solve(ANN.person_id, of_day(FIRST), FIRST)
    await arena.deletions.delete(ANN.person_id)
    assert await arena.puzzles.standing(ANN.person_id) == Standing()
    assert await arena.puzzles.solvers(FIRST) == 0
    await arena.puzzles.solve(ANN.person_id, shipped()[1], FIRST)
    async with arena.db.read() as connection:
        assert await people.puzzle_results_of(connection, ANN.person_id) == []


@pytest.mark.parametrize(
    ("days", "today", "expected"),
    [
        ((), 10, (0, 0)),
        ((10,), 10, (1, 1)),
        ((9,), 10, (1, 1)),
        ((8,), 10, (0, 1)),
        ((7, 8, 9, 10), 10, (4, 4)),
        ((1, 2, 3, 5, 6, 9), 10, (1, 3)),
        ((1, 2, 3, 5, 6, 9, 10), 10, (2, 3)),
    ],
)
def test_days_in_a_row(days: tuple[int, ...], today: int, expected: tuple[int, int]) -> None:
    found = [PuzzleResult(f"{day:08x}", day, solved=True) for day in days]
    missed = [PuzzleResult("x", 4, solved=False), PuzzleResult("y", 0, solved=False), PuzzleResult("z", 0, solved=True)]
    standing = standing_of([*found, *missed], today)
    assert (standing.streak, standing.best) == expected
    assert standing.solved == len(days) + 1


# Which puzzle one is given.


def test_every_day_has_a_puzzle_and_none_comes_again_for_long() -> None:
    assert midnight(FIRST) == datetime(2026, 1, 1, tzinfo=UTC)
    weeks, every = 50, 7
    days = list(range(FIRST, FIRST + weeks * every))
    assert len({of_day(day).key for day in days}) == len(days)
    assert {of_day(day).game for day in days[:every]} == set(puzzles.GAMES)


def test_puzzles_of_the_day_get_harder_from_monday_to_sunday() -> None:
    monday = date(2026, 1, 5).toordinal()
    for first in (monday, monday + 700):
        week = [of_day(day) for day in range(first, first + 7)]
        assert [each.strength for each in week] == [1, 1, 2, 2, 2, 3, 3]
        assert [each.turns for each in week[-2:]] == [2, 3]
    # Those of a kind come one after the other until all have been.
    for weekdays, kind in (({1, 2}, {(1, 1)}), ({3, 4, 5}, {(2, 1), (2, 2)}), ({6}, {(3, 2)}), ({0}, {(3, 3)})):
        count = sum((each.strength, each.turns) in kind for each in shipped())
        days = [day for day in range(monday, monday + 7 * count) if day % 7 in weekdays]
        assert len({of_day(day).key for day in days[:count]}) == count


async def test_the_next_one_is_one_that_is_not_done_and_of_no_day_to_come(arena: Arena) -> None:
    service, me = arena.puzzles, ANN.person_id
    reserved = {of_day(day).key for day in range(FIRST, FIRST + RESERVED)}
    given: list[str] = []
    count = sum(each.strength == 2 and each.key not in reserved for each in puzzles.shipped("replica"))
    for _ in range(count):
        puzzle = await service.next(me, "replica", 2)
        assert puzzle == await service.next(me, "replica", 2)
        assert (puzzle.game, puzzle.strength) == ("replica", 2)
        assert puzzle.key not in (*given, *reserved)
        given.append(puzzle.key)
        await service.solve(me, puzzle)
    assert (await service.next(me, "replica", 2)).key == given[0]
    assert (await service.next(me, "replica", 2, given[0])).key == given[1]
    assert (await service.next(me, strength=3)).strength == 3
    assert {(await service.next(each, game)).strength for each in range(1, 9) for game in puzzles.GAMES} == {1}
    assert (await service.next(BOB.person_id, "replica", 2)).key != given[0]


async def test_another_one_is_the_next_in_order(arena: Arena) -> None:
    one = await arena.puzzles.next(ANN.person_id, "replicants", 3)
    seen = [one]
    while (other := await arena.puzzles.next(ANN.person_id, "replicants", 3, seen[-1].key)) != one:
        seen.append(other)
    assert len({each.key for each in seen}) == len(seen) > 2


# The puzzle of the day in channels.


async def follow(arena: Arena, channel_id: int = LOUNGE, *, guild_id: int = GUILD) -> None:
    await arena.watches.follow(guild_id, channel_id, "puzzle", guild_id, quiet=False, person_id=EVE.person_id)
    await arena.idle()


def announced(poster: NotingPoster, channel_id: int = LOUNGE) -> list[int]:
    """Return the days whose puzzles were posted in a channel, from the first one of these tests."""
    found = [PuzzlePost.load(each.payload) for each in poster.posts if each.channel_id == channel_id]
    return [each.day - FIRST for each in found]


async def pass_days(arena: Arena, clock: ManualClock, count: int = 1) -> None:
    for _ in range(count):
        await clock.advance(DAY_S)
        await arena.idle()


async def test_it_is_announced_at_once_and_then_at_midnight(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await clock.advance(20 * HOUR_S)
    await follow(arena)
    await follow(arena, HALL)
    assert announced(poster) == announced(poster, HALL) == [0]
    await clock.advance(4 * HOUR_S - 1)
    await arena.idle()
    assert announced(poster) == [0]
    await clock.advance(1)
    await arena.idle()
    await pass_days(arena, clock, 2)
    assert announced(poster) == announced(poster, HALL) == [0, 1, 2, 3]
    assert {each.subject.kind for each in poster.posts} == {"puzzle"}


async def test_a_channel_gets_it_once_however_often_it_is_told_to(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await asyncio.gather(*(follow(arena) for _ in range(3)))
    await arena.watches.leave(GUILD, LOUNGE)
    await follow(arena)
    await arena.puzzles.due(str(GUILD), None)
    await arena.idle()
    assert announced(poster) == [0]
    await pass_days(arena, clock)
    await arena.puzzles.due(str(GUILD), None)
    await arena.idle()
    assert announced(poster) == [0, 1]


async def test_without_a_channel_for_it_the_appointment_ends(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await follow(arena)
    await arena.watches.leave(GUILD, LOUNGE)
    assert await arena.schedule.due_at("puzzle", str(GUILD)) == midnight(FIRST + 1)
    await pass_days(arena, clock)
    assert await arena.schedule.due_at("puzzle", str(GUILD)) is None
    assert announced(poster) == [0]


async def test_after_days_away_only_the_present_one_is_announced(database: Address, clock: ManualClock) -> None:
    poster = NotingPoster()
    arena = await open_arena(database, clock, poster)
    await follow(arena)
    await arena.close()
    await clock.advance(4 * DAY_S + HOUR_S)
    arena = await open_arena(database, clock, poster)
    await arena.idle()
    assert announced(poster) == [0, 4]
    await pass_days(arena, clock)
    assert announced(poster) == [0, 4, 5]
    await arena.close()


@pytest.mark.parametrize("moment", ["written", "posted"])
async def test_a_process_that_dies_while_it_announces_does_so_once(
    database: Address, clock: ManualClock, moment: str
) -> None:
    """It is killed before the post went out, or after it did and before that was noted."""
    poster, dead = NotingPoster(), NotingPoster()
    arena = await open_arena(database, clock, poster)
    await follow(arena)
    arena.outbox.set_poster(dead)
    reached, never = asyncio.Event(), asyncio.Event()

    async def dies(post: Post) -> None:
        if moment == "posted":
            poster.posts.append(post)
        reached.set()
        await never.wait()

    dead.trouble = dies
    await clock.advance(DAY_S)
    await reached.wait()
    await kill(arena)
    again = await open_arena(database, clock, poster)
    await again.idle()
    # It may have been posted before: the poster looks for it first, and finds it.
    assert announced(poster) == ([0, 1, 1] if moment == "posted" else [0, 1])
    assert [each.attempts for each in poster.posts[-1:]] == [1]
    await pass_days(again, clock)
    assert announced(poster)[-1] == 2
    await again.close()


async def test_a_channel_that_cannot_be_posted_in_does_not_keep_others_from_it(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    async def refused(post: Post) -> None:
        if post.channel_id == LOUNGE:
            raise Undeliverable(say("gone"), "gone")

    poster.trouble = refused
    await follow(arena)
    await follow(arena, HALL)
    await pass_days(arena, clock)
    assert (announced(poster), announced(poster, HALL)) == ([], [0, 1])


@NEEDS_POSTGRESQL
async def test_each_process_announces_in_its_own_servers_once(cluster: Cluster, clock: ManualClock) -> None:
    arenas = await cluster.all()
    posters = [NotingPoster() for _ in arenas]
    for number, (arena, poster) in enumerate(zip(arenas, posters, strict=True)):
        arena.outbox.set_poster(poster)
        await call(arena, EVE, guild_id=cluster.server(number))
        await follow(arena, LOUNGE + number, guild_id=cluster.server(number))
    await cluster.idle()
    await clock.advance(DAY_S)
    await cluster.idle()
    for number, poster in enumerate(posters):
        assert [each.channel_id for each in poster.posts] == [LOUNGE + number] * 2
        assert announced(poster, LOUNGE + number) == [0, 1]
