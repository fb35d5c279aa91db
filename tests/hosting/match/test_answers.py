"""Conditional turns: what can be planned, what follows at once, what breaks a plan, and what a restart finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.text import say
from hosting.arena import Arena
from hosting.errors import HostingError
from hosting.match import events
from hosting.match.answers import (
    LONGEST_LINE,
    MOST_TURNS,
    Branch,
    dump,
    followed,
    hypothetical,
    lines,
    load,
    with_line,
    without_line,
)
from hosting.match.events import Change
from hosting.match.model import Match, MatchOver, NotSeated, Place
from hosting.match.service import Matches
from store.check import check_database
from store.db.addresses import Address
from store.tables import choices
from store.tables.matches import load as matches_load
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, ManualClock, NotingPoster, ask, begin, open_arena
from tests.hosting.toygame import games
from tests.refusals import refusal


async def planned(arena: Arena) -> Match:
    """Ann has played; Bob is next, and Ann has planned what she answers."""
    match = await begin(arena)
    match = await arena.matches.play(match.id, ANN.person_id, "1/1")
    await arena.plans.add(match.id, ANN.person_id, ["1/1", "2/2"])
    await arena.plans.add(match.id, ANN.person_id, ["1/1", "2/2", "3/3", "1/1"])
    await arena.plans.add(match.id, ANN.person_id, ["2/2", "3/3"])
    return match


async def test_an_answer_is_played_at_once(arena: Arena, database: Address, poster: NotingPoster) -> None:
    match = await planned(arena)
    after = await arena.matches.play(match.id, BOB.person_id, "1/1")
    assert after.seq == 2
    now = await arena.matches.get(match.id)
    assert (now.seq, now.session.view(None), now.to_act) == (3, (6, 2), (BOB.person_id,))
    assert list(lines(await arena.plans.of(match.id, ANN.person_id))) == [("3/3", "1/1")]
    await arena.idle()
    assert poster.boards == [0, 1, 2, 3]
    assert (await check_database(database, games)).problems == ()


async def test_nobody_is_called_for_a_turn_that_is_played_by_itself(arena: Arena, poster: NotingPoster) -> None:
    match = await planned(arena)
    await arena.idle()
    poster.posts.clear()
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    await arena.idle()
    now = (await arena.matches.get(match.id)).seq
    called = [seq for _, kind, seq in poster.shown if kind == "board" and seq == now]
    assert (poster.boards, called) == ([2, 3], [3]), "a board that was overtaken calls nobody"


async def test_something_else_ends_the_plan_and_its_player_is_told(arena: Arena, poster: NotingPoster) -> None:
    match = await planned(arena)
    await arena.matches.play(match.id, BOB.person_id, "3/1")
    assert await arena.plans.of(match.id, ANN.person_id) == ()
    assert (await arena.matches.get(match.id)).seq == 2
    await arena.idle()
    told = [post for post in poster.posts if post.kind == "private"]
    assert [post.channel_id for post in told] == [ANN.person_id]
    assert "the one you planned for" in str(told[0].payload)


async def test_the_end_of_the_match_ends_it_silently(arena: Arena, poster: NotingPoster) -> None:
    match = await planned(arena)
    await arena.matches.forfeit(match.id, BOB.person_id)
    await arena.idle()
    async with arena.db.read() as connection:
        assert await choices.plans_of(connection, match.id) == []
    assert [post for post in poster.posts if post.kind == "private"] == []


async def test_an_answer_that_is_no_turn_is_not_played(arena: Arena, caplog: pytest.LogCaptureFixture) -> None:
    """Such a plan was stored by a version with other rules."""
    match = await planned(arena)
    async with arena.db.write() as connection:
        (plan,) = await choices.plans_of(connection, match.id)
        await choices.put_plan(connection, replace(plan, tree=dump((Branch("1/1", (Branch("9/9"),)),))))
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    assert (await arena.matches.get(match.id)).seq == 2
    assert "could not play the plan of seat 1 in match 1" in caplog.text


async def test_the_players_own_hand_ends_it_silently(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    await arena.matches.play(match.id, ANN.person_id, "1/1")
    await arena.plans.add(match.id, ANN.person_id, ["1/1", "1/1", "2/2"])
    await arena.matches.forfeit(match.id, ANN.person_id)
    assert await arena.plans.of(match.id, ANN.person_id) == ()
    await arena.idle()
    assert [post for post in poster.posts if post.kind == "private"] == []


async def test_plans_answer_each_other_to_their_end(arena: Arena) -> None:
    match = await planned(arena)
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    await arena.plans.add(match.id, ANN.person_id, ["1/1", "1/1", "1/1", "1/1"])
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    await arena.plans.add(match.id, ANN.person_id, ["1/1", "1/1"])
    now = await arena.matches.get(match.id)
    assert now.to_act == (BOB.person_id,)
    with pytest.raises(HostingError) as caught:
        await arena.plans.add(match.id, BOB.person_id, ["1/1", "1/1"])
    assert caught.value.code == "plan-end"


async def test_taking_back_and_handing_over_end_plans(arena: Arena) -> None:
    match = await planned(arena)
    start = await arena.matches.at(match, 0)

    async def back(now: Match) -> Change:
        return events.undo(now, 0, start, 1, ANN.person_id, arena.clock.now())

    await arena.matches.change(match.id, back)
    assert await arena.plans.of(match.id, ANN.person_id) == ()
    await arena.matches.play(match.id, ANN.person_id, "1/1")
    await arena.plans.add(match.id, ANN.person_id, ["1/1", "2/2"])

    async def hand_over(now: Match) -> Change:
        return events.substitute(now, 1, CLEO, DAN.person_id, arena.clock.now())

    await arena.matches.change(match.id, hand_over)
    assert await arena.plans.of(match.id, CLEO.person_id) == ()
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    assert (await arena.matches.get(match.id)).to_act == (CLEO.person_id,)


async def test_a_substitute_for_another_player_leaves_a_plan(arena: Arena) -> None:
    match = await planned(arena)

    async def hand_over(now: Match) -> Change:
        return events.substitute(now, 2, CLEO, DAN.person_id, arena.clock.now())

    await arena.matches.change(match.id, hand_over)
    await arena.matches.play(match.id, CLEO.person_id, "2/2")
    assert (await arena.matches.get(match.id)).session.view(None) == (8, 4)


async def test_a_restart_goes_on_where_the_process_ended(
    arena: Arena, database: Address, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process dies between Bob's turn and Ann's answer."""
    match = await planned(arena)

    async def dies(*_: object) -> list[Match]:
        return []

    with monkeypatch.context() as dying:
        dying.setattr(Matches, "_follow_up", dies)
        await arena.matches.play(match.id, BOB.person_id, "1/1")
    await arena.close()
    again = await open_arena(database, clock, None)
    await again.tasks.idle()
    found = await again.matches.get(match.id)
    assert (found.seq, found.to_act) == (3, (BOB.person_id,))
    await again.close()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ([], "plan-end"),
        (["1/1"], "plan-end"),
        (["1/1", "2/2", "1/1"], "plan-end"),
        (["9/1", "2/2"], "illegal"),
        (["1/1", "2"], "turn-incomplete"),
        (["1/1", "x/2"], "notation"),
        (["1/1"] * 21, "plan-long"),
    ],
)
async def test_lines_that_cannot_be_planned(arena: Arena, line: list[str], code: str) -> None:
    match = await planned(arena)
    before = await arena.plans.of(match.id, ANN.person_id)
    with pytest.raises(HostingError) as caught:
        await arena.plans.add(match.id, ANN.person_id, line)
    assert caught.value.code == code
    assert await arena.plans.of(match.id, ANN.person_id) == before


