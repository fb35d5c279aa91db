"""Time in turns that others are asked in: whose clock runs, who earns what, and what a missed deadline plays."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from engine.text import Text, say
from hosting.arena import Arena
from hosting.clock import match_clock
from hosting.consent.agreements import way_back
from hosting.match.events import Undone, undone
from hosting.match.model import Match, load_text
from store.db.addresses import Address
from tests.engine.toys import Duel, DuelState
from tests.hosting.conftest import ANN, BOB, CLEO, ManualClock, NotingPoster, ask, open_arena
from tests.hosting.timed import A_DAY, DAY, DAY_S, FISCHER, HOUR, HOUR_S, START, advance, begin, due, now

PEOPLE = {1: ANN, 2: BOB}


def left(match: Match, seat: int) -> timedelta:
    assert match.clock is not None
    return match.clock.seat(seat).left


async def drafted(arena: Arena, **terms: Any) -> tuple[int, int]:
    """Begin a match and have both pick at once; return who begins, and the other one."""
    await begin(arena, game="parlour", **terms)
    for _ in (1, 2):
        for seat, person in PEOPLE.items():
            await arena.matches.play(1, person.person_id, str((await now(arena)).session.state.packs[seat - 1][0]))
    await arena.idle()
    first, second = (await now(arena)).session.state.order
    return first, second


def _notes(poster: NotingPoster) -> list[str]:
    """Return what was said above boards that no turn led to."""
    return [
        str(load_text(post.payload["note"])) for post in poster.posts if post.kind == "board" and "note" in post.payload
    ]


async def play(arena: Arena, seat: int, text: str) -> Match:
    return await arena.matches.play(1, PEOPLE[seat].person_id, text)


async def test_only_the_clock_of_who_is_asked_runs(arena: Arena, clock: ManualClock) -> None:
    first, second = await drafted(arena)
    assert due(await now(arena), second) is None
    await advance(arena, clock, HOUR_S)
    match = await play(arena, first, f"A {second}")
    assert due(match, first) is None
    assert due(match, second) is not None
    await advance(arena, clock, 5 * HOUR_S)
    match = await play(arena, second, "-")
    assert due(match, second) is None
    assert left(match, first) == DAY - HOUR
    assert due(match, first) == clock.now() + DAY - HOUR


async def test_a_turn_of_some_hours_is_no_shorter_for_an_answer_before_it(arena: Arena, clock: ManualClock) -> None:
    first, second = await drafted(arena, clock=A_DAY)
    await play(arena, first, f"A {second}")
    await advance(arena, clock, 20 * HOUR_S)
    await play(arena, second, "-")
    match = await play(arena, first, "N")
    assert due(match, second) == clock.now() + DAY
    assert left(match, first) == DAY


async def test_the_increment_goes_to_the_owner_once_when_the_turn_ends(arena: Arena, clock: ManualClock) -> None:
    first, second = await drafted(arena, clock=FISCHER)
    before = await now(arena)
    await advance(arena, clock, 2 * HOUR_S)
    match = await play(arena, first, f"A {second}")
    assert left(match, first) == left(before, first) - 2 * HOUR
    await advance(arena, clock, HOUR_S)
    match = await play(arena, second, "-")
    assert left(match, second) == left(before, second) - HOUR
    await advance(arena, clock, HOUR_S)
    match = await play(arena, first, "N")
    assert left(match, first) == min(left(before, first) - 3 * HOUR + FISCHER.gain, FISCHER.cap)
    assert left(match, second) == left(before, second) - HOUR


def test_an_owner_whose_turn_ends_with_an_answer_has_earned_it() -> None:
    before = match_clock.begin(FISCHER, 2, {1}, START, {})
    asked = match_clock.moved(before, FISCHER, {1}, {2}, START + HOUR, {}, owner=1, answers=True)
    after = match_clock.moved(asked, FISCHER, {2}, {2}, START + 3 * HOUR, {}, turned=True, owner=1, answers=True)
    assert after.seat(1).left == min(FISCHER.first - HOUR + FISCHER.gain, FISCHER.cap)
    assert after.seat(2).left == FISCHER.first - 2 * HOUR
    gone = match_clock.moved(
        asked, FISCHER, {2}, {2}, START + 3 * HOUR, {}, turned=True, out={1}, owner=1, answers=True
    )
    assert gone.seat(1).left == FISCHER.first - HOUR


async def test_taking_back_an_answer_gives_nobody_time(arena: Arena, clock: ManualClock) -> None:
    first, second = await drafted(arena, clock=FISCHER)
    start = await now(arena)
    await advance(arena, clock, HOUR_S)
    await play(arena, first, f"A {second}")
    await advance(arena, clock, HOUR_S)
    match = await play(arena, second, "-")
    way = way_back(match, second)
    assert (way.undone, way.free) == (Undone(1, inside=True), False)
    request = await ask(arena, match, PEOPLE[second].person_id, "undo")
    await arena.requests.answer(request, PEOPLE[first].person_id, agree=True)
    match = await now(arena)
    assert match.session.to_act == {second}
    assert left(match, first) == left(start, first) - HOUR
    assert left(match, second) == left(start, second) - HOUR


async def test_the_owner_takes_back_to_before_their_decision(arena: Arena, poster: NotingPoster) -> None:
    first, second = await drafted(arena)
    start = await now(arena)
    await play(arena, first, f"A {second}")
    match = await play(arena, second, "-")
    request = await ask(arena, match, PEOPLE[first].person_id, "undo")
    assert (await arena.requests.get(request)).detail["turns"] == 1, "an answer is no turn of its own"
    await arena.requests.answer(request, PEOPLE[second].person_id, agree=True)
    match = await now(arena)
    assert (match.session.to_act, match.session.state) == (frozenset({first}), start.session.state)
    await arena.idle()
    assert _notes(poster) == [f"**Player {first}** took back a turn; the match goes on from here."]


async def test_what_is_taken_back_inside_a_turn_is_called_a_decision(arena: Arena, poster: NotingPoster) -> None:
    first, second = await drafted(arena)
    await play(arena, first, f"A {second}")
    match = await play(arena, second, "-")
    request = await ask(arena, match, PEOPLE[second].person_id, "undo")
    await arena.requests.answer(request, PEOPLE[first].person_id, agree=True)
    match = await play(arena, second, "-")
    await arena.organiser.back(match.id, CLEO.person_id, match.history[-2].seq, match.seq)
    await arena.idle()
    assert _notes(poster) == [
        f"**Player {second}** took the match back to before their last decision; it goes on from there.",
        "An organiser took the match back to an earlier decision; it goes on from there.",
    ]
    told = [line.detail for line in await arena.audit.of_match(1)]
    assert [(each["turns"], each["inside"]) for each in told] == [(1, True)] * 3


async def test_a_turn_with_an_answer_and_the_next_are_two(arena: Arena) -> None:
    first, second = await drafted(arena)
    start = await now(arena)
    await play(arena, first, f"A {second}")
    await play(arena, second, "-")
    await play(arena, first, "N")
    await play(arena, second, f"A {first}")
    match = await play(arena, first, "-")
    assert undone(match, start.seq) == Undone(2)
    assert undone(match, start.seq + 1) == Undone(2, inside=True)
    assert undone(match, start.seq + 3) == Undone(1)
    assert undone(match, match.seq) == Undone(0)
    assert undone(match, 0) == Undone(4), "what all choose at once is a turn"


async def test_a_missed_answer_is_played_by_the_rules_and_a_missed_turn_by_the_terms(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    first, second = await drafted(arena, timeout="notice")
    await play(arena, first, f"A {second}")
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert match.session.entries[-1].text == "-"
    assert match.session.to_act == {first}
    assert [line.detail["did"] for line in await arena.audit.of_match(1)] == ["default"]
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert (match.session.entries[-1].text, match.session.to_act) == ("N", frozenset({second}))
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert match.session.to_act == {second}
    assert [line.detail["did"] for line in await arena.audit.of_match(1)] == ["default", "default", "notice"]
    texts = [str(post.payload.get("text", {})) for post in poster.posts if post.kind == "nudge"]
    assert sum("what the rules say was played" in text for text in texts) == 2


async def test_that_a_private_choice_was_a_default_its_player_alone_is_told(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await begin(arena, game="parlour")
    await arena.matches.play(1, ANN.person_id, str((await now(arena)).session.state.packs[0][1]))
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert match.session.state.turn == 2
    told = [(post.kind, post.channel_id) for post in poster.posts if "didn't decide" in str(post.payload)]
    assert told == [("private", BOB.person_id)]
    assert [line.detail.get("veiled") for line in await arena.audit.of_match(1)] == [True]
    await advance(arena, clock, DAY_S)
    told = [(post.kind, post.channel_id) for post in poster.posts if "didn't decide" in str(post.payload)]
    assert sorted(told) == sorted([("private", BOB.person_id)] * 2 + [("private", ANN.person_id)])


class Veiled(Duel):
    """A duel in which nobody but its player reads how a turn begins."""

    info = replace(Duel.info, key="veiled", defaults="all")

    def veil(self, state: DuelState, seat: int, move: str) -> Text | None:
        return say("does something") if move == "go" else None

    def default(self, state: DuelState, seat: int) -> str | None:
        return next(iter(self.legal(state, seat)), None)


async def test_of_a_turn_with_a_private_part_its_player_alone_is_told_that_it_was_a_default(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    game = Veiled()
    arena = await open_arena(database, clock, poster, games=lambda _key: game)
    await begin(arena, game="veiled")
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert [(entry.text, entry.veil is None) for entry in match.session.entries] == [("go", False), ("end", True)]
    told = [(post.kind, post.channel_id) for post in poster.posts if "didn't decide" in str(post.payload)]
    assert told == [("private", ANN.person_id)]
    assert [line.detail.get("veiled") for line in await arena.audit.of_match(1)] == [True]
    await arena.close()


class OneDefault(Duel):
    """A duel in which the rules choose for one of two who choose at once."""

    info = replace(Duel.info, key="one-default", defaults="some")

    def default(self, state: DuelState, seat: int) -> str | None:
        return "2" if seat == 1 and seat in self.to_act(state) and state.round % 2 else None


async def test_that_one_of_several_choices_was_a_default_is_not_told_while_others_choose(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    game = OneDefault()
    arena = await open_arena(database, clock, poster, games=lambda _key: game)
    await begin(arena, game="one-default", timeout="notice")
    await arena.matches.play(1, ANN.person_id, "go/end")
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert [(seat, text) for seat, text, _ in match.session.sealed] == [(1, "2")]
    told = [(post.kind, post.channel_id) for post in poster.posts if "didn't decide" in str(post.payload)]
    assert told == [("private", ANN.person_id)]
    await arena.close()
