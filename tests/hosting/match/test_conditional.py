"""Conditional turns: what can be planned, what follows at once, what breaks a plan, and what a restart finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hosting.arena import Arena
from hosting.match import events
from hosting.match.answers import (
    LONGEST_LINE,
    MOST_TURNS,
    Branch,
    PlanError,
    dump,
    followed,
    hypothetical,
    lines,
    load,
    with_line,
    without_line,
)
from hosting.match.events import Change
from hosting.match.model import Match, MatchOver, NotSeated
from store.check import check_database
from store.db.addresses import Address
from store.tables import answers
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, ManualClock, NotingPoster, begin, open_arena
from tests.hosting.toygame import games


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
    assert [seq for _, kind, seq in poster.shown if kind == "status"][-1] == 3
    assert (await check_database(database, games)).problems == ()


async def test_nobody_is_called_for_a_turn_that_is_played_by_itself(arena: Arena, poster: NotingPoster) -> None:
    match = await planned(arena)
    await arena.idle()
    poster.posts.clear()
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    await arena.idle()
    assert [(kind, seq) for _, kind, seq in poster.shown if kind == "status"] == [("status", 3)]


async def test_something_else_ends_the_plan_and_its_player_is_told(arena: Arena, poster: NotingPoster) -> None:
    match = await planned(arena)
    await arena.matches.play(match.id, BOB.person_id, "3/1")
    assert await arena.plans.of(match.id, ANN.person_id) == ()
    assert (await arena.matches.get(match.id)).seq == 2
    await arena.idle()
    told = [post for post in poster.posts if post.kind == "private"]
    assert [post.channel_id for post in told] == [ANN.person_id]
    assert "another turn was played" in str(told[0].payload)


async def test_the_end_of_the_match_ends_it_silently(arena: Arena, poster: NotingPoster) -> None:
    match = await planned(arena)
    await arena.matches.forfeit(match.id, BOB.person_id)
    await arena.idle()
    async with arena.db.read() as connection:
        assert await answers.plans_of(connection, match.id) == []
    assert [post for post in poster.posts if post.kind == "private"] == []


async def test_an_answer_that_is_no_turn_is_not_played(arena: Arena, caplog: pytest.LogCaptureFixture) -> None:
    """Such a plan was stored by a version with other rules."""
    match = await planned(arena)
    async with arena.db.write() as connection:
        (plan,) = await answers.plans_of(connection, match.id)
        await answers.put_plan(connection, replace(plan, tree=dump((Branch("1/1", (Branch("9/9"),)),))))
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    assert (await arena.matches.get(match.id)).seq == 2
    assert "the plan of seat 1 in match 1 cannot be played" in caplog.text


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
    with pytest.raises(PlanError) as caught:
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


async def test_a_substitute_for_somebody_else_leaves_a_plan(arena: Arena) -> None:
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

    async def dies(_match: Match) -> list[Match]:
        return []

    monkeypatch.setattr(arena.matches, "_follow_up", dies)
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    await arena.close()
    again = await open_arena(database, clock, None)
    await again.tasks.idle()
    found = await again.matches.get(match.id)
    assert (found.seq, found.to_act) == (3, (BOB.person_id,))
    await again.close()


@pytest.mark.parametrize(
    ("line", "code", "index"),
    [
        ([], "plan-end", 0),
        (["1/1"], "plan-end", 0),
        (["1/1", "2/2", "1/1"], "plan-end", 2),
        (["9/1", "2/2"], "illegal", 0),
        (["1/1", "2"], "turn-incomplete", 1),
        (["1/1", "x/2"], "notation", 1),
        (["1/1"] * 21, "plan-long", 0),
    ],
)
async def test_lines_that_cannot_be_planned(arena: Arena, line: list[str], code: str, index: int) -> None:
    match = await planned(arena)
    before = await arena.plans.of(match.id, ANN.person_id)
    with pytest.raises(PlanError) as caught:
        await arena.plans.add(match.id, ANN.person_id, line)
    assert (caught.value.code, caught.value.index) == (code, index)
    assert await arena.plans.of(match.id, ANN.person_id) == before


async def test_who_may_plan(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NotSeated):
        await arena.plans.add(match.id, CLEO.person_id, ["1/1", "1/1"])
    with pytest.raises(PlanError) as caught:
        await arena.plans.add(match.id, ANN.person_id, ["1/1", "1/1", "1/1"])
    assert caught.value.code == "plan-own-turn"
    await arena.matches.forfeit(match.id, BOB.person_id)
    with pytest.raises(MatchOver):
        await arena.plans.add(match.id, ANN.person_id, ["1/1", "1/1"])


async def test_nothing_is_planned_where_chance_decides(arena: Arena) -> None:
    match = await begin(arena, game="duel")
    with pytest.raises(PlanError) as caught:
        await arena.plans.add(match.id, BOB.person_id, ["roll", "1"])
    assert caught.value.code == "plan-hidden"
    with pytest.raises(PlanError) as caught:
        await arena.plans.add(match.id, BOB.person_id, ["go/end", "1"])
    assert (caught.value.code, caught.value.index) == ("plan-together", 1)


async def test_nothing_is_planned_past_the_end_and_past_the_longest_line(arena: Arena) -> None:
    session = (await planned(arena)).session
    with pytest.raises(PlanError) as caught:
        hypothetical(session, ["3/3"] * LONGEST_LINE)
    assert caught.value.code == "plan-over"
    with pytest.raises(PlanError) as caught:
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
    with pytest.raises(PlanError) as caught:
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