async def test_who_may_plan(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NotSeated):
        await arena.plans.add(match.id, CLEO.person_id, ["1/1", "1/1"])
    with pytest.raises(HostingError) as caught:
        await arena.plans.add(match.id, ANN.person_id, ["1/1", "1/1", "1/1"])
    assert caught.value.code == "plan-own-turn"
    await arena.matches.forfeit(match.id, BOB.person_id)
    with pytest.raises(MatchOver):
        await arena.plans.add(match.id, ANN.person_id, ["1/1", "1/1"])


async def test_nothing_is_planned_where_chance_decides(arena: Arena) -> None:
    match = await begin(arena, game="duel")
    with pytest.raises(HostingError) as caught:
        await arena.plans.add(match.id, BOB.person_id, ["roll", "1"])
    assert caught.value.code == "plan-hidden"
    with pytest.raises(HostingError) as caught:
        await arena.plans.add(match.id, BOB.person_id, ["go/end", "1"])
    assert caught.value.code == "plan-together"


async def test_nothing_is_planned_past_the_end_and_past_the_longest_line(arena: Arena) -> None:
    session = (await planned(arena)).session
    with pytest.raises(HostingError) as caught:
        hypothetical(session, ["3/3"] * LONGEST_LINE)
    assert caught.value.code == "plan-over"
    with pytest.raises(HostingError) as caught:
        hypothetical(session, ["1/1"] * (LONGEST_LINE + 1))
    assert caught.value.code == "plan-long"


async def test_a_line_in_place_of_another_answer(arena: Arena) -> None:
    match = await planned(arena)
    tree = await arena.plans.add(match.id, ANN.person_id, ["1/1", "3/3"])
    assert set(lines(tree)) == {("1/1", "3/3"), ("2/2", "3/3")}
    tree = await arena.plans.remove(match.id, ANN.person_id, ["1/1", "3/3"])
    assert list(lines(tree)) == [("2/2", "3/3")]
    assert await arena.plans.remove(match.id, ANN.person_id) == ()


async def test_a_plan_may_not_grow_without_end(arena: Arena) -> None:
    match = await planned(arena)
    tree: tuple[Branch, ...] = tuple(Branch(f"{number}") for number in range(MOST_TURNS - 1))
    with pytest.raises(HostingError) as caught:
        with_line(tree, match.session, 1, ["1/1", "2/2"])
    assert caught.value.code == "plan-large"


def test_a_tree_is_written_and_read() -> None:
    tree = (Branch("a", (Branch("b", (Branch("c"), Branch("d"))),)), Branch("e"))
    assert load(dump(tree)) == tree
    assert list(lines(tree)) == [("a", "b", "c"), ("a", "b", "d"), ("e",)]
    assert followed(tree, "a") == (Branch("b", (Branch("c"), Branch("d"))),)
    assert followed(tree, "x") == ()
    assert without_line(tree, ["a", "b", "c"]) == (Branch("a", (Branch("b", (Branch("d"),)),)), Branch("e"))
    assert without_line(tree, ["e"]) == tree[:1]
    assert without_line(tree, []) == tree


# Answers stored in advance: they come at once where they fit, are their player's alone, and outlast a restart.


PEOPLE = {1: ANN, 2: BOB}


async def drafted(arena: Arena) -> tuple[int, int]:
    """Begin a match and have both pick at once; return who begins, and the other one."""
    await begin(arena, game="parlour")
    for _ in (1, 2):
        for seat, person in PEOPLE.items():
            match = await arena.matches.get(1)
            await arena.matches.play(1, person.person_id, str(match.session.state.packs[seat - 1][0]))
    first, second = (await arena.matches.get(1)).session.state.order
    return first, second


async def attack(arena: Arena, first: int, second: int) -> Match:
    await arena.matches.play(1, PEOPLE[first].person_id, f"A {second}")
    await arena.idle()
    return await arena.matches.get(1)


async def test_an_answer_that_fits_comes_at_once(arena: Arena) -> None:
    first, second = await drafted(arena)
    card = (await arena.matches.get(1)).session.state.hands[second - 1][1]
    stored = await arena.prepared.put(1, PEOPLE[second].person_id, "discard", f"26 {card}  {card} -")
    assert stored == {"discard": f"26 {card} -"}
    match = await attack(arena, first, second)
    assert (match.session.entries[-1].seat, match.session.entries[-1].text) == (second, str(card))
    assert match.session.to_act == {first}
    async with arena.db.read() as connection:
        found = await matches_load(connection, 1)
    assert found is not None
    assert [event.data.get("cause") for event in found.events[-2:]] == [None, "prepared"]


async def test_where_none_fits_the_seat_is_asked(arena: Arena) -> None:
    first, second = await drafted(arena)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "26 25")
    assert (await attack(arena, first, second)).session.to_act == {second}


async def test_what_is_stored_while_one_is_asked_answers_that(arena: Arena) -> None:
    first, second = await drafted(arena)
    await attack(arena, first, second)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {first}


@pytest.mark.parametrize("between", ["a substitute", "an undo"])
async def test_it_does_so_whatever_happened_since_the_question(arena: Arena, between: str) -> None:
    first, second = await drafted(arena)
    match = await attack(arena, first, second)
    if between == "a substitute":
        await arena.substitutes.replace(1, first, CLEO, DAN.person_id)
    else:
        match = await arena.matches.play(1, PEOPLE[second].person_id, "-")
        request = await ask(arena, match, PEOPLE[second].person_id, "undo")
        await arena.requests.answer(request, PEOPLE[first].person_id, agree=True)
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {second}
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {first}


async def test_an_answer_is_forgotten_when_its_player_wants_it_and_when_the_match_is_over(arena: Arena) -> None:
    first, second = await drafted(arena)
    user = PEOPLE[second].person_id
    await arena.prepared.put(1, user, "discard", "-")
    assert await arena.prepared.put(1, user, "discard", " ") == {}
    assert (await attack(arena, first, second)).session.to_act == {second}
    await arena.prepared.put(1, PEOPLE[first].person_id, "discard", "-")
    await arena.matches.forfeit(1, user)
    async with arena.db.read() as connection:
        assert [await choices.prepared_of(connection, 1, seat) for seat in (1, 2)] == [None, None]


async def test_it_is_answered_after_a_restart(
    arena: Arena, database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await drafted(arena)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")

    async def died(_match: Match) -> None:
        return None

    followers = arena.matches.pipeline.followers._replace(prepared=died)
    monkeypatch.setattr(arena.matches, "pipeline", replace(arena.matches.pipeline, followers=followers))
    assert (await attack(arena, first, second)).session.to_act == {second}
    await arena.close()
    again = await open_arena(database, clock, poster)
    await again.idle()
    assert (await again.matches.get(1)).session.to_act == {first}
    await again.close()


async def test_a_substitute_has_to_answer_anew(arena: Arena) -> None:
    first, second = await drafted(arena)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    await arena.substitutes.replace(1, second, CLEO, DAN.person_id)
    assert await arena.prepared.of(1, CLEO.person_id) == {}
    assert (await attack(arena, first, second)).session.to_act == {second}


async def test_what_is_taken_back_is_asked_again(arena: Arena) -> None:
    first, second = await drafted(arena)
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    match = await attack(arena, first, second)
    request = await ask(arena, match, PEOPLE[second].person_id, "undo")
    await arena.requests.answer(request, PEOPLE[first].person_id, agree=True)
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {second}


async def test_what_is_no_answer_is_refused(arena: Arena) -> None:
    await drafted(arena)
    with pytest.raises(HostingError) as caught:
        await arena.prepared.put(1, ANN.person_id, "discard", "everything")
    assert caught.value.suggestions == ("3 5 -",)
    with refusal("nothing-to-prepare"):
        await arena.prepared.put(1, ANN.person_id, "parry", "A")
    with pytest.raises(NotSeated):
        await arena.prepared.put(1, CLEO.person_id, "discard", "-")
    await begin(arena, CLEO, DAN, places=(Place("board", 201),))
    with refusal("nothing-to-prepare"):
        await arena.prepared.put(2, CLEO.person_id, "discard", "-")


@pytest.mark.parametrize("how", ["paused", "parked"])
async def test_what_is_stored_while_nothing_goes_on_is_played_when_it_does(arena: Arena, how: str) -> None:
    first, second = await drafted(arena)
    await attack(arena, first, second)
    if how == "paused":
        await arena.organiser.pause(1, DAN.person_id, say("A test."))
    else:
        await arena.matches.park(1, say("A test."), "test")
    await arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-")
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {second}
    if how == "paused":
        await arena.organiser.resume(1, DAN.person_id)
    else:
        await arena.matches.unpark(1)
    await arena.idle()
    assert (await arena.matches.get(1)).session.to_act == {first}
